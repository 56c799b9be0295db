// JSON files, with complaints that name the line of a fault.
#ifndef BENCH_JSON_INPUT_H
#define BENCH_JSON_INPUT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli.h"

struct json_input {
    const char *name; // name of the file, for complaints
    char *text;
    json_t *root; // an object; all its numbers are real
};

// Reads a file; `path` "-" is standard input. Returns 0, or CLI_BAD after naming file, line and
// cause. A file with an object that has a key twice is refused.
int json_input_read(const char *path, struct json_input *input);

// Reads a file of any text, without its byte order mark, for who splits it; there is no root.
int json_input_read_text(const char *path, struct json_input *input);

// Reads a text in memory, which is copied; `name` is kept, for complaints.
int json_input_take(const char *name, const char *text, size_t length, struct json_input *input);
void json_input_free(struct json_input *input);

// A value in a file, and the way to it. `value` is NULL if there is none.
struct json_at {
    const struct json_input *input;
    const struct json_at *within; // the object or array that it belongs to; NULL for the root
    const char *key;              // as a member of an object; NULL for an element of an array
    size_t index;                 // as an element of an array
    json_t *value;
};

// The root; a member of an object; an element of an array. They point to what they are given.
struct json_at json_at_root(const struct json_input *input);
struct json_at json_at_member(const struct json_at *object, const char *key);
struct json_at json_at_element(const struct json_at *array, size_t index);

// The line of the value; if there is none, the line of the value that would contain it.
size_t json_at_line(const struct json_at *at);

// Complains about a value: names file, line and the way to the value, e.g. bodies[3].position[1],
// and goes on with the cause, after a space unless that begins with a colon. Returns CLI_BAD.
int json_at_bad(const struct json_at *at, const char *format, ...) BUOY_PRINTF(2, 3);

// Complains about an object, in the line of one of its members.
int json_at_bad_member(const struct json_at *object, const char *key, const char *format, ...)
    BUOY_PRINTF(3, 4);

// ---- Values of JSON files, read strictly: what is missing, of another type or out of range is
// complained about by file, line and place.

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
