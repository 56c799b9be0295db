// The output of `run`, for its tests: results.json and the contents of its rows. All code is in
// this header, because only those tests know jansson. Include cmocka.h before.
#ifndef TEST_RESULTS_H
#define TEST_RESULTS_H

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "child.h"

#define CATTO "volume/catto/scalar"
#define BLOCKS "volume/blocks/scalar"

#define REPETITIONS 5
#define FEW "--benchmark_repetitions=5"
#define SHORT "--benchmark_min_time=0.001"

// Fails the test unless a run ended well: exit code 0, and on stderr no more than its stages.
static inline void expect_raced(const struct outcome *outcome) {
    static const char *const stages[] = {"checking ", "timing ", "measuring "};
    bool known = true;
    for (const char *line = outcome->error; *line != '\0' && known; line = strchr(line, '\n') + 1) {
        known = false;
        for (size_t i = 0; i < sizeof stages / sizeof stages[0]; ++i) {
            known |= strncmp(line, stages[i], strlen(stages[i])) == 0;
        }
    }
    if (outcome->exit_code != 0 || !known) {
        fail_msg("exit code %d, stderr: %s", outcome->exit_code, outcome->error);
    }
}

// Runs one, which must end so.
static inline struct outcome child_race(const struct child *child) {
    const struct outcome outcome = child_run(child);
    expect_raced(&outcome);
    return outcome;
}

static inline void end_json(void *json) {
    json_decref(json);
}

static inline json_t *load_results(const char *folder) {
    char path[600];
    json_error_t error;
    snprintf(path, sizeof path, "%s/results.json", folder);
    json_t *results = json_load_file(path, 0, &error); // refuses NaN, as JSON does
    if (!results) {
        fail_msg("%s:%d: %s", path, error.line, error.text);
    }
    return test_keep(results, end_json);
}

static inline const char *text_of(const json_t *row, const char *key) {
    const char *text = json_string_value(json_object_get(row, key));
    return text ? text : "";
}

static inline double number_of(const json_t *row, const char *key) {
    const json_t *number = json_object_get(row, key);
    if (!json_is_number(number)) {
        fail_msg("no number '%s' in row '%s'", key, text_of(row, "name"));
    }
    return json_number_value(number);
}

static inline bool is_repetition(const json_t *row) {
    return strcmp(text_of(row, "run_type"), "iteration") == 0;
}

static inline const json_t *find_row(const json_t *results, const char *name) {
    const json_t *rows = json_object_get(results, "benchmarks");
    for (size_t i = 0; i < json_array_size(rows); ++i) {
        const json_t *row = json_array_get(rows, i);
        if (strcmp(text_of(row, "name"), name) == 0) {
            return row;
        }
    }
    fail_msg("no row '%s'", name);
    return NULL;
}

static inline bool is_near(double a, double b) {
    return fabs(a - b) <= 1e-9 * fabs(b); // a few roundings on the way through JSON
}

// Whether this build can time; if not, `run` must say so.
static inline bool can_time(void) {
    struct outcome outcome = child_run(CHILD("run", "--mesh", "builtin:box", "--kernel", CATTO,
                                             "--", "--benchmark_list_tests=true"));
    const bool timing = !strstr(outcome.error, "without Google Benchmark");
    if (!timing && (outcome.exit_code != 2 || outcome.output[0] != '\0')) {
        fprintf(stderr, "exit code %d without Google Benchmark\n", outcome.exit_code);
        exit(1);
    }
    return timing;
}

#endif
