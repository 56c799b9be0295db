// The values of BUOY_ISA and their effects. The library reads it once, so each value needs a
// process that has not read it yet: a child of this one, which never does.
#include <sys/wait.h>
#include <unistd.h>

#include "body.h"
#include "buoyancy_forces.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_kernels.h"
#include "buoyancy_polygon.h"
#include "buoyancy_pressure.h"
#include "buoyancy_shapes.h"
#include "floating.h"
#include "machine.h"
#include "test.h"

struct environment_case {
    const char *value;
    enum buoy_status status;
    const char *name; // what buoy_get_isa() reports if all is well
};

// ------------------------------------------------------------ what picks kernels by itself

static const struct buoy_plane plane = {{0.0f, 0.0f, 1.0f}, 0.0f};

static enum buoy_status ask_polygon(const struct buoy_mesh *mesh) {
    static const float vertices[] = {0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 1.0f};
    const struct buoy_polygon polygon = {vertices, 3};
    const struct buoy_line line = {{0.0f, 1.0f}, 0.5f};
    struct buoy_area area;
    (void)mesh;
    return buoy_polygon_compute(
        &(struct buoy_polygon_query){.polygons = &polygon, .lines = &line, .count = 1}, &area,
        NULL);
}

static enum buoy_status ask_hydrostatics(const struct buoy_mesh *mesh) {
    struct buoy_hydrostatics at;
    return buoy_hydrostatics_compute(
        &(struct buoy_hydrostatics_query){.mesh = mesh, .planes = &plane, .count = 1}, &at, NULL);
}

static enum buoy_status ask_draft(const struct buoy_mesh *mesh) {
    static const float up[3] = {0.0f, 0.0f, 1.0f};
    double d;
    return buoy_draft(mesh, (const double[3]){up[0], up[1], up[2]}, 1.0, &d, NULL, NULL);
}

static enum buoy_status ask_waves(const struct buoy_mesh *mesh) {
    const double zero = 0.0;
    float height;
    struct buoy_surface query = {.x = &zero, .y = &zero, .count = 1, .height = &height};
    struct buoy_waves *waves;
    enum buoy_status status = buoy_waves_create(NULL, 0, 1.0, 0.0, &waves, NULL);
    (void)mesh;
    status = status == BUOY_OK ? buoy_waves_sample(waves, 0.0, &query, NULL) : status;
    buoy_waves_destroy(waves);
    return status;
}

static enum buoy_status ask_pressure(const struct buoy_mesh *mesh) {
    _Alignas(64) static char scratch[4096];
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    const struct buoy_pressure_query query = {.mesh = mesh,
                                              .pose = buoy_pose_identity(),
                                              .water = &water,
                                              .scratch = scratch,
                                              .scratch_bytes = sizeof scratch};
    struct buoy_pressure pressure;
    return buoy_pressure_compute(&query, NULL, &pressure, NULL);
}

static enum buoy_status ask_forces(const struct buoy_mesh *mesh) {
    const struct buoy_submerged wet = {.volume = 1.0};
    const struct buoy_drag_body body = {.mass = 1.0, .volume = 1.0};
    const struct buoy_drag_motion motion = {.velocity = {0.0}};
    const struct buoy_met_water water = {.up = {0.0, 0.0, 1.0}};
    const struct buoy_forces_query query = {.submerged = &wet,
                                            .bodies = &body,
                                            .motions = &motion,
                                            .waters = &water,
                                            .count = 1,
                                            .density = 1.0};
    struct buoy_forces forces;
    (void)mesh;
    return buoy_forces_compute(&query, &forces, NULL);
}

static enum buoy_status ask_body_forces(const struct buoy_mesh *mesh) {
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    const struct floating_body body = floating_at_rest(mesh);
    struct buoy_body_forces forces;
    return floating_ask_within(&body, &water, floating_no_drag, 0.0, &forces, NULL);
}

static bool all_say(enum buoy_status status, const struct buoy_mesh *mesh) {
    return ask_polygon(mesh) == status && ask_hydrostatics(mesh) == status &&
           ask_draft(mesh) == status && ask_waves(mesh) == status && ask_pressure(mesh) == status &&
           ask_forces(mesh) == status && ask_body_forces(mesh) == status;
}

// ------------------------------------------------------------------------ the environment

// A method's best kernel keeps to BUOY_ISA; where that is wrong, it refuses.
static bool best_says(const struct environment_case *c, const struct buoy_mesh *mesh) {
    const struct buoy_kernel *best = buoy_kernel_find("volume/blocks/best");
    const struct buoy_volume_query query = {
        .mesh = mesh, .planes = &plane, .count = 1, .kernel = best};
    struct buoy_volume result = {.volume = -1.0};
    struct buoy_kernel_info info;
    buoy_kernel_get_info(best, &info, NULL);
    if (c->status != BUOY_OK) {
        return buoy_volume_compute(&query, &result, NULL) == BUOY_ERROR_NOT_RUNNABLE;
    }
    return buoy_volume_compute(&query, &result, NULL) == BUOY_OK && result.volume == 4.0 &&
           (strcmp(c->name, "scalar") != 0 || strcmp(info.isa, "scalar") == 0);
}

static int try_environment(const struct environment_case *c) {
    struct body body = body_box(1.0f, 1.0f, 1.0f);
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    struct buoy_volume result = {.volume = -1.0};
    struct buoy_error error;
    const char *name = NULL;
    const struct buoy_shape box = {BUOY_SHAPE_BOX, {1.0f, 1.0f, 1.0f}};
    setenv("BUOY_ISA", c->value, 1);
    if (!best_says(c, mesh)) { // the first to look
        return 1;
    }
    if (buoy_shapes_compute(
            &(struct buoy_shapes_query){.shapes = &box, .planes = &plane, .count = 1}, &result,
            NULL) != c->status ||
        buoy_volume_compute(&(struct buoy_volume_query){.mesh = mesh, .planes = &plane, .count = 1},
                            &result, NULL) != c->status ||
        buoy_get_isa(&name, &error) != c->status || !all_say(c->status, mesh)) {
        return 1;
    }
    if (c->status == BUOY_OK) {
        return result.volume != 4.0 || !name || strcmp(name, c->name) != 0;
    }
    const struct buoy_volume_query query = {
        .mesh = mesh, .planes = &plane, .count = 1, .kernel = buoy_kernel_find("volume/auto/best")};
    if (result.volume != -1.0 || !strstr(error.message, "BUOY_ISA") ||
        !strstr(error.message, c->value) ||
        buoy_volume_compute(&query, &result, NULL) != BUOY_ERROR_NOT_RUNNABLE ||
        result.volume != -1.0) {
        return 1;
    }
    unsetenv("BUOY_ISA"); // too late: what was read first holds, and no name is made up
    return buoy_get_isa(&name, &error) != BUOY_ERROR_NOT_RUNNABLE || name;
}

static void check_environment(const char *value, enum buoy_status status, const char *name) {
    const struct environment_case c = {value, status, name};
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        _exit(try_environment(&c));
    }
    int result;
    assert_true(waitpid(child, &result, 0) == child);
    FAIL_IF(!WIFEXITED(result) || WEXITSTATUS(result) != 0, "BUOY_ISA=%s did not mean '%s'", value,
            buoy_status_text(status));
}

TEST(environment) {
    check_environment("", BUOY_OK, machine_best());
    check_environment("sse", BUOY_ERROR_UNKNOWN_NAME, "");
    check_environment("AVX2", BUOY_ERROR_UNKNOWN_NAME, "");
    check_environment("avx2 ", BUOY_ERROR_UNKNOWN_NAME, "");
    for (size_t i = 0; i < buoy_isa_count; ++i) {
        const struct buoy_isa *isa = &buoy_isas[i];
        check_environment(isa->name, machine_can_run(isa) ? BUOY_OK : BUOY_ERROR_NOT_RUNNABLE,
                          isa->name);
    }
}
