// Vectors of three, in lanes of floats and of doubles; ../kernels/base/vector.h has the same for
// single doubles. Components are taken in the order x, y, z. For templates, on whatever
// lanes_<isa>.h came before.
#ifndef BUOY_VECTORS_H
#define BUOY_VECTORS_H

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
