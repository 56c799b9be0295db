// Drag, lift and friction of a surface within a step.
//
// With q = (v, ω) the motion of the centre of mass through the water, a part at x from there moves
// at u = J q, J = (1, −[x]×), and feels F = (−k + [g]×) u (resistance.h). The force and torque of
// all parts are −A q, where
//   A = Σ Jᵀ (k − [g]×) J.
// A's symmetric part Σ k Jᵀ J has no negative eigenvalue, because drag and friction take energy (k
// ≥ 0); the rest is skew, because lift and what friction does across the motion do no work. k and g
// are those of the motion at the beginning of the step; the motion is that at its end, q':
//   q' = q + dt W f,   f = −A q',   W = diag(1/m, I⁻¹).
//
// Energy cannot grow. Let W = M⁻¹, and ⟨a, b⟩ = aᵀ M b, so that ⟨q, q⟩ is twice the energy. Then
//   ⟨q', q⟩ = ⟨q', q'⟩ − dt q'ᵀ f = ⟨q', q'⟩ + dt q'ᵀ A q' ≥ ⟨q', q'⟩,
// and by Cauchy and Schwarz |q'| ≤ |q|. It also says that the motion does not turn round: ⟨q', q⟩ ≥
// 0, for any dt. A body that cannot be moved or turned some way has a singular W; the same holds
// while the part of q that W cannot change is 0. If it is not, as of a body that turns although its
// inverse inertia is 0, what keeps it turning does work, and the energy may grow. Only ⟨q', q⟩ ≥
// ⟨q', q'⟩ was used, which is fᵀ q' ≤ 0, or
//   fᵀ q + dt fᵀ W f ≤ 0.
// Roundings can break it, above all those of sums in float where a step would stop the body 10⁷
// times over. Therefore f is scaled, as a last step, by the largest factor up to 1 with which it
// holds. In exact arithmetic the factor is 1.
//
// If the current varies from place to place, part i moves at J q − wᵢ, and the force is b − A q
// with b = Σ Jᵀ (k − [g]×) wᵢ. What was said holds for the motion relative to any q* with A q* = b.
// The factor is left out, because q* is not known.
#include "base/arithmetic.h"

#include "bodies/resistance.h"

#include <float.h>

#include "base/six.h"

#define SIZE BUOY_SIX

bool buoy_is_inverse_inertia(const double m[9]) {
    const double slack = 1e-6;
    const double xx = m[0], yy = m[4], zz = m[8], xy = m[1], xz = m[2], yz = m[5];
    const double trace = xx + yy + zz;
    const bool symmetric = fabs(m[3] - xy) <= slack * trace && fabs(m[6] - xz) <= slack * trace &&
                           fabs(m[7] - yz) <= slack * trace;
    if (!symmetric || !(xx >= 0.0 && yy >= 0.0 && zz >= 0.0)) {
        return false;
    }
    const double per = trace > 0.0 ? 1.0 / trace : 0.0;
    const double a = xx * per, b = yy * per, c = zz * per, d = xy * per, e = xz * per, f = yz * per;
    const double determinant = a * (b * c - f * f) - d * (d * c - f * e) + e * (d * f - b * e);
    return a * b - d * d >= -slack && a * c - e * e >= -slack && b * c - f * f >= -slack &&
           determinant >= -slack;
}

// Sums about a point o from the centre of mass, in place: then about the centre of mass. `unit` is
// what x is counted in, in units of o.
static void move(double sums[BUOY_RESISTANCE_SUMS], const double o[3], double unit) {
    double *x = sums + BUOY_RESISTANCE_X, *xx = sums + BUOY_RESISTANCE_XX;
    double *g = sums + BUOY_RESISTANCE_G, *xg = sums + BUOY_RESISTANCE_XG;
    double *xgx = sums + BUOY_RESISTANCE_XGX;
    const double k = sums[0], unit2 = unit * unit, along = buoy_dot(o, g);
    for (int i = 0; i < 3; ++i) {
        x[i] *= unit;
        xx[i] *= unit2;
        xx[3 + i] *= unit2;
        xgx[i] *= unit2;
        for (int j = 0; j < 3; ++j) {
            xg[3 * i + j] *= unit;
        }
    }
    const double trace = xg[0] + xg[4] + xg[8];
    for (int i = 0; i < 3; ++i) {
        xgx[i] += trace * o[i] + buoy_dot(&xg[3 * i], o) + along * o[i];
        xx[i] += (2.0 * x[i] + k * o[i]) * o[i];
    }
    xx[3] += x[0] * o[1] + x[1] * o[0] + k * o[0] * o[1];
    xx[4] += x[0] * o[2] + x[2] * o[0] + k * o[0] * o[2];
    xx[5] += x[1] * o[2] + x[2] * o[1] + k * o[1] * o[2];
    for (int i = 0; i < 3; ++i) {
        x[i] += k * o[i];
        for (int j = 0; j < 3; ++j) {
            xg[3 * i + j] += o[i] * g[j];
        }
    }
}

// Adds s [w]× to a block of a matrix.
static void add_skew(double s, const double w[3], double (*a)[SIZE], int row, int column) {
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        a[row + k][column + j] += s * w[i];
        a[row + j][column + k] -= s * w[i];
    }
}

// A, from sums about the centre of mass: with S = Σ k x xᵀ and [g]× [x]× = x gᵀ − (x·g),
//   ( Σk − [Σg]×                      −[Σ k x]× + Σ x gᵀ − Σ x·g  )
//   ( [Σ k x]× − Σ g xᵀ + Σ x·g       tr S − S − [Σ (x·g) x]×     ).
static void find_matrix(const double sums[BUOY_RESISTANCE_SUMS], double a[SIZE][SIZE]) {
    const double *xx = sums + BUOY_RESISTANCE_XX, *xg = sums + BUOY_RESISTANCE_XG;
    const double s[3][3] = {{xx[0], xx[3], xx[4]}, {xx[3], xx[1], xx[5]}, {xx[4], xx[5], xx[2]}};
    const double trace = xx[0] + xx[1] + xx[2], along = xg[0] + xg[4] + xg[8];
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            const double one = i == j ? 1.0 : 0.0;
            a[i][j] = one * sums[0];
            a[i][3 + j] = xg[3 * i + j] - one * along;
            a[3 + i][j] = one * along - xg[3 * j + i];
            a[3 + i][3 + j] = one * trace - s[i][j];
        }
    }
    add_skew(-1.0, sums + BUOY_RESISTANCE_G, a, 0, 0);
    add_skew(-1.0, sums + BUOY_RESISTANCE_X, a, 0, 3);
    add_skew(1.0, sums + BUOY_RESISTANCE_X, a, 3, 0);
    add_skew(-1.0, sums + BUOY_RESISTANCE_XGX, a, 3, 3);
}

// A body and its step. Units: seconds, kilograms, and the mesh's unit of length for arms only:
// angular velocities are in m/s at the end of such an arm, torques in newtons.
struct step {
    double dt, mobility, turning[3][3]; // 1/m, I⁻¹
    double a[SIZE][SIZE], q[SIZE], b[SIZE];
    bool varies; // the current; else b is 0
};

// W f.
static void move_by(const struct step *step, const double f[SIZE], double change[SIZE]) {
    for (int i = 0; i < 3; ++i) {
        change[i] = step->mobility * f[i];
        change[3 + i] = buoy_dot(step->turning[i], f + 3);
    }
}

static double dot(const double a[SIZE], const double b[SIZE]) {
    return buoy_dot(a, b) + buoy_dot(a + 3, b + 3);
}

// The centre of mass in the mesh's own frame.
static void find_centre_of_mass(const struct buoy_immersion *immersion,
                                const struct buoy_surface_motion *motion, double own[3]) {
    for (int i = 0; i < 3; ++i) {
        own[i] = motion->centre_of_mass[i] - immersion->mesh->origin[i];
    }
}

static struct step begin(const struct buoy_immersion *immersion,
                         const struct buoy_surface_motion *motion,
                         const struct buoy_pressure_sums *sums, const double *resistance) {
    const double unit = immersion->mesh->scale, per_unit = immersion->mesh->inverse_scale;
    const double strength = immersion->water->density * sums->unit * sums->unit;
    struct step step = {
        .dt = motion->dt, .mobility = 1.0 / motion->mass, .varies = immersion->water->current_at};
    struct buoy_drift drift;
    double moved[BUOY_RESISTANCE_SUMS], arm[3], centre[3];
    find_centre_of_mass(immersion, motion, centre);
    buoy_find_drift(immersion, motion, &drift);
    buoy_add_cross(drift.spin, centre, drift.start);
    for (int i = 0; i < 3; ++i) {
        step.q[i] = drift.start[i];
        step.q[3 + i] = drift.spin[i] * unit;
        arm[i] = (sums->origin[i] - centre[i]) * per_unit;
        for (int j = 0; j < 3; ++j) {
            step.turning[i][j] = motion->inverse_inertia[3 * i + j] * unit * unit;
        }
    }
    for (int i = 0; i < BUOY_RESISTANCE_SUMS; ++i) {
        moved[i] = strength * resistance[i];
    }
    move(moved, arm, sums->unit * per_unit);
    find_matrix(moved, step.a);
    return step;
}

// f at the end of the step.
static void find_force(struct step *step, double f[SIZE]) {
    double matrix[SIZE][SIZE], after[SIZE], column[SIZE], change[SIZE], back[SIZE];
    move_by(step, step->b, after);
    for (int j = 0; j < SIZE; ++j) {
        for (int i = 0; i < SIZE; ++i) {
            column[i] = step->a[i][j];
        }
        move_by(step, column, change);
        for (int i = 0; i < SIZE; ++i) {
            matrix[i][j] = step->dt * change[i] + (i == j ? 1.0 : 0.0);
        }
        after[j] = step->q[j] + step->dt * after[j];
    }
    buoy_solve6(matrix, after);
    buoy_multiply6(step->a, buoy_within(after, SIZE, DBL_MAX) ? after : step->q, back);
    for (int i = 0; i < SIZE; ++i) {
        f[i] = step->b[i] - back[i];
    }
}

// The largest factor up to 1 with which f resists the motion at the step's end, to within the
// roundings of the dot products: those of lift alone are 0 for short steps.
static double bearable(const struct step *step, const double f[SIZE]) {
    double change[SIZE], terms = 0.0;
    move_by(step, f, change);
    for (int i = 0; i < SIZE; ++i) {
        terms += fabs(f[i] * step->q[i]);
    }
    const double against = -dot(f, step->q), most = step->dt * dot(f, change);
    return most - against <= 1e-14 * terms ? 1.0 : against > 0.0 ? against / most : 0.0;
}

// Replaces the force on a surface, and its torque about the sums' origin, by those that a step has,
// with the torque about the centre of mass. Mesh's axes, newtons, newton metres.
static void resist_within_step(const struct buoy_immersion *immersion,
                               const struct buoy_surface_motion *motion,
                               const struct buoy_pressure_sums *sums, const double *resistance,
                               double force[3], double torque[3]) {
    const double unit = immersion->mesh->scale;
    struct step step = begin(immersion, motion, sums, resistance);
    double f[SIZE];
    if (step.varies) {
        double arm[3], centre[3];
        find_centre_of_mass(immersion, motion, centre);
        for (int i = 0; i < 3; ++i) {
            arm[i] = sums->origin[i] - centre[i];
        }
        buoy_add_cross(arm, force, torque);
        buoy_multiply6(step.a, step.q, step.b);
        for (int i = 0; i < 3; ++i) {
            step.b[i] += force[i];
            step.b[3 + i] += torque[i] * immersion->mesh->inverse_scale;
        }
    }
    find_force(&step, f);
    const double share = step.varies ? 1.0 : bearable(&step, f);
    for (int i = 0; i < 3; ++i) {
        force[i] = share * f[i];
        torque[i] = share * f[3 + i] * unit;
    }
}

void buoy_pressure_resist(const struct buoy_immersion *immersion,
                          const struct buoy_surface_motion *motion,
                          const struct buoy_pressure_sums *sums, const double *resistance,
                          struct buoy_pressure *result) {
    const double strength = immersion->water->density * (sums->unit * sums->unit);
    double force[3], torque[3], centre[3];
    for (int i = 0; i < 3; ++i) {
        force[i] = strength * sums->drag_force[i];
        torque[i] = strength * sums->unit * sums->drag_torque[i];
    }
    resist_within_step(immersion, motion, sums, resistance, force, torque);
    find_centre_of_mass(immersion, motion, centre);
    buoy_wrench_to_world(immersion, centre, force, torque, result->drag_force, result->drag_torque);
}
