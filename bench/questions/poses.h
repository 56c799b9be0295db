// Water planes to check and time kernels with: directions uniform over the sphere, depths uniform
// over the body, and any run of consecutive ones spread as evenly as the whole.
#ifndef BENCH_POSES_H
#define BENCH_POSES_H

#include <stdint.h>

#include "buoyancy.h"

// Enough poses that a branch predictor cannot learn them.
#define POSES_DEFAULT 256

// One pose of a sequence: the plane's normal, of unit length up to rounding, and the plane's
// position within the extent of a body along the normal, from 0.02 to 0.98. The same seed gives the
// same bits on every machine.
struct pose {
    float nx, ny, nz;
    double share;
};
struct pose poses_at(uint64_t seed, size_t index);

// An offset as the nearest finite float: for the largest meshes that floats can hold, the offset of
// a slanting plane may be too large for a float.
float poses_offset(double d);

// Fills `planes` with the first `count` planes for a mesh, with the extent of its vertices.
void poses_make(const struct buoy_mesh *mesh, uint64_t seed, size_t count,
                struct buoy_plane *planes);

// The index-th of these planes alone; in the first function its offset keeps all digits.
void poses_make64(const struct buoy_mesh *mesh, uint64_t seed, size_t index,
                  struct buoy_plane64 *plane);
void poses_make_one(const struct buoy_mesh *mesh, uint64_t seed, size_t index,
                    struct buoy_plane *plane);

// ---- Random numbers that are the same on every machine.

// The next 64 random bits; neighbouring seeds give unrelated numbers.
uint64_t random_bits(uint64_t *state);

// A 64-bit fraction as a double in [0, 1), exact to 53 bits.
double random_fraction(uint64_t bits);

// Uniform in [low, high).
double random_between(uint64_t *state, double low, double high);

#endif
