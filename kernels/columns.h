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
    if (!(u > 0.0))
        return 0;
    if (u > (double)(m - 1))
        return m;
    uint32_t below = (uint32_t)u;
    return below + ((double)below < u);
}

// The point of an edge at row y; z of `low` and `high` may be anything, their y differ.
static inline struct buoy_corner buoy_edge_at(const struct buoy_corner *low,
                                              const struct buoy_corner *high, double y) {
    double t = (y - low->y) / (high->y - low->y);
    return (struct buoy_corner){low->x + t * (high->x - low->x), y,
                                low->z + t * (high->z - low->z)};
}

// Visits the columns of row j between two points of it: those i with left.x ≤ i < right.x.
static inline void buoy_visit_span(uint32_t m, uint32_t j, const struct buoy_corner *left,
                                   const struct buoy_corner *right, int sign,
                                   buoy_crossing_visitor *visit, void *context) {
    uint32_t end = buoy_first_index(right->x, m);
    for (uint32_t i = buoy_first_index(left->x, m); i < end; i++) {
        double t = ((double)i - left->x) / (right->x - left->x);
        struct buoy_crossing crossing = {i, j, left->z + t * (right->z - left->z), sign};
        visit(context, &crossing);
    }
}

// Visits every crossing of a triangle, wound counter-clockwise seen from outside, row by row.
static inline void buoy_visit_crossings(uint32_t m, const struct buoy_corner triangle[3],
                                        buoy_crossing_visitor *visit, void *context) {
    const struct buoy_corner *low = &triangle[0], *middle = &triangle[1], *high = &triangle[2];
    const struct buoy_corner *swap;
    int turn = 1; // whether low, middle, high is the triangle's own order, or its reverse
    if (middle->y < low->y)
        swap = low, low = middle, middle = swap, turn = -turn;
    if (high->y < middle->y)
        swap = middle, middle = high, high = swap, turn = -turn;
    if (middle->y < low->y)
        swap = low, low = middle, middle = swap, turn = -turn;

    uint32_t bend = buoy_first_index(middle->y, m), end = buoy_first_index(high->y, m);
    for (uint32_t j = buoy_first_index(low->y, m); j < end; j++) {
        // The edge low–high crosses every row, the other two share them. In the triangle's own
        // order the two run up and low–high runs down: it faces up where they lie to the right.
        struct buoy_corner one = buoy_edge_at(low, high, (double)j);
        struct buoy_corner two =
            j < bend ? buoy_edge_at(low, middle, (double)j) : buoy_edge_at(middle, high, (double)j);
        if (one.x < two.x)
            buoy_visit_span(m, j, &one, &two, -turn, visit, context);
        else
            buoy_visit_span(m, j, &two, &one, turn, visit, context);
    }
}

#endif
