// Lanes of sixteen floats on AVX-512 (F, VL, BW and DQ); with LANES_FMA also FMA. Operations: see
// lanes_scalar.h.
#ifndef BUOY_LANES_AVX512_H
#define BUOY_LANES_AVX512_H

#if !defined(__AVX512F__) || !defined(__AVX512VL__) || !defined(__AVX512BW__) ||                   \
    !defined(__AVX512DQ__)
#error "compile with -mavx512f -mavx512vl -mavx512bw -mavx512dq"
#endif

#if defined(LANES_FMA) && !defined(__FMA__)
#error "compile with -mfma"
#endif

#include <immintrin.h>

#define LANES_WIDTH 16

typedef __m512 lanes;
typedef __mmask16 lanes_mask;

static inline lanes lanes_load(const float *p) {
    return _mm512_load_ps(p);
}
static inline void lanes_store(float *p, lanes a) {
    _mm512_store_ps(p, a);
}
static inline lanes lanes_splat(float a) {
    return _mm512_set1_ps(a);
}

static inline lanes lanes_add(lanes a, lanes b) {
    return _mm512_add_ps(a, b);
}
static inline lanes lanes_sub(lanes a, lanes b) {
    return _mm512_sub_ps(a, b);
}
static inline lanes lanes_mul(lanes a, lanes b) {
    return _mm512_mul_ps(a, b);
}
static inline lanes lanes_div(lanes a, lanes b) {
    return _mm512_div_ps(a, b);
}
static inline lanes lanes_abs(lanes a) {
    return _mm512_abs_ps(a);
}
static inline lanes lanes_max(lanes a, lanes b) {
    return _mm512_max_ps(a, b);
}
static inline lanes lanes_muladd(lanes a, lanes b, lanes c) {
#ifdef LANES_FMA
    return _mm512_fmadd_ps(a, b, c);
#else
    return _mm512_add_ps(_mm512_mul_ps(a, b), c);
#endif
}

static inline lanes_mask lanes_less(lanes a, lanes b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ);
}
static inline lanes_mask lanes_and(lanes_mask a, lanes_mask b) {
    return _kand_mask16(a, b);
}
static inline lanes_mask lanes_or(lanes_mask a, lanes_mask b) {
    return _kor_mask16(a, b);
}
static inline lanes_mask lanes_xor(lanes_mask a, lanes_mask b) {
    return _kxor_mask16(a, b);
}
static inline unsigned lanes_bits(lanes_mask a) {
    return _cvtmask16_u32(a);
}

static inline lanes lanes_select(lanes_mask m, lanes a, lanes b) {
    return _mm512_mask_blend_ps(m, b, a);
}
static inline lanes lanes_keep(lanes_mask m, lanes a) {
    return _mm512_maskz_mov_ps(m, a);
}

static inline void lanes_swap_if(lanes_mask m, lanes *a, lanes *b) {
    const lanes old = *a;
    *a = _mm512_mask_blend_ps(m, old, *b);
    *b = _mm512_mask_blend_ps(m, *b, old);
}

typedef __m512d doubles;

static inline doubles doubles_load(const double *p) {
    return _mm512_load_pd(p);
}
static inline void doubles_store(double *p, doubles a) {
    _mm512_store_pd(p, a);
}
static inline doubles doubles_splat(double a) {
    return _mm512_set1_pd(a);
}
static inline doubles doubles_add(doubles a, doubles b) {
    return _mm512_add_pd(a, b);
}
static inline doubles doubles_sub(doubles a, doubles b) {
    return _mm512_sub_pd(a, b);
}
static inline doubles doubles_mul(doubles a, doubles b) {
    return _mm512_mul_pd(a, b);
}
static inline doubles doubles_muladd(doubles a, doubles b, doubles c) {
#ifdef LANES_FMA
    return _mm512_fmadd_pd(a, b, c);
#else
    return _mm512_add_pd(_mm512_mul_pd(a, b), c);
#endif
}

static inline doubles doubles_widen(const float *p) {
    return _mm512_cvtps_pd(_mm256_load_ps(p));
}
static inline lanes doubles_narrow(doubles low, doubles high) {
    return _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(low)), _mm512_cvtpd_ps(high),
                              1);
}
static inline double doubles_sum(doubles a) {
    const __m256d b = _mm256_add_pd(_mm512_castpd512_pd256(a), _mm512_extractf64x4_pd(a, 1));
    const __m128d c = _mm_add_pd(_mm256_castpd256_pd128(b), _mm256_extractf128_pd(b, 1));
    return _mm_cvtsd_f64(_mm_add_sd(c, _mm_unpackhi_pd(c, c)));
}

#include "lanes_doubles.h"

#endif
