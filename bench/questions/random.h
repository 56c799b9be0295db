// Random numbers that are the same on every machine.
#ifndef BENCH_RANDOM_H
#define BENCH_RANDOM_H

#include <stdint.h>

// The next 64 random bits; neighbouring seeds give unrelated numbers.
uint64_t random_bits(uint64_t *state);

// A 64-bit fraction as a double in [0, 1), exact to 53 bits.
double random_fraction(uint64_t bits);

// Uniform in [low, high).
double random_between(uint64_t *state, double low, double high);

#endif
