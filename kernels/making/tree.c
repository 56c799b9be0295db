// The tree: leaves of 8 pairs, sorted in space, and 16-wide levels above them.
#include "base/arithmetic.h"

#include "making/bake.h"

#include <string.h>

#include "base/memory.h"
#include "mesh/leaves.h"
#include "soup/soup.h"

#define PAIRS (BUOY_LANES / 2)

// The pairs in the order of the leaves; NULL if out of memory.
static struct buoy_place *sorted_places(const struct buoy_mesh *mesh, const struct buoy_pair *pairs,
                                        size_t pair_count) {
    struct buoy_place *places = buoy_allocate(pair_count, sizeof *places);
    if (!places) {
        return NULL;
    }
    const struct buoy_triangles *of = mesh->triangles;
    const float *const coordinates[3] = {of->x, of->y, of->z};
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

// The corners of a pair: d, c, b, a.
static void find_corners(const struct buoy_mesh *mesh, const double origin[3],
                         const struct buoy_pair *pair, double v[4][3]) {
    buoy_exact_vertex(mesh, origin, pair->d, v[0]);
    buoy_exact_vertex(mesh, origin, pair->c, v[1]);
    buoy_exact_vertex(mesh, origin, pair->b, v[2]);
    buoy_exact_vertex(mesh, origin, pair->a, v[3]);
}

// The larger product of the lengths of two edges of which h is computed (simd/cut_leaves.h),
// halved.
static double size_of(double v[4][3]) {
    const double edge = buoy_distance(v[1], v[2]);
    const double way = fmax(buoy_distance(v[3], v[2]), buoy_distance(v[0], v[1]));
    return 0.5 * edge * way;
}

// Returns the pair's size.
static double fill_pair(const struct buoy_mesh *mesh, const double origin[3],
                        const struct buoy_pair *pair, struct buoy_leaf *leaf, int lane,
                        struct buoy_moments *moments, double *areas) {
    double v[4][3], area[3];
    find_corners(mesh, origin, pair, v);
    set_point(leaf, 0, lane, v[3]);
    set_point(leaf, 0, lane + PAIRS, v[0]);
    set_point(leaf, 1, lane, v[2]);
    set_point(leaf, 1, lane + PAIRS, v[1]);
    const double size = size_of(v);
    buoy_area_vector(v, area); // d, c, b
    buoy_add_moments(moments, v, area);
    *areas += buoy_length(area);
    memcpy(v[0], v[3], sizeof v[0]);
    buoy_area_vector(v, area); // a, c, b: reversed
    for (int k = 0; k < 3; ++k) {
        area[k] = -area[k];
    }
    buoy_add_moments(moments, v, area);
    *areas += buoy_length(area);
    return size;
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

// The least and the greatest of what points are along the directions.
struct reach {
    double low[BUOY_DIRECTIONS], high[BUOY_DIRECTIONS];
};

static struct reach no_reach(void) {
    struct reach reach;
    for (int t = 0; t < BUOY_DIRECTIONS; ++t) {
        reach.low[t] = (double)INFINITY;
        reach.high[t] = -(double)INFINITY;
    }
    return reach;
}

// Extends it to a corner of a leaf; the directions in their order (mesh/directions.h).
static void reach_to(const struct buoy_leaf *leaf, int which, uint32_t lane, struct reach *reach) {
    const double x = leaf->x[which][lane], y = leaf->y[which][lane], z = leaf->z[which][lane];
    const double at[BUOY_DIRECTIONS] = {x,          -x + y,    y,        x + y, -x - y + z,
                                        -y + z,     x - y + z, -x + z,   z,     x + z,
                                        -x + y + z, y + z,     x + y + z};
    for (int t = 0; t < BUOY_DIRECTIONS; ++t) {
        reach->low[t] = at[t] < reach->low[t] ? at[t] : reach->low[t];
        reach->high[t] = at[t] > reach->high[t] ? at[t] : reach->high[t];
    }
}

static struct extent round_outward(const struct reach *reach, const double shift[3]) {
    struct extent extent;
    for (int t = 0; t < BUOY_DIRECTIONS; ++t) {
        int d[3];
        buoy_direction(t, d);
        const double origin = d[0] * shift[0] + d[1] * shift[1] + d[2] * shift[2];
        extent.low[t] = (int16_t)floor((reach->low[t] - origin) * BUOY_STEPS - SLACK);
        extent.high[t] = (int16_t)ceil((reach->high[t] - origin) * BUOY_STEPS + SLACK);
    }
    return extent;
}

static struct extent leaf_extent(const struct buoy_tree *tree, uint32_t leaf) {
    struct reach reach = no_reach();
    for (int i = 0; i < 2 * BUOY_LANES; ++i) {
        reach_to(&tree->leaves[leaf], i / BUOY_LANES, (uint32_t)(i % BUOY_LANES), &reach);
    }
    return round_outward(&reach, tree->shift);
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

// Sums up the moments and areas of items from the first on.
static void sum_items(const struct buoy_tree *tree, uint32_t first, uint32_t count, uint32_t to) {
    struct buoy_moments *sum = &tree->moments[to];
    double *areas = buoy_item_areas(tree);
    memset(sum, 0, sizeof *sum);
    areas[to] = 0.0;
    for (uint32_t i = first; i < first + count; ++i) {
        for (int k = 0; k < 16; ++k) {
            sum->m[k] += tree->moments[i].m[k];
        }
        areas[to] += areas[i];
    }
}

// Fills a level's nodes from its items, and makes the nodes' extents and, unless it is the root,
// their moments: they are the next level's items. Returns how many.
static uint32_t fill_level(struct buoy_tree *tree, uint32_t level, uint32_t items,
                           struct extent *extents) {
    const bool highest = level + 1 == tree->level_count;
    const uint32_t node_count = buoy_sixteenths(items);
    for (uint32_t n = 0; n < node_count; ++n) {
        const uint32_t first = n * BUOY_LANES, left = items - first;
        const uint32_t count = left < BUOY_LANES ? left : BUOY_LANES;
        extents[n] = fill_node(&tree->nodes[tree->first_node[level] + n], &extents[first], count);
        if (!highest) {
            sum_items(tree, tree->first_item[level] + first, count,
                      tree->first_item[level + 1] + n);
        }
    }
    return node_count;
}

// A triangle is large if the product of two of its edges, halved, times the body's diagonal is more
// than so many times the volume: then the rounding of its h to float shows in V. A tetrahedron's V
// was off by 3 times two conditioning floors and 1e-7; below this limit none of 10⁵ random
// tetrahedra, bipyramids and boxes came to 0.8 times that.
#define LARGE 3.0

static bool is_large(const struct buoy_mesh *mesh, double size) {
    return size * (2.0 * buoy_length(mesh->half_extent)) > LARGE * mesh->volume;
}

// Fills a leaf. Returns whether any of its triangles is large.
static bool fill_leaf(struct buoy_mesh *mesh, const double origin[3], const struct buoy_pair *pairs,
                      const struct buoy_place *places, int count, uint32_t index) {
    struct buoy_leaf *leaf = &mesh->tree.leaves[index];
    double largest = 0.0, areas = 0.0;
    for (int lane = 0; lane < count; ++lane) {
        const struct buoy_pair *pair = &pairs[places[lane].item];
        const double size =
            fill_pair(mesh, origin, pair, leaf, lane, &mesh->tree.moments[index], &areas);
        largest = fmax(largest, size);
    }
    pad_leaf(leaf, count);
    buoy_item_areas(&mesh->tree)[index] = areas;
    return is_large(mesh, largest);
}

// ------------------------------------------------------------------------------------- tree

static void fill_leaves(struct buoy_mesh *mesh, const double origin[3],
                        const struct buoy_pair *pairs, size_t pair_count,
                        const struct buoy_place *places, struct extent *extents) {
    struct buoy_tree *tree = &mesh->tree;
    bool any_large = false;
    for (uint32_t i = 0; i < tree->leaf_count; ++i) {
        const size_t first = (size_t)i * PAIRS, left = pair_count - first;
        const int count = left < PAIRS ? (int)left : PAIRS;
        tree->large[i] = fill_leaf(mesh, origin, pairs, &places[first], count, i);
        any_large = any_large || tree->large[i];
        extents[i] = leaf_extent(tree, i);
    }
    tree->large = any_large ? tree->large : NULL;
}

// Lists the triangles as the leaves hold them.
static void list_triangles(const struct buoy_pair *pairs, size_t pair_count,
                           const struct buoy_place *places, uint32_t *order) {
    for (size_t i = 0; i < pair_count; ++i) {
        const struct buoy_pair *pair = &pairs[places[i].item];
        *order++ = pair->first / 3;
        if (pair->second != BUOY_NO_HALF_EDGE) {
            *order++ = pair->second / 3;
        }
    }
}

enum buoy_status buoy_tree_fill(struct buoy_mesh *mesh, const double origin[3],
                                const struct buoy_pair *pairs, size_t pair_count, uint32_t *order) {
    struct buoy_tree *tree = &mesh->tree;
    struct extent *extents = buoy_allocate(tree->leaf_count, sizeof *extents);
    struct buoy_place *places = sorted_places(mesh, pairs, pair_count);
    const bool enough = extents && places;
    if (enough) {
        fill_leaves(mesh, origin, pairs, pair_count, places, extents);
        uint32_t items = tree->leaf_count;
        for (uint32_t level = 0; level < tree->level_count; ++level) {
            items = fill_level(tree, level, items, extents);
        }
        if (order) {
            list_triangles(pairs, pair_count, places, order);
        }
    }
    buoy_release(extents);
    buoy_release(places);
    return enough ? BUOY_OK : BUOY_ERROR_MEMORY;
}
