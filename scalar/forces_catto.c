// forces/catto: buoyancy and drag of submerged parts, body by body. buoyancy_forces.h has the
// formulas and their sources, ../kernels/bounds/bounds_forces.c the error analysis.
#include "base/arithmetic.h"

#include "bodies/forces.h"
#include "dispatch/methods.h"

void buoy_buoyancy_force(const struct buoy_submerged *wet, const double centre_of_mass[3],
                         const double up[3], double density, double gravity,
                         struct buoy_force *force) {
    const double weight = density * gravity * wet->volume;
    for (int i = 0; i < 3; ++i) {
        force->force[i] = weight * up[i];
        force->torque[i] = 0.0;
    }
    const double arm[3] = {wet->centre[0] - centre_of_mass[0], wet->centre[1] - centre_of_mass[1],
                           wet->centre[2] - centre_of_mass[2]};
    buoy_add_cross(arm, force->force, force->torque);
}

// The matrix of v ↦ (I⁻¹ (r × v)) × r, by columns: the velocity that an impulse at a point gives to
// the point by turning the body.
static void find_mobility(const double inverse_inertia[9], const double r[3], double matrix[9]) {
    for (int j = 0; j < 3; ++j) {
        double axis[3] = {0.0, 0.0, 0.0}, arm[3] = {0.0, 0.0, 0.0}, turned[3];
        axis[j] = 1.0;
        buoy_add_cross(r, axis, arm);
        for (int i = 0; i < 3; ++i) {
            turned[i] = buoy_dot(&inverse_inertia[3 * i], arm);
        }
        double *column = &matrix[3 * j];
        column[0] = column[1] = column[2] = 0.0;
        buoy_add_cross(turned, r, column);
    }
}

// Solves (1 + A) x = b in place for a symmetric A without negative eigenvalues: 1 + A reverses no
// eigenvector.
static void damp(const double a[9], double x[3]) {
    const double m[3][3] = {
        {1.0 + a[0], a[1], a[2]}, {a[3], 1.0 + a[4], a[5]}, {a[6], a[7], 1.0 + a[8]}};
    double columns[3][3]; // of the adjugate's transpose: cross products of rows
    for (int i = 0; i < 3; ++i) {
        columns[i][0] = columns[i][1] = columns[i][2] = 0.0;
        buoy_add_cross(m[(i + 1) % 3], m[(i + 2) % 3], columns[i]);
    }
    const double determinant = buoy_dot(m[0], columns[0]);
    const double b[3] = {x[0], x[1], x[2]};
    for (int i = 0; i < 3; ++i) {
        x[i] = (columns[0][i] * b[0] + columns[1][i] * b[1] + columns[2][i] * b[2]) / determinant;
    }
}

void buoy_drag_force(const struct buoy_submerged *wet, const struct buoy_drag_body *body,
                     const struct buoy_drag_motion *motion, const double water_velocity[3],
                     double density, const struct buoy_drag *drag, double dt,
                     struct buoy_force *force) {
    double arm[3], u[3];
    for (int i = 0; i < 3; ++i) {
        arm[i] = wet->centre[i] - motion->centre_of_mass[i];
        u[i] = motion->velocity[i] - water_velocity[i];
    }
    buoy_add_cross(motion->angular_velocity, arm, u);
    const double submerged_mass = body->mass * (wet->volume / body->volume);
    const double speed = buoy_length(u);
    const double k = drag->linear * submerged_mass +
                     0.125 * density * drag->quadratic * wet->wetted_area * speed;
    // F = −k u' at c, where u' is the velocity there at the step's end.
    double slowed[9];
    find_mobility(body->inverse_inertia, arm, slowed);
    for (int i = 0; i < 9; ++i) {
        slowed[i] = dt * k * (slowed[i] + (i % 4 == 0 ? 1.0 / body->mass : 0.0));
    }
    damp(slowed, u);
    for (int i = 0; i < 3; ++i) {
        force->force[i] = -k * u[i];
        force->torque[i] = 0.0;
    }
    buoy_add_cross(arm, force->force, force->torque);
    // Adds −b ω', where ω' is the angular velocity at the step's end, after the force's torque.
    const double b = drag->angular * submerged_mass * body->length * body->length;
    double matrix[9], omega[3];
    for (int i = 0; i < 9; ++i) {
        matrix[i] = dt * b * body->inverse_inertia[i];
    }
    for (int i = 0; i < 3; ++i) {
        omega[i] = motion->angular_velocity[i] +
                   dt * buoy_dot(&body->inverse_inertia[3 * i], force->torque);
    }
    damp(matrix, omega);
    for (int i = 0; i < 3; ++i) {
        force->torque[i] -= b * omega[i];
    }
}

bool buoy_forces_catto_scalar(const struct buoy_forces_query *query,
                              struct buoy_forces *restrict results) {
    bool good = true;
    for (size_t i = 0; i < query->count; ++i) {
        const struct buoy_submerged *wet = &query->submerged[i];
        const struct buoy_drag_motion *motion = &query->motions[i];
        const struct buoy_met_water *water = &query->waters[i];
        struct buoy_forces *result = &results[i];
        buoy_buoyancy_force(wet, motion->centre_of_mass, water->up, query->density, query->gravity,
                            &result->buoyancy);
        buoy_drag_force(wet, &query->bodies[i], motion, water->velocity, query->density,
                        &query->drag, query->dt, &result->drag);
        good = good && buoy_forces_check(query, i) == BUOY_OK && buoy_forces_are_finite(result);
    }
    return good;
}
