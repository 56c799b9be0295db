// Lanes of eight or sixteen floats on SVE (AArch64) with vectors of 256 or 512 bits. The compiler's
// flags fix the length: code for one length is wrong on a machine of another. NEON serves vectors
// of 128 bits. With LANES_FMA fused multiply-add. Operations: see lanes_scalar.h.
#ifndef BUOY_LANES_SVE_H
#define BUOY_LANES_SVE_H

#if !defined(__ARM_FEATURE_SVE_BITS) || __ARM_FEATURE_SVE_BITS < 256 || __ARM_FEATURE_SVE_BITS > 512
#error "compile with -march=armv8.2-a+sve -msve-vector-bits=256, or 512"
#endif

#include <arm_sve.h>
#include <stddef.h>

#define LANES_WIDTH (__ARM_FEATURE_SVE_BITS / 32)

// Types of fixed length can be elements and members, which plain ones cannot. Functions take and
// return the plain ones: clang 14 passes fixed ones through memory, even where it inlines.
#define LANES_FIXED __attribute__((arm_sve_vector_bits(__ARM_FEATURE_SVE_BITS)))

typedef svfloat32_t lanes LANES_FIXED;
typedef svbool_t lanes_mask LANES_FIXED;

static inline svfloat32_t lanes_load(const float *p) {
    return svld1_f32(svptrue_b32(), p);
}
static inline svfloat32_t lanes_load_int16(const int16_t *p) {
    return svcvt_f32_s32_x(svptrue_b32(), svld1sh_s32(svptrue_b32(), p));
}
static inline void lanes_store(float *p, svfloat32_t a) {
    svst1_f32(svptrue_b32(), p, a);
}
static inline void lanes_load3(const float *p, lanes *a, lanes *b, lanes *c) {
    const svfloat32x3_t v = svld3_f32(svptrue_b32(), p);
    *a = svget3_f32(v, 0);
    *b = svget3_f32(v, 1);
    *c = svget3_f32(v, 2);
}
static inline void lanes_load4(const float *p, lanes *a, lanes *b, lanes *c, lanes *d) {
    const svfloat32x4_t v = svld4_f32(svptrue_b32(), p);
    *a = svget4_f32(v, 0);
    *b = svget4_f32(v, 1);
    *c = svget4_f32(v, 2);
    *d = svget4_f32(v, 3);
}
static inline void lanes_store_index(uint32_t *p, svfloat32_t a) {
    svst1_u32(svptrue_b32(), p, svcvt_u32_f32_x(svptrue_b32(), a));
}
static inline svfloat32_t lanes_gather(const float *p, const uint32_t *index) {
    return svld1_gather_u32index_f32(svptrue_b32(), p, svld1_u32(svptrue_b32(), index));
}
static inline void lanes_gather2(const float *p, const uint32_t *index, lanes *a, lanes *b) {
    *a = lanes_gather(p, index);
    *b = lanes_gather(p + 1, index);
}
static inline svfloat32_t lanes_splat(float a) {
    return svdup_n_f32(a);
}

static inline svfloat32_t lanes_add(svfloat32_t a, svfloat32_t b) {
    return svadd_f32_x(svptrue_b32(), a, b);
}
static inline svfloat32_t lanes_sub(svfloat32_t a, svfloat32_t b) {
    return svsub_f32_x(svptrue_b32(), a, b);
}
static inline svfloat32_t lanes_mul(svfloat32_t a, svfloat32_t b) {
    return svmul_f32_x(svptrue_b32(), a, b);
}
static inline svfloat32_t lanes_div(svfloat32_t a, svfloat32_t b) {
    return svdiv_f32_x(svptrue_b32(), a, b);
}
static inline svfloat32_t lanes_abs(svfloat32_t a) {
    return svabs_f32_x(svptrue_b32(), a);
}
static inline svfloat32_t lanes_sqrt(svfloat32_t a) {
    return svsqrt_f32_x(svptrue_b32(), a);
}
static inline svfloat32_t lanes_min(svfloat32_t a, svfloat32_t b) {
    return svsel_f32(svcmplt_f32(svptrue_b32(), a, b), a, b);
}
static inline svfloat32_t lanes_max(svfloat32_t a, svfloat32_t b) {
    return svsel_f32(svcmpgt_f32(svptrue_b32(), a, b), a, b);
}
#define LANES_MULADD // of plain types
static inline svfloat32_t lanes_muladd(svfloat32_t a, svfloat32_t b, svfloat32_t c) {
#ifdef LANES_FMA
    return svmad_f32_x(svptrue_b32(), a, b, c);
#else
    return lanes_add(lanes_mul(a, b), c);
#endif
}

static inline svbool_t lanes_less(svfloat32_t a, svfloat32_t b) {
    return svcmplt_f32(svptrue_b32(), a, b);
}
static inline svbool_t lanes_and(svbool_t a, svbool_t b) {
    return svand_b_z(svptrue_b32(), a, b);
}
static inline svbool_t lanes_or(svbool_t a, svbool_t b) {
    return svorr_b_z(svptrue_b32(), a, b);
}
static inline svbool_t lanes_xor(svbool_t a, svbool_t b) {
    return sveor_b_z(svptrue_b32(), a, b);
}
// No instruction moves a predicate to a general register: adds up the bits of the lanes in it.
static inline unsigned lanes_bits(svbool_t a) {
    const svuint32_t bits = svlsl_u32_x(svptrue_b32(), svdup_n_u32(1), svindex_u32(0, 1));
    return (unsigned)svaddv_u32(a, bits);
}

static inline svfloat32_t lanes_select(svbool_t m, svfloat32_t a, svfloat32_t b) {
    return svsel_f32(m, a, b);
}
static inline svfloat32_t lanes_keep(svbool_t m, svfloat32_t a) {
    return svsel_f32(m, a, svdup_n_f32(0.0f));
}

static inline svfloat32_t lanes_exchange_halves(svfloat32_t a) {
    return svext_f32(a, a, LANES_WIDTH / 2);
}

typedef svfloat64_t doubles LANES_FIXED;

static inline svfloat64_t doubles_load(const double *p) {
    return svld1_f64(svptrue_b64(), p);
}
#define doubles_load_any doubles_load
static inline void doubles_store(double *p, svfloat64_t a) {
    svst1_f64(svptrue_b64(), p, a);
}
static inline svfloat64_t doubles_splat(double a) {
    return svdup_n_f64(a);
}
static inline svfloat64_t doubles_add(svfloat64_t a, svfloat64_t b) {
    return svadd_f64_x(svptrue_b64(), a, b);
}
static inline svfloat64_t doubles_sub(svfloat64_t a, svfloat64_t b) {
    return svsub_f64_x(svptrue_b64(), a, b);
}
static inline svfloat64_t doubles_mul(svfloat64_t a, svfloat64_t b) {
    return svmul_f64_x(svptrue_b64(), a, b);
}
static inline svfloat64_t doubles_div(svfloat64_t a, svfloat64_t b) {
    return svdiv_f64_x(svptrue_b64(), a, b);
}
static inline svfloat64_t doubles_sqrt(svfloat64_t a) {
    return svsqrt_f64_x(svptrue_b64(), a);
}
static inline svfloat64_t doubles_floor(svfloat64_t a) {
    return svrintm_f64_x(svptrue_b64(), a);
}
static inline svfloat64_t doubles_min(svfloat64_t a, svfloat64_t b) {
    return svsel_f64(svcmplt_f64(svptrue_b64(), a, b), a, b);
}
static inline svfloat64_t doubles_max(svfloat64_t a, svfloat64_t b) {
    return svsel_f64(svcmpgt_f64(svptrue_b64(), a, b), a, b);
}
static inline svfloat64_t doubles_if_less(svfloat64_t a, svfloat64_t b, svfloat64_t x,
                                          svfloat64_t y) {
    return svsel_f64(svcmplt_f64(svptrue_b64(), a, b), x, y);
}
static inline svfloat64_t doubles_muladd(svfloat64_t a, svfloat64_t b, svfloat64_t c) {
#ifdef LANES_FMA
    return svmad_f64_x(svptrue_b64(), a, b, c);
#else
    return doubles_add(doubles_mul(a, b), c);
#endif
}

// Conversions read and write the even lanes of floats; a load that widens words puts them there.
typedef uint32_t lanes_word __attribute__((may_alias));

static inline svfloat64_t doubles_widen(const float *p) {
    const svuint64_t a = svld1uw_u64(svptrue_b64(), (const lanes_word *)p);
    return svcvt_f64_f32_x(svptrue_b64(), svreinterpret_f32_u64(a));
}
static inline svfloat64_t doubles_low(svfloat32_t a) {
    return svcvt_f64_f32_x(svptrue_b64(), svzip1_f32(a, a));
}
static inline svfloat64_t doubles_high(svfloat32_t a) {
    return svcvt_f64_f32_x(svptrue_b64(), svzip2_f32(a, a));
}
static inline svfloat32_t doubles_narrow(svfloat64_t low, svfloat64_t high) {
    return svuzp1_f32(svcvt_f32_f64_x(svptrue_b64(), low), svcvt_f32_f64_x(svptrue_b64(), high));
}
static inline double doubles_sum(svfloat64_t a) {
    if (LANES_WIDTH == 16) {
        a = doubles_add(a, svext_f64(a, a, 4));
    }
    const doubles two = doubles_add(a, svext_f64(a, a, 2));
    return two[0] + two[1];
}
static inline svfloat64_t doubles_scale(svfloat64_t a) {
    const svuint64_t bits =
        svand_n_u64_x(svptrue_b64(), svreinterpret_u64_f64(a), UINT64_C(0x7ff) << 52);
    return svreinterpret_f64_u64(svsubr_n_u64_x(svptrue_b64(), bits, UINT64_C(2046) << 52));
}
static inline void doubles_load4(const double *p, size_t stride, doubles *a, doubles *b, doubles *c,
                                 doubles *d) {
    const svuint64_t index = svindex_u64(0, stride);
    *a = svld1_gather_u64index_f64(svptrue_b64(), p, index);
    *b = svld1_gather_u64index_f64(svptrue_b64(), p + 1, index);
    *c = svld1_gather_u64index_f64(svptrue_b64(), p + 2, index);
    *d = svld1_gather_u64index_f64(svptrue_b64(), p + 3, index);
}
static inline void doubles_load4_of(const double *const *p, size_t at, doubles *a, doubles *b,
                                    doubles *c, doubles *d) {
    uint64_t addresses[(LANES_WIDTH / 2)];
    for (int i = 0; i < (LANES_WIDTH / 2); ++i) {
        addresses[i] = (uintptr_t)(p[i] + at);
    }
    const svuint64_t bases = svld1_u64(svptrue_b64(), addresses);
    *a = svld1_gather_u64base_f64(svptrue_b64(), bases);
    *b = svld1_gather_u64base_offset_f64(svptrue_b64(), bases, 8);
    *c = svld1_gather_u64base_offset_f64(svptrue_b64(), bases, 16);
    *d = svld1_gather_u64base_offset_f64(svptrue_b64(), bases, 24);
}
static inline void doubles_store4(double *p, size_t stride, svfloat64_t a, svfloat64_t b,
                                  svfloat64_t c, svfloat64_t d) {
    const svuint64_t index = svindex_u64(0, stride);
    svst1_scatter_u64index_f64(svptrue_b64(), p, index, a);
    svst1_scatter_u64index_f64(svptrue_b64(), p + 1, index, b);
    svst1_scatter_u64index_f64(svptrue_b64(), p + 2, index, c);
    svst1_scatter_u64index_f64(svptrue_b64(), p + 3, index, d);
}

#include "lanes_doubles.h"

#endif
