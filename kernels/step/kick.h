// How forces change a body's velocities within a step.
#ifndef BUOY_KICK_H
#define BUOY_KICK_H

#include "step/asking.h"

// What acts on a body during a step.
struct buoy_kick {
    struct buoy_inertia inertia;
    double up[3];                      // against gravity
    double weight;                     // m g
    double force[BUOY_DEGREES];        // buoyancy or pressure, weight and load
    double load[BUOY_DEGREES];         // the load alone
    double arm[3], flow[3];            // to the centre of buoyancy; the water's velocity there
    double linear, angular, quadratic; // drag: k = linear + quadratic |u|; b
};

// The direction against gravity.
void buoy_find_up(const struct buoy_water *water, double up[3]);

// What acts on a body of a block.
void buoy_set_kick(const struct buoy_motion_query *query, const struct buoy_motion_block *block,
                   size_t index, const struct buoy_met_forces *met, struct buoy_kick *kick);

// Drag −k u at the centre of buoyancy and −b ω, of a motion q.
void buoy_find_drag(const struct buoy_kick *kick, double k, const double q[BUOY_DEGREES],
                    double drag[BUOY_DEGREES]);

// k for a motion q.
double buoy_find_drag_strength(const struct buoy_kick *kick, const double q[BUOY_DEGREES]);

// Changes a motion q by an impulse.
void buoy_push(const struct buoy_inertia *inertia, double time, const double force[BUOY_DEGREES],
               double q[BUOY_DEGREES]);

// The motion after a step of Verlet's method.
void buoy_kick_explicitly(const struct buoy_kick *kick, double dt, double q[BUOY_DEGREES]);

// The motion after a linearly implicit step, with the stiffness about the centre of buoyancy;
// returns the strength of the drag.
double buoy_kick_implicitly(const struct buoy_kick *kick, double dt,
                            double stiffness[BUOY_DEGREES][BUOY_DEGREES], double q[BUOY_DEGREES]);

#endif
