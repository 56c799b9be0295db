// Water that a body carries.
//
// A matrix A about a point o acts on the motion of o, ν = X y, with y the motion of another point:
// so it is Xᵀ A X about that one. Forces and torques follow by the same X.
//
// Kirchhoff's equations, with M = M_body + M_A in the body's axes about the centre of mass and
// (P, L) = M ν: M ν' = B ν, B = (0, [P]×; [P]×, [L]×), which is skew. The midpoint rule takes
//   M (ν₁ − ν₀) = h B ν̄, ν̄ = (ν₀ + ν₁)/2,
// so that ν̄ᵀ M (ν₁ − ν₀) = 0, whatever B is: the energy stays, though B is found by iteration.
#include "base/arithmetic.h"

#include "carried.h"

#include <string.h>

#include "base/vector.h"
#include "matrix.h"

#define SIZE MOTION_DEGREES

// B is looked at that often; each time brings it nearer by h ω.
#define TRIALS 6

static const struct buoy_rotation own_axes = {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};

// X, from a frame's axes to the body's, to a point that lies at r in these.
static void find_transfer(const struct buoy_rotation *frame, const double r[3],
                          double x[SIZE][SIZE]) {
    for (int j = 0; j < 3; ++j) {
        double across[3];
        buoy_cross_product(frame->row[j], r, across);
        for (int i = 0; i < 3; ++i) {
            x[i][j] = x[3 + i][3 + j] = frame->row[j][i];
            x[i][3 + j] = across[i];
            x[3 + i][j] = 0.0;
        }
    }
}

static void multiply(double m[SIZE][SIZE], const double x[SIZE], double y[SIZE]) {
    for (int i = 0; i < SIZE; ++i) {
        y[i] = 0.0;
        for (int j = 0; j < SIZE; ++j) {
            y[i] += m[i][j] * x[j];
        }
    }
}

// Xᵀ (share A) X.
static void transfer(double x[SIZE][SIZE], const double *a, double share,
                     double found[SIZE][SIZE]) {
    double half[SIZE][SIZE];
    for (int i = 0; i < SIZE; ++i) {
        for (int j = 0; j < SIZE; ++j) {
            half[i][j] = 0.0;
            for (int k = 0; k < SIZE; ++k) {
                half[i][j] += share * a[SIZE * i + k] * x[k][j];
            }
        }
    }
    for (int i = 0; i < SIZE; ++i) {
        for (int j = 0; j < SIZE; ++j) {
            found[i][j] = 0.0;
            for (int k = 0; k < SIZE; ++k) {
                found[i][j] += x[k][i] * half[k][j];
            }
        }
    }
}

// From the centre of mass to the point that the matrices are about, in the body's axes.
static void find_arm(const struct motion_rigid *rigid, const struct motion_moving *moving,
                     double r[3]) {
    for (int i = 0; i < 3; ++i) {
        r[i] = moving->hydrodynamics->point[i] - rigid->centre_of_mass[i];
    }
}

void motion_carried_of(const struct motion_rigid *rigid, const struct motion_moving *moving,
                       const double flow[3], double found[SIZE][SIZE]) {
    const struct buoy_hydrodynamics *matrices = &moving->hydrodynamics->matrices;
    double r[3], x[SIZE][SIZE], damping[SIZE][SIZE], q[SIZE], v[SIZE];
    find_arm(rigid, moving, r);
    find_transfer(&moving->frame, r, x);
    if (!flow) {
        transfer(x, matrices->added_mass[0], moving->share, found);
        return;
    }
    for (int i = 0; i < SIZE; ++i) {
        q[i] = moving->motion[i] - (i < 3 ? flow[i] : 0.0);
    }
    multiply(x, q, v);
    for (int i = 0; i < SIZE; ++i) {
        for (int j = 0; j < SIZE; ++j) {
            damping[i][j] = matrices->linear[i][j] + matrices->quadratic[i][j] * fabs(v[j]);
        }
    }
    transfer(x, damping[0], moving->share, found);
}

void motion_carried_at(const double arm[3], double matrix[SIZE][SIZE]) {
    const double back[3] = {-arm[0], -arm[1], -arm[2]};
    double x[SIZE][SIZE], found[SIZE][SIZE];
    find_transfer(&own_axes, back, x);
    transfer(x, matrix[0], 1.0, found);
    memcpy(matrix, found, sizeof found);
}

// M in the body's axes.
static void find_mass(const struct motion_rigid *rigid, const struct motion_moving *moving,
                      double share, double mass[SIZE][SIZE]) {
    double r[3], x[SIZE][SIZE];
    find_arm(rigid, moving, r);
    find_transfer(&own_axes, r, x);
    transfer(x, moving->hydrodynamics->matrices.added_mass[0], share, mass);
    for (int i = 0; i < 3; ++i) {
        mass[i][i] += rigid->mass;
        for (int j = 0; j < 3; ++j) {
            mass[3 + i][3 + j] += rigid->inertia[i][j];
        }
    }
}

// The motion through the current, in the body's axes.
static void look_from_body(const struct motion_moving *moving, double q[SIZE]) {
    double v[3];
    for (int i = 0; i < 3; ++i) {
        v[i] = moving->motion[i] - moving->flow[i];
    }
    buoy_rotate_back(&moving->frame, v, q);
    buoy_rotate_back(&moving->frame, moving->motion + 3, q + 3);
}

void motion_drift_midpoint(const struct motion_rigid *rigid, const struct motion_moving *moving,
                           double time, double middle[SIZE], double end[SIZE]) {
    double mass[SIZE][SIZE], start[SIZE], left[SIZE], momentum[SIZE], a[SIZE][SIZE];
    find_mass(rigid, moving, moving->share < 0.0 ? 1.0 : moving->share, mass);
    look_from_body(moving, start);
    multiply(mass, start, left);
    memcpy(middle, start, sizeof start);
    for (int trial = 0; trial < TRIALS; ++trial) {
        multiply(mass, middle, momentum);
        memcpy(a, mass, sizeof a);
        for (int j = 0; j < 3; ++j) {
            const double *axis = own_axes.row[j];
            double linear[3], angular[3];
            buoy_cross_product(momentum, axis, linear);
            buoy_cross_product(momentum + 3, axis, angular);
            for (int i = 0; i < 3; ++i) {
                a[i][3 + j] -= 0.5 * time * linear[i];
                a[3 + i][j] -= 0.5 * time * linear[i];
                a[3 + i][3 + j] -= 0.5 * time * angular[i];
            }
        }
        memcpy(middle, left, sizeof left);
        matrix_solve(SIZE, a[0], middle);
    }
    for (int i = 0; i < SIZE; ++i) {
        end[i] = 2.0 * middle[i] - start[i];
    }
}

void motion_take_water(const struct motion_rigid *rigid, double share,
                       struct motion_moving *moving) {
    if (moving->share >= 0.0 && share > moving->share) {
        double before[SIZE][SIZE], after[SIZE][SIZE], q[SIZE], momentum[SIZE];
        find_mass(rigid, moving, moving->share, before);
        find_mass(rigid, moving, share, after);
        look_from_body(moving, q);
        multiply(before, q, momentum);
        matrix_solve(SIZE, after[0], momentum);
        buoy_rotate(&moving->frame, momentum, moving->motion);
        buoy_rotate(&moving->frame, momentum + 3, moving->motion + 3);
        for (int i = 0; i < 3; ++i) {
            moving->motion[i] += moving->flow[i];
        }
    }
    moving->share = share;
}
