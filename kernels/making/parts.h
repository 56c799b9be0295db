// The parts of a mesh's layouts: corners, area vectors, moments, bounding boxes.
#ifndef BUOY_PARTS_H
#define BUOY_PARTS_H

#include <math.h>

#include "mesh/corners.h"
#include "mesh/mesh.h"

// Adds what a triangle of area vector a contributes; returns a·v1.
static inline double buoy_add_moments(struct buoy_moments *moments, double v[3][3],
                                      const double a[3]) {
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

// The smallest and largest coordinates of a set of points.
struct buoy_extent {
    float low[3], high[3];
};

static inline struct buoy_extent buoy_no_extent(void) {
    return (struct buoy_extent){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

static inline void buoy_extend(struct buoy_extent *extent, int axis, float x) {
    extent->low[axis] = x < extent->low[axis] ? x : extent->low[axis];
    extent->high[axis] = x > extent->high[axis] ? x : extent->high[axis];
}

// The margin of bounding boxes, in the blocks' frame: beyond the rounding of the test in float,
// some 8 roundings of 3 components of up to 2, each times a coordinate of up to 3.
#define BUOY_SLACK 0x1p-17f

// Centre and half extent along one axis.
static inline void buoy_bound(float low, float high, float *centre, float *extent) {
    *centre = 0.5f * (low + high);
    const float up = high - *centre, down = *centre - low;
    *extent = (up > down ? up : down) + BUOY_SLACK;
}

// Sets a bounding box of a node.
static inline void buoy_set_box(struct buoy_node *node, uint32_t lane,
                                const struct buoy_extent *extent) {
    const float *low = extent->low, *high = extent->high;
    buoy_bound(low[0], high[0], &node->cx[lane], &node->ex[lane]);
    buoy_bound(low[1], high[1], &node->cy[lane], &node->ey[lane]);
    buoy_bound(low[2], high[2], &node->cz[lane], &node->ez[lane]);
}

// Bounding boxes that no plane can find wet or cut, for a node's lanes from `first` on.
static inline void buoy_pad_boxes(struct buoy_node *node, uint32_t first) {
    for (uint32_t i = first; i < BUOY_LANES; ++i) {
        node->cx[i] = node->cy[i] = node->cz[i] = 0.0f;
        node->ex[i] = node->ey[i] = node->ez[i] = -1e30f;
    }
}

#endif
