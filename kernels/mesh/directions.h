// The 13 directions along which the bounds of the tree are known, and a plane's normal as a sum of
// three of them.
//
// Direction t has the balanced ternary digits of t + 1 for components: x + 3 y + 9 z = t + 1 with
// x, y, z of −1, 0, 1. With their opposites that makes 26: the axes and the diagonals of the cube's
// faces and of the cube. They cut the sphere into 48 equal triangles, so that any vector is a sum
// of three neighbours with weights ≥ 0: sorted by size, (a, b, c) = (a − b) (1, 0, 0) +
// (b − c) (1, 1, 0) + c (1, 1, 1).
#ifndef BUOY_DIRECTIONS_H
#define BUOY_DIRECTIONS_H

#include "mesh/plane.h"

// Grid steps to a unit of the baked frame: sums of three coordinates of up to 1 fit 16 bits.
#define BUOY_STEPS 8192.0

// The components −1, 0 or 1 of direction t.
static inline void buoy_direction(int t, int d[3]) {
    int code = t + 1;
    for (int k = 0; k < 3; ++k) {
        d[k] = (code + 1) % 3 - 1;
        code = (code - d[k]) / 3;
    }
}

// A plane as the bounds see it: points x with Σ weight[j] (direction along[j] · x) < level are
// submerged, in steps. Where the opposite of a direction is meant, its weight is negative.
struct buoy_span {
    int along[3];
    float weight[3], level;
};

struct buoy_component {
    double size;
    int code; // of its axis, with its sign
};

static inline void buoy_order(struct buoy_component *a, struct buoy_component *b) {
    const struct buoy_component first = *a, second = *b;
    const bool swap = first.size < second.size;
    *a = swap ? second : first;
    *b = swap ? first : second;
}

static inline struct buoy_span buoy_span_of(const struct buoy_baked_plane *plane) {
    struct buoy_component c[4] = {{fabs(plane->n[0]), plane->n[0] < 0.0 ? -1 : 1},
                                  {fabs(plane->n[1]), plane->n[1] < 0.0 ? -3 : 3},
                                  {fabs(plane->n[2]), plane->n[2] < 0.0 ? -9 : 9},
                                  {0.0, 0}};
    buoy_order(&c[0], &c[1]);
    buoy_order(&c[1], &c[2]);
    buoy_order(&c[0], &c[1]);
    struct buoy_span span;
    int code = 0;
    for (int j = 0; j < 3; ++j) {
        code += c[j].code;
        const float weight = (float)(c[j].size - c[j + 1].size);
        span.along[j] = (code < 0 ? -code : code) - 1;
        span.weight[j] = code < 0 ? -weight : weight;
    }
    // The least level that lanes without an item are below, which have no moments, is 32 767 times
    // the largest component of n; whatever an item holds is below 3 × 8192 times that.
    const double most = 3.75 * c[0].size;
    span.level = (float)((plane->offset < most ? plane->offset : most) * BUOY_STEPS);
    return span;
}

#endif
