// Comparing two runs: a rerun passes, though there are hundreds of benchmarks; a slowdown does not.
#include "comparison.h"
#include "made_results.h"
#include "rng.h"
#include "test.h"

enum {
    SUBJECTS = 8,
    KERNELS = 15, // in each
    RERUNS = 12,
};

// A run of a program on a machine.
struct run {
    double within;  // noise of repetitions, a share
    double between; // noise of a whole run, by kernel and subject
    double wild;    // share of repetitions that something disturbs, by up to as much again
    size_t repetitions;
    double slower; // factor
    size_t step;   // every so many-th benchmark is slower; 0: none
};

static double normal(struct rng *rng) {
    double sum = -6.0;
    for (int i = 0; i < 12; ++i) {
        sum += rng_between(rng, 0.0, 1.0);
    }
    return sum;
}

static void make(const struct run *run, struct rng *rng, const char *name, struct results *file) {
    struct made_results made;
    made_begin(&made, "");
    for (size_t i = 0; i < SUBJECTS * KERNELS; ++i) {
        char text[80];
        double times[32];
        const bool is_slower = run->step > 0 && i % run->step == 0;
        const double mean =
            (100.0 + (double)i) * exp(run->between * normal(rng)) * (is_slower ? run->slower : 1.0);
        for (size_t k = 0; k < run->repetitions; ++k) {
            times[k] = mean * exp(run->within * normal(rng));
            times[k] *=
                rng_between(rng, 0.0, 1.0) < run->wild ? 1.0 + rng_between(rng, 0.0, 1.0) : 1.0;
        }
        snprintf(text, sizeof text, "volume/method%zu/scalar/mesh%zu", i % KERNELS, i / KERNELS);
        made_add(&made, text, times, run->repetitions, "");
    }
    assert_int_equal(results_read(made_end(&made, name), file), 0);
}

// How many of some pairs of runs fail.
static size_t count_failing(const struct run *first, const struct run *second, size_t pairs,
                            double threshold) {
    struct rng rng = rng_make(__func__);
    size_t failing = 0;
    for (size_t i = 0; i < pairs; ++i) {
        struct results a, b;
        struct comparison comparison;
        make(first, &rng, "a.json", &a);
        make(second, &rng, "b.json", &b);
        assert_int_equal(comparison_make(&a, &b, threshold, &comparison), 0);
        failing += comparison_failed(&comparison);
        comparison_free(&comparison);
        results_free(&a);
        results_free(&b);
    }
    return failing;
}

static const struct run calm = {.within = 0.008, .between = 0.003, .wild = 0.05, .repetitions = 9};
static const struct run noisy = {.within = 0.03, .between = 0.015, .wild = 0.2, .repetitions = 9};

static struct run slower(struct run run, double factor, size_t step) {
    run.slower = factor;
    run.step = step;
    return run;
}

TEST(rerun) {
    assert_int_equal(count_failing(&calm, &calm, RERUNS, 0.05), 0);
}

// Without a threshold noise alone decides, for 120 benchmarks at once: one rerun of twenty may fail
// by chance.
TEST(rerun_without_threshold) {
    assert_true(count_failing(&calm, &calm, RERUNS, 0.0) <= 3);
}

// The intervals hold together with 95 %.
TEST(noisy_rerun) {
    assert_true(count_failing(&noisy, &noisy, RERUNS, 0.05) <= 2);
}

// One of 120 benchmarks slows down, every fifth, every third, or all. In one alone, a rerun's own
// noise can hide 10 %.
TEST(slowdown) {
    static const struct {
        double factor;
        size_t step, found; // at least, of 5
    } cases[] = {
        {1.10, 5, 3}, {1.10, 1, 5}, {1.15, KERNELS * SUBJECTS, 3}, {1.15, 5, 4}, {1.15, 3, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const struct run run = slower(calm, cases[i].factor, cases[i].step);
        const size_t found = count_failing(&calm, &run, 5, 0.05);
        FAIL_IF(found < cases[i].found, "%.0f %% in every %zu: found in %zu of 5",
                100.0 * cases[i].factor - 100.0, cases[i].step, found);
        assert_int_equal(count_failing(&calm, &run, 2, 0.2), 0);
    }
}

// A faster program is no slower one.
TEST(speedup) {
    const struct run run = slower(calm, 0.5, 2);
    assert_int_equal(count_failing(&calm, &run, 5, 0.05), 0);
}

// ------------------------------------------------------------------------------ single rows

static struct comparison_row compare_one(const double *a, size_t a_count, const double *b,
                                         size_t b_count) {
    struct made_results made;
    struct results files[2];
    struct comparison comparison;
    for (size_t i = 0; i < 2; ++i) {
        made_begin(&made, "");
        made_add(&made, "volume/one/scalar/mesh", i == 0 ? a : b, i == 0 ? a_count : b_count, "");
        assert_int_equal(results_read(made_end(&made, i == 0 ? "a.json" : "b.json"), &files[i]), 0);
    }
    assert_int_equal(comparison_make(&files[0], &files[1], 0.05, &comparison), 0);
    struct comparison_row row = comparison.rows[0];
    row.a = row.b = NULL;
    comparison_free(&comparison);
    results_free(&files[0]);
    results_free(&files[1]);
    return row;
}

// Five repetitions are judged, four are not, in either file.
TEST(few_repetitions) {
    static const double fast[] = {10.0, 10.1, 9.9, 10.05, 9.95};
    static const double slow[] = {20.0, 20.1, 19.9, 20.05, 19.95};
    assert_int_equal(compare_one(fast, 5, slow, 5).verdict, COMPARISON_SLOWER);
    assert_int_equal(compare_one(fast, 4, slow, 5).verdict, COMPARISON_UNCLEAR);
    assert_int_equal(compare_one(fast, 5, slow, 4).verdict, COMPARISON_UNCLEAR);
    assert_int_equal(compare_one(slow, 5, fast, 5).verdict, COMPARISON_FASTER);
    assert_true(compare_one(fast, 5, slow, 5).ratio == 2.0);
    assert_true(isnan(compare_one(fast, 4, slow, 5).low));
}

// Five or more samples around a time, whose median is that and whose spread is 1.4826.
static void fill(double *samples, size_t count, double median) {
    for (size_t i = 0; i < count; ++i) {
        samples[i] = median + (i == count / 2 ? 0.0 : i % 2 ? 1.0 : -1.0);
    }
}

// The interval of a single ratio, in closed form: 1.96 standard errors of medians (√(π/2) as large
// as those of means) on either side, wider as the file with fewer repetitions knows less of them.
TEST(interval) {
    static const size_t counts[][2] = {{5, 5}, {9, 9}, {5, 25}, {25, 5}, {25, 25}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) {
        double a[25], b[25], squares = 0.0;
        const size_t *n = counts[i], least = n[0] < n[1] ? n[0] : n[1];
        fill(a, n[0], 100.0);
        fill(b, n[1], 110.0);
        for (int k = 0; k < 2; ++k) {
            const double mean_error = 1.4826 / (k == 0 ? 100.0 : 110.0) / sqrt((double)n[k]);
            squares += 3.14159265358979 / 2.0 * mean_error * mean_error;
        }
        const double half = 1.959964 * (1.0 + 4.0 / (double)(least - 1)) * sqrt(squares);
        const struct comparison_row row = compare_one(a, n[0], b, n[1]);
        assert_true(fabs(row.ratio - 1.1) < 1e-12);
        assert_true(fabs(log(row.high / row.ratio) / half - 1.0) < 1e-4);
        assert_true(fabs(log(row.ratio / row.low) / half - 1.0) < 1e-4);
    }
}

// Just below the threshold, and just above, without noise.
TEST(threshold) {
    static const double base[] = {100.0, 100.0, 100.0, 100.0, 100.0};
    static const double below[] = {104.99, 104.99, 104.99, 104.99, 104.99};
    static const double above[] = {105.01, 105.01, 105.01, 105.01, 105.01};
    assert_int_equal(compare_one(base, 5, below, 5).verdict, COMPARISON_LEVEL);
    assert_int_equal(compare_one(base, 5, above, 5).verdict, COMPARISON_SLOWER);
    assert_int_equal(compare_one(above, 5, base, 5).verdict, COMPARISON_FASTER);
    assert_int_equal(compare_one(below, 5, base, 5).verdict, COMPARISON_LEVEL);
}

// How many of three cold benchmarks, all 100 ns at first, are judged slower in a second run.
static size_t count_slower_cold(const double times[3]) {
    static const char *const names[] = {"volume/a/scalar/mesh/cold", "volume/b/scalar/mesh/cold",
                                        "volume/c/scalar/mesh/cold"};
    struct results files[2];
    struct comparison comparison;
    for (size_t i = 0; i < 2; ++i) {
        struct made_results made;
        made_begin(&made, "");
        for (size_t k = 0; k < 3; ++k) {
            const double time = i == 0 ? 100.0 : times[k];
            const double samples[] = {time, time, time, time, time};
            made_add(&made, names[k], samples, 5, "");
        }
        assert_int_equal(results_read(made_end(&made, i == 0 ? "a.json" : "b.json"), &files[i]), 0);
    }
    assert_int_equal(comparison_make(&files[0], &files[1], 0.05, &comparison), 0);
    const size_t found = comparison.verdicts[COMPARISON_SLOWER];
    comparison_free(&comparison);
    results_free(&files[0]);
    results_free(&files[1]);
    return found;
}

// A cold benchmark must differ twice as much as the others of its workload, just not and just so.
TEST(cold) {
    assert_int_equal(count_slower_cold((double[]){120.9, 110.0, 100.0}), 0);
    assert_int_equal(count_slower_cold((double[]){121.1, 110.0, 100.0}), 1);
    assert_int_equal(count_slower_cold((double[]){121.1, 90.0, 100.0}), 0);
    assert_int_equal(count_slower_cold((double[]){110.0, 100.0, 100.0}), 1);
}

// ------------------------------------------------------------------------------ many rows

// Compares runs of some rows, whose second times are `ratios` as long as the first, and whose
// repetitions spread by a share.
static void compare_rows(const char *const *names, const double *ratios, size_t count,
                         double spread, struct results files[2], struct comparison *comparison) {
    static const double shares[] = {0.5, -1.0, 0.0, 0.75, -0.25, 1.0, -0.5, 0.25, -0.75};
    for (size_t f = 0; f < 2; ++f) {
        struct made_results made;
        made_begin(&made, "");
        for (size_t i = 0; i < count; ++i) {
            double times[9];
            for (size_t k = 0; k < 9; ++k) {
                times[k] = 100.0 * (f == 1 ? ratios[i] : 1.0) * (1.0 + spread * shares[k]);
            }
            made_add(&made, names[i], times, 9, "");
        }
        assert_int_equal(results_read(made_end(&made, f == 0 ? "a.json" : "b.json"), &files[f]), 0);
    }
    assert_int_equal(comparison_make(&files[0], &files[1], 0.05, comparison), 0);
}

static void free_rows(struct results files[2], struct comparison *comparison) {
    comparison_free(comparison);
    results_free(&files[0]);
    results_free(&files[1]);
}

// Ratios that scatter are noise, beyond what repetitions show; each workload has its own. Here the
// single queries are all slower alike, and crowds scatter from -3 to 8 %.
TEST(scatter) {
    char texts[24][60];
    const char *names[24];
    double ratios[24];
    struct results files[2];
    struct comparison comparison;
    for (size_t i = 0; i < 24; ++i) {
        snprintf(texts[i], sizeof texts[i], "volume/m%zu/scalar/mesh%s", i % 12,
                 i < 12 ? "" : "/crowd");
        names[i] = texts[i];
        ratios[i] = i < 12 ? 1.2 : 0.97 + 0.01 * (double)(i - 12);
    }
    compare_rows(names, ratios, 24, 0.0005, files, &comparison);
    assert_int_equal(comparison.verdicts[COMPARISON_SLOWER], 12);
    assert_int_equal(comparison.verdicts[COMPARISON_LEVEL], 12);
    for (size_t i = 0; i < 24; ++i) {
        const bool crowd = comparison.rows[i].a->subject->per_call == 64.0;
        assert_true((comparison.rows[i].verdict == COMPARISON_LEVEL) == crowd);
    }
    free_rows(files, &comparison);
}

// What one benchmark alone shows is what half of them do: the median, of those that are not cold,
// of how much slower each must be.
TEST(visible) {
    struct results files[2];
    struct comparison comparison;
    for (size_t f = 0; f < 2; ++f) {
        struct made_results made;
        made_begin(&made, "");
        for (size_t i = 0; i < 15; ++i) {
            char name[60];
            double times[9];
            snprintf(name, sizeof name, "volume/m%zu/scalar/mesh%s", i, i < 5 ? "" : "/cold");
            for (size_t k = 0; k < 9; ++k) {
                times[k] = 100.0 + (i < 5 ? (double)i + 1.0 : 0.1) * ((double)k - 4.0) / 4.0;
            }
            made_add(&made, name, times, 9, "");
        }
        assert_int_equal(results_read(made_end(&made, f == 0 ? "a.json" : "b.json"), &files[f]), 0);
    }
    assert_int_equal(comparison_make(&files[0], &files[1], 0.05, &comparison), 0);
    size_t below = 0, above = 0;
    for (size_t i = 0; i < 15; ++i) {
        const struct comparison_row *row = &comparison.rows[i];
        const double shows = 1.05 * row->high / row->ratio;
        if (!strstr(row->a->name, "/cold")) {
            below += shows < comparison.visible;
            above += shows > comparison.visible;
        }
    }
    assert_true(below == 2 && above == 2);
    free_rows(files, &comparison);
}

// The mean of all is slower where no row is certain to be; its interval is 1.96 standard errors of
// the logarithms' mean.
TEST(mean) {
    char texts[40][60];
    const char *names[40];
    double ratios[40];
    static const double means[] = {1.08, 1.04};
    for (int way = 0; way < 2; ++way) {
        struct results files[2];
        struct comparison comparison;
        for (size_t i = 0; i < 40; ++i) {
            snprintf(texts[i], sizeof texts[i], "volume/m%zu/scalar/mesh", i);
            names[i] = texts[i];
            ratios[i] = means[way] * (i % 2 == 0 ? 1.01 : 1.0 / 1.01);
        }
        compare_rows(names, ratios, 40, 0.06, files, &comparison);
        assert_int_equal(comparison.verdicts[COMPARISON_SLOWER], 0);
        assert_true(fabs(comparison.mean / means[way] - 1.0) < 1e-9);
        const double half = 1.959964 * log(1.01) / sqrt(39.0);
        assert_true(fabs(log(comparison.mean_high / comparison.mean) / half - 1.0) < 1e-4);
        assert_true(fabs(log(comparison.mean / comparison.mean_low) / half - 1.0) < 1e-4);
        assert_true(comparison.mean_is_slower == (way == 0));
        assert_true(comparison_failed(&comparison) == (way == 0));
        free_rows(files, &comparison);
    }
}
