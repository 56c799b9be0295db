// Small functions of doubles in lanes, and vectors of three, in lanes of floats and of doubles;
// ../kernels/base/vector.h has the same for single doubles. Components are taken in the order x, y,
// z. For templates, on whatever lanes_<isa>.h came before.
#ifndef BUOY_VECTORS_H
#define BUOY_VECTORS_H

#define VECTORS_INLINE static inline __attribute__((always_inline))

VECTORS_INLINE doubles doubles_twice(doubles a) {
    return doubles_add(a, a);
}
VECTORS_INLINE doubles doubles_times(double a, doubles b) {
    return doubles_mul(doubles_splat(a), b);
}
VECTORS_INLINE doubles doubles_square(doubles a) {
    return doubles_mul(a, a);
}
VECTORS_INLINE doubles doubles_negative(doubles a) {
    return doubles_sub(doubles_splat(0.0), a);
}
VECTORS_INLINE doubles doubles_abs(doubles a) {
#if DOUBLES_WIDTH == 1
    return fabs(a); // without a branch
#else
    return doubles_max(a, doubles_negative(a));
#endif
}
VECTORS_INLINE doubles doubles_at_least(doubles a, double least) {
    return doubles_max(a, doubles_splat(least));
}
// a, but no less than −limit and no more than limit.
VECTORS_INLINE doubles doubles_clamp(doubles a, doubles limit) {
    return doubles_min(doubles_max(a, doubles_negative(limit)), limit);
}
// a, but no less than 0 and no more than 1.
VECTORS_INLINE doubles doubles_share(doubles a) {
    return doubles_min(doubles_at_least(a, 0.0), doubles_splat(1.0));
}

static inline lanes lanes_dot(const lanes a[3], const lanes b[3]) {
    return lanes_muladd(a[2], b[2], lanes_muladd(a[1], b[1], lanes_mul(a[0], b[0])));
}

static inline lanes lanes_length(const lanes a[3]) {
    return lanes_sqrt(lanes_dot(a, a));
}

static inline void lanes_cross(const lanes a[3], const lanes b[3], lanes c[3]) {
    c[0] = lanes_sub(lanes_mul(a[1], b[2]), lanes_mul(a[2], b[1]));
    c[1] = lanes_sub(lanes_mul(a[2], b[0]), lanes_mul(a[0], b[2]));
    c[2] = lanes_sub(lanes_mul(a[0], b[1]), lanes_mul(a[1], b[0]));
}

static inline doubles doubles_dot(const doubles a[3], const doubles b[3]) {
    return doubles_muladd(a[2], b[2], doubles_muladd(a[1], b[1], doubles_mul(a[0], b[0])));
}

static inline void doubles_cross(const doubles a[3], const doubles b[3], doubles c[3]) {
    c[0] = doubles_sub(doubles_mul(a[1], b[2]), doubles_mul(a[2], b[1]));
    c[1] = doubles_sub(doubles_mul(a[2], b[0]), doubles_mul(a[0], b[2]));
    c[2] = doubles_sub(doubles_mul(a[0], b[1]), doubles_mul(a[1], b[0]));
}

static inline void doubles_add_cross(const doubles a[3], const doubles b[3], doubles sum[3]) {
    doubles c[3];
    doubles_cross(a, b, c);
    for (int k = 0; k < 3; ++k) {
        sum[k] = doubles_add(sum[k], c[k]);
    }
}

// The vector from a to b.
static inline void doubles_from(const doubles a[3], const doubles b[3], doubles way[3]) {
    for (int k = 0; k < 3; ++k) {
        way[k] = doubles_sub(b[k], a[k]);
    }
}

// ------------------------------------------------------------------------------------------- pairs

// Two doubles in each lane, for what a template does twice: a vector of two where lanes are one
// double in plain C, which halves the instructions for a single body, else two vectors. Operations
// are those of doubles.

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
