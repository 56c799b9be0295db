// Lanes of one float in plain C: the twin that defines what every other lanes_<isa>.h must return.
//
// The operations of a lanes header, the same names and meanings in each:
//   lanes                      a vector of LANES_WIDTH floats
//   lanes_mask                 one truth value per float
//   lanes_load, lanes_store    LANES_WIDTH floats, aligned to their size
//   lanes_load_int16           LANES_WIDTH integers of 16 bits, aligned to their size, as floats
//   lanes_load3(p, &a, &b, &c), lanes_load4(p, &a, &b, &c, &d)  LANES_WIDTH structs of 3 or 4
//                              floats, one after another at any address: the first members into a,
//                              the second ones into b, …
//   lanes_store_index          whole numbers from 0 to 2²⁴ as LANES_WIDTH uint32_t, aligned to
//                              their size
//   lanes_gather(p, index)     p[index[0]], p[index[1]], …; index: LANES_WIDTH uint32_t, aligned
//                              to their size, each below 2³¹
//   lanes_gather2(p, index, &a, &b)  the same into a, and what is at p + 1 into b
//   lanes_splat                one value everywhere
//   lanes_add, _sub, _mul, _div, _abs, _sqrt
//   lanes_min(a, b)            a < b ? a : b; neither is NaN
//   lanes_max(a, b)            a > b ? a : b; neither is NaN
//   lanes_muladd(a, b, c)      a × b + c: rounded twice, or once in the +fma variants
//   lanes_less(a, b)           a < b
//   lanes_and, _or, _xor of masks
//   lanes_bits(m)              the mask as LANES_WIDTH bits, lane 0 lowest
//   lanes_select(m, a, b)      m ? a : b
//   lanes_keep(m, a)           m ? a : +0
//   lanes_swap_if(m, &a, &b)   exchanges a and b where m
//   lanes_double               a vector of LANES_WIDTH doubles
//   lanes_double_load          LANES_WIDTH doubles, aligned to their size
//   lanes_double_store, lanes_double_splat
//   lanes_widen, lanes_narrow  floats to doubles, and doubles rounded to floats
//   lanes_double_add, _sub, _mul, _muladd, _min, _max  as those of lanes; where LANES_WIDTH is
//                              above 1, also _div, _floor and _if_less, as those of doubles
//   lanes_double_scale(a)      the power of two that brings a, positive and normal, into [1, 2)
//   lanes_double_store4(p, a, b, c, d)  LANES_WIDTH structs of 4 doubles, one after another at any
//                              address
//   lanes_sum16(v)             the sum of 16 floats in double by one fixed tree: lanes i and
//                              i + 8, then i + 4, i + 2, i + 1
//   lanes_height(x, y, z, n, d)  x n₀ + y n₁ + z n₂ − d in double, rounded once to float;
//                              LANES_WIDTH floats of each array, aligned to their size
//   lanes_above(k, ax, ay, az, p)  k − (ax p₀ + ay p₁ + az p₂) in double; LANES_WIDTH doubles of
//                              each array, aligned to their size
//   lanes_above_each(k, a, px, py, pz, f, sum)  k − (a₀px + a₁py + a₂pz) in double, rounded once to
//                              float; f times it, unrounded, is added to `sum`; LANES_WIDTH
//                              doubles of px, py, pz and sum, aligned to their size
//   lanes_exchange_halves(a)   lanes 8 … 15, then 0 … 7; only where LANES_WIDTH is 16
//   lanes_list_bits            buoy_list_bits() of bits.h, only where LANES_LIST_BITS is defined
//   doubles                    a vector of DOUBLES_WIDTH doubles, half of LANES_WIDTH or 1
//   doubles_load, doubles_store  DOUBLES_WIDTH doubles, aligned to their size
//   doubles_load_any           DOUBLES_WIDTH doubles at any address
//   doubles_widen(p)           DOUBLES_WIDTH floats, aligned to their size, as doubles
//   doubles_splat, _add, _sub, _mul, _div, _sqrt, _muladd, _min, _max  as those of lanes
//   doubles_if_less(a, b, x, y)  a < b ? x : y
//   doubles_floor(a)           the largest whole numbers not above a, from 0 to 2²⁴; only where
//                              LANES_WIDTH is above 1
//   doubles_load4(p, stride, &a, &b, &c, &d), doubles_store4(p, stride, a, b, c, d)  4 doubles of
//                              each of DOUBLES_WIDTH structs, the first ones at any address p, the
//                              others `stride` doubles apart: first members in a, second ones in
//                              b, …
//   doubles_load4_of(p, at, &a, &b, &c, &d)  the same of structs anywhere: 4 doubles at p[0] + at,
//                              p[1] + at, …
//   doubles_read3(p, floats, v), doubles_read4, doubles_write3(p, floats, v)  vectors of 3 and 4 at
//                              each of DOUBLES_WIDTH addresses p, of floats or doubles, by exactly
//                              their bytes; only where DOUBLES_READS is defined
//   DOUBLES_PAIRS              defined where vectors.h is to take two doubles of a lane as a vector
//   lanes_from_doubles(a)      LANES_WIDTH doubles, from as many consecutive vectors as hold them,
//                              each rounded to float
//   lanes_wide                 16 doubles; lanes_wide_zero, lanes_wide_add (from memory, aligned
//                              to 64), lanes_wide_store
// and, only where LANES_PACK is defined:
//   lanes_count(m)             how many lanes of the mask are set
//   lanes_and_not(a, b)        a, but not b
//   lanes_load_first(p, n)     lanes_load, with 0 in lanes from n on; all LANES_WIDTH floats are
//                              read
//   lanes_pack(p, m, a)        stores those lanes of a where m, one after another, at any address;
//                              also overwrites what follows them, up to LANES_WIDTH
//   lanes_unpack(m, p, a)      m ? the next of the floats at any address p : a; all LANES_WIDTH
//                              floats are read
// and, each only where it is defined, for indexed64.h, which has them in terms of the others:
//   LANES_LOAD4_OF: lanes_store4(p, a, b, c, d)  LANES_WIDTH structs of 4 floats, one after
//                              another, the first aligned as LANES_WIDTH floats
//                   lanes_load4_of(p, index, &a, &b, &c, &d)  4 floats at each of p + index[0], p +
//                              index[1], …, aligned to 16 bytes
//   LANES_LOOK, the largest reach: lanes_look(p, reach, corners, k)  p[corner k] of `reach` floats,
//                              8, 16, 32, 48 or 64, in registers
//   LANES_SUM16_OF4: lanes_sum16_of4(v, sums)  lanes_sum16() of four, v[0] to v[3]
//   LANES_PACK_WITH: lanes_pack_with(p, q, m, a, words)  lanes_pack(p, m, a), and the same of words
//                              of 32 bits, aligned to LANES_WIDTH of them, to q; returns how many
//   LANES_CLASSIFY: lanes_classify(corners, submerged, &cut)  as corners_classify()
// Nothing here may be contracted or reassociated: variants must return the same bits (README.md).
#ifndef BUOY_LANES_SCALAR_H
#define BUOY_LANES_SCALAR_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mesh/plane.h"

#define LANES_WIDTH 1

typedef float lanes;
typedef bool lanes_mask;

static inline lanes lanes_load(const float *p) {
    return *p;
}
static inline lanes lanes_load_int16(const int16_t *p) {
    return (float)*p;
}
static inline void lanes_store(float *p, lanes a) {
    *p = a;
}
static inline void lanes_load3(const float *p, lanes *a, lanes *b, lanes *c) {
    *a = p[0];
    *b = p[1];
    *c = p[2];
}
static inline void lanes_load4(const float *p, lanes *a, lanes *b, lanes *c, lanes *d) {
    *a = p[0];
    *b = p[1];
    *c = p[2];
    *d = p[3];
}
static inline void lanes_store_index(uint32_t *p, lanes a) {
    *p = (uint32_t)a;
}
static inline lanes lanes_gather(const float *p, const uint32_t *index) {
    return p[*index];
}
static inline void lanes_gather2(const float *p, const uint32_t *index, lanes *a, lanes *b) {
    *a = p[*index];
    *b = p[*index + 1];
}
static inline lanes lanes_splat(float a) {
    return a;
}

static inline lanes lanes_add(lanes a, lanes b) {
    return a + b;
}
static inline lanes lanes_sub(lanes a, lanes b) {
    return a - b;
}
static inline lanes lanes_mul(lanes a, lanes b) {
    return a * b;
}
static inline lanes lanes_div(lanes a, lanes b) {
    return a / b;
}
static inline lanes lanes_abs(lanes a) {
    return fabsf(a);
}
static inline lanes lanes_sqrt(lanes a) {
    return sqrtf(a);
}
static inline lanes lanes_min(lanes a, lanes b) {
    return a < b ? a : b;
}
static inline lanes lanes_max(lanes a, lanes b) {
    return a > b ? a : b;
}
static inline lanes lanes_muladd(lanes a, lanes b, lanes c) {
    return a * b + c;
}

static inline lanes_mask lanes_less(lanes a, lanes b) {
    return a < b;
}
static inline lanes_mask lanes_and(lanes_mask a, lanes_mask b) {
    return a && b;
}
static inline lanes_mask lanes_or(lanes_mask a, lanes_mask b) {
    return a || b;
}
static inline lanes_mask lanes_xor(lanes_mask a, lanes_mask b) {
    return a != b;
}
static inline unsigned lanes_bits(lanes_mask a) {
    return a;
}

static inline lanes lanes_select(lanes_mask m, lanes a, lanes b) {
    return m ? a : b;
}
static inline lanes lanes_keep(lanes_mask m, lanes a) {
    return m ? a : 0.0f;
}

static inline void lanes_swap_if(lanes_mask m, lanes *a, lanes *b) {
    const lanes old = *a;
    *a = m ? *b : old;
    *b = m ? old : *b;
}

typedef double lanes_double;

static inline lanes_double lanes_double_load(const double *p) {
    return *p;
}
static inline void lanes_double_store(double *p, lanes_double a) {
    *p = a;
}
static inline lanes_double lanes_double_splat(double a) {
    return a;
}
static inline lanes_double lanes_widen(lanes a) {
    return a;
}
static inline lanes lanes_narrow(lanes_double a) {
    return (float)a;
}
static inline lanes_double lanes_double_add(lanes_double a, lanes_double b) {
    return a + b;
}
static inline lanes_double lanes_double_sub(lanes_double a, lanes_double b) {
    return a - b;
}
static inline lanes_double lanes_double_mul(lanes_double a, lanes_double b) {
    return a * b;
}
static inline lanes_double lanes_double_muladd(lanes_double a, lanes_double b, lanes_double c) {
    return a * b + c;
}
static inline lanes_double lanes_double_min(lanes_double a, lanes_double b) {
    return a < b ? a : b;
}
static inline lanes_double lanes_double_max(lanes_double a, lanes_double b) {
    return a > b ? a : b;
}
static inline lanes_double lanes_double_scale(lanes_double a) {
    return buoy_power_of_two_below(a);
}
static inline void lanes_double_store4(double *p, lanes_double a, lanes_double b, lanes_double c,
                                       lanes_double d) {
    p[0] = a;
    p[1] = b;
    p[2] = c;
    p[3] = d;
}

static inline __attribute__((always_inline)) double lanes_sum16(const float v[16]) {
    double d[8];
    for (int i = 0; i < 8; ++i) {
        d[i] = (double)v[i] + (double)v[i + 8];
    }
    for (int half = 4; half > 0; half /= 2) {
        for (int i = 0; i < half; ++i) {
            d[i] += d[i + half];
        }
    }
    return d[0];
}

typedef struct {
    double d[16];
} lanes_wide;

static inline lanes_wide lanes_wide_zero(void) {
    return (lanes_wide){{0.0}};
}

static inline lanes_wide lanes_wide_add(lanes_wide a, const double m[16]) {
    for (int i = 0; i < 16; ++i) {
        a.d[i] += m[i];
    }
    return a;
}

static inline void lanes_wide_store(double p[16], lanes_wide a) {
    for (int i = 0; i < 16; ++i) {
        p[i] = a.d[i];
    }
}

static inline lanes_double lanes_above(const double *k, const double *ax, const double *ay,
                                       const double *az, const double p[3]) {
    return *k - (*ax * p[0] + *ay * p[1] + *az * p[2]);
}

static inline lanes lanes_above_each(double k, const double a[3], const double *px,
                                     const double *py, const double *pz, lanes f, double *sum) {
    const double h = k - (a[0] * *px + a[1] * *py + a[2] * *pz);
    *sum += (double)f * h;
    return (float)h;
}

static inline lanes lanes_height(const float *x, const float *y, const float *z, const double n[3],
                                 double d) {
    return (float)(((double)*x * n[0] + (double)*y * n[1] + (double)*z * n[2]) - d);
}

#define DOUBLES_WIDTH 1
#define DOUBLES_PAIRS
typedef double doubles;

static inline doubles doubles_load(const double *p) {
    return *p;
}
static inline doubles doubles_load_any(const double *p) {
    return *p;
}
static inline void doubles_store(double *p, doubles a) {
    *p = a;
}
static inline doubles doubles_widen(const float *p) {
    return *p;
}
static inline doubles doubles_splat(double a) {
    return a;
}
static inline doubles doubles_add(doubles a, doubles b) {
    return a + b;
}
static inline doubles doubles_sub(doubles a, doubles b) {
    return a - b;
}
static inline doubles doubles_mul(doubles a, doubles b) {
    return a * b;
}
static inline doubles doubles_div(doubles a, doubles b) {
    return a / b;
}
static inline doubles doubles_sqrt(doubles a) {
    return sqrt(a);
}
static inline doubles doubles_min(doubles a, doubles b) {
    return a < b ? a : b;
}
static inline double doubles_sum(doubles a) {
    return a;
}
static inline doubles doubles_max(doubles a, doubles b) {
    return a > b ? a : b;
}
static inline doubles doubles_if_less(doubles a, doubles b, doubles x, doubles y) {
    return a < b ? x : y;
}
static inline doubles doubles_muladd(doubles a, doubles b, doubles c) {
    return a * b + c;
}
static inline void doubles_load4(const double *p, size_t stride, doubles *a, doubles *b, doubles *c,
                                 doubles *d) {
    (void)stride;
    *a = p[0];
    *b = p[1];
    *c = p[2];
    *d = p[3];
}
static inline void doubles_load4_of(const double *const *p, size_t at, doubles *a, doubles *b,
                                    doubles *c, doubles *d) {
    doubles_load4(*p + at, 0, a, b, c, d);
}
static inline void doubles_store4(double *p, size_t stride, doubles a, doubles b, doubles c,
                                  doubles d) {
    (void)stride;
    p[0] = a;
    p[1] = b;
    p[2] = c;
    p[3] = d;
}
static inline lanes lanes_from_doubles(const doubles *a) {
    return (float)a[0];
}

#endif
