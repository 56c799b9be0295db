// What two files of results should have in common, and what one says about its noise.
#ifndef BENCH_DIFFERENCES_H
#define BENCH_DIFFERENCES_H

#include "results_file.h"

// Hands every fact that makes times of two files less comparable to `say`, a line each. `labels`
// name the files.
typedef void differences_say(const char *line, void *context);
void differences_between(const struct results_file *a, const struct results_file *b,
                         const char *const labels[2], differences_say *say, void *context);

// Whether a file says that its times are not to be trusted; and its reasons: an array, or NULL.
bool differences_is_noisy(const struct results_file *file);
const json_t *differences_noise(const struct results_file *file);

#endif
