// Timing a race with Google Benchmark.
#ifndef BENCH_TIMING_H
#define BENCH_TIMING_H

#include <jansson.h>

#include "race.h"

// Hands flags to Google Benchmark, registers the entries and finds out which ones its filter
// selects. `done` means that the flags only asked for a list, which has been printed. Returns 0, or
// CLI_BAD after complaining: an unknown flag, nothing selected, no Google Benchmark.
int timing_begin(struct race *race, const struct cli_strings *flags, bool *done);

// Times the selected entries that passed their check, notes how noisy the machine was, and hands
// over Google Benchmark's report, without rows of what was not timed for an interruption. Returns
// 0, or CLI_BAD after complaining.
int timing_run(struct race *race, json_t **report);

#endif
