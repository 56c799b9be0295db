// The library's own entry to hydrostatics.
#ifndef BUOY_HYDROSTATICS_H
#define BUOY_HYDROSTATICS_H

#include "buoyancy_hydrostatics.h"

// buoy_hydrostatics_compute(), also for planes with an offset finer than float.
enum buoy_status buoy_hydrostatics_of(const struct buoy_hydrostatics_query *query,
                                      struct buoy_hydrostatics *restrict results,
                                      struct buoy_error *error);

#endif
