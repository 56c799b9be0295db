// Lanes of four floats on NEON (AArch64); with LANES_FMA fused multiply-add. Operations: see
// lanes_scalar.h.
#ifndef BUOY_LANES_NEON_H
#define BUOY_LANES_NEON_H

#if !defined(__aarch64__) || !defined(__ARM_NEON)
#error "compile for AArch64 with NEON"
#endif

#include <arm_neon.h>

#define LANES_WIDTH 4

typedef float32x4_t lanes;
typedef struct {
    uint32x4_t v; // all bits of a lane set or clear
} lanes_mask;

static inline lanes lanes_load(const float *p) {
    return vld1q_f32(p);
}
static inline void lanes_store(float *p, lanes a) {
    vst1q_f32(p, a);
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
static inline lanes lanes_max(lanes a, lanes b) {
    return vbslq_f32(vcgtq_f32(a, b), a, b);
}
static inline lanes lanes_muladd(lanes a, lanes b, lanes c) {
#ifdef LANES_FMA
    return vfmaq_f32(c, a, b);
#else
    return vaddq_f32(vmulq_f32(a, b), c);
#endif
}

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

static inline void lanes_swap_if(lanes_mask m, lanes *a, lanes *b) {
    const lanes old = *a;
    *a = vbslq_f32(m.v, *b, old);
    *b = vbslq_f32(m.v, old, *b);
}

// Lanes 2i and 2i + 1 of v as doubles, plus those 8 further on.
static inline float64x2_t lanes_pair_sum(const float v[16], int i) {
    return vaddq_f64(vcvt_f64_f32(vld1_f32(v + 2 * i)), vcvt_f64_f32(vld1_f32(v + 2 * i + 8)));
}

static inline double lanes_sum16(const float v[16]) {
    const float64x2_t a = vaddq_f64(lanes_pair_sum(v, 0), lanes_pair_sum(v, 2));
    const float64x2_t b = vaddq_f64(lanes_pair_sum(v, 1), lanes_pair_sum(v, 3));
    const float64x2_t c = vaddq_f64(a, b);
    return vgetq_lane_f64(c, 0) + vgetq_lane_f64(c, 1);
}

typedef struct {
    float64x2_t d[8];
} lanes_wide;

static inline lanes_wide lanes_wide_zero(void) {
    lanes_wide a;
    for (int i = 0; i < 8; ++i) {
        a.d[i] = vdupq_n_f64(0.0);
    }
    return a;
}

static inline lanes_wide lanes_wide_add(lanes_wide a, const double m[16]) {
    for (int i = 0; i < 8; ++i) {
        a.d[i] = vaddq_f64(a.d[i], vld1q_f64(m + 2 * i));
    }
    return a;
}

static inline void lanes_wide_store(double p[16], lanes_wide a) {
    for (int i = 0; i < 8; ++i) {
        vst1q_f64(p + 2 * i, a.d[i]);
    }
}

static inline float64x2_t lanes_muladd_wide(float64x2_t a, float64x2_t b, float64x2_t c) {
#ifdef LANES_FMA
    return vfmaq_f64(c, a, b);
#else
    return vaddq_f64(vmulq_f64(a, b), c);
#endif
}

// Two lanes of lanes_above.
static inline float32x2_t lanes_above_2(const double *k, const double *ax, const double *ay,
                                        const double *az, const double p[3]) {
    float64x2_t dot = vmulq_f64(vld1q_f64(ax), vdupq_n_f64(p[0]));
    dot = lanes_muladd_wide(vld1q_f64(ay), vdupq_n_f64(p[1]), dot);
    dot = lanes_muladd_wide(vld1q_f64(az), vdupq_n_f64(p[2]), dot);
    return vcvt_f32_f64(vsubq_f64(vld1q_f64(k), dot));
}

static inline lanes lanes_above(const double *k, const double *ax, const double *ay,
                                const double *az, const double p[3]) {
    return vcombine_f32(lanes_above_2(k, ax, ay, az, p),
                        lanes_above_2(k + 2, ax + 2, ay + 2, az + 2, p));
}

// Two lanes of lanes_height.
static inline float32x2_t lanes_height_2(const float *x, const float *y, const float *z,
                                         const double n[3], double d) {
    float64x2_t s = vmulq_f64(vcvt_f64_f32(vld1_f32(x)), vdupq_n_f64(n[0]));
    s = lanes_muladd_wide(vcvt_f64_f32(vld1_f32(y)), vdupq_n_f64(n[1]), s);
    s = lanes_muladd_wide(vcvt_f64_f32(vld1_f32(z)), vdupq_n_f64(n[2]), s);
    return vcvt_f32_f64(vsubq_f64(s, vdupq_n_f64(d)));
}

static inline lanes lanes_height(const float *x, const float *y, const float *z, const double n[3],
                                 double d) {
    return vcombine_f32(lanes_height_2(x, y, z, n, d), lanes_height_2(x + 2, y + 2, z + 2, n, d));
}

// Two lanes of lanes_above_each, not rounded.
static inline float64x2_t lanes_above_each_2(double k, const double a[3], const double *px,
                                             const double *py, const double *pz) {
    float64x2_t dot = vmulq_n_f64(vld1q_f64(px), a[0]);
    dot = vaddq_f64(dot, vmulq_n_f64(vld1q_f64(py), a[1]));
    dot = vaddq_f64(dot, vmulq_n_f64(vld1q_f64(pz), a[2]));
    return vsubq_f64(vdupq_n_f64(k), dot);
}

static inline lanes lanes_above_each(double k, const double a[3], const double *px,
                                     const double *py, const double *pz, lanes f, double *sum) {
    const float64x2_t low = lanes_above_each_2(k, a, px, py, pz);
    const float64x2_t high = lanes_above_each_2(k, a, px + 2, py + 2, pz + 2);
    vst1q_f64(sum, vaddq_f64(vld1q_f64(sum), vmulq_f64(vcvt_f64_f32(vget_low_f32(f)), low)));
    vst1q_f64(sum + 2, vaddq_f64(vld1q_f64(sum + 2), vmulq_f64(vcvt_high_f64_f32(f), high)));
    return vcombine_f32(vcvt_f32_f64(low), vcvt_f32_f64(high));
}

#endif
