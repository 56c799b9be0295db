// Lanes of eight floats on RISC-V's vectors (V) of 256 bits. The compiler's flags fix the length:
// code for one length is wrong on a machine of another.
// Operations: see lanes_scalar.h.
#ifndef BUOY_LANES_RVV_H
#define BUOY_LANES_RVV_H

#if !defined(__riscv_v_fixed_vlen) || __riscv_v_fixed_vlen != 256
#error "compile with -march=rv64gcv_zvl256b -mrvv-vector-bits=zvl"
#endif

#include <riscv_vector.h>
#include <stddef.h>

#define LANES_WIDTH 8

// Types of fixed length can be elements and members, which plain ones cannot.
#define LANES_FIXED __attribute__((riscv_rvv_vector_bits(__riscv_v_fixed_vlen)))

typedef vfloat32m1_t lanes LANES_FIXED;
typedef vbool32_t lanes_mask __attribute__((riscv_rvv_vector_bits(LANES_WIDTH)));

static inline lanes lanes_load(const float *p) {
    return __riscv_vle32_v_f32m1(p, LANES_WIDTH);
}
static inline lanes lanes_load_int16(const int16_t *p) {
    return __riscv_vfwcvt_f_x_v_f32m1(__riscv_vle16_v_i16mf2(p, LANES_WIDTH), LANES_WIDTH);
}
static inline void lanes_store(float *p, lanes a) {
    __riscv_vse32_v_f32m1(p, a, LANES_WIDTH);
}
static inline void lanes_load3(const float *p, lanes *a, lanes *b, lanes *c) {
    const vfloat32m1x3_t v = __riscv_vlseg3e32_v_f32m1x3(p, LANES_WIDTH);
    *a = __riscv_vget_v_f32m1x3_f32m1(v, 0);
    *b = __riscv_vget_v_f32m1x3_f32m1(v, 1);
    *c = __riscv_vget_v_f32m1x3_f32m1(v, 2);
}
static inline void lanes_load4(const float *p, lanes *a, lanes *b, lanes *c, lanes *d) {
    const vfloat32m1x4_t v = __riscv_vlseg4e32_v_f32m1x4(p, LANES_WIDTH);
    *a = __riscv_vget_v_f32m1x4_f32m1(v, 0);
    *b = __riscv_vget_v_f32m1x4_f32m1(v, 1);
    *c = __riscv_vget_v_f32m1x4_f32m1(v, 2);
    *d = __riscv_vget_v_f32m1x4_f32m1(v, 3);
}
static inline void lanes_store_index(uint32_t *p, lanes a) {
    __riscv_vse32_v_u32m1(p, __riscv_vfcvt_rtz_xu_f_v_u32m1(a, LANES_WIDTH), LANES_WIDTH);
}
static inline lanes lanes_gather(const float *p, const uint32_t *index) {
    const vuint32m1_t places = __riscv_vle32_v_u32m1(index, LANES_WIDTH);
    const vuint64m2_t bytes = __riscv_vwmulu_vx_u64m2(places, sizeof *p, LANES_WIDTH);
    return __riscv_vluxei64_v_f32m1(p, bytes, LANES_WIDTH);
}
static inline void lanes_gather2(const float *p, const uint32_t *index, lanes *a, lanes *b) {
    *a = lanes_gather(p, index);
    *b = lanes_gather(p + 1, index);
}
static inline lanes lanes_splat(float a) {
    return __riscv_vfmv_v_f_f32m1(a, LANES_WIDTH);
}

static inline lanes lanes_add(lanes a, lanes b) {
    return __riscv_vfadd_vv_f32m1(a, b, LANES_WIDTH);
}
static inline lanes lanes_sub(lanes a, lanes b) {
    return __riscv_vfsub_vv_f32m1(a, b, LANES_WIDTH);
}
static inline lanes lanes_mul(lanes a, lanes b) {
    return __riscv_vfmul_vv_f32m1(a, b, LANES_WIDTH);
}
static inline lanes lanes_div(lanes a, lanes b) {
    return __riscv_vfdiv_vv_f32m1(a, b, LANES_WIDTH);
}
static inline lanes lanes_abs(lanes a) {
    return __riscv_vfabs_v_f32m1(a, LANES_WIDTH);
}
static inline lanes lanes_sqrt(lanes a) {
    return __riscv_vfsqrt_v_f32m1(a, LANES_WIDTH);
}
static inline lanes_mask lanes_less(lanes a, lanes b) {
    return __riscv_vmflt_vv_f32m1_b32(a, b, LANES_WIDTH);
}
static inline lanes lanes_select(lanes_mask m, lanes a, lanes b) {
    return __riscv_vmerge_vvm_f32m1(b, a, m, LANES_WIDTH);
}
static inline lanes lanes_min(lanes a, lanes b) {
    return lanes_select(lanes_less(a, b), a, b);
}
static inline lanes lanes_max(lanes a, lanes b) {
    return lanes_select(lanes_less(b, a), a, b);
}

static inline lanes_mask lanes_and(lanes_mask a, lanes_mask b) {
    return __riscv_vmand_mm_b32(a, b, LANES_WIDTH);
}
static inline lanes_mask lanes_or(lanes_mask a, lanes_mask b) {
    return __riscv_vmor_mm_b32(a, b, LANES_WIDTH);
}
static inline lanes_mask lanes_xor(lanes_mask a, lanes_mask b) {
    return __riscv_vmxor_mm_b32(a, b, LANES_WIDTH);
}
// A register's lowest bits are the mask's.
static inline unsigned lanes_bits(lanes_mask a) {
    return __riscv_vmv_x_s_u8m1_u8(__riscv_vreinterpret_v_b32_u8m1(a));
}

static inline lanes lanes_keep(lanes_mask m, lanes a) {
    return lanes_select(m, a, lanes_splat(0.0f));
}

#define DOUBLES_WIDTH (LANES_WIDTH / 2) // as lanes_doubles.h has it

typedef vfloat64m1_t doubles LANES_FIXED;

static inline doubles doubles_load(const double *p) {
    return __riscv_vle64_v_f64m1(p, DOUBLES_WIDTH);
}
#define doubles_load_any doubles_load
static inline void doubles_store(double *p, doubles a) {
    __riscv_vse64_v_f64m1(p, a, DOUBLES_WIDTH);
}
static inline doubles doubles_splat(double a) {
    return __riscv_vfmv_v_f_f64m1(a, DOUBLES_WIDTH);
}
static inline doubles doubles_add(doubles a, doubles b) {
    return __riscv_vfadd_vv_f64m1(a, b, DOUBLES_WIDTH);
}
static inline doubles doubles_sub(doubles a, doubles b) {
    return __riscv_vfsub_vv_f64m1(a, b, DOUBLES_WIDTH);
}
static inline doubles doubles_mul(doubles a, doubles b) {
    return __riscv_vfmul_vv_f64m1(a, b, DOUBLES_WIDTH);
}
static inline doubles doubles_div(doubles a, doubles b) {
    return __riscv_vfdiv_vv_f64m1(a, b, DOUBLES_WIDTH);
}
static inline doubles doubles_sqrt(doubles a) {
    return __riscv_vfsqrt_v_f64m1(a, DOUBLES_WIDTH);
}
static inline doubles doubles_floor(doubles a) {
    const size_t n = DOUBLES_WIDTH;
    return __riscv_vfcvt_f_x_v_f64m1(__riscv_vfcvt_x_f_v_i64m1_rm(a, __RISCV_FRM_RDN, n), n);
}
static inline doubles doubles_if_less(doubles a, doubles b, doubles x, doubles y) {
    return __riscv_vmerge_vvm_f64m1(y, x, __riscv_vmflt_vv_f64m1_b64(a, b, DOUBLES_WIDTH),
                                    DOUBLES_WIDTH);
}
static inline doubles doubles_min(doubles a, doubles b) {
    return doubles_if_less(a, b, a, b);
}
static inline doubles doubles_max(doubles a, doubles b) {
    return doubles_if_less(b, a, a, b);
}

static inline doubles doubles_widen(const float *p) {
    return __riscv_vfwcvt_f_f_v_f64m1(__riscv_vle32_v_f32mf2(p, DOUBLES_WIDTH), DOUBLES_WIDTH);
}
static inline doubles doubles_low(lanes a) {
    return __riscv_vfwcvt_f_f_v_f64m1(__riscv_vlmul_trunc_v_f32m1_f32mf2(a), DOUBLES_WIDTH);
}
static inline doubles doubles_high(lanes a) {
    return doubles_low(__riscv_vslidedown_vx_f32m1(a, DOUBLES_WIDTH, LANES_WIDTH));
}
static inline lanes doubles_narrow(doubles low, doubles high) {
    const vfloat64m2_t both = __riscv_vcreate_v_f64m1_f64m2(low, high);
    return __riscv_vfncvt_f_f_w_f32m1(both, LANES_WIDTH);
}
static inline double doubles_sum(doubles a) {
    const doubles two = doubles_add(a, __riscv_vslidedown_vx_f64m1(a, 2, DOUBLES_WIDTH));
    return two[0] + two[1];
}
static inline doubles doubles_scale(doubles a) {
    const vuint64m1_t bits = __riscv_vand_vx_u64m1(__riscv_vreinterpret_v_f64m1_u64m1(a),
                                                   UINT64_C(0x7ff) << 52, DOUBLES_WIDTH);
    return __riscv_vreinterpret_v_u64m1_f64m1(
        __riscv_vrsub_vx_u64m1(bits, UINT64_C(2046) << 52, DOUBLES_WIDTH));
}
static inline void doubles_load4(const double *p, size_t stride, doubles *a, doubles *b, doubles *c,
                                 doubles *d) {
    const vfloat64m1x4_t v =
        __riscv_vlsseg4e64_v_f64m1x4(p, (ptrdiff_t)(stride * sizeof *p), DOUBLES_WIDTH);
    *a = __riscv_vget_v_f64m1x4_f64m1(v, 0);
    *b = __riscv_vget_v_f64m1x4_f64m1(v, 1);
    *c = __riscv_vget_v_f64m1x4_f64m1(v, 2);
    *d = __riscv_vget_v_f64m1x4_f64m1(v, 3);
}
static inline void doubles_load4_of(const double *const *p, size_t at, doubles *a, doubles *b,
                                    doubles *c, doubles *d) {
    uint64_t addresses[DOUBLES_WIDTH];
    for (int i = 0; i < DOUBLES_WIDTH; ++i) {
        addresses[i] = (uintptr_t)(p[i] + at);
    }
    const vuint64m1_t bases = __riscv_vle64_v_u64m1(addresses, DOUBLES_WIDTH);
    const vfloat64m1x4_t v = __riscv_vluxseg4ei64_v_f64m1x4(NULL, bases, DOUBLES_WIDTH);
    *a = __riscv_vget_v_f64m1x4_f64m1(v, 0);
    *b = __riscv_vget_v_f64m1x4_f64m1(v, 1);
    *c = __riscv_vget_v_f64m1x4_f64m1(v, 2);
    *d = __riscv_vget_v_f64m1x4_f64m1(v, 3);
}
static inline void doubles_store4(double *p, size_t stride, doubles a, doubles b, doubles c,
                                  doubles d) {
    __riscv_vssseg4e64_v_f64m1x4(p, (ptrdiff_t)(stride * sizeof *p),
                                 __riscv_vcreate_v_f64m1x4(a, b, c, d), DOUBLES_WIDTH);
}

#include "lanes_doubles.h"

#endif
