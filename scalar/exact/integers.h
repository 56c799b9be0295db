// GMP integers from doubles, and quotients of them back to double, rounded once.
#ifndef BUOY_INTEGERS_H
#define BUOY_INTEGERS_H

#include <gmp.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static inline void integers_init(mpz_t *z, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        mpz_init(z[i]);
    }
}

static inline void integers_clear(mpz_t *z, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        mpz_clear(z[i]);
    }
}

// The exponent of the lowest bit of x, or `least` if that is lower or x is 0.
static inline long lowest_exponent(double x, long least) {
    if (x == 0.0) {
        return least;
    }
    int exponent;
    int64_t mantissa = (int64_t)ldexp(frexp(x, &exponent), 53);
    exponent -= 53;
    for (; mantissa % 2 == 0; mantissa /= 2) {
        ++exponent;
    }
    return exponent < least ? exponent : least;
}

// z = x 2^-exponent, an integer.
static inline void integer_set(mpz_t z, double x, long exponent) {
    int top;
    const double mantissa = ldexp(frexp(x, &top), 53);
    const long shift = (long)top - 53 - exponent;
    if (shift > 0) {
        mpz_set_d(z, mantissa);
        mpz_mul_2exp(z, z, (mp_bitcnt_t)shift);
    } else {
        mpz_set_d(z, ldexp(mantissa, (int)shift));
    }
}

// numerator / denominator 2^exponent, rounded to nearest, ties to even; the denominator is > 0.
//
// The quotient is rounded to 200 bits first. Numbers known to almost 300 bits lose nothing by it,
// and a short binary fraction that was summed from quotients a hair too small becomes itself again:
// ties are recognised.
static inline double round_quotient(const mpz_t numerator, const mpz_t denominator, long exponent) {
    if (mpz_sgn(numerator) == 0) {
        return 0.0;
    }
    mpz_t q, r;
    mpz_inits(q, r, NULL);
    const long shift =
        200 - (long)mpz_sizeinbase(numerator, 2) + (long)mpz_sizeinbase(denominator, 2);
    mpz_abs(q, numerator);
    mpz_set(r, denominator);
    mpz_mul_2exp(shift > 0 ? q : r, shift > 0 ? q : r, (mp_bitcnt_t)labs(shift));
    // q = ⌊q/r + ½⌋, of about 200 bits
    mpz_mul_2exp(q, q, 1);
    mpz_add(q, q, r);
    mpz_mul_2exp(r, r, 1);
    mpz_tdiv_q(q, q, r);
    // The digit at `drop` is to be the last: adds a half if it is odd, else a hair less.
    const mp_bitcnt_t drop = mpz_sizeinbase(q, 2) - 53;
    mpz_set_ui(r, 1);
    mpz_mul_2exp(r, r, drop - 1);
    mpz_sub_ui(r, r, !mpz_tstbit(q, drop));
    mpz_add(q, q, r);
    mpz_tdiv_q_2exp(q, q, drop);
    const double value = ldexp(mpz_get_d(q), (int)(exponent - shift + (long)drop));
    mpz_clears(q, r, NULL);
    return mpz_sgn(numerator) < 0 ? -value : value;
}

#endif
