// Strict reading of CSV tables of 32-bit floats.
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "csv.h"

struct reader {
    FILE *file;
    const char *name;
    size_t line; // number of the line in `text`, from 1
    char text[4096];
};

const char *csv_name(const char *path) {
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

// The header is line 1, and no line in between may be empty.
size_t csv_line_of_row(size_t row) {
    return row + 2;
}

// ----------------------------------------------------------------------------- lines

static void trim_end(char *text) {
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r", text[length - 1]) != NULL) {
        length--;
    }
    text[length] = '\0';
}

// Reads a line without its end. Byte by byte, so that a NUL or an endless line is noticed where it
// stands. `more` is false at the end of the file.
static int read_line(struct reader *reader, bool *more) {
    size_t length = 0;
    int c;
    reader->line++;
    while ((c = getc(reader->file)) != EOF && c != '\n') {
        if (c == '\0') {
            return cli_bad("%s: line %zu: a NUL byte: this is not text", reader->name,
                           reader->line);
        }
        if (length == sizeof reader->text - 1) {
            return cli_bad("%s: line %zu: longer than %zu characters", reader->name, reader->line,
                           length);
        }
        reader->text[length++] = (char)c;
    }
    if (ferror(reader->file)) {
        return cli_bad("%s: line %zu: %s", reader->name, reader->line, strerror(errno));
    }
    reader->text[length] = '\0';
    trim_end(reader->text);
    *more = length > 0 || c != EOF;
    return 0;
}

// Skips empty lines that end the file; anything after one is misplaced.
static int expect_end(struct reader *reader) {
    const size_t empty_line = reader->line;
    bool more = true;
    while (more && reader->text[0] == '\0') {
        if (read_line(reader, &more) != 0) {
            return CLI_BAD;
        }
    }
    if (more) {
        return cli_bad("%s: line %zu: empty", reader->name, empty_line);
    }
    return 0;
}

// ---------------------------------------------------------------------------- fields

// Cuts the next field off `*rest`, which becomes NULL after the last one. Returns it trimmed.
static char *next_field(char **rest) {
    char *field = *rest + strspn(*rest, " \t");
    char *comma = strchr(field, ',');
    *rest = comma != NULL ? comma + 1 : NULL;
    if (comma != NULL) {
        *comma = '\0';
    }
    trim_end(field);
    return field;
}

static size_t split_header(char *header, const char *names[CSV_MAX_COLUMNS]) {
    size_t count = 0;
    for (char *rest = header; rest != NULL && count < CSV_MAX_COLUMNS;) {
        names[count++] = next_field(&rest);
    }
    return count;
}

static int check_header(struct reader *reader, const char *header, const char *const *names,
                        size_t columns) {
    static const char byte_order_mark[] = "\xEF\xBB\xBF";
    char *rest = reader->text;
    if (strncmp(rest, byte_order_mark, 3) == 0) {
        rest += 3;
    }
    for (size_t i = 0; i < columns; i++) {
        const char *field = rest != NULL ? next_field(&rest) : "";
        if (strcmp(field, names[i]) != 0) {
            return cli_bad("%s: line 1, column %zu: '%s' where the header %s has '%s'",
                           reader->name, i + 1, field, header, names[i]);
        }
    }
    if (rest != NULL) {
        return cli_bad("%s: line 1, column %zu: extra field; the header is %s", reader->name,
                       columns + 1, header);
    }
    return 0;
}

static int read_number(const struct reader *reader, const char *field, size_t column,
                       const char *name, float *value) {
    char *end;
    const float number = strtof(field, &end);
    const char *cause = NULL;
    if (*field == '\0') {
        return cli_bad("%s: line %zu, column %zu (%s): missing field", reader->name, reader->line,
                       column + 1, name);
    }
    if (end == field || *end != '\0') {
        cause = "is not a number";
    } else if (!isfinite(number)) {
        cause = "is not finite as a 32-bit float";
    }
    if (cause != NULL) {
        return cli_bad("%s: line %zu, column %zu (%s): '%s' %s", reader->name, reader->line,
                       column + 1, name, field, cause);
    }
    *value = number;
    return 0;
}

static int read_row(struct reader *reader, const char *const *names, size_t columns, float *row) {
    char *rest = reader->text;
    for (size_t i = 0; i < columns; i++) {
        const char *field = rest != NULL ? next_field(&rest) : "";
        if (read_number(reader, field, i, names[i], &row[i]) != 0) {
            return CLI_BAD;
        }
    }
    if (rest != NULL) {
        return cli_bad("%s: line %zu, column %zu: extra field", reader->name, reader->line,
                       columns + 1);
    }
    return 0;
}

// ----------------------------------------------------------------------------- table

static int reserve_row(const struct reader *reader, struct csv_table *table, size_t *capacity) {
    if (table->rows < *capacity) {
        return 0;
    }
    if (table->rows == CSV_MAX_ROWS) {
        return cli_bad("%s: line %zu: more than %d rows", reader->name, reader->line, CSV_MAX_ROWS);
    }
    const size_t larger = *capacity == 0 ? 1024 : 2 * *capacity;
    float *values = realloc(table->values, larger * table->columns * sizeof *values);
    if (values == NULL) {
        return cli_out_of_memory();
    }
    table->values = values;
    *capacity = larger;
    return 0;
}

static int read_rows(struct reader *reader, const char *const *names, struct csv_table *table) {
    size_t capacity = 0;
    for (;;) {
        bool more = false;
        if (read_line(reader, &more) != 0) {
            return CLI_BAD;
        }
        if (!more) {
            return 0;
        }
        if (reader->text[0] == '\0') {
            return expect_end(reader);
        }
        if (reserve_row(reader, table, &capacity) != 0 ||
            read_row(reader, names, table->columns, table->values + table->rows * table->columns) !=
                0) {
            return CLI_BAD;
        }
        table->rows++;
    }
}

static int read_table(struct reader *reader, const char *header, struct csv_table *table) {
    char name_text[256];
    const char *names[CSV_MAX_COLUMNS];
    snprintf(name_text, sizeof name_text, "%s", header);
    table->columns = split_header(name_text, names);

    bool more = false;
    if (read_line(reader, &more) != 0) {
        return CLI_BAD;
    }
    if (!more) {
        return cli_bad("%s: empty; the header %s is expected", reader->name, header);
    }
    if (check_header(reader, header, names, table->columns) != 0) {
        return CLI_BAD;
    }
    return read_rows(reader, names, table);
}

int csv_read(const char *path, const char *header, struct csv_table *table) {
    struct reader reader = {.name = csv_name(path)};
    *table = (struct csv_table){0};
    reader.file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    if (reader.file == NULL) {
        return cli_bad("%s: %s", path, strerror(errno));
    }
    const int status = read_table(&reader, header, table);
    if (reader.file != stdin) {
        fclose(reader.file);
    }
    if (status != 0) {
        csv_free(table);
    }
    return status;
}

void csv_free(struct csv_table *table) {
    free(table->values);
    *table = (struct csv_table){0};
}
