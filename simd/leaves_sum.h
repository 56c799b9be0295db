// Sums over the leaves at the waterline, packed where that pays and lanes can be. For templates, on
// whatever lanes_<isa>.h came before.
#ifndef BUOY_LEAVES_SUM_H
#define BUOY_LEAVES_SUM_H

#include "cut_leaves.h"
#ifdef LANES_PACK
#include "packed_leaves.h"
#endif

// Whether packing pays on a body of one node.
static inline bool leaves_sum_is_long(const struct buoy_mesh *mesh) {
#ifdef LANES_PACK
    return mesh->tree.leaf_count > CUT_LEAVES_FEW;
#else
    (void)mesh;
    return false;
#endif
}

// Sums over the leaves at the waterline.
struct leaves_sum {
    struct sums_in_lanes lanes;
#ifdef LANES_PACK
    struct packed_leaves packed; // not yet in `lanes`
#endif
};

// mixed, here and below: cut_leaves_are_mixed().
static inline void leaves_sum_begin(bool mixed, struct leaves_sum *sum) {
    sums_begin(&sum->lanes, mixed);
#ifdef LANES_PACK
    sum->packed.leaf_count = sum->packed.cut_count = 0;
#endif
}

// Clips a leaf. last: whether no other follows. many: whether to pack where lanes can be; compilers
// know which.
static inline __attribute__((always_inline)) void
leaves_sum_add(uint32_t index, const struct sums_pass *pass, const struct cut_leaves_water *water,
               bool mixed, bool many, bool last, struct leaves_sum *sum) {
#ifdef LANES_PACK
    if (many) {
        packed_leaves_add(index, pass, water, mixed, &sum->packed);
        if (last || packed_leaves_are_full(&sum->packed)) {
            packed_leaves_flush(mixed, &sum->packed, &sum->lanes);
        }
        return;
    }
#endif
    (void)many;
    (void)last;
    cut_leaves_add(index, pass, water, mixed, &sum->lanes);
}

// Adds up the lanes. At most SUMS_FLUSH leaves may have been clipped.
static inline void leaves_sum_end(bool mixed, const struct leaves_sum *sum, struct sums *sums) {
    sums_flush(&sum->lanes, mixed, 0.5, sums);
}

#endif
