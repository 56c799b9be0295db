// Loops that one instruction set can turn no faster: for each operation, and for reading.
#ifndef BENCH_PEAKS_LOOPS_H
#define BENCH_PEAKS_LOOPS_H

#include <stddef.h>

// Independent chains of operations: at least the latency of an operation times the number that can
// begin in a cycle. All known cores need at most 16, but only instruction sets with 32 registers
// have room for so many.
#define PEAKS_CHAINS 12

// Executes so many turns of PEAKS_CHAINS independent operations on vectors. `values` are a factor,
// a summand and the start of each chain: all different, and unknown to the compiler, which would
// otherwise find that chains are equal. The sum of all chains is returned so that none of them is
// optimised away.
#define PEAKS_VALUES (2 + PEAKS_CHAINS)
typedef float peaks_compute(size_t turns, const float values[PEAKS_VALUES]);

// Reads and adds up all `count` floats, a multiple of PEAKS_STRIDE, aligned to 64 bytes.
typedef float peaks_read(const float *floats, size_t count);

#define PEAKS_STRIDE 256

struct peaks_loops {
    size_t width; // floats in a vector
    peaks_compute *add, *multiply;
    peaks_compute *mixed;        // every other chain adds, the others multiply
    peaks_compute *multiply_add; // in +fma sets one fused operation, else two
    peaks_read *read;
};

#endif
