// The rows of a report of Google Benchmark.
#include "results_rows.h"

#include <string.h>

#include "cli.h"

// Thirty years, in nanoseconds: a longer time is no time of a benchmark.
#define LONGEST 1e18

// What the two times of a row may differ by.
#define ROUNDING 1e-6

int results_row_bad(const struct json_input *input, size_t index, const char *text) {
    const struct json_at root = json_at_root(input);
    const struct json_at rows = json_at_member(&root, "benchmarks");
    const struct json_at row = json_at_element(&rows, index);
    return cli_bad("%s: line %zu: benchmark %zu: %s", input->name, json_at_line(&row), index + 1,
                   text);
}

static enum results_kind kind_of(const json_t *row) {
    static const struct {
        const char *name;
        enum results_kind kind;
    } aggregates[] = {
        {"median", RESULTS_MEDIAN},
        {"mean", RESULTS_MEAN},
        {"stddev", RESULTS_DEVIATION},
    };
    if (json_is_true(json_object_get(row, "error_occurred")) ||
        json_is_true(json_object_get(row, "skipped"))) {
        return RESULTS_FAILED;
    }
    const char *aggregate = json_string_value(json_object_get(row, "aggregate_name"));
    if (!aggregate) {
        return RESULTS_REPETITION;
    }
    for (size_t i = 0; i < sizeof aggregates / sizeof *aggregates; ++i) {
        if (strcmp(aggregate, aggregates[i].name) == 0) {
            return aggregates[i].kind;
        }
    }
    return RESULTS_OTHER;
}

// Nanoseconds in the row's unit of time; 0: unknown.
static double unit_of(const json_t *row) {
    static const struct {
        const char *name;
        double ns;
    } units[] = {{"ns", 1.0}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
    const char *unit = json_string_value(json_object_get(row, "time_unit"));
    for (size_t i = 0; unit && i < sizeof units / sizeof *units; ++i) {
        if (strcmp(unit, units[i].name) == 0) {
            return units[i].ns;
        }
    }
    return unit ? 0.0 : 1.0;
}

// Our own counter is the CPU time of Google Benchmark. Where they differ somebody has changed one
// of them, for instance to try `compare`; the longer one counts.
static int take_time(const struct json_input *input, size_t index, const json_t *data,
                     struct results_row *row) {
    const struct {
        const char *key;
        double unit;
    } times[] = {{"ns_per_body", 1.0}, {"cpu_time", unit_of(data)}};
    bool found = false;
    for (size_t i = 0; i < sizeof times / sizeof times[0]; ++i) {
        const json_t *time = json_object_get(data, times[i].key);
        if (time && !json_is_number(time)) {
            return results_row_bad(input, index, "no number 'ns_per_body' or 'cpu_time'");
        }
        if (time && times[i].unit == 0.0) {
            return results_row_bad(input, index, "a 'time_unit' other than ns, us, ms and s");
        }
        if (time) {
            const double ns = times[i].unit * json_number_value(time);
            row->ns = found && ns <= row->ns * (1.0 + ROUNDING) ? row->ns : ns;
            found = true;
        }
    }
    if (!found) {
        return results_row_bad(input, index, "no number 'ns_per_body' or 'cpu_time'");
    }
    const bool is_too_small = row->kind == RESULTS_DEVIATION ? row->ns < 0.0 : row->ns <= 0.0;
    if (is_too_small || row->ns > LONGEST) {
        return results_row_bad(input, index,
                               is_too_small ? "its time is not positive" : "its time is too long");
    }
    return 0;
}

static double number_or(const json_t *data, const char *key, double otherwise) {
    const json_t *number = json_object_get(data, key);
    return json_is_number(number) ? json_number_value(number) : otherwise;
}

int results_row_read(const struct json_input *input, size_t index, struct results_row *row) {
    const json_t *data = json_array_get(json_object_get(input->root, "benchmarks"), index);
    *row = (struct results_row){0};
    if (!json_is_object(data)) {
        return results_row_bad(input, index, "not an object");
    }
    row->name = json_string_value(json_object_get(data, "run_name"));
    if (!row->name) { // before version 1.5
        row->name = json_string_value(json_object_get(data, "name"));
    }
    if (!row->name || row->name[0] == '\0') {
        return results_row_bad(input, index, "no 'name'");
    }
    row->kind = kind_of(data);
    row->index = number_or(data, "repetition_index", -1.0);
    row->repetitions = number_or(data, "repetitions", 1.0);
    if (row->kind == RESULTS_FAILED) {
        row->failure = json_string_value(json_object_get(data, "error_message"));
        row->failure = row->failure ? row->failure : "not timed";
    }
    return row->kind >= RESULTS_OTHER ? 0 : take_time(input, index, data, row);
}
