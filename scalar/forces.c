// Buoyancy and drag of what is submerged, and how much drag a step can bear. buoyancy_forces.h has
// the formulas and where they come from.
#include "buoyancy_forces.h"
#include "vector.h"

// Adds the torque of a force that acts at a point.
static void add_torque(const double at[3], const double centre_of_mass[3],
                       struct buoy_force *force) {
    const double arm[3] = {at[0] - centre_of_mass[0], at[1] - centre_of_mass[1],
                           at[2] - centre_of_mass[2]};
    buoy_add_cross(arm, force->force, force->torque);
}

void buoy_buoyancy_force(const struct buoy_submerged *wet, const double centre_of_mass[3],
                         const double up[3], double density, double gravity,
                         struct buoy_force *force) {
    const double weight = density * gravity * wet->volume;
    for (int i = 0; i < 3; ++i) {
        force->force[i] = weight * up[i];
        force->torque[i] = 0.0;
    }
    add_torque(wet->c, centre_of_mass, force);
}

void buoy_drag_force(const struct buoy_submerged *wet, const struct buoy_drag_body *body,
                     const struct buoy_drag_motion *motion, const double water_velocity[3],
                     double density, const struct buoy_drag *drag, struct buoy_force *force) {
    double arm[3], u[3];
    for (int i = 0; i < 3; ++i) {
        arm[i] = wet->c[i] - motion->centre_of_mass[i];
        u[i] = motion->velocity[i] - water_velocity[i];
    }
    buoy_add_cross(motion->angular_velocity, arm, u);
    const double submerged_mass = body->mass * (wet->volume / body->volume);
    const double speed = sqrt(buoy_dot(u, u));
    const double resistance = drag->linear * submerged_mass +
                              0.125 * density * drag->quadratic * wet->wetted_area * speed;
    const double braking = drag->angular * submerged_mass * body->length * body->length;
    for (int i = 0; i < 3; ++i) {
        force->force[i] = -resistance * u[i];
        force->torque[i] = -braking * motion->angular_velocity[i];
    }
    add_torque(wet->c, motion->centre_of_mass, force);
}

// The velocity along P is P·(v, ω), and the share λ of P changes it by λ dt (F²/m + τ·I⁻¹τ).
void buoy_limit_drag(const struct buoy_drag_motion *motion, double inverse_mass,
                     const double inverse_inertia[9], double dt, struct buoy_force *force) {
    const double turned[3] = {buoy_dot(&inverse_inertia[0], force->torque),
                              buoy_dot(&inverse_inertia[3], force->torque),
                              buoy_dot(&inverse_inertia[6], force->torque)};
    const double along = buoy_dot(force->force, motion->velocity) +
                         buoy_dot(force->torque, motion->angular_velocity);
    const double change = dt * (inverse_mass * buoy_dot(force->force, force->force) +
                                buoy_dot(force->torque, turned));
    double share = 1.0;
    if (along >= 0.0) {
        share = 0.0;
    } else if (change > -along) {
        share = -along / change;
    }
    for (int i = 0; i < 3; ++i) {
        force->force[i] *= share;
        force->torque[i] *= share;
    }
}
