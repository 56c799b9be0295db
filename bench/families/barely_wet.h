// Water planes that wet next to nothing of a body, where errors relative to what is wet are worst.
#ifndef BENCH_BARELY_WET_H
#define BENCH_BARELY_WET_H

#include "buoyancy.h"

// One plane for each of these immersions, V / V_total: 1e-1, 1e-2 … 1e-6.
#define BARELY_WET_DECADES 6

// Fills `planes` with count planes in turn at those immersions, or as little above them as the
// rounding of the offset allows; their directions are those of poses_make().
// Returns 0, or CLI_BAD after complaining.
int barely_wet_make(const struct buoy_mesh *mesh, uint64_t seed, size_t count,
                    struct buoy_plane *planes);

#endif
