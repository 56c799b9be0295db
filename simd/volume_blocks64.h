// volume/blocks64: `blocks` in double. Its blocks are the leaves of the tree, whose coordinates are
// not rounded, looked at in order. A template, included by every_method.h once for each
// instruction set.
#include "cut_leaves64.h"
#include "dispatch/methods.h"

void BUOY_VARIANT(buoy_volume_blocks64)(const struct buoy_volume_query *query,
                                        struct buoy_volume *restrict results) {
    cut_leaves64_answer(query, cut_leaves64_sum_all, results);
}
