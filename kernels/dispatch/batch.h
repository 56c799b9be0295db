// A step as its kernels see it: bodies that share a water.
#ifndef BUOY_BATCH_H
#define BUOY_BATCH_H

#include "base/axes.h"
#include "buoyancy_step.h"

struct buoy_fit; // water/fit.h
struct buoy_footprint;

struct buoy_step_batch {
    const struct buoy_step_pass *pass; // what was checked; its water has its region in this frame:
    const struct buoy_axes *axes;      // of the caller's frame; NULL if it is the library's
    double up[3], offset;              // of plane water, of unit length, in the library's frame
    double current[3];                 // likewise; without current_at
    const uint32_t *bodies;            // their numbers; NULL: from `first` on
    size_t first, count;
    // For a single body in waves: their fit below its footprint; NULL for the kernel's own way.
    void (*fit)(const struct buoy_water *water, const struct buoy_footprint *footprint,
                struct buoy_fit *fit);
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

static inline const struct buoy_step_options *
buoy_step_options_of(const struct buoy_step_query *query) {
    static const struct buoy_step_options none = {0};
    return query->options ? query->options : &none;
}

static inline bool buoy_pass_has_effects(const struct buoy_step_pass *pass) {
    return pass->query->effects.linear.first || pass->query->effects.angular.first;
}

#endif
