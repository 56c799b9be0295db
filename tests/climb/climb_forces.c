// Forces of buoyancy and drag on a body; one variant, because the others return its bits. The truth
// is the definition in buoyancy_forces.h, solved by elimination in long double.
#include <float.h>
#include <math.h>
#include <string.h>

#include "buoyancy_forces.h"
#include "climbers.h"
#include "dispatch/methods.h"

typedef long double real;

struct asked {
    struct buoy_submerged wet;
    struct buoy_drag_body body;
    struct buoy_drag_motion motion;
    struct buoy_met_water water;
    struct buoy_drag drag;
    double dt;
};

enum {
    PLACES = 3 + 3 + 3 + 3 + 3, // arm, velocities of three kinds, up
    SCALARS = 5 + 3 + 1,        // wet volume and area, mass, volume, length; drag; dt
    INERTIA = 9,                // whose square, M Mᵀ, is the inverse
};

static void start(struct rng *rng, struct climb_question *question) {
    question->fixed = 0;
    question->count = PLACES + SCALARS + INERTIA;
    for (size_t i = 0; i < question->count; ++i) {
        const double size = ldexp(1.0, (int)rng_below(rng, 9) - 4);
        question->x[i] =
            size * rng_between(rng, i < PLACES || i >= PLACES + SCALARS ? -1.0 : 0.1, 1.0);
    }
}

// Scalars are taken without their signs, the normal is brought to unit length.
static bool read(const struct climb_question *question, struct asked *asked) {
    const double *x = question->x, *scalar = x + PLACES, *m = scalar + SCALARS;
    memset(asked, 0, sizeof *asked);
    double length2 = 0.0;
    for (size_t i = 0; i < question->count; ++i) {
        if (!(fabs(x[i]) < 1e6)) {
            return false;
        }
    }
    for (int i = 0; i < 3; ++i) {
        asked->wet.centre[i] = x[i];
        asked->motion.velocity[i] = x[3 + i];
        asked->motion.angular_velocity[i] = x[6 + i];
        asked->water.velocity[i] = x[9 + i];
        length2 += x[12 + i] * x[12 + i];
    }
    for (int i = 0; i < 3; ++i) {
        asked->water.up[i] = x[12 + i] / sqrt(length2);
    }
    for (int i = 0; i < 9; ++i) {
        const double *a = &m[i / 3 * 3], *b = &m[i % 3 * 3];
        asked->body.inverse_inertia[i] = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }
    asked->wet.volume = fabs(scalar[0]);
    asked->wet.wetted_area = fabs(scalar[1]);
    asked->body.mass = fabs(scalar[2]);
    asked->body.volume = fabs(scalar[3]);
    asked->body.length = fabs(scalar[4]);
    asked->drag = (struct buoy_drag){fabs(scalar[5]), fabs(scalar[6]), fabs(scalar[7])};
    asked->dt = fabs(scalar[8]);
    return length2 > 1e-12 && asked->body.mass > 1e-6 && asked->body.volume > 1e-6 &&
           asked->wet.volume > 1e-6;
}

static void cross(const real a[3], const real b[3], real c[3]) {
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        c[i] = a[j] * b[k] - a[k] * b[j];
    }
}

static real length_of(const real v[3]) {
    return sqrtl(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void turn(const struct asked *asked, const real v[3], real result[3]) {
    for (int i = 0; i < 3; ++i) {
        const double *row = &asked->body.inverse_inertia[3 * i];
        result[i] = (real)row[0] * v[0] + (real)row[1] * v[1] + (real)row[2] * v[2];
    }
}

// Solves m x = b in place of b. No pivots: m is 1 more than a matrix without negative eigenvalues.
static void solve(real m[3][3], real b[3]) {
    for (int k = 0; k < 3; ++k) {
        for (int i = k + 1; i < 3; ++i) {
            const real factor = m[i][k] / m[k][k];
            for (int j = k; j < 3; ++j) {
                m[i][j] -= factor * m[k][j];
            }
            b[i] -= factor * b[k];
        }
    }
    for (int k = 2; k >= 0; --k) {
        for (int j = k + 1; j < 3; ++j) {
            b[k] -= m[k][j] * b[j];
        }
        b[k] /= m[k][k];
    }
}

// u becomes what is left of it at the step's end.
static void slow_down(const struct asked *asked, const real r[3], real s, real u[3]) {
    real m[3][3];
    for (int j = 0; j < 3; ++j) {
        real axis[3] = {0, 0, 0}, impulse[3], spin[3], column[3];
        axis[j] = 1;
        cross(r, axis, impulse);
        turn(asked, impulse, spin);
        cross(spin, r, column);
        for (int i = 0; i < 3; ++i) {
            m[i][j] = axis[i] + s * (column[i] + axis[i] / (real)asked->body.mass);
        }
    }
    solve(m, u);
}

// True forces and torques, of buoyancy and of drag, and the sizes their errors are shares of.
struct truth {
    real vectors[4][3], sizes[4];
};

static void find_drag(const struct asked *asked, const real r[3], struct truth *truth) {
    const struct buoy_drag_body *body = &asked->body;
    const double *inverse = body->inverse_inertia;
    real *force = truth->vectors[2], *torque = truth->vectors[3];
    real u[3], v[3], flow[3], omega[3], spun[3], spin[3], m[3][3];
    for (int i = 0; i < 3; ++i) {
        v[i] = (real)asked->motion.velocity[i];
        flow[i] = (real)asked->water.velocity[i];
        omega[i] = (real)asked->motion.angular_velocity[i];
    }
    cross(omega, r, spun);
    for (int i = 0; i < 3; ++i) {
        u[i] = v[i] + spun[i] - flow[i];
    }
    const real dt = (real)asked->dt, arm = length_of(r), turning = length_of(omega);
    const real mass = (real)body->mass * (real)asked->wet.volume / (real)body->volume;
    const real k =
        (real)asked->drag.linear * mass + (real)BUOY_SEA_WATER * (real)asked->drag.quadratic *
                                              (real)asked->wet.wetted_area / 8 * length_of(u);
    const real b = (real)asked->drag.angular * mass * (real)body->length * (real)body->length;
    slow_down(asked, r, dt * k, u);
    for (int i = 0; i < 3; ++i) {
        force[i] = -k * u[i];
    }
    cross(r, force, torque);
    turn(asked, torque, spin);
    for (int i = 0; i < 3; ++i) {
        omega[i] += dt * spin[i];
        for (int j = 0; j < 3; ++j) {
            m[i][j] = (i == j) + dt * b * (real)inverse[3 * i + j];
        }
    }
    solve(m, omega);
    for (int i = 0; i < 3; ++i) {
        torque[i] -= b * omega[i];
    }
    const real trace = (real)inverse[0] + (real)inverse[4] + (real)inverse[8];
    const real conditioning = 1 + dt * (k * (3 / (real)body->mass + arm * arm * trace) + b * trace);
    const real f = k * (length_of(v) + turning * arm + length_of(flow));
    truth->sizes[2] = conditioning * conditioning * f;
    truth->sizes[3] =
        conditioning * conditioning * (f * arm + b * (turning + dt * trace * f * arm));
}

static void find_truth(const struct asked *asked, struct truth *truth) {
    const real weight = (real)BUOY_SEA_WATER * (real)BUOY_GRAVITY * (real)asked->wet.volume;
    real r[3];
    for (int i = 0; i < 3; ++i) {
        r[i] = (real)asked->wet.centre[i];
        truth->vectors[0][i] = weight * (real)asked->water.up[i];
    }
    cross(r, truth->vectors[0], truth->vectors[1]);
    truth->sizes[0] = weight;
    truth->sizes[1] = weight * length_of(r);
    find_drag(asked, r, truth);
}

static struct climb_ratio judge(const struct climb_question *question) {
    const real force = (real)buoy_bound_forces_force(), torque = (real)buoy_bound_forces_torque();
    const real bounds[4] = {force, torque, force, torque};
    static const char *const names[4] = {
        "forces/batch/scalar: buoyancy", "forces/batch/scalar: buoyancy's torque",
        "forces/batch/scalar: drag", "forces/batch/scalar: drag's torque"};
    struct climb_ratio worst = {.ratio = -1.0, .what = "nothing"};
    struct asked asked;
    if (LDBL_MANT_DIG <= DBL_MANT_DIG || !read(question, &asked)) {
        return worst;
    }
    const struct buoy_forces_query query = {&asked.wet,   &asked.body, &asked.motion,
                                            &asked.water, 1,           BUOY_SEA_WATER,
                                            BUOY_GRAVITY, asked.drag,  asked.dt};
    struct buoy_forces got;
    struct truth truth;
    if (buoy_forces_with(buoy_kernel_find("forces/batch/scalar"), &query, &got, NULL) != BUOY_OK) {
        return worst;
    }
    find_truth(&asked, &truth);
    const double *const found[4] = {got.buoyancy.force, got.buoyancy.torque, got.drag.force,
                                    got.drag.torque};
    for (int v = 0; v < 4; ++v) {
        const real *expected = truth.vectors[v];
        const real off[3] = {(real)found[v][0] - expected[0], (real)found[v][1] - expected[1],
                             (real)found[v][2] - expected[2]};
        const double ratio =
            truth.sizes[v] > 0 ? (double)(length_of(off) / (bounds[v] * truth.sizes[v])) : 0.0;
        worst = ratio <= worst.ratio ? worst : (struct climb_ratio){ratio, names[v]};
    }
    return worst;
}

static void print(const struct climb_question *question, FILE *file) {
    for (size_t i = 0; i < question->count; ++i) {
        fprintf(file, "%s%.17g", i ? "," : "", question->x[i]);
    }
    fprintf(file, "\n");
}

const struct climb_family climb_forces = {
    .name = "forces", .start = start, .judge = judge, .print = print};
