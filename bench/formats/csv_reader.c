// Reads lines of CSV, and the numbers in their fields.
#include "csv_reader.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

const char *csv_name(const char *path) {
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

const char *csv_nul(size_t line, size_t index) {
    return line == 1 && index > 0 && index < 4 ? "UTF-16 text; save it as UTF-8"
                                               : "a NUL byte: this is not text";
}

int csv_reader_open(struct csv_reader *reader, const char *path, size_t longest_line) {
    *reader = (struct csv_reader){.name = csv_name(path), .longest = longest_line};
    reader->file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    return reader->file ? 0 : cli_bad("%s: %s", path, strerror(errno));
}

void csv_reader_close(struct csv_reader *reader) {
    if (reader->file != stdin) {
        fclose(reader->file);
    }
    free(reader->text);
}

// ----------------------------------------------------------------------------- lines

static void trim_end(char *text) {
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r", text[length - 1])) {
        --length;
    }
    text[length] = '\0';
}

// Whether there is room for a byte at `length`; complains if not.
static bool make_room(struct csv_reader *reader, size_t length) {
    if (length < reader->capacity) {
        return true;
    }
    if (length > reader->longest) {
        cli_bad("%s: line %zu: longer than %zu characters", reader->name, reader->line,
                reader->longest);
        return false;
    }
    const size_t larger = reader->capacity == 0 ? 256 : 2 * reader->capacity;
    char *text = realloc(reader->text, larger);
    if (!text) {
        cli_out_of_memory();
        return false;
    }
    reader->text = text;
    reader->capacity = larger;
    return true;
}

// Byte by byte, so that a NUL or an endless line is noticed at its position.
int csv_read_line(struct csv_reader *reader, bool *more) {
    size_t length = 0;
    int c;
    ++reader->line;
    while ((c = getc(reader->file)) != EOF && c != '\n') {
        if (c == '\0') {
            return cli_bad("%s: line %zu: %s", reader->name, reader->line,
                           csv_nul(reader->line, length));
        }
        if (!make_room(reader, length + 1)) {
            return CLI_BAD;
        }
        reader->text[length++] = (char)c;
    }
    if (!make_room(reader, length)) {
        return CLI_BAD;
    }
    if (ferror(reader->file)) {
        return cli_bad("%s: line %zu: %s", reader->name, reader->line, strerror(errno));
    }
    reader->text[length] = '\0';
    trim_end(reader->text);
    *more = length > 0 || c != EOF;
    return 0;
}

int csv_expect_end(struct csv_reader *reader) {
    const size_t empty_line = reader->line;
    bool more = true;
    while (more && reader->text[0] == '\0') {
        if (csv_read_line(reader, &more) != 0) {
            return CLI_BAD;
        }
    }
    if (more) {
        return cli_bad("%s: line %zu: empty", reader->name, empty_line);
    }
    return 0;
}

// ---------------------------------------------------------------------------- fields

char *csv_next_field(char **rest) {
    char *field = *rest + strspn(*rest, " \t");
    char *comma = strchr(field, ',');
    *rest = comma ? comma + 1 : NULL;
    if (comma) {
        *comma = '\0';
    }
    trim_end(field);
    return field;
}

char *csv_skip_byte_order_mark(char *text) {
    return strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? text + 3 : text;
}

// Complains about a field that is missing, that strtof() or strtod() read to `end` only, or that is
// not finite.
static int check_number(const struct csv_reader *reader, const char *field, const char *end,
                        bool finite, size_t column, const char *name) {
    const char *cause = NULL;
    if (*field == '\0') {
        return cli_bad("%s: line %zu, column %zu (%s): missing field", reader->name, reader->line,
                       column + 1, name);
    }
    if (end == field || *end != '\0') {
        cause = "is not a number";
    } else if (!finite) {
        cause = reader->reals ? "is not finite" : "is not finite as a 32-bit float";
    }
    return cause ? cli_bad("%s: line %zu, column %zu (%s): '%s' %s", reader->name, reader->line,
                           column + 1, name, field, cause)
                 : 0;
}

int csv_field_float(const struct csv_reader *reader, const char *field, size_t column,
                    const char *name, float *value) {
    char *end;
    *value = strtof(field, &end);
    return check_number(reader, field, end, isfinite(*value), column, name);
}

int csv_field_real(const struct csv_reader *reader, const char *field, size_t column,
                   const char *name, double *value) {
    char *end;
    *value = strtod(field, &end);
    return check_number(reader, field, end, isfinite(*value), column, name);
}

// ---------------------------------------------------------------------------- memory

int csv_grow(void **array, size_t item_size, size_t count, size_t *capacity) {
    if (count < *capacity) {
        return 0;
    }
    const size_t larger = *capacity == 0 ? 1024 : 2 * *capacity;
    void *items = realloc(*array, larger * item_size);
    if (!items) {
        return cli_out_of_memory();
    }
    *array = items;
    *capacity = larger;
    return 0;
}
