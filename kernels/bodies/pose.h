// How a pose turns a mesh's frame into the world's.
#ifndef BUOY_POSE_H
#define BUOY_POSE_H

#include "base/vector.h"
#include "buoyancy_water.h"

// The rows of a rotation's matrix.
struct buoy_rotation {
    double row[3][3];
};

// A pose's rotation. False if that is no unit quaternion.
bool buoy_pose_rotation(const struct buoy_pose *pose, struct buoy_rotation *rotation);

static inline void buoy_rotate(const struct buoy_rotation *rotation, const double x[3],
                               double y[3]) {
    for (int i = 0; i < 3; ++i) {
        y[i] = buoy_dot(rotation->row[i], x);
    }
}

// The transpose.
static inline void buoy_rotate_back(const struct buoy_rotation *rotation, const double x[3],
                                    double y[3]) {
    for (int i = 0; i < 3; ++i) {
        y[i] = rotation->row[0][i] * x[0] + rotation->row[1][i] * x[1] + rotation->row[2][i] * x[2];
    }
}

// R T Rᵀ, a tensor of the mesh's frame in the world's.
void buoy_turn_tensor(const struct buoy_rotation *rotation, const double tensor[9],
                      double result[9]);

#endif
