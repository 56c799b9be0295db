// Drag and added mass by matrices: what is refused, and what is just accepted.
#include <float.h>

#include "buoyancy_hydrodynamics.h"
#include "test.h"

struct subject {
    struct buoy_hydrodynamics body;
    struct buoy_hydrodynamic_motion motion;
};

static void expect_accepted(const struct subject *subject) {
    struct buoy_hydrodynamic_forces forces;
    struct buoy_error error;
    if (buoy_hydrodynamics_compute(&subject->body, &subject->motion, &forces, &error) != BUOY_OK) {
        fail_msg("%s", error.message);
    }
}

static void expect_refused(const struct subject *subject, enum buoy_status status,
                           const char *text) {
    struct buoy_hydrodynamic_forces forces = {.drag = {42.0}};
    struct buoy_error error;
    const enum buoy_status got =
        buoy_hydrodynamics_compute(&subject->body, &subject->motion, &forces, &error);
    if (got != status || !strstr(error.message, text)) {
        fail_msg("status %d: %s; expected %s", (int)got, error.message, text);
    }
    assert_true(forces.drag[0] == 42.0);
}

static struct subject plain(void) {
    struct subject subject = {buoy_hydrodynamics_default(), buoy_hydrodynamic_motion_default()};
    for (int i = 0; i < 6; ++i) {
        subject.motion.mass[i][i] = subject.body.linear[i][i] = subject.body.added_mass[i][i] = 1.0;
        subject.motion.velocity[i] = 1.0;
    }
    subject.motion.dt = 0.1;
    return subject;
}

TEST(refused) {
    static const char mass[] = "the mass is not symmetric and positive definite";
    struct subject s = plain();
    expect_accepted(&s);
    s.motion.share = 1.0 + DBL_EPSILON;
    expect_refused(&s, BUOY_ERROR_ARGUMENT, "the share must be from 0 to 1");
    s.motion.share = -DBL_MIN;
    expect_refused(&s, BUOY_ERROR_ARGUMENT, "the share must be from 0 to 1");
    s = plain();
    s.motion.dt = -DBL_MIN;
    expect_refused(&s, BUOY_ERROR_ARGUMENT, "the step 0 or more");
    s.motion.dt = (double)NAN;
    expect_refused(&s, BUOY_ERROR_NON_FINITE, "not finite");
    s = plain();
    s.body.quadratic[5][0] = 1e30;
    expect_accepted(&s);
    s.body.quadratic[5][0] = nextafter(1e30, 1e31);
    expect_refused(&s, BUOY_ERROR_NON_FINITE,
                   "quadratic drag 1.0000000000000002e+30 is beyond the limit of 1e+30");
    s = plain();
    s.motion.velocity[3] = (double)INFINITY;
    expect_refused(&s, BUOY_ERROR_NON_FINITE, "not finite");
    s = plain();
    s.motion.mass[2][3] = (double)NAN;
    expect_refused(&s, BUOY_ERROR_NON_FINITE, "not finite");
    s.motion.dt = 0.0; // it does not count
    expect_accepted(&s);
    assert_int_equal(buoy_hydrodynamics_compute(NULL, &s.motion, NULL, NULL), BUOY_ERROR_ARGUMENT);

    // Just on either side of what is no eigenvalue below 0: 1 ± 1e-9, in any units.
    s = plain();
    s.body.linear[0][5] = s.body.linear[5][0] = 1e6 * (1.0 + 0.9e-9);
    s.body.linear[5][5] = 1e12;
    expect_accepted(&s);
    s.body.linear[0][5] = s.body.linear[5][0] = 1e6 * (1.0 + 1.1e-9);
    expect_refused(&s, BUOY_ERROR_ARGUMENT, "linear drag gives energy");
    s = plain();
    s.body.linear[4][4] = -DBL_MIN;
    expect_refused(&s, BUOY_ERROR_ARGUMENT, "linear drag gives energy");
    s = plain();
    s.body.linear[4][4] = 0.0; // no drag, and so none that couples it
    expect_accepted(&s);
    s.body.linear[4][1] = 1e-20;
    expect_refused(&s, BUOY_ERROR_ARGUMENT, "linear drag gives energy");
    s.body.linear[1][4] = -1e-20; // no work
    expect_accepted(&s);
    s = plain();
    s.body.added_mass[0][4] = 0.5;
    s.body.added_mass[4][0] = 0.5 + 0.9e-9;
    expect_accepted(&s);
    s.body.added_mass[4][0] = 0.5 + 1.1e-9;
    expect_refused(&s, BUOY_ERROR_ARGUMENT, "the added mass is not symmetric");
    s.body.added_mass[4][0] = s.body.added_mass[0][4] = 1.0 + 1.1e-9;
    expect_refused(&s, BUOY_ERROR_ARGUMENT, "or has a negative eigenvalue");

    // Mass: pivots of 1e-12 of the diagonal, with no added mass to help.
    s = plain();
    memset(s.body.added_mass, 0, sizeof s.body.added_mass);
    s.motion.mass[0][5] = s.motion.mass[5][0] = 1.0 - 0.6e-12;
    expect_accepted(&s);
    s.motion.mass[0][5] = s.motion.mass[5][0] = 1.0 - 0.4e-12;
    expect_refused(&s, BUOY_ERROR_ARGUMENT, mass);
    s = plain();
    s.motion.mass[3][3] = 0.0;
    expect_accepted(&s); // added mass alone resists
    memset(s.body.added_mass, 0, sizeof s.body.added_mass);
    expect_refused(&s, BUOY_ERROR_ARGUMENT, mass);
    s = plain();
    s.motion.mass[0][1] = 0.1;
    expect_refused(&s, BUOY_ERROR_ARGUMENT, mass);
}
