// Fills a mesh's layouts. The tree: leaves of 8 pairs, sorted in space, and 16-wide levels above
// them. Blocks: the triangles, 16 by 16, with their bounds and their moments; facets and points
// beside them. A small mesh by its vertices.
#include "base/arithmetic.h"

#include "making/bake.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/vector.h"

// Adds what a triangle of area vector a contributes; returns a·v1.
static inline double add_moments(struct buoy_moments *moments, double v[3][3], const double a[3]) {
    const double av = buoy_dot(a, v[0]);
    double *m = moments->m;
    m[0] += av;
    for (int i = 0; i < 3; ++i) {
        const double sum = v[0][i] + v[1][i] + v[2][i];
        m[1 + i] += a[i];
        m[4 + i] += av * sum;
        for (int j = 0; j < 3; ++j) {
            m[7 + 3 * i + j] += sum * a[j];
        }
    }
    return av;
}

// -------------------------------------------------------------------------------------------- tree

#define PAIRS (BUOY_LANES / 2)

// How a set of points extends along the directions, in steps, rounded outward.
struct extent {
    int16_t low[BUOY_DIRECTIONS], high[BUOY_DIRECTIONS];
};

// The margin of bounds, in steps: beyond the rounding of the test in float, some 10 roundings of up
// to 5e4 steps.
#define SLACK 0x1p-4

// A triangle is large if the product of two of its edges, halved, times the body's diagonal is more
// than so many times the volume: then the rounding of its h to float shows in V. A tetrahedron's V
// was off by 3 times two conditioning floors and 1e-7; below this limit none of 10⁵ random
// tetrahedra, bipyramids and boxes came to 0.8 times that.
#define LARGE 3.0

static void set_corner(struct buoy_leaf *leaf, int which, int lane, const double v[3]) {
    leaf->x[which][lane] = (float)v[0];
    leaf->y[which][lane] = (float)v[1];
    leaf->z[which][lane] = (float)v[2];
}

// Fills a leaf with `count` pairs, and the lanes after the last one with the first one's first
// point. Returns whether any triangle is large.
static bool fill_leaf(struct buoy_mesh *mesh, const double origin[3], const struct buoy_pair *pairs,
                      const struct buoy_place *places, int count, uint32_t index) {
    struct buoy_leaf *leaf = &mesh->tree.leaves[index];
    struct buoy_moments *moments = &mesh->tree.moments[index];
    double largest = 0.0, areas = 0.0;
    for (int lane = 0; lane < PAIRS; ++lane) {
        if (lane >= count) {
            const double first[3] = {leaf->x[0][0], leaf->y[0][0], leaf->z[0][0]};
            for (int i = 0; i < 4; ++i) {
                set_corner(leaf, i / 2, lane + i % 2 * PAIRS, first);
            }
            continue;
        }
        const struct buoy_pair *pair = &pairs[places[lane].item];
        double v[4][3], area[3]; // corners d, c, b, a
        buoy_exact_vertex(mesh, origin, pair->d, v[0]);
        buoy_exact_vertex(mesh, origin, pair->c, v[1]);
        buoy_exact_vertex(mesh, origin, pair->b, v[2]);
        buoy_exact_vertex(mesh, origin, pair->a, v[3]);
        set_corner(leaf, 0, lane, v[3]);
        set_corner(leaf, 0, lane + PAIRS, v[0]);
        set_corner(leaf, 1, lane, v[2]);
        set_corner(leaf, 1, lane + PAIRS, v[1]);
        // The larger product of the lengths of two edges of which h is computed
        // (simd/cut_leaves.h), halved.
        const double edge = buoy_distance(v[1], v[2]);
        const double way = fmax(buoy_distance(v[3], v[2]), buoy_distance(v[0], v[1]));
        largest = fmax(largest, 0.5 * edge * way);
        buoy_area_vector(v, area); // d, c, b
        add_moments(moments, v, area);
        areas += buoy_length(area);
        memcpy(v[0], v[3], sizeof v[0]);
        buoy_area_vector(v, area); // a, c, b: reversed
        for (int k = 0; k < 3; ++k) {
            area[k] = -area[k];
        }
        add_moments(moments, v, area);
        areas += buoy_length(area);
    }
    buoy_item_areas(&mesh->tree)[index] = areas;
    return largest * (2.0 * buoy_length(mesh->half_extent)) > LARGE * mesh->volume;
}

// How a leaf's corners extend, the directions in their order (mesh/leaves.h).
static struct extent leaf_extent(const struct buoy_tree *tree, uint32_t index) {
    const struct buoy_leaf *leaf = &tree->leaves[index];
    double low[BUOY_DIRECTIONS], high[BUOY_DIRECTIONS];
    struct extent extent;
    for (int t = 0; t < BUOY_DIRECTIONS; ++t) {
        low[t] = (double)INFINITY;
        high[t] = -(double)INFINITY;
    }
    for (int i = 0; i < 2 * BUOY_LANES; ++i) {
        const int which = i / BUOY_LANES, lane = i % BUOY_LANES;
        const double x = leaf->x[which][lane], y = leaf->y[which][lane], z = leaf->z[which][lane];
        const double at[BUOY_DIRECTIONS] = {x,          -x + y,    y,        x + y, -x - y + z,
                                            -y + z,     x - y + z, -x + z,   z,     x + z,
                                            -x + y + z, y + z,     x + y + z};
        for (int t = 0; t < BUOY_DIRECTIONS; ++t) {
            low[t] = at[t] < low[t] ? at[t] : low[t];
            high[t] = at[t] > high[t] ? at[t] : high[t];
        }
    }
    for (int t = 0; t < BUOY_DIRECTIONS; ++t) {
        int d[3];
        buoy_direction(t, d);
        const double origin = d[0] * tree->shift[0] + d[1] * tree->shift[1] + d[2] * tree->shift[2];
        extent.low[t] = (int16_t)floor((low[t] - origin) * BUOY_STEPS - SLACK);
        extent.high[t] = (int16_t)ceil((high[t] - origin) * BUOY_STEPS + SLACK);
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

// Fills a level's nodes from its items, and makes the nodes' extents and, unless it is the root,
// their moments and areas: they are the next level's items. Returns how many.
static uint32_t fill_level(struct buoy_tree *tree, uint32_t level, uint32_t items,
                           struct extent *extents) {
    const uint32_t node_count = buoy_sixteenths(items);
    double *areas = buoy_item_areas(tree);
    for (uint32_t n = 0; n < node_count; ++n) {
        const uint32_t first = n * BUOY_LANES, left = items - first;
        const uint32_t count = left < BUOY_LANES ? left : BUOY_LANES;
        extents[n] = fill_node(&tree->nodes[tree->first_node[level] + n], &extents[first], count);
        if (level + 1 < tree->level_count) {
            const uint32_t from = tree->first_item[level] + first;
            const uint32_t to = tree->first_item[level + 1] + n;
            struct buoy_moments *sum = &tree->moments[to];
            memset(sum, 0, sizeof *sum);
            areas[to] = 0.0;
            for (uint32_t i = from; i < from + count; ++i) {
                for (int k = 0; k < 16; ++k) {
                    sum->m[k] += tree->moments[i].m[k];
                }
                areas[to] += areas[i];
            }
        }
    }
    return node_count;
}

enum buoy_status buoy_tree_fill(struct buoy_mesh *mesh, const double origin[3],
                                const struct buoy_pair *pairs, size_t pair_count, uint32_t *order) {
    struct buoy_tree *tree = &mesh->tree;
    const float *const axes[3] = {mesh->triangles->x, mesh->triangles->y, mesh->triangles->z};
    struct extent *extents = buoy_allocate(tree->leaf_count, sizeof *extents);
    struct buoy_place *places = buoy_allocate(pair_count, sizeof *places);
    const bool enough = extents && places;
    if (enough) {
        bool any_large = false;
        for (size_t i = 0; i < pair_count; ++i) {
            const struct buoy_pair p = pairs[i];
            places[i].item = (uint32_t)i;
            for (int k = 0; k < 3; ++k) {
                const float *x = axes[k], sum = x[p.a] + x[p.b] + x[p.c];
                places[i].x[k] = p.d == p.b ? sum * (4.0f / 3.0f) : sum + x[p.d];
            }
        }
        buoy_cluster(places, pair_count, PAIRS);
        for (uint32_t i = 0; i < tree->leaf_count; ++i) {
            const size_t first = (size_t)i * PAIRS, left = pair_count - first;
            const int count = left < PAIRS ? (int)left : PAIRS;
            tree->large[i] = fill_leaf(mesh, origin, pairs, &places[first], count, i);
            any_large = any_large || tree->large[i];
            extents[i] = leaf_extent(tree, i);
        }
        tree->large = any_large ? tree->large : NULL;
        uint32_t items = tree->leaf_count;
        for (uint32_t level = 0; level < tree->level_count; ++level) {
            items = fill_level(tree, level, items, extents);
        }
        for (size_t i = 0; order && i < pair_count; ++i) {
            const struct buoy_pair *pair = &pairs[places[i].item];
            *order++ = pair->first / 3;
            if (pair->second != BUOY_NO_HALF_EDGE) {
                *order++ = pair->second / 3;
            }
        }
    }
    buoy_release(extents);
    buoy_release(places);
    return enough ? BUOY_OK : BUOY_ERROR_MEMORY;
}

// ------------------------------------------------------------------------------------------ blocks

// The smallest and largest coordinates of a set of points.
struct box {
    float low[3], high[3];
};

static const struct box no_box = {{INFINITY, INFINITY, INFINITY},
                                  {-INFINITY, -INFINITY, -INFINITY}};

static void extend(struct box *box, const struct buoy_block *block, uint32_t lane) {
    for (int k = 0; k < 3; ++k) {
        const float at[3] = {block->x[k][lane], block->y[k][lane], block->z[k][lane]};
        for (int i = 0; i < 3; ++i) {
            box->low[i] = at[i] < box->low[i] ? at[i] : box->low[i];
            box->high[i] = at[i] > box->high[i] ? at[i] : box->high[i];
        }
    }
}

// The margin of bounding boxes, in the blocks' frame: beyond the rounding of the test in float,
// some 8 roundings of 3 components of up to 2, each times a coordinate of up to 3.
#define BOX_SLACK 0x1p-17f

// Sets a bounding box of nodes: its centre and half extent along each axis. Boxes after the last
// one, which no plane can find wet or cut, fill its node.
static void set_box(struct buoy_node *nodes, uint32_t index, const struct box *box, bool last) {
    struct buoy_node *node = &nodes[index / BUOY_LANES];
    const uint32_t lane = index % BUOY_LANES;
    float *const centre[3] = {node->cx, node->cy, node->cz};
    float *const extent[3] = {node->ex, node->ey, node->ez};
    for (int k = 0; k < 3; ++k) {
        const float middle = 0.5f * (box->low[k] + box->high[k]);
        const float up = box->high[k] - middle, down = middle - box->low[k];
        centre[k][lane] = middle;
        extent[k][lane] = (up > down ? up : down) + BOX_SLACK;
        for (uint32_t i = lane + 1; last && i < BUOY_LANES; ++i) {
            centre[k][i] = 0.0f;
            extent[k][i] = -1e30f;
        }
    }
}

static void fill_lane(const struct buoy_mesh *mesh, const double origin[3], uint32_t triangle,
                      uint32_t b, uint32_t lane) {
    const struct buoy_blocks *blocks = mesh->blocks;
    struct buoy_block *block = &blocks->blocks[b];
    double v[3][3], a[3];
    buoy_exact_corners(mesh, origin, triangle, v);
    for (int k = 0; k < 3; ++k) {
        block->x[k][lane] = (float)v[k][0];
        block->y[k][lane] = (float)v[k][1];
        block->z[k][lane] = (float)v[k][2];
    }
    buoy_area_vector(v, a);
    block->ax[lane] = a[0];
    block->ay[lane] = a[1];
    block->az[lane] = a[2];
    block->av[lane] = add_moments(&blocks->moments[b], v, a);
    const double area = buoy_length(a);
    blocks->areas[b].area[lane] = (float)area;
    blocks->block_areas[b] += area;
}

void buoy_blocks_fill(struct buoy_mesh *mesh, const double origin[3], const uint32_t *order) {
    const struct buoy_blocks *blocks = mesh->blocks;
    for (uint32_t b = 0; b < blocks->block_count; ++b) {
        struct buoy_block *block = &blocks->blocks[b];
        const uint32_t first = b * BUOY_LANES, left = mesh->triangle_count - first;
        const uint32_t lanes = left < BUOY_LANES ? left : BUOY_LANES;
        struct box box = no_box;
        for (uint32_t i = 0; i < lanes; ++i) {
            blocks->order[first + i] = order[first + i];
            fill_lane(mesh, origin, order[first + i], b, i);
            extend(&box, block, i);
        }
        // The lanes after the last triangle are its first corner, three times: no area, and no
        // change to the block's bounds.
        for (uint32_t i = lanes; i < BUOY_LANES; ++i) {
            for (int k = 0; k < 3; ++k) {
                block->x[k][i] = block->x[0][lanes - 1];
                block->y[k][i] = block->y[0][lanes - 1];
                block->z[k][i] = block->z[0][lanes - 1];
            }
            block->ax[i] = block->ay[i] = block->az[i] = block->av[i] = 0.0;
        }
        set_box(blocks->nodes, b, &box, b + 1 == blocks->block_count);
    }
}

// ------------------------------------------------------------------------------------------ facets

// Facets and points: the corners of the blocks' triangles by number, so that each vertex's height
// is found once.

#define NONE UINT32_MAX

static void set_point(struct buoy_mesh *mesh, uint32_t number, uint32_t vertex) {
    struct buoy_points *points = &mesh->blocks->points[number / BUOY_LANES];
    points->x[number % BUOY_LANES] = mesh->triangles->px[vertex];
    points->y[number % BUOY_LANES] = mesh->triangles->py[vertex];
    points->z[number % BUOY_LANES] = mesh->triangles->pz[vertex];
}

enum buoy_status buoy_facets_fill(struct buoy_mesh *mesh) {
    const struct buoy_triangles *of = mesh->triangles;
    const struct buoy_blocks *blocks = mesh->blocks;
    const uint32_t triangles = mesh->triangle_count, groups = blocks->points_count;
    uint32_t *numbers = buoy_allocate(mesh->vertex_count, sizeof *numbers); // of vertices, or NONE
    struct box *boxes = buoy_allocate(groups, sizeof *boxes); // of the triangles at 16 points each
    const bool enough = numbers && boxes;
    if (enough) {
        uint32_t count = 0, last = 0; // vertex numbered
        memset(numbers, 0xff, mesh->vertex_count * sizeof *numbers);
        for (uint32_t i = 0; i < groups; ++i) {
            boxes[i] = no_box;
        }
        for (uint32_t t = 0; t < triangles; ++t) {
            const uint32_t given = blocks->order[t], b = t / BUOY_LANES, lane = t % BUOY_LANES;
            const uint32_t corners[3] = {of->i0[given], of->i1[given], of->i2[given]};
            for (int k = 0; k < 3; ++k) {
                uint32_t *number = &numbers[corners[k]];
                if (*number == NONE) {
                    *number = count++;
                    last = corners[k];
                    set_point(mesh, *number, last);
                }
                blocks->facets[b].vertex[k][lane] = *number;
                extend(&boxes[*number / BUOY_LANES], &blocks->blocks[b], lane);
            }
        }
        // The lanes after the last triangle name its first corner; those after the last vertex
        // repeat that vertex.
        for (uint32_t t = triangles; t % BUOY_LANES != 0; ++t) {
            uint32_t(*vertex)[BUOY_LANES] = blocks->facets[t / BUOY_LANES].vertex;
            for (int k = 0; k < 3; ++k) {
                vertex[k][t % BUOY_LANES] = vertex[0][(triangles - 1) % BUOY_LANES];
            }
        }
        for (uint32_t i = count; i < groups * BUOY_LANES; ++i) {
            set_point(mesh, i, last);
        }
        for (uint32_t i = 0; i < groups; ++i) {
            set_box(blocks->point_nodes, i, &boxes[i], i + 1 == groups);
        }
    }
    buoy_release(numbers);
    buoy_release(boxes);
    return enough ? BUOY_OK : BUOY_ERROR_MEMORY;
}

// ----------------------------------------------------------------------------------------- indexed

// Heights are taken once a vertex, and triangles know theirs by number. What lies behind the last
// triangle is 0 from the beginning.
void buoy_indexed_fill(struct buoy_mesh *mesh, const double origin[3]) {
    const struct buoy_triangles *of = mesh->triangles;
    const float *const axes[3] = {of->x, of->y, of->z};
    const uint32_t room = buoy_indexed_room(mesh), last = mesh->vertex_count - 1;
    struct buoy_indexed_block *blocks = buoy_indexed_blocks(mesh, room);
    float *exact = buoy_indexed_exact(mesh, room);
    for (uint32_t i = 0; i < room; ++i) {
        const uint32_t vertex = i < last ? i : last;
        double v[3];
        buoy_exact_vertex(mesh, origin, vertex, v);
        for (uint32_t k = 0; k < 3; ++k) {
            mesh->indexed[k * room + i] = axes[k][vertex];
            exact[k * room + i] = (float)v[k];
        }
    }
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        struct buoy_indexed_block *block = &blocks[t / BUOY_LANES];
        const uint32_t lane = t % BUOY_LANES, first = of->i0[t];
        double v[3][3], a[3];
        buoy_exact_corners(mesh, mesh->middle, t, v);
        buoy_area_vector(v, a);
        block->corners[lane] = first | of->i1[t] << 8 | of->i2[t] << 16 | first << 24;
        block->k[lane] = (float)buoy_dot(a, v[0]);
        block->ax[lane] = (float)a[0];
        block->ay[lane] = (float)a[1];
        block->az[lane] = (float)a[2];
        for (int k = 0; k < 3; ++k) {
            block->x[k][lane] = (float)(v[0][k] + v[1][k] + v[2][k]);
        }
    }
}
