// Three doubles, and how rotations act on them.
#ifndef BUOY_VECTOR_H
#define BUOY_VECTOR_H

#include <math.h>
#include <stdbool.h>

static inline double buoy_dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void buoy_cross3(const double a[3], const double b[3], double result[3]) {
    result[0] = a[1] * b[2] - a[2] * b[1];
    result[1] = a[2] * b[0] - a[0] * b[2];
    result[2] = a[0] * b[1] - a[1] * b[0];
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

// The rotation of a quaternion x, y, z, w as a matrix, by rows; of any length that squares to more
// than 0.
static inline void buoy_rotation_matrix(const double q[4], double matrix[9]) {
    const double s = 2.0 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const double x = s * q[0], y = s * q[1], z = s * q[2], w = q[3];
    matrix[0] = 1.0 - (y * q[1] + z * q[2]);
    matrix[1] = x * q[1] - z * w;
    matrix[2] = x * q[2] + y * w;
    matrix[3] = x * q[1] + z * w;
    matrix[4] = 1.0 - (x * q[0] + z * q[2]);
    matrix[5] = y * q[2] - x * w;
    matrix[6] = x * q[2] - y * w;
    matrix[7] = y * q[2] + x * w;
    matrix[8] = 1.0 - (x * q[0] + y * q[1]);
}

// R v, and Rᵀ v.
static inline void buoy_rotate(const double m[9], const double v[3], double result[3]) {
    for (int i = 0; i < 3; ++i) {
        result[i] = m[3 * i] * v[0] + m[3 * i + 1] * v[1] + m[3 * i + 2] * v[2];
    }
}
static inline void buoy_rotate_back(const double m[9], const double v[3], double result[3]) {
    for (int i = 0; i < 3; ++i) {
        result[i] = m[i] * v[0] + m[3 + i] * v[1] + m[6 + i] * v[2];
    }
}

#endif
