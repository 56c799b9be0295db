// What a file of results says: benchmarks, the subjects that they stand for, and the context.
#ifndef BENCH_RESULTS_BENCHMARKS_H
#define BENCH_RESULTS_BENCHMARKS_H

#include <stdbool.h>

#include "json_input.h"
#include "ranking.h"

// A benchmark: all rows of one name. Texts belong to the file.
struct results_benchmark {
    const char *name;
    // The parts of family/method/isa/mesh[/workload]. For other programs' names, `kernel` and
    // `method` are the whole name, and all other parts are empty.
    const char *kernel;  // family/method/isa
    const char *subject; // mesh[/workload]
    const char *family, *method, *isa, *mesh, *workload;

    // Nanoseconds per body: the counter ns_per_body or, without one, the CPU time of an iteration.
    // A benchmark with aggregates only has no samples, but a median and a spread.
    struct ranking_candidate times;
    size_t repetitions;
    const char *failure; // why it was not timed; NULL: it was

    const json_t *row; // the row whose counters hold for the benchmark
};

// The benchmarks that may be compared with each other: one family's about one mesh in one workload.
struct results_subject {
    const char *name, *family, *mesh, *workload;
    size_t count;
    struct results_benchmark **benchmarks; // by median; those without a time last
};

struct results_file {
    struct json_input input;
    const json_t *context; // an object, or NULL

    // In the file's order.
    struct results_benchmark *benchmarks;
    size_t benchmark_count;
    struct results_subject *subjects;
    size_t subject_count;

    json_t *indices; // of benchmarks, by name

    // Memory that the members above point into.
    char *texts;
    double *samples;
    struct results_benchmark **order;
};

// Whether the benchmark has a time.
bool results_timed(const struct results_benchmark *benchmark);

// A counter of a benchmark; NaN if it has none of that name.
double results_counter(const struct results_benchmark *benchmark, const char *name);

// The benchmark with the name, or NULL.
const struct results_benchmark *results_find(const struct results_file *file, const char *name);

// The subject of a name and family, or NULL.
const struct results_subject *results_find_subject(const struct results_file *file,
                                                   const struct results_subject *like);

// A text or a number of the context; "" or NaN if there is none.
const char *results_context_text(const struct results_file *file, const char *key);
double results_context_number(const struct results_file *file, const char *key);

#endif
