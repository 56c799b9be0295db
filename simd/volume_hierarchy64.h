// volume/hierarchy64 and volume/blocks64: `hierarchy` and `blocks` in double. Templates, included
// by every_method.h once for each instruction set.
#include "cut_leaves64.h"
#include "dispatch/methods.h"

// Clips the first leaves listed, WALK_ROUND at most, and adds up wet items whose prefetch has
// begun.
static __attribute__((noinline)) void hierarchy64_clip_round(struct walk *walk,
                                                             const struct sums_pass *pass,
                                                             struct cut_leaves64_sums *sums) {
    struct walk_list *leaves = &walk->leaves, *wet = &walk->wet;
    const uint32_t count = leaves->count < WALK_ROUND ? leaves->count : WALK_ROUND;
    for (uint32_t i = 0; i < count; ++i) {
        walk_ask_ahead(walk->tree, i, leaves->items, leaves->count, wet->items, wet->count);
        cut_leaves64_add(&walk->tree->leaves[leaves->items[i]], pass, sums);
    }
    leaves->asked = count + WALK_LEAVES_AHEAD;
    walk_drop(leaves, count);
    walk_add_wet(walk, wet->count < 2 * count ? wet->count : 2 * count);
}

static void hierarchy64_sum_tree(const struct sums_pass *pass, struct sums *sums) {
    struct cut_leaves64_sums lane_sums;
    memset(&lane_sums, 0, sizeof lane_sums);
    struct walk walk;
    walk_start(&walk, &pass->mesh->tree, &pass->centred, NULL);
    bool more;
    do {
        more = walk_on(&walk);
        walk_ask_for_leaves(walk.tree, &walk.leaves, WALK_LEAVES_AHEAD);
        while (walk.leaves.count >= (more ? WALK_ROUND + WALK_LEAVES_AHEAD : 1)) {
            hierarchy64_clip_round(&walk, pass, &lane_sums);
        }
    } while (more);
    walk_add_wet(&walk, walk.wet.count);
    cut_leaves64_finish(&lane_sums, sums);
    lanes_wide_store(sums->wet, walk.sum);
}

// A mesh of at most 16 leaves has one node, and needs no lists.
static void hierarchy64_sum(const struct sums_pass *pass, struct sums *sums) {
    if (pass->mesh->tree.level_count <= 1) {
        cut_leaves64_sum_all(pass, sums);
    } else {
        hierarchy64_sum_tree(pass, sums);
    }
}

void BUOY_VARIANT(buoy_volume_hierarchy64)(const struct buoy_volume_query *query,
                                           struct buoy_volume *restrict results) {
    cut_leaves64_answer(query, hierarchy64_sum, results);
}

// The blocks are the leaves of the tree, whose coordinates are not rounded, looked at in order.
void BUOY_VARIANT(buoy_volume_blocks64)(const struct buoy_volume_query *query,
                                        struct buoy_volume *restrict results) {
    cut_leaves64_answer(query, cut_leaves64_sum_all, results);
}
