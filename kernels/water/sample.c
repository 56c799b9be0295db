// What all who ask water share.
#include "water/sample.h"

#include <math.h>

enum buoy_status buoy_check_surface_query(const struct buoy_surface_query *query) {
    if (!query || (query->count > 0 && (!query->x || !query->y || !query->height)) ||
        !query->slope_x != !query->slope_y) {
        return BUOY_ERROR_ARGUMENT;
    }
    for (size_t i = 0; i < query->count; ++i) {
        if (!(fabs(query->x[i]) <= BUOY_FARTHEST) || !(fabs(query->y[i]) <= BUOY_FARTHEST)) {
            return BUOY_ERROR_NON_FINITE;
        }
    }
    return BUOY_OK;
}
