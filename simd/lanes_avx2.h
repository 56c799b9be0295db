// Lanes of eight floats on AVX2; with LANES_FMA also FMA. Operations: see lanes_scalar.h.
#ifndef BUOY_LANES_AVX2_H
#define BUOY_LANES_AVX2_H

#ifndef __AVX2__
#error "compile with -mavx2"
#endif
#if defined(LANES_FMA) && !defined(__FMA__)
#error "compile with -mfma"
#endif

#include <immintrin.h>

#define LANES_WIDTH 8

typedef __m256 lanes;
typedef struct {
    __m256 v; // all bits of a lane set or clear
} lanes_mask;

static inline lanes lanes_load(const float *p) {
    return _mm256_load_ps(p);
}
static inline void lanes_store(float *p, lanes a) {
    _mm256_store_ps(p, a);
}
static inline lanes lanes_splat(float a) {
    return _mm256_set1_ps(a);
}

static inline lanes lanes_add(lanes a, lanes b) {
    return _mm256_add_ps(a, b);
}
static inline lanes lanes_sub(lanes a, lanes b) {
    return _mm256_sub_ps(a, b);
}
static inline lanes lanes_mul(lanes a, lanes b) {
    return _mm256_mul_ps(a, b);
}
static inline lanes lanes_div(lanes a, lanes b) {
    return _mm256_div_ps(a, b);
}
static inline lanes lanes_abs(lanes a) {
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a);
}
static inline lanes lanes_max(lanes a, lanes b) {
    return _mm256_max_ps(a, b);
}
static inline lanes lanes_muladd(lanes a, lanes b, lanes c) {
#ifdef LANES_FMA
    return _mm256_fmadd_ps(a, b, c);
#else
    return _mm256_add_ps(_mm256_mul_ps(a, b), c);
#endif
}

static inline lanes_mask lanes_less(lanes a, lanes b) {
    return (lanes_mask){_mm256_cmp_ps(a, b, _CMP_LT_OQ)};
}
static inline lanes_mask lanes_and(lanes_mask a, lanes_mask b) {
    return (lanes_mask){_mm256_and_ps(a.v, b.v)};
}
static inline lanes_mask lanes_or(lanes_mask a, lanes_mask b) {
    return (lanes_mask){_mm256_or_ps(a.v, b.v)};
}
static inline lanes_mask lanes_xor(lanes_mask a, lanes_mask b) {
    return (lanes_mask){_mm256_xor_ps(a.v, b.v)};
}
static inline unsigned lanes_bits(lanes_mask a) {
    return (unsigned)_mm256_movemask_ps(a.v);
}

static inline lanes lanes_select(lanes_mask m, lanes a, lanes b) {
    return _mm256_blendv_ps(b, a, m.v);
}
static inline lanes lanes_keep(lanes_mask m, lanes a) {
    return _mm256_and_ps(m.v, a);
}

static inline void lanes_swap_if(lanes_mask m, lanes *a, lanes *b) {
    const lanes old = *a;
    *a = _mm256_blendv_ps(old, *b, m.v);
    *b = _mm256_blendv_ps(*b, old, m.v);
}

typedef __m256d doubles;

static inline doubles doubles_load(const double *p) {
    return _mm256_load_pd(p);
}
static inline void doubles_store(double *p, doubles a) {
    _mm256_store_pd(p, a);
}
static inline doubles doubles_splat(double a) {
    return _mm256_set1_pd(a);
}
static inline doubles doubles_add(doubles a, doubles b) {
    return _mm256_add_pd(a, b);
}
static inline doubles doubles_sub(doubles a, doubles b) {
    return _mm256_sub_pd(a, b);
}
static inline doubles doubles_mul(doubles a, doubles b) {
    return _mm256_mul_pd(a, b);
}
static inline doubles doubles_muladd(doubles a, doubles b, doubles c) {
#ifdef LANES_FMA
    return _mm256_fmadd_pd(a, b, c);
#else
    return _mm256_add_pd(_mm256_mul_pd(a, b), c);
#endif
}

static inline doubles doubles_widen(const float *p) {
    return _mm256_cvtps_pd(_mm_load_ps(p));
}
static inline lanes doubles_narrow(doubles low, doubles high) {
    return _mm256_set_m128(_mm256_cvtpd_ps(high), _mm256_cvtpd_ps(low));
}
static inline double doubles_sum(doubles a) {
    const __m128d b = _mm_add_pd(_mm256_castpd256_pd128(a), _mm256_extractf128_pd(a, 1));
    return _mm_cvtsd_f64(_mm_add_sd(b, _mm_unpackhi_pd(b, b)));
}

#include "lanes_doubles.h"

#endif
