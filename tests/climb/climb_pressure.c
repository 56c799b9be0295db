// Pressure on meshes in any pose and any water. Below planes, in the mesh's own frame, the truth is
// the exact volume, because the force is ρ g V n at its centre. Elsewhere the truth is kerner64,
// and the bounds of both are added. One variant per method: the others return its bits.
//
// Three families, so that a method with wide bounds does not draw the search away from the others.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "bodies/pose.h"
#include "buoyancy_kernels.h"
#include "climbers.h"
#include "exact.h"
#include "meshes.h"
#include "pressing.h"

// A question's numbers behind the mesh: a plane; a pose; a number that says which water; samples of
// a patch, or waves of five numbers each.
enum {
    PLANE = 0,
    PLACE = 4,
    TURN = 7,
    KIND = 11,
    SIDE = 4,
    SAMPLES = 12,
    GRID = SAMPLES + SIDE * SIDE, // x0, y0, spacing
    WAVES = SAMPLES,
    WAVE_NUMBERS = 5,
    WAVE_COUNT = 3,
    NUMBERS = GRID + 3
};

enum kind {
    EXACT_PLANE,
    PLANE_IN_A_POSE,
    PATCH,
    SINUSOIDS,
    KINDS
};

static enum kind kind_of(const double *rest) {
    return (enum kind)(fmod(fabs(rest[KIND]), KINDS));
}

static void start(const struct climb_family *family, struct rng *rng,
                  struct climb_question *question) {
    (void)family;
    double turn[3];
    climb_start_mesh(rng, question);
    climb_start_plane(rng, question);
    const size_t first = question->count - 4;
    const double reach = fabs(question->x[first + 3]) + 1.0;
    for (size_t i = PLACE; i < NUMBERS; ++i) {
        question->x[question->count++] = rng_between(rng, -1.0, 1.0);
    }
    double *rest = &question->x[first];
    rng_direction(rng, turn);
    for (int i = 0; i < 3; ++i) {
        rest[PLACE + i] *= rng_below(rng, 4) ? 1.0 : ldexp(1.0, (int)rng_below(rng, 20));
        rest[TURN + i] = turn[i];
    }
    rest[KIND] = 0.5 + (double)rng_below(rng, KINDS);
    if (kind_of(rest) == PATCH) { // some levels and planes
        const double rough = ldexp(1.0, -(int)rng_below(rng, 10));
        const double slope[2] = {rng_between(rng, -1.0, 1.0), rng_between(rng, -1.0, 1.0)};
        for (int i = 0; i < SIDE * SIDE; ++i) {
            rest[SAMPLES + i] = rest[SAMPLES + i] * rough + slope[0] * (i % SIDE) +
                                slope[1] * (double)(i / SIDE); // NOLINT(bugprone-integer-division)
        }
        rest[GRID] = rest[GRID + 1] = -2.0 * reach;
        rest[GRID + 2] = 4.0 * reach / (SIDE - 1);
    }
}

struct question {
    struct pressing pressing;
    struct buoy_patch *patch;
    struct buoy_waves *waves;
};

static bool set_patch(const double *rest, struct question *question) {
    const struct buoy_patch_grid grid = {
        {rest[GRID], rest[GRID + 1]}, {(float)rest[GRID + 2], (float)rest[GRID + 2]}, SIDE, SIDE};
    float heights[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; ++i) {
        heights[i] = (float)rest[SAMPLES + i];
    }
    question->pressing.water.kind = BUOY_WATER_PATCH;
    if (buoy_patch_create(&grid, &question->patch, NULL) != BUOY_OK ||
        buoy_patch_set(question->patch, heights, NULL) != BUOY_OK) {
        return false;
    }
    question->pressing.water.patch = question->patch;
    return true;
}

static bool set_waves(const double *rest, struct question *question) {
    struct buoy_wave waves[WAVE_COUNT];
    for (int i = 0; i < WAVE_COUNT; ++i) {
        const double *x = &rest[WAVES + i * WAVE_NUMBERS];
        waves[i] = (struct buoy_wave){.amplitude = fabsf((float)x[0]),
                                      .wavelength = 0.1f + fabsf((float)x[1]) * 10.0f,
                                      .direction = (float)x[2],
                                      .phase = (float)x[3],
                                      .period = fabsf((float)x[4])};
    }
    question->pressing.water.kind = BUOY_WATER_WAVES;
    if (buoy_waves_create(waves, WAVE_COUNT, 9.81, 0.0, &question->waves, NULL) != BUOY_OK) {
        return false;
    }
    question->pressing.water.waves = question->waves;
    return true;
}

// The water and the pose; false if there are no such.
static bool set(const double *rest, struct question *question) {
    struct pressing *pressing = &question->pressing;
    const enum kind kind = kind_of(rest);
    pressing->pose = buoy_pose_identity();
    pressing->water = buoy_calm_sea(BUOY_Z_UP);
    if (kind != EXACT_PLANE) {
        const double *q = &rest[TURN];
        const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        if (!(length > 1e-3)) {
            return false;
        }
        for (int i = 0; i < 4; ++i) {
            pressing->pose.rotation[i] = q[i] / length;
        }
        memcpy(pressing->pose.position, &rest[PLACE], sizeof pressing->pose.position);
    }
    pressing->water.plane = (struct buoy_plane){{0.0f, 0.0f, 1.0f}, 0.0f};
    return kind == PATCH       ? set_patch(rest, question)
           : kind == SINUSOIDS ? set_waves(rest, question)
                               : climb_plane(&rest[PLANE], &pressing->water.plane);
}

// NULL past the last.
static const char *const in_float[] = {"kerner", NULL};
static const char *const in_double[] = {"kerner64", "appendix", NULL};
static const char *const lumped[] = {"centre", NULL};

static bool is_judged(const struct buoy_kernel *kernel, const char *const *methods) {
    bool wanted = false;
    for (; *methods; ++methods) {
        wanted = wanted || strcmp(kernel->method->name, *methods) == 0;
    }
    return wanted && strcmp(kernel->method->family, "pressure") == 0 && climb_asks(kernel);
}

static bool ask(const struct buoy_kernel *kernel, const struct pressing *pressing,
                struct buoy_pressure *answer, struct buoy_pressure_bounds *bounds) {
    const size_t bytes = buoy_pressure_scratch_bytes(pressing->mesh, NULL);
    void *scratch = buoy_aligned_alloc(bytes);
    struct buoy_pressure_query query = pressing_query(pressing, scratch, bytes);
    query.kernel = kernel;
    const bool answered = buoy_pressure_compute(&query, NULL, answer, NULL) == BUOY_OK;
    if (answered) {
        kernel->method->pressure.bounds(&query, bounds);
    }
    buoy_aligned_free(scratch);
    return answered;
}

// By Archimedes; false if the volume is impossible, for example because the body is turned inside
// out.
static bool find_exact(const struct pressing *pressing, struct buoy_pressure *truth) {
    const struct buoy_plane *plane = &pressing->water.plane;
    const double n[3] = {plane->normal[0], plane->normal[1], plane->normal[2]};
    struct buoy_exact *exact = buoy_exact_create(pressing->mesh);
    struct buoy_hydrostatics surface;
    struct buoy_volume v;
    buoy_exact_volume(exact, plane, &v);
    const bool possible = v.volume >= 0.0 && v.volume <= buoy_exact_total(exact);
    buoy_exact_destroy(exact);
    const double weight = pressing->water.density * pressing->water.gravity;
    const double c[3] = {v.centre[0], v.centre[1], v.centre[2]};
    *truth = (struct buoy_pressure){.wetted_area = 0.0};
    for (int i = 0; i < 3; ++i) {
        truth->force[i] = weight * v.volume * (n[i] / sqrt(buoy_dot(n, n)));
    }
    buoy_add_cross(c, truth->force, truth->torque);
    climb_find_surface(pressing->mesh, plane, &surface);
    truth->wetted_area = surface.wetted_area;
    return possible;
}

static struct climb_ratio
judge_one(const struct buoy_kernel *kernel, const struct pressing *pressing,
          const struct buoy_pressure *got, const struct buoy_pressure *truth,
          const struct buoy_pressure_bounds *bounds, struct climb_ratio worst) {
    double torque[3], true_torque[3];
    torque_at_centre(pressing, got, torque);
    torque_at_centre(pressing, truth, true_torque);
    const double force = buoy_distance(got->force, truth->force);
    const double turn = buoy_distance(torque, true_torque);
    const double area = fabs(got->wetted_area - truth->wetted_area);
    worst = climb_note(worst, kernel->id, "force", force, bounds->force);
    worst = climb_note(worst, kernel->id, "torque", turn, bounds->torque);
    return climb_note(worst, kernel->id, "wetted area", area, bounds->area);
}

static struct climb_ratio judge_all(const struct question *question, enum kind kind,
                                    const char *const *methods) {
    const struct pressing *pressing = &question->pressing;
    const struct buoy_kernel *reference = buoy_kernel_find("pressure/kerner64/scalar");
    struct climb_ratio worst = {.ratio = -1.0, .what = "nothing"};
    struct buoy_pressure truth, got;
    struct buoy_pressure_bounds more = {0}, bounds;
    if (kind == EXACT_PLANE ? !find_exact(pressing, &truth)
                            : !ask(reference, pressing, &truth, &more)) {
        return worst;
    }
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        const struct buoy_kernel *kernel = buoy_kernel_at(i);
        if (is_judged(kernel, methods) && (kind == EXACT_PLANE || kernel != reference) &&
            ask(kernel, pressing, &got, &bounds)) {
            bounds.force += more.force;
            bounds.torque += more.torque;
            bounds.area += more.area;
            worst = judge_one(kernel, pressing, &got, &truth, &bounds, worst);
        }
    }
    return worst;
}

static struct climb_ratio judge(const struct climb_family *family,
                                const struct climb_question *numbers) {
    const char *const *const methods = family == &climb_pressure     ? in_float
                                       : family == &climb_pressure64 ? in_double
                                                                     : lumped;
    const double *rest;
    struct climb_ratio worst = {.ratio = -1.0, .what = "nothing"};
    struct question question = {.pressing.body = "a mesh"};
    struct buoy_mesh *mesh = climb_mesh(numbers, &rest);
    question.pressing.mesh = mesh;
    if (mesh && set(rest, &question)) {
        worst = judge_all(&question, kind_of(rest), methods);
    }
    buoy_patch_destroy(question.patch);
    buoy_waves_destroy(question.waves);
    buoy_mesh_destroy(mesh);
    return worst;
}

static void print(const struct climb_family *family, const struct climb_question *question,
                  FILE *file) {
    (void)family;
    const double *rest = &question->x[question->count - NUMBERS];
    struct buoy_plane plane;
    climb_plane(rest, &plane);
    fprintf(file, "# water %d, all numbers", (int)kind_of(rest));
    for (int i = 0; i < NUMBERS; ++i) {
        fprintf(file, " %a", rest[i]);
    }
    fprintf(file, "\n");
    climb_print_mesh(question, &plane, file);
}

const struct climb_family climb_pressure = {
    .name = "pressure", .start = start, .judge = judge, .print = print};
const struct climb_family climb_pressure64 = {
    .name = "pressure64", .start = start, .judge = judge, .print = print};
const struct climb_family climb_pressure_centre = {
    .name = "pressure_centre", .start = start, .judge = judge, .print = print};
