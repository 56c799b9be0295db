// The true spread of a body's volume: its centroid and its second moments, in long double.
#ifndef BENCH_STEP_SPREAD_H
#define BENCH_STEP_SPREAD_H

#include "buoyancy_step.h"
#include "buoyancy_truth.h"

// In the body's frame, for all parts together, second moments about the centroid and per volume.
// Returns 0, or CLI_BAD after complaining.
int step_spread_find(const struct buoy_part *parts, size_t count, real centroid[3], real second[9]);

// The mean of the three extents of the box that has these second moments.
real step_spread_length(const real second[9]);

#endif
