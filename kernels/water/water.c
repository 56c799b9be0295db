// Water of any kind.
#include "base/arithmetic.h"

#include <math.h>

#include "base/axes.h"
#include "base/limits.h"
#include "base/status.h"
#include "base/vector.h"
#include "mesh/plane.h"
#include "water/patch.h"
#include "water/sample.h"

// A slope that is none.
#define STEEPEST 1e9

struct buoy_water buoy_calm_sea(void) {
    return (struct buoy_water){
        .kind = BUOY_WATER_PLANE,
        .plane = {{0.0f, 0.0f, 1.0f}, 0.0f},
        .density = BUOY_SEA_WATER,
        .gravity = BUOY_GRAVITY,
    };
}

struct buoy_water buoy_calm_sea_in(enum buoy_frame frame) {
    struct buoy_water sea = buoy_calm_sea();
    const struct buoy_axes *axes = buoy_axes_of(frame);
    double up[3] = {0.0, 0.0, 1.0};
    buoy_axes_to(axes ? axes : buoy_axes_of(BUOY_Z_UP), up);
    for (int k = 0; k < 3; ++k) {
        sea.plane.normal[k] = (float)up[k];
    }
    return sea;
}

// Normals in double must be as far from underflow and overflow as floats are, or about that.
static enum buoy_status check_plane(const struct buoy_water *water, struct buoy_error *error) {
    const struct buoy_plane64 plane = buoy_level_of(water);
    const double *n = plane.normal;
    const double largest = fmax(fabs(n[0]), fmax(fabs(n[1]), fabs(n[2])));
    const bool sized = largest >= 1e-30 && largest <= 1e30;
    const bool finite = isfinite(n[0]) && isfinite(n[1]) && isfinite(n[2]) && isfinite(plane.d);
    const bool narrow =
        buoy_plane_is_valid(&water->plane) && n[0] == (double)water->plane.normal[0] &&
        n[1] == (double)water->plane.normal[1] && n[2] == (double)water->plane.normal[2];
    return finite && (sized || narrow)
               ? BUOY_OK
               : buoy_fail(error, BUOY_ERROR_NON_FINITE,
                           "the water's plane has no normal, or a number that is not finite");
}

static enum buoy_status check_region(const struct buoy_region *region, struct buoy_error *error) {
    for (int i = 0; i < 3; ++i) {
        BUOY_REFUSE_IF(isnan(region->low[i]) || isnan(region->high[i]), NON_FINITE,
                       "a bound of the pool along %c is not a number", 'x' + i);
        BUOY_REFUSE_IF(region->low[i] > region->high[i], ARGUMENT,
                       "the pool's low bound along %c is above its high bound: %g > %g", 'x' + i,
                       region->low[i], region->high[i]);
    }
    return BUOY_OK;
}

static enum buoy_status check_kind(const struct buoy_water *water, struct buoy_error *error) {
    BUOY_REFUSE_IF(!(fabs(water->level) <= BUOY_FARTHEST), NON_FINITE,
                   "the water's level is not finite, or beyond %g", BUOY_FARTHEST);
    switch (water->kind) {
    case BUOY_WATER_PLANE:
        return check_plane(water, error);
    case BUOY_WATER_PATCH:
        BUOY_REFUSE_IF(!water->patch, ARGUMENT, "the water has no patch");
        return BUOY_OK;
    case BUOY_WATER_WAVES:
        BUOY_REFUSE_IF(!water->waves, ARGUMENT, "the water has no waves");
        BUOY_REFUSE_IF(water->wave_pressure != BUOY_WAVES_STATIC &&
                           water->wave_pressure != BUOY_WAVES_DECAY,
                       ARGUMENT, "%d is not a pressure of waves", (int)water->wave_pressure);
        BUOY_REFUSE_IF(!isfinite(water->time), NON_FINITE, "the water's time is not finite");
        return BUOY_OK;
    default:
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "%d is not a kind of water", (int)water->kind);
    }
}

enum buoy_status buoy_water_check(const struct buoy_water *water, struct buoy_error *error) {
    BUOY_REFUSE_IF(!water, ARGUMENT, "no water");
    const double *u = water->current;
    const double numbers[5] = {water->density, water->gravity, u[0], u[1], u[2]};
    if (!buoy_within(numbers, 5, BUOY_FORCES_MOST)) {
        const struct buoy_quantity given[] = {
            {"the water's density", &water->density, 1, BUOY_FORCES_MOST},
            {"the water's gravity", &water->gravity, 1, BUOY_FORCES_MOST},
            {"the water's current", u, 3, BUOY_FORCES_MOST}};
        return buoy_check_limits(given, 3, NULL, 0, error);
    }
    BUOY_REFUSE_IF(water->density <= 0.0 || water->gravity < 0.0, ARGUMENT,
                   "the water's density %g must be above 0, its gravity %g 0 or more",
                   water->density, water->gravity);
    if (water->region) {
        BUOY_TRY(check_region(water->region, error));
    }
    BUOY_TRY(check_kind(water, error));
    return buoy_succeed(error);
}

static void sample_level(const void *water, struct buoy_surface *surface) {
    const struct buoy_plane64 *plane = water;
    const double *n = plane->normal;
    const double slope_x = -n[0] / n[2], slope_y = -n[1] / n[2], at_origin = plane->d / n[2];
    for (size_t i = 0; i < surface->count; ++i) {
        surface->height[i] = (float)(at_origin + slope_x * surface->x[i] + slope_y * surface->y[i]);
        if (surface->slope_x) {
            surface->slope_x[i] = (float)slope_x;
            surface->slope_y[i] = (float)slope_y;
        }
    }
}

static enum buoy_status sample_plane(const struct buoy_water *water, struct buoy_surface *surface,
                                     struct buoy_error *error) {
    const struct buoy_plane64 plane = buoy_level_of(water);
    const double *n = plane.normal, d = plane.d;
    BUOY_REFUSE_IF(!(fmax(fabs(n[0]), fabs(n[1])) < STEEPEST * fabs(n[2])) ||
                       !(fabs(d) < BUOY_FARTHEST * fabs(n[2])),
                   ARGUMENT, "the plane is too steep for heights above (x, y)");
    return buoy_sample_points(surface, sample_level, &plane, error);
}

// Raises heights of waves or a patch, which are counted from their own 0, to the water's level.
static enum buoy_status raise(const struct buoy_water *water, struct buoy_surface *surface,
                              enum buoy_status status) {
    const bool has_heights = status == BUOY_OK || status == BUOY_ERROR_ELEMENT;
    for (size_t i = 0; has_heights && water->level != 0.0 && i < surface->count; ++i) {
        surface->height[i] = (float)((double)surface->height[i] + water->level);
    }
    return status;
}

enum buoy_status buoy_water_sample(const struct buoy_water *water, struct buoy_surface *surface,
                                   struct buoy_error *error) {
    BUOY_REFUSE_IF(!water, ARGUMENT, "no water");
    BUOY_TRY(check_kind(water, error));
    switch (water->kind) {
    case BUOY_WATER_PATCH:
        return raise(water, surface, buoy_patch_sample(water->patch, surface, error));
    case BUOY_WATER_WAVES:
        return raise(water, surface, buoy_waves_sample(water->waves, water->time, surface, error));
    default:
        return sample_plane(water, surface, error);
    }
}
