// Formulas of buoyancy and drag: against their definitions, and in time steps of any length.
#include "buoyancy_forces.h"
#include "rng.h"
#include "test.h"

static void random_vector(struct rng *rng, double most, double v[3]) {
    for (int i = 0; i < 3; ++i) {
        v[i] = rng_between(rng, -most, most);
    }
}

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void expect_near(const double got[3], double x, double y, double z) {
    const double expected[3] = {x, y, z};
    for (int i = 0; i < 3; ++i) {
        FAIL_IF(!(fabs(got[i] - expected[i]) <= 1e-12 * (1.0 + fabs(expected[i]))),
                "component %d is %.17g, expected %.17g", i, got[i], expected[i]);
    }
}

// 2 m³ of water of 1000 kg/m³, a metre off the centre of mass.
TEST(buoyancy) {
    const struct buoy_submerged wet = {.volume = 2.0, .centre = {11.0, 20.0, 30.0}};
    const double centre_of_mass[3] = {10.0, 20.0, 30.0}, up[3] = {0.0, 0.0, 1.0};
    struct buoy_force force;
    buoy_buoyancy_force(&wet, centre_of_mass, up, 1000.0, 10.0, &force);
    expect_near(force.force, 0.0, 0.0, 20000.0);
    expect_near(force.torque, 0.0, -20000.0, 0.0);
}

// Catto's 2.5.14 and 2.5.15: half under water, moving along x, turning about z.
TEST(catto_drag) {
    const struct buoy_submerged wet = {.volume = 1.0, .centre = {0.0, 1.0, 0.0}};
    const struct buoy_drag_body body = {.mass = 4.0, .volume = 2.0, .length = 3.0};
    const struct buoy_drag_motion motion = {.velocity = {5.0, 0.0, 0.0},
                                            .angular_velocity = {0.0, 0.0, 2.0}};
    const double water[3] = {1.0, 0.0, 0.0};
    const struct buoy_drag linear = {.linear = 0.5}, angular = {.angular = 0.25};
    struct buoy_force force;
    // At c the body moves at (5 − 2, 0, 0), through the water at 2: F = −0.5 × 4 × ½ × 2.
    buoy_drag_force(&wet, &body, &motion, water, 1000.0, &linear, 0.0, &force);
    expect_near(force.force, -2.0, 0.0, 0.0);
    expect_near(force.torque, 0.0, 0.0, 2.0);
    buoy_drag_force(&wet, &body, &motion, water, 1000.0, &angular, 0.0, &force);
    expect_near(force.force, 0.0, 0.0, 0.0);
    expect_near(force.torque, 0.0, 0.0, -0.25 * 4.0 * 0.5 * 9.0 * 2.0);
}

// ½ ρ C_D S/4 u²: of a sphere, π r² faces the flow.
TEST(quadratic_drag) {
    const double r = 0.5, pi = 3.14159265358979323846;
    const struct buoy_submerged wet = {.volume = 1.0, .wetted_area = 4.0 * pi * r * r};
    const struct buoy_drag_body body = {.mass = 1.0, .volume = 1.0, .length = 1.0};
    const struct buoy_drag_motion motion = {.velocity = {0.0, -3.0, 4.0}};
    const struct buoy_drag drag = {.quadratic = 0.47};
    const double none[3] = {0.0, 0.0, 0.0}, force_of_5 = 0.5 * 1000.0 * 0.47 * pi * r * r * 25.0;
    struct buoy_force force;
    buoy_drag_force(&wet, &body, &motion, none, 1000.0, &drag, 0.0, &force);
    expect_near(force.force, 0.0, 0.6 * force_of_5, -0.8 * force_of_5);
    expect_near(force.torque, 0.0, 0.0, 0.0);
}

// x·A⁻¹x of such a matrix, by Cramer's rule.
static double energy(const double a[9], const double x[3]) {
    const double c[3] = {a[4] * a[8] - a[5] * a[7], a[5] * a[6] - a[3] * a[8],
                         a[3] * a[7] - a[4] * a[6]};
    const double d[3] = {a[2] * a[7] - a[1] * a[8], a[0] * a[8] - a[2] * a[6],
                         a[1] * a[6] - a[0] * a[7]};
    const double e[3] = {a[1] * a[5] - a[2] * a[4], a[2] * a[3] - a[0] * a[5],
                         a[0] * a[4] - a[1] * a[3]};
    return (x[0] * dot(c, x) + x[1] * dot(d, x) + x[2] * dot(e, x)) / dot(a, c);
}

struct case_of_drag {
    struct buoy_submerged wet;
    struct buoy_drag_body body;
    struct buoy_drag_motion motion;
    struct buoy_drag drag;
};

static struct case_of_drag random_case(struct rng *rng) {
    struct case_of_drag made = {
        .wet = {.volume = rng_between(rng, 0.0, 2.0), .wetted_area = rng_between(rng, 0.0, 10.0)},
        .body = {.mass = rng_between(rng, 0.1, 10.0),
                 .volume = 2.0,
                 .length = rng_between(rng, 0.1, 3.0)},
        .drag = {.linear = exp(rng_between(rng, -6.0, 12.0)),
                 .angular = exp(rng_between(rng, -6.0, 12.0)),
                 .quadratic = rng_between(rng, 0.0, 1.0)},
    };
    random_vector(rng, 1.0, made.wet.centre);
    random_vector(rng, 10.0, made.motion.velocity);
    random_vector(rng, 10.0, made.motion.angular_velocity);
    // A random matrix without negative eigenvalues: Σ aᵢ aᵢᵀ, often nearly singular.
    for (int i = 0; i < 9; ++i) {
        made.body.inverse_inertia[i] = 0.0;
    }
    for (int k = 0; k < 3; ++k) {
        double a[3];
        random_vector(rng, exp(rng_between(rng, -3.0, 2.0)), a);
        for (int i = 0; i < 9; ++i) {
            made.body.inverse_inertia[i] += a[i / 3] * a[i % 3];
        }
    }
    return made;
}

static const double still[3] = {0.0, 0.0, 0.0};

// The motion after a step.
static struct buoy_drag_motion after(const struct case_of_drag *made, double dt) {
    struct buoy_force force;
    struct buoy_drag_motion motion = made->motion;
    buoy_drag_force(&made->wet, &made->body, &motion, still, 1000.0, &made->drag, dt, &force);
    for (int i = 0; i < 3; ++i) {
        motion.velocity[i] += dt * force.force[i] / made->body.mass;
        motion.angular_velocity[i] += dt * dot(&made->body.inverse_inertia[3 * i], force.torque);
    }
    return motion;
}

static double energy_of(const struct case_of_drag *made, const struct buoy_drag_motion *motion) {
    return made->body.mass * dot(motion->velocity, motion->velocity) +
           energy(made->body.inverse_inertia, motion->angular_velocity);
}

// However strong the drag and long the step, it takes energy, and never gives any.
TEST(energy_never_grows) {
    struct rng rng = rng_make("energy of drag");
    for (int round = 0; round < 2000; ++round) {
        const struct case_of_drag made = random_case(&rng);
        const double dt = exp(rng_between(&rng, -8.0, 3.0));
        const struct buoy_drag_motion then = after(&made, dt);
        const double before = energy_of(&made, &made.motion), now = energy_of(&made, &then);
        FAIL_IF(!(now <= before * (1.0 + 1e-6)), "round %d: energy %.17g becomes %.17g", round,
                before, now);
    }
}

// A log that drifts and rolls (10 × 0.4 × 0.4 m, at steps of 1/60 s): both die away, neither turns
// round, and drifting is braked as it would be without rolling.
TEST(nothing_turns_round) {
    struct case_of_drag made = {
        .wet = {.volume = 0.8, .wetted_area = 8.0},
        .body = {.mass = 800.0,
                 .volume = 1.6,
                 .length = 3.6,
                 .inverse_inertia = {1.0 / 21.0, 0, 0, 0, 1.0 / 6677.0, 0, 0, 0, 1.0 / 6677.0}},
        .motion = {.velocity = {0.0, 3.0, 0.0}, .angular_velocity = {1.0, 0.5, -0.25}},
        .drag = {.linear = 1.0, .angular = 1.0},
    };
    for (int step = 1; step <= 600; ++step) {
        const struct buoy_drag_motion then = after(&made, 1.0 / 60.0);
        for (int i = 0; i < 3; ++i) {
            const double w0 = made.motion.angular_velocity[i], w1 = then.angular_velocity[i];
            assert_true(w0 * w1 >= 0.0 && fabs(w1) <= fabs(w0));
        }
        made.motion = then;
        // v' = v / (1 + β dt / 2), half submerged.
        const double expected = 3.0 * pow(1.0 + 0.5 / 60.0, -step);
        assert_true(fabs(then.velocity[1] - expected) <= 1e-9);
    }
    assert_true(fabs(made.motion.angular_velocity[0]) < 1e-9);
}

// With shorter steps, drag as it is without a step, in proportion to them.
TEST(short_steps) {
    struct rng rng = rng_make("short steps of drag");
    for (int round = 0; round < 200; ++round) {
        const struct case_of_drag made = random_case(&rng);
        struct buoy_force now, soon;
        const struct buoy_drag_motion *motion = &made.motion;
        buoy_drag_force(&made.wet, &made.body, motion, still, 1000.0, &made.drag, 0.0, &now);
        buoy_drag_force(&made.wet, &made.body, motion, still, 1000.0, &made.drag, 1e-16, &soon);
        for (int i = 0; i < 3; ++i) {
            assert_true(fabs(soon.force[i] - now.force[i]) <=
                        1e-5 * sqrt(dot(now.force, now.force)));
            assert_true(fabs(soon.torque[i] - now.torque[i]) <=
                        1e-5 * (1.0 + sqrt(dot(now.torque, now.torque))));
        }
    }
}
