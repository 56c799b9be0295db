// Strict reading of CSV files of 32-bit floats.
#ifndef BENCH_CSV_H
#define BENCH_CSV_H

#include <stddef.h>

// The most columns and rows a table may have, and the most numbers there may be in rows of any
// length: bounds to what hostile input can take up.
enum {
    CSV_MAX_COLUMNS = 16,
    CSV_MAX_ROWS = 1 << 24,
    CSV_MAX_VALUES = 1 << 26,
};

struct csv_table {
    float *values; // row by row
    size_t rows, columns;
};

// Reads a table whose first line must be exactly `header` (names separated by commas), every other
// line one finite number per column, rounded to the nearest float. Spaces around fields, CRLF, a
// byte order mark and empty lines at the end are fine. `path` "-" is standard input.
// Returns 0, or CLI_BAD after naming file, line, column and cause.
int csv_read(const char *path, const char *header, struct csv_table *table);
void csv_free(struct csv_table *table);

// What csv_read() calls a file in complaints, for those who check the values further.
const char *csv_name(const char *path);

// The line of the file that a row (from 0) came from.
size_t csv_line_of_row(size_t row);

// Rows of any length.
struct csv_ragged {
    float *values; // row by row
    size_t *ends;  // of each row, the number of values up to its last
    size_t rows;
};

// Writes what a column (from 0) is called, for complaints.
typedef void csv_column_name(size_t column, char *text, size_t size);

struct csv_ragged_format {
    const char *row; // what a row is, for complaints
    csv_column_name *name;
};

// Reads a file without a header, each line one or more numbers, else as csv_read(). What a row must
// have is for the caller to check.
int csv_read_ragged(const char *path, const struct csv_ragged_format *format,
                    struct csv_ragged *table);
void csv_free_ragged(struct csv_ragged *table);
size_t csv_line_of_ragged_row(size_t row);

#endif
