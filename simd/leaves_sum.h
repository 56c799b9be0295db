// Sums over the leaves at the waterline, packed where lanes can be. For templates, on whatever
// lanes_<isa>.h came before.
#ifndef BUOY_LEAVES_SUM_H
#define BUOY_LEAVES_SUM_H

#include "cut_leaves.h"

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

// f and β of cut triangles, in place of their heights. The last vector is filled up with dry ones.
static inline __attribute__((always_inline)) void
packed_leaves_weigh(struct packed_leaves *packed) {
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
}

// Adds what the leaves contribute, times two, and drops them.
static inline __attribute__((always_inline)) void
packed_leaves_flush(bool mixed, struct packed_leaves *packed, struct sums_in_lanes *sums) {
    packed_leaves_weigh(packed);
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

#undef PACKED_LEAVES

#endif

struct leaves_sum {
    struct sums_in_lanes lanes;
#ifdef LANES_PACK
    struct packed_leaves packed; // not yet in `lanes`
#endif
};

// mixed, here and below: cut_leaves_are_mixed(), a constant at every call.
static inline void leaves_sum_begin(bool mixed, struct leaves_sum *sum) {
    sums_begin(&sum->lanes, mixed);
#ifdef LANES_PACK
    sum->packed.leaf_count = sum->packed.cut_count = 0;
#endif
}

// Adds what a leaf contributes, times two. last: whether no other follows.
static inline __attribute__((always_inline)) void
leaves_sum_add(uint32_t index, const struct sums_pass *pass, const struct cut_leaves_water *water,
               bool mixed, bool last, struct leaves_sum *sum) {
#ifdef LANES_PACK
    packed_leaves_add(index, pass, water, mixed, &sum->packed);
    if (last || packed_leaves_are_full(&sum->packed)) {
        packed_leaves_flush(mixed, &sum->packed, &sum->lanes);
    }
#else
    (void)last;
    cut_leaves_add(index, pass, water, mixed, &sum->lanes, NULL);
#endif
}

// At most SUMS_FLUSH leaves may have been added.
static inline void leaves_sum_end(bool mixed, const struct leaves_sum *sum, struct sums *sums) {
    sums_flush(&sum->lanes, mixed, 0.5, sums);
}

#endif
