// What questions about meshes and planes share.
#ifndef BUOY_PLANES_H
#define BUOY_PLANES_H

#include "buoyancy.h"

// Whether all planes can be used: finite, with a normal that is not zero. `offsets`, which may be
// NULL, replace their d.
enum buoy_status buoy_check_planes(const struct buoy_plane *planes, const double *offsets,
                                   size_t count, struct buoy_error *error);

#endif
