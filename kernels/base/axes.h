// From a caller's frame to the library's, and back: permutations of axes, and signs, which are
// exact.
#ifndef BUOY_AXES_H
#define BUOY_AXES_H

#include "buoyancy_mesh.h"

// The library's (x, y, z) are the caller's x, sign[0] × y, sign[1] × z, or, where y and z are
// exchanged, x, sign[0] × z, sign[1] × y. What turns also changes its sign with the hand.
struct buoy_axes {
    bool exchanged;
    double sign[2], hand;
};

// NULL of an unknown frame.
static inline const struct buoy_axes *buoy_axes_of(enum buoy_frame frame) {
    static const struct buoy_axes axes[] = {
        [BUOY_Z_UP] = {false, {1.0, 1.0}, 1.0},      [BUOY_Y_UP] = {true, {-1.0, 1.0}, 1.0},
        [BUOY_Y_UP_LEFT] = {true, {1.0, 1.0}, -1.0}, [BUOY_Z_UP_LEFT] = {false, {-1.0, 1.0}, -1.0},
        [BUOY_Z_DOWN] = {false, {-1.0, -1.0}, 1.0},
    };
    return (unsigned)frame < sizeof axes / sizeof *axes ? &axes[frame] : NULL;
}

// A place or a direction, in place: from the caller's frame, or to it.
static inline void buoy_axes_from(const struct buoy_axes *axes, double x[3]) {
    const double y = axes->exchanged ? x[2] : x[1], z = axes->exchanged ? x[1] : x[2];
    x[1] = axes->sign[0] * y;
    x[2] = axes->sign[1] * z;
}
static inline void buoy_axes_to(const struct buoy_axes *axes, double x[3]) {
    const double y = axes->sign[0] * x[1], z = axes->sign[1] * x[2];
    x[1] = axes->exchanged ? z : y;
    x[2] = axes->exchanged ? y : z;
}

// What turns: the vector part of a quaternion, a spin, a torque.
static inline void buoy_axes_turn_from(const struct buoy_axes *axes, double x[3]) {
    buoy_axes_from(axes, x);
    for (int k = 0; k < 3; ++k) {
        x[k] *= axes->hand;
    }
}

// A tensor, by rows, from the caller's frame or to it.
static inline void buoy_axes_tensor(const struct buoy_axes *axes, bool from, double t[9]) {
    for (int i = 0; i < 3; ++i) {
        (from ? buoy_axes_from : buoy_axes_to)(axes, &t[3 * i]);
    }
    for (int j = 0; j < 3; ++j) {
        double column[3] = {t[j], t[3 + j], t[6 + j]};
        (from ? buoy_axes_from : buoy_axes_to)(axes, column);
        t[j] = column[0];
        t[3 + j] = column[1];
        t[6 + j] = column[2];
    }
}

#endif
