// volume/hierarchy64: `hierarchy` in double. A template, included by every_method.h once for each
// instruction set.
#include "cut_leaves64.h"
#include "dispatch/methods.h"

// How many leaves are prefetched ahead of the one being clipped.
#define HIERARCHY64_LEAVES_AHEAD 16

// Leaves clipped in a round, between which the walk goes on.
#define HIERARCHY64_ROUND 64

_Static_assert(HIERARCHY64_ROUND + HIERARCHY64_LEAVES_AHEAD + (WALK_STEP + 1) * BUOY_LANES <=
                   WALK_LIST_ROOM,
               "room for leaves");

// Clips the first leaves listed, HIERARCHY64_ROUND at most, and adds up wet items whose prefetch
// has begun.
static __attribute__((noinline)) void hierarchy64_clip_round(struct walk *walk,
                                                             const struct sums_pass *pass,
                                                             struct cut_leaves64_sums *sums) {
    const uint32_t listed = walk->leaves.count;
    const uint32_t count = listed < HIERARCHY64_ROUND ? listed : HIERARCHY64_ROUND;
    for (uint32_t i = 0; i < count; ++i) {
        walk_ask_for_leaves(walk->tree, &walk->leaves, i + HIERARCHY64_LEAVES_AHEAD);
        walk_ask_for_wet(walk->tree, &walk->wet, 2 * i);
        cut_leaves64_add(&walk->tree->leaves[walk->leaves.items[i]], pass, sums);
    }
    walk_drop(&walk->leaves, count);
    walk_add_wet(walk, walk->wet.asked);
}

static void hierarchy64_sum_tree(const struct sums_pass *pass, struct sums *sums) {
    struct cut_leaves64_sums lane_sums;
    memset(&lane_sums, 0, sizeof lane_sums);
    struct walk walk;
    walk_start(&walk, &pass->mesh->tree, &pass->centred, NULL);
    bool more;
    do {
        more = walk_on(&walk);
        walk_ask_for_leaves(walk.tree, &walk.leaves, HIERARCHY64_LEAVES_AHEAD);
        while (walk.leaves.count >= HIERARCHY64_ROUND + HIERARCHY64_LEAVES_AHEAD) {
            hierarchy64_clip_round(&walk, pass, &lane_sums);
        }
    } while (more);
    while (walk.leaves.count > 0) {
        hierarchy64_clip_round(&walk, pass, &lane_sums);
    }
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

#undef HIERARCHY64_LEAVES_AHEAD
#undef HIERARCHY64_ROUND
