// Meshes below planes against exact arithmetic, as the families `volume` and `hydrostatics` have
// them: one search per method, because a method that comes near its bound easily would hide the
// others; only variants with bits of their own.
#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "buoyancy_kernels.h"
#include "climbers.h"
#include "dispatch/registry.h"
#include "families.h"
#include "mesh_questions.h"
#include "meshes.h"

static void start(const struct climb_family *family, struct rng *rng,
                  struct climb_question *question) {
    (void)family;
    climb_start_mesh(rng, question);
    climb_start_plane(rng, question);
}

static bool is_judged(const struct climb_family *family, const struct buoy_kernel *kernel) {
    return family_owns(family->of, kernel) && climb_asks(kernel) &&
           strcmp(kernel->method->name, family->method) == 0;
}

// Whether an answer is possible for a body with no part inside out: such parts count negative, and
// no kernel makes promises about bodies with them.
static bool is_possible(const struct buoy_mesh *mesh, const struct buoy_plane *plane,
                        const struct buoy_volume *truth) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    double height = -(double)plane->d, size = fabs(height);
    bool inside = truth->volume >= 0.0 && truth->volume <= info.volume * (1.0 + 1e-15);
    for (int i = 0; i < 3; ++i) {
        const double n = (double)plane->normal[i], c = truth->centre[i];
        inside = inside && fabs(c - info.centre[i]) <= info.half_extent[i];
        height += n * c;
        size += fabs(n * c);
    }
    return inside && (height <= 0x1p-50 * size || truth->volume == 0.0);
}

// Whether a waterplane is: bodies that penetrate themselves may have areas below 0, centroids
// outside their box, second moments that are none.
static bool is_possible_surface(const struct buoy_mesh *mesh,
                                const struct buoy_hydrostatics *truth) {
    const double m[3][3] = {{truth->xx, truth->xy, truth->xz},
                            {truth->xy, truth->yy, truth->yz},
                            {truth->xz, truth->yz, truth->zz}};
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3;
        if (fabs(truth->waterplane_centroid[i] - info.centre[i]) > info.half_extent[i] ||
            m[i][i] < 0.0 || m[i][j] * m[i][j] > m[i][i] * m[j][j] * (1.0 + 1e-12)) {
            return false;
        }
    }
    return truth->waterplane_area >= 0.0;
}

static void judge_volume(const struct queries *queries, const struct buoy_kernel *kernel,
                         const void *truth, const void *got, struct climb_ratio *worst) {
    const struct family_errors errors = queries->family->errors(queries, 0, truth, got);
    const struct family_bounds bounds = queries_bounds(queries, kernel, 0);
    *worst = climb_note(*worst, kernel->id, "volume", errors.of_total, bounds.of_total);
    // Where nothing is promised of a centroid but that it lies in the box, none is to be found.
    if (bounds.centroid < 1.0) {
        *worst = climb_note(*worst, kernel->id, "centroid", errors.centroid, bounds.centroid);
    }
}

// Each number by its own bound.
static void judge_surface(const struct buoy_kernel *kernel, const struct buoy_mesh *mesh,
                          const struct buoy_plane *plane, const struct buoy_hydrostatics *truth,
                          const struct buoy_hydrostatics *got, struct climb_ratio *worst) {
    struct buoy_surface_bounds bounds;
    kernel->method->hydrostatics.surface_bounds(mesh, plane, (double)plane->d, &bounds);
    const double moments[6] = {got->xx - truth->xx, got->xy - truth->xy, got->xz - truth->xz,
                               got->yy - truth->yy, got->yz - truth->yz, got->zz - truth->zz};
    const double off[] = {fabs(got->wetted_area - truth->wetted_area),
                          fabs(got->waterplane_area - truth->waterplane_area),
                          buoy_distance(got->waterplane_centroid, truth->waterplane_centroid) *
                              truth->waterplane_area};
    *worst = climb_note(*worst, kernel->id, "wetted area", off[0], bounds.wetted_area);
    *worst = climb_note(*worst, kernel->id, "waterplane", off[1], bounds.waterplane_area);
    *worst = climb_note(*worst, kernel->id, "its centroid", off[2], bounds.centroid);
    for (int i = 0; i < 6; ++i) {
        *worst = climb_note(*worst, kernel->id, "its moments", fabs(moments[i]), bounds.moments);
    }
}

static void judge_kernel(const struct queries *queries, const struct buoy_plane *plane,
                         const struct buoy_kernel *kernel, const struct buoy_hydrostatics *truth,
                         struct climb_ratio *worst) {
    struct buoy_hydrostatics got; // or its beginning
    struct buoy_error error;
    if (mesh_questions_ask(queries, kernel, 0, 1, &got, NULL, &error) != BUOY_OK) {
        *worst = (struct climb_ratio){.ratio = (double)INFINITY, .what = kernel->id};
    } else if (queries->family->has_surface) {
        judge_surface(kernel, queries->mesh, plane, truth, &got, worst);
    } else {
        judge_volume(queries, kernel, truth, &got, worst);
    }
}

static struct climb_ratio judge(const struct climb_family *family,
                                const struct climb_question *question) {
    struct climb_ratio worst = {.ratio = -1.0, .what = "nothing"};
    const double *rest;
    struct buoy_mesh *mesh = climb_mesh(question, &rest);
    struct buoy_plane plane;
    if (mesh && climb_plane(rest, &plane)) {
        struct queries queries = mesh_questions_make(family->of, mesh, &plane, 1, 0);
        struct buoy_hydrostatics truth;
        const bool found = family->of->find_truth(&queries, &truth) == 0;
        const struct buoy_volume volume = volume_part(&truth);
        const bool possible =
            found && (family->of->has_surface ? is_possible_surface(mesh, &truth)
                                              : is_possible(mesh, &plane, &volume));
        for (size_t i = 0; i < buoy_kernel_count() && possible; ++i) {
            if (is_judged(family, buoy_kernel_at(i))) {
                judge_kernel(&queries, &plane, buoy_kernel_at(i), &truth, &worst);
            }
        }
        queries_free(&queries);
    }
    buoy_mesh_destroy(mesh);
    return worst;
}

static void print(const struct climb_family *family, const struct climb_question *question,
                  FILE *file) {
    struct buoy_plane plane;
    (void)family;
    climb_plane(&question->x[question->count - 4], &plane);
    climb_print_mesh(question, &plane, file);
}

#define METHOD(word, about, only)                                                                  \
    {                                                                                              \
        .name = word, .of = &family_##about, .method = only, .start = start, .judge = judge,       \
        .print = print                                                                             \
    }

const struct climb_family climb_planes[CLIMB_PLANES] = {
    METHOD("hydrostatics", hydrostatics, "blocks"),
    METHOD("hydrostatics64", hydrostatics, "clip64"),
    METHOD("volume/blocks", volume, "blocks"),
    METHOD("volume/hierarchy", volume, "hierarchy"),
    METHOD("volume/batch", volume, "batch"),
    METHOD("volume/blocks64", volume, "blocks64"),
    METHOD("volume/hierarchy64", volume, "hierarchy64"),
    METHOD("volume/indexed64", volume, "indexed64"),
    METHOD("volume/catto", volume, "catto"),
    METHOD("volume/catto64", volume, "catto64"),
    METHOD("volume/voxel", volume, "voxel"),
    METHOD("volume/indexed", volume, "indexed"),
    METHOD("hydrostatics/hierarchy", hydrostatics, "hierarchy"),
};
