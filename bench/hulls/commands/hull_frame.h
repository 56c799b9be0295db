// The frame that heel, trim and a ship's lengths are measured in.
#ifndef BENCH_HULL_FRAME_H
#define BENCH_HULL_FRAME_H

#include <stdbool.h>

#include "buoyancy_equilibrium.h"
#include "meshes/meshes.h"
#include "turning.h"

// Unit vectors: across, s = k × e; along the axis, forward; up.
struct hull_frame {
    double s[3], e[3], k[3];
    double low[3], high[3]; // the hull's ends along s, e and k, from the mesh's origin
};

// False if up and the axis are parallel.
bool hull_frame_make(const double up[3], const double axis[3], struct hull_frame *frame);

// The offset of the water that only touches the lowest vertex.
double hull_keel(const struct buoy_mesh *mesh, const double up[3]);

// Finds the hull's ends.
void hull_frame_measure(struct hull_frame *frame, const struct mesh_data *hull);

#endif
