// Drag and lift in the plane, summed over what is wet of a body.
#ifndef BUOY_DRAG2D_H
#define BUOY_DRAG2D_H

#include "plane2d/polygon.h"

// For a step, sums over parts of the body, which are at r from the motion's point: drag is −k u,
// lift l u⊥.
struct buoy_resistance2d {
    double k, kx, ky, krr, l, lx, ly; // Σ k, k r, k r·r, l, l r
};

// One body's drag and lift.
struct buoy_drag2d {
    const struct buoy_motion2d *motion;
    double drag_scale, lift_scale; // density times coefficients
    struct buoy_force2d drag, lift;
    struct buoy_resistance2d resistance;
};

// Checks the motion, the density and the coefficients, and begins the sums.
enum buoy_status buoy_drag2d_begin(const struct buoy_drag2d_query *query, struct buoy_drag2d *drag,
                                   struct buoy_error *error);

// The body's velocity at a point.
struct buoy_point buoy_drag2d_velocity(const struct buoy_motion2d *motion, struct buoy_point at);

// Adds the drag −k u and the lift l u⊥ of a part that moves at u.
void buoy_drag2d_add(struct buoy_drag2d *drag, struct buoy_point at, struct buoy_point u, double k,
                     double l);

// Adds a wetted edge from a to b, counter-clockwise around the body.
void buoy_drag2d_add_edge(struct buoy_drag2d *drag, struct buoy_point a, struct buoy_point b);

// Limits the sums within the step, if there is one. The results are untouched after an error.
enum buoy_status buoy_drag2d_end(struct buoy_drag2d *sums, struct buoy_force2d *drag,
                                 struct buoy_force2d *lift, struct buoy_error *error);

// Answers for a polygon below a line; both are given, and so are a motion and room for results.
enum buoy_status buoy_drag2d_below(const struct buoy_drag2d_query *query, struct buoy_force2d *drag,
                                   struct buoy_force2d *lift, struct buoy_error *error);

#endif
