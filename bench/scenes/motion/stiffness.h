// How buoyancy resists a body's displacement.
#ifndef BENCH_STIFFNESS_H
#define BENCH_STIFFNESS_H

#include "moving.h"

// The water's surface as a body meets it: the plane up·x = offset in the world.
struct buoy_met {
    double up[3], offset;
    double share; // of the body that a pool holds; 0 outside, 1 without a pool
};

// The water's surface about a body at a moment; the water's time counts.
enum buoy_status buoy_meet(const struct buoy_water *water, const struct buoy_model *model,
                           const struct motion_moving *moving, const double position[3],
                           struct buoy_met *met);

// The stiffness of buoyancy about a point of the world, without what is not positive semidefinite
// of it. `weight` is ρ g. `wet` is what is submerged, for the stiffness of a body that is about to
// leave the water; or NULL for that of the waterplane alone.
enum buoy_status motion_stiffness_of(const struct buoy_model *model,
                                     const struct motion_moving *moving, const struct buoy_met *met,
                                     const double about[3], double weight,
                                     const struct buoy_body_forces *wet,
                                     double stiffness[MOTION_DEGREES][MOTION_DEGREES]);

// The largest ω of ω² M x = K x. K is overwritten.
double motion_largest_frequency(const struct motion_inertia *inertia,
                                double stiffness[MOTION_DEGREES][MOTION_DEGREES]);

#endif
