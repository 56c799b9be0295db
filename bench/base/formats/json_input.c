// JSON files, with complaints that name the line of a fault.
#include "json_input.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "csv.h"
#include "files.h"
#include "json_memory.h"
#include "output.h"

// The most bytes a file may have.
#define MOST_BYTES ((size_t)256 << 20)

// ------------------------------------------------------------------------------- reading

static int read_all(FILE *file, const char *name, char **text, size_t *length) {
    size_t capacity = 0;
    *text = NULL;
    *length = 0;
    do {
        if (*length + 1 >= capacity) {
            capacity = capacity == 0 ? 4096 : 2 * capacity;
            char *larger = realloc(*text, capacity);
            if (!larger) {
                return cli_out_of_memory();
            }
            *text = larger;
        }
        *length += fread(*text + *length, 1, capacity - *length - 1, file);
        if (*length > MOST_BYTES) {
            return cli_bad("%s: more than %zu MiB", name, MOST_BYTES >> 20);
        }
    } while (!feof(file) && !ferror(file));
    (*text)[*length] = '\0';
    return ferror(file) ? cli_bad("%s: %s", name, strerror(errno)) : 0;
}

// jansson accepts NUL bytes, but the search for lines would take one for the end of the text.
static int refuse_nul(const struct json_input *input, size_t length) {
    size_t line = 1;
    for (size_t i = 0; i < length; ++i) {
        if (input->text[i] == '\0') {
            return cli_bad("%s: line %zu: %s", input->name, line, csv_nul(line, i));
        }
        line += input->text[i] == '\n';
    }
    return 0;
}

// jansson takes a byte order mark for a fault.
static size_t drop_byte_order_mark(char *text, size_t length) {
    const size_t mark = (size_t)(csv_behind_mark(text) - text);
    memmove(text, text + mark, length - mark + 1);
    return length - mark;
}

static int parse(struct json_input *input, size_t length) {
    json_error_t error;
    length = drop_byte_order_mark(input->text, length);
    if (refuse_nul(input, length) != 0) {
        return CLI_BAD;
    }
    json_memory_watch();
    input->root =
        json_loadb(input->text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &error);
    if (json_memory_ran_out()) { // a member may be missing even if no call failed
        return cli_out_of_memory();
    }
    if (!input->root) {
        return cli_bad("%s: line %d: %s", input->name, error.line > 0 ? error.line : 1, error.text);
    }
    return json_is_object(input->root) ? 0 : cli_bad("%s: line 1: not an object", input->name);
}

static int open_and_read(const char *path, struct json_input *input, size_t *length) {
    *input = (struct json_input){.name = csv_name(path)};
    FILE *file = files_open_text(path);
    if (!file) {
        return cli_bad("%s: %s", path, strerror(errno));
    }
    const int status = read_all(file, input->name, &input->text, length);
    files_close_text(file);
    return status;
}

int json_input_read_text(const char *path, struct json_input *input) {
    size_t length = 0;
    int status = open_and_read(path, input, &length);
    if (status == 0) {
        status = refuse_nul(input, drop_byte_order_mark(input->text, length));
    }
    if (status != 0) {
        json_input_free(input);
    }
    return status;
}

int json_input_read(const char *path, struct json_input *input) {
    size_t length = 0;
    int status = open_and_read(path, input, &length);
    if (status == 0) {
        status = parse(input, length);
    }
    if (status != 0) {
        json_input_free(input);
    }
    return status;
}

int json_input_take(const char *name, const char *text, size_t length, struct json_input *input) {
    *input = (struct json_input){.name = name, .text = malloc(length + 1)};
    if (!input->text) {
        return cli_out_of_memory();
    }
    memcpy(input->text, text, length);
    input->text[length] = '\0';
    const int status = parse(input, length);
    if (status != 0) {
        json_input_free(input);
    }
    return status;
}

void json_input_free(struct json_input *input) {
    json_decref(input->root);
    free(input->text);
    *input = (struct json_input){0};
}

// --------------------------------------------------------------------------------- lines

// The functions below walk text that has been parsed, so it is well-formed.

static const char *skip_space(const char *p) {
    return p + strspn(p, " \t\r\n");
}

static const char *skip_string(const char *p) {
    for (++p; *p != '"'; ++p) {
        p += *p == '\\';
    }
    return p + 1;
}

static const char *skip_value(const char *p) {
    size_t depth = 0;
    do {
        p = skip_space(p);
        if (*p == '"') {
            p = skip_string(p);
        } else if (*p == '{' || *p == '[') {
            ++depth;
            ++p;
        } else if (*p == '}' || *p == ']') {
            --depth;
            ++p;
        } else if (*p == ',' || *p == ':') {
            ++p;
        } else {
            p += strcspn(p, " \t\r\n,]}");
        }
    } while (depth > 0);
    return p;
}

// The value of an object's member; NULL if the object has no such member or is not an object.
static const char *find_member(const char *p, const char *key) {
    const size_t length = strlen(key);
    if (*p != '{') {
        return NULL;
    }
    for (p = skip_space(p + 1); *p == '"'; p = skip_space(p + 1)) {
        const char *name = p + 1, *end = skip_string(p);
        p = skip_space(skip_space(end) + 1); // after the colon
        if ((size_t)(end - name) == length + 1 && strncmp(name, key, length) == 0) {
            return p;
        }
        p = skip_space(skip_value(p)); // a comma, or the object's end
    }
    return NULL;
}

static const char *find_element(const char *p, size_t index) {
    if (*p != '[') {
        return NULL;
    }
    for (p = skip_space(p + 1); *p != ']'; p = skip_space(p + 1)) {
        if (index-- == 0) {
            return p;
        }
        p = skip_space(skip_value(p));
        if (*p == ']') {
            break;
        }
    }
    return NULL;
}

// ---------------------------------------------------------------------------------- places

struct json_at json_at_root(const struct json_input *input) {
    return (struct json_at){.input = input, .value = input->root};
}

struct json_at json_at_member(const struct json_at *object, const char *key) {
    return (struct json_at){
        .input = object->input,
        .within = object,
        .key = key,
        .value = json_object_get(object->value, key),
    };
}

struct json_at json_at_element(const struct json_at *array, size_t index) {
    return (struct json_at){
        .input = array->input,
        .within = array,
        .index = index,
        .value = json_array_get(array->value, index),
    };
}

// The text of a value. If there is none, sets `missing` and returns the text of what would contain
// it.
static const char *find_text(const struct json_at *at, bool *missing) {
    if (!at->within) {
        return skip_space(at->input->text);
    }
    const char *around = find_text(at->within, missing);
    if (*missing) {
        return around;
    }
    const char *text = at->key ? find_member(around, at->key) : find_element(around, at->index);
    *missing = !text;
    return text ? text : around;
}

size_t json_at_line(const struct json_at *at) {
    bool missing = false;
    const char *text = find_text(at, &missing);
    size_t line = 1;
    for (const char *p = at->input->text; p < text; ++p) {
        line += *p == '\n';
    }
    return line;
}

// Appends the way to a value.
static void print_way(const struct json_at *at, FILE *to) {
    if (at->within) {
        print_way(at->within, to);
        if (at->key) {
            fprintf(to, "%s%s", at->within->within ? "." : "", at->key);
        } else {
            fprintf(to, "[%zu]", at->index);
        }
    }
}

static BUOY_PRINTF(3, 0) int complain(const struct json_at *at, size_t line, const char *format,
                                      va_list arguments) {
    struct output output;
    if (output_begin(&output) != 0) {
        return CLI_BAD;
    }
    print_way(at, output.stream);
    if (at->within && *format != ':') {
        fputc(' ', output.stream);
    }
    vfprintf(output.stream, format, arguments);
    if (output_end(&output) == 0) {
        cli_bad("%s: line %zu: %s", at->input->name, line, output.text);
        free(output.text);
    }
    return CLI_BAD;
}

int json_at_bad(const struct json_at *at, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int status = complain(at, json_at_line(at), format, arguments);
    va_end(arguments);
    return status;
}

int json_at_bad_member(const struct json_at *object, const char *key, const char *format, ...) {
    const struct json_at member = json_at_member(object, key);
    va_list arguments;
    va_start(arguments, format);
    const int status = complain(object, json_at_line(&member), format, arguments);
    va_end(arguments);
    return status;
}
