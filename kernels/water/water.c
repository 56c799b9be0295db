// Water of any kind.
#include <math.h>

#include "base/vector.h"
#include "water/patch.h"
#include "water/sample.h"

// A slope that is none.
#define STEEPEST 1e9

// Beyond any density, gravity or current.
#define HEAVIEST 1e12

struct buoy_water buoy_calm_sea(void) {
    return (struct buoy_water){
        .kind = BUOY_WATER_PLANE,
        .plane = {{0.0f, 0.0f, 1.0f}, 0.0f},
        .density = BUOY_SEA_WATER,
        .gravity = BUOY_GRAVITY,
    };
}

static enum buoy_status check_plane(const struct buoy_plane *p) {
    const bool finite = isfinite(p->normal[0]) && isfinite(p->normal[1]) &&
                        isfinite(p->normal[2]) && isfinite(p->d);
    const bool zero = p->normal[0] == 0.0f && p->normal[1] == 0.0f && p->normal[2] == 0.0f;
    return finite && !zero ? BUOY_OK : BUOY_ERROR_NON_FINITE;
}

static enum buoy_status check_region(const struct buoy_region *region) {
    for (int i = 0; i < 3; ++i) {
        if (isnan(region->low[i]) || isnan(region->high[i])) {
            return BUOY_ERROR_NON_FINITE;
        }
        if (region->low[i] > region->high[i]) {
            return BUOY_ERROR_ARGUMENT;
        }
    }
    return BUOY_OK;
}

static enum buoy_status check_surface(const struct buoy_water *water) {
    switch (water->kind) {
    case BUOY_WATER_PLANE:
        return check_plane(&water->plane);
    case BUOY_WATER_PATCH:
        return water->patch ? BUOY_OK : BUOY_ERROR_ARGUMENT;
    case BUOY_WATER_WAVES:
        return !water->waves           ? BUOY_ERROR_ARGUMENT
               : isfinite(water->time) ? BUOY_OK
                                       : BUOY_ERROR_NON_FINITE;
    default:
        return BUOY_ERROR_ARGUMENT;
    }
}

enum buoy_status buoy_water_check(const struct buoy_water *water) {
    if (!water) {
        return BUOY_ERROR_ARGUMENT;
    }
    const double *current = water->current;
    if (!(fabs(water->density) <= HEAVIEST) || !(fabs(water->gravity) <= HEAVIEST) ||
        !buoy_within(current, 3, HEAVIEST)) {
        return BUOY_ERROR_NON_FINITE;
    }
    if (water->density <= 0.0 || water->gravity < 0.0) {
        return BUOY_ERROR_ARGUMENT;
    }
    const enum buoy_status status = water->region ? check_region(water->region) : BUOY_OK;
    return status != BUOY_OK ? status : check_surface(water);
}

static enum buoy_status sample_plane(const struct buoy_plane *plane,
                                     const struct buoy_surface_query *query) {
    const double across = fmax(fabs((double)plane->normal[0]), fabs((double)plane->normal[1]));
    if (!(across < STEEPEST * fabs((double)plane->normal[2])) ||
        !(fabs((double)plane->d) < BUOY_FARTHEST * fabs((double)plane->normal[2]))) {
        return BUOY_ERROR_ARGUMENT;
    }
    const enum buoy_status status = buoy_check_surface_query(query);
    if (status != BUOY_OK) {
        return status;
    }
    const double slope_x = -(double)plane->normal[0] / plane->normal[2],
                 slope_y = -(double)plane->normal[1] / plane->normal[2];
    const double at_origin = (double)plane->d / plane->normal[2];
    for (size_t i = 0; i < query->count; ++i) {
        query->height[i] = (float)(at_origin + slope_x * query->x[i] + slope_y * query->y[i]);
        if (query->slope_x) {
            query->slope_x[i] = (float)slope_x;
            query->slope_y[i] = (float)slope_y;
        }
    }
    return BUOY_OK;
}

enum buoy_status buoy_water_sample(const struct buoy_water *water,
                                   const struct buoy_surface_query *query) {
    const enum buoy_status status = water ? check_surface(water) : BUOY_ERROR_ARGUMENT;
    if (status != BUOY_OK) {
        return status;
    }
    switch (water->kind) {
    case BUOY_WATER_PATCH:
        return buoy_patch_sample(water->patch, query);
    case BUOY_WATER_WAVES:
        return buoy_waves_sample(water->waves, water->time, query);
    default:
        return sample_plane(&water->plane, query);
    }
}
