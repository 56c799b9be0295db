// Lanes of four floats on WebAssembly's SIMD of 128 bits. Operations: see lanes_scalar.h.
#ifndef BUOY_LANES_SIMD128_H
#define BUOY_LANES_SIMD128_H

// Every standard header that the templates need: before the target, which theirs must not get.
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <wasm_simd128.h>

// The target of all that follows; every_method.h ends it.
#define LANES_TARGET_PUSHED
#pragma clang attribute push(__attribute__((target("simd128"))), apply_to = function)

#define LANES_WIDTH 4

typedef v128_t lanes;
typedef struct {
    v128_t v; // all bits of a lane set or clear
} lanes_mask;

static inline lanes lanes_load(const float *p) {
    return wasm_v128_load(p);
}
static inline lanes lanes_load_int16(const int16_t *p) {
    return wasm_f32x4_convert_i32x4(wasm_i32x4_load16x4(p));
}
static inline void lanes_store(float *p, lanes a) {
    wasm_v128_store(p, a);
}
static inline void lanes_load3(const float *p, lanes *a, lanes *b, lanes *c) {
    *a = wasm_f32x4_make(p[0], p[3], p[6], p[9]);
    *b = wasm_f32x4_make(p[1], p[4], p[7], p[10]);
    *c = wasm_f32x4_make(p[2], p[5], p[8], p[11]);
}
static inline void lanes_load4(const float *p, lanes *a, lanes *b, lanes *c, lanes *d) {
    *a = wasm_f32x4_make(p[0], p[4], p[8], p[12]);
    *b = wasm_f32x4_make(p[1], p[5], p[9], p[13]);
    *c = wasm_f32x4_make(p[2], p[6], p[10], p[14]);
    *d = wasm_f32x4_make(p[3], p[7], p[11], p[15]);
}
static inline void lanes_store_index(uint32_t *p, lanes a) {
    wasm_v128_store(p, wasm_u32x4_trunc_sat_f32x4(a));
}
static inline lanes lanes_gather(const float *p, const uint32_t *index) {
    return wasm_f32x4_make(p[index[0]], p[index[1]], p[index[2]], p[index[3]]);
}
static inline void lanes_gather2(const float *p, const uint32_t *index, lanes *a, lanes *b) {
    *a = lanes_gather(p, index);
    *b = lanes_gather(p + 1, index);
}
static inline lanes lanes_splat(float a) {
    return wasm_f32x4_splat(a);
}

static inline lanes lanes_add(lanes a, lanes b) {
    return wasm_f32x4_add(a, b);
}
static inline lanes lanes_sub(lanes a, lanes b) {
    return wasm_f32x4_sub(a, b);
}
static inline lanes lanes_mul(lanes a, lanes b) {
    return wasm_f32x4_mul(a, b);
}
static inline lanes lanes_div(lanes a, lanes b) {
    return wasm_f32x4_div(a, b);
}
static inline lanes lanes_abs(lanes a) {
    return wasm_f32x4_abs(a);
}
static inline lanes lanes_sqrt(lanes a) {
    return wasm_f32x4_sqrt(a);
}
static inline lanes lanes_min(lanes a, lanes b) {
    return wasm_f32x4_pmin(b, a); // a < b ? a : b
}
static inline lanes lanes_max(lanes a, lanes b) {
    return wasm_f32x4_pmax(b, a); // b < a ? a : b, unlike f32x4.max, which orders −0 and +0
}

static inline lanes_mask lanes_less(lanes a, lanes b) {
    return (lanes_mask){wasm_f32x4_lt(a, b)};
}
static inline lanes_mask lanes_and(lanes_mask a, lanes_mask b) {
    return (lanes_mask){wasm_v128_and(a.v, b.v)};
}
static inline lanes_mask lanes_or(lanes_mask a, lanes_mask b) {
    return (lanes_mask){wasm_v128_or(a.v, b.v)};
}
static inline lanes_mask lanes_xor(lanes_mask a, lanes_mask b) {
    return (lanes_mask){wasm_v128_xor(a.v, b.v)};
}
static inline unsigned lanes_bits(lanes_mask a) {
    return wasm_i32x4_bitmask(a.v);
}

static inline lanes lanes_select(lanes_mask m, lanes a, lanes b) {
    return wasm_v128_bitselect(a, b, m.v);
}
static inline lanes lanes_keep(lanes_mask m, lanes a) {
    return wasm_v128_and(m.v, a);
}

typedef v128_t doubles;

static inline doubles doubles_load(const double *p) {
    return wasm_v128_load(p);
}
#define doubles_load_any doubles_load
static inline void doubles_store(double *p, doubles a) {
    wasm_v128_store(p, a);
}
static inline doubles doubles_splat(double a) {
    return wasm_f64x2_splat(a);
}
static inline doubles doubles_add(doubles a, doubles b) {
    return wasm_f64x2_add(a, b);
}
static inline doubles doubles_sub(doubles a, doubles b) {
    return wasm_f64x2_sub(a, b);
}
static inline doubles doubles_mul(doubles a, doubles b) {
    return wasm_f64x2_mul(a, b);
}
static inline doubles doubles_div(doubles a, doubles b) {
    return wasm_f64x2_div(a, b);
}
static inline doubles doubles_sqrt(doubles a) {
    return wasm_f64x2_sqrt(a);
}
static inline doubles doubles_floor(doubles a) {
    return wasm_f64x2_floor(a);
}
static inline doubles doubles_min(doubles a, doubles b) {
    return wasm_f64x2_pmin(b, a);
}
static inline doubles doubles_max(doubles a, doubles b) {
    return wasm_f64x2_pmax(b, a);
}
static inline doubles doubles_if_less(doubles a, doubles b, doubles x, doubles y) {
    return wasm_v128_bitselect(x, y, wasm_f64x2_lt(a, b));
}

static inline doubles doubles_widen(const float *p) {
    return wasm_f64x2_promote_low_f32x4(wasm_v128_load64_zero(p));
}
static inline doubles doubles_low(lanes a) {
    return wasm_f64x2_promote_low_f32x4(a);
}
static inline doubles doubles_high(lanes a) {
    return wasm_f64x2_promote_low_f32x4(wasm_i64x2_shuffle(a, a, 1, 1));
}
static inline lanes doubles_narrow(doubles low, doubles high) {
    return wasm_i64x2_shuffle(wasm_f32x4_demote_f64x2_zero(low), wasm_f32x4_demote_f64x2_zero(high),
                              0, 2);
}
static inline double doubles_sum(doubles a) {
    return wasm_f64x2_extract_lane(a, 0) + wasm_f64x2_extract_lane(a, 1);
}
static inline doubles doubles_scale(doubles a) {
    const v128_t bits = wasm_v128_and(a, wasm_i64x2_splat(INT64_C(0x7ff) << 52));
    return wasm_i64x2_sub(wasm_i64x2_splat(INT64_C(2046) << 52), bits);
}
// 4 doubles at p, and at q.
static inline void doubles_load_two(const double *p, const double *q, doubles *a, doubles *b,
                                    doubles *c, doubles *d) {
    const v128_t ab0 = wasm_v128_load(p), cd0 = wasm_v128_load(p + 2);
    const v128_t ab1 = wasm_v128_load(q), cd1 = wasm_v128_load(q + 2);
    *a = wasm_i64x2_shuffle(ab0, ab1, 0, 2);
    *b = wasm_i64x2_shuffle(ab0, ab1, 1, 3);
    *c = wasm_i64x2_shuffle(cd0, cd1, 0, 2);
    *d = wasm_i64x2_shuffle(cd0, cd1, 1, 3);
}
static inline void doubles_store4(double *p, size_t stride, doubles a, doubles b, doubles c,
                                  doubles d) {
    wasm_v128_store(p, wasm_i64x2_shuffle(a, b, 0, 2));
    wasm_v128_store(p + 2, wasm_i64x2_shuffle(c, d, 0, 2));
    wasm_v128_store(p + stride, wasm_i64x2_shuffle(a, b, 1, 3));
    wasm_v128_store(p + stride + 2, wasm_i64x2_shuffle(c, d, 1, 3));
}

#include "lanes_doubles.h"

#endif
