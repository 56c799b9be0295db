// How near a kernel comes to the machine's bounds, on made-up peaks.
#include "profile_report.h"
#include "test.h"

static const struct peaks peaks = {
    .set_count = 2,
    .sets = {{.isa = "scalar", .add = 4.0, .multiply = 5.0, .mixed = 3.0},
             {.isa = "avx2", .add = 20.0, .multiply = 20.0, .mixed = 25.0, .fma = 40.0}},
    .bandwidth = {.l1 = 100.0, .memory = 10.0},
};

static const struct work work = {.flops = 300.0, .doubles = 100.0, .bytes = 500.0};

static bool is(double value, double expected) {
    return fabs(value - expected) <= 1e-12 * fabs(expected);
}

TEST(vectors) {
    // 200 floats, and 100 doubles in the place of 200, in 20 ns.
    struct bound bound = bound_find(&peaks, "avx2", &work, 20.0);
    assert_true(is(bound.gflops, 20.0) && is(bound.most_gflops, 25.0));
    assert_true(is(bound.arithmetic, 0.8));
    assert_true(is(bound.gbytes, 25.0) && is(bound.loads, 0.25));
    bound = bound_find(&peaks, "avx2+fma", &work, 20.0);
    assert_true(is(bound.most_gflops, 40.0) && is(bound.arithmetic, 0.5));
}

// Plain C has one number in a register, of either kind.
TEST(scalar) {
    const struct bound bound = bound_find(&peaks, "scalar", &work, 100.0);
    assert_true(is(bound.gflops, 3.0) && is(bound.most_gflops, 5.0));
}

TEST(unknown) {
    static const struct work none = {0};
    assert_true(bound_find(&peaks, "neon", &work, 20.0).arithmetic == 0.0);
    assert_true(bound_find(&peaks, "avx2", &none, 20.0).arithmetic == 0.0);
    assert_true(bound_find(&peaks, "avx2", &work, 0.0).arithmetic == 0.0);
}

static void expect(double arithmetic, double loads, double ipc, double misses, const char *text) {
    const struct bound bound = {.arithmetic = arithmetic, .loads = loads};
    assert_non_null(strstr(bound_explain(&bound, ipc, misses), text));
}

TEST(in_words) {
    expect(0.60, 0.10, 0.0, 0.0, "arithmetic bounds it");
    expect(0.59, 0.10, 0.0, 0.0, "neither");
    expect(0.70, 0.80, 0.0, 0.0, "loads from the first-level cache");
    expect(0.80, 0.70, 0.0, 0.0, "arithmetic bounds it");
    expect(0.20, 0.60, 4.0, 0.1, "loads from the first-level cache");
    expect(0.20, 0.10, 3.0, 0.02, "mispredicted branches");
    expect(0.20, 0.10, 3.0, 0.01, "other instructions, such as");
    expect(0.20, 0.10, 2.5, 0.01, "other instructions, such as");
    expect(0.20, 0.10, 2.4, 0.01, "waits");
    expect(0.20, 0.10, 0.0, 0.0, "counters would tell");
}
