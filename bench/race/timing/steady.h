// One kernel in a steady loop over its queries, for profilers: nothing else runs meanwhile.
#ifndef BENCH_STEADY_H
#define BENCH_STEADY_H

#include "counters.h"
#include "race.h"

struct steady_result {
    double seconds;     // by the wall clock
    double cpu_seconds; // of this process
    double bodies;      // answered
    bool interrupted;   // by SIGINT, before its time
    struct counters_reading counters;
};

// Asks the entry's queries over and over for so many seconds, and at least for a millisecond or
// one call, whatever is longer. SIGINT ends the loop early.
void steady_run(const struct race_entry *entry, double seconds,
                const struct counters_system *system, struct steady_result *result);

#endif
