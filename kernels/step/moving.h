// A rigid body as it moves, and what of its model its motion depends on.
#ifndef BUOY_MOVING_H
#define BUOY_MOVING_H

#include "bodies/pose.h"
#include "buoyancy_motion.h"

// Degrees of freedom: a velocity of the centre of mass and an angular velocity, or a force and a
// torque about the centre of mass; world's axes.
#define BUOY_DEGREES 6

// A body's inertia, in the body's axes.
struct buoy_rigid {
    double mass, centre_of_mass[3];
    double inertia[3][3], inverse[3][3]; // both 0 if the body cannot be turned
    bool turns;
};

// A body's state.
struct buoy_moving {
    double centre[3];            // of mass, in the world
    double rotation[4];          // of unit length
    struct buoy_rotation frame;  // as a matrix
    double motion[BUOY_DEGREES]; // through the world
};

// A body's inertia in the world's axes.
struct buoy_inertia {
    double mass, inertia[3][3], inverse[3][3];
    bool turns;
};

// From a model.
void buoy_rigid_of(const struct buoy_model *model, struct buoy_rigid *rigid);

// From a body's state, whose numbers are finite; false if its rotation is no unit quaternion.
bool buoy_moving_of(const struct buoy_motion_body *body, const struct buoy_rigid *rigid,
                    struct buoy_moving *moving);

// The body's origin in the world.
void buoy_moving_position(const struct buoy_moving *moving, const struct buoy_rigid *rigid,
                          double position[3]);

void buoy_turn_inertia(const struct buoy_rigid *rigid, const struct buoy_rotation *frame,
                       struct buoy_inertia *inertia);

// Moves a body for some time while no force acts on it. The angular momentum keeps its direction
// and length, and the kinetic energy its size, to within rounding. Second order in time.
void buoy_drift(const struct buoy_rigid *rigid, double time, struct buoy_moving *moving);

// Half of qᵀ M q.
double buoy_kinetic_energy(const struct buoy_inertia *inertia, const double q[BUOY_DEGREES]);

#endif
