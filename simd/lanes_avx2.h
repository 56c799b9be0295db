// Lanes of eight floats on AVX2; with LANES_FMA also FMA. Operations: see lanes_scalar.h.
#ifndef BUOY_LANES_AVX2_H
#define BUOY_LANES_AVX2_H

#include "intrinsics_x86.h"

// The target of all that follows; every_method.h ends it.
#if defined(__clang__)
#define LANES_TARGET_PUSHED
#ifdef LANES_FMA
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#endif
#elif defined(__GNUC__)
#ifdef LANES_FMA
#pragma GCC target("avx2,fma")
#else
#pragma GCC target("avx2")
#endif
#endif

#define LANES_WIDTH 8

typedef __m256 lanes;
typedef struct {
    __m256 v; // all bits of a lane set or clear
} lanes_mask;

static inline lanes lanes_load(const float *p) {
    return _mm256_load_ps(p);
}
static inline lanes lanes_load_int16(const int16_t *p) {
    return _mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(_mm_load_si128((const void *)p)));
}
static inline void lanes_store(float *p, lanes a) {
    _mm256_store_ps(p, a);
}
// Four floats at p, and four at q above them.
static inline __m256 lanes_load_halves(const float *p, const float *q) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(p)), _mm_loadu_ps(q), 1);
}
static inline void lanes_load3(const float *p, lanes *a, lanes *b, lanes *c) {
    // In each half: a0 b0 c0 a1, b1 c1 a2 b2, c2 a3 b3 c3.
    const __m256 first = lanes_load_halves(p, p + 12);
    const __m256 middle = lanes_load_halves(p + 4, p + 16);
    const __m256 last = lanes_load_halves(p + 8, p + 20);
    const __m256 b0c0b1c1 = _mm256_shuffle_ps(first, middle, _MM_SHUFFLE(1, 0, 2, 1));
    const __m256 a2b2a3b3 = _mm256_shuffle_ps(middle, last, _MM_SHUFFLE(2, 1, 3, 2));
    *a = _mm256_shuffle_ps(first, a2b2a3b3, _MM_SHUFFLE(2, 0, 3, 0));
    *b = _mm256_shuffle_ps(b0c0b1c1, a2b2a3b3, _MM_SHUFFLE(3, 1, 2, 0));
    *c = _mm256_shuffle_ps(b0c0b1c1, last, _MM_SHUFFLE(3, 0, 3, 1));
}
static inline void lanes_load4(const float *p, lanes *a, lanes *b, lanes *c, lanes *d) {
    const __m256 p0 = lanes_load_halves(p, p + 16), p1 = lanes_load_halves(p + 4, p + 20);
    const __m256 p2 = lanes_load_halves(p + 8, p + 24), p3 = lanes_load_halves(p + 12, p + 28);
    const __m256 ab01 = _mm256_unpacklo_ps(p0, p1), cd01 = _mm256_unpackhi_ps(p0, p1);
    const __m256 ab23 = _mm256_unpacklo_ps(p2, p3), cd23 = _mm256_unpackhi_ps(p2, p3);
    *a = _mm256_shuffle_ps(ab01, ab23, _MM_SHUFFLE(1, 0, 1, 0));
    *b = _mm256_shuffle_ps(ab01, ab23, _MM_SHUFFLE(3, 2, 3, 2));
    *c = _mm256_shuffle_ps(cd01, cd23, _MM_SHUFFLE(1, 0, 1, 0));
    *d = _mm256_shuffle_ps(cd01, cd23, _MM_SHUFFLE(3, 2, 3, 2));
}
static inline void lanes_store_index(uint32_t *p, lanes a) {
    _mm256_store_si256((void *)p, _mm256_cvttps_epi32(a));
}
// Loads one by one: the gather instruction is slower on AMD's cores, and on Intel's since the
// microcode update against Downfall (Gather Data Sampling, CVE-2022-40982).
static inline lanes lanes_gather(const float *p, const uint32_t *i) {
    return _mm256_setr_ps(p[i[0]], p[i[1]], p[i[2]], p[i[3]], p[i[4]], p[i[5]], p[i[6]], p[i[7]]);
}
// Two floats at each of two addresses.
static inline __m128i lanes_load_pairs(const float *p, const uint32_t *i) {
    return _mm_unpacklo_epi64(_mm_loadl_epi64((const void *)(p + i[0])),
                              _mm_loadl_epi64((const void *)(p + i[1])));
}
// Two floats at each of the addresses 0, 1, 4 and 5 of i.
static inline __m256 lanes_load_four_pairs(const float *p, const uint32_t *i) {
    return _mm256_castsi256_ps(
        _mm256_set_m128i(lanes_load_pairs(p, i + 4), lanes_load_pairs(p, i)));
}
static inline void lanes_gather2(const float *p, const uint32_t *index, lanes *a, lanes *b) {
    const __m256 even = lanes_load_four_pairs(p, index);
    const __m256 odd = lanes_load_four_pairs(p, index + 2);
    *a = _mm256_shuffle_ps(even, odd, _MM_SHUFFLE(2, 0, 2, 0));
    *b = _mm256_shuffle_ps(even, odd, _MM_SHUFFLE(3, 1, 3, 1));
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
static inline lanes lanes_sqrt(lanes a) {
    return _mm256_sqrt_ps(a);
}
static inline lanes lanes_min(lanes a, lanes b) {
    return _mm256_min_ps(a, b);
}
static inline lanes lanes_max(lanes a, lanes b) {
    return _mm256_max_ps(a, b);
}
#ifdef LANES_FMA
static inline lanes lanes_muladd(lanes a, lanes b, lanes c) {
    return _mm256_fmadd_ps(a, b, c);
}
#endif

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

// Only the lowest three bits of an index are looked at.
#define LANES_LOOK 8
static inline lanes lanes_look(const float *p, uint32_t reach, const uint32_t *corners, int k) {
    (void)reach;
    const __m256i i = _mm256_srli_epi32(_mm256_load_si256((const void *)corners), 8 * k);
    return _mm256_permutevar8x32_ps(_mm256_load_ps(p), i);
}

#define LANES_LOAD4_OF
static inline void lanes_store4(float *p, lanes a, lanes b, lanes c, lanes d) {
    const __m256 ab_low = _mm256_unpacklo_ps(a, b), ab_high = _mm256_unpackhi_ps(a, b);
    const __m256 cd_low = _mm256_unpacklo_ps(c, d), cd_high = _mm256_unpackhi_ps(c, d);
    const __m256 p04 = _mm256_shuffle_ps(ab_low, cd_low, _MM_SHUFFLE(1, 0, 1, 0));
    const __m256 p15 = _mm256_shuffle_ps(ab_low, cd_low, _MM_SHUFFLE(3, 2, 3, 2));
    const __m256 p26 = _mm256_shuffle_ps(ab_high, cd_high, _MM_SHUFFLE(1, 0, 1, 0));
    const __m256 p37 = _mm256_shuffle_ps(ab_high, cd_high, _MM_SHUFFLE(3, 2, 3, 2));
    _mm256_store_ps(p, _mm256_permute2f128_ps(p04, p15, 0x20));
    _mm256_store_ps(p + 8, _mm256_permute2f128_ps(p26, p37, 0x20));
    _mm256_store_ps(p + 16, _mm256_permute2f128_ps(p04, p15, 0x31));
    _mm256_store_ps(p + 24, _mm256_permute2f128_ps(p26, p37, 0x31));
}
static inline void lanes_load4_of(const float *p, const uint32_t *i, lanes *a, lanes *b, lanes *c,
                                  lanes *d) {
    const __m256 p0 = lanes_load_halves(p + i[0], p + i[4]);
    const __m256 p1 = lanes_load_halves(p + i[1], p + i[5]);
    const __m256 p2 = lanes_load_halves(p + i[2], p + i[6]);
    const __m256 p3 = lanes_load_halves(p + i[3], p + i[7]);
    const __m256 ab01 = _mm256_unpacklo_ps(p0, p1), cd01 = _mm256_unpackhi_ps(p0, p1);
    const __m256 ab23 = _mm256_unpacklo_ps(p2, p3), cd23 = _mm256_unpackhi_ps(p2, p3);
    *a = _mm256_shuffle_ps(ab01, ab23, _MM_SHUFFLE(1, 0, 1, 0));
    *b = _mm256_shuffle_ps(ab01, ab23, _MM_SHUFFLE(3, 2, 3, 2));
    *c = _mm256_shuffle_ps(cd01, cd23, _MM_SHUFFLE(1, 0, 1, 0));
    *d = _mm256_shuffle_ps(cd01, cd23, _MM_SHUFFLE(3, 2, 3, 2));
}

// The places of a mask's bits.
static const uint32_t lanes_places[16][4] = {
    {0}, {0},    {1},    {0, 1},    {2},    {0, 2},    {1, 2},    {0, 1, 2},
    {3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3},
};
static inline unsigned lanes_pack_four(float *p, uint32_t *q, unsigned bits, __m128 a, __m128 b) {
    const __m128i places = _mm_loadu_si128((const void *)lanes_places[bits]);
    _mm_storeu_ps(p, _mm_permutevar_ps(a, places));
    _mm_storeu_si128((void *)q, _mm_castps_si128(_mm_permutevar_ps(b, places)));
    return (unsigned)(UINT64_C(0x4332322132212110) >> 4 * bits & 15); // how many are set
}
#define LANES_PACK_WITH
static inline unsigned lanes_pack_with(float *p, uint32_t *q, lanes_mask m, lanes a,
                                       const uint32_t *words) {
    const __m256 b = _mm256_castsi256_ps(_mm256_load_si256((const void *)words));
    const unsigned bits = (unsigned)_mm256_movemask_ps(m.v);
    const unsigned low =
        lanes_pack_four(p, q, bits & 15, _mm256_castps256_ps128(a), _mm256_castps256_ps128(b));
    return low + lanes_pack_four(p + low, q + low, bits >> 4, _mm256_extractf128_ps(a, 1),
                                 _mm256_extractf128_ps(b, 1));
}

// As on AVX-512.
#define LANES_CLASSIFY
static inline lanes_mask lanes_classify(const uint32_t *corners, uint64_t submerged,
                                        lanes_mask *cut) {
    const __m256i i = _mm256_load_si256((const void *)corners);
    const __m256i byte = _mm256_and_si256(_mm256_srli_epi32(i, 3), _mm256_set1_epi8(7));
    const __m256i of = _mm256_shuffle_epi8(_mm256_set1_epi64x((long long)submerged), byte);
    const __m256i bit =
        _mm256_shuffle_epi8(_mm256_set1_epi64x((long long)UINT64_C(0x8040201008040201)), i);
    const __m256i set = _mm256_and_si256(of, bit);
    const __m256i wet = _mm256_cmpeq_epi32(set, bit);
    const __m256i touched =
        _mm256_xor_si256(_mm256_cmpeq_epi32(set, _mm256_setzero_si256()), _mm256_set1_epi32(-1));
    cut->v = _mm256_castsi256_ps(_mm256_andnot_si256(wet, touched));
    return (lanes_mask){_mm256_castsi256_ps(wet)};
}

typedef __m256d doubles;

static inline doubles doubles_load(const double *p) {
    return _mm256_load_pd(p);
}
static inline doubles doubles_load_any(const double *p) {
    return _mm256_loadu_pd(p);
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
static inline doubles doubles_div(doubles a, doubles b) {
    return _mm256_div_pd(a, b);
}
static inline doubles doubles_sqrt(doubles a) {
    return _mm256_sqrt_pd(a);
}
static inline doubles doubles_floor(doubles a) {
    return _mm256_floor_pd(a);
}
static inline doubles doubles_min(doubles a, doubles b) {
    return _mm256_min_pd(a, b);
}
static inline doubles doubles_max(doubles a, doubles b) {
    return _mm256_max_pd(a, b);
}
static inline doubles doubles_if_less(doubles a, doubles b, doubles x, doubles y) {
    return _mm256_blendv_pd(y, x, _mm256_cmp_pd(a, b, _CMP_LT_OQ));
}
#ifdef LANES_FMA
static inline doubles doubles_muladd(doubles a, doubles b, doubles c) {
    return _mm256_fmadd_pd(a, b, c);
}
#endif

static inline doubles doubles_widen(const float *p) {
    return _mm256_cvtps_pd(_mm_load_ps(p));
}
static inline doubles doubles_low(lanes a) {
    return _mm256_cvtps_pd(_mm256_castps256_ps128(a));
}
static inline doubles doubles_high(lanes a) {
    return _mm256_cvtps_pd(_mm256_extractf128_ps(a, 1));
}
static inline lanes doubles_narrow(doubles low, doubles high) {
    return _mm256_set_m128(_mm256_cvtpd_ps(high), _mm256_cvtpd_ps(low));
}
static inline double doubles_sum(doubles a) {
    const __m128d b = _mm_add_pd(_mm256_castpd256_pd128(a), _mm256_extractf128_pd(a, 1));
    return _mm_cvtsd_f64(_mm_add_sd(b, _mm_unpackhi_pd(b, b)));
}
// lanes_sum16() of four: the last two steps of their trees are taken together.
#define LANES_SUM16_OF4
static inline void lanes_sum16_of4(float v[4][16], double sums[4]) {
    __m256d d[4];
    for (int i = 0; i < 4; ++i) {
        const __m256 low = lanes_load(v[i]), high = lanes_load(v[i] + 8);
        const __m256d even = _mm256_add_pd(doubles_low(low), doubles_low(high));
        d[i] = _mm256_add_pd(even, _mm256_add_pd(doubles_high(low), doubles_high(high)));
    }
    const __m256d a = _mm256_add_pd(_mm256_permute2f128_pd(d[0], d[2], 0x20),
                                    _mm256_permute2f128_pd(d[0], d[2], 0x31));
    const __m256d b = _mm256_add_pd(_mm256_permute2f128_pd(d[1], d[3], 0x20),
                                    _mm256_permute2f128_pd(d[1], d[3], 0x31));
    _mm256_storeu_pd(sums, _mm256_add_pd(_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b)));
}
static inline doubles doubles_scale(doubles a) {
    const __m256i exponent = _mm256_set1_epi64x(INT64_C(0x7ff) << 52);
    const __m256i bits = _mm256_and_si256(_mm256_castpd_si256(a), exponent);
    return _mm256_castsi256_pd(_mm256_sub_epi64(_mm256_set1_epi64x(INT64_C(2046) << 52), bits));
}
static inline void doubles_transpose4(__m256d s0, __m256d s1, __m256d s2, __m256d s3, doubles *a,
                                      doubles *b, doubles *c, doubles *d) {
    const __m256d ac01 = _mm256_unpacklo_pd(s0, s1), bd01 = _mm256_unpackhi_pd(s0, s1);
    const __m256d ac23 = _mm256_unpacklo_pd(s2, s3), bd23 = _mm256_unpackhi_pd(s2, s3);
    *a = _mm256_permute2f128_pd(ac01, ac23, 0x20);
    *b = _mm256_permute2f128_pd(bd01, bd23, 0x20);
    *c = _mm256_permute2f128_pd(ac01, ac23, 0x31);
    *d = _mm256_permute2f128_pd(bd01, bd23, 0x31);
}
static inline __attribute__((always_inline)) void
doubles_load4(const double *p, size_t stride, doubles *a, doubles *b, doubles *c, doubles *d) {
    doubles_transpose4(_mm256_loadu_pd(p), _mm256_loadu_pd(p + stride),
                       _mm256_loadu_pd(p + 2 * stride), _mm256_loadu_pd(p + 3 * stride), a, b, c,
                       d);
}
static inline void doubles_load4_of(const double *const *p, size_t at, doubles *a, doubles *b,
                                    doubles *c, doubles *d) {
    doubles_transpose4(_mm256_loadu_pd(p[0] + at), _mm256_loadu_pd(p[1] + at),
                       _mm256_loadu_pd(p[2] + at), _mm256_loadu_pd(p[3] + at), a, b, c, d);
}
static inline void doubles_store4(double *p, size_t stride, doubles a, doubles b, doubles c,
                                  doubles d) {
    const __m256d ab02 = _mm256_unpacklo_pd(a, b), ab13 = _mm256_unpackhi_pd(a, b);
    const __m256d cd02 = _mm256_unpacklo_pd(c, d), cd13 = _mm256_unpackhi_pd(c, d);
    _mm256_storeu_pd(p, _mm256_permute2f128_pd(ab02, cd02, 0x20));
    _mm256_storeu_pd(p + stride, _mm256_permute2f128_pd(ab13, cd13, 0x20));
    _mm256_storeu_pd(p + 2 * stride, _mm256_permute2f128_pd(ab02, cd02, 0x31));
    _mm256_storeu_pd(p + 3 * stride, _mm256_permute2f128_pd(ab13, cd13, 0x31));
}

#define DOUBLES_READS
// A vector of 3 at any address, and a number that is not used.
static inline __m256d doubles_three(const void *p, bool floats) {
    return floats ? _mm256_cvtps_pd(_mm_maskload_ps(p, _mm_setr_epi32(-1, -1, -1, 0)))
                  : _mm256_maskload_pd(p, _mm256_setr_epi64x(-1, -1, -1, 0));
}
static inline __m256d doubles_four(const void *p, bool floats) {
    return floats ? _mm256_cvtps_pd(_mm_loadu_ps(p)) : _mm256_loadu_pd(p);
}
static inline __attribute__((always_inline)) void doubles_read3(const void *const *p, bool floats,
                                                                doubles v[3]) {
    doubles unused;
    doubles_transpose4(doubles_three(p[0], floats), doubles_three(p[1], floats),
                       doubles_three(p[2], floats), doubles_three(p[3], floats), &v[0], &v[1],
                       &v[2], &unused);
}
static inline __attribute__((always_inline)) void doubles_read4(const void *const *p, bool floats,
                                                                doubles v[4]) {
    doubles_transpose4(doubles_four(p[0], floats), doubles_four(p[1], floats),
                       doubles_four(p[2], floats), doubles_four(p[3], floats), &v[0], &v[1], &v[2],
                       &v[3]);
}
static inline void doubles_put_three(void *p, bool floats, __m256d v) {
    if (floats) {
        const __m128 narrow = _mm256_cvtpd_ps(v);
        _mm_storel_pi(p, narrow);
        _mm_store_ss((float *)p + 2, _mm_movehl_ps(narrow, narrow));
    } else {
        _mm_storeu_pd(p, _mm256_castpd256_pd128(v));
        _mm_store_sd((double *)p + 2, _mm256_extractf128_pd(v, 1));
    }
}
static inline __attribute__((always_inline)) void doubles_write3(void *const *p, bool floats,
                                                                 const doubles v[3]) {
    doubles at[4];
    doubles_transpose4(v[0], v[1], v[2], v[2], &at[0], &at[1], &at[2], &at[3]);
    for (int l = 0; l < 4; ++l) {
        doubles_put_three(p[l], floats, at[l]);
    }
}

#include "lanes_doubles.h"

#endif
