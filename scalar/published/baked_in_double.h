// Vertices and planes in the baked frame before they are rounded to float, for references in
// double.
#ifndef BUOY_BAKED_IN_DOUBLE_H
#define BUOY_BAKED_IN_DOUBLE_H

#include "mesh/plane.h"

// The difference is exact or rounded at 2^-53 of the body's size; the scale is a power of two.
#define BAKED(mesh, given, axis) (((double)(given) - (mesh)->middle[axis]) * (mesh)->inverse_scale)

#endif
