// One sentence about a family for the verdict: the time of the library's own choice in the
// workloads that have a headline.
#ifndef BENCH_HEADLINES_H
#define BENCH_HEADLINES_H

#include "race.h"

// Returns false if there is nothing to say.
bool headlines_write(const struct race *race, const struct family *family, char *text, size_t size);

#endif
