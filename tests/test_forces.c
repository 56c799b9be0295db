// Formulas of buoyancy and drag: against what they say, what power they take, and what a step may
// do with them.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "buoyancy_forces.h"
#include "rng.h"

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
        if (!(fabs(got[i] - expected[i]) <= 1e-12 * (1.0 + fabs(expected[i])))) {
            fail_msg("component %d is %.17g, expected %.17g", i, got[i], expected[i]);
        }
    }
}

// 2 m³ of water of 1000 kg/m³, a metre off the centre of mass.
static void test_buoyancy(void **state) {
    (void)state;
    const struct buoy_submerged wet = {.volume = 2.0, .c = {11.0, 20.0, 30.0}};
    const double centre_of_mass[3] = {10.0, 20.0, 30.0}, up[3] = {0.0, 0.0, 1.0};
    struct buoy_force force;
    buoy_buoyancy_force(&wet, centre_of_mass, up, 1000.0, 10.0, &force);
    expect_near(force.force, 0.0, 0.0, 20000.0);
    expect_near(force.torque, 0.0, -20000.0, 0.0);
}

// Catto's 2.5.14 and 2.5.15: half under water, moving along x, turning about z.
static void test_catto_drag(void **state) {
    (void)state;
    const struct buoy_submerged wet = {.volume = 1.0, .c = {0.0, 1.0, 0.0}};
    const struct buoy_drag_body body = {.mass = 4.0, .volume = 2.0, .length = 3.0};
    const struct buoy_drag_motion motion = {.velocity = {5.0, 0.0, 0.0},
                                            .angular_velocity = {0.0, 0.0, 2.0}};
    const double water[3] = {1.0, 0.0, 0.0};
    const struct buoy_drag linear = {.linear = 0.5}, angular = {.angular = 0.25};
    struct buoy_force force;
    // At c the body moves at (5 − 2, 0, 0), through the water at 2: F = −0.5 × 4 × ½ × 2.
    buoy_drag_force(&wet, &body, &motion, water, 1000.0, &linear, &force);
    expect_near(force.force, -2.0, 0.0, 0.0);
    expect_near(force.torque, 0.0, 0.0, 2.0);
    buoy_drag_force(&wet, &body, &motion, water, 1000.0, &angular, &force);
    expect_near(force.force, 0.0, 0.0, 0.0);
    expect_near(force.torque, 0.0, 0.0, -0.25 * 4.0 * 0.5 * 9.0 * 2.0);
}

// ½ ρ C_D S/4 u²: of a sphere, π r² faces the flow.
static void test_quadratic_drag(void **state) {
    (void)state;
    const double r = 0.5, pi = 3.14159265358979323846;
    const struct buoy_submerged wet = {.volume = 1.0, .wetted_area = 4.0 * pi * r * r};
    const struct buoy_drag_body body = {.mass = 1.0, .volume = 1.0, .length = 1.0};
    const struct buoy_drag_motion motion = {.velocity = {0.0, -3.0, 4.0}};
    const struct buoy_drag drag = {.quadratic = 0.47};
    const double still[3] = {0.0, 0.0, 0.0}, force_of_5 = 0.5 * 1000.0 * 0.47 * pi * r * r * 25.0;
    struct buoy_force force;
    buoy_drag_force(&wet, &body, &motion, still, 1000.0, &drag, &force);
    expect_near(force.force, 0.0, 0.6 * force_of_5, -0.8 * force_of_5);
    expect_near(force.torque, 0.0, 0.0, 0.0);
}

// A random positive definite matrix: Σ aᵢ aᵢᵀ.
static void random_inertia(struct rng *rng, double matrix[9]) {
    for (int i = 0; i < 9; ++i) {
        matrix[i] = 0.0;
    }
    for (int k = 0; k < 3; ++k) {
        double a[3];
        random_vector(rng, 1.0, a);
        for (int i = 0; i < 9; ++i) {
            matrix[i] += a[i / 3] * a[i % 3];
        }
    }
}

// However strong the drag and long the step, what is left of the motion along the drag has not
// turned round, and a drag weak enough is left as it is.
static void test_limit(void **state) {
    (void)state;
    struct rng rng = rng_make("limits of drag");
    size_t limited = 0, kept = 0;
    for (int round = 0; round < 2000; ++round) {
        struct buoy_drag_motion motion = {.centre_of_mass = {0.0, 0.0, 0.0}};
        struct buoy_submerged wet = {.volume = rng_between(&rng, 0.0, 2.0),
                                     .wetted_area = rng_between(&rng, 0.0, 10.0)};
        const struct buoy_drag_body body = {.mass = rng_between(&rng, 0.1, 10.0),
                                            .volume = 2.0,
                                            .length = rng_between(&rng, 0.1, 3.0)};
        const struct buoy_drag drag = {.linear = exp(rng_between(&rng, -6.0, 6.0)),
                                       .angular = exp(rng_between(&rng, -6.0, 6.0)),
                                       .quadratic = rng_between(&rng, 0.0, 1.0)};
        const double still[3] = {0.0, 0.0, 0.0}, dt = 1.0 / 60.0;
        double inverse_inertia[9];
        random_vector(&rng, 1.0, wet.c);
        random_vector(&rng, 10.0, motion.velocity);
        random_vector(&rng, 10.0, motion.angular_velocity);
        random_inertia(&rng, inverse_inertia);
        struct buoy_force force, before;
        buoy_drag_force(&wet, &body, &motion, still, 1.0, &drag, &force);
        before = force;
        buoy_limit_drag(&motion, 1.0 / body.mass, inverse_inertia, dt, &force);

        double along = 0.0, change = 0.0, share = 0.0;
        for (int i = 0; i < 3; ++i) {
            const double turned = dot(&inverse_inertia[3 * i], before.torque);
            along += before.force[i] * motion.velocity[i];
            along += before.torque[i] * motion.angular_velocity[i];
            change += dt * (before.force[i] * before.force[i] / body.mass);
            change += dt * (before.torque[i] * turned);
            share = fmax(share, before.force[i] == 0.0 ? 0.0 : force.force[i] / before.force[i]);
        }
        assert_true(along <= 0.0); // drag takes power
        assert_true(share >= 0.0 && share <= 1.0);
        assert_true(along + share * change <= 1e-12 * fabs(along));
        limited += share < 1.0;
        kept += share == 1.0;
        assert_true(share == 1.0 || fabs(along + share * change) <= 1e-12 * fabs(along));
    }
    assert_true(limited > 100 && kept > 100); // else the ranges above test nothing
}

// What would drive a body on is no drag.
static void test_limit_of_thrust(void **state) {
    (void)state;
    const struct buoy_drag_motion motion = {.velocity = {1.0, 0.0, 0.0}};
    const double none[9] = {0.0};
    struct buoy_force force = {.force = {2.0, 5.0, 0.0}};
    buoy_limit_drag(&motion, 1.0, none, 1.0, &force);
    expect_near(force.force, 0.0, 0.0, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_buoyancy),        cmocka_unit_test(test_catto_drag),
        cmocka_unit_test(test_quadratic_drag),  cmocka_unit_test(test_limit),
        cmocka_unit_test(test_limit_of_thrust),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
