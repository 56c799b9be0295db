// What all questions about water share.
#include "base/arithmetic.h"

#include "water/sample.h"

#include <math.h>

#include "base/elements.h"
#include "base/status.h"

static enum buoy_status check_arrays(const struct buoy_surface *surface, struct buoy_error *error) {
    BUOY_REFUSE_IF(!surface ||
                       (surface->count > 0 && (!surface->x || !surface->y || !surface->height)),
                   ARGUMENT, "no points, or no room for heights");
    BUOY_REFUSE_IF(!surface->slope_x != !surface->slope_y, ARGUMENT,
                   "room for only one slope: give both arrays or neither");
    return BUOY_OK;
}

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
    BUOY_TRY(check_arrays(surface, error));
    const struct asked asked = {surface, function, water};
    const struct buoy_runs runs = {&asked,     surface->count, surface->failed,
                                   find_fault, answer_run,     forget};
    return buoy_answer_runs(&runs, error);
}
