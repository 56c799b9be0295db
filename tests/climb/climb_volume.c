// Volumes and centroids of meshes below planes: one search per method, because a method that comes
// near its bound easily would hide the others; only variants with bits of their own.
#include <math.h>
#include <string.h>

#include "base/aligned.h"
#include "climbers.h"
#include "dispatch/registry.h"
#include "exact.h"
#include "meshes.h"

static void start(struct rng *rng, struct climb_question *question) {
    climb_start_mesh(rng, question);
    climb_start_plane(rng, question);
}

static bool is_judged(const struct buoy_kernel *kernel, const char *method) {
    return strcmp(kernel->method->family, "volume") == 0 &&
           strcmp(kernel->method->name, method) == 0 && buoy_kernel_runs(kernel) &&
           (!kernel->deterministic || strcmp(kernel->isa, "scalar") == 0);
}

static struct climb_ratio judge_kernel(const struct buoy_kernel *kernel,
                                       const struct buoy_mesh *mesh, const struct buoy_plane *plane,
                                       const struct buoy_volume *truth) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    const size_t bytes = buoy_volume_scratch_bytes(kernel, mesh, NULL);
    void *scratch = buoy_aligned_alloc(bytes);
    const struct buoy_volume_query query = {
        .mesh = mesh, .planes = plane, .count = 1, .scratch = scratch, .scratch_bytes = bytes};
    struct buoy_volume got;
    const enum buoy_status status = buoy_volume_with(kernel, &query, &got, NULL);
    buoy_aligned_free(scratch);
    struct climb_ratio ratio = {.ratio = NAN, .what = kernel->id};
    if (status == BUOY_OK) {
        const struct buoy_volume_traits *traits = &kernel->method->volume;
        const double x = got.centre[0] - truth->centre[0], y = got.centre[1] - truth->centre[1],
                     z = got.centre[2] - truth->centre[2];
        const struct buoy_volume_bounds bounds = traits->bounds(mesh, plane, 0);
        ratio.ratio = fabs(got.volume - truth->volume) / (bounds.volume * info.volume);
        // Where nothing is promised of a centroid but that it lies in the box, none is to be found.
        if (bounds.centroid < 1.0) {
            ratio.ratio =
                fmax(ratio.ratio, sqrt(x * x + y * y + z * z) / (bounds.centroid * info.diagonal));
        }
    }
    return ratio;
}

// Whether an answer is possible for a body with no part inside out: such parts count negative, and
// no kernel makes promises about bodies with them.
static bool is_possible(const struct buoy_mesh *mesh, const struct buoy_plane *plane, double total,
                        const struct buoy_volume *truth) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    const double c[3] = {truth->centre[0], truth->centre[1], truth->centre[2]};
    const double n[3] = {(double)plane->normal[0], (double)plane->normal[1],
                         (double)plane->normal[2]};
    double height = -(double)plane->d, size = fabs(height);
    bool inside = truth->volume >= 0.0 && truth->volume <= total;
    for (int i = 0; i < 3; ++i) {
        inside = inside && fabs(c[i] - info.centre[i]) <= info.half_extent[i];
        height += n[i] * c[i];
        size += fabs(n[i] * c[i]);
    }
    return inside && (height <= 0x1p-50 * size || truth->volume == 0.0);
}

static struct climb_ratio judge(const struct climb_question *question, const char *method) {
    struct climb_ratio worst = {.ratio = -1.0, .what = "nothing"};
    const double *rest;
    struct buoy_mesh *mesh = climb_mesh(question, &rest);
    struct buoy_plane plane;
    if (!mesh || !climb_plane(rest, &plane)) {
        buoy_mesh_destroy(mesh);
        return worst;
    }
    struct buoy_exact *exact = buoy_exact_create(mesh);
    struct buoy_volume truth;
    buoy_exact_volume(exact, &plane, &truth);
    if (is_possible(mesh, &plane, buoy_exact_total(exact), &truth)) {
        for (size_t i = 0; i < buoy_kernel_count(); ++i) {
            if (is_judged(buoy_kernel_at(i), method)) {
                const struct climb_ratio ratio =
                    judge_kernel(buoy_kernel_at(i), mesh, &plane, &truth);
                worst = ratio.ratio <= worst.ratio ? worst : ratio;
            }
        }
    }
    buoy_exact_destroy(exact);
    buoy_mesh_destroy(mesh);
    return worst;
}

static void print(const struct climb_question *question, FILE *file) {
    struct buoy_plane plane;
    climb_plane(&question->x[question->count - 4], &plane);
    climb_print_mesh(question, &plane, file);
}

#define CLIMB_METHOD(method)                                                                       \
    static struct climb_ratio judge_##method(const struct climb_question *question) {              \
        return judge(question, #method);                                                           \
    }                                                                                              \
    const struct climb_family climb_volume_##method = {                                            \
        .name = "volume/" #method, .start = start, .judge = judge_##method, .print = print}

CLIMB_METHOD(blocks);
CLIMB_METHOD(hierarchy);
CLIMB_METHOD(batch);
CLIMB_METHOD(blocks64);
CLIMB_METHOD(hierarchy64);
CLIMB_METHOD(catto);
CLIMB_METHOD(catto64);
CLIMB_METHOD(voxel);
