// Sums over the leaves at the waterline, packed where lanes can be. For templates, on whatever
// lanes_<isa>.h came before.
#ifndef BUOY_LEAVES_SUM_H
#define BUOY_LEAVES_SUM_H

#include "cut_leaves.h"
#ifdef LANES_PACK
#include "packed_leaves.h"
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
