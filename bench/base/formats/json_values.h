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

// Checks that a value is an array.
int json_check_array(const struct json_at *at);

// The member of an object that has one of two names, for json_read_…(): the first name's if neither
// is there. Complains if both are.
int json_at_either(const struct json_at *object, const char *key, const char *other,
                   struct json_at *at);

// A member that an object may have: its key and what it is read to.
enum json_kind {
    JSON_KEY,     // read by the caller
    JSON_TEXT,    // const char *, of the document
    JSON_FLAG,    // bool
    JSON_DOUBLE,  // in [low, high]
    JSON_FLOAT,   // in [low, high]
    JSON_COUNT,   // uint32_t in [low, high]
    JSON_NUMBERS, // double[count], each within ±high
    JSON_FLOATS,  // float[count]
};
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): in the order in which rows are read
struct json_member {
    const char *key;
    enum json_kind kind;
    void *value; // keeps its default where the member is left out
    double low, high;
    size_t count;
    bool needed;
    const char *other; // another name for it, or NULL
};

// Reads an object by a table whose last row has no key. A member that is in neither the table nor
// `more`, a list that ends with NULL or is NULL, is complained about.
int json_read_members(const struct json_at *object, const struct json_member *members,
                      const char *const *more);

#endif
