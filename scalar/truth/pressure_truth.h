// The forces of any water on a body, in long double, as buoyancy_pressure.h states them: each
// triangle is clipped to a polygon where it is under water, and the polygon integrated from the
// middles of the edges of triangles that it is cut into. Kernels weigh the corners of whole
// triangles; shared is only how a patch stores the heights that it was given.
#ifndef BUOY_PRESSURE_TRUTH_H
#define BUOY_PRESSURE_TRUTH_H

#include "buoyancy_pressure.h"

// The waves that a query's water was made of, if it is of waves.
struct pressure_waves {
    const struct buoy_wave *waves;
    size_t count;
    double gravity; // that they were made with
};

// For water that is not pooled, does not flow, and whose waves do not decay with depth; a motion
// without a step. Errors are about LDBL_EPSILON of the terms. Returns BUOY_OK or
// BUOY_ERROR_MEMORY.
enum buoy_status pressure_truth_find(const struct buoy_pressure_query *query,
                                     const struct pressure_waves *waves,
                                     struct buoy_pressure *truth);

#endif
