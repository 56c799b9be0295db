// What `profile` says: the loop's figures and, if asked for, how they compare with the machine's
// peaks.
#ifndef BENCH_PROFILE_REPORT_H
#define BENCH_PROFILE_REPORT_H

#include <jansson.h>

#include "peaks.h"
#include "steady.h"
#include "work.h"

struct profile_report {
    const struct race_entry *entry;
    struct steady_result result;
    struct peaks peaks; // no sets if not measured
    struct work work;   // all 0 if not counted
};

// Measures the peaks and counts the work. Returns 0, or CLI_BAD after complaining.
int profile_measure(struct profile_report *report);

void profile_print(const struct profile_report *report);

// NULL if out of memory.
json_t *profile_to_json(const struct profile_report *report);

#endif
