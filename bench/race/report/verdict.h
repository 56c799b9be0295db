// The last screen of `run`: what to call, and how fast that is.
#ifndef BENCH_VERDICT_H
#define BENCH_VERDICT_H

#include "results_model.h"

// Prints the verdict. Its last 24 rows hold what a default run says about volumes; the other
// families come before. `warning`, if not NULL, says why not to trust the times.
void verdict_print(const struct results *results, const char *warning);

#endif
