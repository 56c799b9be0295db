// The verdict for programs: what to call, for each subject.
#ifndef BENCH_VERDICT_JSON_H
#define BENCH_VERDICT_JSON_H

#include <jansson.h>

#include "race.h"

// An array with an object for each subject of a ranked race that a kernel can be recommended for.
json_t *verdict_describe(const struct race *race);

#endif
