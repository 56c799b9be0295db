// A number over all of a report, by which an edit is noticed. It is no signature: whoever reads
// this can compute it.
#ifndef BENCH_SEAL_H
#define BENCH_SEAL_H

#include <jansson.h>
#include <stdbool.h>

// Sets the member "seal" of the report's member "context"; what was there does not count.
void seal_put(json_t *report);

// Whether it is there and fits everything else; the order of members counts, white space and the
// way a number is written do not.
bool seal_holds(const json_t *report);

#endif
