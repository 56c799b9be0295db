// What drafts, righting arms, attitudes of rest, metacentric radii and stiffness are refused for,
// as rows: support/refusal.h.
#include <float.h>

#include "body.h"
#include "buoyancy_equilibrium.h"
#include "buoyancy_hydrostatics.h"
#include "refusal.h"
#include "test.h"

static struct buoy_mesh *box; // of 2 × 2 × 2

// Bytes that answers have before they are asked for, and after a refusal.
static unsigned char untouched[512];

static void expect_untouched(const void *answer, size_t bytes, bool answered) {
    assert_true(answered || memcmp(answer, untouched, bytes) == 0);
}

#define BLANK(answer) memcpy(answer, untouched, sizeof *(answer))

// ------------------------------------------------------------------------------ floating bodies

static struct buoy_floating body;
static struct buoy_heeling way;
static struct buoy_equilibria_options options;
static double angle, start[3];

static void make_floating(void) {
    memset(untouched, 7, sizeof untouched);
    body = (struct buoy_floating){box, 4.0, {0.0, 0.0, 0.0}};
    way = buoy_heeling_default();
    options = (struct buoy_equilibria_options){0};
    angle = 10.0;
    memcpy(start, (const double[3]){0.0, 0.0, 1.0}, sizeof start);
}

static void expect_heel(enum buoy_status status, const char *words) {
    struct buoy_righting_arm arm;
    struct buoy_error error;
    BLANK(&arm);
    refusal_check(buoy_righting_arms(&body, &way, &angle, 1, &arm, &error), &error, status, words);
    expect_untouched(&arm, sizeof arm, status == BUOY_OK || status == BUOY_ERROR_ELEMENT);
    assert_int_equal(buoy_righting_arms(&body, &way, &angle, 1, &arm, NULL), status);
}

static void expect_rest(enum buoy_status status, const char *words) {
    struct buoy_attitude attitude;
    struct buoy_error error;
    BLANK(&attitude);
    refusal_check(buoy_equilibrium(&body, start, &attitude, &error), &error, status, words);
    expect_untouched(&attitude, sizeof attitude, status == BUOY_OK);
}

static void expect_floating(enum buoy_status status, const char *words) {
    static struct buoy_attitude attitudes[100];
    struct buoy_error error;
    size_t count = 77;
    expect_heel(status, words);
    expect_rest(status, words);
    if (status != BUOY_OK) {
        BLANK(attitudes);
        refusal_check(buoy_equilibria(&body, &options, attitudes, 100, &count, &error), &error,
                      status, words);
        expect_untouched(attitudes, sizeof *attitudes, false);
        assert_int_equal(count, 77);
    }
}

static const struct refused floating = {make_floating, expect_floating},
                            heel = {make_floating, expect_heel},
                            rest = {make_floating, expect_rest};

TEST(floating) {
    ROW(floating, OK, "", (void)0);
    ROW(floating, ERROR_ARGUMENT, "", body.mesh = NULL);
    ROW(floating, ERROR_RANGE, "0, is not above 0", body.volume = 0.0);
    ROW(floating, ERROR_RANGE, "-1, is not above 0", body.volume = -1.0);
    ROW(floating, ERROR_RANGE, "cannot displace 8.001: its whole volume is 8", body.volume = 8.001);
    refusal_numbers(&floating, &body.volume, 1, DBL_MAX, "volume");
    refusal_numbers(&floating, body.centre_of_mass, 3, DBL_MAX, "centre of mass");
    // A millionth more than the whole volume is forgiven as rounding; a billionth is the least.
    ROW(heel, OK, "", body.volume = 8.0000079, body.centre_of_mass[2] = -0.5);
    ROW(heel, ERROR_RANGE, "", body.volume = 8.0000081, body.centre_of_mass[2] = -0.5);
    ROW(heel, OK, "", body.volume = 8.08e-9, body.centre_of_mass[2] = -0.5);
    ROW(heel, ERROR_RANGE, "", body.volume = 7.92e-9, body.centre_of_mass[2] = -0.5);
    refusal_numbers(&heel, way.up, 3, DBL_MAX, "up (");
    refusal_numbers(&heel, way.axis, 3, DBL_MAX, "axis (");
    ROW(heel, ERROR_NON_FINITE, "up (0, 0, 0)", way.up[2] = 0.0);
    ROW(heel, ERROR_NON_FINITE, "axis (0, 0, 0)", way.axis[0] = 0.0);
    ROW(heel, ERROR_ARGUMENT, "parallel", way.axis[0] = 0.0, way.axis[2] = -2.0);
    ROW(heel, ERROR_ELEMENT, "angle 0, 2e+06", angle = 2e6);
    ROW(heel, ERROR_ELEMENT, "angle 0", angle = (double)NAN);
    refusal_numbers(&rest, start, 3, DBL_MAX, "");
    ROW(rest, ERROR_NON_FINITE, "(0, 0, 0) is zero", start[2] = 0.0);
}

// What is not there, and room for one of six attitudes.
TEST(missing) {
    struct buoy_righting_arm arm;
    struct buoy_attitude attitude;
    struct buoy_error error;
    size_t count = 77;
    make_floating();
    assert_int_equal(buoy_righting_arms(NULL, &way, &angle, 1, &arm, NULL), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_righting_arms(&body, NULL, &angle, 1, &arm, NULL), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_righting_arms(&body, &way, NULL, 1, &arm, NULL), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_righting_arms(&body, &way, &angle, 1, NULL, NULL), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_righting_arms(&body, &way, NULL, 0, NULL, NULL), BUOY_OK);
    assert_int_equal(buoy_equilibrium(NULL, start, &attitude, NULL), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_equilibrium(&body, NULL, &attitude, NULL), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_equilibrium(&body, start, NULL, NULL), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_equilibria(NULL, &options, &attitude, 1, &count, NULL),
                     BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_equilibria(&body, NULL, &attitude, 1, &count, NULL), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_equilibria(&body, &options, NULL, 1, &count, NULL), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_equilibria(&body, &options, &attitude, 1, NULL, NULL),
                     BUOY_ERROR_ARGUMENT);
    assert_int_equal(count, 77);
    refusal_check(buoy_equilibria(&body, &options, &attitude, 1, &count, &error), &error,
                  BUOY_ERROR_SCRATCH, "more attitudes than there is room for, 1");
    assert_int_equal(count, 1);
}

// --------------------------------------------------------------------------------------- drafts

static double normal[3], displaced;

static void make_draft(void) {
    make_floating();
    memcpy(normal, start, sizeof normal);
    displaced = 1.0;
}

static void expect_draft(enum buoy_status status, const char *words) {
    struct buoy_draft_info info;
    struct buoy_error error;
    double d;
    BLANK(&d);
    BLANK(&info);
    refusal_check(buoy_draft(box, normal, displaced, &d, &info, &error), &error, status, words);
    expect_untouched(&d, sizeof d, status == BUOY_OK);
    expect_untouched(&info, sizeof info, status == BUOY_OK);
}

static const struct refused draft = {make_draft, expect_draft};

TEST(drafts) {
    struct buoy_error error;
    double d;
    refusal_numbers(&draft, normal, 3, DBL_MAX, "");
    refusal_numbers(&draft, &displaced, 1, DBL_MAX, "");
    ROW(draft, ERROR_NON_FINITE, "", normal[1] = -0.0, normal[2] = 0.0);
    ROW(draft, ERROR_RANGE, "", displaced = -DBL_TRUE_MIN);
    ROW(draft, OK, "", displaced = 0.0);
    ROW(draft, OK, "", displaced = 8.0);
    ROW(draft, OK, "", displaced = 8.0 * (1.0 + 1e-6)); // forgiven
    ROW(draft, ERROR_RANGE, "", displaced = nextafter(8.0 * (1.0 + 1e-6), 9.0));
    make_draft();
    refusal_check(buoy_draft(NULL, normal, 1.0, &d, NULL, &error), &error, BUOY_ERROR_ARGUMENT, "");
    refusal_check(buoy_draft(box, NULL, 1.0, &d, NULL, &error), &error, BUOY_ERROR_ARGUMENT, "");
    refusal_check(buoy_draft(box, normal, 1.0, NULL, NULL, &error), &error, BUOY_ERROR_ARGUMENT,
                  "");
}

// ------------------------------------------------------------------------- radii and stiffness

static struct buoy_hydrostatics at;
static double density, point[3];

static void make_waterplane(void) {
    make_draft();
    at = (struct buoy_hydrostatics){.volume = 1.0, .waterplane_area = 2.0, .xx = 1.0, .yy = 3.0};
    density = 1.0;
    memcpy(point, start, sizeof point);
}

static void expect_stiffness(enum buoy_status status, const char *words) {
    const float up[3] = {(float)normal[0], (float)normal[1], (float)normal[2]};
    struct buoy_error error;
    double stiffness[6][6];
    BLANK(&stiffness);
    refusal_check(buoy_stiffness(&at, up, density, point, stiffness, &error), &error, status,
                  words);
    expect_untouched(stiffness, sizeof stiffness, status == BUOY_OK);
}

static void expect_radii(enum buoy_status status, const char *words) {
    const float up[3] = {(float)normal[0], (float)normal[1], (float)normal[2]};
    struct buoy_metacentric_radii radii;
    struct buoy_error error;
    BLANK(&radii);
    refusal_check(buoy_metacentric_radii_compute(&at, up, &radii, &error), &error, status, words);
    expect_untouched(&radii, sizeof radii, status == BUOY_OK);
}

static void expect_waterplane(enum buoy_status status, const char *words) {
    expect_stiffness(status, words);
    expect_radii(status, words);
}

static const struct refused waterplane = {make_waterplane, expect_waterplane},
                            radii = {make_waterplane, expect_radii},
                            stiffness = {make_waterplane, expect_stiffness};

// Never an answer that is not finite.
TEST(waterplanes) {
    double *const numbers[] = {&at.volume, &at.xx, &at.xy, &at.yy};
    for (size_t i = 0; i < COUNT_OF(numbers); ++i) {
        refusal_numbers(&waterplane, numbers[i], 1, DBL_MAX, "");
    }
    refusal_numbers(&waterplane, normal, 3, DBL_MAX, "");
    refusal_numbers(&stiffness, &density, 1, DBL_MAX, "");
    refusal_numbers(&stiffness, point, 3, DBL_MAX, "");
    ROW(waterplane, ERROR_NON_FINITE, "", normal[2] = 0.0);
    ROW(radii, ERROR_NON_FINITE, "", at.volume = 1e-309);
    ROW(radii, OK, "", at.volume = 1e-300); // large, but an answer
}

static int make_all(void **state) {
    (void)state;
    box = mesh_of(body_box(1.0f, 1.0f, 1.0f), 0);
    return 0;
}

TEST_FIXTURE(make_all, NULL)
