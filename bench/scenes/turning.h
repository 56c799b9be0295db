// Rotations by quaternions x, y, z, w, and angles.
#ifndef BENCH_TURNING_H
#define BENCH_TURNING_H

#include <math.h>
#include <stdbool.h>

#include "base/vector.h"

#define DEGREES 57.295779513082321 // in a radian

// A direction in degrees, in radians: of whole turns nothing is left.
static inline double turning_direction(double degrees) {
    return fmod(degrees, 360.0) * (BUOY_PI / 180.0);
}

// The rotation's matrix, by rows; the quaternion need not be of unit length.
static inline void turning_matrix(const double q[4], double m[9]) {
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const double s = 2.0 / (x * x + y * y + z * z + w * w);
    m[0] = 1.0 - s * (y * y + z * z);
    m[1] = s * (x * y - z * w);
    m[2] = s * (x * z + y * w);
    m[3] = s * (x * y + z * w);
    m[4] = 1.0 - s * (x * x + z * z);
    m[5] = s * (y * z - x * w);
    m[6] = s * (x * z - y * w);
    m[7] = s * (y * z + x * w);
    m[8] = 1.0 - s * (x * x + y * y);
}

// place + m x.
static inline void turning_move(const double m[9], const double place[3], const double x[3],
                                double moved[3]) {
    for (int i = 0; i < 3; ++i) {
        moved[i] = place[i] + (m[3 * i] * x[0] + m[3 * i + 1] * x[1] + m[3 * i + 2] * x[2]);
    }
}

// x = m x, or m⁻¹ x.
static inline void turning_turn(const double m[9], bool back, double x[3]) {
    double turned[3];
    for (int i = 0; i < 3; ++i) {
        const int first = back ? i : 3 * i, step = back ? 3 : 1;
        turned[i] = m[first] * x[0] + m[first + step] * x[1] + m[first + 2 * step] * x[2];
    }
    for (int i = 0; i < 3; ++i) {
        x[i] = turned[i];
    }
}

// The shortest turn that brings a direction to z, as a matrix and as a quaternion. The matrix is
// exact for directions along axes. By Rodrigues' formula: with the unit vector u, v = u × z and
// c = u·z, it is 1 + [v] + [v]²/(1 + c), and (v, 1 + c) is along the quaternion; 1 + c is found
// without cancellation.
static inline void turning_upright(const double up[3], double m[9], double q[4]) {
    // By a power of two, so that no square is too large or too small, and no bits change.
    const int exponent = -ilogb(fmax(fabs(up[0]), fmax(fabs(up[1]), fabs(up[2]))));
    const double x = scalbn(up[0], exponent), y = scalbn(up[1], exponent);
    const double z = scalbn(up[2], exponent), length = sqrt(x * x + y * y + z * z);
    const double v[3] = {y / length, -x / length, 0.0}, c = z / length;
    const double square = v[0] * v[0] + v[1] * v[1];
    const double more = c < 0.0 ? square / (1.0 - c) : 1.0 + c;
    const bool down = more == 0.0; // half a turn about x
    const double k = down ? 0.0 : 1.0 / more;
    const double turn[9] = {1.0 - k * v[1] * v[1],
                            k * v[0] * v[1],
                            v[1],
                            k * v[0] * v[1],
                            1.0 - k * v[0] * v[0] - (down ? 2.0 : 0.0),
                            -v[0],
                            -v[1],
                            v[0],
                            c};
    const double norm = down ? 1.0 : 1.0 / sqrt(square + more * more);
    const double quaternion[4] = {down ? 1.0 : v[0] * norm, v[1] * norm, 0.0, more * norm};
    for (int i = 0; i < 9; ++i) {
        m[i] = turn[i];
        q[i % 4] = quaternion[i % 4];
    }
}

#endif
