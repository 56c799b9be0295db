// What is missing: each pointer that a public function needs, null in turn, is refused by name.
// (test_contract_refused.c has the queries of families, test_refused*.c what else is refused.)
#include "body.h"
#include "buoyancy_equilibrium.h"
#include "buoyancy_foreign.h"
#include "buoyancy_hydrodynamics.h"
#include "buoyancy_kernels.h"
#include "buoyancy_polygon.h"
#include "buoyancy_pressure.h"
#include "buoyancy_shapes.h"
#include "buoyancy_step.h"
#include "motion.h"
#include "owned.h"
#include "test.h"

static struct buoy_error error;
static size_t accepted;

static void expect_argument(const char *call, bool refused) {
    if (!refused || error.status != BUOY_ERROR_ARGUMENT || error.message[0] == '\0') {
        print_error("%s: %d, '%s'\n", call, (int)error.status, error.message);
        ++accepted;
    }
    error = (struct buoy_error){.status = BUOY_OK};
}

#define REFUSED(call) expect_argument(#call, (call) == BUOY_ERROR_ARGUMENT)
#define NO_SIZE(call) expect_argument(#call, (call) == SIZE_MAX)

static int end(void **state) {
    (void)state;
    return accepted > 0;
}

TEST_EACH(NULL, end)

TEST(meshes) {
    struct buoy_mesh *mesh = mesh_of(body_box(1.0f, 1.0f, 1.0f), BUOY_MESH_KEEP_ALL), *made;
    struct buoy_mesh_info info;
    struct buoy_closing closing;
    struct buoy_diagnosis diagnosis;
    const struct buoy_plane plane = {{0.0f, 0.0f, 1.0f}, 0.0f};
    const struct buoy_plane64 wide = {{0.0, 0.0, 1.0}, 0.0};
    struct buoy_volume volume;
    struct buoy_hydrostatics at;
    struct buoy_form form;
    const double up[3] = {0.0, 0.0, 1.0};
    float positions[24];
    double positions64[24];
    uint32_t indices[36];
    uint8_t hidden[12];
    char image[64];
    REFUSED(buoy_mesh_create(NULL, &made, &error));
    REFUSED(buoy_mesh_get_info(NULL, &info, &error));
    REFUSED(buoy_mesh_get_info(mesh, NULL, &error));
    REFUSED(buoy_mesh_get_closing(NULL, &closing, &error));
    REFUSED(buoy_mesh_get_closing(mesh, NULL, &error));
    REFUSED(buoy_mesh_diagnose(NULL, &diagnosis, &error));
    REFUSED(buoy_mesh_copy_out(NULL, positions, indices, &error));
    REFUSED(buoy_mesh_copy_out64(NULL, positions64, indices, &error));
    NO_SIZE(buoy_mesh_image_bytes(NULL, &error));
    REFUSED(buoy_mesh_save(NULL, image, sizeof image, &error));
    REFUSED(buoy_mesh_save(mesh, NULL, 1 << 20, &error));
    REFUSED(buoy_mesh_load(NULL, 64, &made, &error));
    REFUSED(buoy_mesh_load(image, sizeof image, NULL, &error));
    REFUSED(buoy_mesh_find_hidden(NULL, hidden, &error));
    REFUSED(buoy_mesh_find_hidden(mesh, NULL, &error));
    REFUSED(buoy_volume_compute(&(struct buoy_volume_query){.planes = &plane, .count = 1}, &volume,
                                &error));
    REFUSED(buoy_volume_compute(&(struct buoy_volume_query){.mesh = mesh, .count = 1}, &volume,
                                &error));
    REFUSED(buoy_volume_compute(
        &(struct buoy_volume_query){.mesh = mesh, .planes = &plane, .count = 1}, NULL, &error));
    REFUSED(buoy_volume_compute(&(struct buoy_volume_query){.planes64 = &wide, .count = 1}, &volume,
                                &error));
    REFUSED(buoy_volume_compute(&(struct buoy_volume_query){.mesh = mesh, .count = 1}, &volume,
                                &error));
    REFUSED(buoy_volume_compute(
        &(struct buoy_volume_query){.mesh = mesh, .planes64 = &wide, .count = 1}, NULL, &error));
    REFUSED(buoy_hydrostatics_compute(
        &(struct buoy_hydrostatics_query){.planes = &plane, .count = 1}, &at, &error));
    REFUSED(buoy_hydrostatics_compute(&(struct buoy_hydrostatics_query){.mesh = mesh, .count = 1},
                                      &at, &error));
    REFUSED(buoy_hydrostatics_compute(
        &(struct buoy_hydrostatics_query){.mesh = mesh, .planes = &plane, .count = 1}, NULL,
        &error));
    REFUSED(buoy_hydrostatics_compute(
        &(struct buoy_hydrostatics_query){.planes64 = &wide, .count = 1}, &at, &error));
    REFUSED(buoy_hydrostatics_compute(&(struct buoy_hydrostatics_query){.mesh = mesh, .count = 1},
                                      &at, &error));
    REFUSED(buoy_hydrostatics_compute(
        &(struct buoy_hydrostatics_query){.mesh = mesh, .planes64 = &wide, .count = 1}, NULL,
        &error));
    REFUSED(buoy_curves_of_form(NULL, up, NULL, 1, &form, &error));
    REFUSED(buoy_curves_of_form(mesh, NULL, NULL, 1, &form, &error));
    REFUSED(buoy_curves_of_form(mesh, up, NULL, 1, NULL, &error));
    NO_SIZE(buoy_pressure_scratch_bytes(NULL, &error));
    NO_SIZE(buoy_volume_scratch_bytes(NULL, mesh, &error));
    NO_SIZE(buoy_volume_scratch_bytes(buoy_kernel_find("volume/blocks/scalar"), NULL, &error));
}

TEST(statics) {
    struct buoy_hydrostatics at = {.volume = 1.0};
    struct buoy_metacentric_radii radii;
    const float up[3] = {0.0f, 0.0f, 1.0f};
    const double point[3] = {0.0, 0.0, 0.0};
    double stiffness[6][6];
    REFUSED(buoy_metacentric_radii_compute(NULL, up, &radii, &error));
    REFUSED(buoy_metacentric_radii_compute(&at, NULL, &radii, &error));
    REFUSED(buoy_metacentric_radii_compute(&at, up, NULL, &error));
    REFUSED(buoy_stiffness(NULL, up, 1.0, point, stiffness, &error));
    REFUSED(buoy_stiffness(&at, NULL, 1.0, point, stiffness, &error));
    REFUSED(buoy_stiffness(&at, up, 1.0, NULL, stiffness, &error));
    REFUSED(buoy_stiffness(&at, up, 1.0, point, NULL, &error));
}

TEST(kernels) {
    struct buoy_kernel_info info;
    char bytes[64];
    REFUSED(buoy_kernel_get_info(NULL, &info, &error));
    REFUSED(buoy_kernel_get_info(buoy_kernel_at(0), NULL, &error));
    REFUSED(buoy_profile_load(NULL, &error));
    REFUSED(buoy_profile_load_text(NULL, 1, &error));
    REFUSED(buoy_struct_fill("buoy_box", NULL, sizeof(struct buoy_shape), &error));
    assert_int_equal(buoy_struct_bytes(NULL), 0);
    REFUSED(buoy_struct_fill(NULL, bytes, sizeof bytes, &error));
    assert_null(buoy_kernel_find(NULL));
}

TEST(plane) {
    static const float xy[6] = {0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 1.0f};
    const struct buoy_polygon polygon = {xy, 3};
    const struct buoy_circle circle = {{0.0f, 0.0f}, 1.0f};
    const struct buoy_line line = {{0.0f, 1.0f}, 0.5f};
    const struct buoy_motion2d motion = {0};
    struct buoy_polygon_info info;
    struct buoy_area area;
    struct buoy_force2d drag, lift;
    REFUSED(buoy_polygon_compute(&(struct buoy_polygon_query){.lines = &line, .count = 1}, &area,
                                 &error));
    REFUSED(buoy_polygon_compute(&(struct buoy_polygon_query){.polygons = &polygon, .count = 1},
                                 &area, &error));
    REFUSED(buoy_polygon_compute(
        &(struct buoy_polygon_query){.polygons = &polygon, .lines = &line, .count = 1}, NULL,
        &error));
    REFUSED(buoy_polygon_get_info(NULL, &info, &error));
    REFUSED(buoy_polygon_get_info(&polygon, NULL, &error));
    REFUSED(buoy_circle_compute(NULL, &line, 1, &area, &error));
    REFUSED(buoy_circle_compute(&circle, NULL, 1, &area, &error));
    REFUSED(buoy_circle_compute(&circle, &line, 1, NULL, &error));
    REFUSED(buoy_polygon_in_polygon(NULL, &polygon, &area, &error));
    REFUSED(buoy_polygon_in_polygon(&polygon, NULL, &area, &error));
    REFUSED(buoy_polygon_in_polygon(&polygon, &polygon, NULL, &error));
    REFUSED(buoy_circle_in_circle(NULL, &circle, &area, &error));
    REFUSED(buoy_circle_in_circle(&circle, NULL, &area, &error));
    REFUSED(buoy_circle_in_circle(&circle, &circle, NULL, &error));
    REFUSED(buoy_circle_in_polygon(NULL, &polygon, &area, &error));
    REFUSED(buoy_circle_in_polygon(&circle, NULL, &area, &error));
    REFUSED(buoy_circle_in_polygon(&circle, &polygon, NULL, &error));
    REFUSED(buoy_polygon_in_circle(NULL, &circle, &area, &error));
    REFUSED(buoy_polygon_in_circle(&polygon, NULL, &area, &error));
    REFUSED(buoy_polygon_in_circle(&polygon, &circle, NULL, &error));
    // One body and one water, neither none nor two, and a motion.
    for (unsigned given = 0; given < 64; ++given) {
        const struct buoy_drag2d_query query = {.polygon = given & 1 ? &polygon : NULL,
                                                .circle = given & 2 ? &circle : NULL,
                                                .line = given & 4 ? &line : NULL,
                                                .pool = given & 8 ? &polygon : NULL,
                                                .basin = given & 16 ? &circle : NULL,
                                                .motion = given & 32 ? &motion : NULL,
                                                .density = 1.0};
        const unsigned bodies = given & 3, waters = given >> 2 & 7;
        const bool one =
            (bodies == 1 || bodies == 2) && (waters == 1 || waters == 2 || waters == 4);
        if (!(one && given & 32)) {
            REFUSED(buoy_drag2d_compute(&query, &drag, &lift, &error));
        }
    }
    REFUSED(buoy_drag2d_compute(NULL, &drag, &lift, &error));
}

static void flat(void *context, const double *x, const double *y, size_t count, float *heights) {
    (void)context, (void)x, (void)y;
    memset(heights, 0, count * sizeof *heights);
}

TEST(water) {
    const struct buoy_wave wave = {.amplitude = 1.0f, .wavelength = 10.0f};
    const struct buoy_patch_grid grid = {{0.0, 0.0}, {1.0f, 1.0f}, 2, 2};
    const struct buoy_water sea = buoy_calm_sea();
    const uint32_t first[2] = {0, 0}, count[2] = {1, 1};
    const double place = 0.5;
    float height;
    struct buoy_texels texels = (struct buoy_texels){.stride = sizeof(float)}, three[3];
    struct buoy_surface surface = {.x = &place, .y = &place, .count = 1, .height = &height};
    struct buoy_patch *patch = patch_of(&grid);
    struct buoy_patch_grid got;
    struct buoy_waves *waves;
    assert_int_equal(buoy_waves_create(&wave, 1, 9.81, 0.0, &waves, NULL), BUOY_OK);
    three[0] = three[1] = three[2] = texels;
    REFUSED(buoy_waves_sample(NULL, 0.0, &surface, &error));
    REFUSED(buoy_waves_sample(waves, 0.0, NULL, &error));
    REFUSED(buoy_patch_get_grid(NULL, &got, &error));
    REFUSED(buoy_patch_get_grid(patch, NULL, &error));
    REFUSED(buoy_patch_update(NULL, first, count, &texels, &error));
    REFUSED(buoy_patch_update(patch, first, count, NULL, &error));
    REFUSED(buoy_patch_update(patch, first, count, &texels, &error));
    REFUSED(buoy_patch_displace(NULL, three, &error));
    REFUSED(buoy_patch_displace(patch, three, &error));
    REFUSED(buoy_patch_fill(NULL, flat, NULL, &error));
    REFUSED(buoy_patch_fill(patch, NULL, NULL, &error));
    REFUSED(buoy_patch_fill_waves(NULL, waves, 0.0, &error));
    REFUSED(buoy_patch_fill_waves(patch, NULL, 0.0, &error));
    REFUSED(buoy_patch_follow(NULL, 0.0, 0.0, flat, NULL, &error));
    REFUSED(buoy_patch_follow(patch, 0.0, 0.0, NULL, NULL, &error));
    REFUSED(buoy_patch_follow_waves(NULL, 0.0, 0.0, waves, 0.0, &error));
    REFUSED(buoy_patch_follow_waves(patch, 0.0, 0.0, NULL, 0.0, &error));
    REFUSED(buoy_patch_sample(NULL, &surface, &error));
    REFUSED(buoy_patch_sample(patch, NULL, &error));
    REFUSED(buoy_water_sample(NULL, &surface, &error));
    REFUSED(buoy_water_sample(&sea, NULL, &error));
    buoy_waves_destroy(waves);
}

TEST(bodies) {
    struct buoy_hydrodynamics matrices = {0};
    struct buoy_hydrodynamic_motion moving = buoy_hydrodynamic_motion_default();
    struct buoy_hydrodynamic_forces forces;
    const struct buoy_shape ball = {.kind = BUOY_SHAPE_SPHERE, .size = {1.0f}};
    struct buoy_shape_info shape;
    struct buoy_pressure pressure;
    const struct buoy_pressure_query query = buoy_pressure_query_default();
    REFUSED(buoy_hydrodynamics_compute(NULL, &moving, &forces, &error));
    REFUSED(buoy_hydrodynamics_compute(&matrices, NULL, &forces, &error));
    REFUSED(buoy_hydrodynamics_compute(&matrices, &moving, NULL, &error));
    REFUSED(buoy_shape_get_info(NULL, &shape, &error));
    REFUSED(buoy_shape_get_info(&ball, NULL, &error));
    REFUSED(buoy_pressure_compute(NULL, NULL, &pressure, &error));
    REFUSED(buoy_pressure_compute(&query, NULL, &pressure, &error)); // no mesh
    REFUSED(buoy_pressure_in_detail(NULL, NULL, &pressure, &error));
    REFUSED(buoy_forces_compute(NULL, NULL, &error));
}
