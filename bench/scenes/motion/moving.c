// Rigid bodies that no force acts on.
//
// Rotation, in the body's axes: the angular momentum L obeys L' = L × ω with L = I ω. The implicit
// midpoint rule takes L₁ − L₀ = h L̄ × w, with L̄ = (L₀ + L₁)/2 = I w, and Cayley's map turns the
// body by the angle 2 atan(h |w|/2) about w, which is the quaternion (h w/2, 1) made a unit.
// Eliminating L₁:
//   I w + h/2 w × I w = L₀.
// Then (L₁ − L₀)·L̄ = 0 and (L₁ − L₀)·w = 0, so that |L| and the energy L·ω/2 do not change; and
// because L₁ = cay(−h w) L₀ while the body turns by cay(h w), L does not change in the world
// (Austin, Krishnaprasad and Wang 1993).
#include "moving.h"

#include <string.h>

#include "base/arithmetic.h"
#include "base/vector.h"
#include "matrix.h"
#include "step/model.h"

// Newton's method has found w if what is left of the equation is less than that share of L₀.
#define LEFT 1e-13
// It is tried that often before the time is halved, and the time is halved that often.
#define TRIALS 8
#define HALVINGS 6

void motion_rigid_of(const struct buoy_model *model, struct motion_rigid *rigid) {
    const struct buoy_mass *mass = &model->info.mass;
    rigid->mass = mass->mass;
    memcpy(rigid->centre_of_mass, mass->centre_of_mass, sizeof rigid->centre_of_mass);
    rigid->turns = mass->inertia[0] > 0.0;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            rigid->inertia[i][j] = 0.5 * (mass->inertia[3 * i + j] + mass->inertia[3 * j + i]);
        }
    }
    memset(rigid->inverse, 0, sizeof rigid->inverse);
    for (int j = 0; rigid->turns && j < 3; ++j) {
        double column[3] = {0.0, 0.0, 0.0};
        column[j] = 1.0;
        matrix_solve_definite(3, rigid->inertia[0], column);
        for (int i = 0; i < 3; ++i) {
            rigid->inverse[i][j] = column[i];
        }
    }
}

// The matrix of a unit quaternion.
static void find_frame(struct motion_moving *moving) {
    struct buoy_pose pose = {.position = {0.0}};
    memcpy(pose.rotation, moving->rotation, sizeof pose.rotation);
    buoy_pose_rotation(&pose, &moving->frame);
}

// Brings a quaternion to unit length.
static void normalise(double q[4]) {
    const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; ++i) {
        q[i] /= length;
    }
}

bool motion_moving_of(const struct motion_body *body, const struct motion_rigid *rigid,
                      struct motion_moving *moving) {
    struct buoy_pose pose = {.position = {0.0}};
    memcpy(pose.rotation, body->rotation, sizeof pose.rotation);
    if (!buoy_pose_rotation(&pose, &moving->frame)) {
        return false;
    }
    memcpy(moving->rotation, body->rotation, sizeof moving->rotation);
    normalise(moving->rotation);
    find_frame(moving);
    buoy_rotate(&moving->frame, rigid->centre_of_mass, moving->centre);
    for (int i = 0; i < 3; ++i) {
        moving->centre[i] += body->position[i];
        moving->motion[i] = body->velocity[i];
        moving->motion[3 + i] = body->angular_velocity[i];
    }
    moving->hydrodynamics = body->hydrodynamics;
    moving->share = body->carried;
    memset(moving->flow, 0, sizeof moving->flow);
    return true;
}

void motion_moving_position(const struct motion_moving *moving, const struct motion_rigid *rigid,
                            double position[3]) {
    double arm[3];
    buoy_rotate(&moving->frame, rigid->centre_of_mass, arm);
    for (int i = 0; i < 3; ++i) {
        position[i] = moving->centre[i] - arm[i];
    }
}

// R T Rᵀ.
static void turn_tensor(const struct buoy_rotation *frame, double tensor[3][3],
                        double turned[3][3]) {
    double half[3][3]; // (R T)ᵀ, as T is symmetric
    for (int i = 0; i < 3; ++i) {
        buoy_rotate(frame, tensor[i], half[i]);
    }
    for (int i = 0; i < 3; ++i) {
        for (int j = i; j < 3; ++j) {
            const double *row = frame->row[j];
            turned[i][j] = turned[j][i] =
                half[0][i] * row[0] + half[1][i] * row[1] + half[2][i] * row[2];
        }
    }
}

void motion_turn_inertia(const struct motion_rigid *rigid, const struct motion_moving *moving,
                         struct motion_inertia *inertia) {
    const struct buoy_rotation *frame = &moving->frame;
    struct motion_rigid copy = *rigid;
    inertia->mass = rigid->mass;
    inertia->turns = rigid->turns;
    turn_tensor(frame, copy.inertia, inertia->inertia);
    turn_tensor(frame, copy.inverse, inertia->inverse);
    inertia->carries = moving->hydrodynamics != NULL;
    if (inertia->carries) {
        motion_carried_of(rigid, moving, NULL, inertia->added);
        memcpy(inertia->flow, moving->flow, sizeof inertia->flow);
    }
}

double motion_kinetic_energy(const struct motion_inertia *inertia, const double q[MOTION_DEGREES]) {
    double energy = 0.5 * inertia->mass * buoy_dot(q, q);
    for (int i = 0; i < 3; ++i) {
        energy += 0.5 * q[3 + i] * buoy_dot(inertia->inertia[i], &q[3]);
    }
    for (int i = 0; i < MOTION_DEGREES && inertia->carries; ++i) {
        for (int j = 0; j < MOTION_DEGREES; ++j) {
            energy += 0.5 * inertia->added[i][j] * (q[i] - (i < 3 ? inertia->flow[i] : 0.0)) *
                      (q[j] - (j < 3 ? inertia->flow[j] : 0.0));
        }
    }
    return energy;
}

// --------------------------------------------------------------------------------- rotation

// Multiplies a quaternion by (x, 1) from the right, or from the left, and normalises it.
static void turn(const double x[3], bool left, double q[4]) {
    const double side = left ? -1.0 : 1.0, old[4] = {q[0], q[1], q[2], q[3]};
    double across[3];
    buoy_cross_product(old, x, across);
    for (int i = 0; i < 3; ++i) {
        q[i] = old[i] + old[3] * x[i] + side * across[i];
    }
    q[3] = old[3] - buoy_dot(old, x);
    normalise(q);
}

static void multiply(const double m[3][3], const double x[3], double y[3]) {
    for (int i = 0; i < 3; ++i) {
        y[i] = buoy_dot(m[i], x);
    }
}

// Solves for w, from a guess; false if it was not found.
static bool find_midpoint(const struct motion_rigid *rigid, double half, const double start[3],
                          double w[3]) {
    const double most = LEFT * LEFT * buoy_dot(start, start);
    for (int trial = 0; trial < TRIALS; ++trial) {
        double momentum[3], left[3], across[3];
        multiply(rigid->inertia, w, momentum);
        buoy_cross_product(w, momentum, across);
        for (int i = 0; i < 3; ++i) {
            left[i] = momentum[i] + half * across[i] - start[i];
        }
        if (buoy_dot(left, left) <= most) {
            return true;
        }
        // Newton's step: w −= J⁻¹ F, J = I + h/2 ([w]× I − [I w]×), by Cramer's rule.
        double rows[3][3], columns[3][3];
        for (int j = 0; j < 3; ++j) {
            double axis[3] = {0.0, 0.0, 0.0};
            const double column[3] = {rigid->inertia[0][j], rigid->inertia[1][j],
                                      rigid->inertia[2][j]};
            axis[j] = 1.0;
            double change[3] = {0.0, 0.0, 0.0};
            buoy_add_cross(w, column, change);
            buoy_add_cross(axis, momentum, change);
            for (int i = 0; i < 3; ++i) {
                rows[i][j] = column[i] + half * change[i];
            }
        }
        for (int i = 0; i < 3; ++i) {
            buoy_cross_product(rows[(i + 1) % 3], rows[(i + 2) % 3], columns[i]);
        }
        const double determinant = buoy_dot(rows[0], columns[0]);
        for (int i = 0; i < 3; ++i) {
            w[i] -= (columns[0][i] * left[0] + columns[1][i] * left[1] + columns[2][i] * left[2]) /
                    determinant;
        }
    }
    return false;
}

// Turns a body for some time in a number of equal parts; false if w was not found for one.
static bool turn_in_parts(const struct motion_rigid *rigid, double time, int parts,
                          const struct motion_moving *moving, double spin[3], double rotation[4]) {
    const double half = 0.5 * (time / parts);
    double momentum[3];
    memcpy(rotation, moving->rotation, sizeof moving->rotation);
    buoy_rotate_back(&moving->frame, &moving->motion[3], spin);
    multiply(rigid->inertia, spin, momentum);
    for (int part = 0; part < parts; ++part) {
        double w[3] = {spin[0], spin[1], spin[2]}, middle[3], angle[3];
        if (!find_midpoint(rigid, half, momentum, w)) {
            return false;
        }
        multiply(rigid->inertia, w, middle);
        for (int i = 0; i < 3; ++i) {
            momentum[i] = 2.0 * middle[i] - momentum[i];
            angle[i] = half * w[i];
        }
        multiply(rigid->inverse, momentum, spin);
        turn(angle, false, rotation);
    }
    return true;
}

// Turns a body about the axis that it turns about now, which is what is left where a step is so
// long that the body turns round and round in it. The energy stays; the axis ought to wander.
static void turn_as_it_is(double time, struct motion_moving *moving) {
    const double *spin = &moving->motion[3];
    const double angle[3] = {0.5 * time * spin[0], 0.5 * time * spin[1], 0.5 * time * spin[2]};
    turn(angle, true, moving->rotation);
}

void motion_drift(const struct motion_rigid *rigid, double time, struct motion_moving *moving) {
    if (moving->hydrodynamics) {
        // With the water that it carries: the way is that of the mean motion, as the body lies
        // halfway.
        double middle[MOTION_DEGREES], end[MOTION_DEGREES], along[3], way[3];
        motion_drift_midpoint(rigid, moving, time, middle, end);
        struct motion_moving half = *moving;
        for (int i = 0; i < 3; ++i) {
            along[i] = 0.25 * time * middle[3 + i];
            way[i] = 0.5 * time * middle[3 + i];
        }
        turn(along, false, half.rotation);
        find_frame(&half);
        turn(way, false, moving->rotation);
        find_frame(moving);
        buoy_rotate(&half.frame, middle, way);
        buoy_rotate(&moving->frame, end, moving->motion);
        buoy_rotate(&moving->frame, end + 3, moving->motion + 3);
        for (int i = 0; i < 3; ++i) {
            moving->centre[i] += time * (way[i] + moving->flow[i]);
            moving->motion[i] += moving->flow[i];
        }
        return;
    }
    double *spin = &moving->motion[3];
    for (int i = 0; i < 3; ++i) {
        moving->centre[i] += time * moving->motion[i];
    }
    if (spin[0] == 0.0 && spin[1] == 0.0 && spin[2] == 0.0) {
        return;
    }
    if (!rigid->turns) {
        turn_as_it_is(time, moving);
        find_frame(moving);
        return;
    }
    double found[3] = {0.0, 0.0, 0.0}, rotation[4];
    for (int halvings = 0; halvings <= HALVINGS; ++halvings) {
        if (turn_in_parts(rigid, time, 1 << halvings, moving, found, rotation)) {
            memcpy(moving->rotation, rotation, sizeof rotation);
            find_frame(moving);
            buoy_rotate(&moving->frame, found, spin);
            return;
        }
    }
    buoy_rotate_back(&moving->frame, spin, found); // the spin in the body's axes stays
    turn_as_it_is(time, moving);
    find_frame(moving);
    buoy_rotate(&moving->frame, found, spin);
}

// ----------------------------------------------------------------------------------- carried water

// Water that a body carries.
//
// A matrix A about a point o acts on the motion of o, ν = X y, with y the motion of another point:
// so it is Xᵀ A X about that one. Forces and torques follow by the same X.
//
// Kirchhoff's equations, with M = M_body + M_A in the body's axes about the centre of mass and
// (P, L) = M ν: M ν' = B ν, B = (0, [P]×; [P]×, [L]×), which is skew. The midpoint rule takes
//   M (ν₁ − ν₀) = h B ν̄, ν̄ = (ν₀ + ν₁)/2,
// so that ν̄ᵀ M (ν₁ − ν₀) = 0, whatever B is: the energy stays, though B is found by iteration.

#define SIZE MOTION_DEGREES

// B is looked at that often; each time brings it nearer by h ω.
#define CARRIED_TRIALS 6

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

static void carried_multiply(double m[SIZE][SIZE], const double x[SIZE], double y[SIZE]) {
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
    carried_multiply(x, q, v);
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
    carried_multiply(mass, start, left);
    memcpy(middle, start, sizeof start);
    for (int trial = 0; trial < CARRIED_TRIALS; ++trial) {
        carried_multiply(mass, middle, momentum);
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
        carried_multiply(before, q, momentum);
        matrix_solve(SIZE, after[0], momentum);
        buoy_rotate(&moving->frame, momentum, moving->motion);
        buoy_rotate(&moving->frame, momentum + 3, moving->motion + 3);
        for (int i = 0; i < 3; ++i) {
            moving->motion[i] += moving->flow[i];
        }
    }
    moving->share = share;
}
