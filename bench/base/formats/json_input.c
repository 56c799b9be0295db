// JSON files, with complaints that name the line of a fault.
#include "json_input.h"

#include <errno.h>
#include <float.h>
#include <math.h>
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

// ------------------------------------------------------------------------------------------ values

static int check_number(const struct json_at *at) {
    return json_is_number(at->value)
               ? 0
               : json_at_bad(at, "%s", !at->value ? "is missing" : "is not a number");
}

int json_read_real(const struct json_at *at, double low, double high, double *number) {
    if (check_number(at) != 0) {
        return CLI_BAD;
    }
    *number = json_number_value(at->value);
    return *number >= low && *number <= high
               ? 0
               : json_at_bad(at, "is %g, not between %g and %g", *number, low, high);
}

int json_read_float(const struct json_at *at, double low, double high, float *number) {
    if (check_number(at) != 0) {
        return CLI_BAD;
    }
    const double read = json_number_value(at->value);
    if (!(fabs(read) <= (double)FLT_MAX)) {
        return json_at_bad(at, "is beyond 32-bit floats");
    }
    *number = (float)read;
    return (double)*number >= low && (double)*number <= high
               ? 0
               : json_at_bad(at, "is %g, not between %g and %g", read, low, high);
}

int json_read_count(const struct json_at *at, uint32_t low, uint32_t high, uint32_t *count) {
    float number = 0.0f;
    if (json_read_float(at, low, high, &number) != 0) {
        return CLI_BAD;
    }
    *count = (uint32_t)number;
    return (double)*count == json_number_value(at->value)
               ? 0
               : json_at_bad(at, "is not a whole number");
}

static int check_numbers(const struct json_at *at, size_t count) {
    if (json_check_array(at) != 0) {
        return CLI_BAD;
    }
    const size_t size = json_array_size(at->value);
    return size == count ? 0 : json_at_bad(at, "has %zu numbers, not %zu", size, count);
}

int json_read_flag(const struct json_at *at, bool *flag) {
    if (!json_is_boolean(at->value)) {
        return json_at_bad(at, "%s", at->value ? "is neither true nor false" : "is missing");
    }
    *flag = json_is_true(at->value);
    return 0;
}

int json_read_reals(const struct json_at *at, size_t count, double most, double *numbers) {
    int status = check_numbers(at, count);
    for (size_t i = 0; i < count && status == 0; ++i) {
        const struct json_at element = json_at_element(at, i);
        status = json_read_real(&element, -most, most, &numbers[i]);
    }
    return status;
}

int json_read_floats(const struct json_at *at, size_t count, float *numbers) {
    int status = check_numbers(at, count);
    for (size_t i = 0; i < count && status == 0; ++i) {
        const struct json_at element = json_at_element(at, i);
        status = json_read_float(&element, -(double)FLT_MAX, (double)FLT_MAX, &numbers[i]);
    }
    return status;
}

int json_check_array(const struct json_at *at) {
    return json_is_array(at->value)
               ? 0
               : json_at_bad(at, "%s", !at->value ? "is missing" : "is not an array");
}

int json_at_either(const struct json_at *object, const char *key, const char *other,
                   struct json_at *at) {
    const struct json_at second = json_at_member(object, other);
    *at = json_at_member(object, key);
    if (at->value && second.value) {
        return json_at_bad(&second, "is \"%s\" by its other name: give one of them", key);
    }
    *at = at->value || !second.value ? *at : second;
    return 0;
}

static bool is_known(const char *key, const struct json_member *members, const char *const *more) {
    for (; members->key; ++members) {
        if (strcmp(members->key, key) == 0 ||
            (members->other && strcmp(members->other, key) == 0)) {
            return true;
        }
    }
    while (more && *more && strcmp(*more, key) != 0) {
        ++more;
    }
    return more && *more;
}

static int read_member(const struct json_at *at, const struct json_member *member) {
    switch (member->kind) {
    case JSON_TEXT:
        *(const char **)member->value = json_string_value(at->value);
        return json_is_string(at->value) ? 0 : json_at_bad(at, "is not a string");
    case JSON_FLAG:
        return json_read_flag(at, member->value);
    case JSON_DOUBLE:
        return json_read_real(at, member->low, member->high, member->value);
    case JSON_FLOAT:
        return json_read_float(at, member->low, member->high, member->value);
    case JSON_COUNT:
        return json_read_count(at, (uint32_t)member->low, (uint32_t)member->high, member->value);
    case JSON_NUMBERS:
        return json_read_reals(at, member->count, member->high, member->value);
    case JSON_FLOATS:
        return json_read_floats(at, member->count, member->value);
    default:
        return 0;
    }
}

int json_read_members(const struct json_at *object, const struct json_member *members,
                      const char *const *more) {
    const char *key;
    json_t *value;
    if (!json_is_object(object->value)) {
        return json_at_bad(object, "%s", !object->value ? "is missing" : "is not an object");
    }
    json_object_foreach(object->value, key, value) {
        if (!is_known(key, members, more)) {
            return json_at_bad_member(
                object, key, object->within ? ": unknown key '%s'" : "unknown key '%s'", key);
        }
    }
    int status = 0;
    struct json_at at;
    for (const struct json_member *m = members; m->key && status == 0; ++m) {
        status = m->other ? json_at_either(object, m->key, m->other, &at) : 0;
    }
    for (; members->key && status == 0; ++members) {
        const bool other = members->other && json_object_get(object->value, members->other);
        at = json_at_member(object, other ? members->other : members->key);
        status = at.value || members->needed ? read_member(&at, members) : 0;
    }
    return status;
}
