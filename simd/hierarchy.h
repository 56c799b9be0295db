// volume/hierarchy and hydrostatics/hierarchy: a tree over the triangles, so that cost grows with
// the waterline, not with the surface. Templates, included by every_method.h once for each
// instruction set.
#ifndef BUOY_HIERARCHY_H
#define BUOY_HIERARCHY_H

#include "bits.h"
#include "cut_leaves.h"
#include "dispatch/methods.h"
#include "mesh/plane.h"
#include "surface.h"
#include "walk.h"

#ifdef BUOY_ONLY_VOLUME
static inline __attribute__((always_inline)) void
hierarchy_clip(const struct sums_pass *pass, const struct cut_leaves_water *water, bool mixed,
               const uint32_t *leaves, uint32_t count, uint32_t listed, const uint32_t *wet,
               uint32_t wet_count, struct sums *sums) {
    struct sums_in_lanes lane_sums;
    sums_begin(&lane_sums, mixed);
#ifdef LANES_PACK
    struct packed_leaves packed;
    packed.leaf_count = packed.cut_count = 0;
#endif
    for (uint32_t i = 0; i < count; ++i) {
        walk_ask_ahead(&pass->mesh->tree, i, leaves, listed, wet, wet_count);
#ifdef LANES_PACK
        packed_leaves_add(leaves[i], pass, water, mixed, &packed);
        if (i + 1 == count || packed.leaf_count == PACKED_LEAVES) {
            packed_leaves_flush(mixed, &packed, &lane_sums);
        }
#else
        cut_leaves_add(leaves[i], pass, water, mixed, &lane_sums, NULL);
#endif
    }
    sums_flush(&lane_sums, mixed, 0.5, sums);
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
static __attribute__((noinline)) void hierarchy_sum_two_levels(const struct sums_pass *pass,
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

static __attribute__((noinline)) void hierarchy_sum_tree(const struct sums_pass *pass,
                                                         const struct cut_leaves_water *water,
                                                         struct sums *sums) {
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
    sums_answer_query(request, request->mesh->tree.shift, hierarchy_sum, results);
}
#endif

// ------------------------------------------------------------------------------------ hydrostatics

// volume/hierarchy, with wetted area and waterplane added up in the same pass (surface.h), leaf by
// leaf. V and c have its bits on all bodies but those of several leaves, some of which hold a large
// triangle: there it takes heights in double in these leaves alone. A waterline would not close
// where such a leaf meets another, so here all heights of the body are in double.

#ifdef BUOY_ONLY_HYDROSTATICS
// Clips leaves, SUMS_FLUSH at most.
static inline __attribute__((always_inline)) void
hydrostatics_clip(const struct sums_pass *pass, const struct cut_leaves_water *water, bool mixed,
                  const uint32_t *leaves, uint32_t count, struct sums *sums) {
    struct sums_in_lanes lane_sums;
    sums_begin(&lane_sums, mixed);
    for (uint32_t i = 0; i < count; ++i) {
        cut_leaves_add(leaves[i], pass, water, mixed, &lane_sums, pass->surface);
    }
    sums_flush(&lane_sums, mixed, 0.5, sums);
    surface_flush(pass->surface);
}

static void hydrostatics_clip_round(const struct sums_pass *pass,
                                    const struct cut_leaves_water *water, const uint32_t *leaves,
                                    uint32_t count, struct sums *sums) {
    if (cut_leaves_are_mixed(pass)) {
        hydrostatics_clip(pass, water, true, leaves, count, sums);
    } else {
        hydrostatics_clip(pass, water, false, leaves, count, sums);
    }
}

// Adds up a mesh of at most 16 leaves, in the order of a walk.
static void hydrostatics_sum_node(const struct sums_pass *pass,
                                  const struct cut_leaves_water *water, struct sums *sums) {
    const struct buoy_tree *tree = &pass->mesh->tree;
    uint32_t leaves[2 * BUOY_LANES];
    unsigned wet = 0, cut = (1u << tree->leaf_count) - 1;
    if (!cut_leaves_are_few(pass->mesh)) {
        const struct buoy_span span = buoy_span_of(&pass->centred);
        walk_classify(tree->nodes, &span, &wet, &cut);
    }
    for (unsigned left = cut & (cut - 1); left; left &= left - 1) {
        walk_ask_for_item(&tree->leaves[buoy_lowest_bit(left)], sizeof *tree->leaves);
    }
    hydrostatics_clip_round(pass, water, leaves, lanes_list_bits(cut, 0, leaves), sums);
    surface_add_wet(buoy_item_areas(tree), wet, pass->surface);
    lanes_wide moments = lanes_wide_zero();
    for (; wet; wet &= wet - 1) {
        moments = lanes_wide_add(moments, tree->moments[buoy_lowest_bit(wet)].m);
    }
    lanes_wide_store(sums->wet, moments);
}

// Clips the first leaves that a walk has listed; asks for the next ones.
static void hydrostatics_walk_round(struct walk *walk, const struct sums_pass *pass,
                                    const struct cut_leaves_water *water, struct sums *sums) {
    struct walk_list *leaves = &walk->leaves;
    const uint32_t count = leaves->count < SUMS_FLUSH ? leaves->count : SUMS_FLUSH;
    walk_ask_for_leaves(walk->tree, leaves, leaves->count);
    hydrostatics_clip_round(pass, water, leaves->items, count, sums);
    walk_drop(leaves, count);
}

static void hydrostatics_sum_tree(const struct sums_pass *pass,
                                  const struct cut_leaves_water *water, struct sums *sums) {
    const struct buoy_tree *tree = &pass->mesh->tree;
    struct walk walk;
    walk_start(&walk, tree, &pass->centred, buoy_item_areas(tree));
    bool more;
    do {
        more = walk_on(&walk);
        while (walk.leaves.count >= SUMS_FLUSH) {
            hydrostatics_walk_round(&walk, pass, water, sums);
        }
    } while (more);
    if (walk.leaves.count > 0) {
        hydrostatics_walk_round(&walk, pass, water, sums);
    }
    walk_add_wet(&walk, walk.wet.count);
    pass->surface->wet_area = walk.area;
    lanes_wide_store(sums->wet, walk.sum);
}

static void hydrostatics_hierarchy_sum(const struct sums_pass *pass, struct sums *sums) {
    struct cut_leaves_water water;
    surface_begin(pass->surface, pass);
    cut_leaves_find_water(pass, &water);
    memset(sums, 0, sizeof *sums);
    if (pass->mesh->tree.level_count <= 1) {
        hydrostatics_sum_node(pass, &water, sums);
    } else {
        hydrostatics_sum_tree(pass, &water, sums);
    }
}

void BUOY_VARIANT(buoy_hydrostatics_hierarchy)(const struct buoy_hydrostatics_query *request,
                                               struct buoy_hydrostatics *restrict results) {
    const struct buoy_mesh *mesh = request->mesh;
    for (size_t i = 0; i < request->count; ++i) {
        struct sums_pass pass = {
            .mesh = mesh, .shift = mesh->tree.shift, .precise = !mesh->compact || mesh->tree.large};
        hydrostatics_answer(&pass, request, i, hydrostatics_hierarchy_sum, &results[i]);
    }
}
#endif

#endif
