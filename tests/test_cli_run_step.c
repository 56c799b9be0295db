// `run` on the family `step`: names of benchmarks, selection, counters, the baseline in the same
// run, threads and how they scale.
#include "buoyancy.h"
#include "processors.h"
#include "results.h"
#include "test.h"

#define BEST "step/auto/best"

static struct outcome list(const char *option, const char *value) {
    struct outcome outcome = child_run(CHILD("run", option, value, "--out", scratch_path("none"),
                                             "--", "--benchmark_list_tests=true"));
    expect_raced(&outcome);
    return outcome;
}

static bool has_line(const char *text, const char *line) {
    const size_t length = strlen(line);
    for (const char *at = text; (at = strstr(at, line)); at += length) {
        if ((at == text || at[-1] == '\n') && at[length] == '\n') {
            return true;
        }
    }
    return false;
}

// The names of DESIGN.md, all of them if the family is selected. Boxes bring the baseline along.
TEST(names) {
    static const char *const bodies[] = {"boxes", "shapes", "barrels", "mix"};
    static const char *const waters[] = {"still", "waves8"};
    static const int counts[] = {1, 64, 1024};
    const size_t threads = processors_count();
    struct outcome outcome = list("--kernel", BEST);
    size_t names = 0;
    if (threads == 1) {
        tests_left_out(__func__, "rows of threads: one processor");
    }
    for (size_t b = 0; b < 4; ++b) {
        for (size_t w = 0; w < 2; ++w) {
            char name[100];
            for (size_t c = 0; c < 3; ++c, ++names) {
                snprintf(name, sizeof name, BEST "/%s/%s-%d", bodies[b], waters[w], counts[c]);
                assert_true(has_line(outcome.output, name));
                snprintf(name, sizeof name, CATTO "/%s/%s-%d", bodies[b], waters[w], counts[c]);
                assert_int_equal(has_line(outcome.output, name), b == 0);
                names += b == 0;
            }
            snprintf(name, sizeof name, BEST "/%s/%s-1024-t%zu", bodies[b], waters[w], threads);
            assert_int_equal(has_line(outcome.output, name), threads > 1);
            names += threads > 1;
        }
    }
    for (const char *at = outcome.output; (at = strchr(at, '\n')); ++at) {
        --names;
    }
    assert_int_equal(names, 0); // and no others
}

// A name selects every kind of bodies; with their word before it, one.
TEST(selection) {
    struct outcome outcome = list("--workload", "still-64");
    assert_true(has_line(outcome.output, BEST "/boxes/still-64"));
    assert_true(has_line(outcome.output, BEST "/mix/still-64"));
    assert_true(has_line(outcome.output, CATTO "/boxes/still-64"));
    assert_false(has_line(outcome.output, CATTO "/mix/still-64")); // cannot be asked
    assert_null(strstr(outcome.output, "still-1024"));
    outcome = list("--workload", "boxes/sea200-1000");
    assert_true(has_line(outcome.output, BEST "/boxes/sea200-1000"));
    outcome = list("--workload", "barrels/waves8-1");
    assert_true(has_line(outcome.output, BEST "/barrels/waves8-1"));
    assert_null(strstr(outcome.output, "boxes"));
    outcome = list("--workload", "boxes/patch64-1024-float");
    assert_true(has_line(outcome.output, BEST "/boxes/patch64-1024-float"));
    assert_true(has_line(outcome.output, CATTO "/boxes/patch64-1024-float"));
    const struct child child = {.arguments = {"run", "--workload", "barrels/hot"}};
    expect_refusal(&child, "--workload 'barrels/hot': there is no such workload");
}

// A run without arguments races some of it, and sweeps nothing.
TEST(default) {
    struct outcome outcome = list("--poses", "1");
    assert_true(has_line(outcome.output, BEST "/boxes/still-1"));
    assert_true(has_line(outcome.output, BEST "/boxes/still-1024"));
    assert_true(has_line(outcome.output, BEST "/boxes/waves8-1024"));
    assert_true(has_line(outcome.output, CATTO "/boxes/still-1024"));
    assert_false(has_line(outcome.output, BEST "/mix/still-1024"));
    outcome = list("--sweep", "count");
    assert_null(strstr(outcome.output, "\nstep/"));
}

// Counters, and the baseline's time in the same run.
TEST(counters) {
    static const char *const workloads[] = {"still-1", "still-1024"};
    const char *folder = scratch_path("step");
    struct outcome outcome = child_race(CHILD(
        "run", "--kernel", "step/*", "--kernel", CATTO, "--mesh", "builtin:box", "--workload",
        "boxes/still-1", "--workload", "boxes/still-1024", "--out", folder, "--", SHORT, FEW));
    assert_non_null(strstr(outcome.output, "boxes/still-1024"));
    json_t *results = load_results(folder);
    for (size_t i = 0; i < 2; ++i) {
        char name[100];
        snprintf(name, sizeof name, BEST "/boxes/%s_median", workloads[i]);
        const json_t *row = find_row(results, name);
        snprintf(name, sizeof name, CATTO "/boxes/%s_median", workloads[i]);
        const json_t *baseline = find_row(results, name);
        const double ns = number_of(row, "ns_per_body");
        assert_true(
            is_near(number_of(row, "speedup_vs_catto"), number_of(baseline, "ns_per_body") / ns));
        assert_true(is_near(number_of(row, "bodies_per_ms"), 1e6 / ns));
        assert_true(number_of(row, "triangles") == 0.0);
        assert_true(number_of(baseline, "triangles") == 12.0);
        assert_true(number_of(row, "max_error_volume") > 0.0);
        assert_true(number_of(row, "max_error_volume") < 1e-6);
        assert_true(number_of(row, "max_error_centroid") < 1e-6);
        assert_true(number_of(baseline, "max_error_volume") < 1e-6);
        assert_null(json_object_get(row, "threads_per_call"));
    }
}

// Threads: time on the wall, and what they gain over one thread of the same run.
TEST(threads) {
    const size_t threads = processors_count();
    SKIP_IF(threads < 2, "one processor");
    char workload[40], name[100];
    const char *folder = scratch_path("threads");
    snprintf(workload, sizeof workload, "boxes/still-1024-t%zu", threads);
    struct outcome outcome =
        child_race(CHILD("run", "--kernel", "step/*", "--workload", "boxes/still-1024",
                         "--workload", workload, "--out", folder, "--", SHORT, FEW));
    assert_non_null(strstr(outcome.output, "times as fast as on one thread"));
    json_t *results = load_results(folder);
    const json_t *one = find_row(results, BEST "/boxes/still-1024_median");
    snprintf(name, sizeof name, BEST "/%s_median", workload);
    const json_t *many = find_row(results, name);
    assert_true(number_of(many, "threads_per_call") == (double)threads);
    const json_t *rows = json_object_get(results, "benchmarks");
    for (size_t i = 0; i < json_array_size(rows); ++i) {
        const json_t *row = json_array_get(rows, i);
        assert_true(!is_repetition(row) ||
                    is_near(number_of(row, "bodies_per_ms") * number_of(row, "ns_per_body"), 1e6));
    }
    assert_true(is_near(number_of(many, "speedup_vs_one_thread"),
                        number_of(one, "ns_per_body") / number_of(many, "ns_per_body")));
    assert_true(number_of(many, "max_error_volume") == number_of(one, "max_error_volume"));
    assert_null(json_object_get(one, "speedup_vs_one_thread"));
    assert_null(json_object_get(many, "speedup_vs_catto"));
    // Kept on one processor, there is none.
    const struct child child = {.arguments = {"run", "--cpu", "0", "--workload", workload}};
    struct outcome pinned = child_run(&child);
    assert_int_equal(pinned.exit_code, 2);
}

// One kernel in a steady loop; threads are not for profilers.
TEST(profile) {
    struct outcome outcome =
        child_succeed(CHILD("profile", "--kernel", BEST, "--workload", "barrels/waves8-64",
                            "--seconds", "0.01", "--format", "json"));
    assert_non_null(strstr(outcome.output, "\"mesh\": \"barrels\""));
    assert_non_null(strstr(outcome.output, "\"workload\": \"waves8-64\""));
    char workload[40];
    snprintf(workload, sizeof workload, "still-1024-t%zu", processors_count());
    const struct child child = {
        .arguments = {"profile", "--kernel", BEST, "--workload", workload, "--seconds", "0.01"}};
    expect_refusal(&child, "boxes/still-1, boxes/still-64, boxes/still-1024, boxes/waves8-1");
}

TEST_NEEDS(can_time)
