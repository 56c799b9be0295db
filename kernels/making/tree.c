// The tree: leaves of 8 pairs, sorted in space, and 16-wide levels above them.
#include "base/arithmetic.h"

#include "making/tree.h"

#include <string.h>

#include "base/arena.h"
#include "base/memory.h"
#include "making/parts.h"
#include "mesh/directions.h"
#include "soup/cluster.h"

#define PAIRS (BUOY_LANES / 2)

static uint32_t nodes_for(uint32_t items) {
    return (items + BUOY_LANES - 1) / BUOY_LANES;
}

void buoy_tree_shape(struct buoy_tree *tree, size_t pair_count) {
    tree->pair_count = (uint32_t)pair_count;
    tree->leaf_count = (uint32_t)((pair_count + PAIRS - 1) / PAIRS);
    uint32_t items = tree->leaf_count;
    do {
        tree->first_node[tree->level_count] = tree->node_count;
        tree->first_item[tree->level_count++] = tree->item_count;
        tree->item_count += items;
        items = nodes_for(items);
        tree->node_count += items;
    } while (items > 1);
}

uint64_t buoy_tree_lay_out_leaves(struct buoy_tree *tree, char *arena) {
    uint64_t used = 0;
    tree->leaves = buoy_carve(arena, &used, (uint64_t)tree->leaf_count * sizeof *tree->leaves);
    return used;
}

uint64_t buoy_tree_lay_out(struct buoy_tree *tree, char *arena, uint64_t used) {
    tree->nodes = buoy_carve(arena, &used, (uint64_t)tree->node_count * sizeof *tree->nodes);
    tree->moments = buoy_carve(arena, &used, (uint64_t)tree->item_count * sizeof *tree->moments);
    tree->large = buoy_carve(arena, &used, tree->leaf_count);
    return used;
}

// The pairs in the order of the leaves; NULL if out of memory.
static struct buoy_place *sorted_places(const struct buoy_mesh *mesh, const struct buoy_pair *pairs,
                                        size_t pair_count) {
    struct buoy_place *places = buoy_allocate(pair_count, sizeof *places);
    if (!places) {
        return NULL;
    }
    const float *const coordinates[3] = {mesh->x, mesh->y, mesh->z};
    for (size_t i = 0; i < pair_count; ++i) {
        const struct buoy_pair p = pairs[i];
        for (int k = 0; k < 3; ++k) {
            const float *x = coordinates[k];
            const float sum = x[p.a] + x[p.b] + x[p.c];
            places[i].x[k] = p.d == p.b ? sum * (4.0f / 3.0f) : sum + x[p.d];
        }
        places[i].item = (uint32_t)i;
    }
    buoy_cluster(places, pair_count, PAIRS);
    return places;
}

static void set_point(struct buoy_leaf *leaf, int which, int lane, const double v[3]) {
    leaf->x[which][lane] = (float)v[0];
    leaf->y[which][lane] = (float)v[1];
    leaf->z[which][lane] = (float)v[2];
}

// Returns the larger product of the lengths of two edges of which h is computed, halved.
static double fill_pair(const struct buoy_mesh *mesh, const double origin[3],
                        const struct buoy_pair *pair, struct buoy_leaf *leaf, int lane,
                        struct buoy_moments *moments) {
    double v[4][3], area[3];
    buoy_exact_vertex(mesh, origin, pair->d, v[0]);
    buoy_exact_vertex(mesh, origin, pair->c, v[1]);
    buoy_exact_vertex(mesh, origin, pair->b, v[2]);
    buoy_exact_vertex(mesh, origin, pair->a, v[3]);
    set_point(leaf, 0, lane, v[3]);
    set_point(leaf, 0, lane + PAIRS, v[0]);
    set_point(leaf, 1, lane, v[2]);
    set_point(leaf, 1, lane + PAIRS, v[1]);
    const double edge = buoy_distance(v[1], v[2]); // simd/cut_leaves.h
    const double way = fmax(buoy_distance(v[3], v[2]), buoy_distance(v[0], v[1]));
    buoy_area_vector(v, area); // d, c, b
    buoy_add_moments(moments, v, area);
    memcpy(v[0], v[3], sizeof v[0]);
    buoy_area_vector(v, area); // a, c, b: reversed
    for (int k = 0; k < 3; ++k) {
        area[k] = -area[k];
    }
    buoy_add_moments(moments, v, area);
    return 0.5 * edge * way;
}

// Fills the lanes after the last pair with that pair's first point.
static void pad_leaf(struct buoy_leaf *leaf, int lane) {
    for (int i = lane; i < PAIRS; ++i) {
        const double v[3] = {leaf->x[0][0], leaf->y[0][0], leaf->z[0][0]};
        for (int which = 0; which < 2; ++which) {
            set_point(leaf, which, i, v);
            set_point(leaf, which, i + PAIRS, v);
        }
    }
}

// How a set of points extends along the directions, in steps, rounded outward.
struct extent {
    int16_t low[BUOY_DIRECTIONS], high[BUOY_DIRECTIONS];
};

// The margin of bounds, in steps: beyond the rounding of the test in float, some 10 roundings of up
// to 5e4 steps.
#define SLACK 0x1p-4

static struct extent leaf_extent(const struct buoy_leaf *leaf, const double shift[3]) {
    struct extent extent;
    for (int t = 0; t < BUOY_DIRECTIONS; ++t) {
        int d[3];
        buoy_direction(t, d);
        const double origin = d[0] * shift[0] + d[1] * shift[1] + d[2] * shift[2];
        double low = INFINITY, high = -INFINITY;
        for (int i = 0; i < 2 * BUOY_LANES; ++i) {
            const int which = i / BUOY_LANES, lane = i % BUOY_LANES;
            const double x = leaf->x[which][lane], y = leaf->y[which][lane];
            const double at = d[0] * x + d[1] * y + d[2] * (double)leaf->z[which][lane];
            low = at < low ? at : low;
            high = at > high ? at : high;
        }
        extent.low[t] = (int16_t)floor((low - origin) * BUOY_STEPS - SLACK);
        extent.high[t] = (int16_t)ceil((high - origin) * BUOY_STEPS + SLACK);
    }
    return extent;
}

// Fills a node from the extents of `count` items; returns the node's own extents. For lanes without
// an item, no plane that crosses the mesh finds either end below.
static struct extent fill_node(struct buoy_bounds *node, const struct extent *items,
                               uint32_t count) {
    struct extent whole = items[0];
    for (int t = 0; t < BUOY_DIRECTIONS; ++t) {
        for (uint32_t i = 0; i < BUOY_LANES; ++i) {
            const int16_t low = i < count ? items[i].low[t] : INT16_MAX;
            const int16_t high = i < count ? items[i].high[t] : -INT16_MAX;
            node->along[t].low[i] = low;
            node->along[t].high[i] = high;
            whole.low[t] = low < whole.low[t] ? low : whole.low[t];
            whole.high[t] = high > whole.high[t] ? high : whole.high[t];
        }
    }
    return whole;
}

static void sum_moments(const struct buoy_moments *items, uint32_t count,
                        struct buoy_moments *sum) {
    memset(sum, 0, sizeof *sum);
    for (uint32_t i = 0; i < count; ++i) {
        for (int k = 0; k < 16; ++k) {
            sum->m[k] += items[i].m[k];
        }
    }
}

// Fills a level's nodes from its items, and makes the nodes' extents and, unless it is the root,
// their moments: they are the next level's items. Returns how many.
static uint32_t fill_level(struct buoy_tree *tree, uint32_t level, uint32_t items,
                           struct extent *extents) {
    const bool highest = level + 1 == tree->level_count;
    const struct buoy_moments *moments = tree->moments + tree->first_item[level];
    const uint32_t node_count = nodes_for(items);
    for (uint32_t n = 0; n < node_count; ++n) {
        const uint32_t first = n * BUOY_LANES, left = items - first;
        const uint32_t count = left < BUOY_LANES ? left : BUOY_LANES;
        extents[n] = fill_node(&tree->nodes[tree->first_node[level] + n], &extents[first], count);
        if (!highest) {
            sum_moments(&moments[first], count, &tree->moments[tree->first_item[level + 1] + n]);
        }
    }
    return node_count;
}

// A triangle is large if the product of two of its edges, halved, times the body's diagonal is more
// than so many times the volume: then the rounding of its h to float shows in V. A tetrahedron's V
// was off by 3 times two conditioning floors and 1e-7; below this limit none of 10⁵ random
// tetrahedra, bipyramids and boxes came to 0.8 times that.
#define LARGE 3.0

// Fills a leaf. Returns whether any of its triangles is large.
static bool fill_leaf(struct buoy_mesh *mesh, const double origin[3], const struct buoy_pair *pairs,
                      const struct buoy_place *places, int count, uint32_t index) {
    struct buoy_leaf *leaf = &mesh->tree.leaves[index];
    double largest = 0.0;
    for (int lane = 0; lane < count; ++lane) {
        const struct buoy_pair *pair = &pairs[places[lane].item];
        const double area = fill_pair(mesh, origin, pair, leaf, lane, &mesh->tree.moments[index]);
        largest = fmax(largest, area);
    }
    pad_leaf(leaf, count);
    return largest * (2.0 * buoy_length(mesh->half_extent)) > LARGE * mesh->volume;
}

enum buoy_status buoy_tree_fill(struct buoy_mesh *mesh, const double origin[3],
                                const struct buoy_pair *pairs, size_t pair_count) {
    struct buoy_tree *tree = &mesh->tree;
    struct extent *extents = buoy_allocate(tree->leaf_count, sizeof *extents);
    struct buoy_place *places = sorted_places(mesh, pairs, pair_count);
    if (!extents || !places) {
        buoy_release(extents);
        buoy_release(places);
        return BUOY_ERROR_MEMORY;
    }
    memset(tree->moments, 0, tree->leaf_count * sizeof *tree->moments);
    bool any_large = false;
    for (uint32_t i = 0; i < tree->leaf_count; ++i) {
        const size_t first = (size_t)i * PAIRS, left = pair_count - first;
        const int count = left < PAIRS ? (int)left : PAIRS;
        tree->large[i] = fill_leaf(mesh, origin, pairs, &places[first], count, i);
        any_large = any_large || tree->large[i];
        extents[i] = leaf_extent(&tree->leaves[i], tree->shift);
    }
    tree->large = any_large ? tree->large : NULL;
    uint32_t items = tree->leaf_count;
    for (uint32_t level = 0; level < tree->level_count; ++level) {
        items = fill_level(tree, level, items, extents);
    }
    buoy_release(extents);
    buoy_release(places);
    return BUOY_OK;
}
