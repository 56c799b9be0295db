// The errors of force and torque: planted ones have their true size.
#include "accuracy.h"
#include "body.h"
#include "test.h"

enum {
    COUNT = 4
};

// A box with sides 2, 2 and 1, its diagonal 3, away from the origin, half submerged.
TEST(planted) {
    struct body box = body_box(1.0f, 1.0f, 0.5f); // half extents
    body_move(&box, (const double[3]){5.0, -3.0, 8.0});
    struct buoy_mesh *mesh = body_mesh(&box, 0);
    const struct buoy_plane plane = {{0.0f, 0.0f, 4.0f}, 32.0f};
    const struct buoy_plane planes[COUNT] = {plane, plane, plane, plane};
    struct buoy_volume truth[COUNT], answers[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        truth[i] = (struct buoy_volume){2.0, {5.0, -3.0, 7.75}};
        answers[i] = truth[i];
    }
    struct force_errors errors;
    assert_int_equal(force_errors_find(mesh, planes, COUNT, truth, answers, &errors), 0);
    assert_true(errors.force == 0.0 && errors.torque == 0.0);

    // Three of four off by a quarter, on the axis: no torque, wherever it acts along n.
    for (int i = 0; i < 3; ++i) {
        answers[i] = (struct buoy_volume){2.5, {5.0, -3.0, 7.5}};
    }
    assert_int_equal(force_errors_find(mesh, planes, COUNT, truth, answers, &errors), 0);
    assert_float_equal(errors.force, 0.25, 1e-15);
    assert_float_equal(errors.torque, 0.0, 1e-15);

    // An arm of 0.3 beside the axis: a tenth of the diagonal, for 5/4 of the force.
    for (int i = 0; i < 3; ++i) {
        answers[i] = (struct buoy_volume){2.5, {5.0, -2.7, 7.5}};
    }
    assert_int_equal(force_errors_find(mesh, planes, COUNT, truth, answers, &errors), 0);
    assert_float_equal(errors.torque, 0.125, 1e-12);

    // Two and two: the mean of both.
    answers[2] = truth[2];
    assert_int_equal(force_errors_find(mesh, planes, COUNT, truth, answers, &errors), 0);
    assert_float_equal(errors.force, 0.125, 1e-15);

    // Dry bodies have no share; one left, and none.
    truth[1].volume = truth[2].volume = truth[3].volume = 0.0;
    assert_int_equal(force_errors_find(mesh, planes, COUNT, truth, answers, &errors), 0);
    assert_float_equal(errors.force, 0.25, 1e-15);
    truth[0].volume = 0.0;
    assert_int_equal(force_errors_find(mesh, planes, COUNT, truth, answers, &errors), 0);
    assert_true(isnan(errors.force) && isnan(errors.torque));
}
