// Which of 16 bounding boxes are wet, dry or cut, and a walk down the tree of a mesh to the leaves
// at the waterline. For templates, on whatever lanes_<isa>.h came before.
//
// Items are listed and examined later, in the order in which they were listed. Between the two,
// memory has time to deliver (prefetch), and no examination waits for the result of the one before.
// The resulting order depends on the tree and the plane alone.
#ifndef BUOY_WALK_H
#define BUOY_WALK_H

#include <math.h>
#include <string.h>

#include "bits.h"
#include "mesh/leaves.h"
#include "weights.h"

// ---------------------------------------------------------------------------------- bounding boxes

// Finds which boxes of a node are wholly submerged and which may cross the water, as bits.
static inline void boxes_classify(const struct buoy_node *node,
                                  const struct buoy_baked_plane *plane, unsigned *wet,
                                  unsigned *cut) {
    *wet = *cut = 0;
    const lanes ax = lanes_splat(fabsf(plane->nx)), ay = lanes_splat(fabsf(plane->ny));
    const lanes az = lanes_splat(fabsf(plane->nz));
    for (int i = 0; i < BUOY_LANES; i += LANES_WIDTH) {
        const lanes s = weights_height(plane, lanes_load(&node->cx[i]), lanes_load(&node->cy[i]),
                                       lanes_load(&node->cz[i]));
        lanes r = lanes_mul(lanes_load(&node->ex[i]), ax);
        r = lanes_muladd(lanes_load(&node->ey[i]), ay, r);
        r = lanes_muladd(lanes_load(&node->ez[i]), az, r);
        const unsigned low = lanes_bits(lanes_less(s, r)); // something may be submerged
        const unsigned high = lanes_bits(lanes_less(lanes_splat(0.0f), lanes_add(s, r)));
        *wet |= (low & ~high) << i;
        *cut |= (low & high) << i;
    }
}

// ------------------------------------------------------------------------------------------- walks

#ifndef LANES_LIST_BITS
#define lanes_list_bits buoy_list_bits
#endif

// Nodes that one step of a walk examines, and nodes that it wants listed by then.
#define WALK_STEP 12
#define WALK_NODES_AHEAD (2 * WALK_STEP)

// Wet items listed before some are added up.
#define WALK_WET_AT_MOST 256

// Leaves clipped in a round at most, and how many are prefetched ahead of the one being clipped.
#define WALK_ROUND 64
#define WALK_LEAVES_AHEAD 16

// Room for the most items a list holds, and for the 16 entries that listing may write. Nodes: fewer
// than WALK_NODES_AHEAD, and those listed by one more node. Wet items: as many, and those listed by
// one more node. Leaves: what may be left after a round, and those listed by one more step. All
// items of two levels.
#define WALK_LIST_ROOM 320
_Static_assert(WALK_NODES_AHEAD + 2 * BUOY_LANES <= WALK_LIST_ROOM, "room for nodes");
_Static_assert(WALK_ROUND + WALK_LEAVES_AHEAD + (WALK_STEP + 1) * BUOY_LANES <= WALK_LIST_ROOM,
               "room for leaves");
_Static_assert(WALK_WET_AT_MOST + 2 * BUOY_LANES <= WALK_LIST_ROOM, "room for wet items");
_Static_assert((BUOY_LANES + 2) * BUOY_LANES <= WALK_LIST_ROOM, "room for all of two levels");

struct walk_list {
    uint32_t count;
    uint32_t asked; // how many of them have been prefetched
    uint32_t items[WALK_LIST_ROOM];
};

struct walk {
    const struct buoy_tree *tree;
    struct buoy_span span;
    struct walk_list nodes;  // of level 0 that may cross the water
    struct walk_list leaves; // that may cross the water
    struct walk_list wet;    // items wholly submerged, by their moments
    lanes_wide sum;          // of the moments of those that were listed and dropped
    const double *areas;     // of all items, or NULL
    double area;             // the sum of theirs
    uint32_t level;
    // For the node being visited on each level above 0: its first item, and its items left to
    // visit.
    uint32_t first[BUOY_MAX_LEVELS];
    unsigned cut[BUOY_MAX_LEVELS];
};

// Lists first + i for each bit i of 16.
static inline void walk_list_bits(struct walk_list *list, unsigned bits, uint32_t first) {
    list->count += lanes_list_bits(bits, first, list->items + list->count);
}

// Prefetches an item.
static inline void walk_ask_for_item(const void *item, size_t bytes) {
    for (size_t i = 0; i < bytes; i += 64) {
        BUOY_PREFETCH((const char *)item + i);
    }
}

static inline void walk_ask_for_leaves(const struct buoy_tree *tree, struct walk_list *leaves,
                                       uint32_t enough) {
    for (; leaves->asked < enough && leaves->asked < leaves->count; ++leaves->asked) {
        walk_ask_for_item(&tree->leaves[leaves->items[leaves->asked]], sizeof *tree->leaves);
    }
}

// Prefetches the leaf WALK_LEAVES_AHEAD ahead of the i-th of a list, and two wet items.
static inline void walk_ask_ahead(const struct buoy_tree *tree, uint32_t i, const uint32_t *leaves,
                                  uint32_t listed, const uint32_t *wet, uint32_t wet_count) {
    if (i + WALK_LEAVES_AHEAD < listed) {
        walk_ask_for_item(&tree->leaves[leaves[i + WALK_LEAVES_AHEAD]], sizeof *tree->leaves);
    }
    for (uint32_t j = 2 * i; j < 2 * i + 2 && j < wet_count; ++j) {
        walk_ask_for_item(&tree->moments[wet[j]], sizeof *tree->moments);
    }
}

// Prefetches what a plane reads of a node.
static inline void walk_ask_for_bounds(const struct buoy_bounds *node,
                                       const struct buoy_span *span) {
    for (int j = 0; j < 3; ++j) {
        BUOY_PREFETCH(&node->along[span->along[j]]);
    }
}

// Drops the first `count` items.
static inline void walk_drop(struct walk_list *list, uint32_t count) {
    list->count -= count;
    list->asked = list->asked > count ? list->asked - count : 0;
    for (uint32_t i = 0; i < list->count; ++i) {
        list->items[i] = list->items[count + i];
    }
}

// Finds which items of a node are wholly submerged and which may cross the water, as bits.
static INLINE_IF_WHOLE void walk_classify(const struct buoy_bounds *node,
                                          const struct buoy_span *span, unsigned *wet,
                                          unsigned *cut) {
    const int16_t *low[3], *high[3];
    for (int j = 0; j < 3; ++j) {
        const bool opposite = span->weight[j] < 0.0f;
        const int16_t *least = node->along[span->along[j]].low;
        const int16_t *greatest = node->along[span->along[j]].high;
        low[j] = opposite ? greatest : least;
        high[j] = opposite ? least : greatest;
    }
    unsigned reaches_down = 0, stays_down = 0;
    for (int i = 0; i < BUOY_LANES; i += LANES_WIDTH) {
        lanes bottom = lanes_splat(-span->level), top = bottom;
        for (int j = 0; j < 3; ++j) {
            const lanes weight = lanes_splat(span->weight[j]);
            bottom = lanes_muladd(weight, lanes_load_int16(low[j] + i), bottom);
            top = lanes_muladd(weight, lanes_load_int16(high[j] + i), top);
        }
        reaches_down |= lanes_bits(lanes_less(bottom, lanes_splat(0.0f))) << i;
        stays_down |= lanes_bits(lanes_less(top, lanes_splat(0.0f))) << i;
    }
    *wet = reaches_down & stays_down;
    *cut = reaches_down & ~stays_down;
}

// A sum and the moments of the first `count` wet items.
static inline lanes_wide walk_sum_wet(const struct buoy_tree *tree, const struct walk_list *wet,
                                      uint32_t count, lanes_wide sum) {
    for (uint32_t i = 0; i < count; ++i) {
        sum = lanes_wide_add(sum, tree->moments[wet->items[i]].m);
    }
    return sum;
}

// Adds the moments, and the areas if they are wanted, of the first `count` wet items to the sums,
// and drops them.
static inline void walk_add_wet(struct walk *walk, uint32_t count) {
    walk->sum = walk_sum_wet(walk->tree, &walk->wet, count, walk->sum);
    for (uint32_t i = 0; walk->areas && i < count; ++i) {
        walk->area += walk->areas[walk->wet.items[i]];
    }
    walk_drop(&walk->wet, count);
}

// Examines a node: lists its wet items, returns its cut ones.
static inline unsigned walk_look(struct walk *walk, uint32_t level, uint32_t node) {
    const struct buoy_tree *tree = walk->tree;
    if (walk->wet.count > WALK_WET_AT_MOST) {
        walk_add_wet(walk, WALK_WET_AT_MOST);
    }
    unsigned wet, cut;
    walk_classify(&tree->nodes[tree->first_node[level] + node], &walk->span, &wet, &cut);
    walk_list_bits(&walk->wet, wet, tree->first_item[level] + node * BUOY_LANES);
    return cut;
}

// Goes on to a node of a level above 0.
static inline void walk_enter(struct walk *walk, uint32_t level, uint32_t node) {
    const uint32_t first = node * BUOY_LANES;
    const unsigned cut = walk_look(walk, level, node);
    const struct buoy_bounds *below = walk->tree->nodes + walk->tree->first_node[level - 1] + first;
    for (unsigned left = cut; left; left &= left - 1) {
        walk_ask_for_bounds(&below[buoy_lowest_bit(left)], &walk->span);
    }
    walk->level = level;
    walk->first[level] = first;
    walk->cut[level] = level > 1 ? cut : 0;
    if (level == 1) {
        walk_list_bits(&walk->nodes, cut, first);
    }
}

// areas: NULL, or those of all items, to be added up, too.
static inline void walk_start(struct walk *walk, const struct buoy_tree *tree,
                              const struct buoy_baked_plane *plane, const double *areas) {
    walk->tree = tree;
    walk->span = buoy_span_of(plane);
    walk->nodes.count = walk->leaves.count = walk->wet.count = 0;
    walk->nodes.asked = walk->leaves.asked = walk->wet.asked = 0;
    walk->sum = lanes_wide_zero();
    walk->areas = areas;
    walk->area = 0.0;
    memset(walk->first, 0, sizeof walk->first);
    memset(walk->cut, 0, sizeof walk->cut);
    walk->level = tree->level_count;
    if (tree->leaf_count == 1) {
        walk_list_bits(&walk->leaves, 1, 0); // its bounds are the mesh's, which the plane crosses
    } else if (tree->level_count == 1) {
        walk_list_bits(&walk->nodes, 1, 0);
    } else {
        walk_enter(walk, tree->level_count - 1, 0);
    }
}

// Lists more leaves. False if that was all. Never inlined, as some compilers would by what else a
// source holds.
static __attribute__((noinline, unused)) bool walk_on(struct walk *walk) {
    // Lists nodes of level 0 until there are enough, or all.
    while (walk->level < walk->tree->level_count && walk->nodes.count < WALK_NODES_AHEAD) {
        const uint32_t level = walk->level;
        const unsigned cut = walk->cut[level];
        if (cut) {
            walk->cut[level] &= cut - 1;
            walk_enter(walk, level - 1, walk->first[level] + buoy_lowest_bit(cut));
        } else {
            ++walk->level;
        }
    }
    const uint32_t count = walk->nodes.count < WALK_STEP ? walk->nodes.count : WALK_STEP;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t node = walk->nodes.items[i];
        walk_list_bits(&walk->leaves, walk_look(walk, 0, node), node * BUOY_LANES);
    }
    walk_drop(&walk->nodes, count);
    return walk->nodes.count > 0 || walk->level < walk->tree->level_count;
}

#endif
