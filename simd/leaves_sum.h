// Sums over the leaves at the waterline, packed where lanes can be. For templates, on whatever
// lanes_<isa>.h came before.
#ifndef BUOY_LEAVES_SUM_H
#define BUOY_LEAVES_SUM_H

#include "cut_leaves.h"
#ifdef LANES_PACK
#include "packed_leaves.h"
#endif

// Whether packing pays on a body of one node: on a compact one of more than LEAVES_SUM_FEW leaves.
// With AVX-512 it costs 2 to 9 % of the time at 3 or 4 leaves, saves 6 % at 7 and 10 % at 13; in
// double it costs 3 % at 8.
#define LEAVES_SUM_FEW 4
static inline bool leaves_sum_packs_node(const struct buoy_mesh *mesh) {
#ifdef LANES_PACK
    return mesh->tree.leaf_count > LEAVES_SUM_FEW;
#else
    (void)mesh;
    return false;
#endif
}
#undef LEAVES_SUM_FEW

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
