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

static inline double lanes_sum16(const float v[16]) {
    const __m256d low =
        _mm256_add_pd(_mm256_cvtps_pd(_mm_load_ps(v)), _mm256_cvtps_pd(_mm_load_ps(v + 8)));
    const __m256d high =
        _mm256_add_pd(_mm256_cvtps_pd(_mm_load_ps(v + 4)), _mm256_cvtps_pd(_mm_load_ps(v + 12)));
    const __m256d a = _mm256_add_pd(low, high);
    const __m128d b = _mm_add_pd(_mm256_castpd256_pd128(a), _mm256_extractf128_pd(a, 1));
    return _mm_cvtsd_f64(_mm_add_sd(b, _mm_unpackhi_pd(b, b)));
}

typedef struct {
    __m256d d[4];
} lanes_wide;

static inline lanes_wide lanes_wide_zero(void) {
    lanes_wide a;
    for (int i = 0; i < 4; ++i) {
        a.d[i] = _mm256_setzero_pd();
    }
    return a;
}

static inline lanes_wide lanes_wide_add(lanes_wide a, const double m[16]) {
    for (int i = 0; i < 4; ++i) {
        a.d[i] = _mm256_add_pd(a.d[i], _mm256_load_pd(m + 4 * i));
    }
    return a;
}

static inline void lanes_wide_store(double p[16], lanes_wide a) {
    for (int i = 0; i < 4; ++i) {
        _mm256_store_pd(p + 4 * i, a.d[i]);
    }
}

static inline __m256d lanes_muladd_wide(__m256d a, __m256d b, __m256d c) {
#ifdef LANES_FMA
    return _mm256_fmadd_pd(a, b, c);
#else
    return _mm256_add_pd(_mm256_mul_pd(a, b), c);
#endif
}

// Four lanes of lanes_above.
static inline __m128 lanes_above_4(const double *k, const double *ax, const double *ay,
                                   const double *az, const double p[3]) {
    __m256d dot = _mm256_mul_pd(_mm256_load_pd(ax), _mm256_set1_pd(p[0]));
    dot = lanes_muladd_wide(_mm256_load_pd(ay), _mm256_set1_pd(p[1]), dot);
    dot = lanes_muladd_wide(_mm256_load_pd(az), _mm256_set1_pd(p[2]), dot);
    return _mm256_cvtpd_ps(_mm256_sub_pd(_mm256_load_pd(k), dot));
}

static inline lanes lanes_above(const double *k, const double *ax, const double *ay,
                                const double *az, const double p[3]) {
    return _mm256_set_m128(lanes_above_4(k + 4, ax + 4, ay + 4, az + 4, p),
                           lanes_above_4(k, ax, ay, az, p));
}

// Four lanes of lanes_height.
static inline __m128 lanes_height_4(const float *x, const float *y, const float *z,
                                    const double n[3], double d) {
    __m256d s = _mm256_mul_pd(_mm256_cvtps_pd(_mm_load_ps(x)), _mm256_set1_pd(n[0]));
    s = lanes_muladd_wide(_mm256_cvtps_pd(_mm_load_ps(y)), _mm256_set1_pd(n[1]), s);
    s = lanes_muladd_wide(_mm256_cvtps_pd(_mm_load_ps(z)), _mm256_set1_pd(n[2]), s);
    return _mm256_cvtpd_ps(_mm256_sub_pd(s, _mm256_set1_pd(d)));
}

static inline lanes lanes_height(const float *x, const float *y, const float *z, const double n[3],
                                 double d) {
    return _mm256_set_m128(lanes_height_4(x + 4, y + 4, z + 4, n, d),
                           lanes_height_4(x, y, z, n, d));
}

// Four lanes of lanes_above_each, not rounded.
static inline __m256d lanes_above_each_4(double k, const double a[3], const double *px,
                                         const double *py, const double *pz) {
    __m256d dot = _mm256_mul_pd(_mm256_set1_pd(a[0]), _mm256_load_pd(px));
    dot = _mm256_add_pd(dot, _mm256_mul_pd(_mm256_set1_pd(a[1]), _mm256_load_pd(py)));
    dot = _mm256_add_pd(dot, _mm256_mul_pd(_mm256_set1_pd(a[2]), _mm256_load_pd(pz)));
    return _mm256_sub_pd(_mm256_set1_pd(k), dot);
}

static inline lanes lanes_above_each(double k, const double a[3], const double *px,
                                     const double *py, const double *pz, lanes f, double *sum) {
    const __m256d low = lanes_above_each_4(k, a, px, py, pz);
    const __m256d high = lanes_above_each_4(k, a, px + 4, py + 4, pz + 4);
    _mm256_store_pd(sum,
                    _mm256_add_pd(_mm256_load_pd(sum),
                                  _mm256_mul_pd(_mm256_cvtps_pd(_mm256_castps256_ps128(f)), low)));
    _mm256_store_pd(
        sum + 4, _mm256_add_pd(_mm256_load_pd(sum + 4),
                               _mm256_mul_pd(_mm256_cvtps_pd(_mm256_extractf128_ps(f, 1)), high)));
    return _mm256_set_m128(_mm256_cvtpd_ps(high), _mm256_cvtpd_ps(low));
}

#endif
