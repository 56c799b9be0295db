// The names of benchmarks, and the subjects that they stand for.
#ifndef BENCH_RESULTS_NAMES_H
#define BENCH_RESULTS_NAMES_H

#include "results_benchmarks.h"

// Splits the names of a file's benchmarks and groups them by subject. Returns 0, or CLI_BAD after
// complaining that memory ran out.
int results_names_split(struct results_file *file);

#endif
