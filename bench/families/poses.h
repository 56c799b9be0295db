// Water planes to check and time kernels with: directions uniform over the sphere, depths uniform
// over the body, and any run of consecutive ones spread as evenly as the whole.
#ifndef BENCH_POSES_H
#define BENCH_POSES_H

#include "buoyancy.h"

// Enough that a branch predictor cannot learn them.
#define POSES_DEFAULT 256

// One of a sequence: the plane's normal, of unit length up to rounding, and where it cuts the
// extent of a body along it, from 0.02 to 0.98. The same seed gives the same bits on every machine.
struct pose {
    float nx, ny, nz;
    double share;
};
struct pose poses_at(uint64_t seed, size_t index);

// An offset as a float, the nearest that is finite: a slanting plane through the largest meshes
// that floats can hold may have one beyond them.
float poses_offset(double d);

// Fills `planes` with the first `count` for a mesh, whose extent is that of its vertices.
void poses_make(const struct buoy_mesh *mesh, uint64_t seed, size_t count,
                struct buoy_plane *planes);

// The index-th of them alone.
void poses_make_one(const struct buoy_mesh *mesh, uint64_t seed, size_t index,
                    struct buoy_plane *plane);

#endif
