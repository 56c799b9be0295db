// JSON files whose faults are complained about by line.
#ifndef BENCH_JSON_INPUT_H
#define BENCH_JSON_INPUT_H

#include <jansson.h>
#include <stddef.h>

struct json_input {
    const char *name; // of the file, for complaints
    char *text;
    json_t *root; // an object; all its numbers are real
};

// Reads a file; `path` "-" is standard input. Returns 0, or CLI_BAD after naming file, line and
// cause. No object in it has a key twice.
int json_input_read(const char *path, struct json_input *input);
void json_input_free(struct json_input *input);

// Where a value is: member `key` of the root, or element `index` of that array, or member `of_it`
// of that element. What is NULL or JSON_INPUT_WHOLE, and all behind it, is left out.
struct json_place {
    const char *key;
    size_t index;
    const char *of_it;
};
#define JSON_INPUT_WHOLE ((size_t)-1)

// The line it is on; of what does not exist that of what it would be in.
size_t json_input_line(const struct json_input *input, struct json_place place);

#endif
