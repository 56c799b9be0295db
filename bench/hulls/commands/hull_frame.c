// The frame of a ship.
#include "hull_frame.h"

#include <math.h>
#include <stdlib.h>

#include "base/vector.h"
#include "cli.h"

bool hull_frame_make(const double up[3], const double axis[3], struct hull_frame *frame) {
    for (int i = 0; i < 3; ++i) {
        frame->k[i] = up[i];
        frame->e[i] = axis[i];
    }
    buoy_unit(frame->k);
    buoy_unit(frame->e);
    const double along = buoy_dot(frame->e, frame->k);
    for (int i = 0; i < 3; ++i) {
        frame->e[i] -= along * frame->k[i];
    }
    const double length = buoy_length(frame->e);
    for (int i = 0; i < 3; ++i) {
        frame->e[i] /= length;
    }
    buoy_cross_product(frame->k, frame->e, frame->s);
    return length > 1e-6; // as buoy_righting_arms()
}

double hull_keel(const struct buoy_mesh *mesh, const double up[3]) {
    const double at_keel = 0.0;
    struct buoy_form form = {.d = (double)NAN};
    buoy_curves_of_form(mesh, up, &at_keel, 1, &form, NULL);
    return form.d;
}

void hull_frame_measure(struct hull_frame *frame, const struct mesh_data *hull) {
    const double *axes[3] = {frame->s, frame->e, frame->k};
    for (int k = 0; k < 3; ++k) {
        frame->low[k] = (double)INFINITY;
        frame->high[k] = -(double)INFINITY;
        for (size_t i = 0; i < 3 * hull->triangle_count; ++i) {
            const double at = buoy_dot(axes[k], hull->positions + 3 * hull->indices[i]);
            frame->low[k] = fmin(frame->low[k], at);
            frame->high[k] = fmax(frame->high[k], at);
        }
    }
}
