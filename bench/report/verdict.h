// The meaning of the tables in a few sentences.
#ifndef BENCH_VERDICT_H
#define BENCH_VERDICT_H

#include "race.h"

// Prints which kernel to take for each mesh, what determinism costs, and what to do next.
void verdict_print(const struct race *race);

#endif
