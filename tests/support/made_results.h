// Files of results made up for tests.
#ifndef TESTS_MADE_RESULTS_H
#define TESTS_MADE_RESULTS_H

#include <stddef.h>
#include <stdio.h>

struct made_results {
    FILE *stream;
    char *text;
    size_t length;
    size_t rows;
};

// Begins a file. `context`: members of the context, as JSON, or "".
void made_begin(struct made_results *made, const char *context);

// Adds the repetitions of a benchmark. `counters`: further members of its rows, as JSON that begins
// with a comma, or "".
void made_add(struct made_results *made, const char *name, const double *ns, size_t count,
              const char *counters);

// Nine repetitions about a time, a percent apart at most, always the same ones.
void made_add_calm(struct made_results *made, const char *name, double ns, const char *counters);

// Writes the file to the scratch folder; returns its path, valid as long as scratch_path()'s.
const char *made_end(struct made_results *made, const char *name);

#endif
