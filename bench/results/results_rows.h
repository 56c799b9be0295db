// The rows of a report of Google Benchmark.
#ifndef BENCH_RESULTS_ROWS_H
#define BENCH_RESULTS_ROWS_H

#include "json_input.h"

enum results_kind {
    RESULTS_REPETITION,
    RESULTS_MEDIAN,
    RESULTS_MEAN,
    RESULTS_DEVIATION,
    RESULTS_OTHER,  // an aggregate that nobody needs
    RESULTS_FAILED, // it was not timed
};

struct results_row {
    enum results_kind kind;
    const char *name;    // of the benchmark
    const char *failure; // why it was not timed
    double ns;           // time, or the deviation of times
    double index;        // of the repetition; -1: not said
    double repetitions;  // of the benchmark, as an aggregate says
};

// Reads element `index` of the array `benchmarks`. Returns 0, or CLI_BAD after complaining.
int results_row_read(const struct json_input *input, size_t index, struct results_row *row);

// Complains about that element: names file and line.
int results_row_bad(const struct json_input *input, size_t index, const char *text);

#endif
