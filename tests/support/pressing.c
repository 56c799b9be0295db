// Bodies in any water: queries the kernels of `pressure`, and checks their answers.
#include "pressing.h"
#include "buoyancy_kernels.h"

#include "base/memory.h"
#include "base/vector.h"
#include "bodies/pose.h"
#include "dispatch/registry.h"
#include "mesh/mesh.h"
#include "owned.h"
#include "test.h"

static void fail_pressure(const struct buoy_kernel *kernel, const struct pressing *pressing,
                          const char *property, const struct buoy_pressure *got) {
    const struct buoy_pose *pose = &pressing->pose;
    fail_msg("%s on %s at (%.17g %.17g %.17g) turned (%.17g %.17g %.17g %.17g) in water of kind "
             "%d: force (%.17g %.17g %.17g), torque (%.17g %.17g %.17g), area %.17g: %s",
             kernel->id, pressing->body, pose->position[0], pose->position[1], pose->position[2],
             pose->rotation[0], pose->rotation[1], pose->rotation[2], pose->rotation[3],
             (int)pressing->water.kind, got->force[0], got->force[1], got->force[2], got->torque[0],
             got->torque[1], got->torque[2], got->wetted_area, property);
}

// What is small beside the body may have no area, as floats or corners less the centre have it, but
// have felt a force all the same: the published methods build the parts that they cut, and the part
// of a needle that has lost its width may have the width of a rounding.
static bool is_possible(const struct buoy_kernel *kernel, const struct pressing *pressing,
                        const struct buoy_pressure *got) {
    const double least = strncmp(kernel->method->name, "kerner", 6) == 0 ? 1e-27 : 1e-14;
    struct buoy_mesh_info info;
    buoy_mesh_get_info(pressing->mesh, &info, NULL);
    const double pressure = pressing->water.density * pressing->water.gravity * info.diagonal;
    const double weight = pressure * info.area; // of much more than the body
    const double arm = info.diagonal + buoy_length(info.centre);
    double force = 0.0, torque = 0.0;
    for (int i = 0; i < 3; ++i) {
        force += fabs(got->force[i]) + fabs(got->drag_force[i]);
        torque += fabs(got->torque[i]) + fabs(got->drag_torque[i]);
    }
    // A pool inside a body has pressure on its walls alone.
    const bool none =
        pressing->water.region || (force <= least * weight && torque <= least * weight * arm);
    return isfinite(force + torque) && got->wetted_area >= 0.0 &&
           got->wetted_area <= info.area * (1.0 + 1e-6) && (got->wetted_area > 0.0 || none);
}

struct buoy_pressure_query pressing_query(const struct pressing *pressing, void *scratch,
                                          size_t scratch_bytes) {
    return (struct buoy_pressure_query){
        .mesh = pressing->mesh,
        .pose = pressing->pose,
        .water = &pressing->water,
        .motion = pressing->motion,
        .scratch = scratch,
        .scratch_bytes = scratch_bytes,
    };
}

struct buoy_pressure ask_pressure(const struct buoy_kernel *kernel,
                                  const struct pressing *pressing) {
    const size_t bytes = buoy_pressure_scratch_bytes(pressing->mesh, NULL);
    void *scratch = buoy_aligned_alloc(bytes);
    assert_non_null(scratch);
    memset(scratch, 0xff, bytes); // NaNs, for those who read before they write
    struct buoy_pressure_query query = pressing_query(pressing, scratch, bytes);
    query.kernel = kernel;
    struct buoy_pressure result;
    assert_int_equal(buoy_pressure_compute(&query, pressing->waterline, &result, NULL), BUOY_OK);
    buoy_aligned_free(scratch);
    if (!is_possible(kernel, pressing, &result)) {
        fail_pressure(kernel, pressing, "this cannot be", &result);
    }
    return result;
}

// --------------------------------------------------------------------------------- expecting

void torque_at_centre(const struct pressing *pressing, const struct buoy_pressure *about_pose,
                      double torque[3]) {
    struct buoy_rotation rotation;
    double arm[3];
    assert_true(buoy_pose_rotation(&pressing->pose, &rotation));
    buoy_rotate(&rotation, pressing->mesh->centre, arm);
    memcpy(torque, about_pose->torque, 3 * sizeof *torque);
    buoy_add_cross(about_pose->force, arm, torque);
}

struct buoy_pressure_bounds bounds_of_pressure(const struct buoy_kernel *kernel,
                                               const struct pressing *pressing) {
    const struct buoy_kernel *reference = buoy_kernel_find("pressure/kerner64/scalar");
    const size_t bytes = buoy_pressure_scratch_bytes(pressing->mesh, NULL);
    void *scratch = buoy_aligned_alloc(bytes);
    assert_non_null(scratch);
    struct buoy_pressure_query query = pressing_query(pressing, scratch, bytes);
    query.kernel = kernel;
    struct buoy_pressure_bounds bounds, expected;
    kernel->method->pressure.bounds(&query, &bounds);
    reference->method->pressure.bounds(&query, &expected);
    buoy_aligned_free(scratch);
    bounds.force += expected.force;
    bounds.torque += expected.torque;
    bounds.area += expected.area;
    return bounds;
}

void expect_pressure(const struct buoy_kernel *kernel, const struct pressing *pressing,
                     const char *property, const struct buoy_pressure *got,
                     const struct buoy_pressure *expected, double slack) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(pressing->mesh, &info, NULL);
    const double whole = pressing->water.density * pressing->water.gravity * info.volume;
    const struct buoy_pressure_bounds most = bounds_of_pressure(kernel, pressing);
    double torque[3], expected_torque[3];
    torque_at_centre(pressing, got, torque);
    torque_at_centre(pressing, expected, expected_torque);
    const double force_error = buoy_distance(got->force, expected->force);
    const double torque_error = buoy_distance(torque, expected_torque);
    const double area_error = fabs(got->wetted_area - expected->wetted_area);
    if (!(force_error <= most.force + slack * whole) ||
        !(torque_error <= most.torque + slack * whole * info.diagonal) ||
        !(area_error <= most.area + slack * info.area)) {
        char text[500];
        snprintf(text, sizeof text,
                 "%s; expected force (%.17g %.17g %.17g), torque (%.17g %.17g %.17g), area %.17g; "
                 "errors %.3g %.3g %.3g, allowed %.3g %.3g %.3g",
                 property, expected->force[0], expected->force[1], expected->force[2],
                 expected->torque[0], expected->torque[1], expected->torque[2],
                 expected->wetted_area, force_error, torque_error, area_error, most.force,
                 most.torque, most.area);
        fail_pressure(kernel, pressing, text, got);
    }
}

// ---------------------------------------------------------------------------------- making

struct buoy_pose random_pose(struct rng *rng, const struct buoy_mesh *mesh, const double at[3]) {
    struct buoy_pose pose;
    double length2;
    do {
        length2 = 0.0;
        for (int i = 0; i < 4; ++i) {
            pose.rotation[i] = rng_between(rng, -1.0, 1.0);
            length2 += pose.rotation[i] * pose.rotation[i];
        }
    } while (length2 > 1.0 || length2 < 0.01);
    for (int i = 0; i < 4; ++i) {
        pose.rotation[i] /= sqrt(length2);
    }
    struct buoy_rotation rotation;
    double arm[3];
    assert_true(buoy_pose_rotation(&pose, &rotation));
    buoy_rotate(&rotation, mesh->centre, arm);
    for (int i = 0; i < 3; ++i) {
        pose.position[i] = at[i] - arm[i];
    }
    return pose;
}

struct buoy_waves *random_waves(struct rng *rng, double length) {
    enum {
        count = 5
    };
    struct buoy_wave waves[count];
    for (int i = 0; i < count; ++i) {
        waves[i] = (struct buoy_wave){
            .amplitude = (float)(rng_between(rng, 0.0, 0.1) * length),
            .wavelength = (float)(rng_between(rng, 0.5, 4.0) * length),
            .direction = (float)rng_between(rng, -3.0, 3.0),
            .phase = (float)rng_between(rng, -3.0, 3.0),
        };
    }
    return waves_of(waves, count, BUOY_GRAVITY);
}

struct buoy_patch *patch_of_waves(const struct buoy_waves *waves, double half, uint32_t columns,
                                  uint32_t rows) {
    const struct buoy_patch_grid grid = {.origin[0] = -half,
                                         .origin[1] = -half,
                                         .spacing[0] = (float)(2.0 * half / (columns - 1)),
                                         .spacing[1] = (float)(2.0 * half / (rows - 1)),
                                         .columns = columns,
                                         .rows = rows};
    struct buoy_patch *patch = patch_of(&grid);
    assert_int_equal(buoy_patch_fill_waves(patch, waves, 0.0, NULL), BUOY_OK);
    return patch;
}

struct waters waters_make(struct rng *rng) {
    struct waters waters = {.waves = random_waves(rng, 2.0)};
    waters.patch = patch_of_waves(waters.waves, 0.8, 16, 16);
    return waters;
}

void waters_free(struct waters *waters) {
    test_end(waters->patch);
    test_end(waters->waves);
}

struct pressing random_pressing(struct rng *rng, const struct buoy_mesh *mesh,
                                const struct waters *waters) {
    double at[3];
    for (int i = 0; i < 3; ++i) {
        at[i] = rng_between(rng, -1.0, 1.0);
    }
    struct pressing pressing = {.body = "a body",
                                .mesh = mesh,
                                .pose = random_pose(rng, mesh, at),
                                .water = buoy_calm_sea(BUOY_Z_UP)};
    pressing.water.kind = (enum buoy_water_kind)rng_below(rng, 3);
    pressing.water.waves = waters->waves;
    pressing.water.patch = waters->patch;
    return pressing;
}
