// JSON files, with complaints that name the line of a fault.
#ifndef BENCH_JSON_INPUT_H
#define BENCH_JSON_INPUT_H

#include <jansson.h>
#include <stddef.h>

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

#endif
