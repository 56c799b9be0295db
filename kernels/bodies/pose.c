// From quaternions to matrices, and tensors turned by them.
#include "base/arithmetic.h"

#include "bodies/pose.h"

// How far from 1 the squared length of a quaternion may be.
#define LOOSE 0.02

struct buoy_pose buoy_pose_identity(void) {
    return (struct buoy_pose){.rotation = {0.0, 0.0, 0.0, 1.0}};
}

bool buoy_pose_rotation(const struct buoy_pose *pose, struct buoy_rotation *rotation) {
    const double x = pose->rotation[0], y = pose->rotation[1], z = pose->rotation[2];
    const double w = pose->rotation[3];
    const double length2 = x * x + y * y + z * z + w * w;
    if (!(fabs(length2 - 1.0) <= LOOSE)) {
        return false;
    }
    const double s = 2.0 / length2;
    const double xx = s * x * x, yy = s * y * y, zz = s * z * z;
    const double xy = s * x * y, yz = s * y * z, zx = s * z * x;
    const double wx = s * w * x, wy = s * w * y, wz = s * w * z;
    *rotation = (struct buoy_rotation){{
        {1.0 - (yy + zz), xy - wz, zx + wy},
        {xy + wz, 1.0 - (zz + xx), yz - wx},
        {zx - wy, yz + wx, 1.0 - (xx + yy)},
    }};
    return true;
}

void buoy_turn_tensor(const struct buoy_rotation *rotation, const double tensor[9],
                      double result[9]) {
    double half[9]; // T Rᵀ
    for (int i = 0; i < 3; ++i) {
        buoy_rotate(rotation, &tensor[3 * i], &half[3 * i]);
    }
    for (int j = 0; j < 3; ++j) {
        const double column[3] = {half[j], half[3 + j], half[6 + j]};
        double turned[3];
        buoy_rotate(rotation, column, turned);
        for (int i = 0; i < 3; ++i) {
            result[3 * i + j] = turned[i];
        }
    }
}
