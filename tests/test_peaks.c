// Peaks of this machine: numbers that make sense, whatever else the machine is doing. The loops are
// measured again and again until they do: another program can only make one look slower.
#include <sys/stat.h>

#include "buoyancy.h"
#include "buoyancy_kernels.h"
#include "caches.h"
#include "child.h"
#include "peaks.h"
#include "test.h"

static double more(double a, double b) {
    return a > b ? a : b;
}

// The best of both, number by number.
static void keep_best(struct peaks *best, const struct peaks *peaks) {
    if (best->set_count == 0) {
        *best = *peaks;
    }
    assert_int_equal(best->set_count, peaks->set_count);
    for (size_t i = 0; i < peaks->set_count; ++i) {
        struct peaks_flops *to = &best->sets[i];
        const struct peaks_flops *from = &peaks->sets[i];
        to->add = more(to->add, from->add);
        to->multiply = more(to->multiply, from->multiply);
        to->mixed = more(to->mixed, from->mixed);
        to->fma = more(to->fma, from->fma);
    }
    best->bandwidth.l1 = more(best->bandwidth.l1, peaks->bandwidth.l1);
    best->bandwidth.memory = more(best->bandwidth.memory, peaks->bandwidth.memory);
}

// A vector of several numbers is as fast as one number, a multiply-add as fast as a multiplication,
// and the first cache as memory, to within 30 %.
static bool make_sense(const struct peaks *peaks) {
    bool ok = peaks->bandwidth.l1 > 0.7 * peaks->bandwidth.memory;
    for (size_t i = 0; i < peaks->set_count; ++i) {
        const struct peaks_flops *set = &peaks->sets[i], *scalar = &peaks->sets[0];
        ok = ok && set->add > 0.7 * scalar->add && set->multiply > 0.7 * scalar->multiply;
        ok = ok && (set->fma == 0.0 || set->fma > 0.7 * 2.0 * set->multiply);
        ok = ok && set->mixed > 0.7 * 0.5 * more(set->add, set->multiply);
    }
    return ok;
}

TEST(they_make_sense) {
#ifdef TEST_EMULATED
    SKIP("times mean nothing under an emulator");
#endif
    struct peaks best = {0};
    for (int i = 0; i < 20; ++i) {
        struct peaks peaks;
        assert_true(peaks_measure(0.05, &peaks));
        keep_best(&best, &peaks);
        if (make_sense(&best)) {
            return;
        }
    }
    fail_msg("no peaks that make sense in 20 attempts");
}

// Each set that kernels run on has a peak, and only those.
TEST(every_set_has_one) {
    struct peaks peaks;
    assert_true(peaks_measure(0.01, &peaks));
    assert_string_equal(peaks.sets[0].isa, "scalar");
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        struct buoy_kernel_info info;
        buoy_kernel_get_info(buoy_kernel_at(i), &info, NULL);
        if (strcmp(info.family, "volume") == 0 && strcmp(info.method, "blocks") == 0) {
            assert_true((peaks_most_flops(&peaks, info.isa) > 0.0) == info.runnable);
        }
    }
    assert_true(peaks_most_flops(&peaks, "autovec") == 0.0);
    assert_true(peaks_most_flops(&peaks, "scalar+fma") == 0.0);
}

// Under every set within a factor of two of the clock, if that is known at all; in words only where
// it is lower by more than 3 %.
TEST(clocks) {
    struct peaks peaks;
    char text[200];
    assert_true(peaks_measure(0.05, &peaks));
    for (size_t i = 0; i < peaks.set_count; ++i) {
        const double ratio = peaks.sets[i].clock_ghz / peaks.clock_ghz;
        assert_true(peaks.clock_ghz == 0.0 || (ratio > 0.5 && ratio < 1.5));
    }
    peaks = (struct peaks){.clock_ghz = 3.1,
                           .set_count = 3,
                           .sets = {{.isa = "scalar", .clock_ghz = 3.1},
                                    {.isa = "avx2", .clock_ghz = 3.02},
                                    {.isa = "avx512", .clock_ghz = 2.81}}};
    peaks_say_clock(&peaks, text, sizeof text);
    assert_string_equal(text, "3.1 GHz, 2.8 under avx512");
    peaks.sets[1].clock_ghz = 2.99;
    peaks_say_clock(&peaks, text, sizeof text);
    assert_string_equal(text, "3.1 GHz, 3.0 under avx2, 2.8 under avx512");
    peaks.clock_ghz = 0.0;
    peaks_say_clock(&peaks, text, sizeof text);
    assert_string_equal(text, "");
}

TEST(most_flops) {
    const struct peaks peaks = {
        .set_count = 2,
        .sets = {{.isa = "scalar", .add = 3.0, .multiply = 2.0, .mixed = 1.0},
                 {.isa = "avx2", .add = 1.0, .multiply = 2.0, .mixed = 4.0, .fma = 5.0}},
    };
    assert_true(peaks_most_flops(&peaks, "scalar") == 3.0);
    assert_true(peaks_most_flops(&peaks, "avx2") == 4.0);
    assert_true(peaks_most_flops(&peaks, "avx2+fma") == 5.0);
    assert_true(peaks_most_flops(&peaks, "avx") == 0.0);
    assert_true(peaks_most_flops(&peaks, "avx512") == 0.0);
}

// What was not measured is left out, and not 0.
TEST(json) {
    const struct peaks peaks = {
        .set_count = 1,
        .sets = {{.isa = "neon", .add = 3.0, .multiply = 2.0, .mixed = 1.0}},
        .bandwidth = {.l1 = 8.0, .memory = 4.0},
    };
    json_t *json = peaks_to_json(&peaks);
    json_t *expected =
        json_pack("{s:{s:{s:f,s:f,s:f}},s:{s:f,s:f}}", "flops", "neon", "add", 3.0, "multiply", 2.0,
                  "mixed", 1.0, "bandwidth", "l1", 8.0, "memory", 4.0);
    assert_true(json_equal(json, expected));
    json_decref(json);
    json_decref(expected);
}

TEST(caches_in_a_folder) {
    static const char *const folders[] = {"index0", "index1", "index2", "index3"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; ++i) {
        assert_int_equal(mkdir(scratch_path(folders[i]), 0700), 0);
    }
    struct caches caches = caches_read_folder(scratch_folder());
    assert_true(caches.l1 == 0 && caches.l2 == 0 && caches.l3 == 0);
    static const char *const files[][2] = {
        {"index0/level", "1\n"}, {"index0/type", "Instruction\n"}, {"index0/size", "64K\n"},
        {"index1/level", "1\n"}, {"index1/type", "Data\n"},        {"index1/size", "48K\n"},
        {"index2/level", "2\n"}, {"index2/type", "Unified\n"},     {"index2/size", "2M\n"},
        {"index3/level", "3\n"}, {"index3/type", "Unified\n"},     {"index3/size", "512\n"},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i) {
        scratch_write_text(files[i][0], files[i][1]);
    }
    caches = caches_read_folder(scratch_folder());
    assert_int_equal(caches.l1, 48 << 10);
    assert_int_equal(caches.l2, 2 << 20);
    assert_int_equal(caches.l3, 512);
}
