// The parts of shapes/reference/scalar, one file per kind or group of kinds: shapes_reference_*.c.
#ifndef BUOY_SHAPES_REFERENCE_H
#define BUOY_SHAPES_REFERENCE_H

#include "buoyancy_shapes.h"

// A question in double; all numbers are valid.
struct buoy_shape_question {
    double size[3], n[3], d;
};

// Answers a question.
typedef void buoy_reference_function(const struct buoy_shape_question *question,
                                     struct buoy_volume *volume,
                                     struct buoy_shape_surface *surface);

buoy_reference_function buoy_reference_box;       // shapes_reference.c
buoy_reference_function buoy_reference_capsule;   // shapes_reference_round.c
buoy_reference_function buoy_reference_cone;      // shapes_reference_round.c
buoy_reference_function buoy_reference_cylinder;  // shapes_reference_round.c
buoy_reference_function buoy_reference_ellipsoid; // shapes_reference.c; spheres, too

#endif
