// volume/hierarchy: a tree over the triangles, so that cost grows with the waterline, not with the
// surface. A template, included by
// every_method.h once for each instruction set.
#include "bits.h"
#include "cut_leaves.h"
#include "dispatch/methods.h"
#include "leaves_sum.h"
#include "mesh/plane.h"
#include "walk.h"

static inline __attribute__((always_inline)) void
hierarchy_clip(const struct sums_pass *pass, const struct cut_leaves_water *water, bool mixed,
               const uint32_t *leaves, uint32_t count, uint32_t listed, const uint32_t *wet,
               uint32_t wet_count, struct sums *sums) {
    struct leaves_sum sum;
    leaves_sum_begin(mixed, &sum);
    for (uint32_t i = 0; i < count; ++i) {
        walk_ask_ahead(&pass->mesh->tree, i, leaves, listed, wet, wet_count);
        leaves_sum_add(leaves[i], pass, water, mixed, i + 1 == count, &sum);
    }
    leaves_sum_end(mixed, &sum, sums);
}

// Clips the first `count` leaves of a list, SUMS_FLUSH at most, while it prefetches the next ones
// and two wet items for each.
static __attribute__((noinline)) void hierarchy_clip_round(const struct sums_pass *pass,
                                                           const struct cut_leaves_water *water,
                                                           const uint32_t *leaves, uint32_t count,
                                                           uint32_t listed, const uint32_t *wet,
                                                           uint32_t wet_count, struct sums *sums) {
    if (cut_leaves_are_mixed(pass)) {
        hierarchy_clip(pass, water, true, leaves, count, listed, wet, wet_count, sums);
    } else {
        hierarchy_clip(pass, water, false, leaves, count, listed, wet, wet_count, sums);
    }
}

// Adds up a mesh of at most 16 leaves, in the order of a walk, without its lists.
static inline void hierarchy_sum_node(const struct sums_pass *pass,
                                      const struct cut_leaves_water *water, struct sums *sums) {
    const struct buoy_tree *tree = &pass->mesh->tree;
    unsigned wet = 0, cut = (1u << tree->leaf_count) - 1;
    if (!cut_leaves_are_few(pass->mesh)) {
        const struct buoy_span span = buoy_span_of(&pass->centred);
        walk_classify(tree->nodes, &span, &wet, &cut);
    }
    uint32_t leaves[2 * BUOY_LANES] = {0};
    const uint32_t count = lanes_list_bits(cut, 0, leaves);
    for (uint32_t i = 1; i < count; ++i) { // the first is read next anyway
        walk_ask_for_item(&tree->leaves[leaves[i]], sizeof *tree->leaves);
    }
    hierarchy_clip_round(pass, water, leaves, count, count, NULL, 0, sums);
    lanes_wide moments = lanes_wide_zero();
    for (unsigned left = wet; left; left &= left - 1) {
        moments = lanes_wide_add(moments, tree->moments[buoy_lowest_bit(left)].m);
    }
    lanes_wide_store(sums->wet, moments);
}

// Adds up a mesh of two levels, at most 256 leaves, in the order of a walk: lists have room for
// all, which saves 6 to 9 % of the time with AVX-512 at 500 to 1 300 triangles.
static inline void hierarchy_sum_two_levels(const struct sums_pass *pass,
                                            const struct cut_leaves_water *water,
                                            struct sums *sums) {
    const struct buoy_tree *tree = &pass->mesh->tree;
    const struct buoy_bounds *nodes = tree->nodes + tree->first_node[0];
    const struct buoy_span span = buoy_span_of(&pass->centred);
    struct walk_list leaves, wet;
    leaves.count = leaves.asked = wet.count = wet.asked = 0;
    unsigned below, cut, across;
    walk_classify(&tree->nodes[tree->first_node[1]], &span, &below, &cut);
    walk_list_bits(&wet, below, tree->first_item[1]);
    for (unsigned left = cut; left; left &= left - 1) {
        walk_ask_for_bounds(&nodes[buoy_lowest_bit(left)], &span);
    }
    for (; cut; cut &= cut - 1) {
        const uint32_t node = buoy_lowest_bit(cut), first = node * BUOY_LANES;
        walk_classify(&nodes[node], &span, &below, &across);
        walk_list_bits(&wet, below, tree->first_item[0] + first);
        walk_list_bits(&leaves, across, first);
    }
    walk_ask_for_leaves(tree, &leaves, WALK_LEAVES_AHEAD);
    for (uint32_t i = 0; i < leaves.count; i += SUMS_FLUSH) {
        const uint32_t left = leaves.count - i, asked = wet.count < 2 * i ? wet.count : 2 * i;
        hierarchy_clip_round(pass, water, leaves.items + i, left < SUMS_FLUSH ? left : SUMS_FLUSH,
                             left, wet.items + asked, wet.count - asked, sums);
    }
    lanes_wide_store(sums->wet, walk_sum_wet(tree, &wet, wet.count, lanes_wide_zero()));
}

// Clips the first leaves that a walk has listed, and adds up the wet items prefetched meanwhile.
static inline void hierarchy_walk_round(struct walk *walk, const struct sums_pass *pass,
                                        const struct cut_leaves_water *water, struct sums *sums) {
    struct walk_list *leaves = &walk->leaves, *wet = &walk->wet;
    const uint32_t count = leaves->count < SUMS_FLUSH ? leaves->count : SUMS_FLUSH;
    hierarchy_clip_round(pass, water, leaves->items, count, leaves->count, wet->items, wet->count,
                         sums);
    leaves->asked = count + WALK_LEAVES_AHEAD;
    walk_drop(leaves, count);
    walk_add_wet(walk, wet->count < 2 * count ? wet->count : 2 * count);
}

static inline void hierarchy_sum_tree(const struct sums_pass *pass,
                                      const struct cut_leaves_water *water, struct sums *sums) {
    const struct buoy_tree *tree = &pass->mesh->tree;
    struct walk walk;
    walk_start(&walk, tree, &pass->centred, NULL);
    bool more;
    do {
        more = walk_on(&walk);
        walk_ask_for_leaves(tree, &walk.leaves, WALK_LEAVES_AHEAD);
        while (walk.leaves.count >= SUMS_FLUSH + WALK_LEAVES_AHEAD) {
            hierarchy_walk_round(&walk, pass, water, sums);
        }
    } while (more);
    while (walk.leaves.count > 0) {
        hierarchy_walk_round(&walk, pass, water, sums);
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
    } else if (pass->mesh->tree.level_count == 2) {
        hierarchy_sum_two_levels(pass, &water, sums);
    } else {
        hierarchy_sum_tree(pass, &water, sums);
    }
}

void BUOY_VARIANT(buoy_volume_hierarchy)(const struct buoy_volume_query *request,
                                         struct buoy_volume *restrict results) {
    if (request->count > 0) { // the first leaf of a small, cold mesh arrives with the head
        walk_ask_for_item(buoy_arrays_behind(request->mesh), sizeof(struct buoy_leaf));
    }
    for (size_t i = 0; i < request->count; ++i) {
        double d;
        const struct buoy_plane plane = buoy_plane_of(request->planes, request->planes64, i, &d);
        sums_answer_query(request->mesh, request->mesh->tree.shift, &plane, d, hierarchy_sum,
                          &results[i]);
    }
}
