// How near a kernel comes to what the machine can do at most.
#ifndef BENCH_BOUND_H
#define BENCH_BOUND_H

#include "peaks.h"
#include "work.h"

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
