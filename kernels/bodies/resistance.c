// Drag, lift and friction of a surface within a step.
//
// With q = (v, ω) the motion of the centre of mass through the water, a part at x from there moves
// at u = J q, J = (1, −[x]×), and feels F = (−k + [g]×) u (immersion.h). The force and torque of
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

#include "bodies/immersion.h"

#include <float.h>

#include "base/status.h"
#include "base/vector.h"
#include "buoyancy_hydrodynamics.h"

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
    double centre[3]; // of mass, in the mesh's own frame
    bool varies;      // the current; else b is 0
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

static struct step begin(const struct buoy_immersion *immersion,
                         const struct buoy_surface_motion *motion,
                         const struct buoy_pressure_sums *sums, const double *resistance) {
    const double unit = immersion->mesh->scale, per_unit = immersion->mesh->inverse_scale;
    const double strength = immersion->water->density * sums->unit * sums->unit;
    struct step step = {
        .dt = motion->dt, .mobility = 1.0 / motion->mass, .varies = immersion->water->current_at};
    struct buoy_drift drift;
    double moved[BUOY_RESISTANCE_SUMS], arm[3];
    buoy_find_drift(immersion, motion, &drift);
    for (int i = 0; i < 3; ++i) {
        step.centre[i] = motion->centre_of_mass[i] - immersion->mesh->origin[i];
    }
    buoy_add_cross(drift.spin, step.centre, drift.start);
    for (int i = 0; i < 3; ++i) {
        step.q[i] = drift.start[i];
        step.q[3 + i] = drift.spin[i] * unit;
        arm[i] = (sums->origin[i] - step.centre[i]) * per_unit;
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

// The largest factor up to 1 with which f, which changes the motion q by `change` in a second,
// resists that at the step's end, to within the roundings of the dot products' terms: those of lift
// alone are 0 for short steps.
static double bearable(const double f[SIZE], const double q[SIZE], const double change[SIZE],
                       double dt, double terms) {
    const double against = -dot(f, q), most = dt * dot(f, change);
    return most - against <= 1e-14 * terms ? 1.0 : against > 0.0 ? against / most : 0.0;
}

void buoy_pressure_resist(const struct buoy_immersion *immersion,
                          const struct buoy_surface_motion *motion,
                          const struct buoy_pressure_sums *sums, const double *resistance,
                          struct buoy_pressure *result) {
    const double strength = immersion->water->density * (sums->unit * sums->unit);
    struct step step = begin(immersion, motion, sums, resistance);
    double matrix[SIZE][SIZE], after[SIZE], column[SIZE], f[SIZE], change[SIZE];
    double force[3], torque[3], arm[3], terms = 0.0, share = 1.0;
    if (step.varies) { // b from the force and torque of the motion at the step's beginning
        for (int i = 0; i < 3; ++i) {
            force[i] = strength * sums->drag_force[i];
            torque[i] = strength * sums->unit * sums->drag_torque[i];
            arm[i] = sums->origin[i] - step.centre[i];
        }
        buoy_add_cross(arm, force, torque);
        buoy_multiply6(step.a, step.q, step.b);
        for (int i = 0; i < 3; ++i) {
            step.b[i] += force[i];
            step.b[3 + i] += torque[i] * immersion->mesh->inverse_scale;
        }
    }
    move_by(&step, step.b, after);
    for (int j = 0; j < SIZE; ++j) {
        for (int i = 0; i < SIZE; ++i) {
            column[i] = step.a[i][j];
        }
        move_by(&step, column, change);
        for (int i = 0; i < SIZE; ++i) {
            matrix[i][j] = step.dt * change[i] + (i == j ? 1.0 : 0.0);
        }
        after[j] = step.q[j] + step.dt * after[j];
    }
    buoy_solve6(matrix, after);
    buoy_multiply6(step.a, buoy_within(after, SIZE, DBL_MAX) ? after : step.q, f);
    for (int i = 0; i < SIZE; ++i) {
        f[i] = step.b[i] - f[i];
    }
    if (!step.varies) {
        move_by(&step, f, change);
        for (int i = 0; i < SIZE; ++i) {
            terms += fabs(f[i] * step.q[i]);
        }
        share = bearable(f, step.q, change, step.dt, terms);
    }
    for (int i = 0; i < 3; ++i) {
        force[i] = share * f[i];
        torque[i] = share * f[3 + i] * immersion->mesh->scale;
    }
    buoy_wrench_to_world(immersion, step.centre, force, torque, result->drag_force,
                         result->drag_torque);
}

// ------------------------------------------------------------------------------------ by matrices

// Drag and added mass by matrices: T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion
// Control (2011).
//
// A step is that of ../bodies/resistance.c, with a full mass matrix M in place of W⁻¹: the wrench
// is −A ν', A = D + C, with
//   (M + dt A) ν' = M ν.
// Then νᵀ M ν' = ν'ᵀ M ν' + dt ν'ᵀ A ν' ≥ ν'ᵀ M ν' if A takes energy, and by Cauchy and Schwarz the
// energy of ν' is no more than that of ν. C is skew and adds nothing to ν'ᵀ A ν'. As there, a last
// factor up to 1, which is 1 but for roundings, makes this hold for the wrench f as it is rounded:
//   fᵀ ν + dt fᵀ M⁻¹ f ≤ 0.
// If D's symmetric part has a negative eigenvalue, f = −A ν and the factor is all there is.

// How far from symmetric and definite a matrix may be that is scaled to a diagonal of 1.
#define SLACK 1e-9
#define LEAST_PIVOT 1e-12

static double symmetric(const double *m, int i, int j) {
    return 0.5 * m[6 * i + j] + 0.5 * m[6 * j + i];
}

// The Cholesky factor, in the lower triangle, of the symmetric part of m (by rows), scaled to a
// diagonal of 1, to which `more` is added; a row of zeros is taken for one of the unit matrix
// unless `least` is above 0. `scale` receives the square roots of the diagonal. False if a pivot is
// below `least`.
static bool factor(const double *m, double more, double least, double scale[6], double l[6][6]) {
    for (int i = 0; i < 6; ++i) {
        scale[i] = m[7 * i] > 0.0 ? sqrt(m[7 * i]) : 0.0;
    }
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j <= i; ++j) {
            const double entry = symmetric(m, i, j), size = scale[i] * scale[j];
            double sum = size > 0.0 ? entry / size : i == j ? 1.0 : 0.0;
            if (m[7 * i] < 0.0 || (size == 0.0 && (entry != 0.0 || least > 0.0))) {
                return false;
            }
            sum += i == j ? more : 0.0;
            for (int k = 0; k < j; ++k) {
                sum -= l[i][k] * l[j][k];
            }
            if (i == j && !(sum > least)) {
                return false;
            }
            l[i][j] = i == j ? sqrt(sum) : sum / l[j][j];
        }
    }
    return true;
}

// Whether m's symmetric part has no negative eigenvalue.
static bool takes_energy(const double *m) {
    double scale[6], l[6][6];
    return factor(m, SLACK, 0.0, scale, l);
}

static bool is_symmetric(const double *m) {
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < i; ++j) {
            const double size = sqrt(fabs(m[7 * i])) * sqrt(fabs(m[7 * j]));
            if (!(fabs(m[6 * i + j] - m[6 * j + i]) <= SLACK * size)) {
                return false;
            }
        }
    }
    return true;
}

// m⁻¹ x, where l is the factor of m scaled.
static void solve(double l[6][6], const double scale[6], const double x[6], double result[6]) {
    for (int i = 0; i < 6; ++i) {
        double sum = x[i] / scale[i];
        for (int k = 0; k < i; ++k) {
            sum -= l[i][k] * result[k];
        }
        result[i] = sum / l[i][i];
    }
    for (int i = 5; i >= 0; --i) {
        for (int k = i + 1; k < 6; ++k) {
            result[i] -= l[k][i] * result[k];
        }
        result[i] /= l[i][i];
    }
    for (int i = 0; i < 6; ++i) {
        result[i] /= scale[i];
    }
}

void buoy_mass_matrix(double mass, const double centre_of_mass[3], const double inertia[9],
                      const double point[3], double matrix[6][6]) {
    double r[3];
    for (int i = 0; i < 3; ++i) {
        r[i] = centre_of_mass[i] - point[i];
    }
    const double squared = buoy_dot(r, r);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            matrix[i][j] = i == j ? mass : 0.0;
            matrix[i][3 + j] = matrix[3 + i][j] = 0.0;
            matrix[3 + i][3 + j] =
                inertia[3 * i + j] + mass * ((i == j ? squared : 0.0) - r[i] * r[j]);
        }
    }
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        matrix[3 + k][j] = matrix[j][3 + k] = mass * r[i];
        matrix[3 + j][k] = matrix[k][3 + j] = -mass * r[i];
    }
}

// What counts now: D, C and M_A.
struct now {
    double drag[6][6], coriolis[6][6], added_mass[6][6];
};

static void find_now(const struct buoy_hydrodynamics *hydrodynamics,
                     const struct buoy_hydrodynamic_motion *motion, struct now *now) {
    double momentum[6];
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            // Symmetric to the bit, so that what no work should be done by does none.
            const double mass = symmetric(hydrodynamics->added_mass[0], i, j);
            now->drag[i][j] =
                motion->share * (hydrodynamics->linear[i][j] +
                                 hydrodynamics->quadratic[i][j] * fabs(motion->velocity[j]));
            now->added_mass[i][j] = motion->share * mass;
            now->coriolis[i][j] = 0.0;
        }
    }
    buoy_multiply6(now->added_mass, motion->velocity, momentum);
    add_skew(-1.0, momentum, now->coriolis, 0, 3);
    add_skew(-1.0, momentum, now->coriolis, 3, 0);
    add_skew(-1.0, momentum + 3, now->coriolis, 3, 3);
}

static void find_wrenches(struct now *now, const double velocity[6],
                          struct buoy_hydrodynamic_forces *forces) {
    buoy_multiply6(now->drag, velocity, forces->drag);
    buoy_multiply6(now->coriolis, velocity, forces->coriolis);
    for (int i = 0; i < 6; ++i) {
        forces->drag[i] = -forces->drag[i];
        forces->coriolis[i] = -forces->coriolis[i];
    }
}

// Replaces the wrenches by those within the step. False if the mass is not positive definite.
static bool find_within_step(struct now *now, const struct buoy_hydrodynamic_motion *motion,
                             struct buoy_hydrodynamic_forces *forces) {
    const double *velocity = motion->velocity;
    double mass[6][6], matrix[6][6], scale[6], l[6][6], end[6], f[6], change[6], terms = 0.0;
    for (int i = 0; i < 6; ++i) {
        end[i] = 0.0;
        for (int j = 0; j < 6; ++j) {
            mass[i][j] = symmetric(motion->mass[0], i, j) + now->added_mass[i][j];
            matrix[i][j] = mass[i][j] + motion->dt * (now->drag[i][j] + now->coriolis[i][j]);
            end[i] += mass[i][j] * velocity[j];
        }
    }
    if (!factor(mass[0], 0.0, LEAST_PIVOT, scale, l)) {
        return false;
    }
    if (takes_energy(now->drag[0])) {
        buoy_solve6(matrix, end);
        if (buoy_within(end, 6, DBL_MAX)) {
            find_wrenches(now, end, forces);
        }
    }
    for (int i = 0; i < 6; ++i) {
        f[i] = forces->drag[i] + forces->coriolis[i];
        terms += (fabs(forces->drag[i]) + fabs(forces->coriolis[i])) * fabs(velocity[i]);
    }
    solve(l, scale, f, change);
    const double share = bearable(f, velocity, change, motion->dt, terms);
    for (int i = 0; i < 6; ++i) {
        forces->drag[i] *= share;
        forces->coriolis[i] *= share;
    }
    return true;
}

enum buoy_status buoy_hydrodynamics_compute(const struct buoy_hydrodynamics *hydrodynamics,
                                            const struct buoy_hydrodynamic_motion *motion,
                                            struct buoy_hydrodynamic_forces *forces,
                                            struct buoy_error *error) {
    BUOY_REFUSE_IF(!hydrodynamics || !motion || !forces, ARGUMENT, "no %s",
                   !hydrodynamics ? "hydrodynamics"
                   : !motion      ? "motion"
                                  : "room for the answer");
    const struct buoy_quantity given[] = {
        {"linear drag", hydrodynamics->linear[0], 36, BUOY_MASSES_MOST},
        {"quadratic drag", hydrodynamics->quadratic[0], 36, BUOY_MASSES_MOST},
        {"added mass", hydrodynamics->added_mass[0], 36, BUOY_MASSES_MOST},
        {"velocity", motion->velocity, 6, BUOY_FORCES_MOST},
        {"share", &motion->share, 1, BUOY_FORCES_MOST},
        {"step", &motion->dt, 1, BUOY_FORCES_MOST},
        {"mass", motion->mass[0], motion->dt != 0.0 ? 36 : 0, BUOY_MASSES_MOST}};
    if (buoy_check_limits(given, sizeof given / sizeof *given, NULL, 0, error) != BUOY_OK) {
        return BUOY_ERROR_NON_FINITE;
    }
    BUOY_REFUSE_IF(!(motion->share >= 0.0 && motion->share <= 1.0 && motion->dt >= 0.0), ARGUMENT,
                   "the share must be from 0 to 1, and the step 0 or more");
    BUOY_REFUSE_IF(!takes_energy(hydrodynamics->linear[0]), ARGUMENT,
                   "linear drag gives energy: its symmetric part has a negative eigenvalue");
    BUOY_REFUSE_IF(!is_symmetric(hydrodynamics->added_mass[0]) ||
                       !takes_energy(hydrodynamics->added_mass[0]),
                   ARGUMENT, "the added mass is not symmetric, or has a negative eigenvalue");
    struct now now;
    struct buoy_hydrodynamic_forces found;
    find_now(hydrodynamics, motion, &now);
    find_wrenches(&now, motion->velocity, &found);
    BUOY_REFUSE_IF(motion->dt > 0.0 &&
                       (!is_symmetric(motion->mass[0]) || !find_within_step(&now, motion, &found)),
                   ARGUMENT, "the mass is not symmetric and positive definite");
    BUOY_REFUSE_IF(!buoy_within(found.drag, 6, DBL_MAX) || !buoy_within(found.coriolis, 6, DBL_MAX),
                   NON_FINITE, "the wrenches are beyond doubles");
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            found.added_mass[i][j] = now.added_mass[i][j];
        }
    }
    *forces = found;
    return buoy_succeed(error);
}

struct buoy_hydrodynamic_motion buoy_hydrodynamic_motion_default(void) {
    return (struct buoy_hydrodynamic_motion){.share = 1.0};
}
