// The samples of a race, out of Google Benchmark's report.
#ifndef BENCH_SAMPLES_H
#define BENCH_SAMPLES_H

#include <jansson.h>

#include "race.h"

// The error or counter that Google Benchmark reports where a timing is missing because the user
// interrupted.
#define SAMPLES_INTERRUPTED "interrupted"

// Adds every repetition to its entry's times, and removes the rows of missing timings from the
// report. Returns 0, or CLI_BAD after complaining.
int samples_take(const struct race *race, json_t *report);

// The median over all timed entries of spread / median, in percent; NaN if none has a spread. Needs
// race_rank().
double samples_spread(const struct race *race);

#endif
