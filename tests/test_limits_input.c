// Both sides of the limits on callers' input, to the last bit: the largest number that is accepted,
// and the next number, which is refused. tests/constants.md lists all limits, and the tests of
// those that are not tested here.
#include <float.h>

#include "body.h"
#include "body_change.h"
#include "boxes.h"
#include "buoyancy_hydrostatics.h"
#include "dispatch/registry.h"
#include "owned.h"
#include "pressing.h"
#include "test.h"

static const double infinite = (double)INFINITY;

// ------------------------------------------------------------------------------------- water

// HEAVIEST, of density, gravity and each component of a current.
TEST(heaviest_water) {
    const double most = 1e12, more = nextafter(most, infinite);
    for (int field = 0; field < 5; ++field) {
        struct buoy_water water = buoy_calm_sea();
        double *const fields[] = {&water.density, &water.gravity, &water.current[0],
                                  &water.current[1], &water.current[2]};
        *fields[field] = nextafter(most, 0.0);
        assert_int_equal(buoy_water_check(&water, NULL), BUOY_OK);
        *fields[field] = most;
        assert_int_equal(buoy_water_check(&water, NULL), BUOY_OK);
        *fields[field] = more;
        assert_int_equal(buoy_water_check(&water, NULL), BUOY_ERROR_NON_FINITE);
        *fields[field] = -more;
        assert_int_equal(buoy_water_check(&water, NULL), BUOY_ERROR_NON_FINITE);
    }
    struct buoy_water water = buoy_calm_sea();
    water.density = DBL_TRUE_MIN;
    water.gravity = 0.0;
    assert_int_equal(buoy_water_check(&water, NULL), BUOY_OK);
    water.density = 0.0;
    assert_int_equal(buoy_water_check(&water, NULL), BUOY_ERROR_ARGUMENT);
}

static enum buoy_status sample(const struct buoy_water *water, double x) {
    const double y = 0.0;
    float height = 7.0f;
    struct buoy_surface query = {&x, &y, 1, &height, NULL, NULL, NULL};
    const enum buoy_status status = buoy_water_sample(water, &query, NULL);
    assert_true(status == BUOY_OK              ? isfinite(height)
                : status == BUOY_ERROR_ELEMENT ? isnan(height)
                                               : height == 7.0f);
    return status;
}

// STEEPEST: a plane has heights up to a slope of 1e9, that excluded. BUOY_FARTHEST: at places up
// to 1e18, and of heights below that.
TEST(steepest_plane) {
    const float steepest = 1e9f;
    for (int axis = 0; axis < 2; ++axis) {
        struct buoy_water water = buoy_calm_sea();
        float *slope = axis ? &water.plane.normal[1] : &water.plane.normal[0];
        *slope = nextafterf(steepest, 0.0f);
        assert_int_equal(sample(&water, 1.0), BUOY_OK);
        *slope = steepest;
        assert_int_equal(sample(&water, 1.0), BUOY_ERROR_ARGUMENT);
        *slope = -nextafterf(steepest, INFINITY);
        assert_int_equal(sample(&water, 1.0), BUOY_ERROR_ARGUMENT);
    }
    struct buoy_water water = buoy_calm_sea();
    assert_int_equal(sample(&water, 1e18), BUOY_OK);
    assert_int_equal(sample(&water, nextafter(1e18, infinite)), BUOY_ERROR_ELEMENT);
    assert_int_equal(sample(&water, -nextafter(1e18, infinite)), BUOY_ERROR_ELEMENT);
    water.plane.d = 1e18f; // a little less: the nearest float
    assert_int_equal(sample(&water, 0.0), BUOY_OK);
    water.plane.d = nextafterf(water.plane.d, INFINITY);
    assert_int_equal(sample(&water, 0.0), BUOY_ERROR_ARGUMENT);
}

static enum buoy_status make_waves(float amplitude, float wavelength) {
    const struct buoy_wave wave = {.amplitude = amplitude, .wavelength = wavelength};
    struct buoy_waves *waves;
    const enum buoy_status status = buoy_waves_create(&wave, 1, BUOY_GRAVITY, &waves, NULL);
    buoy_waves_destroy(waves);
    return status;
}

// BUOY_FARTHEST of amplitudes, and of slopes 2π amplitude / wavelength.
TEST(highest_waves) {
    const float highest = 1e18f;
    assert_int_equal(make_waves(highest, 1e20f), BUOY_OK);
    assert_int_equal(make_waves(nextafterf(highest, INFINITY), 1e20f), BUOY_ERROR_ARGUMENT);
    const double pi = 3.14159265358979323846;
    float amplitude = (float)(1e18 / (2.0 * pi));
    for (int step = 0; step < 3; ++step) { // just below, about at and just above the steepest
        const enum buoy_status status = make_waves(amplitude, 1.0f);
        assert_int_equal(status,
                         2.0 * pi * (double)amplitude > 1e18 ? BUOY_ERROR_ARGUMENT : BUOY_OK);
        amplitude = nextafterf(amplitude, step == 0 ? 0.0f : INFINITY);
        amplitude = step == 1 ? nextafterf(amplitude, INFINITY) : amplitude;
    }
    assert_int_equal(make_waves(0.0f, FLT_TRUE_MIN), BUOY_OK);
    assert_int_equal(make_waves(0.0f, 0.0f), BUOY_ERROR_ARGUMENT);
}

static enum buoy_status make_patch(struct buoy_patch_grid grid) {
    struct buoy_patch *patch;
    const enum buoy_status status = buoy_patch_create(&grid, &patch, NULL);
    buoy_patch_destroy(patch);
    return status;
}

// LEAST_SPACING, BUOY_MAX_PATCH_SIDE, and FARTHEST: no sample 2^50 cells or more from the origin.
TEST(patches) {
    const struct buoy_patch_grid good = {{0.0, 0.0}, {1.0f, 1.0f}, 2, 2};
    for (int axis = 0; axis < 2; ++axis) {
        struct buoy_patch_grid grid = good;
        float *spacing = axis ? &grid.spacing[1] : &grid.spacing[0];
        uint32_t *samples = axis ? &grid.rows : &grid.columns;
        double *at = axis ? &grid.origin[1] : &grid.origin[0];
        *spacing = 1e-9f;
        assert_int_equal(make_patch(grid), BUOY_OK);
        *spacing = nextafterf(1e-9f, 0.0f);
        assert_int_equal(make_patch(grid), BUOY_ERROR_ARGUMENT);
        *spacing = 1.0f;
        static const uint32_t counts[] = {1, 2, 3, 4095, 4096, 4097};
        for (int i = 0; i < 6; ++i) {
            *samples = counts[i];
            assert_int_equal(make_patch(grid), i == 0 || i == 5 ? BUOY_ERROR_ARGUMENT : BUOY_OK);
        }
        *samples = 2;
        *at = 0x1p50 - 2.0; // the last sample is one farther
        assert_int_equal(make_patch(grid), BUOY_OK);
        *at = 0x1p50 - 1.0;
        assert_int_equal(make_patch(grid), BUOY_ERROR_ARGUMENT);
        *at = 1.0 - 0x1p50;
        assert_int_equal(make_patch(grid), BUOY_OK);
        *at = -0x1p50;
        assert_int_equal(make_patch(grid), BUOY_ERROR_ARGUMENT);
    }
    struct buoy_patch *patch = patch_of(&good);
    float heights[4] = {0.0f, 0.0f, -1e18f, 1e18f};
    assert_int_equal(buoy_patch_set(patch, heights, NULL), BUOY_OK);
    heights[3] = nextafterf(1e18f, INFINITY);
    assert_int_equal(buoy_patch_set(patch, heights, NULL), BUOY_ERROR_NON_FINITE);
    struct buoy_water water = buoy_calm_sea(); // what was refused has changed nothing
    water.kind = BUOY_WATER_PATCH;
    water.patch = patch;
    float height;
    const double one = 1.0;
    struct buoy_surface query = {&one, &one, 1, &height, NULL, NULL, NULL};
    assert_int_equal(buoy_water_sample(&water, &query, NULL), BUOY_OK);
    assert_true(height == 1e18f);
}

// ------------------------------------------------------------------------------- pose and motion

static enum buoy_status ask_moving(struct pressing *pressing) {
    static _Alignas(64) char scratch[4096];
    const struct buoy_pressure_query query = pressing_query(pressing, scratch, sizeof scratch);
    struct buoy_pressure result;
    return buoy_pressure_compute(&query, NULL, &result, NULL);
}

// BUOY_MOST_SPEED and BUOY_MOST_COEFFICIENT.
TEST(fastest) {
    struct buoy_mesh *mesh = body_box_mesh(1.0f, 1.0f, 1.0f);
    struct buoy_surface_motion motion = {.drag = 1e6, .lift = 1e6, .skin = 1e6};
    struct pressing pressing = {
        .mesh = mesh, .pose = buoy_pose_identity(), .water = buoy_calm_sea(), .motion = &motion};
    double *const coefficients[] = {&motion.drag, &motion.lift, &motion.skin};
    assert_int_equal(ask_moving(&pressing), BUOY_OK);
    for (int i = 0; i < 3; ++i) {
        *coefficients[i] = nextafter(1e6, infinite);
        assert_int_equal(ask_moving(&pressing), BUOY_ERROR_ARGUMENT);
        *coefficients[i] = -DBL_TRUE_MIN;
        assert_int_equal(ask_moving(&pressing), BUOY_ERROR_ARGUMENT);
        *coefficients[i] = 0.0;
        motion.velocity[i] = 1e9;
        assert_int_equal(ask_moving(&pressing), BUOY_OK);
        motion.velocity[i] = -nextafter(1e9, infinite);
        assert_int_equal(ask_moving(&pressing), BUOY_ERROR_NON_FINITE);
        motion.velocity[i] = 0.0;
    }
}

// LOOSE: rotations whose squared length is off 1 by 0.02 at most, from either side.
TEST(loose_rotations) {
    struct buoy_mesh *mesh = body_box_mesh(1.0f, 1.0f, 1.0f);
    struct pressing pressing = {
        .mesh = mesh, .pose = buoy_pose_identity(), .water = buoy_calm_sea()};
    for (int side = 0; side < 2; ++side) {
        double w = sqrt(side ? 1.02 : 0.98);
        size_t taken = 0;
        for (int step = 0; step < 4; ++step) {
            w = nextafter(w, 1.0); // from there outward again
        }
        for (int step = 0; step < 9; ++step) {
            pressing.pose.rotation[3] = w;
            const bool loose = fabs(w * w - 1.0) <= 0.02;
            assert_int_equal(ask_moving(&pressing), loose ? BUOY_OK : BUOY_ERROR_ARGUMENT);
            taken += loose;
            w = nextafter(w, side ? infinite : 0.0);
        }
        assert_true(taken > 0 && taken < 9);
    }
}

// ------------------------------------------------------------------------------------ the rest

// BUOY_MAX_VOXELS.
TEST(voxels) {
    const struct buoy_box box = {{1.0f, 1.0f, 1.0f}};
    const struct buoy_plane plane = {{0.0f, 0.0f, 1.0f}, 0.0f};
    struct buoy_volume result;
    for (unsigned voxels = BUOY_MAX_VOXELS - 1; voxels <= BUOY_MAX_VOXELS + 1; ++voxels) {
        const struct buoy_box_query query = {
            .boxes = &box, .planes = &plane, .count = 1, .voxels = voxels};
        assert_int_equal(buoy_box_with(buoy_kernel_find("box/voxel/scalar"), &query, &result, NULL),
                         voxels <= BUOY_MAX_VOXELS ? BUOY_OK : BUOY_ERROR_ARGUMENT);
    }
}

// FORGIVEN: a body may weigh a millionth more than all it can displace.
TEST(heaviest_body) {
    struct buoy_mesh *mesh = body_box_mesh(1.0f, 1.0f, 1.0f);
    const float up[3] = {0.0f, 0.0f, 1.0f};
    const double most = 8.0 * (1.0 + 1e-6);
    double d;
    assert_int_equal(buoy_draft(mesh, up, 8.0, &d, NULL, NULL), BUOY_OK);
    assert_int_equal(buoy_draft(mesh, up, most, &d, NULL, NULL), BUOY_OK);
    assert_true(d == 1.0);
    assert_int_equal(buoy_draft(mesh, up, nextafter(most, infinite), &d, NULL, NULL),
                     BUOY_ERROR_RANGE);
    assert_int_equal(buoy_draft(mesh, up, 0.0, &d, NULL, NULL), BUOY_OK);
    assert_true(d == -1.0);
    assert_int_equal(buoy_draft(mesh, up, -DBL_TRUE_MIN, &d, NULL, NULL), BUOY_ERROR_RANGE);
}

// FLAT: |V| ≤ 2^-23 × area × diagonal is no volume. Plates of halves 1, 1 and t.
TEST(flat_meshes) {
    size_t flat = 0, thick = 0;
    for (int k = 0; k < 40; ++k) {
        const float t = (float)(0x1p-23 * pow(1.05, k));
        struct body plate = body_box(1.0f, 1.0f, t);
        const double area = 8.0 + 16.0 * (double)t;
        const double diagonal = sqrt(8.0 + 4.0 * (double)t * (double)t);
        const double share = 8.0 * (double)t / (0x1p-23 * area * diagonal);
        const struct buoy_mesh_input input = {.positions = plate.positions,
                                              .vertex_count = plate.vertex_count,
                                              .indices = plate.indices,
                                              .triangle_count = plate.triangle_count,
                                              .flags = BUOY_MESH_KEEP_ALL};
        struct buoy_mesh *mesh;
        const enum buoy_status status = buoy_mesh_create(&input, &mesh, NULL);
        assert_int_equal(status, share > 1.0 ? BUOY_OK : BUOY_ERROR_ZERO_VOLUME);
        flat += share < 1.0;
        thick += share > 1.0;
        buoy_mesh_destroy(mesh);
    }
    assert_true(flat > 5 && thick > 5);
}

// BUOY_MAX_TRIANGLES: beyond it counts are refused before anything is read. What is at the limit
// would take gigabytes.
TEST(most_triangles) {
    static const float nothing[3];
    static const uint32_t none[3];
    struct buoy_mesh_input input = {.positions = nothing,
                                    .vertex_count = 1,
                                    .indices = none,
                                    .triangle_count = (size_t)BUOY_MAX_TRIANGLES + 1,
                                    .flags = BUOY_MESH_KEEP_ALL};
    struct buoy_mesh *mesh;
    assert_int_equal(buoy_mesh_create(&input, &mesh, NULL), BUOY_ERROR_TOO_LARGE);
    input.vertex_count = (size_t)BUOY_MAX_TRIANGLES + 1;
    input.triangle_count = 1;
    assert_int_equal(buoy_mesh_create(&input, &mesh, NULL), BUOY_ERROR_TOO_LARGE);
}

// A normal's length: from the smallest denormals to the largest doubles, volumes, hydrostatics and
// drafts are those of a normal of length 1.
TEST(longest_normals) {
    static const int exponents[] = {1023, 1022, 1000,  999,   128,   0,     -150,
                                    -900, -901, -1000, -1022, -1023, -1060, -1072};
    struct buoy_mesh *mesh = mesh_of(body_box(0.25f, 0.5f, 0.375f), 0);
    const struct buoy_plane64 plane = {{1.0, 0.5, 0.75}, 0.25};
    struct buoy_volume volume, expected;
    struct buoy_hydrostatics at, expected_at;
    double d, expected_d;
    assert_int_equal(buoy_volume_compute64(mesh, &plane, 1, &expected, NULL), BUOY_OK);
    assert_int_equal(buoy_hydrostatics_compute64(mesh, &plane, 1, &expected_at, NULL), BUOY_OK);
    assert_int_equal(buoy_draft64(mesh, plane.normal, 0.25, &expected_d, NULL, NULL), BUOY_OK);
    for (size_t i = 0; i < sizeof exponents / sizeof *exponents; ++i) {
        const int e = exponents[i];
        const struct buoy_plane64 scaled = {{ldexp(1.0, e), ldexp(0.5, e), ldexp(0.75, e)},
                                            ldexp(0.25, e)};
        assert_int_equal(buoy_volume_compute64(mesh, &scaled, 1, &volume, NULL), BUOY_OK);
        assert_memory_equal(&volume, &expected, sizeof volume);
        assert_int_equal(buoy_hydrostatics_compute64(mesh, &scaled, 1, &at, NULL), BUOY_OK);
        assert_memory_equal(&at, &expected_at, sizeof at);
        assert_int_equal(buoy_draft64(mesh, scaled.normal, 0.25, &d, NULL, NULL), BUOY_OK);
        assert_true(d == ldexp(expected_d, e));
    }
}

// Decimals on both sides of 2^1023, and DBL_MAX. A box that reaches from height 8 to 10 is cut at 9
// only if the offset is a double: a draft that is none is refused, and water at 1 wets nothing.
TEST(decimal_normals) {
    static const double lengths[] = {8.9e307, 9e307, DBL_MAX, DBL_MIN, 1e-310};
    struct buoy_mesh *meshes[2] = {mesh_of(body_box(1, 1, 1), 0),
                                   mesh_of(body_moved(body_box(1, 1, 1), 0, 0, 9), 0)};
    const struct buoy_kernel *kernel = buoy_kernel_find("volume/auto/best");
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        for (int m = 0; m < 2; ++m) {
            const struct buoy_plane64 plane = {{0.0, 0.0, lengths[i]}, 0.25 * lengths[i]};
            struct buoy_volume volume;
            struct buoy_volume_error error;
            const struct buoy_volume_query query = {
                .mesh = meshes[m], .planes64 = &plane, .count = 1, .errors = &error};
            assert_int_equal(buoy_volume_with(kernel, &query, &volume, NULL), BUOY_OK);
            assert_true(fabs(volume.volume - (m ? 0.0 : 5.0)) <= error.volume);
            assert_true(error.volume < 1e-5);
            double d;
            const bool representable = m == 0 || lengths[i] < 1.0;
            assert_int_equal(buoy_draft64(meshes[m], plane.normal, 6.0, &d, NULL, NULL),
                             representable ? BUOY_OK : BUOY_ERROR_NON_FINITE);
            assert_true(!representable ||
                        fabs(d / lengths[i] - (m ? 9.5 : 0.5)) < (m ? 1e-4 : 1e-6));
        }
    }
}

// Planes in float, or offsets, beside planes in double.
TEST(planes_twice) {
    struct buoy_mesh *mesh = mesh_of(body_box(1, 1, 1), 0);
    const struct buoy_kernel *kernel = buoy_kernel_find("volume/auto/best");
    const struct buoy_kernel *other = buoy_kernel_find("hydrostatics/auto/best");
    const struct buoy_plane plane = {{0, 0, 1}, 0};
    const struct buoy_plane64 wide = {{0, 0, 1}, 0};
    const double offset = 0.0;
    for (int floats = 0; floats < 2; ++floats) {
        for (int offsets = 0; offsets < 2; ++offsets) {
            struct buoy_volume volume;
            struct buoy_hydrostatics at;
            const struct buoy_volume_query query = {.mesh = mesh,
                                                    .planes = floats ? &plane : NULL,
                                                    .offsets = offsets ? &offset : NULL,
                                                    .planes64 = &wide,
                                                    .count = 1};
            const struct buoy_hydrostatics_query more = {.mesh = mesh,
                                                         .planes = query.planes,
                                                         .offsets = query.offsets,
                                                         .planes64 = &wide,
                                                         .count = 1};
            const enum buoy_status expected = floats || offsets ? BUOY_ERROR_ARGUMENT : BUOY_OK;
            assert_int_equal(buoy_volume_with(kernel, &query, &volume, NULL), expected);
            assert_int_equal(buoy_hydrostatics_with(other, &more, &at, NULL), expected);
        }
    }
}
