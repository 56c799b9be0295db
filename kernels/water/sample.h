// What all who ask water share.
#ifndef BUOY_SAMPLE_H
#define BUOY_SAMPLE_H

#include "buoyancy_water.h"

// Beyond any place in the world, and any height of water: products of these are far from overflow.
#define BUOY_FARTHEST 1e18

// Whether a point lies in a pool; of no pool, any does.
static inline bool buoy_region_holds(const struct buoy_region *region, const double x[3]) {
    for (int i = 0; region && i < 3; ++i) {
        if (x[i] < region->low[i] || x[i] > region->high[i]) {
            return false;
        }
    }
    return true;
}

// What every question about a surface must bring.
enum buoy_status buoy_check_surface(const struct buoy_surface *surface, struct buoy_error *error);

#endif
