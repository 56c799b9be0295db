// JSON files, with complaints that name the line of a fault.
#ifndef BENCH_JSON_INPUT_H
#define BENCH_JSON_INPUT_H

#include <jansson.h>
#include <stddef.h>

struct json_input {
    const char *name; // name of the file, for complaints
    char *text;
    json_t *root; // an object; all its numbers are real
};

// Reads a file; `path` "-" is standard input. Returns 0, or CLI_BAD after naming file, line and
// cause. A file with an object that has a key twice is refused.
int json_input_read(const char *path, struct json_input *input);
void json_input_free(struct json_input *input);

// The place of a value: member `key` of the root, or element `index` of that array, or member
// `of_it` of that element. A part that is NULL or JSON_INPUT_WHOLE is left out, with all parts
// after it.
struct json_place {
    const char *key;
    size_t index;
    const char *of_it;
};
#define JSON_INPUT_WHOLE ((size_t)-1)

// The line of the value; if the value does not exist, the line of the value that would contain it.
size_t json_input_line(const struct json_input *input, struct json_place place);

#endif
