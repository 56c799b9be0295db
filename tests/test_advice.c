// Which of --repair, --close, --hull and nothing is advised, on both sides of each threshold, from
// volumes that are given. What meshes these are found for, test_cli_mesh shows.
#include "advice.h"
#include "test.h"

static const double nothing = (double)NAN;

// What is advised where winding numbers find a volume of 1, give or take `error`.
static struct advice advise(double closed, double hull, double error) {
    struct advice advice = {
        .winding = {.volume = 1.0, .error = error}, .closed_volume = closed, .hull_volume = hull};
    advice_decide(&advice);
    assert_true(strlen(advice.why) > 20 && strlen(advice.why) < sizeof advice.why - 1);
    return advice;
}

static void expect(const char *option, double closed, double hull, double error) {
    const struct advice advice = advise(closed, hull, error);
    FAIL_IF(strcmp(advice.option, option) != 0, "lids %g, hull %g, error %g: %s and not %s: %s",
            closed, hull, error, advice.option, option, advice.why);
}

// Within 5 % and three times the error of winding numbers, lids are as good, however near the hull.
TEST(agreement) {
    for (int k = -1; k <= 1; k += 2) {
        expect("--close", 1.0 + k * 0.0499, 1.0, 0.0);
        expect("--hull", 1.0 + k * 0.0501, 1.0, 0.0);
        expect("--close", 1.0 + k * 0.0799, 1.0, 0.01);
        expect("--hull", 1.0 + k * 0.0801, 1.0, 0.01);
    }
}

// Beyond that the nearer of both, and lids if they are equally far.
TEST(nearer) {
    expect("--hull", 1.5, 1.499, 0.0);
    expect("--close", 1.5, 1.5, 0.0);
    expect("--close", 1.5, 1.501, 0.0);
    expect("--hull", 0.5, 1.499, 0.0);
    expect("--close", 0.5, 1.501, 0.0);
}

// A repair that is enough comes first, whatever the volumes.
TEST(repair_first) {
    struct advice advice = {.repairable = true, .closed_volume = 1.0, .hull_volume = 1.0};
    advice_decide(&advice);
    assert_string_equal(advice.option, "--repair");
}

// What is not there is not advised.
TEST(one_is_missing) {
    expect("none", nothing, nothing, 0.0);
    expect("--hull", nothing, 5.0, 0.0);
    assert_non_null(strstr(advise(nothing, 5.0, 0.0).why, "lids enclose nothing"));
    expect("--close", 5.0, nothing, 0.0);
}

// Less than three times its own error is nothing: then the hull, and lids where there is none.
TEST(next_to_nothing) {
    expect("--hull", 1.0, 100.0, 0.334);
    expect("--close", 1.0, 100.0, 0.333);
    expect("--close", 1.0, nothing, 0.334);
    struct advice advice = {.closed_volume = 1.0, .hull_volume = nothing}; // winding numbers: 0
    advice_decide(&advice);
    assert_string_equal(advice.option, "--close");
    assert_null(strstr(advice.why, "inf"));
}

// Doubt about a quarter of the volume is said, unless the whole is next to nothing.
TEST(doubt) {
    for (int k = 0; k < 4; ++k) {
        struct advice advice = {.winding = {4.0, .doubtful = k % 2 ? 1.01 : 0.99, .least = 3.5},
                                .closed_volume = 4.0,
                                .hull_volume = 4.0};
        advice.winding.error = k < 2 ? 0.0 : 1.34;
        advice_decide(&advice);
        assert_int_equal(strstr(advice.why, "anything from 3.5 to 4.") != NULL, k == 1);
    }
}
