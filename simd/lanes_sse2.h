// Lanes of four floats on SSE2, the baseline of x86-64. Operations: see lanes_scalar.h.
#ifndef BUOY_LANES_SSE2_H
#define BUOY_LANES_SSE2_H

#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

#define LANES_WIDTH 4

typedef __m128 lanes;
typedef struct {
    __m128 v; // all bits of a lane set or clear
} lanes_mask;

static inline lanes lanes_load(const float *p) {
    return _mm_load_ps(p);
}
static inline lanes lanes_load_int16(const int16_t *p) {
    return _mm_cvtepi32_ps(_mm_srai_epi32(
        _mm_unpacklo_epi16(_mm_setzero_si128(), _mm_loadl_epi64((const void *)p)), 16));
}
static inline void lanes_store(float *p, lanes a) {
    _mm_store_ps(p, a);
}
static inline void lanes_load3(const float *p, lanes *a, lanes *b, lanes *c) {
    const __m128 first = _mm_loadu_ps(p), last = _mm_loadu_ps(p + 8); // a0 b0 c0 a1, c2 a3 b3 c3
    const __m128 middle = _mm_loadu_ps(p + 4);                        // b1 c1 a2 b2
    const __m128 b0c0b1c1 = _mm_shuffle_ps(first, middle, _MM_SHUFFLE(1, 0, 2, 1));
    const __m128 a2b2a3b3 = _mm_shuffle_ps(middle, last, _MM_SHUFFLE(2, 1, 3, 2));
    *a = _mm_shuffle_ps(first, a2b2a3b3, _MM_SHUFFLE(2, 0, 3, 0));
    *b = _mm_shuffle_ps(b0c0b1c1, a2b2a3b3, _MM_SHUFFLE(3, 1, 2, 0));
    *c = _mm_shuffle_ps(b0c0b1c1, last, _MM_SHUFFLE(3, 0, 3, 1));
}
static inline void lanes_load4(const float *p, lanes *a, lanes *b, lanes *c, lanes *d) {
    *a = _mm_loadu_ps(p);
    *b = _mm_loadu_ps(p + 4);
    *c = _mm_loadu_ps(p + 8);
    *d = _mm_loadu_ps(p + 12);
    _MM_TRANSPOSE4_PS(*a, *b, *c, *d);
}
static inline void lanes_store_index(uint32_t *p, lanes a) {
    _mm_store_si128((void *)p, _mm_cvttps_epi32(a));
}
static inline lanes lanes_gather(const float *p, const uint32_t *index) {
    return _mm_setr_ps(p[index[0]], p[index[1]], p[index[2]], p[index[3]]);
}
// Two floats at p, and two at q above them.
static inline __m128 lanes_load_pairs(const float *p, const float *q) {
    return _mm_castsi128_ps(
        _mm_unpacklo_epi64(_mm_loadl_epi64((const void *)p), _mm_loadl_epi64((const void *)q)));
}
static inline void lanes_gather2(const float *p, const uint32_t *index, lanes *a, lanes *b) {
    const __m128 a0b0a1b1 = lanes_load_pairs(p + index[0], p + index[1]);
    const __m128 a2b2a3b3 = lanes_load_pairs(p + index[2], p + index[3]);
    *a = _mm_shuffle_ps(a0b0a1b1, a2b2a3b3, _MM_SHUFFLE(2, 0, 2, 0));
    *b = _mm_shuffle_ps(a0b0a1b1, a2b2a3b3, _MM_SHUFFLE(3, 1, 3, 1));
}
static inline lanes lanes_splat(float a) {
    return _mm_set1_ps(a);
}

static inline lanes lanes_add(lanes a, lanes b) {
    return _mm_add_ps(a, b);
}
static inline lanes lanes_sub(lanes a, lanes b) {
    return _mm_sub_ps(a, b);
}
static inline lanes lanes_mul(lanes a, lanes b) {
    return _mm_mul_ps(a, b);
}
static inline lanes lanes_div(lanes a, lanes b) {
    return _mm_div_ps(a, b);
}
static inline lanes lanes_abs(lanes a) {
    return _mm_andnot_ps(_mm_set1_ps(-0.0f), a);
}
static inline lanes lanes_sqrt(lanes a) {
    return _mm_sqrt_ps(a);
}
static inline lanes lanes_min(lanes a, lanes b) {
    return _mm_min_ps(a, b);
}
static inline lanes lanes_max(lanes a, lanes b) {
    return _mm_max_ps(a, b);
}

static inline lanes_mask lanes_less(lanes a, lanes b) {
    return (lanes_mask){_mm_cmplt_ps(a, b)};
}
static inline lanes_mask lanes_and(lanes_mask a, lanes_mask b) {
    return (lanes_mask){_mm_and_ps(a.v, b.v)};
}
static inline lanes_mask lanes_or(lanes_mask a, lanes_mask b) {
    return (lanes_mask){_mm_or_ps(a.v, b.v)};
}
static inline lanes_mask lanes_xor(lanes_mask a, lanes_mask b) {
    return (lanes_mask){_mm_xor_ps(a.v, b.v)};
}
static inline unsigned lanes_bits(lanes_mask a) {
    return (unsigned)_mm_movemask_ps(a.v);
}

static inline lanes lanes_select(lanes_mask m, lanes a, lanes b) {
    return _mm_or_ps(_mm_and_ps(m.v, a), _mm_andnot_ps(m.v, b));
}
static inline lanes lanes_keep(lanes_mask m, lanes a) {
    return _mm_and_ps(m.v, a);
}

#define LANES_SWAP_IF // fewer operations than two selections
static inline void lanes_swap_if(lanes_mask m, lanes *a, lanes *b) {
    const lanes difference = _mm_and_ps(m.v, _mm_xor_ps(*a, *b));
    *a = _mm_xor_ps(*a, difference);
    *b = _mm_xor_ps(*b, difference);
}

#define LANES_LOAD4_OF
static inline void lanes_store4(float *p, lanes a, lanes b, lanes c, lanes d) {
    _MM_TRANSPOSE4_PS(a, b, c, d);
    _mm_store_ps(p, a);
    _mm_store_ps(p + 4, b);
    _mm_store_ps(p + 8, c);
    _mm_store_ps(p + 12, d);
}
static inline void lanes_load4_of(const float *p, const uint32_t *i, lanes *a, lanes *b, lanes *c,
                                  lanes *d) {
    *a = _mm_load_ps(p + i[0]);
    *b = _mm_load_ps(p + i[1]);
    *c = _mm_load_ps(p + i[2]);
    *d = _mm_load_ps(p + i[3]);
    _MM_TRANSPOSE4_PS(*a, *b, *c, *d);
}

typedef __m128d doubles;

static inline doubles doubles_load(const double *p) {
    return _mm_load_pd(p);
}
static inline doubles doubles_load_any(const double *p) {
    return _mm_loadu_pd(p);
}
static inline void doubles_store(double *p, doubles a) {
    _mm_store_pd(p, a);
}
static inline doubles doubles_splat(double a) {
    return _mm_set1_pd(a);
}
static inline doubles doubles_add(doubles a, doubles b) {
    return _mm_add_pd(a, b);
}
static inline doubles doubles_sub(doubles a, doubles b) {
    return _mm_sub_pd(a, b);
}
static inline doubles doubles_mul(doubles a, doubles b) {
    return _mm_mul_pd(a, b);
}
static inline doubles doubles_div(doubles a, doubles b) {
    return _mm_div_pd(a, b);
}
static inline doubles doubles_sqrt(doubles a) {
    return _mm_sqrt_pd(a);
}
static inline doubles doubles_floor(doubles a) {
    return _mm_cvtepi32_pd(_mm_cvttpd_epi32(a));
}
static inline doubles doubles_min(doubles a, doubles b) {
    return _mm_min_pd(a, b);
}
static inline doubles doubles_max(doubles a, doubles b) {
    return _mm_max_pd(a, b);
}
static inline doubles doubles_if_less(doubles a, doubles b, doubles x, doubles y) {
    const __m128d m = _mm_cmplt_pd(a, b);
    return _mm_or_pd(_mm_and_pd(m, x), _mm_andnot_pd(m, y));
}

static inline doubles doubles_widen(const float *p) {
    return _mm_cvtps_pd(_mm_castsi128_ps(_mm_loadl_epi64((const void *)p)));
}
static inline doubles doubles_low(lanes a) {
    return _mm_cvtps_pd(a);
}
static inline doubles doubles_high(lanes a) {
    return _mm_cvtps_pd(_mm_movehl_ps(a, a));
}
static inline lanes doubles_narrow(doubles low, doubles high) {
    return _mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high));
}
static inline double doubles_sum(doubles a) {
    return _mm_cvtsd_f64(_mm_add_sd(a, _mm_unpackhi_pd(a, a)));
}
static inline doubles doubles_scale(doubles a) {
    const __m128i exponent = _mm_set1_epi64x(INT64_C(0x7ff) << 52);
    const __m128i bits = _mm_and_si128(_mm_castpd_si128(a), exponent);
    return _mm_castsi128_pd(_mm_sub_epi64(_mm_set1_epi64x(INT64_C(2046) << 52), bits));
}
// 4 doubles at p, and at q.
static inline void doubles_load_two(const double *p, const double *q, doubles *a, doubles *b,
                                    doubles *c, doubles *d) {
    const __m128d ab0 = _mm_loadu_pd(p), cd0 = _mm_loadu_pd(p + 2);
    const __m128d ab1 = _mm_loadu_pd(q), cd1 = _mm_loadu_pd(q + 2);
    *a = _mm_unpacklo_pd(ab0, ab1);
    *b = _mm_unpackhi_pd(ab0, ab1);
    *c = _mm_unpacklo_pd(cd0, cd1);
    *d = _mm_unpackhi_pd(cd0, cd1);
}
static inline void doubles_store4(double *p, size_t stride, doubles a, doubles b, doubles c,
                                  doubles d) {
    _mm_storeu_pd(p, _mm_unpacklo_pd(a, b));
    _mm_storeu_pd(p + 2, _mm_unpacklo_pd(c, d));
    _mm_storeu_pd(p + stride, _mm_unpackhi_pd(a, b));
    _mm_storeu_pd(p + stride + 2, _mm_unpackhi_pd(c, d));
}

#include "lanes_doubles.h"

#endif
