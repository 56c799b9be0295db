// Files of results made up for tests.
#ifndef TESTS_MADE_RESULTS_H
#define TESTS_MADE_RESULTS_H

#include <stddef.h>
#include <stdio.h>

struct made_results {
    const char *context;
    FILE *stream, *subjects, *kernels;
    char *text, *subject_text, *kernel_text;
    size_t length, subject_length, kernel_length, rows, subject_count;
    char keys[64][1000]; // of the subjects
};

// Begins a file. `context`: members of the context, as JSON, or "".
void made_begin(struct made_results *made, const char *context);

// Adds the repetitions of a benchmark family/method/isa/mesh[/workload]; the families are volume
// and hydrostatics, the method `rival` is a plug-in's, and +fma is not deterministic. `counters`:
// further members of its rows, as JSON that begins with a comma, or "".
void made_add(struct made_results *made, const char *name, const double *ns, size_t count,
              const char *counters);

// Nine repetitions about a time, a percent apart at most, always the same ones.
void made_add_calm(struct made_results *made, const char *name, double ns, const char *counters);

// Writes the file to the scratch folder; returns its path, valid as long as scratch_path()'s.
const char *made_end(struct made_results *made, const char *name);

#endif
