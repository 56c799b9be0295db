// Strict reading of CSV tables of 32-bit floats.
#ifndef BENCH_CSV_H
#define BENCH_CSV_H

#include <stddef.h>

// The most columns and rows a table may have; the second bounds what hostile input can take up.
enum {
    CSV_MAX_COLUMNS = 16,
    CSV_MAX_ROWS = 1 << 24,
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

#endif
