// Equal bits everywhere (see test_digest.c) for forces by matrices.
// test_digest.c explains when to change the constant and whom to tell.
#include "body.h"
#include "buoyancy_forces.h"
#include "buoyancy_hydrodynamics.h"
#include "buoyancy_pressure.h"
#include "digest.h"
#include "owned.h"
#include "rng.h"
#include "test.h"

// Multiples of 1/64 up to `most`, so that nothing but the library rounds.
static void random_vector(struct rng *rng, size_t most, double v[3]) {
    for (int i = 0; i < 3; ++i) {
        v[i] = ((double)rng_below(rng, 128 * most) - 64.0 * (double)most) / 64.0;
    }
}

// Drag and added mass by matrices, with and without a step, some of which may give energy.
static uint64_t digest_hydrodynamics(struct rng *rng, uint64_t digest) {
    struct buoy_hydrodynamics body = {0};
    struct buoy_hydrodynamic_motion motion = buoy_hydrodynamic_motion_default();
    struct buoy_hydrodynamic_forces forces;
    static const double inertia[9] = {3.0, 0.5, 0.25, 0.5, 2.0, -0.125, 0.25, -0.125, 4.0};
    double centre[3], point[3], entry[3];
    random_vector(rng, 1, centre);
    random_vector(rng, 1, point);
    buoy_mass_matrix(5.0, centre, inertia, point, motion.mass);
    motion.share = (double)rng_below(rng, 65) / 64.0;
    motion.dt = (double)rng_below(rng, 4);
    random_vector(rng, 4, motion.velocity);
    random_vector(rng, 4, motion.velocity + 3);
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            random_vector(rng, 1, entry);
            body.linear[i][j] = i == j ? 4.0 : 0.5 * entry[0];
            body.quadratic[i][j] = i == j ? 2.0 : 0.25 * entry[1];
            body.added_mass[i][j] = i == j ? 4.0 : j < i ? body.added_mass[j][i] : 0.5 * entry[2];
        }
    }
    assert_int_equal(buoy_hydrodynamics_compute(&body, &motion, &forces, NULL), BUOY_OK);
    digest = digest_doubles(digest, forces.drag, 6);
    digest = digest_doubles(digest, forces.coriolis, 6);
    return digest_doubles(digest, forces.added_mass[0], 36);
}

TEST(hydrodynamics) {
    static const uint64_t expected_hydrodynamics = UINT64_C(0xbae3cfa73a218ad7);
    struct rng rng = {1};
    uint64_t digest = DIGEST_EMPTY;
    for (int i = 0; i < 1000; ++i) {
        digest = digest_hydrodynamics(&rng, digest);
    }
    FAIL_IF(digest != expected_hydrodynamics,
            "the digest is UINT64_C(0x%016llx), expected 0x%016llx", (unsigned long long)digest,
            (unsigned long long)expected_hydrodynamics);
}

// Pressure in detail: triangles cut into pieces in waves of both kinds, a patch and a pool.
TEST(detail) {
    static const uint64_t expected_detail = UINT64_C(0x1b3ed0103c231ba5);
    static const struct buoy_wave wave = {.amplitude = 0.25f, .wavelength = 6.0f};
    static const float heights[9] = {0.0f, 0.25f, -0.125f, 0.5f, 0.0f, 0.25f, 0.125f, -0.25f, 0.0f};
    const struct buoy_patch_grid grid = {
        .origin = {-1.0, -1.0}, .spacing = {1.0f, 1.0f}, .columns = 3, .rows = 3};
    const struct buoy_region region = {{-0.25, -9.0, -9.0}, {9.0, 9.0, 9.0}};
    struct rng rng = {1};
    struct buoy_mesh *mesh = mesh_of(body_box(0.5f, 0.75f, 0.25f), 0);
    _Alignas(64) double scratch[64];
    struct buoy_waves *waves = waves_of(&wave, 1, BUOY_GRAVITY);
    struct buoy_patch *patch = patch_of(&grid);
    assert_int_equal(buoy_patch_set(patch, heights, NULL), BUOY_OK);
    uint64_t digest = DIGEST_EMPTY;
    for (int i = 0; i < 200; ++i) {
        struct buoy_triangle_force forces[12];
        struct buoy_pressure_detail detail = {.tolerance = 0.01, .triangles = forces};
        struct buoy_water water = buoy_calm_sea();
        struct buoy_pressure_query query = buoy_pressure_query_default();
        struct buoy_pressure whole;
        water.kind = i % 2 ? BUOY_WATER_WAVES : BUOY_WATER_PATCH;
        water.waves = waves;
        water.patch = patch;
        water.wave_pressure = i % 4 == 1 ? BUOY_WAVES_DECAY : BUOY_WAVES_STATIC;
        water.region = i % 5 ? NULL : &region;
        random_vector(&rng, 1, query.pose.position);
        query.pose.rotation[0] = 0.6;
        query.pose.rotation[3] = 0.8;
        query.mesh = mesh;
        query.water = &water;
        query.scratch = scratch;
        query.scratch_bytes = sizeof scratch;
        assert_int_equal(buoy_pressure_in_detail(&query, &detail, &whole, NULL), BUOY_OK);
        digest = digest_doubles(digest, whole.force, 3);
        digest = digest_doubles(digest, whole.torque, 3);
        for (int t = 0; t < 12; ++t) {
            digest = digest_doubles(digest, forces[t].position, 3);
            digest = digest_doubles(digest, forces[t].force, 3);
        }
    }
    FAIL_IF(digest != expected_detail, "the digest is UINT64_C(0x%016llx), expected 0x%016llx",
            (unsigned long long)digest, (unsigned long long)expected_detail);
}
