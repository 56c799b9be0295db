// Reads lines of CSV, and the numbers in their fields: what tables and rows of any length share.
#ifndef BENCH_CSV_READER_H
#define BENCH_CSV_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "csv.h"

struct csv_reader {
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

// Each function that returns an int has complained before it returns CLI_BAD, and returns 0
// otherwise.

// Opens a file, or standard input if `path` is "-".
int csv_reader_open(struct csv_reader *reader, const char *path, size_t longest_line);
void csv_reader_close(struct csv_reader *reader);

// Reads a line without its end. `more` is false at the end of the file.
int csv_read_line(struct csv_reader *reader, bool *more);

// Skips empty lines at the end of the file; complains about anything that follows one.
int csv_expect_end(struct csv_reader *reader);

char *csv_skip_byte_order_mark(char *text);

// Cuts the next field off `*rest`, which becomes NULL after the last field. Returns the field,
// trimmed.
char *csv_next_field(char **rest);

// Reads the number in a field, which must be finite; `name` is of its column.
int csv_field_float(const struct csv_reader *reader, const char *field, size_t column,
                    const char *name, float *value);
int csv_field_real(const struct csv_reader *reader, const char *field, size_t column,
                   const char *name, double *value);

// Makes room for one more item in an array that doubles.
int csv_grow(void **array, size_t item_size, size_t count, size_t *capacity);

#endif
