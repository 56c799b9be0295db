// What leaves of 8 pairs of triangles at the waterline contribute to V and V c. For templates, on
// whatever lanes_<isa>.h came before.
//
// A pair has four corners for its six, and h of both its triangles comes from one product: with e =
// c − b their common edge and g = (b − p) × e,
//   2 A·(v1 − p) = (a − b)·g  of (a, b, c),   (b − d)·g  of (d, c, b),
// so that nothing but corners need be stored, and widening them to double pays for the heights too.
#ifndef BUOY_CUT_LEAVES_H
#define BUOY_CUT_LEAVES_H

#include "sums.h"

// Vectors that hold 16 lanes.
#define TURNS (BUOY_LANES / LANES_WIDTH)

// A turn's share of 16 lanes whose halves are exchanged.
static inline lanes exchanged(const lanes v[TURNS], int turn) {
#if LANES_WIDTH == BUOY_LANES
    return lanes_exchange_halves(v[turn]);
#else
    return v[turn ^ (TURNS / 2)];
#endif
}

// DOUBLES_WIDTH vectors.
struct vectors {
    doubles x, y, z;
};

static inline struct vectors corners(const struct buoy_leaf *leaf, int which, int first) {
    return (struct vectors){doubles_widen(&leaf->x[which][first]),
                            doubles_widen(&leaf->y[which][first]),
                            doubles_widen(&leaf->z[which][first])};
}

static inline struct vectors from(struct vectors a, struct vectors b) {
    return (struct vectors){doubles_sub(b.x, a.x), doubles_sub(b.y, a.y), doubles_sub(b.z, a.z)};
}

static inline doubles dot(struct vectors a, struct vectors b) {
    const doubles xy = doubles_muladd(a.y, b.y, doubles_mul(a.x, b.x));
    return doubles_muladd(a.z, b.z, xy);
}

// a b − c d
static inline doubles minor(doubles a, doubles b, doubles c, doubles d) {
    return doubles_sub(doubles_mul(a, b), doubles_mul(c, d));
}

static inline struct vectors cross(struct vectors a, struct vectors b) {
    return (struct vectors){minor(a.y, b.z, a.z, b.y), minor(a.z, b.x, a.x, b.z),
                            minor(a.x, b.y, a.y, b.x)};
}

// 2 A·(v1 − p) in double, rounded once to float, of 16 triangles.
static inline void twice_above(const struct buoy_leaf *leaf, const double p[3], lanes h[TURNS]) {
    enum {
        pairs = BUOY_LANES / 2,
        vectors_per_half = pairs / DOUBLES_WIDTH
    };
    const struct vectors apex = {doubles_splat(p[0]), doubles_splat(p[1]), doubles_splat(p[2])};
    doubles wide[2 * vectors_per_half];
    for (int i = 0; i < vectors_per_half; ++i) {
        const int first = i * DOUBLES_WIDTH;
        const struct vectors a = corners(leaf, 0, first), d = corners(leaf, 0, pairs + first);
        const struct vectors b = corners(leaf, 1, first), c = corners(leaf, 1, pairs + first);
        const struct vectors g = cross(from(apex, b), from(b, c));
        wide[i] = dot(from(b, a), g);
        wide[vectors_per_half + i] = dot(from(d, b), g);
    }
    for (int t = 0; t < TURNS; ++t) {
        h[t] = lanes_from_doubles(&wide[t * (LANES_WIDTH / DOUBLES_WIDTH)]);
    }
}

// Adds twice a leaf's share.
static inline void clip_leaf(const struct buoy_leaf *leaf, const struct pass *pass,
                             struct lane_sums *sums) {
    lanes s[2][TURNS], h[TURNS], w[3][TURNS];
    unsigned any = 0;
    for (int k = 0; k < 2; ++k) {
        for (int t = 0; t < TURNS; ++t) {
            const int i = t * LANES_WIDTH;
            s[k][t] =
                height_in_double(&pass->plane, &leaf->x[k][i], &leaf->y[k][i], &leaf->z[k][i]);
            any |= lanes_bits(are_submerged(s[k][t]));
        }
    }
    if (!any) {
        return;
    }
    twice_above(leaf, pass->p, h);
    for (int t = 0; t < TURNS; ++t) {
        const lanes corner[3] = {s[0][t], s[1][t], exchanged(s[1], t)};
        const lanes_mask m[3] = {are_submerged(corner[0]), are_submerged(corner[1]),
                                 are_submerged(corner[2])};
        lanes f, beta[3];
        weights(corner, m, &f, beta);
        accumulate(&sums->volume[t * LANES_WIDTH], f, h[t]);
        for (int k = 0; k < 3; ++k) {
            w[k][t] = lanes_mul(beta[k], h[t]);
        }
    }
    for (int t = 0; t < TURNS; ++t) {
        const int i = t * LANES_WIDTH;
        const lanes u = w[0][t], v = lanes_add(w[1][t], exchanged(w[2], t));
        accumulate(&sums->x[i], u, lanes_load(&leaf->x[0][i]));
        accumulate(&sums->y[i], u, lanes_load(&leaf->y[0][i]));
        accumulate(&sums->z[i], u, lanes_load(&leaf->z[0][i]));
        accumulate(&sums->x[i], v, lanes_load(&leaf->x[1][i]));
        accumulate(&sums->y[i], v, lanes_load(&leaf->y[1][i]));
        accumulate(&sums->z[i], v, lanes_load(&leaf->z[1][i]));
    }
}

#endif
