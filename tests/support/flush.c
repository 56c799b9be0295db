// Planes that are almost exactly flush.
#include "flush.h"

#include <float.h>

const float flush_sizes[flush_size_count] = {
    1e-10f,         1e-11f, 2e-12f,           5e-13f,      1e-13f,           1e-15f,
    1e-18f,         2e-20f, 5e-21f,           1e-22f,      1e-25f,           1e-28f,
    2e-30f,         1e-30f, 0x1.000002p-100f, 0x1p-100f,   0x1.fffffep-101f, 5e-31f,
    1e-31f,         1e-33f, 1e-36f,           2 * FLT_MIN, FLT_MIN,          0x1.fffffcp-127f,
    0.5f * FLT_MIN, 1e-40f, 1e-43f,           0x1p-148f,   FLT_TRUE_MIN,
};

struct buoy_plane flush_plane(struct buoy_plane plane, float size, int which) {
    float *const component[] = {&plane.normal[0], &plane.normal[1], &plane.normal[2], &plane.d};
    int left = which;
    for (int i = 0; i < 4; ++i) {
        if (i < 3 && *component[i] != 0.0f) {
            continue;
        }
        *component[i] += (float)(left % 3 - 1) * size;
        left /= 3;
    }
    return plane;
}
