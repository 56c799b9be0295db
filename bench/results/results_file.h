// A file of results read back: results.json of `run`, or any report of Google Benchmark.
#ifndef BENCH_RESULTS_FILE_H
#define BENCH_RESULTS_FILE_H

#include "results_benchmarks.h"

// Reads a file. Refused are: what is not JSON, has no benchmarks, has a row twice, more than
// 10,000 benchmarks, or a time that is not positive or beyond 1e18 ns. Returns 0, or CLI_BAD after
// naming file, line and cause.
int results_file_read(const char *path, struct results_file *file);
void results_file_free(struct results_file *file);

#endif
