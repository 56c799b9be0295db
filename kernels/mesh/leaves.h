// The triangles of a mesh, one by one, in double: in the baked frame, but not rounded; as they were
// given, and as the leaves of the tree hold them, with the bounds of these.
#ifndef BUOY_LEAVES_H
#define BUOY_LEAVES_H

#include "base/memory.h"
#include "mesh/plane.h"

// A vertex, relative to an origin in the mesh's own frame and in the baked frame's scale, not
// rounded.
static inline void buoy_exact_vertex(const struct buoy_mesh *mesh, const double origin[3],
                                     uint32_t vertex, double v[3]) {
    const struct buoy_triangles *of = mesh->triangles;
    v[0] = (of->px[vertex] - origin[0]) * mesh->inverse_scale;
    v[1] = (of->py[vertex] - origin[1]) * mesh->inverse_scale;
    v[2] = (of->pz[vertex] - origin[2]) * mesh->inverse_scale;
}

// An end of an open edge, in the baked frame, not rounded.
static inline void buoy_open_point(const struct buoy_mesh *mesh, uint32_t i, double v[3]) {
    for (int k = 0; k < 3; ++k) {
        v[k] =
            (mesh->open_points[3 * (size_t)i + (size_t)k] - mesh->middle[k]) * mesh->inverse_scale;
    }
}

// The three corners of a triangle.
static inline void buoy_exact_corners(const struct buoy_mesh *mesh, const double origin[3],
                                      uint32_t triangle, double v[3][3]) {
    buoy_exact_vertex(mesh, origin, mesh->triangles->i0[triangle], v[0]);
    buoy_exact_vertex(mesh, origin, mesh->triangles->i1[triangle], v[1]);
    buoy_exact_vertex(mesh, origin, mesh->triangles->i2[triangle], v[2]);
}

// The 13 directions along which the bounds of the tree are known, and a plane's normal as a sum of
// three of them.
//
// Direction t has the balanced ternary digits of t + 1 for components: x + 3 y + 9 z = t + 1 with
// x, y, z of −1, 0, 1. With their opposites that makes 26: the axes and the diagonals of the cube's
// faces and of the cube. They cut the sphere into 48 equal triangles, so that any vector is a sum
// of three neighbours with weights ≥ 0: sorted by size, (a, b, c) = (a − b) (1, 0, 0) +
// (b − c) (1, 1, 0) + c (1, 1, 1).

// Grid steps to a unit of the baked frame: sums of three coordinates of up to 1 fit 16 bits.
#define BUOY_STEPS 8192.0

// The components −1, 0 or 1 of direction t.
static inline void buoy_direction(int t, int d[3]) {
    int code = t + 1;
    for (int k = 0; k < 3; ++k) {
        d[k] = (code + 1) % 3 - 1;
        code = (code - d[k]) / 3;
    }
}

// A plane as the bounds see it: points x with Σ weight[j] (direction along[j] · x) < level are
// submerged, in steps. Where the opposite of a direction is meant, its weight is negative.
struct buoy_span {
    int along[3];
    float weight[3], level;
};

struct buoy_component {
    double size;
    int code; // of its axis, with its sign
};

static inline void buoy_order(struct buoy_component *a, struct buoy_component *b) {
    const struct buoy_component first = *a, second = *b;
    const bool swap = first.size < second.size;
    *a = swap ? second : first;
    *b = swap ? first : second;
}

static inline struct buoy_span buoy_span_of(const struct buoy_baked_plane *plane) {
    struct buoy_component c[4] = {{fabs(plane->n[0]), plane->n[0] < 0.0 ? -1 : 1},
                                  {fabs(plane->n[1]), plane->n[1] < 0.0 ? -3 : 3},
                                  {fabs(plane->n[2]), plane->n[2] < 0.0 ? -9 : 9},
                                  {0.0, 0}};
    buoy_order(&c[0], &c[1]);
    buoy_order(&c[1], &c[2]);
    buoy_order(&c[0], &c[1]);
    struct buoy_span span;
    int code = 0;
    for (int j = 0; j < 3; ++j) {
        code += c[j].code;
        const float weight = (float)(c[j].size - c[j + 1].size);
        span.along[j] = (code < 0 ? -code : code) - 1;
        span.weight[j] = code < 0 ? -weight : weight;
    }
    // The least level that lanes without an item are below, which have no moments, is 32 767 times
    // the largest component of n; whatever an item holds is below 3 × 8192 times that.
    const double most = 3.75 * c[0].size;
    span.level = (float)((plane->offset < most ? plane->offset : most) * BUOY_STEPS);
    return span;
}

// A slot is a leaf × 16 + a lane (struct buoy_leaf). Slots that hold no triangle have one without
// area, of corners that others have, too. Of a mesh that is kept by its vertices, its blocks count
// as leaves (struct buoy_indexed_block), whether it has a tree or not.

static inline uint32_t buoy_leaf_count(const struct buoy_mesh *mesh) {
    return mesh->is_indexed ? (mesh->triangle_count + BUOY_LANES - 1) / BUOY_LANES
                            : mesh->tree.leaf_count;
}

// Numbers of corners: some stand for the same one.
static inline uint32_t buoy_point_count(const struct buoy_mesh *mesh) {
    return mesh->is_indexed ? mesh->vertex_count : 2 * BUOY_LANES * mesh->tree.leaf_count;
}

// A corner of a leaf, point `lane` of its arrays [which], less a shift: the tree's for the baked
// frame.
static inline void buoy_leaf_point(const struct buoy_leaf *leaf, int which, uint32_t lane,
                                   const double shift[3], double v[3]) {
    v[0] = leaf->x[which][lane] - shift[0];
    v[1] = leaf->y[which][lane] - shift[1];
    v[2] = leaf->z[which][lane] - shift[2];
}

// Corner i of all, as buoy_leaf_point().
static inline void buoy_point(const struct buoy_mesh *mesh, uint32_t i, const double shift[3],
                              double v[3]) {
    if (!mesh->is_indexed) {
        buoy_leaf_point(&mesh->tree.leaves[i / (2 * BUOY_LANES)], (int)(i / BUOY_LANES % 2),
                        i % BUOY_LANES, shift, v);
        return;
    }
    const uint32_t room = buoy_indexed_room(mesh);
    const float *exact = buoy_indexed_exact(mesh, room) + i;
    v[0] = exact[0] - shift[0];
    v[1] = exact[room] - shift[1];
    v[2] = exact[2 * (size_t)room] - shift[2];
}

// The corners of the triangle in a slot.
static inline void buoy_slot_corners(const struct buoy_mesh *mesh, uint32_t slot,
                                     const double shift[3], double v[3][3]) {
    const uint32_t lane = slot % BUOY_LANES;
    if (mesh->is_indexed) {
        const struct buoy_indexed_block *blocks =
            buoy_indexed_blocks(mesh, buoy_indexed_room(mesh));
        const uint32_t corners = blocks[slot / BUOY_LANES].corners[lane];
        for (int k = 0; k < 3; ++k) {
            buoy_point(mesh, corners >> 8 * k & 255, shift, v[k]);
        }
        return;
    }
    const struct buoy_leaf *leaf = &mesh->tree.leaves[slot / BUOY_LANES];
    buoy_leaf_point(leaf, 0, lane, shift, v[0]);
    buoy_leaf_point(leaf, 1, lane, shift, v[1]);
    buoy_leaf_point(leaf, 1, lane ^ (BUOY_LANES / 2), shift, v[2]);
}

// Corner i of all, as it was given, in the mesh's own frame.
static inline void buoy_own_point(const struct buoy_mesh *mesh, uint32_t i, double p[3]) {
    static const double none[3] = {0.0, 0.0, 0.0};
    buoy_point(mesh, i, none, p);
    for (int k = 0; k < 3; ++k) {
        p[k] = p[k] * mesh->scale + (mesh->middle[k] - mesh->tree.shift[k] * mesh->scale);
    }
}

// The least and the greatest n·x of all corners, baked frame.
static inline void buoy_corner_range(const struct buoy_mesh *mesh, const double n[3], double *low,
                                     double *high) {
    double least = (double)INFINITY, greatest = -(double)INFINITY;
    for (uint32_t i = 0; i < buoy_point_count(mesh); ++i) {
        double v[3];
        buoy_point(mesh, i, mesh->tree.shift, v);
        const double s = buoy_dot(n, v);
        least = s < least ? s : least; // with fmin(), gcc 12 for AArch64 fails at -O3
        greatest = s > greatest ? s : greatest;
    }
    *low = least;
    *high = greatest;
}

// Σ |A| of each item of the tree, as the moments are stored; the leaves come first.
static inline double *buoy_item_areas(const struct buoy_tree *tree) {
    return (double *)(tree->moments + tree->item_count);
}

// Σ |A| of a leaf; of all together at the first of a mesh that is kept by its vertices.
static inline double buoy_leaf_area(const struct buoy_mesh *mesh, uint32_t leaf) {
    return !mesh->is_indexed ? buoy_item_areas(&mesh->tree)[leaf] : leaf == 0 ? mesh->area : 0.0;
}

// The diagonal of a box around a leaf, no smaller than the leaf's.
static inline double buoy_leaf_size(const struct buoy_tree *tree, uint32_t leaf) {
    static const int axes[3] = {0, 2, 8}; // as buoy_direction() numbers them
    const struct buoy_bounds *node = &tree->nodes[leaf / BUOY_LANES];
    double side[3];
    for (int k = 0; k < 3; ++k) {
        side[k] = (node->along[axes[k]].high[leaf % BUOY_LANES] -
                   node->along[axes[k]].low[leaf % BUOY_LANES]) /
                  BUOY_STEPS;
    }
    return buoy_length(side);
}

// How a leaf lies to a plane, as far as its bounds tell; those of a mesh that is kept by its
// vertices have none.
enum buoy_leaf_side {
    BUOY_LEAF_DRY,
    BUOY_LEAF_CUT, // may be
    BUOY_LEAF_WET,
};

static inline enum buoy_leaf_side buoy_leaf_side(const struct buoy_mesh *mesh, uint32_t leaf,
                                                 const struct buoy_span *span) {
    if (mesh->is_indexed) {
        return BUOY_LEAF_CUT;
    }
    const struct buoy_bounds *node = &mesh->tree.nodes[leaf / BUOY_LANES];
    const uint32_t lane = leaf % BUOY_LANES;
    double bottom = -(double)span->level, top = bottom;
    for (int j = 0; j < 3; ++j) {
        const double weight = span->weight[j];
        const double low = weight * node->along[span->along[j]].low[lane];
        const double high = weight * node->along[span->along[j]].high[lane];
        bottom += weight < 0.0 ? high : low;
        top += weight < 0.0 ? low : high;
    }
    return bottom >= 0.0 ? BUOY_LEAF_DRY : top < 0.0 ? BUOY_LEAF_WET : BUOY_LEAF_CUT;
}

// The levels of a mesh in doubles, which follow what the tree has in small pieces (image.c), or
// the vertices of a mesh without a tree.
static inline struct buoy_levels *buoy_levels_behind(const struct buoy_mesh *mesh) {
    const struct buoy_tree *tree = &mesh->tree;
    const uint32_t room = buoy_indexed_room(mesh);
    uint8_t *end = tree->leaf_count > 0
                       ? (uint8_t *)(buoy_item_areas(tree) + tree->item_count) + tree->leaf_count
                       : (uint8_t *)(buoy_indexed_exact(mesh, room) + 3 * (size_t)room);
    const uintptr_t past = (uintptr_t)end % BUOY_ALIGNMENT;
    return (struct buoy_levels *)(void *)(end + (past ? BUOY_ALIGNMENT - past : 0));
}

#endif
