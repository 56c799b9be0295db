// The processor's event counters around a piece of this thread's work: cycles, instructions and
// misses, in user mode. They are read through the kernel's perf_event_open(); libpfm4 encodes the
// events. Where they cannot be read, a sentence says why, and no number is made up.
#ifndef BENCH_COUNTERS_H
#define BENCH_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum counter {
    COUNTER_CYCLES,
    COUNTER_INSTRUCTIONS,
    COUNTER_BRANCH_MISSES,
    COUNTER_L1D_MISSES, // loads that miss the first-level data cache
    COUNTER_COUNT,
};

// As in `profile`'s JSON.
extern const char *const counter_names[COUNTER_COUNT];

// What the counters need of the system, so that tests can play any machine.
struct counters_system {
    // Opens a counter, stopped, in the group of an open one (−1: a group of its own). Returns its
    // descriptor, or −errno.
    int (*open)(enum counter counter, int group);
    // Sets the values of a group to 0 (but not its times) and starts it; stops it. Returns 0, or
    // −errno.
    int (*start)(int group);
    int (*stop)(int group);
    // Reads a group as the kernel writes it: the number of counters, nanoseconds for which the
    // group was wanted, nanoseconds for which it counted, and a value for each in the order of
    // opening. Returns whether all of `count` numbers were read.
    bool (*read)(int group, uint64_t *numbers, size_t count);
    void (*close)(int descriptor);
    // Linux's perf_event_paranoid, or −1 if there is none.
    int (*paranoid)(void);
    const char *missing; // why there is none of this, else NULL
};

// This machine.
extern const struct counters_system counters_of_machine;

struct counters {
    const struct counters_system *system;
    int descriptors[COUNTER_COUNT]; // −1: not open
    uint64_t wanted, ran;           // nanoseconds before the latest start
    char reason[256];               // a sentence on what is not counted, or ""
};

struct counters_reading {
    bool known[COUNTER_COUNT];
    double values[COUNTER_COUNT];
    double share;     // of the time in which the counters ran; values are scaled up by it
    char reason[256]; // a sentence on what is unknown or scaled, or ""
};

// Opens what can be opened. Without cycles and instructions nothing is counted.
void counters_open(const struct counters_system *system, struct counters *counters);
void counters_close(struct counters *counters);

void counters_start(struct counters *counters);
void counters_stop(struct counters *counters, struct counters_reading *reading);

#endif
