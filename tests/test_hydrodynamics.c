// Drag and added mass by matrices: the formulas, whose parts are written down here once more; no
// energy from drag, none from Coriolis wrenches, and within a step none from both; the same physics
// in turned axes and about another point.
#include "buoyancy_hydrodynamics.h"
#include "rng.h"
#include "test.h"

typedef double six[6][6];

static double dot(const double a[6], const double b[6]) {
    double sum = 0.0;
    for (int i = 0; i < 6; ++i) {
        sum += a[i] * b[i];
    }
    return sum;
}

static void times(const double *m, const double x[6], double y[6]) {
    for (int i = 0; i < 6; ++i) {
        y[i] = dot(m + 6 * i, x);
    }
}

static void cross(const double a[3], const double b[3], double c[3]) {
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        c[i] = a[j] * b[k] - a[k] * b[j];
    }
}

static struct buoy_hydrodynamic_forces ask(const struct buoy_hydrodynamics *hydrodynamics,
                                           const struct buoy_hydrodynamic_motion *motion) {
    struct buoy_hydrodynamic_forces forces;
    struct buoy_error error;
    FAIL_IF(buoy_hydrodynamics_compute(hydrodynamics, motion, &forces, &error) != BUOY_OK, "%s",
            error.message);
    return forces;
}

// Aᵀ A of a random A, whose rows for rotations are `size` times as large: no negative eigenvalue.
// `rank` below 6: as many eigenvalues are 0.
static void random_definite(struct rng *rng, double strength, double size, int rank, six m) {
    double a[6][6];
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            a[i][j] = i < rank ? rng_between(rng, -1.0, 1.0) * (j < 3 ? 1.0 : size) : 0.0;
        }
    }
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j <= i; ++j) {
            m[i][j] = 0.0;
            for (int k = 0; k < 6; ++k) {
                m[i][j] += strength * a[k][i] * a[k][j];
            }
            m[j][i] = m[i][j];
        }
    }
}

static double power_of_ten(struct rng *rng, double least, double most) {
    return pow(10.0, rng_between(rng, least, most));
}

struct subject {
    struct buoy_hydrodynamics body;
    struct buoy_hydrodynamic_motion motion;
};

// A body of any size, mass and speed, with drag that is a step's, far below it or far above.
static struct subject random_subject(struct rng *rng) {
    struct subject subject = {.motion = buoy_hydrodynamic_motion_default()};
    const double size = power_of_ten(rng, -2.0, 2.0), mass = power_of_ten(rng, -3.0, 6.0);
    const double speed = power_of_ten(rng, -2.0, 2.0);
    struct buoy_hydrodynamic_motion *motion = &subject.motion;
    motion->dt = power_of_ten(rng, -4.0, 1.0);
    motion->share = rng_below(rng, 3) ? 1.0 : rng_between(rng, 0.0, 1.0);
    random_definite(rng, mass, size, 6, motion->mass);
    for (int i = 0; i < 6; ++i) {
        motion->mass[i][i] += 0.1 * mass * (i < 3 ? 1.0 : size * size);
        motion->velocity[i] = rng_between(rng, -speed, speed) / (i < 3 ? 1.0 : size);
    }
    const double damping = mass / motion->dt;
    random_definite(rng, mass * power_of_ten(rng, -2.0, 2.0), size, 1 + (int)rng_below(rng, 6),
                    subject.body.added_mass);
    random_definite(rng, damping * power_of_ten(rng, -4.0, 6.0), size, 1 + (int)rng_below(rng, 6),
                    subject.body.linear);
    for (int i = 0; i < 6; ++i) {
        const double unit = (i < 3 ? 1.0 : size * size * size) / speed;
        subject.body.quadratic[i][i] =
            rng_below(rng, 4) ? damping * unit * power_of_ten(rng, -4.0, 6.0) : 0.0;
        for (int j = 0; j < i; ++j) { // what does no work
            const double skew = rng_between(rng, -4.0, 4.0) *
                                sqrt(subject.body.linear[i][i] * subject.body.linear[j][j]);
            subject.body.linear[i][j] += skew;
            subject.body.linear[j][i] -= skew;
        }
    }
    return subject;
}

// --------------------------------------------------------------------------------- formulas

// One axis after the other, as the derivatives of a model say it.
TEST(axes) {
    struct buoy_hydrodynamics body = {0};
    struct buoy_hydrodynamic_motion motion = buoy_hydrodynamic_motion_default();
    for (int i = 0; i < 6; ++i) {
        body.linear[i][i] = 2.0 + i;
        body.quadratic[i][i] = 0.5 + i;
    }
    for (int i = 0; i < 6; ++i) {
        memset(motion.velocity, 0, sizeof motion.velocity);
        motion.velocity[i] = i % 2 ? -4.0 : 3.0;
        const double v = motion.velocity[i];
        const struct buoy_hydrodynamic_forces forces = ask(&body, &motion);
        for (int k = 0; k < 6; ++k) {
            const double expected = k == i ? -(2.0 + i + (0.5 + i) * fabs(v)) * v : 0.0;
            assert_true(forces.drag[k] == expected && forces.coriolis[k] == 0.0);
        }
    }
    motion.share = 0.5;
    assert_true(ask(&body, &motion).drag[5] == 0.5 * (7.0 + 5.5 * 4.0) * 4.0);
    motion.share = 0.0;
    assert_true(ask(&body, &motion).drag[5] == 0.0);
}

// D_l ν and D_q |ν| ν in full, and C_A(ν) ν as 6.43 has it, from cross products.
TEST(formulas) {
    struct rng rng = rng_make("hydrodynamics_formulas");
    for (int n = 0; n < 500; ++n) {
        struct subject subject = random_subject(&rng);
        const double *v = subject.motion.velocity;
        double momentum[6], first[3], second[3], third[3], linear[6], square[6], quadratic[6];
        subject.motion.dt = 0.0;
        subject.body.quadratic[1][5] = subject.body.linear[0][0]; // sway from yaw
        const struct buoy_hydrodynamic_forces forces = ask(&subject.body, &subject.motion);
        times(subject.body.added_mass[0], v, momentum);
        cross(momentum, v + 3, first);
        cross(momentum, v, second);
        cross(momentum + 3, v + 3, third);
        for (int i = 0; i < 6; ++i) {
            square[i] = fabs(v[i]) * v[i];
        }
        times(subject.body.linear[0], v, linear);
        times(subject.body.quadratic[0], square, quadratic);
        double scale = 0.0;
        for (int i = 0; i < 6; ++i) {
            double terms = 0.0;
            for (int j = 0; j < 6; ++j) {
                terms += fabs(subject.body.linear[i][j] * v[j]) +
                         fabs(subject.body.quadratic[i][j] * square[j]);
                scale += fabs(subject.body.added_mass[i][j] * v[j]);
            }
            const double drag = -subject.motion.share * (linear[i] + quadratic[i]);
            assert_true(fabs(forces.drag[i] - drag) <= 1e-14 * terms);
        }
        scale *= fabs(v[0]) + fabs(v[1]) + fabs(v[2]) + fabs(v[3]) + fabs(v[4]) + fabs(v[5]);
        for (int i = 0; i < 3; ++i) {
            const double force = subject.motion.share * first[i];
            const double torque = subject.motion.share * (second[i] + third[i]);
            assert_true(fabs(forces.coriolis[i] - force) <= 1e-14 * scale);
            assert_true(fabs(forces.coriolis[3 + i] - torque) <= 1e-14 * scale);
        }
        assert_true(fabs(dot(forces.coriolis, v)) <= 1e-13 * scale * sqrt(dot(v, v)));
        for (int i = 0; i < 36; ++i) {
            const double expected = subject.motion.share * subject.body.added_mass[i / 6][i % 6];
            assert_true(fabs(forces.added_mass[i / 6][i % 6] - expected) <= 1e-14 * fabs(expected));
        }
    }
}

// Munk's torque: a slender body, added mass 1 along and 9 across, at 45° to its course is turned
// across it by (9 − 1) u v, against the sense that would bring it back.
TEST(munk) {
    struct buoy_hydrodynamics body = {0};
    struct buoy_hydrodynamic_motion motion = buoy_hydrodynamic_motion_default();
    body.added_mass[0][0] = 1.0;
    body.added_mass[1][1] = body.added_mass[2][2] = 9.0;
    motion.velocity[0] = 2.0;
    motion.velocity[1] = 3.0;
    const struct buoy_hydrodynamic_forces forces = ask(&body, &motion);
    for (int i = 0; i < 6; ++i) {
        assert_true(forces.coriolis[i] == (i == 5 ? (1.0 - 9.0) * 2.0 * 3.0 : 0.0));
    }
}

// The mass matrix: momentum of a point mass and of a turning body, about any point.
TEST(mass_matrix) {
    struct rng rng = rng_make("hydrodynamics_mass");
    for (int n = 0; n < 200; ++n) {
        const double inertia[9] = {3.0, 0.5, 0.25, 0.5, 2.0, -0.125, 0.25, -0.125, 4.0};
        double centre[3], point[3], v[6], r[3], arm[3], momentum[6], expected[6], m[6][6];
        for (int i = 0; i < 3; ++i) {
            centre[i] = rng_between(&rng, -2.0, 2.0);
            point[i] = rng_between(&rng, -2.0, 2.0);
            v[i] = rng_between(&rng, -2.0, 2.0);
            v[3 + i] = rng_between(&rng, -2.0, 2.0);
            r[i] = centre[i] - point[i];
        }
        buoy_mass_matrix(5.0, centre, inertia, point, m);
        times(m[0], v, momentum);
        cross(v + 3, r, expected);
        for (int i = 0; i < 3; ++i) {
            expected[i] = 5.0 * (v[i] + expected[i]);
        }
        cross(r, expected, arm);
        for (int i = 0; i < 3; ++i) {
            expected[3 + i] = arm[i];
            for (int j = 0; j < 3; ++j) {
                expected[3 + i] += inertia[3 * i + j] * v[3 + j];
            }
        }
        for (int i = 0; i < 6; ++i) {
            assert_true(fabs(momentum[i] - expected[i]) <= 1e-12);
            for (int j = 0; j < 6; ++j) {
                assert_true(m[i][j] == m[j][i]);
            }
        }
    }
}

// ------------------------------------------------------------------------------------- steps

// The motion after the step, and its energies before and after.
struct outcome {
    double after[6], before, remains, across; // ½ … left out
};

static struct outcome move(const struct subject *subject,
                           const struct buoy_hydrodynamic_forces *forces) {
    const double *v = subject->motion.velocity;
    struct outcome outcome;
    double mass[6][6], wrench[6], change[6], momentum[6];
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            mass[i][j] = subject->motion.mass[i][j] + forces->added_mass[i][j];
        }
        wrench[i] = forces->drag[i] + forces->coriolis[i];
    }
    // Solves m x = b, m symmetric and positive definite: no pivoting.
    double m[6][6];
    memcpy(m, mass[0], sizeof m);
    memcpy(change, wrench, 6 * sizeof *change);
    for (int k = 0; k < 6; ++k) {
        for (int i = k + 1; i < 6; ++i) {
            const double share = m[i][k] / m[k][k];
            for (int j = k; j < 6; ++j) {
                m[i][j] -= share * m[k][j];
            }
            change[i] -= share * change[k];
        }
    }
    for (int k = 5; k >= 0; --k) {
        for (int j = k + 1; j < 6; ++j) {
            change[k] -= m[k][j] * change[j];
        }
        change[k] /= m[k][k];
    }
    for (int i = 0; i < 6; ++i) {
        outcome.after[i] = v[i] + subject->motion.dt * change[i];
    }
    times(mass[0], outcome.after, momentum);
    outcome.remains = dot(outcome.after, momentum);
    outcome.across = dot(v, momentum);
    times(mass[0], v, momentum);
    outcome.before = dot(v, momentum);
    return outcome;
}

TEST(steps_take_energy) {
    struct rng rng = rng_make("hydrodynamics_steps");
    for (int n = 0; n < 20000; ++n) {
        struct subject subject = random_subject(&rng);
        const bool across = n % 4 == 0; // terms that may give energy
        for (int i = 0; across && i < 6; ++i) {
            subject.body.quadratic[i][(i + 2) % 6] = 3.0 * subject.body.quadratic[i][i];
        }
        const struct buoy_hydrodynamic_forces forces = ask(&subject.body, &subject.motion);
        const struct outcome outcome = move(&subject, &forces);
        FAIL_IF(!(outcome.remains <= outcome.before * (1.0 + 1e-13)) ||
                    !(outcome.across >= -1e-13 * outcome.before),
                "body %d: energy %.17g after %.17g; across %.17g", n, outcome.remains,
                outcome.before, outcome.across);
    }
}

// The wrenches are those of the motion at the end of the step.
TEST(end_of_step) {
    struct rng rng = rng_make("hydrodynamics_end");
    for (int n = 0; n < 2000; ++n) {
        const struct subject subject = random_subject(&rng);
        const struct buoy_hydrodynamic_forces forces = ask(&subject.body, &subject.motion);
        const struct outcome outcome = move(&subject, &forces);
        for (int i = 0; i < 6; ++i) {
            double drag = 0.0, terms = 0.0;
            for (int j = 0; j < 6; ++j) {
                const double d = subject.motion.share *
                                 (subject.body.linear[i][j] +
                                  subject.body.quadratic[i][j] * fabs(subject.motion.velocity[j]));
                drag -= d * outcome.after[j];
                // The end is known to within roundings of the beginning.
                terms +=
                    fabs(d) * (fabs(outcome.after[j]) + 1e-3 * fabs(subject.motion.velocity[j]));
            }
            assert_true(fabs(forces.drag[i] - drag) <= 1e-6 * terms);
        }
    }
}

// A mass on one axis: −k v / (1 + dt k/m), with k = d + q |v|. As dt goes to 0, the formula.
TEST(one_axis) {
    struct buoy_hydrodynamics body = {0};
    struct buoy_hydrodynamic_motion motion = buoy_hydrodynamic_motion_default();
    body.linear[1][1] = 3.0;
    body.quadratic[1][1] = 0.5;
    body.added_mass[1][1] = 6.0;
    motion.velocity[1] = -8.0;
    for (int i = 0; i < 6; ++i) {
        motion.mass[i][i] = 10.0;
    }
    motion.dt = 1e-9;
    for (int decade = 0; decade < 21; ++decade) {
        motion.dt *= 10.0;
        const double expected = 7.0 * 8.0 / (1.0 + motion.dt * 7.0 / 16.0);
        assert_true(fabs(ask(&body, &motion).drag[1] - expected) <= 1e-14 * expected);
    }
    body.added_mass[1][1] = 0.0;
    motion.share = 0.5;
    motion.dt = 2.0;
    assert_true(fabs(ask(&body, &motion).drag[1] - 28.0 / (1.0 + 2.0 * 0.35)) <= 1e-13);
}

// A term that drives: as it is without a step; within one, nothing.
TEST(driving_term) {
    struct buoy_hydrodynamics body = {0};
    struct buoy_hydrodynamic_motion motion = buoy_hydrodynamic_motion_default();
    body.quadratic[0][1] = -2.0; // sway pulls ahead
    motion.velocity[0] = 1.0;
    motion.velocity[1] = 3.0;
    assert_true(ask(&body, &motion).drag[0] == 18.0);
    motion.dt = 0.01;
    for (int i = 0; i < 6; ++i) {
        motion.mass[i][i] = 10.0;
    }
    assert_true(ask(&body, &motion).drag[0] == 0.0);
    body.linear[0][0] = 100.0; // it only brakes less
    const double drag = ask(&body, &motion).drag[0];
    assert_true(fabs(drag - -82.0) <= 0.1 * 82.0);
}

// ----------------------------------------------------------------------------------- frames

// T' of a turn by 90° about x and then about y, for both halves: x y z become z x y.
static void turn(const double x[6], double y[6]) {
    for (int i = 0; i < 6; ++i) {
        y[i] = x[i / 3 * 3 + (i + 2) % 3];
    }
}

static void turn_matrix(six m) {
    six old;
    memcpy(old, m, sizeof old);
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            m[i][j] = old[i / 3 * 3 + (i + 2) % 3][j / 3 * 3 + (j + 2) % 3];
        }
    }
}

TEST(turned_axes) {
    struct rng rng = rng_make("hydrodynamics_turned");
    for (int n = 0; n < 300; ++n) {
        const struct subject subject = random_subject(&rng);
        struct subject turned = subject;
        turn_matrix(turned.body.linear);
        turn_matrix(turned.body.quadratic);
        turn_matrix(turned.body.added_mass);
        turn_matrix(turned.motion.mass);
        turn(subject.motion.velocity, turned.motion.velocity);
        const struct buoy_hydrodynamic_forces a = ask(&subject.body, &subject.motion);
        const struct buoy_hydrodynamic_forces b = ask(&turned.body, &turned.motion);
        const struct outcome before = move(&subject, &a), after = move(&turned, &b);
        double expected[6];
        turn(before.after, expected);
        for (int i = 0; i < 6; ++i) {
            double most = 0.0;
            for (int k = 0; k < 6; ++k) {
                most = fmax(most, fabs(turned.motion.velocity[k]) *
                                      sqrt(turned.motion.mass[k][k] / turned.motion.mass[i][i]));
            }
            assert_true(fabs(after.after[i] - expected[i]) <= 1e-8 * most);
        }
    }
}
