// Digests of numbers: 64-bit FNV-1a over their bits from the lowest byte to the highest,
// independent of the byte order in memory.
#ifndef TESTS_DIGEST_H
#define TESTS_DIGEST_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// A digest of nothing; the functions below add to one.
#define DIGEST_EMPTY UINT64_C(0xcbf29ce484222325)

static inline uint64_t digest_bytes(uint64_t digest, uint64_t bits, unsigned bytes) {
    for (unsigned shift = 0; shift < 8 * bytes; shift += 8) {
        digest = (digest ^ (bits >> shift & 0xff)) * UINT64_C(0x100000001b3);
    }
    return digest;
}

static inline uint64_t digest_indices(uint64_t digest, const uint32_t *values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        digest = digest_bytes(digest, values[i], sizeof values[i]);
    }
    return digest;
}

static inline uint64_t digest_floats(uint64_t digest, const float *values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        digest = digest_bytes(digest, bits, sizeof bits);
    }
    return digest;
}

static inline uint64_t digest_doubles(uint64_t digest, const double *values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        digest = digest_bytes(digest, bits, sizeof bits);
    }
    return digest;
}

#endif
