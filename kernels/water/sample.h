// What all questions about water share.
#ifndef BUOY_SAMPLE_H
#define BUOY_SAMPLE_H

#include "buoyancy_water.h"

// The bound of all places in the world and heights of water: products of these are far from
// overflow.
#define BUOY_FARTHEST 1e18

// Whether a point lies in a pool; true if there is no pool.
static inline bool buoy_region_holds(const struct buoy_region *region, const double x[3]) {
    for (int i = 0; region && i < 3; ++i) {
        if (x[i] < region->low[i] || x[i] > region->high[i]) {
            return false;
        }
    }
    return true;
}

// Heights and slopes of one kind of water at points that are valid.
typedef void buoy_points_function(const void *water, struct buoy_surface *surface);

// Answers all points of a surface that are finite and not beyond the bound.
enum buoy_status buoy_sample_points(const struct buoy_surface *surface,
                                    buoy_points_function *function, const void *water,
                                    struct buoy_error *error);

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
