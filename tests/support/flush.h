// Planes that are almost exactly flush with vertices, edges or faces of a body: the heights of
// whole triangles are then so small that their products, and finally the heights themselves,
// underflow.
#ifndef TESTS_FLUSH_H
#define TESTS_FLUSH_H

#include "buoyancy.h"

// Sizes from 1e-10 down to the smallest float, close together where guards against division by zero
// are usually put: 1e-12, 1e-20, 1e-30, FLT_MIN and, in simd/weights.h, 2^-100.
enum {
    flush_size_count = 29
};
extern const float flush_sizes[flush_size_count];

// A plane that is flush, tilted by −1, 0 or 1 times a size about each axis on which its normal has
// nothing, and moved by as much. Tilt and move are counted from 0 to 26 in balanced ternary: 13 is
// neither.
struct buoy_plane flush_plane(struct buoy_plane plane, float size, int which);
enum {
    flush_ways = 27
};

#endif
