// Random numbers that are the same on every machine.
#include "random.h"

// Splitmix64 (Steele, Lea, Flood 2014).
uint64_t random_bits(uint64_t *state) {
    uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

double random_fraction(uint64_t bits) {
    return (double)(bits >> 11) * 0x1p-53;
}

double random_between(uint64_t *state, double low, double high) {
    return low + (high - low) * random_fraction(random_bits(state));
}
