// What the library itself asks of volumes.
#ifndef BUOY_VOLUME_H
#define BUOY_VOLUME_H

#include "buoyancy.h"

// Whether all planes can be used: finite, with a normal that is not zero. `offsets`, which may be
// NULL, replace their d.
enum buoy_status buoy_check_planes(const struct buoy_plane *planes, const double *offsets,
                                   size_t count, struct buoy_error *error);

#define BUOY_PLANES_TWICE                                                                          \
    "the query has planes in float, or offsets, and in double: give one of them"

enum buoy_status buoy_check_planes64(const struct buoy_plane64 *planes, size_t count,
                                     struct buoy_error *error);

// Answers a query on a kernel of the family that runs, with the scratch memory that it needs; all
// of it was checked. Wet open edges make NaN.
void buoy_volume_answer(const struct buoy_kernel *kernel, const struct buoy_volume_query *query,
                        struct buoy_volume *restrict results);

#endif
