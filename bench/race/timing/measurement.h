// What `run` measures beside the races of kernels: a benchmark that nothing competes in, with
// counters of its own. It stands in the same results, as the only row of its subject, and its
// family says which counters its table has.
#ifndef BENCH_MEASUREMENT_H
#define BENCH_MEASUREMENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct measured_family {
    const char *name, *one, *many;
    const char *note;      // what its table says above
    const char *automatic; // the library's function
    // A counter, its heading and its unit (measured.h), each; NULL at the end.
    const char *const (*columns)[3];
};

struct measurement {
    const struct measured_family *family;
    char name[400];                       // family/subject
    json_t *subject;                      // its entry in the context, with "mesh" and "workload"
    const struct measurement *one_thread; // the same on one thread, or NULL
    bool selected;                        // by Google Benchmark's filter
    // Measures, and fills what is below. Returns 0, or CLI_BAD after complaining.
    int (*measure)(struct measurement *measurement);
    const char *kernel, *method; // that its rows name, and the middle of a kernel's three parts
    void *context;
    // ----
    double *samples;                 // nanoseconds, one for each repetition; freed with the rest
    size_t sample_count, iterations; // in each repetition
    json_t *counters;                // of all its rows
    size_t place;                    // among the context's subjects
};

// A measurement of a family, of a subject's name, about a mesh or what takes its place. Returns 0,
// or CLI_BAD after complaining; measurement_free() is allowed either way.
int measurement_make(const struct measured_family *family, const char *name, const char *mesh,
                     const char *workload, struct measurement *measurement);
void measurement_free(struct measurement *measurement);

// Room for samples. Returns 0, or CLI_BAD after complaining.
int measurement_make_room(struct measurement *measurement, size_t count);

// Adds what has been measured to a report: family, kernel and subject to its context, and a row for
// each repetition.
void measurement_add(struct measurement *measurement, json_t *report);

#endif
