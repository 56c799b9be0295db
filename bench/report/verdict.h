// The last screen of `run`: what to call, and how fast that is.
#ifndef BENCH_VERDICT_H
#define BENCH_VERDICT_H

#include "race.h"

// Prints the verdict on a ranked race. Its last 24 rows hold what a default run says about volumes;
// the other families come before. `warning`, if not NULL, says why not to trust the times.
void verdict_print(const struct race *race, const char *warning);

#endif
