// Google Benchmark for C: the few of its calls that `run` needs. No C++ exception leaves the shim.
#ifndef BENCH_GOOGLE_BENCHMARK_H
#define BENCH_GOOGLE_BENCHMARK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// One execution of a benchmark function.
struct google_benchmark_state;

// Must call google_benchmark_keep_running() until that returns false, or skip.
typedef void google_benchmark_function(struct google_benchmark_state *state, void *context);

// Takes Google Benchmark's flags out of argv[1…] and leaves all unknown ones. If a flag is
// repeated, the last value counts. Returns false, and takes nothing, if a value is not allowed.
bool google_benchmark_initialize(int *argc, char **argv);

// Prints Google Benchmark's own list of flags on standard output.
void google_benchmark_print_flags(void);

// Adds a benchmark; the name is copied. Returns false if out of memory.
bool google_benchmark_register(const char *name, google_benchmark_function *function,
                               void *context);

// Runs the benchmarks that the filter selects and reports every repetition. Returns their number,
// 0 also if the filter is not a regular expression. `json`, if not NULL, receives Google
// Benchmark's JSON, to be freed by the caller, or NULL if out of memory or an exception was thrown.
size_t google_benchmark_run(char **json);

// Whether to process `bodies` more bodies. The clock starts with the first call and stops when the
// function returns false; it counts bodies as iterations.
bool google_benchmark_keep_running(struct google_benchmark_state *state, int64_t bodies);

// The number of bodies that this execution shall process. A benchmark is executed with growing
// numbers until one takes long enough, and repeated with that number.
int64_t google_benchmark_iterations(const struct google_benchmark_state *state);

// The meaning of a counter in the report.
enum google_benchmark_counter {
    GOOGLE_BENCHMARK_VALUE,       // the value itself
    GOOGLE_BENCHMARK_PER_SECOND,  // value × bodies / CPU seconds
    GOOGLE_BENCHMARK_SECONDS_PER, // CPU seconds / (value × bodies)
};
void google_benchmark_set_counter(struct google_benchmark_state *state, const char *name,
                                  double value, enum google_benchmark_counter kind);

// Reports an error in place of a time. The function must then return.
void google_benchmark_skip(struct google_benchmark_state *state, const char *reason);

#ifdef __cplusplus
}
#endif

#endif
