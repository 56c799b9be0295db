// Bodies that no water touches: free fall, and rotation without torque.
#include "drifting.h"
#include "test.h"

static const struct buoy_drag no_drag = {0.0, 0.0, 0.0};
static const double no_current[3] = {0.0, 0.0, 0.0};

// Above the water a body falls as Galilei says: to rounding by Verlet's method.
TEST(free_fall) {
    const struct buoy_water water = buoy_calm_sea();
    struct buoy_model *model =
        drifting_shape(BUOY_SHAPE_CONE, 0.5f, 1.0f, 0.0f, 300.0, (struct buoy_drag){1.0, 1.0, 1.0});
    struct motion_body body = drifting_body(model, 1e3, 0.4, 0.3, 0.2);
    struct motion_query query = drifting_query(&body, 1, &water, 0.01, MOTION_VERLET);
    double before[3], after[3];
    drifting_centre(&body, before);
    body.velocity[0] = 3.0;
    body.velocity[2] = 2.0;
    body.angular_velocity[1] = 5.0;
    drifting_advance(&query, 1000);
    drifting_centre(&body, after);
    assert_true(fabs(after[0] - before[0] - 30.0) <= 1e-9);
    assert_true(fabs(after[2] - before[2] - 20.0 + 50.0 * water.gravity) <= 1e-9);
    assert_true(fabs(body.velocity[2] - 2.0 + 10.0 * water.gravity) <= 1e-11);
}

// A brick thrown so that it tumbles about its middle axis keeps its angular momentum and its energy
// for ten minutes, with any step; and turns as with far smaller steps, to second order.
TEST(tumbling) {
    static const double steps[] = {1.0 / 240.0, 1.0 / 60.0, 0.1, 1.0, 10.0};
    struct buoy_water water = buoy_calm_sea();
    struct buoy_model *model = drifting_shape(BUOY_SHAPE_BOX, 0.1f, 0.5f, 1.0f, 500.0, no_drag);
    struct motion_body start = drifting_body(model, 5.0, 0.1, -0.2, 0.3);
    const double spin[3] = {0.01, 5.0, 0.02};
    double before[3], after[3], off[2] = {0.0, 0.0};
    water.gravity = 0.0;
    memcpy(start.angular_velocity, spin, sizeof spin);
    const double energy = drifting_kinetic(&start, no_current, before);
    for (size_t k = 0; k < sizeof steps / sizeof *steps; ++k) {
        struct motion_body body = start;
        struct motion_query query = drifting_query(&body, 1, &water, steps[k], (int)k % 2);
        drifting_advance(&query, (size_t)(600.0 / steps[k] + 0.5));
        assert_true(fabs(drifting_kinetic(&body, no_current, after) - energy) <= 1e-9 * energy);
        for (int i = 0; i < 3; ++i) {
            assert_true(fabs(after[i] - before[i]) <= 1e-9 * fabs(before[1]));
        }
    }
    struct motion_body bodies[3] = {start, start, start};
    for (int k = 0; k < 3; ++k) {
        struct motion_query query =
            drifting_query(&bodies[k], 1, &water, k ? 1.0 / (64 << k) : 1.0 / 4096.0, 0);
        drifting_advance(&query, k ? (size_t)(64 << k) : 4096);
        for (int i = 0; k && i < 4; ++i) {
            off[k - 1] += fabs(bodies[k].rotation[i] - bodies[0].rotation[i]);
        }
    }
    assert_true(off[1] < 1e-3 && off[0] / off[1] > 3.8 && off[0] / off[1] < 4.2);
}

// A needle that turns so often within a step that no midpoint is found turns on about the axis that
// it has, with the energy and the length of the angular momentum that it has.
TEST(spinning) {
    struct buoy_water water = buoy_calm_sea();
    struct buoy_model *model = drifting_shape(BUOY_SHAPE_BOX, 0.01f, 0.02f, 1.0f, 500.0, no_drag);
    water.gravity = 0.0;
    for (int k = 0; k < 8; ++k) {
        struct motion_body body = drifting_body(model, 5.0, 0.1, -0.2, 0.3);
        struct motion_query query = drifting_query(&body, 1, &water, k % 2 ? 1000.0 : 0.1, k / 4);
        double before[3], after[3], lengths[2] = {0.0, 0.0};
        for (int i = 0; i < 3; ++i) {
            body.angular_velocity[i] = (k / 2 % 2 ? 1e6 : 100.0) * (i + 1);
        }
        const double energy = drifting_kinetic(&body, no_current, before);
        for (int step = 0; step < 20; ++step) {
            drifting_advance(&query, 1);
            const double now = drifting_kinetic(&body, no_current, after);
            assert_true(fabs(now - energy) <= 1e-11 * energy);
        }
        for (int i = 0; i < 3; ++i) {
            lengths[0] += before[i] * before[i];
            lengths[1] += after[i] * after[i];
        }
        assert_true(fabs(lengths[1] / lengths[0] - 1.0) <= 1e-10);
    }
}
