// Values of scenes that may be left out, and places that the library's messages name. Each function
// that returns an int complains before it returns CLI_BAD, and returns 0 otherwise.
#ifndef BENCH_SCENE_VALUES_H
#define BENCH_SCENE_VALUES_H

#include <stddef.h>

#include "json_values.h"

#define SCENE_MOST 1e12 // of the library

// Reads `count` numbers, or one from `low` on. Those that are left out keep their defaults.
int scene_read_numbers(const struct json_at *object, const char *key, size_t count,
                       double *numbers);
int scene_read_real(const struct json_at *object, const char *key, double low, double *number);

// Reads a unit quaternion; the default is no rotation.
int scene_read_rotation(const struct json_at *object, double rotation[4]);

// What follows "WORD INDEX: " in a message; NULL if it does not begin so.
const char *scene_after_index(const char *message, const char *word, size_t *index);

#endif
