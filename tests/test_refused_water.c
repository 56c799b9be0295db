// What water, waves, patches and bodies in them are refused for, as rows: support/refusal.h.
#include <float.h>

#include "base/memory.h"
#include "body.h"
#include "buoyancy_pressure.h"
#include "owned.h"
#include "pressing.h"
#include "refusal.h"
#include "test.h"

#define HEAVIEST 1e12 // of density, gravity, and each component of a current
#define FARTHEST 1e18 // of heights and places

// ------------------------------------------------------------- water, and who asks about it

static struct pressing pressing;
static struct buoy_water *const water = &pressing.water;
static struct buoy_pose *const pose = &pressing.pose;
static struct buoy_surface_motion motion;
static struct buoy_shape box;
static struct buoy_mesh *mesh;
static char *scratch;
static size_t scratch_bytes;
static double place[2];

static void make_water(void) {
    motion = (struct buoy_surface_motion){.drag = 1.0, .lift = 1.0, .skin = 1.0, .mass = 1.0};
    box = (struct buoy_shape){BUOY_SHAPE_BOX, {1.0f, 1.0f, 1.0f}};
    pressing = (struct pressing){.mesh = mesh,
                                 .pose = buoy_pose_identity(),
                                 .water = buoy_calm_sea(BUOY_Z_UP),
                                 .motion = &motion};
    scratch_bytes = buoy_pressure_scratch_bytes(mesh, NULL);
    place[0] = place[1] = 1.0;
}

// By each kernel and by the library's choice; the answer stays.
static void expect_pressed(enum buoy_status status, const char *words) {
    struct buoy_pressure_query query = pressing_query(&pressing, scratch, scratch_bytes);
    struct buoy_pressure answer = {.force = {7.0, 7.0, 7.0}}, untouched = answer;
    struct buoy_error error;
    refusal_check(buoy_pressure_compute(&query, NULL, &answer, &error), &error, status, words);
    for (size_t i = 0; (query.kernel = next_kernel("pressure", &i));) {
        refusal_check(buoy_pressure_compute(&query, NULL, &answer, &error), &error, status, words);
    }
    assert_true(status == BUOY_OK || memcmp(&answer, &untouched, sizeof answer) == 0);
}

static void expect_on_columns(enum buoy_status status, const char *words) {
    struct buoy_volume answer = {.volume = 7.0};
    struct buoy_error error;
    refusal_check(buoy_box_on_columns(&box, pose, water, false, &answer, &error), &error, status,
                  words);
    refusal_check(buoy_box_on_columns(&box, pose, water, true, &answer, &error), &error, status,
                  words);
    assert_true(status == BUOY_OK || answer.volume == 7.0);
}

static void expect_posed(enum buoy_status status, const char *words) {
    expect_pressed(status, words);
    expect_on_columns(status, words);
}

static void expect_sampled(enum buoy_status status, const char *words) {
    float height = 7.0f;
    struct buoy_surface surface = {.x = &place[0], .y = &place[1], .count = 1, .height = &height};
    struct buoy_error error;
    refusal_check(buoy_water_sample(water, &surface, &error), &error, status, words);
    assert_true(status == BUOY_OK              ? isfinite(height)
                : status == BUOY_ERROR_ELEMENT ? isnan(height)
                                               : height == 7.0f);
}

static void expect_checked(enum buoy_status status, const char *words) {
    struct buoy_error error;
    refusal_check(buoy_water_check(water, &error), &error, status, words);
}

// Samples have no weight.
static void expect_heavy(enum buoy_status status, const char *words) {
    expect_checked(status, words);
    expect_posed(status, words);
}

static void expect_water(enum buoy_status status, const char *words) {
    expect_heavy(status, words);
    expect_sampled(status, words);
}

static const struct refused sea = {make_water, expect_water}, heavy = {make_water, expect_heavy},
                            posed = {make_water, expect_posed},
                            pressed = {make_water, expect_pressed},
                            columns = {make_water, expect_on_columns},
                            checked = {make_water, expect_checked},
                            sampled = {make_water, expect_sampled};

TEST(water) {
    float *const normal = water->plane.normal;
    ROW(sea, OK, "", (void)0);
    refusal_numbers(&heavy, &water->density, 1, HEAVIEST, "the water's density");
    refusal_numbers(&heavy, &water->gravity, 1, HEAVIEST, "the water's gravity");
    refusal_numbers(&heavy, water->current, 3, HEAVIEST, "the water's current");
    refusal_numbers(&sea, &water->level, 1, FARTHEST, "the water's level");
    refusal_positive(&heavy, &water->density, "the water's density");
    refusal_not_negative(&heavy, &water->gravity, "its gravity");
    ROW(sea, OK, "", water->density = DBL_TRUE_MIN);
    ROW(sea, OK, "", water->density = HEAVIEST, water->gravity = HEAVIEST);
    ROW(checked, OK, "", water->current[2] = -HEAVIEST, water->level = -FARTHEST);
    ROW(sea, ERROR_ARGUMENT, "", water->kind = BUOY_WATER_PATCH);
    ROW(sea, ERROR_ARGUMENT, "", water->kind = BUOY_WATER_WAVES);
    ROW(sea, ERROR_ARGUMENT, "", water->kind = (enum buoy_water_kind)7);
    ROW(sea, ERROR_NON_FINITE, "", water->plane.d = INFINITY);
    ROW(sea, ERROR_NON_FINITE, "", normal[2] = 0.0f);
    // A plane that stands upright is water, but has no heights.
    ROW(checked, OK, "", normal[0] = 1.0f, normal[2] = 0.0f);
    ROW(sampled, ERROR_ARGUMENT, "", normal[0] = 1.0f, normal[2] = 0.0f);
    ROW(columns, ERROR_ARGUMENT, "", normal[0] = 1.0f, normal[2] = 0.0f);
    // STEEPEST: heights up to a slope of 1e9, that excluded. FARTHEST: at places up to 1e18, and of
    // heights below that.
    for (int axis = 0; axis < 2; ++axis) {
        ROW(sampled, OK, "", normal[axis] = nextafterf(1e9f, 0.0f));
        ROW(sampled, ERROR_ARGUMENT, "", normal[axis] = 1e9f);
        ROW(sampled, ERROR_ARGUMENT, "", normal[axis] = -nextafterf(1e9f, INFINITY));
        ROW(sampled, OK, "", place[axis] = FARTHEST);
        ROW(sampled, ERROR_ELEMENT, "", place[axis] = nextafter(FARTHEST, (double)INFINITY));
        ROW(sampled, ERROR_ELEMENT, "", place[axis] = -nextafter(FARTHEST, (double)INFINITY));
    }
    ROW(sampled, OK, "", water->plane.d = 1e18f); // a little less: the nearest float
    ROW(sampled, ERROR_ARGUMENT, "", water->plane.d = nextafterf(1e18f, INFINITY));
    assert_int_equal(buoy_water_check(NULL, NULL), BUOY_ERROR_ARGUMENT);
}

TEST(poses) {
    refusal_numbers(&posed, pose->position, 3, FARTHEST, "pose");
    refusal_numbers(&posed, pose->rotation, 4, DBL_MAX, "pose");
    ROW(posed, ERROR_ARGUMENT, "not a unit quaternion", pose->rotation[3] = 0.0);
    for (int side = 0; side < 2; ++side) { // squared lengths off 1 by 0.02, to the last bit
        double w = sqrt(side ? 1.02 : 0.98);
        for (int step = 0; step < 4; ++step) {
            w = nextafter(w, 1.0);
        }
        for (int step = 0; step < 9; ++step) {
            const bool loose = fabs(w * w - 1.0) <= 0.02;
            make_water();
            pose->rotation[3] = w;
            expect_posed(loose ? BUOY_OK : BUOY_ERROR_ARGUMENT, "");
            w = nextafter(w, side ? (double)INFINITY : 0.0);
        }
    }
    for (int i = 0; i < 3; ++i) {
        char words[32];
        snprintf(words, sizeof words, "half extent %d is 0", i);
        ROW(columns, ERROR_ARGUMENT, words, box.size[i] = 0.0f);
        ROW(columns, ERROR_ARGUMENT, "", box.size[i] = NAN);
        ROW(columns, ERROR_ARGUMENT, "", box.size[i] = -INFINITY);
    }
    struct buoy_volume answer;
    make_water();
    assert_int_equal(buoy_box_on_columns(NULL, pose, water, false, &answer, NULL),
                     BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_box_on_columns(&box, pose, NULL, true, &answer, NULL),
                     BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_box_on_columns(&box, NULL, water, true, &answer, NULL),
                     BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_box_on_columns(&box, pose, water, false, NULL, NULL),
                     BUOY_ERROR_ARGUMENT);
}

// The surface's motion: BUOY_MOST_SPEED, BUOY_MOST_COEFFICIENT, and, of a step, the body's mass.
TEST(motion) {
    double *const coefficients[] = {&motion.drag, &motion.lift, &motion.skin};
    refusal_numbers(&pressed, motion.velocity, 3, 1e9, "");
    refusal_numbers(&pressed, motion.angular_velocity, 3, DBL_MAX, "");
    for (int i = 0; i < 3; ++i) {
        refusal_not_negative(&pressed, coefficients[i], "");
        ROW(pressed, OK, "", *coefficients[i] = 1e6, motion.velocity[i] = 1e9);
        ROW(pressed, ERROR_ARGUMENT, "", *coefficients[i] = nextafter(1e6, 1e7));
        ROW(pressed, ERROR_NON_FINITE, "", *coefficients[i] = (double)NAN);
    }
    refusal_numbers(&pressed, &motion.dt, 1, 1e30, "");
    refusal_not_negative(&pressed, &motion.dt, "");
    static const double wrong[] = {(double)NAN, (double)INFINITY, 1.01e30};
    for (size_t w = 0; w < COUNT_OF(wrong); ++w) {
        for (int i = 0; i < 13; ++i) { // do not count without a step
            double *number = i == 0  ? &motion.mass
                             : i < 4 ? &motion.centre_of_mass[i - 1]
                                     : &motion.inverse_inertia[i - 4];
            ROW(pressed, ERROR_NON_FINITE, "", *number = wrong[w], motion.dt = 0.1);
            ROW(pressed, OK, "", *number = wrong[w]);
        }
    }
    ROW(pressed, ERROR_ARGUMENT, "", motion.dt = 0.1, motion.mass = 0.0);
    ROW(pressed, ERROR_ARGUMENT, "", motion.dt = 0.1, motion.mass = -1.0);
    ROW(pressed, ERROR_ARGUMENT, "", motion.dt = 0.1, motion.mass = 0.99e-30);
    // I⁻¹: not symmetric; an eigenvalue below 0; and both within roundings, 1e-6 of its trace.
    static const struct {
        double matrix[9];
        enum buoy_status status;
    } matrices[] = {
        {{1, 0.1, 0, 0, 1, 0, 0, 0, 1}, BUOY_ERROR_ARGUMENT},
        {{1, 0, 0, 0.1, 1, 0, 0, 0, 1}, BUOY_ERROR_ARGUMENT},
        {{1, 0, 0.1, 0, 1, 0, 0, 0, 1}, BUOY_ERROR_ARGUMENT},
        {{1, 0, 0, 0, 1, 0, 0.1, 0, 1}, BUOY_ERROR_ARGUMENT},
        {{1, 0, 0, 0, 1, 0.1, 0, 0, 1}, BUOY_ERROR_ARGUMENT},
        {{1, 0, 0, 0, 1, 0, 0, 0.1, 1}, BUOY_ERROR_ARGUMENT},
        {{1, 0, 0, 0, 1, 0, 0, 0, -1}, BUOY_ERROR_ARGUMENT},
        {{1, 2, 0, 2, 1, 0, 0, 0, 1}, BUOY_ERROR_ARGUMENT},
        {{1, 0.9, 0.9, 0.9, 1, -0.9, 0.9, -0.9, 1}, BUOY_ERROR_ARGUMENT},
        {{1, 2.9e-6, 0, 0, 1, 0, 0, 0, 1}, BUOY_OK},
        {{1, 3.1e-6, 0, 0, 1, 0, 0, 0, 1}, BUOY_ERROR_ARGUMENT},
        {{1, 1, 1, 1, 1, 1, 1, 1, 1}, BUOY_OK},
        {{0}, BUOY_OK},
    };
    for (size_t i = 0; i < COUNT_OF(matrices); ++i) {
        make_water();
        motion.dt = 0.1;
        memcpy(motion.inverse_inertia, matrices[i].matrix, sizeof motion.inverse_inertia);
        expect_pressed(matrices[i].status, "");
    }
    // The strongest forces, on the lightest body, and the heaviest.
    for (int i = 0; i < 3; ++i) {
        ROW(pressed, OK, "", motion.velocity[0] = i == 2 ? 1e-300 : 1e9, motion.dt = 1e30,
            motion.drag = motion.lift = motion.skin = 1e6, motion.mass = i == 0 ? 1e-30 : 1e30);
    }
}

TEST(scratch) {
    ROW(pressed, OK, "", (void)0);
    ROW(pressed, ERROR_SCRATCH, "", --scratch_bytes);
    ROW(pressed, ERROR_SCRATCH, "", scratch += 16);
    scratch -= 16;
    char *const all = scratch;
    ROW(pressed, ERROR_SCRATCH, "", scratch = NULL);
    scratch = all;
}

// ------------------------------------------------------------------------- waves and patches

static struct buoy_wave wave;
static double gravity;

static void make_wave(void) {
    wave = (struct buoy_wave){.amplitude = 1.0f, .wavelength = 10.0f, .period = 2.0f};
    gravity = BUOY_GRAVITY;
}

static void expect_wave(enum buoy_status status, const char *words) {
    struct buoy_waves *waves = (void *)&wave;
    struct buoy_error error;
    refusal_check(buoy_waves_create(&wave, 1, gravity, 0.0, &waves, &error), &error, status, words);
    assert_true(!waves == (status != BUOY_OK));
    buoy_waves_destroy(waves);
}

static const struct refused waving = {make_wave, expect_wave};

TEST(waves) {
    const double pi = 3.14159265358979323846;
    float *const numbers[] = {&wave.amplitude, &wave.wavelength, &wave.direction, &wave.phase,
                              &wave.period};
    static const float wrong[] = {NAN, INFINITY, -INFINITY};
    struct buoy_waves *none;
    for (size_t i = 0; i < COUNT_OF(numbers); ++i) {
        for (size_t w = 0; w < COUNT_OF(wrong); ++w) {
            ROW(waving, ERROR_NON_FINITE, "", *numbers[i] = wrong[w]);
        }
    }
    refusal_numbers(&waving, &gravity, 1, DBL_MAX, "");
    ROW(waving, ERROR_ARGUMENT, "", wave.amplitude = -FLT_TRUE_MIN);
    ROW(waving, ERROR_ARGUMENT, "", wave.wavelength = -1.0f);
    ROW(waving, ERROR_ARGUMENT, "", wave.period = -1.0f);
    ROW(waving, OK, "", wave.amplitude = 0.0f, wave.wavelength = FLT_TRUE_MIN);
    ROW(waving, ERROR_ARGUMENT, "", wave.amplitude = 0.0f, wave.wavelength = 0.0f);
    // FARTHEST of amplitudes, and of slopes 2π amplitude / wavelength: below, at and above it.
    ROW(waving, OK, "", wave.amplitude = 1e18f, wave.wavelength = 1e20f);
    ROW(waving, ERROR_ARGUMENT, "", wave.amplitude = nextafterf(1e18f, INFINITY),
        wave.wavelength = 1e20f);
    float amplitude = nextafterf((float)(FARTHEST / (2.0 * pi)), 0.0f);
    for (int step = 0; step < 3; ++step) {
        make_wave();
        wave.amplitude = amplitude;
        wave.wavelength = 1.0f;
        expect_wave(2.0 * pi * (double)amplitude > FARTHEST ? BUOY_ERROR_ARGUMENT : BUOY_OK, "");
        amplitude = nextafterf(amplitude, INFINITY);
    }
    make_wave();
    assert_int_equal(buoy_waves_create(NULL, 1, gravity, 0.0, &none, NULL), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_waves_create(&wave, 1, gravity, 0.0, NULL, NULL), BUOY_ERROR_ARGUMENT);
}

static struct buoy_patch_grid grid;

static void make_grid(void) {
    grid = (struct buoy_patch_grid){{0.0, 0.0}, {1.0f, 1.0f}, 2, 2};
}

static void expect_patch(enum buoy_status status, const char *words) {
    struct buoy_patch *patch = (void *)&grid;
    struct buoy_error error;
    refusal_check(buoy_patch_create(&grid, &patch, &error), &error, status, words);
    assert_true(!patch == (status != BUOY_OK));
    buoy_patch_destroy(patch);
}

static const struct refused patches = {make_grid, expect_patch};

// LEAST_SPACING, BUOY_MAX_PATCH_SIDE, and no sample 2^50 cells or more from the origin.
TEST(patches) {
    static const uint32_t counts[] = {0, 1, 2, 3, 4095, 4096, 4097, UINT32_MAX};
    refusal_numbers(&patches, grid.origin, 2, DBL_MAX, "");
    for (int axis = 0; axis < 2; ++axis) {
        float *spacing = &grid.spacing[axis];
        double *at = &grid.origin[axis];
        ROW(patches, OK, "", *spacing = 1e-9f);
        ROW(patches, ERROR_ARGUMENT, "", *spacing = nextafterf(1e-9f, 0.0f));
        ROW(patches, ERROR_ARGUMENT, "", *spacing = 0.0f);
        ROW(patches, ERROR_ARGUMENT, "", *spacing = -1.0f);
        ROW(patches, ERROR_NON_FINITE, "", *spacing = NAN);
        ROW(patches, ERROR_NON_FINITE, "", *spacing = INFINITY);
        for (size_t i = 0; i < COUNT_OF(counts); ++i) {
            make_grid();
            *(axis ? &grid.rows : &grid.columns) = counts[i];
            expect_patch(counts[i] >= 2 && counts[i] <= 4096 ? BUOY_OK : BUOY_ERROR_ARGUMENT, "");
        }
        ROW(patches, OK, "", *at = 0x1p50 - 2.0); // the last sample is one farther
        ROW(patches, ERROR_ARGUMENT, "", *at = 0x1p50 - 1.0);
        ROW(patches, OK, "", *at = 1.0 - 0x1p50);
        ROW(patches, ERROR_ARGUMENT, "", *at = -0x1p50);
    }
    struct buoy_patch *none;
    make_grid();
    assert_int_equal(buoy_patch_create(NULL, &none, NULL), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_patch_create(&grid, NULL, NULL), BUOY_ERROR_ARGUMENT);
    buoy_patch_destroy(NULL);
    buoy_waves_destroy(NULL);
}

// What is refused of a patch's heights has changed nothing.
TEST(heights) {
    static const float wrong[] = {NAN, INFINITY, -INFINITY};
    make_grid();
    struct buoy_patch *patch = patch_of(&grid);
    float heights[4] = {0.0f, 0.0f, -1e18f, 1e18f}, height;
    assert_int_equal(buoy_patch_set(patch, heights, NULL), BUOY_OK);
    for (int i = 0; i < 4; ++i) {
        float bad[4] = {1.0f, 1.0f, 1.0f, 1.0f};
        for (size_t w = 0; w < COUNT_OF(wrong); ++w) {
            bad[i] = wrong[w];
            assert_int_equal(buoy_patch_set(patch, bad, NULL), BUOY_ERROR_NON_FINITE);
        }
        bad[i] = nextafterf(i % 2 ? 1e18f : -1e18f, i % 2 ? INFINITY : -INFINITY);
        assert_int_equal(buoy_patch_set(patch, bad, NULL), BUOY_ERROR_NON_FINITE);
    }
    assert_int_equal(buoy_patch_set(patch, NULL, NULL), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_patch_set(NULL, heights, NULL), BUOY_ERROR_ARGUMENT);
    make_water();
    water->kind = BUOY_WATER_PATCH;
    water->patch = patch;
    struct buoy_surface query = {.x = &place[0], .y = &place[1], .count = 1, .height = &height};
    assert_int_equal(buoy_water_sample(water, &query, NULL), BUOY_OK);
    assert_true(height == 1e18f);
    for (size_t w = 0; w < COUNT_OF(wrong); ++w) { // where height 0 lies
        water->level = (double)wrong[w];
        expect_sampled(BUOY_ERROR_NON_FINITE, "the water's level");
    }
}

static int make_all(void **state) {
    (void)state;
    mesh = body_box_mesh(1.0f, 1.0f, 1.0f);
    make_water();
    scratch = test_keep(buoy_aligned_alloc(scratch_bytes + 64), buoy_aligned_free);
    return 0;
}

TEST_FIXTURE(make_all, NULL)
