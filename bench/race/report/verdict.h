// The last screen of `run`: how far to trust it, what to call, and how fast that is.
#ifndef BENCH_VERDICT_H
#define BENCH_VERDICT_H

#include "results_model.h"

// Prints the verdict, which a terminal of 24 rows and 80 columns holds as long as a row for each
// mesh leaves room. It ends in two lines: what to call, and `page`, where the full report is, if
// that is not NULL.
void verdict_print(const struct results *results, const char *page);

#endif
