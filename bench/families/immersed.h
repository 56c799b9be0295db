// Water planes that submerge a given share of a body.
#ifndef BENCH_IMMERSED_H
#define BENCH_IMMERSED_H

#include "buoyancy.h"

// Lowers the water on a body to an immersion V / V_total, for timing: a little more or less of it,
// by some 1e-6. Returns 0, or CLI_BAD after complaining.
int immersed_lower(const struct buoy_mesh *mesh, double immersion, struct buoy_plane *plane);

// Water planes that wet next to nothing of a body, where errors relative to what is wet are worst:
// fills `planes` with count planes in turn at V / V_total of 1e-1, 1e-2 … 1e-6, or as little above
// as the rounding of the offset allows; their directions are those of poses_make().
// Returns 0, or CLI_BAD after complaining.
int immersed_make_barely_wet(const struct buoy_mesh *mesh, uint64_t seed, size_t count,
                             struct buoy_plane *planes);

#endif
