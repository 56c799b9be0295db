// Tables of numbers that the program reads and prints.
#ifndef TESTS_NUMBER_TABLE_H
#define TESTS_NUMBER_TABLE_H

#include "child.h"

// Runs a child. Fails the test unless it ends well and prints a table and nothing else: the header,
// which ends with a newline, and rows with a number for each of its columns. Returns the numbers,
// row by row, which the caller frees.
double *table_of(const struct child *child, const char *header, size_t *rows);

// Fails the test unless a child prints this table, bit for bit; NaNs are all alike.
void expect_table(const struct child *child, const char *header, const double *rows, size_t count);

// Writes rows of floats below a header, which may be empty. Nine digits give the same float back.
// Returns the file's path, as scratch_path().
const char *table_write(const char *name, const char *header, const float *values, size_t rows,
                        size_t columns);

#endif
