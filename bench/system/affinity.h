// Keeps the program on one CPU.
#ifndef BENCH_AFFINITY_H
#define BENCH_AFFINITY_H

#include <stdint.h>

// The largest number that a CPU can have here.
#define AFFINITY_MOST_CPU 1023

// Returns 0, or CLI_BAD after complaining: no such CPU for this program, or no way to choose one on
// this system.
int affinity_pin(uint64_t cpu);

#endif
