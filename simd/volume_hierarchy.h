// volume/hierarchy: a tree over the triangles, so that cost grows with the waterline, not with the
// surface; for crowds that share a small mesh, lanes = bodies. A template, included by
// every_method.h once for each instruction set.
#include "bits.h"
#include "cut_leaves.h"
#include "dispatch/methods.h"
#include "leaves_crowd.h"
#include "mesh/plane.h"
#include "walk.h"

// How many leaves are prefetched ahead of the one being clipped.
#define HIERARCHY_LEAVES_AHEAD 16

_Static_assert(SUMS_FLUSH + HIERARCHY_LEAVES_AHEAD + (WALK_STEP + 1) * BUOY_LANES <= WALK_LIST_ROOM,
               "room for leaves");

// Clips the first leaves listed, SUMS_FLUSH at most, and adds up wet items whose prefetch has
// begun.
static __attribute__((noinline)) void hierarchy_clip_round(struct walk *walk,
                                                           const struct sums_pass *pass,
                                                           const struct cut_leaves_water *water,
                                                           struct sums *sums) {
    const uint32_t count = walk->leaves.count < SUMS_FLUSH ? walk->leaves.count : SUMS_FLUSH;
    struct sums_in_lanes lane_sums;
    memset(&lane_sums, 0, sizeof lane_sums);
    for (uint32_t i = 0; i < count; ++i) {
        walk_ask_for_leaves(walk, i + HIERARCHY_LEAVES_AHEAD);
        walk_ask_for_wet(walk, 2 * i);
        cut_leaves_add(&walk->tree->leaves[walk->leaves.items[i]], pass, water, &lane_sums);
    }
    sums_flush(&lane_sums, sums);
    walk_drop(&walk->leaves, count);
    walk_add_wet(walk, walk->wet.asked);
}

// Adds up a mesh of at most 16 leaves, in the order of a walk, without its lists. On larger ones
// most of the time is spent in hierarchy_clip_round(), which profilers find by its name.
static inline void hierarchy_sum_node(const struct sums_pass *pass,
                                      const struct cut_leaves_water *water, struct sums *sums) {
    const struct buoy_tree *tree = &pass->mesh->tree;
    unsigned wet = 0, cut = 1; // a single leaf has the bounds of the mesh, which the plane crosses
    if (tree->leaf_count > 1) {
        const struct buoy_span span = buoy_span_of(&pass->centred);
        walk_classify(tree->nodes, &span, &wet, &cut);
        for (unsigned left = cut; left; left &= left - 1) {
            const char *leaf = (const char *)&tree->leaves[buoy_lowest_bit(left)];
            for (size_t i = 0; i < sizeof *tree->leaves; i += 64) {
                BUOY_PREFETCH(leaf + i);
            }
        }
    }
    struct sums_in_lanes lane_sums;
    memset(&lane_sums, 0, sizeof lane_sums);
    for (unsigned left = cut; left; left &= left - 1) {
        cut_leaves_add(&tree->leaves[buoy_lowest_bit(left)], pass, water, &lane_sums);
    }
    sums_flush(&lane_sums, sums);
    lanes_wide moments = lanes_wide_zero();
    for (unsigned left = wet; left; left &= left - 1) {
        moments = lanes_wide_add(moments, tree->moments[buoy_lowest_bit(left)].m);
    }
    lanes_wide_store(sums->wet, moments);
}

static inline void hierarchy_sum_tree(const struct sums_pass *pass,
                                      const struct cut_leaves_water *water, struct sums *sums) {
    struct walk walk;
    walk_start(&walk, &pass->mesh->tree, &pass->centred);
    bool more;
    do {
        more = walk_on(&walk);
        walk_ask_for_leaves(&walk, HIERARCHY_LEAVES_AHEAD);
        while (walk.leaves.count >= SUMS_FLUSH + HIERARCHY_LEAVES_AHEAD) {
            hierarchy_clip_round(&walk, pass, water, sums);
        }
    } while (more);
    while (walk.leaves.count > 0) {
        hierarchy_clip_round(&walk, pass, water, sums);
    }
    walk_add_wet(&walk, walk.wet.count);
    lanes_wide_store(sums->wet, walk.sum);
}

static void hierarchy_sum(const struct sums_pass *pass, struct sums *sums) {
    struct cut_leaves_water water;
    cut_leaves_find_water(pass, &water);
    memset(sums, 0, sizeof *sums);
    if (pass->mesh->tree.level_count <= 1) {
        hierarchy_sum_node(pass, &water, sums);
    } else {
        hierarchy_sum_tree(pass, &water, sums);
    }
    sums->volume *= 0.5;
    for (int i = 0; i < 3; ++i) {
        sums->moment[i] *= 0.5;
    }
}

static __attribute__((noinline)) size_t hierarchy_crowd(const struct buoy_volume_query *query,
                                                        struct buoy_volume *restrict results) {
    return crowd_answer(query, query->mesh->tree.shift, leaves_crowd_sum, results);
}

void BUOY_VARIANT(buoy_volume_hierarchy)(const struct buoy_volume_query *request,
                                         struct buoy_volume *restrict results) {
    size_t i =
        leaves_crowd_suits(request->mesh, request->count) ? hierarchy_crowd(request, results) : 0;
    for (; i < request->count; ++i) {
        sums_answer_query(request->mesh, request->mesh->tree.shift, &request->planes[i],
                          buoy_offset_of(request->planes, request->offsets, i), hierarchy_sum,
                          &results[i]);
    }
}

#undef HIERARCHY_LEAVES_AHEAD
