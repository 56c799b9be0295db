// The rules that all public functions keep: a missing argument, each pointer null in turn, or an
// object of another family is an error that says so; after an error results are unchanged or NaN;
// success leaves no message; and the default of every query asks nothing. (test_contract_refused.c
// has the queries of families, test_refused*.c what else is refused.)
#include "base/memory.h"
#include "body.h"
#include "buoyancy_equilibrium.h"
#include "buoyancy_foreign.h"
#include "buoyancy_hydrodynamics.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_kernels.h"
#include "buoyancy_polygon.h"
#include "buoyancy_pressure.h"
#include "buoyancy_shapes.h"
#include "buoyancy_step.h"
#include "test.h"

static struct buoy_mesh *mesh;
static const struct buoy_plane level = {{0, 0, 1}, 0}, nowhere;
static const struct buoy_plane64 level64 = {{0, 0, 1}, 0};
static const float up[3] = {0, 0, 1};
static const double up64[3] = {0, 0, 1};

static int make_mesh(void **state) {
    (void)state;
    mesh = mesh_of(body_box(1, 1, 1), 0);
    return 0;
}

// Asks twice, with and without room for the error; it must say what is wrong.
#define EXPECT(expected, call)                                                                     \
    do {                                                                                           \
        struct buoy_error error = {BUOY_ERROR_TOO_LARGE, "old"};                                   \
        struct buoy_error *at = &error;                                                            \
        assert_int_equal(call, expected);                                                          \
        assert_int_equal(error.status, expected);                                                  \
        assert_true((error.message[0] != '\0') == ((expected) != BUOY_OK));                        \
        at = NULL;                                                                                 \
        assert_int_equal(call, expected);                                                          \
    } while (0)
#define REFUSED(call) EXPECT(BUOY_ERROR_ARGUMENT, call)
#define ACCEPTED(call) EXPECT(BUOY_OK, call)

// Asks a family a question of these members.
#define ASK(family, results, ...)                                                                  \
    buoy_##family##_compute(&(struct buoy_##family##_query){__VA_ARGS__}, results, at)

// Scratch sizes have no status: what is wrong makes them more than there is.
#define NO_SIZE(call)                                                                              \
    do {                                                                                           \
        struct buoy_error error = {BUOY_OK, ""};                                                   \
        struct buoy_error *at = &error;                                                            \
        assert_true((call) == SIZE_MAX);                                                           \
        assert_int_equal(error.status, BUOY_ERROR_ARGUMENT);                                       \
        assert_true(error.message[0] != '\0');                                                     \
        at = NULL;                                                                                 \
        assert_true((call) == SIZE_MAX);                                                           \
    } while (0)

static const struct buoy_kernel *kernel_of(const char *family) {
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        struct buoy_kernel_info info;
        buoy_kernel_get_info(buoy_kernel_at(i), &info, NULL);
        if (strcmp(info.family, family) == 0 && info.runnable) {
            return buoy_kernel_at(i);
        }
    }
    fail_msg("no kernel of %s", family);
    return NULL;
}

TEST(meshes) {
    struct buoy_mesh_info info;
    struct buoy_kernel_info kernel;
    float positions[24];
    double doubles[24];
    uint32_t indices[36];
    uint8_t hidden[12];
    struct buoy_closing closing;
    struct buoy_mesh *made;
    _Alignas(64) char image[64];
    ACCEPTED(buoy_mesh_get_info(mesh, &info, at));
    REFUSED(buoy_mesh_get_info(NULL, &info, at));
    REFUSED(buoy_mesh_get_info(mesh, NULL, at));
    ACCEPTED(buoy_mesh_copy_out(mesh, positions, indices, at));
    ACCEPTED(buoy_mesh_copy_out64(mesh, doubles, indices, at));
    REFUSED(buoy_mesh_copy_out64(NULL, doubles, indices, at));
    REFUSED(buoy_mesh_copy_out64(mesh, NULL, indices, at));
    REFUSED(buoy_mesh_copy_out64(mesh, doubles, NULL, at));
    REFUSED(buoy_mesh_copy_out(NULL, positions, indices, at));
    REFUSED(buoy_mesh_copy_out(mesh, NULL, indices, at));
    REFUSED(buoy_mesh_copy_out(mesh, positions, NULL, at));
    ACCEPTED(buoy_mesh_find_hidden(mesh, hidden, at));
    REFUSED(buoy_mesh_find_hidden(NULL, hidden, at));
    REFUSED(buoy_mesh_find_hidden(mesh, NULL, at));
    REFUSED(buoy_mesh_get_closing(NULL, &closing, at));
    REFUSED(buoy_mesh_get_closing(mesh, NULL, at));
    NO_SIZE(buoy_mesh_image_bytes(NULL, at));
    REFUSED(buoy_mesh_save(NULL, image, sizeof image, at));
    REFUSED(buoy_mesh_save(mesh, NULL, 1 << 20, at));
    REFUSED(buoy_mesh_load(NULL, 64, &made, at));
    REFUSED(buoy_mesh_load(image, sizeof image, NULL, at));
    ACCEPTED(buoy_kernel_get_info(buoy_kernel_at(0), &kernel, at));
    REFUSED(buoy_kernel_get_info(NULL, &kernel, at));
    REFUSED(buoy_kernel_get_info(buoy_kernel_at(0), NULL, at));
    REFUSED(buoy_profile_load(NULL, at));
    REFUSED(buoy_profile_load_text(NULL, 1, at));
    assert_null(buoy_kernel_find(NULL));
}

TEST(volume) {
    const struct buoy_kernel *kernel = kernel_of("volume"), *foreign = kernel_of("box");
    struct buoy_volume_query query = {0};
    struct buoy_volume result = {-7, {-7, -7, -7}};
    const struct buoy_volume before = result;
    query.kernel = kernel;
    REFUSED(buoy_volume_compute(&query, &result, at));
    query.mesh = mesh;
    ACCEPTED(buoy_volume_compute(&query, NULL, at)); // no planes: nothing to answer
    query.count = 1;
    REFUSED(buoy_volume_compute(&query, &result, at));
    query.planes = &level;
    REFUSED(buoy_volume_compute(NULL, &result, at));
    REFUSED(ASK(volume, &result, .planes = &level, .count = 1));
    REFUSED(ASK(volume, &result, .mesh = mesh, .count = 1));
    REFUSED(ASK(volume, NULL, .mesh = mesh, .planes = &level, .count = 1));
    REFUSED(ASK(volume, &result, .planes64 = &level64, .count = 1));
    REFUSED(ASK(volume, NULL, .mesh = mesh, .planes64 = &level64, .count = 1));
    assert_memory_equal(&result, &before, sizeof result);
    EXPECT(BUOY_ERROR_ELEMENT, ASK(volume, &result, .mesh = mesh, .planes = &nowhere, .count = 1));
    result = before;
    NO_SIZE(buoy_volume_scratch_bytes(NULL, mesh, at));
    NO_SIZE(buoy_volume_scratch_bytes(foreign, mesh, at));
    NO_SIZE(buoy_volume_scratch_bytes(kernel, NULL, at));
    assert_memory_equal(&result, &before, sizeof result);
    ACCEPTED(ASK(volume, &result, .mesh = mesh, .planes = &level, .count = 1));
    assert_true(result.volume == 4.0);
}

TEST(boxes) {
    const struct buoy_kernel *kernel = kernel_of("box");
    const struct buoy_shape box = {BUOY_SHAPE_BOX, {1, 1, 1}}, flat = {BUOY_SHAPE_BOX, {1, 0, 1}};
    struct buoy_shapes_query query = {0};
    struct buoy_shape_surface surface;
    struct buoy_volume result = {-7, {-7, -7, -7}};
    const struct buoy_volume before = result;
    query.kernel = kernel;
    ACCEPTED(buoy_shapes_compute(&query, NULL, at));
    query = (struct buoy_shapes_query){.shapes = &box, .planes = &level, .count = 1};
    REFUSED(buoy_shapes_compute(NULL, &result, at));
    REFUSED(ASK(shapes, &result, .planes = &level, .count = 1));
    REFUSED(ASK(shapes, &result, .shapes = &box, .count = 1));
    REFUSED(ASK(shapes, NULL, .shapes = &box, .planes = &level, .count = 1));
    query.voxels = BUOY_MAX_VOXELS + 1;
    query.kernel = kernel;
    REFUSED(buoy_shapes_compute(&query, &result, at));
    query.voxels = 0;
    query.surfaces = &surface; // which the kernels of `box` do not find
    REFUSED(buoy_shapes_compute(&query, &result, at));
    assert_memory_equal(&result, &before, sizeof result);
    EXPECT(BUOY_ERROR_ELEMENT, ASK(shapes, &result, .shapes = &flat, .planes = &level, .count = 1));
    ACCEPTED(ASK(shapes, &result, .shapes = &box, .planes = &level, .count = 1));
}

TEST(shapes) {
    const struct buoy_kernel *kernel = kernel_of("shapes");
    const struct buoy_shape ball = {BUOY_SHAPE_SPHERE, {1, 0, 0}},
                            flat = {BUOY_SHAPE_BOX, {1, 0, 1}};
    struct buoy_shapes_query query = {0};
    struct buoy_volume result = {-7, {-7, -7, -7}};
    const struct buoy_volume before = result;
    struct buoy_shape_info info;
    query.kernel = kernel;
    ACCEPTED(buoy_shapes_compute(&query, NULL, at));
    ACCEPTED(ASK(shapes, NULL, 0));
    query = (struct buoy_shapes_query){.shapes = &ball, .planes = &level, .count = 1};
    REFUSED(buoy_shapes_compute(NULL, &result, at));
    REFUSED(ASK(shapes, &result, .planes = &level, .count = 1));
    REFUSED(ASK(shapes, &result, .shapes = &ball, .count = 1));
    REFUSED(ASK(shapes, NULL, .shapes = &ball, .planes = &level, .count = 1));
    REFUSED(buoy_shape_get_info(NULL, &info, at));
    REFUSED(buoy_shape_get_info(&ball, NULL, at));
    REFUSED(buoy_shape_get_info(&flat, &info, at));
    assert_memory_equal(&result, &before, sizeof result);
    EXPECT(BUOY_ERROR_ELEMENT, ASK(shapes, &result, .shapes = &flat, .planes = &level, .count = 1));
    assert_true(isnan(result.volume) && isnan(result.centre[0]) && isnan(result.centre[1]) &&
                isnan(result.centre[2]));
    ACCEPTED(ASK(shapes, &result, .shapes = &ball, .planes = &level, .count = 1));
    ACCEPTED(buoy_shape_get_info(&ball, &info, at));
}

TEST(hydrostatics) {
    const struct buoy_kernel *kernel = kernel_of("hydrostatics");
    struct buoy_hydrostatics_query query = {0};
    struct buoy_hydrostatics result;
    struct buoy_metacentric_radii radii;
    struct buoy_form form;
    double d = -7.0, stiffness[6][6];
    query.kernel = kernel;
    REFUSED(buoy_hydrostatics_compute(&query, &result, at));
    query = (struct buoy_hydrostatics_query){.mesh = mesh, .planes = &level, .count = 1};
    REFUSED(buoy_hydrostatics_compute(NULL, &result, at));
    REFUSED(ASK(hydrostatics, &result, .planes = &level, .count = 1));
    REFUSED(ASK(hydrostatics, &result, .mesh = mesh, .count = 1));
    REFUSED(ASK(hydrostatics, NULL, .mesh = mesh, .planes = &level, .count = 1));
    REFUSED(ASK(hydrostatics, &result, .planes64 = &level64, .count = 1));
    REFUSED(ASK(hydrostatics, NULL, .mesh = mesh, .planes64 = &level64, .count = 1));
    REFUSED(buoy_curves_of_form(NULL, up64, NULL, 1, &form, at));
    REFUSED(buoy_curves_of_form(mesh, NULL, NULL, 1, &form, at));
    REFUSED(buoy_curves_of_form(mesh, up64, NULL, 1, NULL, at));
    ACCEPTED(ASK(hydrostatics, &result, .mesh = mesh, .planes = &level, .count = 1));
    REFUSED(buoy_draft(NULL, up64, 1.0, &d, NULL, at));
    REFUSED(buoy_draft(mesh, NULL, 1.0, &d, NULL, at));
    REFUSED(buoy_draft(mesh, up64, 1.0, NULL, NULL, at));
    EXPECT(BUOY_ERROR_RANGE, buoy_draft(mesh, up64, 9.0, &d, NULL, at));
    EXPECT(BUOY_ERROR_RANGE, buoy_draft(mesh, up64, -1.0, &d, NULL, at));
    EXPECT(BUOY_ERROR_NON_FINITE, buoy_draft(mesh, up64, (double)NAN, &d, NULL, at));
    assert_true(d == -7.0);
    ACCEPTED(buoy_draft(mesh, up64, 4.0, &d, NULL, at));
    REFUSED(buoy_metacentric_radii_compute(NULL, up, &radii, at));
    REFUSED(buoy_metacentric_radii_compute(&result, NULL, &radii, at));
    REFUSED(buoy_metacentric_radii_compute(&result, up, NULL, at));
    ACCEPTED(buoy_metacentric_radii_compute(&result, up, &radii, at));
    REFUSED(buoy_stiffness(NULL, up, 1.0, result.centre, stiffness, at));
    REFUSED(buoy_stiffness(&result, NULL, 1.0, result.centre, stiffness, at));
    REFUSED(buoy_stiffness(&result, up, 1.0, NULL, stiffness, at));
    REFUSED(buoy_stiffness(&result, up, 1.0, result.centre, NULL, at));
    ACCEPTED(buoy_stiffness(&result, up, 1.0, result.centre, stiffness, at));
}

TEST(polygons) {
    const struct buoy_kernel *kernel = kernel_of("polygon");
    const float corners[] = {-1, -1, 1, -1, 1, 1, -1, 1};
    const struct buoy_polygon polygons[2] = {{corners, 4}, {corners, 4}};
    const struct buoy_line lines[2] = {{{0, 1}, 0}, {{0, 1}, 0}},
                           wrong[2] = {{{0, 1}, 0}, {{0, 0}, 0}};
    struct buoy_polygon_query query = {0};
    struct buoy_area results[2] = {{-7, {-7, -7}}, {-7, {-7, -7}}};
    struct buoy_area before[2];
    memcpy(before, results, sizeof before);
    query.kernel = kernel;
    ACCEPTED(buoy_polygon_compute(&query, NULL, at));
    REFUSED(buoy_polygon_compute(NULL, results, at));
    REFUSED(ASK(polygon, results, .lines = lines, .count = 2));
    REFUSED(ASK(polygon, results, .polygons = polygons, .count = 2));
    assert_memory_equal(results, before, sizeof before);
    EXPECT(BUOY_ERROR_ELEMENT,
           ASK(polygon, results, .polygons = polygons, .lines = wrong, .count = 2));
    assert_true(results[0].area == 2.0 && isnan(results[1].area) && isnan(results[1].centre[1]));
    REFUSED(ASK(polygon, NULL, .polygons = polygons, .lines = lines, .count = 2));
    const struct buoy_circle circle = {{0, 0}, 1};
    struct buoy_area *area = results;
    REFUSED(buoy_circle_compute(NULL, lines, 1, area, at));
    REFUSED(buoy_circle_compute(&circle, NULL, 1, area, at));
    REFUSED(buoy_circle_compute(&circle, lines, 1, NULL, at));
    REFUSED(buoy_polygon_in_polygon(NULL, polygons, area, at));
    REFUSED(buoy_polygon_in_polygon(polygons, NULL, area, at));
    REFUSED(buoy_polygon_in_polygon(polygons, polygons, NULL, at));
    REFUSED(buoy_circle_in_circle(NULL, &circle, area, at));
    REFUSED(buoy_circle_in_circle(&circle, NULL, area, at));
    REFUSED(buoy_circle_in_circle(&circle, &circle, NULL, at));
    REFUSED(buoy_circle_in_polygon(NULL, polygons, area, at));
    REFUSED(buoy_circle_in_polygon(&circle, NULL, area, at));
    REFUSED(buoy_circle_in_polygon(&circle, polygons, NULL, at));
    REFUSED(buoy_polygon_in_circle(NULL, &circle, area, at));
    REFUSED(buoy_polygon_in_circle(polygons, NULL, area, at));
    REFUSED(buoy_polygon_in_circle(polygons, &circle, NULL, at));
    struct buoy_polygon_info info;
    struct buoy_motion2d motion = {.velocity = {1, 0}};
    struct buoy_force2d drag, lift;
    REFUSED(buoy_polygon_get_info(NULL, &info, at));
    REFUSED(buoy_polygon_get_info(polygons, NULL, at));
    ACCEPTED(buoy_polygon_get_info(polygons, &info, at));
    struct buoy_drag2d_query moving = {
        .polygon = polygons, .line = lines, .density = 1, .drag = 1, .lift = 1};
    REFUSED(buoy_drag2d_compute(NULL, &drag, &lift, at));
    REFUSED(buoy_drag2d_compute(&moving, &drag, &lift, at));
    moving.motion = &motion;
    REFUSED(buoy_drag2d_compute(&moving, NULL, &lift, at));
    REFUSED(buoy_drag2d_compute(&moving, &drag, NULL, at));
    ACCEPTED(buoy_drag2d_compute(&moving, &drag, &lift, at));
    // One body and one water, neither none nor two.
    for (unsigned given = 0; given < 32; ++given) {
        const unsigned bodies = given & 3, waters = given >> 2;
        moving.polygon = given & 1 ? polygons : NULL;
        moving.circle = given & 2 ? &circle : NULL;
        moving.line = given & 4 ? lines : NULL;
        moving.pool = given & 8 ? polygons : NULL;
        moving.basin = given & 16 ? &circle : NULL;
        if ((bodies == 1 || bodies == 2) && (waters == 1 || waters == 2 || waters == 4)) {
            ACCEPTED(buoy_drag2d_compute(&moving, &drag, &lift, at));
        } else {
            REFUSED(buoy_drag2d_compute(&moving, &drag, &lift, at));
        }
    }
    moving = (struct buoy_drag2d_query){
        .polygon = polygons, .line = lines, .motion = &motion, .drag = 1, .lift = 1};
    moving.density = (double)NAN;
    EXPECT(BUOY_ERROR_NON_FINITE, buoy_drag2d_compute(&moving, &drag, &lift, at));
    moving.density = 1;
    motion.velocity[1] = (double)NAN;
    EXPECT(BUOY_ERROR_NON_FINITE, buoy_drag2d_compute(&moving, &drag, &lift, at));
    ACCEPTED(ASK(polygon, results, .polygons = polygons, .lines = lines, .count = 2));
    assert_true(results[0].area == 2.0 && results[1].area == 2.0);
}

static void flat(void *context, const double *x, const double *y, size_t count, float *heights) {
    (void)context, (void)x, (void)y;
    memset(heights, 0, count * sizeof *heights);
}

TEST(water) {
    const struct buoy_wave wave = buoy_wave_default();
    struct buoy_patch_grid grid = buoy_patch_grid_default();
    struct buoy_waves *waves;
    struct buoy_patch *patch;
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    const double x = 0.5, y = 0.5;
    const float heights[4] = {0, 0, 0, 0};
    float height = -7, slope;
    struct buoy_surface surface = {.x = &x, .y = &y, .count = 1, .height = &height};
    REFUSED(buoy_waves_create(NULL, 1, BUOY_GRAVITY, 0.0, &waves, at));
    REFUSED(buoy_waves_create(NULL, 0, BUOY_GRAVITY, 0.0, NULL, at));
    REFUSED(buoy_patch_create(NULL, &patch, at));
    REFUSED(buoy_patch_create(&grid, NULL, at));
    assert_int_equal(buoy_waves_create(&wave, 1, BUOY_GRAVITY, 0.0, &waves, NULL), BUOY_OK);
    assert_int_equal(buoy_patch_create(&grid, &patch, NULL), BUOY_OK);
    REFUSED(buoy_waves_sample(NULL, 0, &surface, at));
    REFUSED(buoy_waves_sample(waves, 0, NULL, at));
    EXPECT(BUOY_ERROR_NON_FINITE, buoy_waves_sample(waves, (double)INFINITY, &surface, at));
    REFUSED(buoy_patch_get_grid(NULL, &grid, at));
    REFUSED(buoy_patch_get_grid(patch, NULL, at));
    ACCEPTED(buoy_patch_get_grid(patch, &grid, at));
    REFUSED(buoy_patch_set(NULL, heights, at));
    REFUSED(buoy_patch_set(patch, NULL, at));
    ACCEPTED(buoy_patch_set(patch, heights, at));
    const uint32_t first[2] = {0, 0}, count[2] = {2, 2};
    struct buoy_texels texels[3] = {(struct buoy_texels){.stride = sizeof(float)},
                                    (struct buoy_texels){.stride = sizeof(float)},
                                    (struct buoy_texels){.stride = sizeof(float)}};
    REFUSED(buoy_patch_update(patch, first, count, texels, at));
    REFUSED(buoy_patch_displace(patch, texels, at));
    texels[0].first = texels[1].first = texels[2].first = heights;
    REFUSED(buoy_patch_update(NULL, first, count, texels, at));
    REFUSED(buoy_patch_update(patch, NULL, count, texels, at));
    REFUSED(buoy_patch_update(patch, first, NULL, texels, at));
    REFUSED(buoy_patch_update(patch, first, count, NULL, at));
    ACCEPTED(buoy_patch_update(patch, first, count, texels, at));
    REFUSED(buoy_patch_displace(NULL, texels, at));
    REFUSED(buoy_patch_displace(patch, NULL, at));
    ACCEPTED(buoy_patch_displace(patch, texels, at));
    texels[2].type = (enum buoy_texel_type)2;
    REFUSED(buoy_patch_displace(patch, texels, at));
    REFUSED(buoy_patch_fill(NULL, flat, NULL, at));
    REFUSED(buoy_patch_fill(patch, NULL, NULL, at));
    REFUSED(buoy_patch_fill_waves(NULL, waves, 0, at));
    REFUSED(buoy_patch_fill_waves(patch, NULL, 0, at));
    ACCEPTED(buoy_patch_fill_waves(patch, waves, 0, at));
    REFUSED(buoy_patch_follow(NULL, 0, 0, flat, NULL, at));
    REFUSED(buoy_patch_follow(patch, 0, 0, NULL, NULL, at));
    REFUSED(buoy_patch_follow_waves(NULL, 0, 0, waves, 0, at));
    REFUSED(buoy_patch_follow_waves(patch, 0, 0, NULL, 0, at));
    ACCEPTED(buoy_patch_follow_waves(patch, 5, 5, waves, 0, at));
    EXPECT(BUOY_ERROR_NON_FINITE, buoy_patch_follow_waves(patch, (double)NAN, 5, waves, 0, at));
    REFUSED(buoy_patch_sample(NULL, &surface, at));
    REFUSED(buoy_patch_sample(patch, NULL, at));
    surface.slope_x = &slope;
    REFUSED(buoy_patch_sample(patch, &surface, at));
    surface.slope_x = NULL;
    REFUSED(buoy_water_check(NULL, at));
    ACCEPTED(buoy_water_check(&water, at));
    REFUSED(buoy_water_sample(NULL, &surface, at));
    REFUSED(buoy_water_sample(&water, NULL, at));
    water.kind = BUOY_WATER_PATCH;
    REFUSED(buoy_water_sample(&water, &surface, at));
    water.kind = BUOY_WATER_WAVES;
    REFUSED(buoy_water_sample(&water, &surface, at));
    assert_true(height == -7);
    water.waves = waves;
    ACCEPTED(buoy_water_sample(&water, &surface, at));
    assert_true(height == 0);
    buoy_waves_destroy(waves);
    buoy_patch_destroy(patch);
}

TEST(pressure) {
    const struct buoy_kernel *kernel = kernel_of("pressure");
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    const size_t bytes = buoy_pressure_scratch_bytes(mesh, NULL);
    struct buoy_pressure_query query = buoy_pressure_query_default();
    struct buoy_surface_motion motion = {0};
    struct buoy_waterline no_room = {NULL, 1, 0};
    struct buoy_pressure result, before;
    memset(&result, 0x5a, sizeof result);
    before = result;
    query.scratch = buoy_aligned_alloc(bytes);
    query.scratch_bytes = bytes;
    REFUSED(buoy_pressure_compute(&query, NULL, &result, at));
    query.mesh = mesh;
    REFUSED(buoy_pressure_compute(&query, NULL, &result, at));
    query.water = &water;
    query.motion = &motion;
    REFUSED(buoy_pressure_compute(NULL, NULL, &result, at));
    REFUSED(buoy_pressure_in_detail(NULL, NULL, &result, at));
    REFUSED(buoy_pressure_compute(&query, NULL, NULL, at));
    REFUSED(buoy_pressure_compute(&query, &no_room, &result, at));
    motion.drag = -1.0;
    query.kernel = kernel;
    REFUSED(buoy_pressure_compute(&query, NULL, &result, at));
    motion.drag = 0.0;
    query.scratch_bytes = bytes - 1;
    EXPECT(BUOY_ERROR_SCRATCH, buoy_pressure_compute(&query, NULL, &result, at));
    query.scratch_bytes = bytes;
    NO_SIZE(buoy_pressure_scratch_bytes(NULL, at));
    assert_memory_equal(&result, &before, sizeof result);
    ACCEPTED(buoy_pressure_compute(&query, NULL, &result, at));
    buoy_aligned_free(query.scratch);
}

static bool is_unknown(const struct buoy_force *force) {
    return isnan(force->force[0]) && isnan(force->force[1]) && isnan(force->force[2]) &&
           isnan(force->torque[0]) && isnan(force->torque[1]) && isnan(force->torque[2]);
}

TEST(forces) {
    const struct buoy_kernel *kernel = kernel_of("forces");
    struct buoy_submerged wet[2] = {{.volume = 1.0}, {.volume = 1.0}};
    const struct buoy_drag_body bodies[2] = {{.mass = 1, .volume = 1, .length = 1},
                                             {.mass = 1, .volume = 1, .length = 1}};
    const struct buoy_drag_motion motions[2] = {{.velocity = {1, 0, 0}}, {.velocity = {1, 0, 0}}};
    const struct buoy_met_water waters[2] = {{.up = {0, 0, 1}}, {.up = {0, 0, 1}}};
    struct buoy_forces_query query = buoy_forces_query_default();
    struct buoy_forces results[2];
    query.kernel = kernel;
    ACCEPTED(buoy_forces_compute(&query, NULL, at));
    query.count = 2;
    REFUSED(buoy_forces_compute(&query, results, at));
    query.submerged = wet;
    query.bodies = bodies;
    query.motions = motions;
    query.waters = waters;
    REFUSED(buoy_forces_compute(NULL, results, at));
    REFUSED(buoy_forces_compute(&query, NULL, at));
    ACCEPTED(buoy_forces_compute(&query, results, at));
    wet[1].volume = -1.0;
    EXPECT(BUOY_ERROR_ELEMENT, buoy_forces_compute(&query, results, at));
    assert_true(!is_unknown(&results[0].buoyancy) && !is_unknown(&results[0].drag));
    assert_true(is_unknown(&results[1].buoyancy) && is_unknown(&results[1].drag));
}

TEST(hydrodynamics) {
    const struct buoy_hydrodynamics matrices = {0};
    const struct buoy_hydrodynamic_motion moving = buoy_hydrodynamic_motion_default();
    struct buoy_hydrodynamic_forces forces;
    REFUSED(buoy_hydrodynamics_compute(NULL, &moving, &forces, at));
    REFUSED(buoy_hydrodynamics_compute(&matrices, NULL, &forces, at));
    REFUSED(buoy_hydrodynamics_compute(&matrices, &moving, NULL, at));
}

// What programs in other languages ask: sizes as sizeof has them, defaults as their functions do.
TEST(foreign) {
    struct buoy_step_query query, expected = {0};
    struct buoy_water sea, calm = buoy_calm_sea(BUOY_Z_UP);
    memset(&query, 0x55, sizeof query);
    memset(&sea, 0x55, sizeof sea);
    assert_int_equal(buoy_struct_bytes("buoy_step_query"), sizeof query);
    assert_int_equal(buoy_struct_bytes("buoy_mesh_input"), sizeof(struct buoy_mesh_input));
    assert_int_equal(buoy_struct_bytes("buoy_wave"), sizeof(struct buoy_wave));
    assert_int_equal(buoy_struct_bytes("buoy_mesh"), 0);
    assert_int_equal(buoy_struct_bytes(NULL), 0);
    ACCEPTED(buoy_struct_fill("buoy_step_query", &query, sizeof query, at));
    ACCEPTED(buoy_struct_fill("buoy_water", &sea, sizeof sea, at));
    assert_true(query.count == 0 && query.models == expected.models &&
                query.frame == expected.frame && query.dt == 0.0);
    assert_true(sea.plane.normal[2] == calm.plane.normal[2] && sea.density == calm.density);
    REFUSED(buoy_struct_fill("buoy_step_query", &query, sizeof query - 8, at));
    REFUSED(buoy_struct_fill("buoy_step_query", NULL, sizeof query, at));
    REFUSED(buoy_struct_fill(NULL, &query, sizeof query, at));
    EXPECT(BUOY_ERROR_UNKNOWN_NAME, buoy_struct_fill("buoy_mesh", &query, sizeof query, at));
}

// A mesh of nothing is refused, also by its default.
TEST(mesh_input) {
    struct buoy_mesh_input input = {0};
    struct buoy_diagnosis diagnosis;
    struct buoy_mesh *made = mesh;
    assert_int_equal(input.flags, 0);
    REFUSED(buoy_mesh_create(&input, &made, at));
    assert_null(made);
    REFUSED(buoy_mesh_create(NULL, &made, at));
    REFUSED(buoy_mesh_create(&input, NULL, at));
    REFUSED(buoy_mesh_diagnose(NULL, &diagnosis, at));
    REFUSED(buoy_mesh_diagnose(&input, NULL, at));
}

TEST_FIXTURE(make_mesh, NULL)
