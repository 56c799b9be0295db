// Strict reading of CSV files of 32-bit floats, or of doubles.
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
    size_t line; // line number in `text`, from 1
    char *text;
    size_t capacity; // capacity of `text`
    size_t longest;  // length of the line in bytes
    // The words of the first column, if it has words.
    const char *const *words;
    size_t word_count;
    bool reals; // doubles, not floats
};

const char *csv_name(const char *path) {
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

// A header is line 1, and no empty line may come in between.
size_t csv_line_of_row(size_t row) {
    return row + 2;
}

size_t csv_line_of_ragged_row(size_t row) {
    return row + 1;
}

static int open_reader(struct reader *reader, const char *path, size_t longest_line) {
    *reader = (struct reader){.name = csv_name(path), .longest = longest_line};
    reader->file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    return reader->file ? 0 : cli_bad("%s: %s", path, strerror(errno));
}

static void close_reader(struct reader *reader) {
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
static bool make_room(struct reader *reader, size_t length) {
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

// Reads a line without its end, byte by byte, so that a NUL or an endless line is noticed at its
// position. `more` is false at the end of the file.
static int read_line(struct reader *reader, bool *more) {
    size_t length = 0;
    int c;
    ++reader->line;
    while ((c = getc(reader->file)) != EOF && c != '\n') {
        if (c == '\0') {
            return cli_bad("%s: line %zu: a NUL byte: this is not text", reader->name,
                           reader->line);
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

// Skips empty lines at the end of the file; complains about anything that follows one.
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

// Cuts the next field off `*rest`, which becomes NULL after the last field. Returns the field,
// trimmed.
static char *next_field(char **rest) {
    char *field = *rest + strspn(*rest, " \t");
    char *comma = strchr(field, ',');
    *rest = comma ? comma + 1 : NULL;
    if (comma) {
        *comma = '\0';
    }
    trim_end(field);
    return field;
}

static size_t split_header(char *header, const char *names[CSV_MAX_COLUMNS]) {
    size_t count = 0;
    for (char *rest = header; rest && count < CSV_MAX_COLUMNS;) {
        names[count++] = next_field(&rest);
    }
    return count;
}

static char *skip_byte_order_mark(char *text) {
    return strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? text + 3 : text;
}

static int check_header(struct reader *reader, const char *header, const char *const *names,
                        size_t columns) {
    char *rest = skip_byte_order_mark(reader->text);
    for (size_t i = 0; i < columns; ++i) {
        const char *field = rest ? next_field(&rest) : "";
        if (strcmp(field, names[i]) != 0) {
            return cli_bad("%s: line 1, column %zu: '%s', but the header %s has '%s'", reader->name,
                           i + 1, field, header, names[i]);
        }
    }
    if (rest) {
        return cli_bad("%s: line 1, column %zu: extra field; the header is %s", reader->name,
                       columns + 1, header);
    }
    return 0;
}

// Complains about a field that is missing, that strtof() or strtod() read to `end` only, or that is
// not finite.
static int check_number(const struct reader *reader, const char *field, const char *end,
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

static int read_number(const struct reader *reader, const char *field, size_t column,
                       const char *name, float *value) {
    char *end;
    *value = strtof(field, &end);
    return check_number(reader, field, end, isfinite(*value), column, name);
}

static int read_real(const struct reader *reader, const char *field, size_t column,
                     const char *name, double *value) {
    char *end;
    *value = strtod(field, &end);
    return check_number(reader, field, end, isfinite(*value), column, name);
}

// The number of the word in a field.
static int read_word(const struct reader *reader, const char *field, const char *name,
                     float *value) {
    char list[256] = "";
    size_t length = 0;
    for (size_t i = 0; i < reader->word_count; ++i) {
        if (strcmp(field, reader->words[i]) == 0) {
            *value = (float)i;
            return 0;
        }
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", i ? ", " : "",
                                   reader->words[i]);
    }
    return cli_bad("%s: line %zu, column 1 (%s): '%s' is none of %s", reader->name, reader->line,
                   name, field, list);
}

static int read_field(const struct reader *reader, const char *field, size_t column,
                      const char *name, struct csv_table *table) {
    const size_t i = table->rows * table->columns + column;
    return reader->reals ? read_real(reader, field, column, name, &table->reals[i])
           : column == 0 && reader->words
               ? read_word(reader, field, name, &table->values[i])
               : read_number(reader, field, column, name, &table->values[i]);
}

static int read_row(struct reader *reader, const char *const *names, size_t columns,
                    struct csv_table *table) {
    char *rest = reader->text;
    for (size_t i = 0; i < columns; ++i) {
        const char *field = rest ? next_field(&rest) : "";
        if (read_field(reader, field, i, names[i], table) != 0) {
            return CLI_BAD;
        }
    }
    if (rest) {
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
    const size_t count = larger * table->columns;
    if (reader->reals) {
        double *reals = realloc(table->reals, count * sizeof *reals);
        if (!reals) {
            return cli_out_of_memory();
        }
        table->reals = reals;
    } else {
        float *values = realloc(table->values, count * sizeof *values);
        if (!values) {
            return cli_out_of_memory();
        }
        table->values = values;
    }
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
            read_row(reader, names, table->columns, table) != 0) {
            return CLI_BAD;
        }
        ++table->rows;
    }
}

static int read_table(struct reader *reader, const char *header, struct csv_table *table) {
    char name_text[512];
    const char *names[CSV_MAX_COLUMNS] = {NULL};
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

static int read_all(struct reader *reader, const char *header, struct csv_table *table) {
    *table = (struct csv_table){0};
    const int status = read_table(reader, header, table);
    close_reader(reader);
    if (status != 0) {
        csv_free(table);
    }
    return status;
}

int csv_read(const char *path, const char *header, struct csv_table *table) {
    return csv_read_with_words(path, header, NULL, 0, table);
}

int csv_read_with_words(const char *path, const char *header, const char *const *words,
                        size_t count, struct csv_table *table) {
    struct reader reader;
    if (open_reader(&reader, path, 4095) != 0) {
        return CLI_BAD;
    }
    reader.words = words;
    reader.word_count = count;
    return read_all(&reader, header, table);
}

int csv_read_reals(const char *path, const char *header, struct csv_table *table) {
    struct reader reader;
    if (open_reader(&reader, path, 4095) != 0) {
        return CLI_BAD;
    }
    reader.reals = true;
    return read_all(&reader, header, table);
}

void csv_free(struct csv_table *table) {
    free(table->values);
    free(table->reals);
    *table = (struct csv_table){0};
}

// ----------------------------------------------------------------------- rows of any length

// Makes room for one more element in an array that doubles.
static int grow(void **array, size_t item_size, size_t count, size_t *capacity) {
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

struct ragged_reader {
    struct reader *reader;
    csv_column_name *name;
    struct csv_ragged *table;
    size_t value_count, value_capacity, row_capacity;
};

static int add_value(struct ragged_reader *ragged, const char *field, size_t column) {
    void *values = ragged->table->values;
    if (ragged->value_count == CSV_MAX_VALUES) {
        return cli_bad("%s: line %zu: more than %d numbers", ragged->reader->name,
                       ragged->reader->line, CSV_MAX_VALUES);
    }
    if (grow(&values, sizeof(float), ragged->value_count, &ragged->value_capacity) != 0) {
        return CLI_BAD;
    }
    ragged->table->values = values;
    char name[32];
    ragged->name(column, name, sizeof name);
    return read_number(ragged->reader, field, column, name,
                       &ragged->table->values[ragged->value_count++]);
}

static int add_ragged_row(struct ragged_reader *ragged, char *rest) {
    struct csv_ragged *table = ragged->table;
    for (size_t column = 0; rest; ++column) {
        const char *field = next_field(&rest);
        if (add_value(ragged, field, column) != 0) {
            return CLI_BAD;
        }
    }
    void *ends = table->ends;
    if (grow(&ends, sizeof *table->ends, table->rows, &ragged->row_capacity) != 0) {
        return CLI_BAD;
    }
    table->ends = ends;
    table->ends[table->rows++] = ragged->value_count;
    return 0;
}

static int read_ragged(struct reader *reader, csv_column_name *name, struct csv_ragged *table) {
    struct ragged_reader ragged = {.reader = reader, .name = name, .table = table};
    for (;;) {
        bool more = false;
        if (read_line(reader, &more) != 0) {
            return CLI_BAD;
        }
        if (!more) {
            return 0;
        }
        char *text = reader->line == 1 ? skip_byte_order_mark(reader->text) : reader->text;
        if (strlen(text) == 0) {
            return expect_end(reader);
        }
        if (add_ragged_row(&ragged, text) != 0) {
            return CLI_BAD;
        }
    }
}

int csv_read_ragged(const char *path, const struct csv_ragged_format *format,
                    struct csv_ragged *table) {
    struct reader reader;
    *table = (struct csv_ragged){0};
    if (open_reader(&reader, path, 1 << 26) != 0) {
        return CLI_BAD;
    }
    int status = read_ragged(&reader, format->name, table);
    close_reader(&reader);
    if (status == 0 && table->rows == 0) {
        status = cli_bad("%s: empty; rows of %s are expected", reader.name, format->row);
    }
    if (status != 0) {
        csv_free_ragged(table);
    }
    return status;
}

void csv_free_ragged(struct csv_ragged *table) {
    free(table->values);
    free(table->ends);
    *table = (struct csv_ragged){0};
}
