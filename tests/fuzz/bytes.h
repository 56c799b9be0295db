// Makes numbers from bytes. Small changes of the bytes make small changes of the numbers, which
// helps a fuzzer that mutates bytes. Past the end all numbers are 0.
#ifndef FUZZ_BYTES_H
#define FUZZ_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fuzz_bytes {
    const uint8_t *next, *end;
};

uint8_t fuzz_byte(struct fuzz_bytes *bytes);
size_t fuzz_below(struct fuzz_bytes *bytes, size_t bound); // 0 … bound − 1; bound ≤ 256
bool fuzz_one_in(struct fuzz_bytes *bytes, size_t bound);  // seldom; never past the end
uint32_t fuzz_word(struct fuzz_bytes *bytes);

// Between −1 and 1: a multiple of 2⁻¹⁵.
double fuzz_fraction(struct fuzz_bytes *bytes);

// Any finite float: whole numbers, fractions, powers of two, both zeros, denormals, the ends of the
// range, neighbours of all these, and any bits at all.
float fuzz_float(struct fuzz_bytes *bytes);

// A float or one of its neighbours, up to 8 away: finite.
float fuzz_near(struct fuzz_bytes *bytes, float x);

// Tame ones: of ordinary size, as bodies and planes have; one in eight is awkward, as above.
float fuzz_coordinate(struct fuzz_bytes *bytes);

// A component of a normal: 0, next to a power of two, a fraction, or any.
float fuzz_tilt(struct fuzz_bytes *bytes);

// Finite, of magnitude 0 or 2⁻⁹⁰⁰ to `most`.
double fuzz_double(struct fuzz_bytes *bytes, double most);

#endif
