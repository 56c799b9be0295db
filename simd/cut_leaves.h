// What leaves of 8 pairs of triangles at the waterline contribute to V and V c. For templates, on
// whatever lanes_<isa>.h came before.
//
// A pair's two triangles share two of their six corners, which leaves four. Of a triangle (v1, v2,
// v3), with e = v3 − v2 the edge that the pair shares,
//   2 A·(v1 − p) = (v1 − v2)·g,   g = (v2 − p) × e,
// so that only corners need be stored.
//
// Compact bodies have heights and h in float, from places relative to the apex p, which is near the
// middle of the waterplane: s = n·(v − p) − r, where p was rounded to float and r, which is next to
// nothing, makes up for it. Coordinates, their differences and n are exact or nearly so: what is
// rounded is as small as the way from the apex is short. Other bodies, scattered ones, and leaves
// of a compact body that hold a large triangle, have both in double; there the two triangles of a
// pair share g.
#ifndef BUOY_CUT_LEAVES_H
#define BUOY_CUT_LEAVES_H

#include "base/vector.h"
#include "sums.h"
#include "surface.h"
#include "vectors.h"

// A compact body of so few leaves has all of them clipped, without a look at their bounds: most of
// them are at the waterline, and all can be prefetched at once. With AVX-512 that saves 10 % of the
// time at 24 to 48 triangles, and a fifth where the mesh is cold; at five leaves it would save
// nothing in the caches, nor would it on other bodies, whose leaves take longer.
#define CUT_LEAVES_FEW 4

// Whether all leaves of a body are clipped.
static inline bool cut_leaves_are_few(const struct buoy_mesh *mesh) {
    return mesh->tree.leaf_count <= (mesh->compact && !mesh->scattered ? CUT_LEAVES_FEW : 1);
}

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
static inline __attribute__((always_inline)) void
cut_leaves_pairs_above(const struct buoy_leaf *leaf, const doubles apex[3], int first,
                       doubles *first_ones, doubles *second_ones) {
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

// The water as leaves see it in float: the apex p and what its rounding left out, n, and r.
struct cut_leaves_water {
    float p[3], rest[3], n[3], r;
};

// Written where it is read: as a result it was copied by a wide load just after narrow stores,
// which processors wait for.
static inline void cut_leaves_find_water(const struct sums_pass *pass,
                                         struct cut_leaves_water *water) {
    double part[3];
    water->n[0] = pass->plane.nx;
    water->n[1] = pass->plane.ny;
    water->n[2] = pass->plane.nz;
    for (int k = 0; k < 3; ++k) {
        const double p = buoy_rounded_to_float(pass->p[k]);
        water->p[k] = (float)p;
        water->rest[k] = (float)(pass->p[k] - p);
        part[k] = pass->plane.n[k] * p;
    }
    water->r = (float)((pass->plane.offset - part[0]) - (part[1] + part[2]));
}

// Heights and h of a leaf's triangles: s[0] of the corners in [0], s[1] of those in [1].
struct cut_leaves_measured {
    lanes s[2][CUT_LEAVES_TURNS], h[CUT_LEAVES_TURNS];
    _Alignas(64) double wide[BUOY_LANES]; // h in double, if it was found so
    unsigned submerged;                   // whether any corner is
};

// LANES_WIDTH corners, as they are and from the apex, and their heights.
static inline lanes cut_leaves_read_lanes(const struct buoy_leaf *leaf,
                                          const struct cut_leaves_water *water, int which, int i,
                                          lanes v[3], lanes from_apex[3]) {
    v[0] = lanes_load(&leaf->x[which][i]);
    v[1] = lanes_load(&leaf->y[which][i]);
    v[2] = lanes_load(&leaf->z[which][i]);
    for (int k = 0; k < 3; ++k) {
        from_apex[k] = lanes_sub(v[k], lanes_splat(water->p[k]));
    }
    // r comes last: it is the last to be known.
    const lanes s = lanes_mul(from_apex[0], lanes_splat(water->n[0]));
    return lanes_sub(lanes_muladd(from_apex[2], lanes_splat(water->n[2]),
                                  lanes_muladd(from_apex[1], lanes_splat(water->n[1]), s)),
                     lanes_splat(water->r));
}

static inline __attribute__((always_inline)) void
cut_leaves_measure(const struct buoy_leaf *leaf, const struct cut_leaves_water *water,
                   struct cut_leaves_measured *of) {
    lanes v1[3][CUT_LEAVES_TURNS], v2[3][CUT_LEAVES_TURNS], arm[3][CUT_LEAVES_TURNS];
    of->submerged = 0;
    for (int t = 0; t < CUT_LEAVES_TURNS; ++t) {
        lanes v[3], from_apex[3];
        of->s[0][t] = cut_leaves_read_lanes(leaf, water, 0, t * LANES_WIDTH, v, from_apex);
        for (int k = 0; k < 3; ++k) {
            v1[k][t] = v[k];
        }
        of->s[1][t] = cut_leaves_read_lanes(leaf, water, 1, t * LANES_WIDTH, v, from_apex);
        for (int k = 0; k < 3; ++k) {
            v2[k][t] = v[k];
            arm[k][t] = lanes_sub(from_apex[k], lanes_splat(water->rest[k]));
        }
        of->submerged |= lanes_bits(
            lanes_or(weights_are_submerged(of->s[0][t]), weights_are_submerged(of->s[1][t])));
    }
    for (int t = 0; t < CUT_LEAVES_TURNS; ++t) {
        lanes way[3], edge[3];
        for (int k = 0; k < 3; ++k) {
            way[k] = lanes_sub(v1[k][t], v2[k][t]);
            edge[k] = lanes_sub(cut_leaves_exchanged(v2[k], t), v2[k][t]);
        }
        const lanes gx = lanes_sub(lanes_mul(arm[1][t], edge[2]), lanes_mul(arm[2][t], edge[1]));
        const lanes gy = lanes_sub(lanes_mul(arm[2][t], edge[0]), lanes_mul(arm[0][t], edge[2]));
        const lanes gz = lanes_sub(lanes_mul(arm[0][t], edge[1]), lanes_mul(arm[1][t], edge[0]));
        of->h[t] = lanes_muladd(way[2], gz, lanes_muladd(way[1], gy, lanes_mul(way[0], gx)));
    }
}

// Measures in double, and rounds heights once to float.
static inline __attribute__((always_inline)) void
cut_leaves_measure_in_double(const struct buoy_leaf *leaf, const struct sums_pass *pass,
                             struct cut_leaves_measured *of) {
    of->submerged = 0;
    for (int k = 0; k < 2; ++k) {
        for (int t = 0; t < CUT_LEAVES_TURNS; ++t) {
            const int i = t * LANES_WIDTH;
            of->s[k][t] = weights_height_in_double(&pass->plane, &leaf->x[k][i], &leaf->y[k][i],
                                                   &leaf->z[k][i]);
            of->submerged |= lanes_bits(weights_are_submerged(of->s[k][t]));
        }
    }
    if (of->submerged) {
        const int second = BUOY_LANES / 2;
        const doubles apex[3] = {doubles_splat(pass->p[0]), doubles_splat(pass->p[1]),
                                 doubles_splat(pass->p[2])};
        for (int i = 0; i < second; i += DOUBLES_WIDTH) {
            doubles first_ones, second_ones;
            cut_leaves_pairs_above(leaf, apex, i, &first_ones, &second_ones);
            doubles_store(&of->wide[i], first_ones);
            doubles_store(&of->wide[second + i], second_ones);
        }
        for (int t = 0; t < CUT_LEAVES_TURNS; ++t) {
            of->h[t] = lanes_narrow(lanes_double_load(&of->wide[t * LANES_WIDTH]));
        }
    }
}

// Whether any leaf is in double. Compilers know which where they see a loop over leaves: on
// ordinary bodies it has neither the branches nor the registers of doubles.
static inline bool cut_leaves_are_mixed(const struct sums_pass *pass) {
    return pass->precise || pass->mesh->scattered || pass->mesh->tree.large;
}

// Measures a leaf. Returns whether its terms f h are to be added up in double. mixed:
// cut_leaves_are_mixed().
static inline __attribute__((always_inline)) bool
cut_leaves_measure_as_needed(const struct buoy_leaf *leaf, uint32_t index,
                             const struct sums_pass *pass, const struct cut_leaves_water *water,
                             bool mixed, struct cut_leaves_measured *of) {
    const uint8_t *large = pass->mesh->tree.large;
    const bool wide = mixed && (pass->mesh->scattered || (large && large[index]));
    if (mixed && (pass->precise || wide)) {
        cut_leaves_measure_in_double(leaf, pass, of);
    } else {
        cut_leaves_measure(leaf, water, of);
    }
    return wide;
}

// Adds one turn's terms f h, and finds h β. wide: h in double, or NULL if f h is added in float.
static inline __attribute__((always_inline)) void
cut_leaves_add_volume(lanes h, const double *wide, int turn, lanes f, const lanes beta[3],
                      lanes w[3][CUT_LEAVES_TURNS], struct sums_in_lanes *sums) {
    const int i = turn * LANES_WIDTH;
    if (wide) {
        sums_add_wide(&sums->wide[i], f, lanes_double_load(&wide[i]));
    } else {
        weights_accumulate(&sums->volume[i], f, h);
    }
    for (int k = 0; k < 3; ++k) {
        w[k][turn] = lanes_mul(beta[k], h);
    }
}

// Adds the terms h β of all corners, times their places.
static inline __attribute__((always_inline)) void
cut_leaves_add_moments(const struct buoy_leaf *leaf, lanes w[3][CUT_LEAVES_TURNS],
                       struct sums_in_lanes *sums) {
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

// |A| of 16 triangles, each found in double and rounded once to float.
static inline __attribute__((always_inline)) void
cut_leaves_find_areas(const struct buoy_leaf *leaf, float areas[BUOY_LANES]) {
    const int second = BUOY_LANES / 2;
    _Alignas(64) double wide[BUOY_LANES];
    for (int i = 0; i < second; i += DOUBLES_WIDTH) {
        doubles a[3], b[3], c[3], d[3], edge[3], way[3], twice[3];
        cut_leaves_read(leaf, 0, i, a);
        cut_leaves_read(leaf, 0, second + i, d);
        cut_leaves_read(leaf, 1, i, b);
        cut_leaves_read(leaf, 1, second + i, c);
        doubles_from(b, c, edge);
        doubles_from(b, a, way);
        doubles_cross(way, edge, twice);
        doubles_store(&wide[i], doubles_sqrt(doubles_dot(twice, twice)));
        doubles_from(c, d, way);
        doubles_cross(way, edge, twice);
        doubles_store(&wide[second + i], doubles_sqrt(doubles_dot(twice, twice)));
    }
    const lanes half = lanes_splat(0.5f);
    for (int i = 0; i < BUOY_LANES; i += LANES_WIDTH) {
        lanes_store(&areas[i], lanes_mul(lanes_narrow(lanes_double_load(&wide[i])), half));
    }
}

// One turn's corners of a leaf along an axis.
static inline void cut_leaves_read_axis(const float (*axis)[BUOY_LANES], int turn,
                                        lanes corner[3]) {
    corner[0] = lanes_load(&axis[0][turn * LANES_WIDTH]);
    corner[1] = lanes_load(&axis[1][turn * LANES_WIDTH]);
#if LANES_WIDTH == BUOY_LANES
    corner[2] = lanes_exchange_halves(corner[1]);
#else
    corner[2] = lanes_load(&axis[1][(turn ^ (CUT_LEAVES_TURNS / 2)) * LANES_WIDTH]);
#endif
}

// Adds what a leaf contributes, times two; also to `surface` unless that is NULL: compilers know
// which.
static inline __attribute__((always_inline)) void
cut_leaves_add(uint32_t index, const struct sums_pass *pass, const struct cut_leaves_water *water,
               bool mixed, struct sums_in_lanes *sums, struct surface *surface) {
    const struct buoy_leaf *leaf = &pass->mesh->tree.leaves[index];
    struct cut_leaves_measured of;
    const bool wide = cut_leaves_measure_as_needed(leaf, index, pass, water, mixed, &of);
    if (!of.submerged) {
        return;
    }
    lanes w[3][CUT_LEAVES_TURNS];
    _Alignas(64) float areas[BUOY_LANES];
    if (surface) {
        cut_leaves_find_areas(leaf, areas);
    }
    for (int t = 0; t < CUT_LEAVES_TURNS; ++t) {
        const lanes corner[3] = {of.s[0][t], of.s[1][t], cut_leaves_exchanged(of.s[1], t)};
        const lanes_mask m[3] = {weights_are_submerged(corner[0]), weights_are_submerged(corner[1]),
                                 weights_are_submerged(corner[2])};
        lanes f, beta[3];
        const struct weights_cut cut = weights_cut_of(corner, m);
        weights_of_cut(&cut, &f, beta);
        cut_leaves_add_volume(of.h[t], wide ? of.wide : NULL, t, f, beta, w, sums);
        if (surface) {
            const float(*const axes[3])[BUOY_LANES] = {leaf->x, leaf->y, leaf->z};
            const int i = t * LANES_WIDTH;
            const lanes area = lanes_load(&areas[i]);
            surface_note_flush(corner, m, area, surface);
            weights_accumulate(&surface->lane[SURFACE_AREA][i], f, area);
            if (surface->has_waterplane && lanes_bits(cut.cut)) {
                lanes u[3], v[3];
                cut_leaves_read_axis(axes[surface->axes.u], t, u);
                cut_leaves_read_axis(axes[surface->axes.v], t, v);
                surface_add_segments(u, v, i, &cut, surface);
            }
        }
    }
    cut_leaves_add_moments(leaf, w, sums);
}

// -------------------------------------------------------------------------------- sums over leaves

// Sums over the leaves at the waterline, packed where lanes can be.

#ifdef LANES_PACK

// The water cuts about four of a leaf's 16 triangles. The others are wet or dry: their weights are
// 1 or 0. Here only cut triangles are weighed. Their heights, of up to 16 leaves, are packed into
// full vectors, and the weights found there are unpacked to where the triangles are. No leaf waits
// for its own divisions then, either. What is computed for a triangle does not depend on its lane,
// and sums run in the order of the leaves: bits are those of cut_leaves_add(). With AVX-512 (Ice
// Lake, gcc) a query on a compact body takes 13 % less time at 500 triangles, 11 % at 20,000 and
// 6 % at 124, one on a body in double 2 % less, for 10 to 15 % more instructions. With another
// thread busy on the same core the gain nearly vanishes.

_Static_assert(LANES_WIDTH == BUOY_LANES, "a leaf is one vector");

// Leaves whose triangles are packed together. At 8 or 32 the gain is smaller.
#define PACKED_LEAVES 16

struct packed_leaf {
    lanes h;
    _Alignas(64) double wide_h[BUOY_LANES]; // h in double; valid if `wide`
    const struct buoy_leaf *leaf;
    lanes_mask wet, cut; // its triangles
    uint32_t first;      // where in a row of `lane` the first cut one is
    bool wide;           // whether its terms f h are to be added up in double
};

struct packed_leaves {
    // Heights of the cut triangles' corners; packed_leaves_weigh() replaces them by f and β.
    _Alignas(64) float lane[4][PACKED_LEAVES * LANES_WIDTH];
    struct packed_leaf leaf[PACKED_LEAVES];
    uint32_t leaf_count, cut_count;
};

// Measures a leaf and packs its cut triangles.
static inline __attribute__((always_inline)) void
packed_leaves_add(uint32_t index, const struct sums_pass *pass,
                  const struct cut_leaves_water *water, bool mixed, struct packed_leaves *packed) {
    struct packed_leaf *to = &packed->leaf[packed->leaf_count];
    const struct buoy_leaf *leaf = &pass->mesh->tree.leaves[index];
    struct cut_leaves_measured of;
    const bool wide = cut_leaves_measure_as_needed(leaf, index, pass, water, mixed, &of);
    if (!of.submerged) {
        return;
    }
    const lanes s[3] = {of.s[0][0], of.s[1][0], cut_leaves_exchanged(of.s[1], 0)};
    const lanes_mask m[3] = {weights_are_submerged(s[0]), weights_are_submerged(s[1]),
                             weights_are_submerged(s[2])};
    const lanes_mask wet = lanes_and(m[0], lanes_and(m[1], m[2]));
    const lanes_mask cut = lanes_and_not(lanes_or(m[0], lanes_or(m[1], m[2])), wet);
    const uint32_t first = packed->cut_count;
    for (int k = 0; k < 3; ++k) {
        lanes_pack(&packed->lane[k][first], cut, s[k]);
    }
    to->leaf = leaf;
    to->h = of.h[0];
    to->wide = wide;
    if (wide) {
        memcpy(to->wide_h, of.wide, sizeof of.wide);
    }
    to->wet = wet;
    to->cut = cut;
    to->first = first;
    packed->cut_count = first + lanes_count(cut);
    ++packed->leaf_count;
}

static inline bool packed_leaves_are_full(const struct packed_leaves *packed) {
    return packed->leaf_count == PACKED_LEAVES;
}

// Adds what the leaves contribute, times two, and drops them.
static inline __attribute__((always_inline)) void
packed_leaves_flush(bool mixed, struct packed_leaves *packed, struct sums_in_lanes *sums) {
    // f and β of cut triangles, in place of their heights. The last vector is filled up with dry
    // ones.
    for (uint32_t i = 0; i < packed->cut_count; i += LANES_WIDTH) {
        lanes s[3], f, beta[3];
        lanes_mask m[3];
        for (int k = 0; k < 3; ++k) {
            s[k] = lanes_load_first(&packed->lane[k][i], packed->cut_count - i);
            m[k] = weights_are_submerged(s[k]);
        }
        weights_of(s, m, &f, beta);
        lanes_store(&packed->lane[0][i], f);
        for (int k = 0; k < 3; ++k) {
            lanes_store(&packed->lane[1 + k][i], beta[k]);
        }
    }
    for (uint32_t i = 0; i < packed->leaf_count; ++i) {
        const struct packed_leaf *leaf = &packed->leaf[i];
        const lanes whole = lanes_keep(leaf->wet, lanes_splat(1.0f));
        lanes share[4], w[3][1]; // f and β
        for (int k = 0; k < 4; ++k) {
            share[k] = lanes_unpack(leaf->cut, &packed->lane[k][leaf->first], whole);
        }
        cut_leaves_add_volume(leaf->h, mixed && leaf->wide ? leaf->wide_h : NULL, 0, share[0],
                              &share[1], w, sums);
        cut_leaves_add_moments(leaf->leaf, w, sums);
    }
    packed->leaf_count = packed->cut_count = 0;
}

#endif

#endif
