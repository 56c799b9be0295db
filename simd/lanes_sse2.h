// Lanes of four floats on SSE2, the baseline of x86-64. Operations: see lanes_scalar.h.
#ifndef BUOY_LANES_SSE2_H
#define BUOY_LANES_SSE2_H

#ifndef __SSE2__
#error "compile with -msse2"
#endif

#include <emmintrin.h>

#define LANES_WIDTH 4

typedef __m128 lanes;
typedef struct {
    __m128 v; // all bits of a lane set or clear
} lanes_mask;

static inline lanes lanes_load(const float *p) {
    return _mm_load_ps(p);
}
static inline void lanes_store(float *p, lanes a) {
    _mm_store_ps(p, a);
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
static inline lanes lanes_max(lanes a, lanes b) {
    return _mm_max_ps(a, b);
}
static inline lanes lanes_muladd(lanes a, lanes b, lanes c) {
    return _mm_add_ps(_mm_mul_ps(a, b), c);
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

static inline void lanes_swap_if(lanes_mask m, lanes *a, lanes *b) {
    const lanes difference = _mm_and_ps(m.v, _mm_xor_ps(*a, *b));
    *a = _mm_xor_ps(*a, difference);
    *b = _mm_xor_ps(*b, difference);
}

// Lanes 2i and 2i + 1 of v as doubles, plus those 8 further on.
static inline __m128d lanes_pair_sum(const float v[16], int i) {
    const __m128d low = _mm_cvtps_pd(_mm_castsi128_ps(_mm_loadl_epi64((const void *)(v + 2 * i))));
    const __m128d high =
        _mm_cvtps_pd(_mm_castsi128_ps(_mm_loadl_epi64((const void *)(v + 2 * i + 8))));
    return _mm_add_pd(low, high);
}

static inline double lanes_sum16(const float v[16]) {
    const __m128d a = _mm_add_pd(lanes_pair_sum(v, 0), lanes_pair_sum(v, 2));
    const __m128d b = _mm_add_pd(lanes_pair_sum(v, 1), lanes_pair_sum(v, 3));
    const __m128d c = _mm_add_pd(a, b);
    return _mm_cvtsd_f64(_mm_add_sd(c, _mm_unpackhi_pd(c, c)));
}

typedef struct {
    __m128d d[8];
} lanes_wide;

static inline lanes_wide lanes_wide_zero(void) {
    lanes_wide a;
    for (int i = 0; i < 8; ++i) {
        a.d[i] = _mm_setzero_pd();
    }
    return a;
}

static inline lanes_wide lanes_wide_add(lanes_wide a, const double m[16]) {
    for (int i = 0; i < 8; ++i) {
        a.d[i] = _mm_add_pd(a.d[i], _mm_load_pd(m + 2 * i));
    }
    return a;
}

static inline void lanes_wide_store(double p[16], lanes_wide a) {
    for (int i = 0; i < 8; ++i) {
        _mm_store_pd(p + 2 * i, a.d[i]);
    }
}

// Two lanes of lanes_above.
static inline __m128 lanes_above_2(const double *k, const double *ax, const double *ay,
                                   const double *az, const double p[3]) {
    __m128d dot = _mm_mul_pd(_mm_load_pd(ax), _mm_set1_pd(p[0]));
    dot = _mm_add_pd(dot, _mm_mul_pd(_mm_load_pd(ay), _mm_set1_pd(p[1])));
    dot = _mm_add_pd(dot, _mm_mul_pd(_mm_load_pd(az), _mm_set1_pd(p[2])));
    return _mm_cvtpd_ps(_mm_sub_pd(_mm_load_pd(k), dot));
}

static inline lanes lanes_above(const double *k, const double *ax, const double *ay,
                                const double *az, const double p[3]) {
    return _mm_movelh_ps(lanes_above_2(k, ax, ay, az, p),
                         lanes_above_2(k + 2, ax + 2, ay + 2, az + 2, p));
}

// Two floats as doubles.
static inline __m128d lanes_widen_2(const float *p) {
    return _mm_cvtps_pd(_mm_castsi128_ps(_mm_loadl_epi64((const void *)p)));
}

// Two lanes of lanes_height.
static inline __m128 lanes_height_2(const float *x, const float *y, const float *z,
                                    const double n[3], double d) {
    __m128d s = _mm_mul_pd(lanes_widen_2(x), _mm_set1_pd(n[0]));
    s = _mm_add_pd(s, _mm_mul_pd(lanes_widen_2(y), _mm_set1_pd(n[1])));
    s = _mm_add_pd(s, _mm_mul_pd(lanes_widen_2(z), _mm_set1_pd(n[2])));
    return _mm_cvtpd_ps(_mm_sub_pd(s, _mm_set1_pd(d)));
}

static inline lanes lanes_height(const float *x, const float *y, const float *z, const double n[3],
                                 double d) {
    return _mm_movelh_ps(lanes_height_2(x, y, z, n, d), lanes_height_2(x + 2, y + 2, z + 2, n, d));
}

// Two lanes of lanes_above_each, not rounded.
static inline __m128d lanes_above_each_2(double k, const double a[3], const double *px,
                                         const double *py, const double *pz) {
    __m128d dot = _mm_mul_pd(_mm_set1_pd(a[0]), _mm_load_pd(px));
    dot = _mm_add_pd(dot, _mm_mul_pd(_mm_set1_pd(a[1]), _mm_load_pd(py)));
    dot = _mm_add_pd(dot, _mm_mul_pd(_mm_set1_pd(a[2]), _mm_load_pd(pz)));
    return _mm_sub_pd(_mm_set1_pd(k), dot);
}

static inline lanes lanes_above_each(double k, const double a[3], const double *px,
                                     const double *py, const double *pz, lanes f, double *sum) {
    const __m128d low = lanes_above_each_2(k, a, px, py, pz);
    const __m128d high = lanes_above_each_2(k, a, px + 2, py + 2, pz + 2);
    _mm_store_pd(sum, _mm_add_pd(_mm_load_pd(sum), _mm_mul_pd(_mm_cvtps_pd(f), low)));
    _mm_store_pd(sum + 2, _mm_add_pd(_mm_load_pd(sum + 2),
                                     _mm_mul_pd(_mm_cvtps_pd(_mm_movehl_ps(f, f)), high)));
    return _mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high));
}

#endif
