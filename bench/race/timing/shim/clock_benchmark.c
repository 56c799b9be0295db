// The few calls of google_benchmark.h by the system's clock alone, for programs without C++: in
// browsers, whose clocks tick every 5 µs to 1 ms, and with musl. An execution lasts 200 ticks or
// more. Repetitions of all benchmarks are interleaved.
#include "google_benchmark.h"

#include "clock.h"
#include "processors.h"

#include <jansson.h>
#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TICKS 200.0
#define MOST_ITERATIONS (INT64_C(1) << 40)

struct google_benchmark_state {
    int64_t goal, done; // bodies
    double began, seconds;
    bool running, skipped;
    json_t *row; // of the report
};

struct benchmark {
    char *name;
    google_benchmark_function *function;
    void *context;
    int64_t goal; // 0: skipped
};

static struct benchmark *benchmarks;
static size_t benchmark_count;
static struct {
    double min_time, tick;
    long repetitions;
    bool list;
    char filter[256];
} settings = {.min_time = 0.5, .repetitions = 1};

// The least difference between two readings that differ, of many.
static double measure_tick(void) {
    double tick = 1.0;
    for (int i = 0; i < 20; ++i) {
        double last = clock_cpu(), next = last;
        while (next == last) {
            next = clock_cpu();
        }
        tick = fmin(tick, next - last);
    }
    return tick;
}

// ----------------------------------------------------------------------------------- flags

// Takes one flag; false if its value is not allowed.
static bool take_flag(const char *flag, bool *known) {
    char *end = NULL;
    *known = true;
    if (sscanf(flag, "--benchmark_filter=%255[^\n]", settings.filter) == 1) {
        return true;
    }
    if (strncmp(flag, "--benchmark_min_time=", 21) == 0) {
        settings.min_time = strtod(flag + 21, &end);
        return end > flag + 21 && (*end == '\0' || strcmp(end, "s") == 0);
    }
    if (strncmp(flag, "--benchmark_repetitions=", 24) == 0) {
        settings.repetitions = strtol(flag + 24, &end, 10);
        return end > flag + 24 && *end == '\0' && settings.repetitions > 0;
    }
    if (strcmp(flag, "--benchmark_list_tests") == 0) {
        settings.list = true;
        return true;
    }
    *known = strcmp(flag, "--benchmark_enable_random_interleaving=true") == 0;
    return true;
}

bool google_benchmark_initialize(int *argc, char **argv) {
    int kept = 1;
    for (int i = 1; i < *argc; ++i) {
        bool known;
        if (!take_flag(argv[i], &known)) {
            return false;
        }
        if (!known) {
            argv[kept++] = argv[i];
        }
    }
    *argc = kept;
    return true;
}

void google_benchmark_print_flags(void) {
    puts("benchmark [--benchmark_list_tests] [--benchmark_filter=<regex>]\n"
         "          [--benchmark_min_time=<seconds>] [--benchmark_repetitions=<count>]");
}

bool google_benchmark_register(const char *name, google_benchmark_function *function,
                               void *context) {
    char *copy = strdup(name);
    struct benchmark *more =
        copy ? realloc(benchmarks, (benchmark_count + 1) * sizeof *more) : NULL;
    if (!more) {
        free(copy);
        return false;
    }
    benchmarks = more;
    benchmarks[benchmark_count++] =
        (struct benchmark){.name = copy, .function = function, .context = context};
    return true;
}

// ----------------------------------------------------------------------------------- state

bool google_benchmark_keep_running(struct google_benchmark_state *state, int64_t bodies) {
    if (!state->running) {
        state->running = true;
        state->began = clock_cpu();
    }
    if (state->done >= state->goal) {
        state->seconds = clock_cpu() - state->began;
        return false;
    }
    state->done += bodies;
    return true;
}

int64_t google_benchmark_iterations(const struct google_benchmark_state *state) {
    return state->goal;
}

void google_benchmark_set_counter(struct google_benchmark_state *state, const char *name,
                                  double value, enum google_benchmark_counter kind) {
    const double bodies = value * (double)state->done;
    const double counter = kind == GOOGLE_BENCHMARK_VALUE        ? value
                           : kind == GOOGLE_BENCHMARK_PER_SECOND ? bodies / state->seconds
                                                                 : state->seconds / bodies;
    json_object_set_new(state->row, name, json_real(counter)); // NULL, and left out, if not finite
}

void google_benchmark_skip(struct google_benchmark_state *state, const char *reason) {
    state->skipped = true;
    json_object_set_new(state->row, "error_occurred", json_true());
    json_object_set_new(state->row, "error_message", json_string(reason));
}

// ------------------------------------------------------------------------------------- run

static struct google_benchmark_state execute(const struct benchmark *benchmark, int64_t goal,
                                             long repetition) {
    const char *name = benchmark->name;
    struct google_benchmark_state state = {.goal = goal};
    state.row = json_pack("{sssssssIsIsi}", "name", name, "run_name", name, "run_type", "iteration",
                          "repetitions", (json_int_t)settings.repetitions, "repetition_index",
                          (json_int_t)repetition, "threads", 1);
    benchmark->function(&state, benchmark->context);
    if (!state.skipped) {
        const double ns = 1e9 * state.seconds / (double)state.done;
        json_object_set_new(state.row, "iterations", json_integer(state.done));
        json_object_set_new(state.row, "real_time", json_real(ns));
        json_object_set_new(state.row, "cpu_time", json_real(ns));
        json_object_set_new(state.row, "time_unit", json_string("ns"));
    }
    return state;
}

// Executes a benchmark with growing numbers until one takes long enough.
static void calibrate(struct benchmark *benchmark, json_t *rows) {
    const double least = fmax(settings.min_time, TICKS * settings.tick);
    for (int64_t goal = 1; benchmark->goal == 0;) {
        struct google_benchmark_state state = execute(benchmark, goal, 0);
        if (state.skipped) {
            json_array_append_new(rows, state.row);
            return;
        }
        json_decref(state.row);
        if (state.seconds >= least || state.done >= MOST_ITERATIONS) {
            benchmark->goal = state.done;
        } else {
            // Infinite where the clock has not moved.
            const double factor = 1.5 * least / state.seconds;
            goal = (int64_t)((double)state.done * fmin(factor, 100.0)) + 1;
        }
    }
}

static bool is_selected(const struct benchmark *benchmark) {
    const bool negative = settings.filter[0] == '-';
    regex_t regex;
    if (settings.filter[0] == '\0' ||
        regcomp(&regex, settings.filter + negative, REG_EXTENDED | REG_NOSUB) != 0) {
        return settings.filter[0] == '\0';
    }
    const bool found = regexec(&regex, benchmark->name, 0, NULL, 0) == 0;
    regfree(&regex);
    return found != negative;
}

static void run(const bool *selected, json_t *rows) {
    for (size_t i = 0; i < benchmark_count; ++i) {
        benchmarks[i].goal = 0;
        if (selected[i]) {
            calibrate(&benchmarks[i], rows);
        }
    }
    for (long repetition = 0; repetition < settings.repetitions; ++repetition) {
        for (size_t i = 0; i < benchmark_count; ++i) {
            if (benchmarks[i].goal > 0) {
                json_array_append_new(rows,
                                      execute(&benchmarks[i], benchmarks[i].goal, repetition).row);
            }
        }
    }
}

static char *report(json_t *rows) {
    char date[40];
    const time_t time_now = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S+00:00", gmtime(&time_now));
    json_t *all = json_pack("{s{ss sf si ss}so}", "context", "date", date, "clock_tick_seconds",
                            settings.tick, "num_cpus", (int)processors_count(),
                            "library_build_type", "release", "benchmarks", rows);
    char *text = json_dumps(all, JSON_INDENT(1));
    json_decref(all);
    return text;
}

size_t google_benchmark_run(char **json) {
    bool *selected = calloc(benchmark_count + 1, sizeof *selected);
    json_t *rows = json_array();
    size_t count = 0;
    settings.tick = settings.tick > 0.0 ? settings.tick : measure_tick();
    for (size_t i = 0; i < benchmark_count && selected; ++i) {
        selected[i] = is_selected(&benchmarks[i]);
        count += selected[i];
        if (selected[i] && settings.list) {
            puts(benchmarks[i].name);
        }
    }
    if (selected && !settings.list) {
        run(selected, rows);
    }
    if (json) {
        *json = settings.list ? NULL : report(json_incref(rows));
    }
    json_decref(rows);
    free(selected);
    return count;
}
