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
