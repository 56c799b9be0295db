// What leaves of 8 pairs of triangles at the waterline contribute to V and V c. For templates, on
// whatever lanes_<isa>.h came before.
//
// A pair's two triangles share two of their six corners, which leaves four, and the h of both come
// from one cross product: with e = c − b their common edge and g = (b − p) × e,
//   2 A·(v1 − p) = (a − b)·g  of (a, b, c),   (b − d)·g  of (d, c, b),
// so that only corners need be stored, and their conversion to double serves the heights, too.
#ifndef BUOY_CUT_LEAVES_H
#define BUOY_CUT_LEAVES_H

#include "sums.h"
#include "vectors.h"

// Vectors that hold 16 lanes.
#define CUT_LEAVES_TURNS (BUOY_LANES / LANES_WIDTH)

// One turn's part of 16 lanes whose halves are exchanged.
static inline lanes cut_leaves_exchanged(const lanes v[CUT_LEAVES_TURNS], int turn) {
#if LANES_WIDTH == BUOY_LANES
    return lanes_exchange_halves(v[turn]);
#else
    return v[turn ^ (CUT_LEAVES_TURNS / 2)];
#endif
}

// DOUBLES_WIDTH corners.
static inline void cut_leaves_read(const struct buoy_leaf *leaf, int which, int first,
                                   doubles v[3]) {
    v[0] = doubles_widen(&leaf->x[which][first]);
    v[1] = doubles_widen(&leaf->y[which][first]);
    v[2] = doubles_widen(&leaf->z[which][first]);
}

// 2 A·(v1 − p) for both triangles of each of DOUBLES_WIDTH pairs.
static inline void cut_leaves_pairs_above(const struct buoy_leaf *leaf, const doubles apex[3],
                                          int first, doubles *first_ones, doubles *second_ones) {
    doubles a[3], b[3], c[3], d[3], from_apex[3], edge[3], g[3], way[3];
    cut_leaves_read(leaf, 0, first, a);
    cut_leaves_read(leaf, 0, BUOY_LANES / 2 + first, d);
    cut_leaves_read(leaf, 1, first, b);
    cut_leaves_read(leaf, 1, BUOY_LANES / 2 + first, c);
    doubles_from(apex, b, from_apex);
    doubles_from(b, c, edge);
    doubles_cross(from_apex, edge, g);
    doubles_from(b, a, way);
    *first_ones = doubles_dot(way, g);
    doubles_from(d, b, way);
    *second_ones = doubles_dot(way, g);
}

// 2 A·(v1 − p) in double, rounded once to float, of 16 triangles.
static inline void cut_leaves_twice_above(const struct buoy_leaf *leaf, const double p[3],
                                          lanes h[CUT_LEAVES_TURNS]) {
    enum {
        pairs = BUOY_LANES / 2,
        vectors_per_half = pairs / DOUBLES_WIDTH
    };
    const doubles apex[3] = {doubles_splat(p[0]), doubles_splat(p[1]), doubles_splat(p[2])};
    doubles wide[2 * vectors_per_half];
    for (int i = 0; i < vectors_per_half; ++i) {
        cut_leaves_pairs_above(leaf, apex, i * DOUBLES_WIDTH, &wide[i],
                               &wide[vectors_per_half + i]);
    }
    for (int t = 0; t < CUT_LEAVES_TURNS; ++t) {
        h[t] = lanes_from_doubles(&wide[t * (LANES_WIDTH / DOUBLES_WIDTH)]);
    }
}

// Adds what a leaf contributes, times two.
static inline void cut_leaves_add(const struct buoy_leaf *leaf, const struct sums_pass *pass,
                                  struct sums_in_lanes *sums) {
    lanes s[2][CUT_LEAVES_TURNS], h[CUT_LEAVES_TURNS], w[3][CUT_LEAVES_TURNS];
    unsigned any = 0;
    for (int k = 0; k < 2; ++k) {
        for (int t = 0; t < CUT_LEAVES_TURNS; ++t) {
            const int i = t * LANES_WIDTH;
            s[k][t] = weights_height_in_double(&pass->plane, &leaf->x[k][i], &leaf->y[k][i],
                                               &leaf->z[k][i]);
            any |= lanes_bits(weights_are_submerged(s[k][t]));
        }
    }
    if (!any) {
        return;
    }
    cut_leaves_twice_above(leaf, pass->p, h);
    for (int t = 0; t < CUT_LEAVES_TURNS; ++t) {
        const lanes corner[3] = {s[0][t], s[1][t], cut_leaves_exchanged(s[1], t)};
        const lanes_mask m[3] = {weights_are_submerged(corner[0]), weights_are_submerged(corner[1]),
                                 weights_are_submerged(corner[2])};
        lanes f, beta[3];
        weights_of(corner, m, &f, beta);
        weights_accumulate(&sums->volume[t * LANES_WIDTH], f, h[t]);
        for (int k = 0; k < 3; ++k) {
            w[k][t] = lanes_mul(beta[k], h[t]);
        }
    }
    for (int t = 0; t < CUT_LEAVES_TURNS; ++t) {
        const int i = t * LANES_WIDTH;
        const lanes u = w[0][t], v = lanes_add(w[1][t], cut_leaves_exchanged(w[2], t));
        weights_accumulate(&sums->x[i], u, lanes_load(&leaf->x[0][i]));
        weights_accumulate(&sums->y[i], u, lanes_load(&leaf->y[0][i]));
        weights_accumulate(&sums->z[i], u, lanes_load(&leaf->z[0][i]));
        weights_accumulate(&sums->x[i], v, lanes_load(&leaf->x[1][i]));
        weights_accumulate(&sums->y[i], v, lanes_load(&leaf->y[1][i]));
        weights_accumulate(&sums->z[i], v, lanes_load(&leaf->z[1][i]));
    }
}

#undef CUT_LEAVES_TURNS

#endif
