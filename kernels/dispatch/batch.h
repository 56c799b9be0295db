// A step as its kernels see it: bodies that share a water.
#ifndef BUOY_BATCH_H
#define BUOY_BATCH_H

#include "base/axes.h"
#include "buoyancy_step.h"

struct buoy_step_batch {
    const struct buoy_step_query *query; // the caller's arrays, frame and wishes, checked
    struct buoy_body_forces *results;    // the caller's, or NULL
    size_t result_step;                  // a body's is at its number times this
    const struct buoy_water *water;      // its region in the library's frame
    double up[3], offset;                // of plane water, of unit length, in the library's frame
    double current[3];                   // likewise; without current_at
    const struct buoy_axes *axes;        // of the caller's frame; NULL if it is the library's
    const uint32_t *bodies;              // their numbers; NULL: from `first` on
    size_t first, count;
    bool trusted; // states and answers were found valid: watches may bark
};

static inline size_t buoy_batch_body(const struct buoy_step_batch *batch, size_t i) {
    return batch->bodies ? batch->bodies[i] : batch->first + i;
}

// Some of the bodies, from the i-th on.
static inline struct buoy_step_batch buoy_batch_part(const struct buoy_step_batch *batch, size_t i,
                                                     size_t count) {
    struct buoy_step_batch part = *batch;
    part.bodies = batch->bodies ? batch->bodies + i : NULL;
    part.first = batch->first + i;
    part.count = count;
    return part;
}

static inline bool buoy_batch_has_effects(const struct buoy_step_batch *batch) {
    return batch->query->effects.linear.first || batch->query->effects.angular.first;
}

#endif
