// Requirements of questions to the `box` family. Kernels check their questions themselves: at two
// nanoseconds a box, a separate loop would take almost as long as they do.
#ifndef BUOY_BOX_H
#define BUOY_BOX_H

#include <math.h>

#include "buoyancy_shapes.h"
#include "mesh/plane.h"

// BUOY_OK, or what is wrong with a question.
static inline enum buoy_status buoy_box_check(const struct buoy_shape *box,
                                              const struct buoy_plane *plane) {
    if (!buoy_plane_is_valid(plane) || !isfinite(box->size[0]) || !isfinite(box->size[1]) ||
        !isfinite(box->size[2])) {
        return BUOY_ERROR_NON_FINITE;
    }
    return box->size[0] > 0.0f && box->size[1] > 0.0f && box->size[2] > 0.0f ? BUOY_OK
                                                                             : BUOY_ERROR_ARGUMENT;
}

// Says what is wrong with the first invalid question.
static inline enum buoy_status buoy_box_check_all(const struct buoy_shapes_query *query) {
    enum buoy_status status = BUOY_OK;
    for (size_t i = 0; i < query->count && status == BUOY_OK; ++i) {
        status = buoy_box_check(&query->shapes[i], &query->planes[i]);
    }
    return status;
}

#endif
