// Values of JSON files, read strictly: what is missing, of another type or out of range is
// complained about by file, line and place.
#ifndef BENCH_JSON_VALUES_H
#define BENCH_JSON_VALUES_H

#include <stdbool.h>
#include <stdint.h>

#include "json_input.h"

// Each returns 0, or CLI_BAD after complaining.

// A number in [low, high]; rounded to the nearest float, before it is compared, by the second.
int json_read_real(const struct json_at *at, double low, double high, double *number);
int json_read_float(const struct json_at *at, double low, double high, float *number);

// A whole number in [low, high].
int json_read_count(const struct json_at *at, uint32_t low, uint32_t high, uint32_t *count);

// true or false.
int json_read_flag(const struct json_at *at, bool *flag);

// An array of exactly `count` numbers, each within ±most, or any float.
int json_read_reals(const struct json_at *at, size_t count, double most, double *numbers);
int json_read_floats(const struct json_at *at, size_t count, float *numbers);

// Checks that a value is there and is an object, or an array.
int json_check_object(const struct json_at *at);
int json_check_array(const struct json_at *at);

// The member of an object that has one of two names, for json_read_…(): the first name's if neither
// is there. Complains if both are.
int json_at_either(const struct json_at *object, const char *key, const char *other,
                   struct json_at *at);

// Complains about the first member of an object that is in neither list. Lists of keys end with
// NULL; `more` may be NULL.
int json_check_keys(const struct json_at *object, const char *const *known,
                    const char *const *more);

#endif
