// Water of any kind.
#include "base/arithmetic.h"

#include <math.h>

#include "base/axes.h"
#include "base/status.h"
#include "base/vector.h"
#include "mesh/plane.h"
#include "water/water.h"

// A slope that is none.
#define STEEPEST 1e9

struct buoy_water buoy_calm_sea(enum buoy_frame frame) {
    const struct buoy_axes *axes = buoy_axes_of(frame);
    double up[3] = {0.0, 0.0, 1.0};
    buoy_axes_to(axes ? axes : buoy_axes_of(BUOY_Z_UP), up);
    return (struct buoy_water){
        .kind = BUOY_WATER_PLANE,
        .plane = {{(float)up[0], (float)up[1], (float)up[2]}, 0.0f},
        .density = BUOY_SEA_WATER,
        .gravity = BUOY_GRAVITY,
    };
}

static enum buoy_status check_kind(const struct buoy_water *water, struct buoy_error *error) {
    BUOY_REFUSE_IF(!(fabs(water->level) <= BUOY_FARTHEST), NON_FINITE,
                   "the water's level is not finite, or beyond %g", BUOY_FARTHEST);
    const struct buoy_plane64 plane = buoy_level_of(water);
    const double *n = plane.normal;
    switch (water->kind) {
    case BUOY_WATER_PLANE: {
        // Normals in double must be as far from underflow and overflow as floats are, or about
        // that.
        const float *given = water->plane.normal;
        const double largest = fmax(fabs(n[0]), fmax(fabs(n[1]), fabs(n[2])));
        const bool sized = largest >= 1e-30 && largest <= 1e30;
        const bool finite = isfinite(n[0]) && isfinite(n[1]) && isfinite(n[2]) && isfinite(plane.d);
        const bool narrow = buoy_plane_is_valid(&water->plane) && n[0] == (double)given[0] &&
                            n[1] == (double)given[1] && n[2] == (double)given[2];
        BUOY_REFUSE_IF(!finite || !(sized || narrow), NON_FINITE,
                       "the water's plane has no normal, or a number that is not finite");
        return BUOY_OK;
    }
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
    const struct buoy_region *region = water->region;
    for (int i = 0; region && i < 3; ++i) {
        BUOY_REFUSE_IF(isnan(region->low[i]) || isnan(region->high[i]), NON_FINITE,
                       "a bound of the pool along %c is not a number", 'x' + i);
        BUOY_REFUSE_IF(region->low[i] > region->high[i], ARGUMENT,
                       "the pool's low bound along %c is above its high bound: %g > %g", 'x' + i,
                       region->low[i], region->high[i]);
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

enum buoy_status buoy_water_sample(const struct buoy_water *water, struct buoy_surface *surface,
                                   struct buoy_error *error) {
    BUOY_REFUSE_IF(!water, ARGUMENT, "no water");
    BUOY_TRY(check_kind(water, error));
    if (water->kind == BUOY_WATER_PLANE) {
        const struct buoy_plane64 plane = buoy_level_of(water);
        const double *n = plane.normal;
        BUOY_REFUSE_IF(!(fmax(fabs(n[0]), fabs(n[1])) < STEEPEST * fabs(n[2])) ||
                           !(fabs(plane.d) < BUOY_FARTHEST * fabs(n[2])),
                       ARGUMENT, "the plane is too steep for heights above (x, y)");
        return buoy_sample_points(surface, sample_level, &plane, error);
    }
    const enum buoy_status status =
        water->kind == BUOY_WATER_PATCH
            ? buoy_patch_sample(water->patch, surface, error)
            : buoy_waves_sample(water->waves, water->time, surface, error);
    // Heights of waves and patches are counted from their own 0.
    const bool has_heights = status == BUOY_OK || status == BUOY_ERROR_ELEMENT;
    for (size_t i = 0; has_heights && water->level != 0.0 && i < surface->count; ++i) {
        surface->height[i] = (float)((double)surface->height[i] + water->level);
    }
    return status;
}

// ------------------------------------------------------------------------------------------ sample

// Points, and what answers them.
struct asked {
    const struct buoy_surface *surface;
    buoy_points_function *function;
    const void *water;
};

static size_t find_fault(const void *question, size_t begin, struct buoy_error *cause) {
    const struct buoy_surface *surface = ((const struct asked *)question)->surface;
    for (size_t i = begin; i < surface->count; ++i) {
        const double x = surface->x[i], y = surface->y[i];
        if (!(fabs(x) <= BUOY_FARTHEST) || !(fabs(y) <= BUOY_FARTHEST)) {
            buoy_fail(cause, BUOY_ERROR_NON_FINITE,
                      "point %zu: (%g, %g) is not finite or beyond %g", i, x, y, BUOY_FARTHEST);
            return i;
        }
    }
    return surface->count;
}

static void answer_run(const void *question, size_t first, size_t count) {
    const struct asked *asked = question;
    struct buoy_surface part = *asked->surface;
    part.x += first;
    part.y += first;
    part.count = count;
    part.height += first;
    part.slope_x = part.slope_x ? part.slope_x + first : NULL;
    part.slope_y = part.slope_y ? part.slope_y + first : NULL;
    asked->function(asked->water, &part);
}

static void forget(const void *question, size_t i) {
    const struct buoy_surface *surface = ((const struct asked *)question)->surface;
    surface->height[i] = NAN;
    if (surface->slope_x) {
        surface->slope_x[i] = surface->slope_y[i] = NAN;
    }
}

enum buoy_status buoy_sample_points(const struct buoy_surface *surface,
                                    buoy_points_function *function, const void *water,
                                    struct buoy_error *error) {
    BUOY_REFUSE_IF(!surface ||
                       (surface->count > 0 && (!surface->x || !surface->y || !surface->height)),
                   ARGUMENT, "no points, or no room for heights");
    BUOY_REFUSE_IF(!surface->slope_x != !surface->slope_y, ARGUMENT,
                   "room for only one slope: give both arrays or neither");
    const struct asked asked = {surface, function, water};
    const struct buoy_runs runs = {&asked,     surface->count, surface->failed,
                                   find_fault, answer_run,     forget};
    return buoy_answer_runs(&runs, error);
}

// -------------------------------------------------------------------------------------------- pool

void buoy_pool_hold(const struct buoy_region *region, const struct buoy_wader *wader,
                    struct buoy_held *held) {
    *held = (struct buoy_held){.share = 1.0, .shrink = {1.0, 1.0, 1.0}};
    for (int i = 0; region && i < 3; ++i) {
        double low = -wader->reach[i], high = wader->reach[i];
        // Narrowed to where the box can be wet, relative to the middle: there is a point n·x ≤
        // depth of the box above or below each place of it.
        const double n = wader->up[i];
        double room = wader->depth;
        for (int k = 0; k < 3; ++k) {
            room += k == i ? 0.0 : fabs(wader->up[k]) * wader->reach[k];
        }
        if (n > 0.0 && n * high > room) {
            high = room / n;
        } else if (n < 0.0 && n * low > room) {
            low = room / n;
        }
        if (!(low < high)) { // dry: all of the box counts
            low = -wader->reach[i];
            high = wader->reach[i];
        }
        const double first = fmax(low, region->low[i] - wader->middle[i]);
        const double last = fmin(high, region->high[i] - wader->middle[i]);
        if (first > low || last < high) {
            held->from[i] = low;
            held->to[i] = first;
            held->shrink[i] = last > first ? (last - first) / (high - low) : 0.0;
            held->share *= held->shrink[i];
        }
    }
}

void buoy_pool_keep(const struct buoy_held *held, double *volume, double *wetted_area,
                    double centre[3]) {
    if (held->share == 1.0) {
        return;
    }
    *volume *= held->share;
    *wetted_area *= held->share;
    for (int i = 0; i < 3; ++i) {
        centre[i] =
            held->share > 0.0 ? held->to[i] + held->shrink[i] * (centre[i] - held->from[i]) : 0.0;
    }
}
