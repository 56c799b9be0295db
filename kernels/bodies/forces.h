// Requirements of questions to the `forces` family. Kernels check their questions themselves,
// because a separate loop would take as long as they do.
#ifndef BUOY_FORCES_H
#define BUOY_FORCES_H

#include <float.h>

#include "base/status.h"
#include "buoyancy_forces.h"

// The largest error of a normal's squared length.
#define BUOY_FORCES_LOOSE 0.02

static inline bool buoy_forces_are_finite(const struct buoy_forces *forces) {
    const struct buoy_force *buoyancy = &forces->buoyancy, *drag = &forces->drag;
    return buoy_within(buoyancy->force, 3, DBL_MAX) && buoy_within(buoyancy->torque, 3, DBL_MAX) &&
           buoy_within(drag->force, 3, DBL_MAX) && buoy_within(drag->torque, 3, DBL_MAX);
}

// BUOY_OK, or what is wrong with a question.
static inline enum buoy_status buoy_forces_check(const struct buoy_forces_query *query,
                                                 size_t index) {
    const struct buoy_submerged *wet = &query->submerged[index];
    const struct buoy_drag_body *body = &query->bodies[index];
    const struct buoy_drag_motion *motion = &query->motions[index];
    const struct buoy_met_water *water = &query->waters[index];
    const double masses[4] = {wet->volume, wet->wetted_area, body->mass, body->volume};
    const double most = BUOY_FORCES_MOST;
    if (!buoy_within(masses, 4, BUOY_MASSES_MOST) ||
        !buoy_within(body->inverse_inertia, 9, BUOY_MASSES_MOST) ||
        !buoy_within(&body->length, 1, most) || !buoy_within(wet->centre, 3, most) ||
        !buoy_within(motion->centre_of_mass, 3, most) || !buoy_within(motion->velocity, 3, most) ||
        !buoy_within(motion->angular_velocity, 3, most) || !buoy_within(water->up, 3, most) ||
        !buoy_within(water->velocity, 3, most)) {
        return BUOY_ERROR_NON_FINITE;
    }
    const bool is_unit = fabs(buoy_dot(water->up, water->up) - 1.0) <= BUOY_FORCES_LOOSE;
    return is_unit && wet->volume >= 0.0 && wet->wetted_area >= 0.0 && body->mass > 0.0 &&
                   body->volume > 0.0
               ? BUOY_OK
               : BUOY_ERROR_ARGUMENT;
}

// Whether drag's coefficients and the step are valid.
enum buoy_status buoy_drag_check(const struct buoy_drag *drag, double dt, struct buoy_error *error);

#endif
