// Volumes and centres of round shapes in closed form, whose bounds are bounds on rounding, against
// quadrature in long double; one variant of each, because the others return its bits. Boxes have
// the climber of box/corners.
#include <math.h>
#include <string.h>

#include "climbers.h"
#include "dispatch/registry.h"
#include "meshes.h"
#include "shape_truth.h"
#include "solids/kinds.h"

// Numbers: the kind, which no step moves; sizes; then the plane's.
static void start(struct rng *rng, struct climb_question *question) {
    struct shape_question q = {.plane = {.d = 0.0f}};
    double n[3], low, high;
    do {
        q.shape.kind = (enum buoy_shape_kind)(1 + rng_below(rng, BUOY_SHAPE_MESH - 1));
    } while (!buoy_kinds_have(BUOY_KINDS, &q.shape));
    rng_direction(rng, n);
    question->fixed = 1;
    question->count = 8;
    question->x[0] = (double)q.shape.kind;
    for (int i = 0; i < 3; ++i) {
        question->x[1 + i] = rng_between(rng, 0.5, 1.0);
        question->x[1 + i] *= rng_below(rng, 4) ? 1.0 : ldexp(1.0, (int)rng_below(rng, 20) - 10);
        question->x[4 + i] =
            n[i] * (rng_below(rng, 4) ? 1.0 : ldexp(1.0, -(int)rng_below(rng, 30)));
        q.shape.size[i] = (float)question->x[1 + i];
        q.plane.normal[i] = (float)question->x[4 + i];
    }
    shape_extent(q, &low, &high);
    double share = rng_between(rng, 0.0, 1.0);
    if (rng_below(rng, 4) == 0) {
        share = rng_below(rng, 2) ? ldexp(share, -(int)rng_below(rng, 20))
                                  : 1.0 - ldexp(share, -(int)rng_below(rng, 20));
    }
    question->x[7] = low + share * (high - low);
}

static bool read(const struct climb_question *question, struct shape_question *q) {
    const double *x = question->x;
    q->shape.kind = (enum buoy_shape_kind)(int)x[0];
    for (int i = 0; i < 3; ++i) {
        q->shape.size[i] = (float)x[1 + i];
        if (!(q->shape.size[i] > 1e-6f && q->shape.size[i] < 1e6f)) {
            return false;
        }
    }
    return climb_plane(&x[4], &q->plane);
}

static struct climb_ratio judge_kernel(const struct buoy_kernel *kernel, struct shape_question q,
                                       const struct buoy_volume *truth) {
    const struct buoy_shapes_query query = {.shapes = &q.shape, .planes = &q.plane, .count = 1};
    const double all = shape_info(q).volume;
    struct climb_ratio ratio = {.ratio = NAN, .what = kernel->id};
    struct buoy_shapes_bounds bounds;
    struct buoy_volume got;
    kernel->method->shapes.bounds(&q.shape, &q.plane, &bounds);
    if (buoy_shapes_with(kernel, &query, &got, NULL) == BUOY_OK) {
        const double x = got.centre[0] - truth->centre[0], y = got.centre[1] - truth->centre[1],
                     z = got.centre[2] - truth->centre[2];
        ratio.ratio = fabs(got.volume - truth->volume) / (bounds.volume * all);
        if (truth->volume >= 1e-3 * all && got.volume > 0.0) {
            ratio.ratio = fmax(ratio.ratio,
                               sqrt(x * x + y * y + z * z) / (bounds.centroid * shape_diagonal(q)));
        }
    }
    return ratio;
}

static struct climb_ratio judge(const struct climb_question *question) {
    struct climb_ratio worst = {.ratio = -1.0, .what = "nothing"};
    struct shape_question q;
    if (!read(question, &q)) {
        return worst;
    }
    const struct shape_answer truth = shape_truth(q);
    for (size_t i = 0; i < buoy_kernels_count; ++i) {
        const struct buoy_kernel *kernel = &buoy_kernels[i];
        if (strcmp(kernel->method->family, "shapes") == 0 && buoy_kernel_runs(kernel) &&
            buoy_kinds_have(kernel->method->shapes.kinds, &q.shape) &&
            (!kernel->deterministic || strcmp(kernel->isa, "scalar") == 0)) {
            const struct climb_ratio ratio = judge_kernel(kernel, q, &truth.volume);
            worst = ratio.ratio <= worst.ratio ? worst : ratio;
        }
    }
    return worst;
}

static void print(const struct climb_question *question, FILE *file) {
    struct shape_question q;
    if (read(question, &q)) {
        fprintf(file, "%s,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g\n", buoy_kind_name(q.shape.kind),
                (double)q.shape.size[0], (double)q.shape.size[1], (double)q.shape.size[2],
                (double)q.plane.normal[0], (double)q.plane.normal[1], (double)q.plane.normal[2],
                (double)q.plane.d);
    }
}

const struct climb_family climb_shapes = {
    .name = "shapes", .start = start, .judge = judge, .print = print};
