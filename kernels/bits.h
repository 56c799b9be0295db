// Bit scans, for compilers with and without a builtin.
#ifndef BUOY_BITS_H
#define BUOY_BITS_H

// The index of the lowest set bit of x ≠ 0.
static inline unsigned buoy_lowest_bit(unsigned x) {
#if defined(__GNUC__)
    return (unsigned)__builtin_ctz(x);
#else
    unsigned i = 0;
    while (!(x >> i & 1u)) {
        ++i;
    }
    return i;
#endif
}

#endif
