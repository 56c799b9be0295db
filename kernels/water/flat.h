// Water that is a plane, whichever way it was given.
#ifndef BUOY_WATER_FLAT_H
#define BUOY_WATER_FLAT_H

#include "buoyancy_water.h"

// Its plane.
static inline struct buoy_plane64 buoy_level_of(const struct buoy_water *water) {
    const struct buoy_plane *plane = &water->plane;
    const double *n = water->plane64.normal;
    if (n[0] != 0.0 || n[1] != 0.0 || n[2] != 0.0) {
        return water->plane64;
    }
    return (struct buoy_plane64){{plane->normal[0], plane->normal[1], plane->normal[2]}, plane->d};
}

#endif
