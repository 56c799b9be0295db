// A box on four columns in any water: in level water what `box/columns` and `box/deeter` say; in
// waves the factor that the header derives; pools; the same bits; what is refused.
#include "buoyancy_forces.h"
#include "buoyancy_kernels.h"
#include "digest.h"
#include "owned.h"
#include "rng.h"
#include "test.h"

static const double pi = 3.14159265358979323846;

static bool at_corners; // where ask() has the columns

static struct buoy_volume ask(const struct buoy_shape *box, const struct buoy_pose *pose,
                              const struct buoy_water *water) {
    struct buoy_volume answer;
    struct buoy_error error;
    FAIL_IF(buoy_box_on_columns(box, pose, water, at_corners, &answer, &error) != BUOY_OK, "%s",
            error.message);
    return answer;
}

static void random_pose(struct rng *rng, struct buoy_pose *pose) {
    double length = 0.0;
    for (int i = 0; i < 4; ++i) {
        pose->rotation[i] = rng_between(rng, -1.0, 1.0);
        length += pose->rotation[i] * pose->rotation[i];
    }
    for (int i = 0; i < 4; ++i) {
        pose->rotation[i] /= sqrt(length);
    }
    for (int i = 0; i < 3; ++i) {
        pose->position[i] = rng_between(rng, -1.0, 1.0);
    }
}

TEST(level_water) {
    struct rng rng = rng_make("columns_level");
    const struct buoy_kernel *kernel =
        buoy_kernel_find(at_corners ? "box/deeter/scalar" : "box/columns/scalar");
    const struct buoy_water sea = buoy_calm_sea(BUOY_Z_UP);
    size_t wet = 0;
    for (int n = 0; n < 2000; ++n) {
        struct buoy_shape box = {.kind = BUOY_SHAPE_BOX};
        struct buoy_pose pose;
        struct buoy_volume expected;
        double m[9];
        random_pose(&rng, &pose);
        for (int i = 0; i < 3; ++i) {
            box.size[i] = (float)rng_between(&rng, 0.25, 2.0);
        }
        // The matrix of a unit quaternion, by rows.
        const double *q = pose.rotation;
        const double x = q[0], y = q[1], z = q[2], w = q[3];
        const double rows[9] = {
            1 - 2 * (y * y + z * z), 2 * (x * y - z * w),     2 * (x * z + y * w),
            2 * (x * y + z * w),     1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
            2 * (x * z - y * w),     2 * (y * z + x * w),     1 - 2 * (x * x + y * y)};
        memcpy(m, rows, sizeof rows);
        const struct buoy_plane plane = {{(float)m[6], (float)m[7], (float)m[8]},
                                         (float)-pose.position[2]};
        const struct buoy_shapes_query query = {
            .shapes = &box, .planes = &plane, .count = 1, .kernel = kernel};
        assert_int_equal(buoy_shapes_compute(&query, &expected, NULL), BUOY_OK);
        const struct buoy_volume got = ask(&box, &pose, &sea);
        const double whole = 8.0 * (double)(box.size[0] * box.size[1] * box.size[2]);
        // Two axes that rise as much as each other: either may be chosen.
        double most = 0.0, second = 0.0;
        for (int i = 0; i < 3; ++i) {
            const double rise = fabs(m[6 + i]) * (double)box.size[i];
            second = rise > most ? most : fmax(second, rise);
            most = fmax(most, rise);
        }
        if (most - second < 1e-5) {
            continue;
        }
        assert_true(fabs(got.volume - expected.volume) <= 1e-5 * whole);
        for (int i = 0; i < 3 && expected.volume > 1e-3 * whole; ++i) {
            const double *row = m + 3 * i;
            const double c = pose.position[i] + row[0] * expected.centre[0] +
                             row[1] * expected.centre[1] + row[2] * expected.centre[2];
            assert_true(fabs(got.centre[i] - c) <= 1e-3);
            ++wet;
        }
    }
    assert_true(wet > 1000);
}

// A box of length l across a crest: the volume that the wave adds, of what its height would.
TEST(long_waves) {
    const struct buoy_shape box = {BUOY_SHAPE_BOX, {1.0f, 0.5f, 1.0f}};
    const struct buoy_pose pose = buoy_pose_identity();
    for (int k = 1; k <= 6; ++k) {
        const double length = 2.0 * k;
        const struct buoy_wave wave = {
            .amplitude = 0.25f, .wavelength = (float)length, .phase = (float)(0.5 * pi)};
        struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
        struct buoy_waves *waves = waves_of(&wave, 1, BUOY_GRAVITY);
        water.kind = BUOY_WATER_WAVES;
        water.waves = waves;
        const struct buoy_volume got = ask(&box, &pose, &water);
        const double raised = (got.volume - 2.0) / (2.0 * 0.25), kl = pi * 2.0 / length;
        assert_true(fabs(raised - cos(at_corners ? kl : 0.5 * kl)) <= 1e-5);
        if (k == 6) { // 1 % too much
            const double excess = raised / (sin(kl) / kl) - 1.0;
            assert_true(fabs(excess - (at_corners ? -kl * kl / 3.0 : kl * kl / 24.0)) <= 0.002);
            assert_true(at_corners ? excess < -0.09 : excess > 0.008);
        }
    }
}

// In swell so long that it is flat at the box, and in water whose level is another, the answer is
// that of calm water as high, moved up: a tilted box, too.
TEST(raised) {
    struct rng rng = rng_make("columns_raised");
    const struct buoy_wave swell = {
        .amplitude = 0.5f, .wavelength = 1e7f, .phase = (float)(0.5 * pi)};
    struct buoy_waves *waves = waves_of(&swell, 1, BUOY_GRAVITY);
    for (int n = 0; n < 200; ++n) {
        const struct buoy_shape box = {BUOY_SHAPE_BOX, {1.0f, 0.5f, 0.75f}};
        struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
        struct buoy_pose pose;
        random_pose(&rng, &pose);
        const struct buoy_volume calm = ask(&box, &pose, &water);
        for (int k = 1; k < 4; ++k) {
            const double level = k & 1 ? 100.0 : 0.0;
            struct buoy_pose moved = pose;
            moved.position[2] += level + (k & 2 ? 0.5 : 0.0);
            water.kind = k & 2 ? BUOY_WATER_WAVES : BUOY_WATER_PLANE;
            water.waves = waves;
            water.level = k & 2 ? level : 0.0;
            water.plane.d = (float)level;
            const struct buoy_volume got = ask(&box, &moved, &water);
            assert_true(fabs(got.volume - calm.volume) <= 1e-5);
            for (int i = 0; i < 3 && calm.volume > 0.01; ++i) {
                const double up = i == 2 ? moved.position[2] - pose.position[2] : 0.0;
                assert_true(fabs(got.centre[i] - up - calm.centre[i]) <= 1e-4);
            }
        }
    }
}

// By hand: a cube of 2 m whose middle is ¼ m above the water, upright and upside down, and half of
// it in a pool.
TEST(by_hand) {
    const struct buoy_shape cube = {BUOY_SHAPE_BOX, {1.0f, 1.0f, 1.0f}};
    const struct buoy_region pool = {{0.0, -9.0, -9.0}, {9.0, 9.0, 9.0}};
    struct buoy_pose pose = {{0.0, 0.0, 0.25}, {0.0, 0.0, 0.0, 1.0}};
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    for (int turn = 0; turn < 2; ++turn) {
        const struct buoy_volume got = ask(&cube, &pose, &water);
        assert_true(got.volume == 3.0 && got.centre[0] == 0.0 && got.centre[2] == -0.375);
        pose.rotation[0] = 1.0;
        pose.rotation[3] = 0.0;
    }
    water.region = &pool;
    const struct buoy_volume half = ask(&cube, &pose, &water);
    assert_true(half.volume == 1.5 && half.centre[0] == (at_corners ? 1.0 : 0.5) &&
                half.centre[2] == -0.375);
    pose.position[2] = 1.0;
    const struct buoy_volume dry = ask(&cube, &pose, &water);
    assert_true(dry.volume == 0.0 && dry.centre[2] == 1.0);
    pose.position[2] = -1.5;
    assert_true(ask(&cube, &pose, &water).volume == 4.0);
}

TEST(bits) {
    const uint64_t expected =
        at_corners ? UINT64_C(0xbd23b00fd1433a8a) : UINT64_C(0x566f2721a7aed024);
    static const double turns[4][4] = {
        {0.5, -0.5, 0.5, 0.5}, {0.0, 0.6, 0.0, 0.8}, {0.8, 0.0, 0.0, -0.6}, {0.1, 0.7, -0.5, 0.5}};
    const struct buoy_wave wave = {
        .amplitude = 0.25f, .wavelength = 6.0f, .direction = 0.5f, .phase = 0.25f};
    const struct buoy_shape box = {BUOY_SHAPE_BOX, {1.0f, 0.5f, 0.75f}};
    struct rng rng = {1}; // not rng_make(): no seed may change it
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    uint64_t digest = DIGEST_EMPTY;
    struct buoy_waves *waves = waves_of(&wave, 1, BUOY_GRAVITY);
    water.kind = BUOY_WATER_WAVES;
    water.waves = waves;
    for (int n = 0; n < 1000; ++n) {
        struct buoy_pose pose;
        water.time = 0.125 * n;
        memcpy(pose.rotation, turns[n % 4], sizeof pose.rotation);
        for (int i = 0; i < 3; ++i) {
            pose.position[i] = (double)rng_below(&rng, 129) / 64.0 - 1.0;
        }
        const struct buoy_volume got = ask(&box, &pose, &water);
        digest = digest_doubles(digest, &got.volume, 1);
        digest = digest_doubles(digest, got.centre, 3);
    }
    FAIL_IF(digest != expected, "the digest is UINT64_C(0x%016llx), expected 0x%016llx",
            (unsigned long long)digest, (unsigned long long)expected);
}

// A box tilted by a about x, the water crossing all four sides, has a share of cos a of its volume,
// and three times the moment of the waterplane: half the width squared in place of a third of it,
// seen from the lower corners.
TEST(deeter) {
    const struct buoy_kernel *kernel = buoy_kernel_find("box/deeter/scalar");
    const struct buoy_shape box = {BUOY_SHAPE_BOX, {1.5f, 1.0f, 2.0f}};
    for (int k = 0; k <= 8; ++k) {
        const double a = 0.05 * k;
        const struct buoy_plane plane = {{0.0f, (float)(3.0 * sin(a)), (float)(3.0 * cos(a))},
                                         0.75f};
        const struct buoy_shapes_query query = {
            .shapes = &box, .planes = &plane, .count = 1, .kernel = kernel};
        struct buoy_volume got;
        assert_int_equal(buoy_shapes_compute(&query, &got, NULL), BUOY_OK);
        const double depth = 2.0 * cos(a) + 0.25, volume = 12.0 / 2.0 * depth;
        assert_true(fabs(got.volume - volume) <= 1e-6 * volume);
        assert_true(fabs(got.centre[1] + sin(a) / depth) <= 1e-6 && got.centre[0] == 0.0);
    }
}

TEST(all_at_corners) {
    at_corners = true;
    test_level_water(state);
    test_long_waves(state);
    test_raised(state);
    test_by_hand(state);
    test_bits(state);
    at_corners = false;
}
