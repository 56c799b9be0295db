// The ranking as text: one table per subject.
#ifndef BENCH_TABLE_H
#define BENCH_TABLE_H

#include "race.h"

// Prints the ranked tables and how to read them.
void table_print(const struct race *race);

#endif
