// A rigid body as it moves, and what of its model its motion depends on.
#ifndef BENCH_MOVING_H
#define BENCH_MOVING_H

#include "bodies/pose.h"
#include "motion.h"

// Degrees of freedom: a velocity of the centre of mass and an angular velocity, or a force and a
// torque about the centre of mass; world's axes.
#define MOTION_DEGREES 6

// A body's inertia, in the body's axes.
struct motion_rigid {
    double mass, centre_of_mass[3];
    double inertia[3][3], inverse[3][3]; // both 0 if the body cannot be turned
    bool turns;
};

// A body's state.
struct motion_moving {
    double centre[3];              // of mass, in the world
    double rotation[4];            // of unit length
    struct buoy_rotation frame;    // as a matrix
    double motion[MOTION_DEGREES]; // through the world
    // Water that it carries: NULL if none, the share of it, and the current.
    const struct motion_hydrodynamics *hydrodynamics;
    double share, flow[3];
};

// A body's inertia in the world's axes, and the added mass about the centre of mass, which counts
// for the motion through the current.
struct motion_inertia {
    double mass, inertia[3][3], inverse[3][3];
    bool turns, carries;
    double added[MOTION_DEGREES][MOTION_DEGREES], flow[3];
};

// From a model.
void motion_rigid_of(const struct buoy_model *model, struct motion_rigid *rigid);

// From a body's state, whose numbers are finite; false if its rotation is no unit quaternion.
bool motion_moving_of(const struct motion_body *body, const struct motion_rigid *rigid,
                      struct motion_moving *moving);

// The body's origin in the world.
void motion_moving_position(const struct motion_moving *moving, const struct motion_rigid *rigid,
                            double position[3]);

void motion_turn_inertia(const struct motion_rigid *rigid, const struct motion_moving *moving,
                         struct motion_inertia *inertia);

// Moves a body for some time while no force acts on it. The angular momentum keeps its direction
// and length, and the kinetic energy its size, to within rounding; with water that it carries, the
// energy of both. Second order in time.
void motion_drift(const struct motion_rigid *rigid, double time, struct motion_moving *moving);

// Half of qᵀ M q.
double motion_kinetic_energy(const struct motion_inertia *inertia, const double q[MOTION_DEGREES]);

// ---- Water that a body carries: added mass and damping.

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
