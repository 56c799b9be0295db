// results.json: Google Benchmark's report, completed.
#ifndef BENCH_RESULTS_H
#define BENCH_RESULTS_H

#include <jansson.h>

#include "race.h"

// Adds machine, build and settings to the report's context, and `speedup_vs_catto` to every row of
// a benchmark whose subject was also timed with volume/catto/scalar. Returns 0, or CLI_BAD after
// complaining.
int results_complete(json_t *report, const struct race *race);

// Writes DIRECTORY/results.json. Returns 0, or CLI_BAD after complaining.
int results_write(const json_t *report, const char *directory);

#endif
