// hydrostatics/hierarchy: volume/hierarchy, with wetted area and waterplane added up in the same
// pass (surface.h), leaf by leaf. A template, included by every_method.h once for each instruction
// set.
//
// V and c have the bits of volume/hierarchy on all bodies but those of several leaves, some of
// which hold a large triangle: there it takes heights in double in these leaves alone. A waterline
// would not close where such a leaf meets another, so here all heights of the body are in double.
#include "cut_leaves.h"
#include "dispatch/methods.h"
#include "hydrostatics_pass.h"
#include "walk.h"

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
