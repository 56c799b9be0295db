// Water that a body carries: added mass and damping.
#ifndef BENCH_CARRIED_H
#define BENCH_CARRIED_H

#include "moving.h"

// In the world's axes, about the centre of mass: the added mass that counts, and, unless it is
// NULL, the damping of the motion that the body has through water that flows.
void motion_carried_of(const struct motion_rigid *rigid, const struct motion_moving *moving,
                       const double flow[3], double found[MOTION_DEGREES][MOTION_DEGREES]);

// About another point, at `arm` from that one, in the same axes.
void motion_carried_at(const double arm[3], double matrix[MOTION_DEGREES][MOTION_DEGREES]);

// The mean motion within a step without forces and that at its end, in the body's axes, through the
// current.
void motion_drift_midpoint(const struct motion_rigid *rigid, const struct motion_moving *moving,
                           double time, double middle[MOTION_DEGREES], double end[MOTION_DEGREES]);

// Takes water along, or leaves it: a share of the body is submerged now. More of it shares the
// momentum that there was; what is left takes its own away.
void motion_take_water(const struct motion_rigid *rigid, double share,
                       struct motion_moving *moving);

#endif
