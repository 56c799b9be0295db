// What a roofline needs of `run`: the work of each kernel, and the peaks of the machine.
#include <jansson.h>

#include "child.h"
#include "results.h"
#include "test.h"

static json_t *run(const char *when) {
    const char *folder = scratch_path("results");
    struct outcome outcome = child_run(CHILD("run", "--mesh", "builtin:barrel", "--kernel",
                                             "volume/blocks/s*", "--kernel", CATTO, "--workload",
                                             "hot", "--out", folder, "--peaks", when, "--", SHORT));
    assert_int_equal(outcome.exit_code, 0);
    return load_results(folder);
}

// All variants of a template have one count; others have none.
TEST(work) {
    json_t *report = run("never"), *row;
    double flops = 0.0;
    size_t i, counted = 0, others = 0;
    assert_null(json_object_get(json_object_get(report, "context"), "peaks"));
    json_array_foreach(json_object_get(report, "benchmarks"), i, row) {
        const char *name = text_of(row, "run_name");
        if (!is_repetition(row)) {
            continue;
        }
        if (strncmp(name, "volume/blocks/", strlen("volume/blocks/")) == 0) {
            flops = flops == 0.0 ? number_of(row, "flops_per_body") : flops;
            assert_true(number_of(row, "flops_per_body") == flops && flops > 100.0);
            assert_true(number_of(row, "double_flops_per_body") < flops);
            assert_true(number_of(row, "bytes_per_body") > 100.0);
            ++counted;
        } else if (strncmp(name, "volume/catto", strlen("volume/catto")) == 0) {
            assert_null(json_object_get(row, "flops_per_body"));
            assert_null(json_object_get(row, "bytes_per_body"));
            ++others;
        }
    }
    assert_true(counted > 0 && others > 0);
}

TEST(peaks) {
    json_t *report = run("always");
    const json_t *peaks = json_object_get(json_object_get(report, "context"), "peaks");
    const json_t *scalar = json_object_get(json_object_get(peaks, "flops"), "scalar");
    assert_true(number_of(scalar, "add") > 0.0 && number_of(scalar, "multiply") > 0.0);
    const json_t *bandwidth = json_object_get(peaks, "bandwidth");
    assert_true(number_of(bandwidth, "l1") > 0.0 && number_of(bandwidth, "memory") > 0.0);
}

TEST(refusal) {
    expect_refusal(CHILD("run", "--peaks", "now"), "now");
}

TEST_NEEDS(can_time)
