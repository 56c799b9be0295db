// The tables of a sweep: one table per line, a column for each number.
#ifndef BENCH_SWEEP_TABLE_H
#define BENCH_SWEEP_TABLE_H

#include "race.h"

// Prints the tables, where the lead changes, and how to read them.
void sweep_table_print(const struct race *race, const char *warning);

#endif
