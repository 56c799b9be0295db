// Parallel projection of the world to a panel of a picture.
#include "camera.h"

#include <math.h>
#include <stddef.h>

#include "base/vector.h"

#define RADIANS 0.017453292519943295

struct camera camera_make(double azimuth, double elevation, double width, double height) {
    const double s = sin(azimuth * RADIANS), c = cos(azimuth * RADIANS);
    const double sin_e = sin(elevation * RADIANS), cos_e = cos(elevation * RADIANS);
    return (struct camera){
        .right = {c, s, 0.0},
        .up = {-s * sin_e, c * sin_e, cos_e},
        .toward = {s * cos_e, -c * cos_e, sin_e},
        .scale = 1.0,
        .width = width,
        .height = height,
    };
}

void camera_fit(struct camera *camera, const double *points, int count) {
    const double *const axes[2] = {camera->right, camera->up};
    double middle[2], extent[2];
    for (int axis = 0; axis < 2; ++axis) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (int i = 0; i < count; ++i) {
            const double at = buoy_dot(axes[axis], points + 3 * (size_t)i);
            low = fmin(low, at);
            high = fmax(high, at);
        }
        middle[axis] = 0.5 * (low + high);
        extent[axis] = high - low;
    }
    for (int i = 0; i < 3; ++i) {
        camera->centre[i] = middle[0] * camera->right[i] + middle[1] * camera->up[i];
    }
    camera->scale = fmin(camera->width / extent[0], camera->height / extent[1]);
}

double camera_see(const struct camera *camera, const double x[3], double at[2]) {
    const double from[3] = {x[0] - camera->centre[0], x[1] - camera->centre[1],
                            x[2] - camera->centre[2]};
    at[0] = 0.5 * camera->width + camera->scale * buoy_dot(camera->right, from);
    at[1] = 0.5 * camera->height - camera->scale * buoy_dot(camera->up, from);
    return buoy_dot(camera->toward, from);
}
