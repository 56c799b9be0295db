// Volumes and centroids of boxes below planes by the closed form, whose bounds are bounds on
// rounding; one variant, because the others return its bits.
#include <math.h>
#include <string.h>

#include "body.h"
#include "climbers.h"
#include "dispatch/registry.h"
#include "exact.h"
#include "meshes.h"

// Numbers: half extents, then the plane's.
static void start(struct rng *rng, struct climb_question *question) {
    double n[3], reach = 0.0;
    rng_direction(rng, n);
    question->fixed = 0;
    question->count = 7;
    for (int i = 0; i < 3; ++i) {
        question->x[i] = rng_between(rng, 0.5, 1.0);
        question->x[i] *= rng_below(rng, 4) ? 1.0 : ldexp(1.0, (int)rng_below(rng, 40) - 20);
        n[i] *= rng_below(rng, 4) ? 1.0 : ldexp(1.0, -(int)rng_below(rng, 60));
        question->x[3 + i] = n[i];
        reach += question->x[i] * fabs(n[i]);
    }
    double share = rng_between(rng, -1.0, 1.0);
    if (rng_below(rng, 4) == 0) {
        share = (share < 0.0 ? -1.0 : 1.0) * (1.0 - ldexp(fabs(share), -(int)rng_below(rng, 20)));
    }
    question->x[6] = share * reach;
}

static bool read(const struct climb_question *question, struct buoy_box *box,
                 struct buoy_plane *plane) {
    const double *x = question->x;
    *box = (struct buoy_box){{(float)x[0], (float)x[1], (float)x[2]}};
    const float low = fminf(box->half_extent[0], fminf(box->half_extent[1], box->half_extent[2]));
    const float high = fmaxf(box->half_extent[0], fmaxf(box->half_extent[1], box->half_extent[2]));
    return low > 1e-9f && high < 1e9f && climb_plane(&x[3], plane);
}

// The exact reference knows meshes.
static bool find_truth(const struct buoy_box *box, const struct buoy_plane *plane,
                       struct buoy_volume *truth) {
    struct body body = body_box(box->half_extent[0], box->half_extent[1], box->half_extent[2]);
    const struct buoy_mesh_input input = {.positions = body.positions,
                                          .vertex_count = body.vertex_count,
                                          .indices = body.indices,
                                          .triangle_count = body.triangle_count};
    struct buoy_mesh *mesh;
    const bool made = buoy_mesh_create(&input, &mesh, NULL) == BUOY_OK;
    body_free(&body);
    if (made) {
        struct buoy_exact *exact = buoy_exact_create(mesh);
        buoy_exact_volume(exact, plane, truth);
        buoy_exact_destroy(exact);
        buoy_mesh_destroy(mesh);
    }
    return made;
}

static struct climb_ratio judge_kernel(const struct buoy_kernel *kernel, const struct buoy_box *box,
                                       const struct buoy_plane *plane,
                                       const struct buoy_volume *truth) {
    const struct buoy_box_traits *traits = &kernel->method->box;
    const struct buoy_box_query query = {.boxes = box, .planes = plane, .count = 1};
    const double hx = (double)box->half_extent[0], hy = (double)box->half_extent[1],
                 hz = (double)box->half_extent[2];
    const double all = 8.0 * hx * hy * hz, diagonal = 2.0 * sqrt(hx * hx + hy * hy + hz * hz);
    struct climb_ratio ratio = {.ratio = NAN, .what = kernel->id};
    struct buoy_volume got;
    if (buoy_box_with(kernel, &query, &got, NULL) == BUOY_OK) {
        const double x = got.centre[0] - truth->centre[0], y = got.centre[1] - truth->centre[1],
                     z = got.centre[2] - truth->centre[2];
        ratio.ratio = fabs(got.volume - truth->volume) / (traits->volume_bound(0) * all);
        if (truth->volume >= 1e-3 * all && got.volume > 0.0) {
            ratio.ratio = fmax(ratio.ratio, sqrt(x * x + y * y + z * z) /
                                                (traits->centroid_bound(0) * diagonal));
        }
    }
    return ratio;
}

static struct climb_ratio judge(const struct climb_question *question) {
    struct climb_ratio worst = {.ratio = -1.0, .what = "nothing"};
    struct buoy_box box;
    struct buoy_plane plane;
    struct buoy_volume truth;
    if (!read(question, &box, &plane) || !find_truth(&box, &plane, &truth)) {
        return worst;
    }
    for (size_t i = 0; i < buoy_kernels_count; ++i) {
        const struct buoy_kernel *kernel = &buoy_kernels[i];
        if (strcmp(kernel->method->family, "box") == 0 &&
            strcmp(kernel->method->name, "corners") == 0 && buoy_kernel_runs(kernel) &&
            (!kernel->deterministic || strcmp(kernel->isa, "scalar") == 0)) {
            const struct climb_ratio ratio = judge_kernel(kernel, &box, &plane, &truth);
            worst = ratio.ratio <= worst.ratio ? worst : ratio;
        }
    }
    return worst;
}

static void print(const struct climb_question *question, FILE *file) {
    struct buoy_box box;
    struct buoy_plane plane;
    if (read(question, &box, &plane)) {
        fprintf(file, "%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g\n", (double)box.half_extent[0],
                (double)box.half_extent[1], (double)box.half_extent[2], (double)plane.normal[0],
                (double)plane.normal[1], (double)plane.normal[2], (double)plane.d);
    }
}

const struct climb_family climb_box = {
    .name = "box", .start = start, .judge = judge, .print = print};
