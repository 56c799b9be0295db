// Three doubles.
#ifndef BUOY_VECTOR_H
#define BUOY_VECTOR_H

#include <math.h>
#include <stdbool.h>

static inline double buoy_dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double buoy_length(const double a[3]) {
    return sqrt(buoy_dot(a, a));
}

static inline double buoy_distance(const double a[3], const double b[3]) {
    const double from[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return buoy_length(from);
}

static inline void buoy_cross_product(const double a[3], const double b[3], double c[3]) {
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

static inline void buoy_add_cross(const double a[3], const double b[3], double sum[3]) {
    sum[0] += a[1] * b[2] - a[2] * b[1];
    sum[1] += a[2] * b[0] - a[0] * b[2];
    sum[2] += a[0] * b[1] - a[1] * b[0];
}

// Brings the normal of a plane n·x = d to unit length, and d with it, without overflow; false if
// the normal has none or is not finite.
static inline bool buoy_unit_plane(double n[3], double *d) {
    double largest = 0.0;
    for (int i = 0; i < 3; ++i) {
        if (!isfinite(n[i])) {
            return false;
        }
        largest = fabs(n[i]) > largest ? fabs(n[i]) : largest;
    }
    if (largest == 0.0) {
        return false;
    }
    for (int i = 0; i < 3; ++i) {
        n[i] /= largest;
    }
    const double length = buoy_length(n);
    for (int i = 0; i < 3; ++i) {
        n[i] /= length;
    }
    *d = *d / largest / length;
    return true;
}

// Makes a vector's length 1, without an offset.
static inline bool buoy_unit(double x[3]) {
    double none = 0.0;
    return buoy_unit_plane(x, &none);
}

// Two unit vectors that with n make a right-handed frame.
static inline void buoy_span_plane(const double n[3], double e[3], double f[3]) {
    const double x = fabs(n[0]), y = fabs(n[1]), z = fabs(n[2]);
    const double least[3] = {x <= y && x <= z, y < x && y <= z, z < x && z < y};
    buoy_cross_product(least, n, e);
    buoy_unit(e);
    buoy_cross_product(n, e, f);
}

// Whether all are finite and none is beyond a limit.
static inline bool buoy_within(const double *values, int count, double limit) {
    for (int i = 0; i < count; ++i) {
        if (!(fabs(values[i]) <= limit)) {
            return false;
        }
    }
    return true;
}

#endif
