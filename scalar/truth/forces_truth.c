// The formulas of buoyancy_forces.h in long double.
#include "base/arithmetic.h"

#include "buoyancy_truth.h"

#include <math.h>
#include <string.h>

void real_cross(const real a[3], const real b[3], real c[3]) {
    for (int x = 0; x < 3; ++x) {
        const int y = (x + 1) % 3, z = (x + 2) % 3;
        c[x] = a[y] * b[z] - a[z] * b[y];
    }
}

real real_length(const real v[3]) {
    return sqrtl(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void swap_rows(real m[3][4], int a, int b) {
    real row[4];
    memcpy(row, m[a], sizeof row);
    memcpy(m[a], m[b], sizeof row);
    memcpy(m[b], row, sizeof row);
}

// Solves m x = b, with b behind m, by elimination.
static void solve(real m[3][4], real x[3]) {
    for (int k = 0; k < 3; ++k) {
        for (int i = k + 1; i < 3; ++i) {
            if (fabsl(m[i][k]) > fabsl(m[k][k])) {
                swap_rows(m, i, k);
            }
        }
        for (int i = 0; i < 3; ++i) {
            const real factor = m[i][k] / m[k][k];
            for (int j = k; i != k && j < 4; ++j) {
                m[i][j] -= factor * m[k][j];
            }
        }
    }
    for (int k = 0; k < 3; ++k) {
        x[k] = m[k][3] / m[k][k];
    }
}

void real_invert(const real matrix[9], real inverse[9]) {
    for (int j = 0; j < 3; ++j) {
        real m[3][4], column[3];
        for (int i = 0; i < 3; ++i) {
            memcpy(m[i], &matrix[3 * i], 3 * sizeof m[i][0]);
            m[i][3] = i == j ? 1.0L : 0.0L;
        }
        solve(m, column);
        for (int i = 0; i < 3; ++i) {
            inverse[3 * i + j] = column[i];
        }
    }
}

// I⁻¹ v.
static void turn(const real inverse_inertia[9], const real v[3], real result[3]) {
    for (int i = 0; i < 3; ++i) {
        const real *row = &inverse_inertia[3 * i];
        result[i] = row[0] * v[0] + row[1] * v[1] + row[2] * v[2];
    }
}

// u' with (1 + s (1/m + (I⁻¹ (r × ·)) × r)) u' = u.
static void slow_down(const struct forces_case *body, real s, const real u[3], real later[3]) {
    real m[3][4];
    for (int j = 0; j < 3; ++j) {
        real axis[3] = {0.0L, 0.0L, 0.0L}, impulse[3], spin[3], column[3];
        axis[j] = 1.0L;
        real_cross(body->arm, axis, impulse);
        turn(body->inverse_inertia, impulse, spin);
        real_cross(spin, body->arm, column);
        for (int i = 0; i < 3; ++i) {
            m[i][j] = s * (column[i] + axis[i] / body->mass) + axis[i];
        }
        m[j][3] = u[j];
    }
    solve(m, later);
}

static void write_force(const real force[3], const real torque[3], struct buoy_force *result) {
    for (int i = 0; i < 3; ++i) {
        result->force[i] = (double)force[i];
        result->torque[i] = (double)torque[i];
    }
}

// The formulas of buoy_drag_force(), from k and b on.
static void find_drag(const struct forces_case *body, const struct forces_scales *scales,
                      struct buoy_force *result) {
    const real dt = body->dt;
    real later[3], force[3], torque[3], spin[3], m[3][4];
    slow_down(body, dt * scales->k, scales->through, later);
    for (int i = 0; i < 3; ++i) {
        force[i] = -scales->k * later[i];
    }
    real_cross(body->arm, force, torque);
    turn(body->inverse_inertia, torque, spin);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            m[i][j] = dt * scales->b * body->inverse_inertia[3 * i + j] + (i == j ? 1.0L : 0.0L);
        }
        m[i][3] = body->spin[i] + dt * spin[i];
    }
    solve(m, later);
    for (int i = 0; i < 3; ++i) {
        torque[i] -= scales->b * later[i];
    }
    write_force(force, torque, result);
}

struct forces_scales forces_find_scales(const struct forces_case *body) {
    struct forces_scales scales;
    const real *inverse = body->inverse_inertia;
    const real trace = inverse[0] + inverse[4] + inverse[8], dt = body->dt;
    const real mass = body->mass * body->volume / body->whole_volume;
    const real arm = real_length(body->arm), spin = real_length(body->spin);
    real spinning[3];
    real_cross(body->spin, body->arm, spinning);
    for (int i = 0; i < 3; ++i) {
        scales.through[i] = body->velocity[i] - body->flow[i] + spinning[i];
    }
    scales.k = body->linear * mass + body->density * body->quadratic * body->wetted_area / 8.0L *
                                         real_length(scales.through);
    scales.b = body->angular * mass * body->length * body->length;
    scales.weight = body->density * body->gravity * body->volume;
    scales.drag = scales.k * (real_length(body->velocity) + spin * arm + real_length(body->flow));
    scales.turning = scales.drag * arm + scales.b * (spin + dt * trace * scales.drag * arm);
    scales.conditioning =
        1.0L + dt * (scales.k * (3.0L / body->mass + arm * arm * trace) + scales.b * trace);
    return scales;
}

void forces_find_truth(const struct forces_case *body, struct buoy_forces *truth) {
    const struct forces_scales scales = forces_find_scales(body);
    const real force[3] = {scales.weight * body->up[0], scales.weight * body->up[1],
                           scales.weight * body->up[2]};
    real torque[3];
    real_cross(body->arm, force, torque);
    write_force(force, torque, &truth->buoyancy);
    find_drag(body, &scales, &truth->drag);
}
