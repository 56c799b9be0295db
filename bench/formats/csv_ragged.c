// Strict reading of CSV files of 32-bit floats: rows of any length, without a header.
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "csv_reader.h"

size_t csv_line_of_ragged_row(size_t row) {
    return row + 1;
}

struct ragged_reader {
    struct csv_reader *reader;
    const struct csv_ragged_format *format;
    struct csv_ragged *table;
    size_t value_count, value_capacity, row_capacity;
};

static int add_value(struct ragged_reader *ragged, const char *field, size_t column) {
    void *values = ragged->table->values;
    if (ragged->value_count == CSV_MAX_VALUES) {
        return cli_bad("%s: line %zu: more than %d numbers", ragged->reader->name,
                       ragged->reader->line, CSV_MAX_VALUES);
    }
    if (csv_grow(&values, sizeof(float), ragged->value_count, &ragged->value_capacity) != 0) {
        return CLI_BAD;
    }
    ragged->table->values = values;
    char name[32];
    ragged->format->name(ragged->format->context, column, name, sizeof name);
    return csv_field_float(ragged->reader, field, column, name,
                           &ragged->table->values[ragged->value_count++]);
}

static int add_ragged_row(struct ragged_reader *ragged, char *rest) {
    struct csv_ragged *table = ragged->table;
    for (size_t column = 0; rest; ++column) {
        const char *field = csv_next_field(&rest);
        if (add_value(ragged, field, column) != 0) {
            return CLI_BAD;
        }
    }
    void *ends = table->ends;
    if (csv_grow(&ends, sizeof *table->ends, table->rows, &ragged->row_capacity) != 0) {
        return CLI_BAD;
    }
    table->ends = ends;
    table->ends[table->rows++] = ragged->value_count;
    return 0;
}

static int read_ragged(struct csv_reader *reader, const struct csv_ragged_format *format,
                       struct csv_ragged *table) {
    struct ragged_reader ragged = {.reader = reader, .format = format, .table = table};
    for (;;) {
        bool more = false;
        if (csv_read_line(reader, &more) != 0) {
            return CLI_BAD;
        }
        if (!more) {
            return 0;
        }
        char *text = reader->line == 1 ? csv_skip_byte_order_mark(reader->text) : reader->text;
        if (strlen(text) == 0) {
            return csv_expect_end(reader);
        }
        if (add_ragged_row(&ragged, text) != 0) {
            return CLI_BAD;
        }
    }
}

int csv_read_ragged(const char *path, const struct csv_ragged_format *format,
                    struct csv_ragged *table) {
    struct csv_reader reader;
    *table = (struct csv_ragged){0};
    if (csv_reader_open(&reader, path, 1 << 26) != 0) {
        return CLI_BAD;
    }
    int status = read_ragged(&reader, format, table);
    csv_reader_close(&reader);
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
