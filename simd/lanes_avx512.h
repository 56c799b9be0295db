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

static inline double lanes_sum16(const float v[16]) {
    const __m512d a =
        _mm512_add_pd(_mm512_cvtps_pd(_mm256_load_ps(v)), _mm512_cvtps_pd(_mm256_load_ps(v + 8)));
    const __m256d b = _mm256_add_pd(_mm512_castpd512_pd256(a), _mm512_extractf64x4_pd(a, 1));
    const __m128d c = _mm_add_pd(_mm256_castpd256_pd128(b), _mm256_extractf128_pd(b, 1));
    return _mm_cvtsd_f64(_mm_add_sd(c, _mm_unpackhi_pd(c, c)));
}

typedef struct {
    __m512d d[2];
} lanes_wide;

static inline lanes_wide lanes_wide_zero(void) {
    return (lanes_wide){{_mm512_setzero_pd(), _mm512_setzero_pd()}};
}

static inline lanes_wide lanes_wide_add(lanes_wide a, const double m[16]) {
    a.d[0] = _mm512_add_pd(a.d[0], _mm512_load_pd(m));
    a.d[1] = _mm512_add_pd(a.d[1], _mm512_load_pd(m + 8));
    return a;
}

static inline void lanes_wide_store(double p[16], lanes_wide a) {
    _mm512_store_pd(p, a.d[0]);
    _mm512_store_pd(p + 8, a.d[1]);
}

static inline __m512d lanes_muladd_wide(__m512d a, __m512d b, __m512d c) {
#ifdef LANES_FMA
    return _mm512_fmadd_pd(a, b, c);
#else
    return _mm512_add_pd(_mm512_mul_pd(a, b), c);
#endif
}

// Eight lanes of lanes_above.
static inline __m256 lanes_above_8(const double *k, const double *ax, const double *ay,
                                   const double *az, const double p[3]) {
    __m512d dot = _mm512_mul_pd(_mm512_load_pd(ax), _mm512_set1_pd(p[0]));
    dot = lanes_muladd_wide(_mm512_load_pd(ay), _mm512_set1_pd(p[1]), dot);
    dot = lanes_muladd_wide(_mm512_load_pd(az), _mm512_set1_pd(p[2]), dot);
    return _mm512_cvtpd_ps(_mm512_sub_pd(_mm512_load_pd(k), dot));
}

static inline lanes lanes_above(const double *k, const double *ax, const double *ay,
                                const double *az, const double p[3]) {
    return _mm512_insertf32x8(_mm512_castps256_ps512(lanes_above_8(k, ax, ay, az, p)),
                              lanes_above_8(k + 8, ax + 8, ay + 8, az + 8, p), 1);
}

// Eight lanes of lanes_height.
static inline __m256 lanes_height_8(const float *x, const float *y, const float *z,
                                    const double n[3], double d) {
    __m512d s = _mm512_mul_pd(_mm512_cvtps_pd(_mm256_load_ps(x)), _mm512_set1_pd(n[0]));
    s = lanes_muladd_wide(_mm512_cvtps_pd(_mm256_load_ps(y)), _mm512_set1_pd(n[1]), s);
    s = lanes_muladd_wide(_mm512_cvtps_pd(_mm256_load_ps(z)), _mm512_set1_pd(n[2]), s);
    return _mm512_cvtpd_ps(_mm512_sub_pd(s, _mm512_set1_pd(d)));
}

static inline lanes lanes_height(const float *x, const float *y, const float *z, const double n[3],
                                 double d) {
    return _mm512_insertf32x8(_mm512_castps256_ps512(lanes_height_8(x, y, z, n, d)),
                              lanes_height_8(x + 8, y + 8, z + 8, n, d), 1);
}

// Eight lanes of lanes_above_each, not rounded.
static inline __m512d lanes_above_each_8(double k, const double a[3], const double *px,
                                         const double *py, const double *pz) {
    __m512d dot = _mm512_mul_pd(_mm512_set1_pd(a[0]), _mm512_load_pd(px));
    dot = _mm512_add_pd(dot, _mm512_mul_pd(_mm512_set1_pd(a[1]), _mm512_load_pd(py)));
    dot = _mm512_add_pd(dot, _mm512_mul_pd(_mm512_set1_pd(a[2]), _mm512_load_pd(pz)));
    return _mm512_sub_pd(_mm512_set1_pd(k), dot);
}

static inline lanes lanes_above_each(double k, const double a[3], const double *px,
                                     const double *py, const double *pz, lanes f, double *sum) {
    const __m512d low = lanes_above_each_8(k, a, px, py, pz);
    const __m512d high = lanes_above_each_8(k, a, px + 8, py + 8, pz + 8);
    _mm512_store_pd(sum,
                    _mm512_add_pd(_mm512_load_pd(sum),
                                  _mm512_mul_pd(_mm512_cvtps_pd(_mm512_castps512_ps256(f)), low)));
    _mm512_store_pd(
        sum + 8, _mm512_add_pd(_mm512_load_pd(sum + 8),
                               _mm512_mul_pd(_mm512_cvtps_pd(_mm512_extractf32x8_ps(f, 1)), high)));
    return _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(low)), _mm512_cvtpd_ps(high),
                              1);
}

#endif
