// The ranking as text.
#ifndef BENCH_TABLE_H
#define BENCH_TABLE_H

#include "results_model.h"

// Prints a table for each subject, as wide as the terminal allows: exact kernels by rank, and below
// them approximations, with their error in place of a rank. Only the best variants of each method
// are shown unless `verbose`.
void table_print(const struct results *results, bool verbose);

// Prints the tables of a sweep: one for each line of subjects that differ in one number, and where
// the fastest exact kernel changes, or why nobody can tell.
void table_print_sweep(const struct results *results);

// "×catto": the heading of times as fast as the baseline of that method.
void table_head_speedup(const struct results_family *family, char *text, size_t size);

#endif
