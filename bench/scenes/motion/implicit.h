// Linearly implicit steps.
#ifndef BENCH_IMPLICIT_H
#define BENCH_IMPLICIT_H

#include "asking.h"

// What acts on a body during a step.
struct motion_kick {
    struct motion_inertia inertia;
    double up[3];                      // against gravity
    double weight;                     // m g
    double force[MOTION_DEGREES];      // buoyancy or pressure, weight and load
    double load[MOTION_DEGREES];       // the load alone
    double swell[MOTION_DEGREES];      // of accelerated water, by added mass alone
    double arm[3], flow[3];            // to the centre of buoyancy; the water's velocity there
    double linear, angular, quadratic; // drag: k = linear + quadratic |u|; b
    double damping[MOTION_DEGREES][MOTION_DEGREES]; // of water that the body carries, about the
                                                    // centre of mass
};

// The direction against gravity.
void buoy_find_up(const struct buoy_water *water, double up[3]);

// What acts on a body of a block.
void motion_set_kick(const struct motion_query *query, const struct motion_block *block,
                     size_t index, const struct motion_met_forces *met, struct motion_kick *kick);

// Drag −k u at the centre of buoyancy and −b ω, of a motion q.
void motion_find_drag(const struct motion_kick *kick, double k, const double q[MOTION_DEGREES],
                      double drag[MOTION_DEGREES]);

// k for a motion q.
double motion_find_drag_strength(const struct motion_kick *kick, const double q[MOTION_DEGREES]);

// Changes a motion q by an impulse.
void motion_push(const struct motion_inertia *inertia, double time,
                 const double force[MOTION_DEGREES], double q[MOTION_DEGREES]);

// The motion after a step of Verlet's method.
void motion_kick_explicitly(const struct motion_kick *kick, double dt, double q[MOTION_DEGREES]);

// The motion after a linearly implicit step, with the stiffness about the centre of buoyancy;
// returns the strength of the drag.
double motion_kick_implicitly(const struct motion_kick *kick, double dt,
                              double stiffness[MOTION_DEGREES][MOTION_DEGREES],
                              double q[MOTION_DEGREES]);

// Moves a body of a block by a step, from what acts on it at the step's beginning.
enum buoy_status motion_step_implicitly(const struct motion_moment *moment, double dt,
                                        const struct motion_met_forces *met,
                                        struct motion_kick *kick, struct motion_block *block,
                                        size_t index, struct buoy_error *error);

#endif
