// What `profile` says: the loop's figures and, if asked for, how they compare with the machine's
// peaks.
#ifndef BENCH_PROFILE_REPORT_H
#define BENCH_PROFILE_REPORT_H

#include <jansson.h>

#include "counters.h"
#include "peaks.h"
#include "race.h"
#include "work.h"

// ---- One kernel in a steady loop over its queries, for profilers: nothing else runs meanwhile.

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

// ---- How near a kernel comes to what the machine can do at most.

// What the machine can do in the time that a body takes, and the shares used of it.
struct bound {
    double gflops, most_gflops; // of floats: an operation on doubles fills the place of two
    double arithmetic;          // the share of the most
    double gbytes;              // loaded per second, in 10⁹
    double loads;               // the share of what can be loaded from the first-level cache
};

// The bound of a kernel on an instruction set that does this work in so many nanoseconds. All 0 if
// the set has no peaks, or if the work was not counted.
struct bound bound_find(const struct peaks *peaks, const char *isa, const struct work *work,
                        double nanoseconds);

// Above this share a bound is what limits a kernel: loops that do nothing else reach little more.
#define BOUND_REACHED 0.6

// What limits the kernel, in a sentence. Instructions per cycle and mispredicted branches per cycle
// are 0 if unknown.
const char *bound_explain(const struct bound *bound, double ipc, double misses_per_cycle);

#endif
