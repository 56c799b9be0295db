// Strict reading of CSV files.
#include "csv.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "files.h"

// Each function that returns an int has complained before it returns CLI_BAD, and returns 0
// otherwise.

struct reader {
    FILE *file;
    const char *name;
    size_t line; // line number in `text`, from 1
    char *text;
    size_t capacity; // of `text`
    size_t longest;  // that a line may be, in bytes
};

const char *csv_name(const char *path) {
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

const char *csv_nul(size_t line, size_t index) {
    return line == 1 && index > 0 && index < 4 ? "UTF-16 text; save it as UTF-8"
                                               : "a NUL byte: this is not text";
}

char *csv_behind_mark(char *text) {
    return strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? text + 3 : text;
}

static int open_reader(struct reader *reader, const char *path, size_t longest) {
    *reader = (struct reader){.name = csv_name(path), .longest = longest};
    reader->file = files_open_text(path);
    return reader->file ? 0 : cli_bad("%s: %s", path, strerror(errno));
}

static void close_reader(struct reader *reader) {
    files_close_text(reader->file);
    free(reader->text);
}

// Makes room for one more item in an array that doubles.
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

// Reads a line without its end; `more` is false at the end of the file. Byte by byte, so that a NUL
// or an endless line is noticed at its position.
static int read_line(struct reader *reader, bool *more) {
    size_t length = 0;
    int c;
    ++reader->line;
    while ((c = getc(reader->file)) != EOF && c != '\n') {
        if (c == '\0') {
            return cli_bad("%s: line %zu: %s", reader->name, reader->line,
                           csv_nul(reader->line, length));
        }
        if (!make_room(reader, length)) {
            return CLI_BAD;
        }
        reader->text[length++] = (char)c;
    }
    if (!make_room(reader, length)) {
        return CLI_BAD;
    }
    reader->text[length] = '\0';
    if (ferror(reader->file)) {
        return cli_bad("%s: line %zu: %s", reader->name, reader->line, strerror(errno));
    }
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
    return more ? cli_bad("%s: line %zu: empty", reader->name, empty_line) : 0;
}

// Reads lines up to the end, and adds a row for each.
static int read_rows(struct reader *reader, void *table,
                     int (*add_row)(struct reader *reader, char *rest, void *table)) {
    for (;;) {
        bool more = false;
        if (read_line(reader, &more) != 0) {
            return CLI_BAD;
        }
        if (!more) {
            return 0;
        }
        char *text = reader->line == 1 ? csv_behind_mark(reader->text) : reader->text;
        if (strlen(text) == 0) {
            return expect_end(reader);
        }
        if (add_row(reader, text, table) != 0) {
            return CLI_BAD;
        }
    }
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

static int bad_field(const struct reader *reader, size_t column, const char *name,
                     const char *field, const char *cause) {
    return cli_bad("%s: line %zu, column %zu (%s): '%s' %s", reader->name, reader->line, column + 1,
                   name, field, cause);
}

// Reads the number in a field, which must be finite: a float if `real` is NULL.
static int read_number(const struct reader *reader, const char *field, size_t column,
                       const char *name, float *single, double *real) {
    char *end;
    const double number = real ? strtod(field, &end) : (double)strtof(field, &end);
    if (*field == '\0') {
        return cli_bad("%s: line %zu, column %zu (%s): missing field", reader->name, reader->line,
                       column + 1, name);
    }
    if (end == field || *end != '\0') {
        return bad_field(reader, column, name, field, "is not a number");
    }
    if (!isfinite(number)) {
        return bad_field(reader, column, name, field,
                         real ? "is not finite" : "is not finite as a 32-bit float");
    }
    if (real) {
        *real = number;
    } else if (single) {
        *single = (float)number;
    }
    return 0;
}

// ----------------------------------------------------------------------------- table

// A header is line 1, and no empty line may come in between.
size_t csv_line_of_row(size_t row) {
    return row + 2;
}

// A table being read.
struct tabling {
    struct csv_table *table;
    size_t capacity;
    char header[512];
    const char *names[CSV_MAX_COLUMNS]; // in the text above
    const char *const *words;           // of the first column, if it has words
    size_t word_count;
    bool reals;
};

// Removes the quotes around a name, which some spreadsheets write around all text. No name has a
// quote or comma in it, so a field with further quotes is left as it is, and refused later.
static char *without_quotes(char *field) {
    const size_t length = strlen(field);
    if (length < 2 || field[0] != '"' || strchr(field + 1, '"') != field + length - 1) {
        return field;
    }
    field[length - 1] = '\0';
    return field + 1;
}

static int check_header(struct reader *reader, const char *header, const struct tabling *tabling) {
    const size_t columns = tabling->table->columns;
    char *rest = csv_behind_mark(reader->text);
    for (size_t i = 0; i < columns; ++i) {
        const char *name = tabling->names[i];
        const char *field = rest ? without_quotes(next_field(&rest)) : "";
        if (!name || strcmp(field, name) != 0) {
            return cli_bad("%s: line 1, column %zu: '%s', but the header %s has '%s'", reader->name,
                           i + 1, field, header, name);
        }
    }
    return rest ? cli_bad("%s: line 1, column %zu: extra field; the header is %s", reader->name,
                          columns + 1, header)
                : 0;
}

// The number of the word in the first field.
static int read_word(const struct reader *reader, const struct tabling *tabling, const char *field,
                     float *value) {
    char list[256] = "is none of ";
    size_t length = strlen(list);
    for (size_t i = 0; i < tabling->word_count; ++i) {
        if (strcmp(field, tabling->words[i]) == 0) {
            *value = (float)i;
            return 0;
        }
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", i ? ", " : "",
                                   tabling->words[i]);
    }
    return bad_field(reader, 0, tabling->names[0], field, list);
}

static int add_table_row(struct reader *reader, char *rest, void *context) {
    struct tabling *tabling = context;
    struct csv_table *table = tabling->table;
    void *numbers = tabling->reals ? (void *)table->reals : (void *)table->values;
    const size_t size = tabling->reals ? sizeof(double) : sizeof(float);
    if (table->rows == CSV_MAX_ROWS) {
        return cli_bad("%s: line %zu: more than %d rows", reader->name, reader->line, CSV_MAX_ROWS);
    }
    if (grow(&numbers, table->columns * size, table->rows, &tabling->capacity) != 0) {
        return CLI_BAD;
    }
    table->reals = tabling->reals ? numbers : NULL;
    table->values = tabling->reals ? NULL : numbers;
    for (size_t i = 0; i < table->columns; ++i) {
        const char *field = rest ? next_field(&rest) : "";
        const size_t at = table->rows * table->columns + i;
        if ((i == 0 && tabling->words
                 ? read_word(reader, tabling, field, &table->values[at])
                 : read_number(reader, field, i, tabling->names[i],
                               tabling->reals ? NULL : &table->values[at],
                               tabling->reals ? &table->reals[at] : NULL)) != 0) {
            return CLI_BAD;
        }
    }
    ++table->rows;
    return rest ? cli_bad("%s: line %zu, column %zu: extra field", reader->name, reader->line,
                          table->columns + 1)
                : 0;
}

static int read_table(struct reader *reader, const char *header, struct tabling *tabling) {
    bool more = false;
    snprintf(tabling->header, sizeof tabling->header, "%s", header);
    for (char *rest = tabling->header; rest && tabling->table->columns < CSV_MAX_COLUMNS;) {
        tabling->names[tabling->table->columns++] = next_field(&rest);
    }
    if (read_line(reader, &more) != 0) {
        return CLI_BAD;
    }
    if (!more) {
        return cli_bad("%s: empty; the header %s is expected", reader->name, header);
    }
    return check_header(reader, header, tabling) != 0 ? CLI_BAD
                                                      : read_rows(reader, tabling, add_table_row);
}

static int read_file(const char *path, const char *header, struct tabling *tabling) {
    struct reader reader;
    *tabling->table = (struct csv_table){0};
    if (open_reader(&reader, path, 4095) != 0) {
        return CLI_BAD;
    }
    const int status = read_table(&reader, header, tabling);
    close_reader(&reader);
    if (status != 0) {
        csv_free(tabling->table);
    }
    return status;
}

int csv_read(const char *path, const char *header, struct csv_table *table) {
    return csv_read_with_words(path, header, NULL, 0, table);
}

int csv_read_with_words(const char *path, const char *header, const char *const *words,
                        size_t count, struct csv_table *table) {
    struct tabling tabling = {.table = table, .words = words, .word_count = count};
    return read_file(path, header, &tabling);
}

int csv_read_reals(const char *path, const char *header, struct csv_table *table) {
    struct tabling tabling = {.table = table, .reals = true};
    return read_file(path, header, &tabling);
}

void csv_free(struct csv_table *table) {
    free(table->values);
    free(table->reals);
    *table = (struct csv_table){0};
}

// ----------------------------------------------------------------- rows of any length

size_t csv_line_of_ragged_row(size_t row) {
    return row + 1;
}

struct ragged {
    struct csv_ragged *table;
    const struct csv_ragged_format *format;
    size_t value_count, value_capacity, row_capacity;
};

static int add_ragged_row(struct reader *reader, char *rest, void *context) {
    struct ragged *ragged = context;
    struct csv_ragged *table = ragged->table;
    for (size_t column = 0; rest; ++column) {
        void *values = table->values;
        char name[32];
        const char *field = next_field(&rest);
        if (ragged->value_count == CSV_MAX_VALUES) {
            return cli_bad("%s: line %zu: more than %d numbers", reader->name, reader->line,
                           CSV_MAX_VALUES);
        }
        if (grow(&values, sizeof(float), ragged->value_count, &ragged->value_capacity) != 0) {
            return CLI_BAD;
        }
        table->values = values;
        ragged->format->name(ragged->format->context, column, name, sizeof name);
        if (read_number(reader, field, column, name, &table->values[ragged->value_count++], NULL) !=
            0) {
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

int csv_read_ragged(const char *path, const struct csv_ragged_format *format,
                    struct csv_ragged *table) {
    struct reader reader;
    struct ragged ragged = {.table = table, .format = format};
    *table = (struct csv_ragged){0};
    if (open_reader(&reader, path, 1 << 26) != 0) {
        return CLI_BAD;
    }
    int status = read_rows(&reader, &ragged, add_ragged_row);
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
