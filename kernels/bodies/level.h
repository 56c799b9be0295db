// Heights above the water of a body's points, in double.
#ifndef BUOY_LEVEL_H
#define BUOY_LEVEL_H

#include "bodies/immersion.h"
#include "dispatch/methods.h"
#include "water/patch.h"
#include "water/waves.h"

// The water's level at a place of the mesh's frame, in metres.
static inline double buoy_level_at(const struct buoy_immersion *immersion, const double p[3]) {
    const struct buoy_water *water = immersion->water;
    if (water->kind == BUOY_WATER_PLANE) {
        return 0.0;
    }
    double at[3];
    buoy_rotate(&immersion->rotation, p, at);
    const double x = at[0] + immersion->position[0], y = at[1] + immersion->position[1];
    if (water->kind == BUOY_WATER_PATCH) {
        return buoy_patch_height(water->patch, x, y);
    }
    if (water->wave_pressure == BUOY_WAVES_DECAY) {
        const double place[3] = {x, y, at[2] + (immersion->position[2] - water->level)};
        return buoy_waves_pressure_level(water->waves, water->time, place);
    }
    float height;
    struct buoy_surface surface = {.x = &x, .y = &y, .count = 1, .height = &height};
    buoy_water_auto_best(water->waves, water->time, &surface);
    return (double)height;
}

// The height above the water of a point of the mesh's frame, summed in the order of
// simd/pressure_heights.h: both must find the same vertices on the water dry.
static inline double buoy_height_above(const struct buoy_immersion *immersion, const double p[3]) {
    const double *up = immersion->up;
    const double above = p[2] * up[2] + (p[1] * up[1] + (p[0] * up[0] + immersion->level));
    return (above - buoy_level_at(immersion, p)) / immersion->length;
}

// The height of a vertex, 0 if it is as good as flush with a plane.
static inline double buoy_height_at(const struct buoy_immersion *immersion, const double p[3]) {
    const double height = buoy_height_above(immersion, p);
    return fabs(height) <= buoy_immersion_flush(immersion) ? 0.0 : height;
}

#endif
