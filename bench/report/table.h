// The ranking as text: one table per subject.
#ifndef BENCH_TABLE_H
#define BENCH_TABLE_H

#include "race.h"

// Prints them. Only the best variants of each method are shown unless `verbose`.
void table_print(const struct race *race, bool verbose);

#endif
