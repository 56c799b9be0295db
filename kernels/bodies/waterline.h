// Waterlines: where triangles cross the water.
#ifndef BUOY_WATERLINE_H
#define BUOY_WATERLINE_H

#include "bodies/immersion.h"

// A triangle's corners in the mesh's frame, numbers that tell vertices apart, and heights.
struct buoy_waterline_triangle {
    double x[3][3], s[3];
    uint32_t vertex[3];
};

// Adds a triangle's segment, if it has one.
void buoy_waterline_add(const struct buoy_immersion *immersion,
                        const struct buoy_waterline_triangle *triangle,
                        struct buoy_waterline *waterline);

// The whole waterline, from the heights of all points (mesh.h) in the mesh's unit of length.
void buoy_waterline_find(const struct buoy_immersion *immersion, const float *heights,
                         struct buoy_waterline *waterline);

#endif
