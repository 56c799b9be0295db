// Areas and waterplanes of meshes below planes, against the exact surface; the family
// `volume` climbs in V and c. One variant per method: the others return its bits.
//
// Two families, so that the errors of float do not draw the search away from those of double.
#include <math.h>
#include <string.h>

#include "climbers.h"
#include "dispatch/registry.h"
#include "meshes.h"

static void start(struct rng *rng, struct climb_question *question) {
    climb_start_mesh(rng, question);
    climb_start_plane(rng, question);
}

static bool is_judged(const struct buoy_kernel *kernel, const char *method) {
    return strcmp(kernel->method->family, "hydrostatics") == 0 && buoy_kernel_runs(kernel) &&
           strcmp(kernel->method->name, method) == 0 &&
           (!kernel->deterministic || strcmp(kernel->isa, "scalar") == 0);
}

// 0 where there is no error, whatever the bound.
static double ratio_of(double error, double bound) {
    return error > 0.0 ? error / bound : isnan(error) ? (double)INFINITY : 0.0;
}

static void note(const char *what, double error, double bound, struct climb_ratio *worst) {
    const double ratio = ratio_of(error, bound);
    if (!(ratio <= worst->ratio)) {
        *worst = (struct climb_ratio){.ratio = ratio, .what = what};
    }
}

static void judge_kernel(const struct buoy_kernel *kernel, const struct buoy_mesh *mesh,
                         const struct buoy_plane *plane, const struct buoy_hydrostatics *truth,
                         struct climb_ratio *worst) {
    const struct buoy_hydrostatics_query query = {.mesh = mesh, .planes = plane, .count = 1};
    struct buoy_surface_bounds bounds;
    struct buoy_hydrostatics got;
    if (buoy_hydrostatics_with(kernel, &query, &got, NULL) != BUOY_OK) {
        *worst = (struct climb_ratio){.ratio = (double)INFINITY, .what = kernel->id};
        return;
    }
    kernel->method->hydrostatics.surface_bounds(mesh, plane, (double)plane->d, &bounds);
    const double off[3] = {got.waterplane_centroid[0] - truth->waterplane_centroid[0],
                           got.waterplane_centroid[1] - truth->waterplane_centroid[1],
                           got.waterplane_centroid[2] - truth->waterplane_centroid[2]};
    const double length = sqrt(off[0] * off[0] + off[1] * off[1] + off[2] * off[2]);
    const double moments[6] = {got.xx - truth->xx, got.xy - truth->xy, got.xz - truth->xz,
                               got.yy - truth->yy, got.yz - truth->yz, got.zz - truth->zz};
    note("wetted area", fabs(got.wetted_area - truth->wetted_area), bounds.wetted_area, worst);
    note("waterplane's area", fabs(got.waterplane_area - truth->waterplane_area),
         bounds.waterplane_area, worst);
    note("waterplane's centroid", length * truth->waterplane_area, bounds.centroid, worst);
    for (int i = 0; i < 6; ++i) {
        note("second moments", fabs(moments[i]), bounds.moments, worst);
    }
}

// Whether a waterplane is one of a body no part of which is inside out: bodies that penetrate
// themselves may have areas below 0, centroids outside their box, second moments that are none.
static bool is_possible(const struct buoy_mesh *mesh, const struct buoy_hydrostatics *truth) {
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

static struct climb_ratio judge_method(const struct climb_question *question, const char *method) {
    struct climb_ratio worst = {.ratio = -1.0, .what = "nothing"};
    const double *rest;
    struct buoy_mesh *mesh = climb_mesh(question, &rest);
    struct buoy_plane plane;
    if (mesh && climb_plane(rest, &plane)) {
        struct buoy_hydrostatics truth;
        climb_find_surface(mesh, &plane, &truth);
        for (size_t i = 0; i < buoy_kernel_count(); ++i) {
            if (is_judged(buoy_kernel_at(i), method) && is_possible(mesh, &truth)) {
                judge_kernel(buoy_kernel_at(i), mesh, &plane, &truth, &worst);
            }
        }
    }
    buoy_mesh_destroy(mesh);
    return worst;
}

static struct climb_ratio judge(const struct climb_question *question) {
    return judge_method(question, "blocks");
}

static struct climb_ratio judge64(const struct climb_question *question) {
    return judge_method(question, "clip64");
}

static void print(const struct climb_question *question, FILE *file) {
    struct buoy_plane plane;
    climb_plane(&question->x[question->count - 4], &plane);
    climb_print_mesh(question, &plane, file);
}

const struct climb_family climb_hydrostatics = {
    .name = "hydrostatics", .start = start, .judge = judge, .print = print};
const struct climb_family climb_hydrostatics64 = {
    .name = "hydrostatics64", .start = start, .judge = judge64, .print = print};
