// Sines, exponentials, logarithms and hyperbolic tangents in double, from + − × ÷ and the bits of a
// double alone: the same everywhere.
#ifndef BUOY_TURNS_H
#define BUOY_TURNS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/vector.h"

// sin 2πr, |r| ≤ ¼: Taylor's series, whose first term left out is below 1e-17.
static inline double buoy_sine_of_quarter(double r) {
    const double x = 2.0 * BUOY_PI * r, z = x * x;
    double sum = 1.0;
    for (int n = 21; n > 1; n -= 2) {
        sum = 1.0 - z / ((double)n * (double)(n - 1)) * sum;
    }
    return x * sum;
}

// cos 2πr and sin 2πr of any number of turns r.
static inline void buoy_turn_to_direction(double r, double direction[2]) {
    r -= floor(r + 0.5);
    const double a = fabs(r), fold = 0.25 - fabs(a - 0.25);
    direction[0] = buoy_sine_of_quarter(0.25 - a);
    direction[1] = r < 0.0 ? -buoy_sine_of_quarter(fold) : buoy_sine_of_quarter(fold);
}

// e^x for x ≤ 0, within 4e-16 of itself; 0 below −700. With n the whole number next to x/ln 2, it
// is 2ⁿ e^r, |r| ≤ ½ ln 2 = 0.35: Taylor's series, whose first term left out is below 5e-18. ln 2
// comes in two parts; the first has 32 bits, so that its product with n is exact.
static inline double buoy_exponential(double x) {
    if (!(x > -700.0)) {
        return 0.0;
    }
    const double whole = floor(x * 1.44269504088896340736 + 0.5);
    const double r = (x - whole * 0x1.62e42feep-1) - whole * 0x1.a39ef35793c76p-33;
    double sum = 1.0, scale;
    for (int n = 14; n > 0; --n) {
        sum = 1.0 + r / (double)n * sum;
    }
    const uint64_t bits = (uint64_t)(1023 + (int)whole) << 52;
    memcpy(&scale, &bits, sizeof scale);
    return sum * scale;
}

// ln x for normal x > 0, within 1e-15 of the larger of itself and 1. With x = 2ⁿ m, m from √½ to
// √2, and s = (m − 1)/(m + 1), it is n ln 2 + 2 (s + s³/3 + s⁵/5 + …), s² < 0.03: the first term
// left out is below 1e-18.
static inline double buoy_logarithm(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int n = (int)(bits >> 52) - 1023;
    bits = (bits & 0xfffffffffffffu) | (uint64_t)1023 << 52;
    memcpy(&x, &bits, sizeof x);
    if (x > 1.41421356237309504880) {
        x *= 0.5;
        ++n;
    }
    const double s = (x - 1.0) / (x + 1.0), z = s * s;
    double sum = 0.0;
    for (int k = 23; k > 0; k -= 2) {
        sum = 1.0 / (double)k + z * sum;
    }
    return (double)n * 0.69314718055994530942 + 2.0 * s * sum;
}

// tanh x for x ≥ 0, within 1e-15 of itself: below 1 by Lambert's continued fraction, whose rest is
// below 1e-17.
static inline double buoy_tangent(double x) {
    if (x < 1.0) {
        double fraction = 1.0;
        for (int n = 17; n > 0; n -= 2) {
            fraction = (double)n + x * x / fraction;
        }
        return x / fraction;
    }
    const double e = buoy_exponential(-2.0 * x);
    return (1.0 - e) / (1.0 + e);
}

#endif
