// Lanes of four floats on NEON (AArch64); with LANES_FMA fused multiply-add. Operations: see
// lanes_scalar.h.
#ifndef BUOY_LANES_NEON_H
#define BUOY_LANES_NEON_H

#include <arm_neon.h>
#include <stddef.h>
#include <stdint.h>

#define LANES_WIDTH 4

typedef float32x4_t lanes;
typedef struct {
    uint32x4_t v; // all bits of a lane set or clear
} lanes_mask;

static inline lanes lanes_load(const float *p) {
    return vld1q_f32(p);
}
static inline lanes lanes_load_int16(const int16_t *p) {
    return vcvtq_f32_s32(vmovl_s16(vld1_s16(p)));
}
static inline void lanes_store(float *p, lanes a) {
    vst1q_f32(p, a);
}
static inline void lanes_load3(const float *p, lanes *a, lanes *b, lanes *c) {
    const float32x4x3_t v = vld3q_f32(p);
    *a = v.val[0];
    *b = v.val[1];
    *c = v.val[2];
}
static inline void lanes_load4(const float *p, lanes *a, lanes *b, lanes *c, lanes *d) {
    const float32x4x4_t v = vld4q_f32(p);
    *a = v.val[0];
    *b = v.val[1];
    *c = v.val[2];
    *d = v.val[3];
}
static inline void lanes_store_index(uint32_t *p, lanes a) {
    vst1q_u32(p, vcvtq_u32_f32(a));
}
static inline lanes lanes_gather(const float *p, const uint32_t *index) {
    lanes a = vld1q_dup_f32(p + index[0]);
    a = vld1q_lane_f32(p + index[1], a, 1);
    a = vld1q_lane_f32(p + index[2], a, 2);
    return vld1q_lane_f32(p + index[3], a, 3);
}
static inline void lanes_gather2(const float *p, const uint32_t *index, lanes *a, lanes *b) {
    const lanes low = vcombine_f32(vld1_f32(p + index[0]), vld1_f32(p + index[1]));
    const lanes high = vcombine_f32(vld1_f32(p + index[2]), vld1_f32(p + index[3]));
    *a = vuzp1q_f32(low, high);
    *b = vuzp2q_f32(low, high);
}
static inline lanes lanes_splat(float a) {
    return vdupq_n_f32(a);
}

static inline lanes lanes_add(lanes a, lanes b) {
    return vaddq_f32(a, b);
}
static inline lanes lanes_sub(lanes a, lanes b) {
    return vsubq_f32(a, b);
}
static inline lanes lanes_mul(lanes a, lanes b) {
    return vmulq_f32(a, b);
}
static inline lanes lanes_div(lanes a, lanes b) {
    return vdivq_f32(a, b);
}
static inline lanes lanes_abs(lanes a) {
    return vabsq_f32(a);
}
static inline lanes lanes_sqrt(lanes a) {
    return vsqrtq_f32(a);
}
static inline lanes lanes_min(lanes a, lanes b) {
    return vbslq_f32(vcltq_f32(a, b), a, b);
}
static inline lanes lanes_max(lanes a, lanes b) {
    return vbslq_f32(vcgtq_f32(a, b), a, b);
}
#ifdef LANES_FMA
static inline lanes lanes_muladd(lanes a, lanes b, lanes c) {
    return vfmaq_f32(c, a, b);
}
#endif

static inline lanes_mask lanes_less(lanes a, lanes b) {
    return (lanes_mask){vcltq_f32(a, b)};
}
static inline lanes_mask lanes_and(lanes_mask a, lanes_mask b) {
    return (lanes_mask){vandq_u32(a.v, b.v)};
}
static inline lanes_mask lanes_or(lanes_mask a, lanes_mask b) {
    return (lanes_mask){vorrq_u32(a.v, b.v)};
}
static inline lanes_mask lanes_xor(lanes_mask a, lanes_mask b) {
    return (lanes_mask){veorq_u32(a.v, b.v)};
}
static inline unsigned lanes_bits(lanes_mask a) {
    static const uint32_t bit[4] = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(a.v, vld1q_u32(bit)));
}

static inline lanes lanes_select(lanes_mask m, lanes a, lanes b) {
    return vbslq_f32(m.v, a, b);
}
static inline lanes lanes_keep(lanes_mask m, lanes a) {
    return vreinterpretq_f32_u32(vandq_u32(m.v, vreinterpretq_u32_f32(a)));
}

typedef float64x2_t doubles;

static inline doubles doubles_load(const double *p) {
    return vld1q_f64(p);
}
#define doubles_load_any doubles_load
static inline void doubles_store(double *p, doubles a) {
    vst1q_f64(p, a);
}
static inline doubles doubles_splat(double a) {
    return vdupq_n_f64(a);
}
static inline doubles doubles_add(doubles a, doubles b) {
    return vaddq_f64(a, b);
}
static inline doubles doubles_sub(doubles a, doubles b) {
    return vsubq_f64(a, b);
}
static inline doubles doubles_mul(doubles a, doubles b) {
    return vmulq_f64(a, b);
}
static inline doubles doubles_div(doubles a, doubles b) {
    return vdivq_f64(a, b);
}
static inline doubles doubles_sqrt(doubles a) {
    return vsqrtq_f64(a);
}
static inline doubles doubles_floor(doubles a) {
    return vrndmq_f64(a);
}
static inline doubles doubles_min(doubles a, doubles b) {
    return vbslq_f64(vcltq_f64(a, b), a, b);
}
static inline doubles doubles_max(doubles a, doubles b) {
    return vbslq_f64(vcgtq_f64(a, b), a, b);
}
static inline doubles doubles_if_less(doubles a, doubles b, doubles x, doubles y) {
    return vbslq_f64(vcltq_f64(a, b), x, y);
}
#ifdef LANES_FMA
static inline doubles doubles_muladd(doubles a, doubles b, doubles c) {
    return vfmaq_f64(c, a, b);
}
#endif

static inline doubles doubles_widen(const float *p) {
    return vcvt_f64_f32(vld1_f32(p));
}
static inline doubles doubles_low(lanes a) {
    return vcvt_f64_f32(vget_low_f32(a));
}
static inline doubles doubles_high(lanes a) {
    return vcvt_high_f64_f32(a);
}
static inline lanes doubles_narrow(doubles low, doubles high) {
    return vcombine_f32(vcvt_f32_f64(low), vcvt_f32_f64(high));
}
static inline double doubles_sum(doubles a) {
    return vgetq_lane_f64(a, 0) + vgetq_lane_f64(a, 1);
}
static inline doubles doubles_scale(doubles a) {
    const uint64x2_t exponent = vdupq_n_u64(UINT64_C(0x7ff) << 52);
    const uint64x2_t bits = vandq_u64(vreinterpretq_u64_f64(a), exponent);
    return vreinterpretq_f64_u64(vsubq_u64(vdupq_n_u64(UINT64_C(2046) << 52), bits));
}
// 4 doubles at p, and at q.
static inline void doubles_load_two(const double *p, const double *q, doubles *a, doubles *b,
                                    doubles *c, doubles *d) {
    const float64x2_t ab0 = vld1q_f64(p), cd0 = vld1q_f64(p + 2);
    const float64x2_t ab1 = vld1q_f64(q), cd1 = vld1q_f64(q + 2);
    *a = vzip1q_f64(ab0, ab1);
    *b = vzip2q_f64(ab0, ab1);
    *c = vzip1q_f64(cd0, cd1);
    *d = vzip2q_f64(cd0, cd1);
}
static inline void doubles_store4(double *p, size_t stride, doubles a, doubles b, doubles c,
                                  doubles d) {
    vst1q_f64(p, vzip1q_f64(a, b));
    vst1q_f64(p + 2, vzip1q_f64(c, d));
    vst1q_f64(p + stride, vzip2q_f64(a, b));
    vst1q_f64(p + stride + 2, vzip2q_f64(c, d));
}

#include "lanes_doubles.h"

#endif
