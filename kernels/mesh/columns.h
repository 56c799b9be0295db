// Where vertical lines pierce a triangle, counted so that every line through a closed surface goes
// in exactly as often as it comes out.
//
// The lines are the columns of an m × m grid: column (i, j) is x = i, y = j with 0 ≤ i, j < m. The
// caller brings vertices to these units, the same vertex always to the same bits. Three rules make
// the count exact in spite of rounding, also for lines through an edge or a vertex:
// - a corner exactly on a row or a column counts as before it, as if it lay a hair less far along;
// - the point of an edge on a row is computed from the edge's lower to its higher end, whichever
//   way the triangle runs, so that both triangles at an edge find the same bits;
// - whether a triangle faces up or down is decided by the order of the columns at which its two
//   edges cross the row, not by its area: where rounding closes a sliver, it vanishes for both of
//   its neighbours.
// The columns between two edges then telescope around the surface, and their signs cancel.
#ifndef BUOY_COLUMNS_H
#define BUOY_COLUMNS_H

#include <stdint.h>

#include "mesh/mesh.h"

struct buoy_corner {
    double x, y, z;
};

// A column meets a triangle at height z. sign is +1 where a line going up enters the body (the
// triangle faces down), −1 where it leaves: summed from below they are the winding number.
struct buoy_crossing {
    uint32_t i, j;
    double z;
    int sign;
};

typedef void buoy_crossing_visitor(void *context, const struct buoy_crossing *crossing);

// The first of 0 … m − 1 that is ≥ u, else m.
static inline uint32_t buoy_first_index(double u, uint32_t m) {
    if (!(u > 0.0)) {
        return 0;
    }
    if (u > (double)(m - 1)) {
        return m;
    }
    const uint32_t below = (uint32_t)u;
    return below + ((double)below < u);
}

// The point of an edge at row y; z of `low` and `high` may be anything, their y differ.
static inline struct buoy_corner buoy_edge_at(const struct buoy_corner *low,
                                              const struct buoy_corner *high, double y) {
    const double t = (y - low->y) / (high->y - low->y);
    return (struct buoy_corner){low->x + t * (high->x - low->x), y,
                                low->z + t * (high->z - low->z)};
}

// Visits the columns of row j between two points of it: those i with left.x ≤ i < right.x.
static inline void buoy_visit_span(uint32_t m, uint32_t j, const struct buoy_corner *left,
                                   const struct buoy_corner *right, int sign,
                                   buoy_crossing_visitor *visit, void *context) {
    const uint32_t end = buoy_first_index(right->x, m);
    for (uint32_t i = buoy_first_index(left->x, m); i < end; ++i) {
        const double t = ((double)i - left->x) / (right->x - left->x);
        const struct buoy_crossing crossing = {i, j, left->z + t * (right->z - left->z), sign};
        visit(context, &crossing);
    }
}

// Exchanges two corners that are not in ascending order of y, which turns the winding.
static inline void buoy_order_by_row(const struct buoy_corner **first,
                                     const struct buoy_corner **second, int *turn) {
    if ((*second)->y < (*first)->y) {
        const struct buoy_corner *swap = *first;
        *first = *second;
        *second = swap;
        *turn = -*turn;
    }
}

// Visits every crossing of a triangle, wound counter-clockwise seen from outside, row by row.
static inline void buoy_visit_crossings(uint32_t m, const struct buoy_corner triangle[3],
                                        buoy_crossing_visitor *visit, void *context) {
    const struct buoy_corner *low = &triangle[0], *middle = &triangle[1], *high = &triangle[2];
    int turn = 1; // −1 if low, middle, high is the reverse of the triangle's own order
    buoy_order_by_row(&low, &middle, &turn);
    buoy_order_by_row(&middle, &high, &turn);
    buoy_order_by_row(&low, &middle, &turn);

    const uint32_t bend = buoy_first_index(middle->y, m), end = buoy_first_index(high->y, m);
    for (uint32_t j = buoy_first_index(low->y, m); j < end; ++j) {
        // The edge low–high crosses every row, the other two share them. In the triangle's own
        // order the two run up and low–high runs down: it faces up where they lie to the right.
        const struct buoy_corner one = buoy_edge_at(low, high, (double)j);
        const struct buoy_corner two =
            j < bend ? buoy_edge_at(low, middle, (double)j) : buoy_edge_at(middle, high, (double)j);
        if (one.x < two.x) {
            buoy_visit_span(m, j, &one, &two, -turn, visit, context);
        } else {
            buoy_visit_span(m, j, &two, &one, turn, visit, context);
        }
    }
}

// Visits all crossings of a mesh's surface with the vertical lines through the cells of an m × m ×
// m grid over its bounding box. In units of cells, the centre of cell i is at i.
static inline void buoy_visit_grid(const struct buoy_mesh *mesh, uint32_t m,
                                   buoy_crossing_visitor *visit, void *context) {
    const struct buoy_triangles *of = mesh->triangles;
    const uint32_t *const corners[3] = {of->i0, of->i1, of->i2};
    const float *const axes[3] = {of->px, of->py, of->pz};
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        struct buoy_corner triangle[3];
        for (int c = 0; c < 3; ++c) {
            double at[3];
            for (int k = 0; k < 3; ++k) {
                const double half = mesh->half_extent[k], x = axes[k][corners[c][t]];
                const double baked = (x - mesh->middle[k]) * mesh->inverse_scale;
                at[k] = (baked + half) * (m / (2.0 * half)) - 0.5;
            }
            triangle[c] = (struct buoy_corner){at[0], at[1], at[2]};
        }
        buoy_visit_crossings(m, triangle, visit, context);
    }
}

#endif
