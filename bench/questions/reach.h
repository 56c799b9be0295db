// How far bodies reach along a direction.
#ifndef BENCH_REACH_H
#define BENCH_REACH_H

#include "buoyancy_shapes.h"

// The largest n·x of a primitive's points, n of any length.
double reach_of_shape(const struct buoy_shape *shape, const double n[3]);

// The largest n·x of a mesh's points, in the mesh's frame.
double reach_of_mesh(const struct buoy_mesh *mesh, const double n[3]);

#endif
