// Strict reading of CSV files of 32-bit floats, or of doubles: tables.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "csv_reader.h"

// A header is line 1, and no empty line may come in between.
size_t csv_line_of_row(size_t row) {
    return row + 2;
}

static size_t split_header(char *header, const char *names[CSV_MAX_COLUMNS]) {
    size_t count = 0;
    for (char *rest = header; rest && count < CSV_MAX_COLUMNS;) {
        names[count++] = csv_next_field(&rest);
    }
    return count;
}

static int check_header(struct csv_reader *reader, const char *header, const char *const *names,
                        size_t columns) {
    char *rest = csv_skip_byte_order_mark(reader->text);
    for (size_t i = 0; i < columns; ++i) {
        const char *field = rest ? csv_next_field(&rest) : "";
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

// The number of the word in a field.
static int read_word(const struct csv_reader *reader, const char *field, const char *name,
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

static int read_field(const struct csv_reader *reader, const char *field, size_t column,
                      const char *name, struct csv_table *table) {
    const size_t i = table->rows * table->columns + column;
    return reader->reals ? csv_field_real(reader, field, column, name, &table->reals[i])
           : column == 0 && reader->words
               ? read_word(reader, field, name, &table->values[i])
               : csv_field_float(reader, field, column, name, &table->values[i]);
}

static int read_row(struct csv_reader *reader, const char *const *names, size_t columns,
                    struct csv_table *table) {
    char *rest = reader->text;
    for (size_t i = 0; i < columns; ++i) {
        const char *field = rest ? csv_next_field(&rest) : "";
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

static int reserve_row(const struct csv_reader *reader, struct csv_table *table, size_t *capacity) {
    if (table->rows == CSV_MAX_ROWS) {
        return cli_bad("%s: line %zu: more than %d rows", reader->name, reader->line, CSV_MAX_ROWS);
    }
    const size_t columns = table->columns;
    if (reader->reals) {
        void *reals = table->reals;
        const int status = csv_grow(&reals, columns * sizeof(double), table->rows, capacity);
        table->reals = reals;
        return status;
    }
    void *values = table->values;
    const int status = csv_grow(&values, columns * sizeof(float), table->rows, capacity);
    table->values = values;
    return status;
}

static int read_rows(struct csv_reader *reader, const char *const *names, struct csv_table *table) {
    size_t capacity = 0;
    for (;;) {
        bool more = false;
        if (csv_read_line(reader, &more) != 0) {
            return CLI_BAD;
        }
        if (!more) {
            return 0;
        }
        if (reader->text[0] == '\0') {
            return csv_expect_end(reader);
        }
        if (reserve_row(reader, table, &capacity) != 0 ||
            read_row(reader, names, table->columns, table) != 0) {
            return CLI_BAD;
        }
        ++table->rows;
    }
}

static int read_table(struct csv_reader *reader, const char *header, struct csv_table *table) {
    char name_text[512];
    const char *names[CSV_MAX_COLUMNS] = {NULL};
    snprintf(name_text, sizeof name_text, "%s", header);
    table->columns = split_header(name_text, names);

    bool more = false;
    if (csv_read_line(reader, &more) != 0) {
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

static int read_all(struct csv_reader *reader, const char *header, struct csv_table *table) {
    *table = (struct csv_table){0};
    const int status = read_table(reader, header, table);
    csv_reader_close(reader);
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
    struct csv_reader reader;
    if (csv_reader_open(&reader, path, 4095) != 0) {
        return CLI_BAD;
    }
    reader.words = words;
    reader.word_count = count;
    return read_all(&reader, header, table);
}

int csv_read_reals(const char *path, const char *header, struct csv_table *table) {
    struct csv_reader reader;
    if (csv_reader_open(&reader, path, 4095) != 0) {
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
