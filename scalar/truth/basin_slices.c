// Polygons in discs by quadrature, in long double.
//
// At height y = c + r sin φ the disc is r cos φ wide to either side, and the polygon's edges lie at
// what is linear in sin φ. Between the heights of vertices and of points where edges meet the
// circle, all that is integrated over φ is a polynomial of sines and cosines of degree 4 at most:
// Gauss and Legendre's rule of 16 points is right to 10⁻²¹.
#include "base/arithmetic.h"

#include "buoyancy_truth.h"

#include <math.h>
#include <stdlib.h>

typedef long double real;

enum {
    NODES = 16,
    MOST_VERTICES = 16,
    MOST_LEVELS = 3 * MOST_VERTICES + 2
};
#define PI 3.141592653589793238462643383279502884L

// On [−1, 1].
struct rule {
    real node[NODES], weight[NODES];
};

static struct rule make_rule(void) {
    struct rule rule;
    for (int i = 0; i < NODES; ++i) {
        real x = cosl(PI * ((real)i + 0.75L) / ((real)NODES + 0.5L)), slope = 1.0L;
        for (int step = 0; step < 8; ++step) { // Newton's
            real below = 1.0L, p = x;
            for (int k = 2; k <= NODES; ++k) {
                const real next = ((real)(2 * k - 1) * x * p - (real)(k - 1) * below) / (real)k;
                below = p;
                p = next;
            }
            slope = (real)NODES * (x * p - below) / (x * x - 1.0L);
            x -= p / slope;
        }
        rule.node[i] = x;
        rule.weight[i] = 2.0L / ((1.0L - x * x) * slope * slope);
    }
    return rule;
}

// Everything is relative to the disc's centre.
struct body {
    size_t count;
    real x[MOST_VERTICES], y[MOST_VERTICES], r;
};

static int compare(const void *a, const void *b) {
    const real x = *(const real *)a, y = *(const real *)b;
    return (x > y) - (x < y);
}

// Sorted: the disc's ends, vertices, and where edges meet the circle.
static size_t find_levels(const struct body *body, real level[MOST_LEVELS]) {
    const real r = body->r;
    size_t count = 0, kept = 0;
    level[count++] = -r;
    level[count++] = r;
    for (size_t i = 0, j = body->count - 1; i < body->count; j = i++) {
        const real dx = body->x[i] - body->x[j], dy = body->y[i] - body->y[j];
        const real length2 = dx * dx + dy * dy;
        const real across = body->x[j] * dy - body->y[j] * dx; // distance × length
        const real along = -(body->x[j] * dx + body->y[j] * dy);
        const real half = sqrtl(fmaxl(0.0L, r * r * length2 - across * across));
        level[count++] = body->y[i];
        for (int side = -1; side <= 1 && length2 > 0.0L; side += 2) {
            level[count++] = body->y[j] + (along + (real)side * half) / length2 * dy;
        }
    }
    for (size_t i = 0; i < count; ++i) {
        if (fabsl(level[i]) <= r) {
            level[kept++] = level[i];
        }
    }
    qsort(level, kept, sizeof level[0], compare);
    return kept;
}

// Adds the slice at a height, whose half width in the disc is w: from every edge on to the right,
// down edges positive.
static void add_slice(const struct body *body, real y, real w, real weight, real sums[3]) {
    for (size_t i = 0, j = body->count - 1; i < body->count; j = i++) {
        const real a = body->y[j], b = body->y[i];
        if ((a <= y) != (b <= y)) {
            const real there = body->x[j] + (y - a) / (b - a) * (body->x[i] - body->x[j]);
            const real x = fmaxl(-w, fminl(w, there)), signed_weight = a < b ? weight : -weight;
            sums[0] += signed_weight * x;
            sums[1] += signed_weight * x * x * 0.5L;
            sums[2] += signed_weight * x * y;
        }
    }
}

// Its sine is level/r. MinGW's asinl() loses half of the digits near ±1.
static real angle_of(const struct body *body, real level) {
    return atan2l(level, sqrtl(fmaxl(0.0L, (body->r - level) * (body->r + level))));
}

void buoy_basin_slices(const struct buoy_polygon *polygon, const struct buoy_circle *basin,
                       struct buoy_area *result) {
    const struct rule rule = make_rule();
    const real c[2] = {(real)basin->centre[0], (real)basin->centre[1]};
    struct body body = {.count = polygon->count, .r = (real)basin->radius};
    struct buoy_polygon_info info;
    real level[MOST_LEVELS], sums[3] = {0.0L, 0.0L, 0.0L};
    for (size_t i = 0; i < body.count; ++i) {
        body.x[i] = (real)polygon->vertices[2 * i] - c[0];
        body.y[i] = (real)polygon->vertices[2 * i + 1] - c[1];
    }
    const size_t count = find_levels(&body, level);
    for (size_t i = 1; i < count; ++i) {
        const real from = angle_of(&body, level[i - 1]), to = angle_of(&body, level[i]);
        for (int k = 0; k < NODES; ++k) {
            const real phi = 0.5L * (from + to) + 0.5L * (to - from) * rule.node[k];
            const real w = body.r * cosl(phi);
            add_slice(&body, body.r * sinl(phi), w, 0.5L * (to - from) * rule.weight[k] * w, sums);
        }
    }
    buoy_polygon_get_info(polygon, &info, NULL);
    result->area = (double)fabsl(sums[0]);
    for (int i = 0; i < 2; ++i) {
        result->centre[i] = result->area > 0.0 ? (double)(c[i] + sums[1 + i] / sums[0])
                                               : 0.5 * (info.minimum[i] + info.maximum[i]);
    }
}
