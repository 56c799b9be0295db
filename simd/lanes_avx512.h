// Lanes of sixteen floats on AVX-512 (F, VL, BW and DQ); with LANES_FMA also FMA. Operations: see
// lanes_scalar.h.
#ifndef BUOY_LANES_AVX512_H
#define BUOY_LANES_AVX512_H

#include "intrinsics_x86.h"

// The target of all that follows; every_method.h ends it.
#if defined(__clang__)
#define LANES_TARGET_PUSHED
#ifdef LANES_FMA
#pragma clang attribute push(__attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,fma"))),    \
                             apply_to = function)
#else
#pragma clang attribute push(__attribute__((target("avx512f,avx512vl,avx512bw,avx512dq"))),        \
                             apply_to = function)
#endif
#elif defined(__GNUC__)
#ifdef LANES_FMA
#pragma GCC target("avx512f,avx512vl,avx512bw,avx512dq,fma")
#else
#pragma GCC target("avx512f,avx512vl,avx512bw,avx512dq")
#endif
#endif

#define LANES_WIDTH 16

typedef __m512 lanes;
typedef __mmask16 lanes_mask;

static inline lanes lanes_load(const float *p) {
    return _mm512_load_ps(p);
}
static inline lanes lanes_load_int16(const int16_t *p) {
    return _mm512_cvtepi32_ps(_mm512_cvtepi16_epi32(_mm256_load_si256((const void *)p)));
}
static inline void lanes_store(float *p, lanes a) {
    _mm512_store_ps(p, a);
}
static inline void lanes_load3(const float *p, lanes *a, lanes *b, lanes *c) {
    const __m512 low = _mm512_loadu_ps(p), middle = _mm512_loadu_ps(p + 16);
    const __m512 high = _mm512_loadu_ps(p + 32);
    // The positions of a's members among the 48 floats; those from 32 on are in `high`, and only
    // the low bits of a position count.
    const __m512i i = _mm512_setr_epi32(0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45);
    const __m512i j = _mm512_add_epi32(i, _mm512_set1_epi32(1));
    const __m512i k = _mm512_add_epi32(i, _mm512_set1_epi32(2));
    *a = _mm512_mask_permutexvar_ps(_mm512_permutex2var_ps(low, i, middle), 0xf800, i, high);
    *b = _mm512_mask_permutexvar_ps(_mm512_permutex2var_ps(low, j, middle), 0xf800, j, high);
    *c = _mm512_mask_permutexvar_ps(_mm512_permutex2var_ps(low, k, middle), 0xfc00, k, high);
}
static inline void lanes_load4(const float *p, lanes *a, lanes *b, lanes *c, lanes *d) {
    // The positions of a's and then of b's members among 32 floats.
    const __m512i ab = _mm512_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
    const __m512i cd = _mm512_add_epi32(ab, _mm512_set1_epi32(2));
    const __m512 p0 = _mm512_loadu_ps(p), p1 = _mm512_loadu_ps(p + 16);
    const __m512 p2 = _mm512_loadu_ps(p + 32), p3 = _mm512_loadu_ps(p + 48);
    const __m512 ab_low = _mm512_permutex2var_ps(p0, ab, p1);
    const __m512 ab_high = _mm512_permutex2var_ps(p2, ab, p3);
    const __m512 cd_low = _mm512_permutex2var_ps(p0, cd, p1);
    const __m512 cd_high = _mm512_permutex2var_ps(p2, cd, p3);
    *a = _mm512_shuffle_f32x4(ab_low, ab_high, _MM_SHUFFLE(1, 0, 1, 0));
    *b = _mm512_shuffle_f32x4(ab_low, ab_high, _MM_SHUFFLE(3, 2, 3, 2));
    *c = _mm512_shuffle_f32x4(cd_low, cd_high, _MM_SHUFFLE(1, 0, 1, 0));
    *d = _mm512_shuffle_f32x4(cd_low, cd_high, _MM_SHUFFLE(3, 2, 3, 2));
}
static inline void lanes_store_index(uint32_t *p, lanes a) {
    _mm512_store_si512(p, _mm512_cvttps_epi32(a));
}
// Loads one by one: the gather instruction is slower on AMD's cores, and on Intel's since the
// microcode update against Downfall (Gather Data Sampling, CVE-2022-40982).
static inline __m256 lanes_load_eight(const float *p, const uint32_t *i) {
    return _mm256_setr_ps(p[i[0]], p[i[1]], p[i[2]], p[i[3]], p[i[4]], p[i[5]], p[i[6]], p[i[7]]);
}
static inline lanes lanes_gather(const float *p, const uint32_t *index) {
    return _mm512_insertf32x8(_mm512_castps256_ps512(lanes_load_eight(p, index)),
                              lanes_load_eight(p, index + 8), 1);
}
// Two floats at each of two addresses.
static inline __m128i lanes_load_pairs(const float *p, const uint32_t *i) {
    return _mm_unpacklo_epi64(_mm_loadl_epi64((const void *)(p + i[0])),
                              _mm_loadl_epi64((const void *)(p + i[1])));
}
// Two floats at each of the addresses 0, 1, 4, 5, 8, 9, 12 and 13 of i.
static inline __m512 lanes_load_eight_pairs(const float *p, const uint32_t *i) {
    const __m256i low = _mm256_set_m128i(lanes_load_pairs(p, i + 4), lanes_load_pairs(p, i));
    const __m256i high = _mm256_set_m128i(lanes_load_pairs(p, i + 12), lanes_load_pairs(p, i + 8));
    return _mm512_castsi512_ps(_mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1));
}
static inline void lanes_gather2(const float *p, const uint32_t *index, lanes *a, lanes *b) {
    const __m512 even = lanes_load_eight_pairs(p, index);
    const __m512 odd = lanes_load_eight_pairs(p, index + 2);
    *a = _mm512_shuffle_ps(even, odd, _MM_SHUFFLE(2, 0, 2, 0));
    *b = _mm512_shuffle_ps(even, odd, _MM_SHUFFLE(3, 1, 3, 1));
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
static inline lanes lanes_sqrt(lanes a) {
    return _mm512_sqrt_ps(a);
}
static inline lanes lanes_min(lanes a, lanes b) {
    return _mm512_min_ps(a, b);
}
static inline lanes lanes_max(lanes a, lanes b) {
    return _mm512_max_ps(a, b);
}
#ifdef LANES_FMA
static inline lanes lanes_muladd(lanes a, lanes b, lanes c) {
    return _mm512_fmadd_ps(a, b, c);
}
#endif

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

static inline lanes lanes_exchange_halves(lanes a) {
    return _mm512_shuffle_f32x4(a, a, 0x4e);
}

#define LANES_LIST_BITS
static inline unsigned lanes_list_bits(unsigned bits, unsigned first, unsigned *list) {
    const __m512i lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m512i all = _mm512_add_epi32(lane, _mm512_set1_epi32((int)first));
    _mm512_storeu_si512(list, _mm512_maskz_compress_epi32((__mmask16)bits, all));
    return (unsigned)__builtin_popcount(bits);
}

#define LANES_PACK
static inline unsigned lanes_count(lanes_mask m) {
    return (unsigned)__builtin_popcount(_cvtmask16_u32(m));
}
static inline lanes_mask lanes_and_not(lanes_mask a, lanes_mask b) {
    return _kandn_mask16(b, a);
}
// A load that compilers do not merge into the masked operation that follows. With an operand in
// memory, a masked operation waits for all earlier stores: in volume/hierarchy at 500 triangles
// that took 8 % of the time (Ice Lake).
static inline __m512 lanes_load_apart(const float *p) {
    __m512 a = _mm512_loadu_ps(p);
    __asm__("" : "+v"(a));
    return a;
}
static inline lanes lanes_load_first(const float *p, uint32_t count) {
    const uint32_t bits = count < LANES_WIDTH ? (1u << count) - 1 : 0xffff;
    return _mm512_maskz_mov_ps((__mmask16)bits, lanes_load_apart(p));
}
static inline void lanes_pack(float *p, lanes_mask m, lanes a) {
    _mm512_storeu_ps(p, _mm512_maskz_compress_ps(m, a)); // into memory it is slow on AMD's cores
}
static inline lanes lanes_unpack(lanes_mask m, const float *p, lanes a) {
    return _mm512_mask_expand_ps(a, m, lanes_load_apart(p));
}

#define LANES_PACK_WITH
static inline unsigned lanes_pack_with(float *p, uint32_t *q, lanes_mask m, lanes a,
                                       const uint32_t *words) {
    lanes_pack(p, m, a);
    _mm512_storeu_si512(q, _mm512_maskz_compress_epi32(m, _mm512_load_si512(words)));
    return lanes_count(m);
}

// Permutations see as many of an index's low bits as their tables need.
#define LANES_LOOK 64
static inline __attribute__((always_inline)) lanes lanes_look(const float *p, uint32_t reach,
                                                              const uint32_t *corners, int k) {
    const __m512i i = _mm512_srli_epi32(_mm512_load_si512(corners), (unsigned)(8 * k));
    if (reach == 16) {
        return _mm512_permutexvar_ps(i, _mm512_load_ps(p));
    }
    const __m512 low = _mm512_permutex2var_ps(_mm512_load_ps(p), i, _mm512_load_ps(p + 16));
    if (reach == 32) {
        return low;
    }
    const __m512 third = _mm512_load_ps(p + 32);
    const __m512 high = reach == 48 ? _mm512_permutexvar_ps(i, third)
                                    : _mm512_permutex2var_ps(third, i, _mm512_load_ps(p + 48));
    return _mm512_mask_blend_ps(_mm512_test_epi32_mask(i, _mm512_set1_epi32(32)), low, high);
}

// Shuffles look up, for each corner, the byte of `submerged` that has its bit, and the bit: a
// triangle is dry if none of its bits are set, and wet if all are.
#define LANES_CLASSIFY
static inline lanes_mask lanes_classify(const uint32_t *corners, uint64_t submerged,
                                        lanes_mask *cut) {
    const __m512i i = _mm512_load_si512(corners);
    const __m512i byte = _mm512_and_si512(_mm512_srli_epi32(i, 3), _mm512_set1_epi8(7));
    const __m512i of = _mm512_shuffle_epi8(_mm512_set1_epi64((long long)submerged), byte);
    const __m512i bit =
        _mm512_shuffle_epi8(_mm512_set1_epi64((long long)UINT64_C(0x8040201008040201)), i);
    const __m512i set = _mm512_and_si512(of, bit);
    const lanes_mask wet = _mm512_cmpeq_epi32_mask(set, bit);
    *cut = lanes_and_not(_mm512_test_epi32_mask(set, set), wet);
    return wet;
}

typedef __m512d doubles;

static inline doubles doubles_load(const double *p) {
    return _mm512_load_pd(p);
}
static inline doubles doubles_load_any(const double *p) {
    return _mm512_loadu_pd(p);
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
static inline doubles doubles_div(doubles a, doubles b) {
    return _mm512_div_pd(a, b);
}
static inline doubles doubles_sqrt(doubles a) {
    return _mm512_sqrt_pd(a);
}
static inline doubles doubles_floor(doubles a) {
    return _mm512_roundscale_pd(a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
}
static inline doubles doubles_min(doubles a, doubles b) {
    return _mm512_min_pd(a, b);
}
static inline doubles doubles_max(doubles a, doubles b) {
    return _mm512_max_pd(a, b);
}
static inline doubles doubles_if_less(doubles a, doubles b, doubles x, doubles y) {
    return _mm512_mask_blend_pd(_mm512_cmp_pd_mask(a, b, _CMP_LT_OQ), y, x);
}
#ifdef LANES_FMA
static inline doubles doubles_muladd(doubles a, doubles b, doubles c) {
    return _mm512_fmadd_pd(a, b, c);
}
#endif

static inline doubles doubles_widen(const float *p) {
    return _mm512_cvtps_pd(_mm256_load_ps(p));
}
static inline doubles doubles_low(lanes a) {
    return _mm512_cvtps_pd(_mm512_castps512_ps256(a));
}
static inline doubles doubles_high(lanes a) {
    return _mm512_cvtps_pd(_mm512_extractf32x8_ps(a, 1));
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
// lanes_sum16() of four: the last two steps of their trees are taken together.
#define LANES_SUM16_OF4
static inline void lanes_sum16_of4(float v[4][16], double sums[4]) {
    __m256d d[4];
    for (int i = 0; i < 4; ++i) {
        const lanes all = lanes_load(v[i]);
        const __m512d half = _mm512_add_pd(doubles_low(all), doubles_high(all));
        d[i] = _mm256_add_pd(_mm512_castpd512_pd256(half), _mm512_extractf64x4_pd(half, 1));
    }
    const __m256d a = _mm256_add_pd(_mm256_permute2f128_pd(d[0], d[2], 0x20),
                                    _mm256_permute2f128_pd(d[0], d[2], 0x31));
    const __m256d b = _mm256_add_pd(_mm256_permute2f128_pd(d[1], d[3], 0x20),
                                    _mm256_permute2f128_pd(d[1], d[3], 0x31));
    _mm256_storeu_pd(sums, _mm256_add_pd(_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b)));
}
static inline doubles doubles_scale(doubles a) {
    const __m512i exponent = _mm512_set1_epi64(INT64_C(0x7ff) << 52);
    const __m512i bits = _mm512_and_si512(_mm512_castpd_si512(a), exponent);
    return _mm512_castsi512_pd(_mm512_sub_epi64(_mm512_set1_epi64(INT64_C(2046) << 52), bits));
}
// Four doubles at p, and four at q above them.
static inline __m512d doubles_load_halves(const double *p, const double *q) {
    return _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_loadu_pd(p)), _mm256_loadu_pd(q), 1);
}
// The lower halves of a's and of b's halves, or the upper ones.
static inline __m512d doubles_lower(__m512d a, __m512d b) {
    return _mm512_permutex2var_pd(a, _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13), b);
}
static inline __m512d doubles_upper(__m512d a, __m512d b) {
    return _mm512_permutex2var_pd(a, _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15), b);
}
static inline void doubles_transpose4(__m512d s04, __m512d s15, __m512d s26, __m512d s37,
                                      doubles *a, doubles *b, doubles *c, doubles *d) {
    const __m512d ac01 = _mm512_unpacklo_pd(s04, s15), bd01 = _mm512_unpackhi_pd(s04, s15);
    const __m512d ac23 = _mm512_unpacklo_pd(s26, s37), bd23 = _mm512_unpackhi_pd(s26, s37);
    *a = doubles_lower(ac01, ac23);
    *b = doubles_lower(bd01, bd23);
    *c = doubles_upper(ac01, ac23);
    *d = doubles_upper(bd01, bd23);
}
static inline __attribute__((always_inline)) void
doubles_load4(const double *p, size_t stride, doubles *a, doubles *b, doubles *c, doubles *d) {
    doubles_transpose4(doubles_load_halves(p, p + 4 * stride),
                       doubles_load_halves(p + stride, p + 5 * stride),
                       doubles_load_halves(p + 2 * stride, p + 6 * stride),
                       doubles_load_halves(p + 3 * stride, p + 7 * stride), a, b, c, d);
}
static inline void doubles_load4_of(const double *const *p, size_t at, doubles *a, doubles *b,
                                    doubles *c, doubles *d) {
    doubles_transpose4(doubles_load_halves(p[0] + at, p[4] + at),
                       doubles_load_halves(p[1] + at, p[5] + at),
                       doubles_load_halves(p[2] + at, p[6] + at),
                       doubles_load_halves(p[3] + at, p[7] + at), a, b, c, d);
}
static inline void doubles_store_halves(double *p, double *q, __m512d a) {
    _mm256_storeu_pd(p, _mm512_castpd512_pd256(a));
    _mm256_storeu_pd(q, _mm512_extractf64x4_pd(a, 1));
}
static inline void doubles_store4(double *p, size_t stride, doubles a, doubles b, doubles c,
                                  doubles d) {
    const __m512d ab02 = _mm512_unpacklo_pd(a, b), ab13 = _mm512_unpackhi_pd(a, b);
    const __m512d cd02 = _mm512_unpacklo_pd(c, d), cd13 = _mm512_unpackhi_pd(c, d);
    doubles_store_halves(p, p + 4 * stride, doubles_lower(ab02, cd02));
    doubles_store_halves(p + stride, p + 5 * stride, doubles_lower(ab13, cd13));
    doubles_store_halves(p + 2 * stride, p + 6 * stride, doubles_upper(ab02, cd02));
    doubles_store_halves(p + 3 * stride, p + 7 * stride, doubles_upper(ab13, cd13));
}

#define DOUBLES_READS
// Eight vectors of 4 floats, of which those of 3 read no more; in doubles, by numbers.
static inline __attribute__((always_inline)) void doubles_read_floats(const void *const *p,
                                                                      bool threes, doubles v[4]) {
    __m256 row[4];
    for (int l = 0; l < 4; ++l) {
        const __m128 low = threes ? _mm_maskz_loadu_ps(7, p[l]) : _mm_loadu_ps(p[l]);
        const __m128 high = threes ? _mm_maskz_loadu_ps(7, p[l + 4]) : _mm_loadu_ps(p[l + 4]);
        row[l] = _mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);
    }
    const __m256d xy01 = _mm256_castps_pd(_mm256_unpacklo_ps(row[0], row[1]));
    const __m256d zw01 = _mm256_castps_pd(_mm256_unpackhi_ps(row[0], row[1]));
    const __m256d xy23 = _mm256_castps_pd(_mm256_unpacklo_ps(row[2], row[3]));
    const __m256d zw23 = _mm256_castps_pd(_mm256_unpackhi_ps(row[2], row[3]));
    v[0] = _mm512_cvtps_pd(_mm256_castpd_ps(_mm256_unpacklo_pd(xy01, xy23)));
    v[1] = _mm512_cvtps_pd(_mm256_castpd_ps(_mm256_unpackhi_pd(xy01, xy23)));
    v[2] = _mm512_cvtps_pd(_mm256_castpd_ps(_mm256_unpacklo_pd(zw01, zw23)));
    v[3] = _mm512_cvtps_pd(_mm256_castpd_ps(_mm256_unpackhi_pd(zw01, zw23)));
}
// Vectors of 3 doubles at p and q, each with a number that is not used.
static inline __m512d doubles_threes(const void *p, const void *q) {
    return _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_maskz_loadu_pd(7, p)),
                              _mm256_maskz_loadu_pd(7, q), 1);
}
static inline __attribute__((always_inline)) void doubles_read3(const void *const *p, bool floats,
                                                                doubles v[3]) {
    doubles all[4];
    if (floats) {
        doubles_read_floats(p, true, all);
    } else {
        doubles_transpose4(doubles_threes(p[0], p[4]), doubles_threes(p[1], p[5]),
                           doubles_threes(p[2], p[6]), doubles_threes(p[3], p[7]), &all[0], &all[1],
                           &all[2], &all[3]);
    }
    v[0] = all[0];
    v[1] = all[1];
    v[2] = all[2];
}
static inline __attribute__((always_inline)) void doubles_read4(const void *const *p, bool floats,
                                                                doubles v[4]) {
    if (floats) {
        doubles_read_floats(p, false, v);
    } else {
        doubles_load4_of((const double *const *)p, 0, &v[0], &v[1], &v[2], &v[3]);
    }
}
// Vectors of 3 from four lanes.
static inline void doubles_put_floats(void *const *p, __m128 x, __m128 y, __m128 z) {
    const __m128 xy01 = _mm_unpacklo_ps(x, y), xy23 = _mm_unpackhi_ps(x, y);
    _mm_storel_pi(p[0], xy01);
    _mm_storeh_pi(p[1], xy01);
    _mm_storel_pi(p[2], xy23);
    _mm_storeh_pi(p[3], xy23);
    _mm_store_ss((float *)p[0] + 2, z);
    _mm_store_ss((float *)p[1] + 2, _mm_movehdup_ps(z));
    _mm_store_ss((float *)p[2] + 2, _mm_movehl_ps(z, z));
    _mm_store_ss((float *)p[3] + 2, _mm_permute_ps(z, 3));
}
// Without masks: gcc 12 makes a masked store of a half one instruction, vextractf64x4, which
// touches all of its memory, masked or not (Intel's exception class E6NF), and so the page behind
// an array.
static inline void doubles_put_three(void *p, __m256d v) {
    _mm_storeu_pd(p, _mm256_castpd256_pd128(v));
    _mm_store_sd((double *)p + 2, _mm256_extractf128_pd(v, 1));
}
static inline __attribute__((always_inline)) void doubles_write3(void *const *p, bool floats,
                                                                 const doubles v[3]) {
    if (floats) {
        const __m256 x = _mm512_cvtpd_ps(v[0]), y = _mm512_cvtpd_ps(v[1]);
        const __m256 z = _mm512_cvtpd_ps(v[2]);
        doubles_put_floats(p, _mm256_castps256_ps128(x), _mm256_castps256_ps128(y),
                           _mm256_castps256_ps128(z));
        doubles_put_floats(p + 4, _mm256_extractf128_ps(x, 1), _mm256_extractf128_ps(y, 1),
                           _mm256_extractf128_ps(z, 1));
        return;
    }
    doubles at[4];
    doubles_transpose4(v[0], v[1], v[2], v[2], &at[0], &at[1], &at[2], &at[3]);
    for (int l = 0; l < 4; ++l) {
        doubles_put_three(p[l], _mm512_castpd512_pd256(at[l]));
        doubles_put_three(p[l + 4], _mm512_extractf64x4_pd(at[l], 1));
    }
}

#include "lanes_doubles.h"

#endif
