// Strict reading of CSV files of 32-bit floats, or of doubles.
#ifndef BENCH_CSV_H
#define BENCH_CSV_H

#include <stddef.h>

// The most columns and rows a table may have, and the most numbers that rows of any length may have
// in all. They limit the memory that hostile input can use.
enum {
    CSV_MAX_COLUMNS = 32,
    CSV_MAX_ROWS = 1 << 24,
    CSV_MAX_VALUES = 1 << 26,
};

struct csv_table {
    float *values; // row by row; NULL in a table of doubles
    double *reals; // row by row; NULL in a table of floats
    size_t rows, columns;
};

// Reads a table. Its first line must be exactly `header` (names separated by commas), and every
// other line must hold one finite number per column, which is rounded to the nearest float. Spaces
// around fields, quotes around names, CRLF, a byte order mark and empty lines at the end are
// accepted. `path` "-" is standard input. Returns 0, or CLI_BAD after naming file, line, column and
// cause.
int csv_read(const char *path, const char *header, struct csv_table *table);
void csv_free(struct csv_table *table);

// Like csv_read(), but the first column has one of `count` words, which is read as its number in
// the list, from 0.
int csv_read_with_words(const char *path, const char *header, const char *const *words,
                        size_t count, struct csv_table *table);

// Like csv_read(), but each number is rounded to the nearest double.
int csv_read_reals(const char *path, const char *header, struct csv_table *table);

// The name of a file in csv_read()'s complaints, for callers that check the values further.
const char *csv_name(const char *path);

// What a NUL byte says about a text: UTF-16 has one among its first bytes, after its byte order
// mark or one half of a character.
const char *csv_nul(size_t line, size_t index);

// The text behind a byte order mark in UTF-8, if it begins with one.
char *csv_behind_mark(char *text);

// The line of the file that holds a row (from 0).
size_t csv_line_of_row(size_t row);

// Rows of any length.
struct csv_ragged {
    float *values; // row by row
    size_t *ends;  // for each row, the number of values up to its last
    size_t rows;
};

// Writes the name of a column (from 0), for complaints.
typedef void csv_column_name(const void *context, size_t column, char *text, size_t size);

struct csv_ragged_format {
    const char *row; // name of a row, for complaints
    csv_column_name *name;
    const void *context; // handed to `name`
};

// Reads a file without a header. Each line holds one or more numbers; everything else is as in
// csv_read(). The caller checks the lengths of the rows.
int csv_read_ragged(const char *path, const struct csv_ragged_format *format,
                    struct csv_ragged *table);
void csv_free_ragged(struct csv_ragged *table);
size_t csv_line_of_ragged_row(size_t row);

#endif
