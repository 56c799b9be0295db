// What a question of the `box` family must be. Kernels check their questions themselves: at two
// nanoseconds a box, a loop that is not theirs would take almost as long as they do.
#ifndef BUOY_BOX_H
#define BUOY_BOX_H

#include <math.h>

#include "buoyancy_box.h"

// BUOY_OK, or what is wrong with a question.
static inline enum buoy_status buoy_box_check(const struct buoy_box *box,
                                              const struct buoy_plane *plane) {
    const bool zero = plane->nx == 0.0f && plane->ny == 0.0f && plane->nz == 0.0f;
    if (zero || !isfinite(plane->nx) || !isfinite(plane->ny) || !isfinite(plane->nz) ||
        !isfinite(plane->d) || !isfinite(box->hx) || !isfinite(box->hy) || !isfinite(box->hz)) {
        return BUOY_ERROR_NON_FINITE;
    }
    return box->hx > 0.0f && box->hy > 0.0f && box->hz > 0.0f ? BUOY_OK : BUOY_ERROR_ARGUMENT;
}

// What is wrong with the first question that is not as it must be.
static inline enum buoy_status buoy_box_check_all(const struct buoy_box_query *query) {
    enum buoy_status status = BUOY_OK;
    for (size_t i = 0; i < query->count && status == BUOY_OK; ++i) {
        status = buoy_box_check(&query->boxes[i], &query->planes[i]);
    }
    return status;
}

#endif
