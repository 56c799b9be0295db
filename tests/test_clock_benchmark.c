// The harness of browsers and of musl, by a clock that is made up: how long executions last, what
// is reported of them and in what order, flags and filters.
#include "test.h"

#if defined(__has_include) && !__has_include(<regex.h>)
TEST(regular_expressions) {
    (void)state;
    SKIP("no regular expressions here");
}
#else

#include <jansson.h>

// What passes is real time; a reading is the last tick before it.
static struct {
    double real, tick;
    unsigned readings;
} fake;

static double fake_clock(void) {
    fake.real += fake.tick / 64.0;
    ++fake.readings;
    return fake.tick * floor(fake.real / fake.tick);
}

#define clock_cpu fake_clock
#include "race/timing/shim/clock_benchmark.c" // NOLINT(bugprone-suspicious-include): its clock
#undef clock_cpu

// A kernel that takes as long as it is told, and what was seen of its executions.
struct timed {
    double seconds;  // a body
    int64_t at_once; // bodies
    double last;     // how long the last execution was
    int executions;
    bool skips;
};

static void run_timed(struct google_benchmark_state *state, void *context) {
    struct timed *timed = context;
    if (timed->skips) {
        google_benchmark_skip(state, "no such kernel");
        return;
    }
    const double began = fake.real;
    int64_t bodies = 0;
    while (google_benchmark_keep_running(state, timed->at_once)) {
        fake.real += (double)timed->at_once * timed->seconds;
        bodies += timed->at_once;
    }
    assert_true(bodies >= google_benchmark_iterations(state) &&
                bodies < google_benchmark_iterations(state) + timed->at_once);
    timed->last = fake.real - began;
    ++timed->executions;
    google_benchmark_set_counter(state, "value", 7.0, GOOGLE_BENCHMARK_VALUE);
    google_benchmark_set_counter(state, "per_second", 2.0, GOOGLE_BENCHMARK_PER_SECOND);
    google_benchmark_set_counter(state, "seconds_per", 2.0, GOOGLE_BENCHMARK_SECONDS_PER);
}

static int begin(void **state) {
    (void)state;
    for (size_t i = 0; i < benchmark_count; ++i) {
        free(benchmarks[i].name);
    }
    free(benchmarks);
    benchmarks = NULL;
    benchmark_count = 0;
    memset(&settings, 0, sizeof settings);
    settings.min_time = 0.5;
    settings.repetitions = 1;
    fake.real = 0.0;
    fake.tick = 1e-6;
    fake.readings = 0;
    return 0;
}

static bool take(const char *flag) {
    char program[] = "program", copy[100];
    char *arguments[] = {program, copy, NULL};
    int count = 2;
    snprintf(copy, sizeof copy, "%s", flag);
    return google_benchmark_initialize(&count, arguments) && count == 1;
}

static json_t *report_of(size_t expected) {
    char *text = NULL;
    assert_int_equal(google_benchmark_run(&text), expected);
    json_t *all = json_loads(text, 0, NULL);
    assert_non_null(all);
    free(text);
    return all;
}

static double number(const json_t *row, const char *key) {
    return json_number_value(json_object_get(row, key));
}

// An execution lasts the least time or 200 ticks, whichever is longer, and less than twice as long.
// That is found in a few executions, whatever a body costs. In between, the clock shows one tick
// where almost two have passed.
TEST(lengths) {
    static const struct {
        double tick, min_time, body;
        int64_t at_once;
    } rows[] = {
        {1e-6, 0.01, 1e-9, 1},    {1e-6, 0.01, 1e-9, 64},    {1e-6, 0.01, 1e-5, 1},
        {1e-3, 0.01, 1e-7, 1},    {1e-3, 0.01, 1.9e-7, 64},  {1e-3, 0.3, 1.9e-5, 1},
        {1e-3, 0.01, 1.95e-3, 1}, {1e-3, 0.01, 1.95e-3, 64}, {5e-6, 0.001, 0.1, 1},
        {1e-3, 0.01, 1.96e-5, 1}, {1e-3, 0.01, 1.99e-9, 1},  {1e-4, 0.2, 1e-9, 16},
    };
    for (size_t i = 0; i < COUNT_OF(rows); ++i) {
        struct timed timed = {.seconds = rows[i].body, .at_once = rows[i].at_once};
        begin(state);
        fake.tick = rows[i].tick;
        settings.min_time = rows[i].min_time;
        google_benchmark_register("kernel", run_timed, &timed);
        json_t *all = report_of(1), *row = json_array_get(json_object_get(all, "benchmarks"), 0);
        const double least = fmax(rows[i].min_time, 200.0 * rows[i].tick);
        const double bodies = rows[i].body * (double)rows[i].at_once;
        assert_true(timed.last >= least && timed.last <= 1.75 * least + 2.0 * bodies);
        assert_in_range(timed.executions, 2, 9);
        assert_true(
            fabs(number(json_object_get(all, "context"), "clock_tick_seconds") / rows[i].tick -
                 1.0) <= 1e-6);
        const double off = 1.1 / 200.0, ns = number(row, "cpu_time");
        assert_true(fabs(ns / (1e9 * rows[i].body) - 1.0) <= off && number(row, "real_time") == ns);
        assert_true(fabs(number(row, "per_second") * rows[i].body / 2.0 - 1.0) <= off);
        assert_true(fabs(number(row, "seconds_per") * 2.0 / rows[i].body - 1.0) <= off);
        assert_true(number(row, "value") == 7.0);
        assert_true(fabs(number(row, "iterations") * rows[i].body / timed.last - 1.0) <= off);
        json_decref(all);
    }
}

// Repetitions are interleaved; what is skipped is reported once, with its reason.
TEST(order) {
    struct timed timed[3] = {
        {.seconds = 1e-4, .at_once = 1}, {.skips = true}, {.seconds = 1e-4, .at_once = 1}};
    static const char *const names[] = {"first", "skipped", "last"};
    begin(state);
    assert_true(take("--benchmark_repetitions=3") && take("--benchmark_min_time=0.01s"));
    assert_true(take("--benchmark_enable_random_interleaving=true"));
    for (size_t i = 0; i < 3; ++i) {
        assert_true(google_benchmark_register(names[i], run_timed, &timed[i]));
    }
    json_t *all = report_of(3), *rows = json_object_get(all, "benchmarks");
    assert_int_equal(json_array_size(rows), 7);
    for (size_t i = 0; i < 7; ++i) {
        const json_t *row = json_array_get(rows, i);
        const char *name = json_string_value(json_object_get(row, "name"));
        assert_string_equal(name, i == 0 ? "skipped" : names[i % 2 == 1 ? 0 : 2]);
        assert_string_equal(json_string_value(json_object_get(row, "run_name")), name);
        assert_true(number(row, "repetitions") == 3.0 && number(row, "threads") == 1.0);
        assert_true(number(row, "repetition_index") == (double)((i > 2) + (i > 4)));
        assert_true(!json_object_get(row, "error_message") == (i > 0));
        assert_true(!json_object_get(row, "cpu_time") == (i == 0));
    }
    json_decref(all);
}

TEST(flags) {
    static const struct {
        const char *filter;
        size_t count;
    } filters[] = {{"", 3},  {"-last", 2}, {"(first|last)", 2}, {"s", 3}, {"^s", 1}, {"none", 0},
                   {"-", 0}, {"(", 0}};
    struct timed timed = {.seconds = 1e-3, .at_once = 1};
    char mine[] = "--mine", list[] = "--benchmark_list_tests", other[] = "other";
    char *arguments[] = {mine, mine, list, other, NULL};
    int count = 4;
    for (size_t i = 0; i < COUNT_OF(filters); ++i) {
        char flag[64];
        begin(state);
        settings.min_time = 0.001;
        google_benchmark_register("first", run_timed, &timed);
        google_benchmark_register("skipped", run_timed, &timed);
        google_benchmark_register("last", run_timed, &timed);
        snprintf(flag, sizeof flag, "--benchmark_filter=%s", filters[i].filter);
        assert_true(filters[i].filter[0] == '\0' || take(flag));
        json_t *all = report_of(filters[i].count);
        assert_int_equal(json_array_size(json_object_get(all, "benchmarks")), filters[i].count);
        json_decref(all);
    }
    assert_true(!take("--benchmark_min_time=") && !take("--benchmark_min_time=1x"));
    assert_true(!take("--benchmark_repetitions=0") && !take("--benchmark_repetitions=") &&
                !take("--benchmark_repetitions=2x"));
    assert_true(google_benchmark_initialize(&count, arguments) && settings.list);
    assert_true(count == 3 && arguments[1] == mine && arguments[2] == other);
    assert_int_equal(begin(state), 0);
}
#endif
