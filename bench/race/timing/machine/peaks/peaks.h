// What one core of this machine can do at most: arithmetic with each instruction set, and reading
// from each level of memory. Measured in about a second, in the same way as kernels are compiled.
#ifndef BENCH_PEAKS_H
#define BENCH_PEAKS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

// Operations on floats, in 10⁹ per second; a multiply-add is two. Of doubles a vector holds half as
// many.
struct peaks_flops {
    const char *isa; // without +fma
    size_t width;    // floats in a vector
    double add, multiply;
    double mixed;     // as many additions as multiplications
    double clock_ghz; // right behind such operations; 0: unknown
    double fma;       // multiply-adds rounded once; 0 if the set's twin with +fma cannot run
};

// Bytes read and added up, in 10⁹ per second, of arrays that fit into half of a cache, or into none
// (see peaks.c). 0: there is no such cache.
struct peaks_bandwidth {
    double l1, l2, l3, memory;
};

#define PEAKS_MOST_SETS 8
struct peaks {
    double clock_ghz; // 0: unknown
    size_t set_count;
    struct peaks_flops sets[PEAKS_MOST_SETS];
    struct peaks_bandwidth bandwidth;
};

// Measures for about `seconds`, at least a few milliseconds for each number. Returns false
// if memory ran out.
bool peaks_measure(double seconds, struct peaks *peaks);

// The most operations per second that a kernel of an instruction set can reach: multiply-adds if it
// has them, else the best of additions, multiplications and both. 0 if the set was not measured.
double peaks_most_flops(const struct peaks *peaks, const char *isa);

// "3.1 GHz, 2.8 under avx512": the clock, and that of sets under which it is more than 3 % lower;
// "" if it is unknown.
void peaks_say_clock(const struct peaks *peaks, char *text, size_t size);

// As results.json has it: {"clock_ghz", "flops": {ISA: {"add", "multiply", "mixed", "fma",
// "clock_ghz"}}, "bandwidth": {"l1", "l2", "l3", "memory"}}, without what is unknown. NULL if out
// of memory.
json_t *peaks_to_json(const struct peaks *peaks);

#endif
