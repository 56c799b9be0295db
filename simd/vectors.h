// Small functions of doubles in lanes, and vectors of three, in lanes of floats and of doubles;
// ../kernels/base/vector.h has the same for single doubles. Components are taken in the order x, y,
// z. For templates, on whatever lanes_<isa>.h came before.
#ifndef BUOY_VECTORS_H
#define BUOY_VECTORS_H

#define VECTORS_INLINE static inline __attribute__((always_inline))

VECTORS_INLINE doubles doubles_twice(doubles a) {
    return doubles_add(a, a);
}
VECTORS_INLINE doubles doubles_times(double a, doubles b) {
    return doubles_mul(doubles_splat(a), b);
}
VECTORS_INLINE doubles doubles_square(doubles a) {
    return doubles_mul(a, a);
}
VECTORS_INLINE doubles doubles_negative(doubles a) {
    return doubles_sub(doubles_splat(0.0), a);
}
VECTORS_INLINE doubles doubles_abs(doubles a) {
#if DOUBLES_WIDTH == 1
    return fabs(a); // without a branch
#else
    return doubles_max(a, doubles_negative(a));
#endif
}
VECTORS_INLINE doubles doubles_at_least(doubles a, double least) {
    return doubles_max(a, doubles_splat(least));
}
// a, but no less than −limit and no more than limit.
VECTORS_INLINE doubles doubles_clamp(doubles a, doubles limit) {
    return doubles_min(doubles_max(a, doubles_negative(limit)), limit);
}
// a, but no less than 0 and no more than 1.
VECTORS_INLINE doubles doubles_share(doubles a) {
    return doubles_min(doubles_at_least(a, 0.0), doubles_splat(1.0));
}

static inline lanes lanes_dot(const lanes a[3], const lanes b[3]) {
    return lanes_muladd(a[2], b[2], lanes_muladd(a[1], b[1], lanes_mul(a[0], b[0])));
}

static inline lanes lanes_length(const lanes a[3]) {
    return lanes_sqrt(lanes_dot(a, a));
}

static inline void lanes_cross(const lanes a[3], const lanes b[3], lanes c[3]) {
    c[0] = lanes_sub(lanes_mul(a[1], b[2]), lanes_mul(a[2], b[1]));
    c[1] = lanes_sub(lanes_mul(a[2], b[0]), lanes_mul(a[0], b[2]));
    c[2] = lanes_sub(lanes_mul(a[0], b[1]), lanes_mul(a[1], b[0]));
}

static inline doubles doubles_dot(const doubles a[3], const doubles b[3]) {
    return doubles_muladd(a[2], b[2], doubles_muladd(a[1], b[1], doubles_mul(a[0], b[0])));
}

static inline void doubles_cross(const doubles a[3], const doubles b[3], doubles c[3]) {
    c[0] = doubles_sub(doubles_mul(a[1], b[2]), doubles_mul(a[2], b[1]));
    c[1] = doubles_sub(doubles_mul(a[2], b[0]), doubles_mul(a[0], b[2]));
    c[2] = doubles_sub(doubles_mul(a[0], b[1]), doubles_mul(a[1], b[0]));
}

static inline void doubles_add_cross(const doubles a[3], const doubles b[3], doubles sum[3]) {
    doubles c[3];
    doubles_cross(a, b, c);
    for (int k = 0; k < 3; ++k) {
        sum[k] = doubles_add(sum[k], c[k]);
    }
}

// The vector from a to b.
static inline void doubles_from(const doubles a[3], const doubles b[3], doubles way[3]) {
    for (int k = 0; k < 3; ++k) {
        way[k] = doubles_sub(b[k], a[k]);
    }
}

#endif
