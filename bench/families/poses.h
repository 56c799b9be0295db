// Water planes to check and time kernels with: directions uniform over the sphere, depths uniform
// over the body, and any run of consecutive ones spread as evenly as the whole.
#ifndef BENCH_POSES_H
#define BENCH_POSES_H

#include "buoyancy.h"

// Enough that a branch predictor cannot learn them.
#define POSES_DEFAULT 256

// Fills `planes` with `count` planes for a mesh. Normals are of unit length up to rounding; each
// offset lies between 2 and 98 % of the vertices' extent along its normal. The same seed gives the
// same bits on every machine, for one mesh; a longer set begins with the shorter ones.
void poses_make(const struct buoy_mesh *mesh, uint64_t seed, size_t count,
                struct buoy_plane *planes);

// The index-th of them alone.
void poses_make_one(const struct buoy_mesh *mesh, uint64_t seed, size_t index,
                    struct buoy_plane *plane);

#endif
