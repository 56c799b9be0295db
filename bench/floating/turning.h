// Rotations by quaternions x, y, z, w.
#ifndef BENCH_TURNING_H
#define BENCH_TURNING_H

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

#endif
