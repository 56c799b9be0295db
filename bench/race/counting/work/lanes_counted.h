// Lanes of one float that count what they do: lanes_scalar.h, with each of its operations put into
// one that adds to the counts first. Not an instruction set: only kernels_counted.c includes it.
//
// Operations that are missing here count nothing: they compare, select, convert or store.
#ifndef BENCH_WORK_LANES_COUNTED_H
#define BENCH_WORK_LANES_COUNTED_H

#include "../../../../simd/lanes_scalar.h"
#include "counted.h"

#undef DOUBLES_PAIRS // a vector's operations would not be counted

static inline void count_floats(unsigned operations) {
    work_counted.floats += operations;
}
static inline void count_doubles(unsigned operations) {
    work_counted.doubles += operations;
}
static inline void count_bytes(unsigned bytes) {
    work_counted.bytes += bytes;
}

// ---- loads

static inline lanes counted_lanes_load(const float *p) {
    count_bytes(sizeof *p);
    return lanes_load(p);
}
static inline lanes counted_lanes_load_int16(const int16_t *p) {
    count_bytes(sizeof *p);
    return lanes_load_int16(p);
}
static inline void counted_lanes_load3(const float *p, lanes *a, lanes *b, lanes *c) {
    count_bytes(3 * sizeof *p);
    lanes_load3(p, a, b, c);
}
static inline void counted_lanes_load4(const float *p, lanes *a, lanes *b, lanes *c, lanes *d) {
    count_bytes(4 * sizeof *p);
    lanes_load4(p, a, b, c, d);
}
static inline lanes counted_lanes_gather(const float *p, const uint32_t *index) {
    count_bytes(sizeof *p + sizeof *index);
    return lanes_gather(p, index);
}
static inline void counted_lanes_gather2(const float *p, const uint32_t *index, lanes *a,
                                         lanes *b) {
    count_bytes(2 * sizeof *p + sizeof *index);
    lanes_gather2(p, index, a, b);
}
static inline lanes_double counted_lanes_double_load(const double *p) {
    count_bytes(sizeof *p);
    return lanes_double_load(p);
}
static inline doubles counted_doubles_load(const double *p) {
    count_bytes(sizeof *p);
    return doubles_load(p);
}
static inline doubles counted_doubles_load_any(const double *p) {
    count_bytes(sizeof *p);
    return doubles_load_any(p);
}
static inline doubles counted_doubles_widen(const float *p) {
    count_bytes(sizeof *p);
    return doubles_widen(p);
}
static inline void counted_doubles_load4(const double *p, size_t stride, doubles *a, doubles *b,
                                         doubles *c, doubles *d) {
    count_bytes(4 * sizeof *p);
    doubles_load4(p, stride, a, b, c, d);
}
static inline void counted_doubles_load4_of(const double *const *p, size_t at, doubles *a,
                                            doubles *b, doubles *c, doubles *d) {
    count_bytes(4 * sizeof **p);
    doubles_load4_of(p, at, a, b, c, d);
}

// ---- operations on floats

static inline lanes counted_lanes_add(lanes a, lanes b) {
    count_floats(1);
    return lanes_add(a, b);
}
static inline lanes counted_lanes_sub(lanes a, lanes b) {
    count_floats(1);
    return lanes_sub(a, b);
}
static inline lanes counted_lanes_mul(lanes a, lanes b) {
    count_floats(1);
    return lanes_mul(a, b);
}
static inline lanes counted_lanes_div(lanes a, lanes b) {
    count_floats(1);
    return lanes_div(a, b);
}
static inline lanes counted_lanes_sqrt(lanes a) {
    count_floats(1);
    return lanes_sqrt(a);
}
static inline lanes counted_lanes_muladd(lanes a, lanes b, lanes c) {
    count_floats(2);
    return lanes_muladd(a, b, c);
}

// ---- operations on doubles

static inline lanes_double counted_lanes_double_add(lanes_double a, lanes_double b) {
    count_doubles(1);
    return lanes_double_add(a, b);
}
static inline lanes_double counted_lanes_double_sub(lanes_double a, lanes_double b) {
    count_doubles(1);
    return lanes_double_sub(a, b);
}
static inline lanes_double counted_lanes_double_mul(lanes_double a, lanes_double b) {
    count_doubles(1);
    return lanes_double_mul(a, b);
}
static inline lanes_double counted_lanes_double_muladd(lanes_double a, lanes_double b,
                                                       lanes_double c) {
    count_doubles(2);
    return lanes_double_muladd(a, b, c);
}
static inline doubles counted_doubles_add(doubles a, doubles b) {
    count_doubles(1);
    return doubles_add(a, b);
}
static inline doubles counted_doubles_sub(doubles a, doubles b) {
    count_doubles(1);
    return doubles_sub(a, b);
}
static inline doubles counted_doubles_mul(doubles a, doubles b) {
    count_doubles(1);
    return doubles_mul(a, b);
}
static inline doubles counted_doubles_div(doubles a, doubles b) {
    count_doubles(1);
    return doubles_div(a, b);
}
static inline doubles counted_doubles_sqrt(doubles a) {
    count_doubles(1);
    return doubles_sqrt(a);
}
static inline doubles counted_doubles_muladd(doubles a, doubles b, doubles c) {
    count_doubles(2);
    return doubles_muladd(a, b, c);
}

// ---- several of both

// A sum of n numbers takes n − 1 additions, and three products with two sums five operations.
static inline double counted_lanes_sum16(const float v[16]) {
    count_bytes(16 * sizeof *v);
    count_doubles(15);
    return lanes_sum16(v);
}
static inline lanes_wide counted_lanes_wide_add(lanes_wide a, const double m[16]) {
    count_bytes(16 * sizeof *m);
    count_doubles(16);
    return lanes_wide_add(a, m);
}
static inline lanes_double counted_lanes_above(const double *k, const double *ax, const double *ay,
                                               const double *az, const double p[3]) {
    count_bytes(4 * sizeof *k);
    count_doubles(6);
    return lanes_above(k, ax, ay, az, p);
}
static inline lanes counted_lanes_above_each(double k, const double a[3], const double *px,
                                             const double *py, const double *pz, lanes f,
                                             double *sum) {
    count_bytes(4 * sizeof *px);
    count_doubles(8);
    return lanes_above_each(k, a, px, py, pz, f, sum);
}
static inline lanes counted_lanes_height(const float *x, const float *y, const float *z,
                                         const double n[3], double d) {
    count_bytes(3 * sizeof *x);
    count_doubles(6);
    return lanes_height(x, y, z, n, d);
}

#define lanes_load counted_lanes_load
#define lanes_load_int16 counted_lanes_load_int16
#define lanes_load3 counted_lanes_load3
#define lanes_load4 counted_lanes_load4
#define lanes_gather counted_lanes_gather
#define lanes_gather2 counted_lanes_gather2
#define lanes_double_load counted_lanes_double_load
#define doubles_load counted_doubles_load
#define doubles_load_any counted_doubles_load_any
#define doubles_widen counted_doubles_widen
#define doubles_load4 counted_doubles_load4
#define doubles_load4_of counted_doubles_load4_of
#define lanes_add counted_lanes_add
#define lanes_sub counted_lanes_sub
#define lanes_mul counted_lanes_mul
#define lanes_div counted_lanes_div
#define lanes_sqrt counted_lanes_sqrt
#define lanes_muladd counted_lanes_muladd
#define lanes_double_add counted_lanes_double_add
#define lanes_double_sub counted_lanes_double_sub
#define lanes_double_mul counted_lanes_double_mul
#define lanes_double_muladd counted_lanes_double_muladd
#define doubles_add counted_doubles_add
#define doubles_sub counted_doubles_sub
#define doubles_mul counted_doubles_mul
#define doubles_div counted_doubles_div
#define doubles_sqrt counted_doubles_sqrt
#define doubles_muladd counted_doubles_muladd
#define lanes_sum16 counted_lanes_sum16
#define lanes_wide_add counted_lanes_wide_add
#define lanes_above counted_lanes_above
#define lanes_above_each counted_lanes_above_each
#define lanes_height counted_lanes_height

#endif
