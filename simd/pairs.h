// Two doubles in each lane, for what a template does twice: a vector of two where lanes are one
// double in plain C, which halves the instructions for a single body, else two vectors. For
// templates, on whatever lanes_<isa>.h came before. Operations are those of doubles.
#ifndef BUOY_PAIRS_H
#define BUOY_PAIRS_H

#include "vectors.h"

#if defined DOUBLES_PAIRS && defined __SSE2__ // of every x86-64
#include <emmintrin.h>
#endif

#ifdef DOUBLES_PAIRS

typedef double pairs __attribute__((vector_size(16)));
typedef long long pairs_mask __attribute__((vector_size(16)));

VECTORS_INLINE pairs pairs_of(doubles a, doubles b) {
    return (pairs){a, b};
}
VECTORS_INLINE doubles pairs_first(pairs a) {
    return a[0];
}
VECTORS_INLINE doubles pairs_second(pairs a) {
    return a[1];
}
VECTORS_INLINE pairs pairs_add(pairs a, pairs b) {
    return a + b;
}
VECTORS_INLINE pairs pairs_sub(pairs a, pairs b) {
    return a - b;
}
VECTORS_INLINE pairs pairs_mul(pairs a, pairs b) {
    return a * b;
}
VECTORS_INLINE pairs pairs_div(pairs a, pairs b) {
    return a / b;
}
VECTORS_INLINE pairs pairs_muladd(pairs a, pairs b, pairs c) {
    return a * b + c;
}
VECTORS_INLINE pairs pairs_choose(pairs_mask m, pairs x, pairs y) {
    return (pairs)((m & (pairs_mask)x) | (~m & (pairs_mask)y));
}
VECTORS_INLINE pairs pairs_if_less(pairs a, pairs b, pairs x, pairs y) {
    return pairs_choose(a < b, x, y);
}
VECTORS_INLINE pairs pairs_min(pairs a, pairs b) {
    return pairs_choose(a < b, a, b);
}
VECTORS_INLINE pairs pairs_max(pairs a, pairs b) {
    return pairs_choose(a > b, a, b);
}

#else

typedef struct {
    doubles a, b;
} pairs;

VECTORS_INLINE pairs pairs_of(doubles a, doubles b) {
    return (pairs){a, b};
}
VECTORS_INLINE doubles pairs_first(pairs a) {
    return a.a;
}
VECTORS_INLINE doubles pairs_second(pairs a) {
    return a.b;
}
VECTORS_INLINE pairs pairs_add(pairs a, pairs b) {
    return pairs_of(doubles_add(a.a, b.a), doubles_add(a.b, b.b));
}
VECTORS_INLINE pairs pairs_sub(pairs a, pairs b) {
    return pairs_of(doubles_sub(a.a, b.a), doubles_sub(a.b, b.b));
}
VECTORS_INLINE pairs pairs_mul(pairs a, pairs b) {
    return pairs_of(doubles_mul(a.a, b.a), doubles_mul(a.b, b.b));
}
VECTORS_INLINE pairs pairs_div(pairs a, pairs b) {
    return pairs_of(doubles_div(a.a, b.a), doubles_div(a.b, b.b));
}
VECTORS_INLINE pairs pairs_muladd(pairs a, pairs b, pairs c) {
    return pairs_of(doubles_muladd(a.a, b.a, c.a), doubles_muladd(a.b, b.b, c.b));
}
VECTORS_INLINE pairs pairs_if_less(pairs a, pairs b, pairs x, pairs y) {
    return pairs_of(doubles_if_less(a.a, b.a, x.a, y.a), doubles_if_less(a.b, b.b, x.b, y.b));
}
VECTORS_INLINE pairs pairs_min(pairs a, pairs b) {
    return pairs_of(doubles_min(a.a, b.a), doubles_min(a.b, b.b));
}
VECTORS_INLINE pairs pairs_max(pairs a, pairs b) {
    return pairs_of(doubles_max(a.a, b.a), doubles_max(a.b, b.b));
}

#endif

// a twice.
VECTORS_INLINE pairs pairs_both(doubles a) {
    return pairs_of(a, a);
}
VECTORS_INLINE pairs pairs_splat(double a) {
    return pairs_both(doubles_splat(a));
}
VECTORS_INLINE pairs pairs_sqrt(pairs a) {
#if defined DOUBLES_PAIRS && defined __SSE2__
    return (pairs)_mm_sqrt_pd((__m128d)a); // which compilers do not make of two roots
#else
    return pairs_of(doubles_sqrt(pairs_first(a)), doubles_sqrt(pairs_second(a)));
#endif
}
VECTORS_INLINE doubles pairs_sum(pairs a) {
    return doubles_add(pairs_first(a), pairs_second(a));
}

// x < y ? a : b, without a branch in plain C, where none could be foretold.
VECTORS_INLINE doubles pairs_choice(doubles x, doubles y, doubles a, doubles b) {
    return pairs_first(pairs_if_less(pairs_both(x), pairs_both(y), pairs_both(a), pairs_both(b)));
}

VECTORS_INLINE pairs pairs_times(double a, pairs b) {
    return pairs_mul(pairs_splat(a), b);
}
VECTORS_INLINE pairs pairs_square(pairs a) {
    return pairs_mul(a, a);
}
VECTORS_INLINE pairs pairs_negative(pairs a) {
    return pairs_sub(pairs_splat(0.0), a);
}
VECTORS_INLINE pairs pairs_abs(pairs a) {
    return pairs_max(a, pairs_negative(a));
}
// a, but no less than −limit and no more than limit.
VECTORS_INLINE pairs pairs_clamp(pairs a, pairs limit) {
    return pairs_min(pairs_max(a, pairs_negative(limit)), limit);
}

#endif
