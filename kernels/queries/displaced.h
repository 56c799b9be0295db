// The displaced volume, in double: slower than any kernel, and right where kernels are in doubt.
#ifndef BUOY_DISPLACED_H
#define BUOY_DISPLACED_H

#include "mesh/mesh.h"

// A volume, cubic metres, and a bound on its error.
struct buoy_displaced {
    double volume, error;
};

// The volume below a plane; for an open mesh whose open edges are dry, the volume that the mesh and
// the water enclose.
struct buoy_displaced buoy_displaced_below(const struct buoy_mesh *mesh,
                                           const struct buoy_plane64 *plane);

#endif
