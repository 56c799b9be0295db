// What all questions about water share.
#include "base/arithmetic.h"

#include "water/sample.h"

#include <math.h>

#include "base/status.h"

enum buoy_status buoy_check_surface(const struct buoy_surface *surface, struct buoy_error *error) {
    if (!surface || (surface->count > 0 && (!surface->x || !surface->y || !surface->height))) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "no points, or no room for heights");
    }
    if (!surface->slope_x != !surface->slope_y) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT,
                         "room for only one slope: give both arrays or neither");
    }
    for (size_t i = 0; i < surface->count; ++i) {
        const double x = surface->x[i], y = surface->y[i];
        if (!(fabs(x) <= BUOY_FARTHEST) || !(fabs(y) <= BUOY_FARTHEST)) {
            return buoy_fail(error, BUOY_ERROR_NON_FINITE,
                             "point %zu: (%g, %g) is not finite or beyond %g", i, x, y,
                             BUOY_FARTHEST);
        }
    }
    return BUOY_OK;
}

struct buoy_surface buoy_surface_default(void) {
    return (struct buoy_surface){0};
}
