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
#include "base/arithmetic.h"

#include "buoyancy_hydrodynamics.h"

#include <float.h>

#include "base/limits.h"
#include "base/six.h"
#include "base/status.h"

// How far from symmetric and definite a matrix may be that is scaled to a diagonal of 1.
#define SLACK 1e-9
#define LEAST_PIVOT 1e-12

// --------------------------------------------------------------------------------- matrices

static double symmetric(const double *m, int i, int j) {
    return 0.5 * m[6 * i + j] + 0.5 * m[6 * j + i];
}

// The Cholesky factor, in the lower triangle, of the symmetric part of m (by rows), scaled to a
// diagonal of 1, to which `more` is added; a row of zeros is taken for one of the
// unit matrix unless `least` is above 0.
// `scale` receives the square roots of the diagonal. False if a pivot is below `least`.
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

static double dot(const double a[6], const double b[6]) {
    return buoy_dot(a, b) + buoy_dot(a + 3, b + 3);
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

// --------------------------------------------------------------------------------- wrenches

// What counts now: D, C and M_A.
struct now {
    double drag[6][6], coriolis[6][6], added_mass[6][6];
};

// Adds −S(a) to a block of C, where S(a) x = a × x.
static void subtract_skew(const double a[3], double c[6][6], int row, int column) {
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        c[row + k][column + j] -= a[i];
        c[row + j][column + k] += a[i];
    }
}

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
    subtract_skew(momentum, now->coriolis, 0, 3);
    subtract_skew(momentum, now->coriolis, 3, 0);
    subtract_skew(momentum + 3, now->coriolis, 3, 3);
}

// The wrenches of a motion, times `share`.
static void find_wrenches(struct now *now, const double velocity[6], double share,
                          struct buoy_hydrodynamic_forces *forces) {
    buoy_multiply6(now->drag, velocity, forces->drag);
    buoy_multiply6(now->coriolis, velocity, forces->coriolis);
    for (int i = 0; i < 6; ++i) {
        forces->drag[i] *= -share;
        forces->coriolis[i] *= -share;
    }
}

// The motion at the end of the step.
static void find_end(const struct now *now, double mass[6][6], double dt, const double velocity[6],
                     double end[6]) {
    double matrix[6][6];
    for (int i = 0; i < 6; ++i) {
        end[i] = 0.0;
        for (int j = 0; j < 6; ++j) {
            matrix[i][j] = mass[i][j] + dt * (now->drag[i][j] + now->coriolis[i][j]);
            end[i] += mass[i][j] * velocity[j];
        }
    }
    buoy_solve6(matrix, end);
}

// The largest factor up to 1 with which the wrenches do not add energy within the step.
static double bearable(const struct buoy_hydrodynamic_forces *forces, const double velocity[6],
                       double l[6][6], const double scale[6], double dt) {
    double f[6], change[6], terms = 0.0;
    for (int i = 0; i < 6; ++i) {
        f[i] = forces->drag[i] + forces->coriolis[i];
        terms += (fabs(forces->drag[i]) + fabs(forces->coriolis[i])) * fabs(velocity[i]);
    }
    solve(l, scale, f, change);
    const double against = -dot(f, velocity), most = dt * dot(f, change);
    return most - against <= 1e-14 * terms ? 1.0 : against > 0.0 ? against / most : 0.0;
}

// Replaces the wrenches by those within the step. False if the mass is not positive definite.
static bool find_within_step(struct now *now, const struct buoy_hydrodynamic_motion *motion,
                             struct buoy_hydrodynamic_forces *forces) {
    double mass[6][6], scale[6], l[6][6], end[6];
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            mass[i][j] = symmetric(motion->mass[0], i, j) + now->added_mass[i][j];
        }
    }
    if (!factor(mass[0], 0.0, LEAST_PIVOT, scale, l)) {
        return false;
    }
    if (takes_energy(now->drag[0])) {
        find_end(now, mass, motion->dt, motion->velocity, end);
        if (buoy_within(end, 6, DBL_MAX)) {
            find_wrenches(now, end, 1.0, forces);
        }
    }
    const double share = bearable(forces, motion->velocity, l, scale, motion->dt);
    for (int i = 0; i < 6; ++i) {
        forces->drag[i] *= share;
        forces->coriolis[i] *= share;
    }
    return true;
}

// --------------------------------------------------------------------------------- checked

static enum buoy_status check(const struct buoy_hydrodynamics *hydrodynamics,
                              const struct buoy_hydrodynamic_motion *motion,
                              struct buoy_error *error) {
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
    return BUOY_OK;
}

enum buoy_status buoy_hydrodynamics_compute(const struct buoy_hydrodynamics *hydrodynamics,
                                            const struct buoy_hydrodynamic_motion *motion,
                                            struct buoy_hydrodynamic_forces *forces,
                                            struct buoy_error *error) {
    BUOY_REFUSE_IF(!hydrodynamics || !motion || !forces, ARGUMENT, "no %s",
                   !hydrodynamics ? "hydrodynamics"
                   : !motion      ? "motion"
                                  : "room for the answer");
    BUOY_TRY(check(hydrodynamics, motion, error));
    struct now now;
    struct buoy_hydrodynamic_forces found;
    find_now(hydrodynamics, motion, &now);
    find_wrenches(&now, motion->velocity, 1.0, &found);
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
