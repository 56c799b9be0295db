// Bit scans and prefetching.
#ifndef BUOY_BITS_H
#define BUOY_BITS_H

#include <stdint.h>

// The index of the lowest set bit of x ≠ 0.
static inline unsigned buoy_lowest_bit(unsigned x) {
    return (unsigned)__builtin_ctz(x);
}

// The same of 64 bits.
static inline unsigned buoy_lowest_bit64(uint64_t x) {
    return (unsigned)__builtin_ctzll(x);
}

// How many bits are set: pairs, fours and bytes side by side, then all bytes at once.
static inline unsigned buoy_count_bits64(uint64_t x) {
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (unsigned)(x * UINT64_C(0x0101010101010101) >> 56);
}

// Lists first + i for each set bit i of 16, ascending; returns how many. May write 16.
static inline unsigned buoy_list_bits(unsigned bits, uint32_t first, uint32_t *list) {
    unsigned count = 0;
    for (; bits; bits &= bits - 1) {
        list[count++] = first + buoy_lowest_bit(bits);
    }
    return count;
}

// Asks for the 64 bytes at p, which will be read soon. A macro: gcc takes a function that does
// nothing else for one without effect, and drops its calls.
#define BUOY_PREFETCH(p) __builtin_prefetch(p)

#endif
