// `buoybench profile`: a loop of the wanted length on the wanted kernel.
#include <jansson.h>
#include <signal.h>

#include "buoyancy.h"
#include "buoyancy_kernels.h"
#include "child.h"
#include "test.h"

static json_t *profile(const char *kernel, const char *option, const char *value) {
    struct outcome outcome = child_run(CHILD("profile", "--kernel", kernel, "--seconds", "0.02",
                                             "--format", "json", option, value));
    expect_success(&outcome);
    json_t *object = json_loads(outcome.output, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(object);
    return object;
}

static double number_of(const json_t *object, const char *key) {
    const json_t *number = json_object_get(object, key);
    assert_true(json_is_number(number));
    return json_number_value(number);
}

static void expect_text(const json_t *object, const char *key, const char *text) {
    assert_string_equal(json_string_value(json_object_get(object, key)), text);
}

TEST(json) {
    json_t *object = profile("volume/blocks/best", "--mesh", "builtin:barrel");
    struct buoy_kernel_info info;
    buoy_kernel_get_info(buoy_kernel_find("volume/blocks/best"), &info, NULL);
    expect_text(object, "kernel", info.id);
    expect_text(object, "mesh", "builtin:barrel");
    expect_text(object, "workload", "hot");
    assert_true(number_of(object, "seconds") >= 0.02);
    assert_true(json_is_integer(json_object_get(object, "bodies")));
    assert_true(number_of(object, "bodies") >= 1.0);
    // CPU time cannot exceed what has passed, but for the granularity of the clocks.
    assert_true(number_of(object, "ns_per_body") > 0.0);
    assert_true(number_of(object, "ns_per_body") * number_of(object, "bodies") <
                1.1e9 * number_of(object, "seconds") + 1e7);
    // Counters are numbers, or a sentence says why they are missing.
    static const char *const names[] = {"cycles", "instructions", "ipc", "branch_misses",
                                        "l1d_misses"};
    const char *reason = json_string_value(json_object_get(object, "counters"));
    if (reason) {
        tests_left_out(__func__, reason);
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        const json_t *counter = json_object_get(object, names[i]);
        assert_true(counter ? json_number_value(counter) >= 0.0 : reason && strlen(reason) > 10);
    }
    json_decref(object);
}

// A family's substitute for a mesh, and the first workload that a kernel can run.
TEST(defaults) {
    static const char *const cases[][3] = {
        {"box/corners/scalar", "boxes", "hot"},
        {"volume/batch/scalar", "builtin:wigley:1300", "crowd"},
        {"pressure/kerner/scalar", "builtin:wigley:1300", "grid32"},
        {"forces/catto/scalar", "bodies", NULL},
        {"polygon/clip/scalar", "polygons", NULL},
        {"water/waves/scalar", "points", NULL},
        {"volume/auto/best", "builtin:wigley:1300", "hot"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        json_t *object = profile(cases[i][0], NULL, NULL);
        expect_text(object, "kernel", cases[i][0]);
        expect_text(object, "mesh", cases[i][1]);
        if (cases[i][2]) {
            expect_text(object, "workload", cases[i][2]);
        }
        json_decref(object);
    }
}

TEST(workload) {
    json_t *object = profile("volume/blocks/scalar", "--workload", "crowd");
    expect_text(object, "workload", "crowd");
    // Whole calls of 64.
    assert_int_equal(json_integer_value(json_object_get(object, "bodies")) % 64, 0);
    json_decref(object);
}

TEST(text) {
    struct outcome outcome =
        child_succeed(CHILD("profile", "--kernel", "volume/blocks/scalar", "--seconds", "0.02"));
    assert_non_null(strstr(outcome.output, "volume/blocks/scalar on builtin:wigley:1300, workload "
                                           "hot (1,310 triangles): "));
    assert_non_null(strstr(outcome.output, "CPU time, ns"));
    assert_non_null(strstr(outcome.output, "per triangle"));
}

TEST(peaks) {
    json_t *object = profile("box/corners/scalar", "--peaks", NULL);
    const json_t *peaks = json_object_get(object, "peaks");
    const json_t *flops = json_object_get(json_object_get(peaks, "flops"), "scalar");
    assert_true(number_of(flops, "add") > 0.0);
    assert_true(number_of(json_object_get(peaks, "bandwidth"), "memory") > 0.0);
    json_decref(object);
}
