// The answers that kernels of the `shapes` family in lanes are held to.
#ifndef TESTS_SHAPE_TRUTH_H
#define TESTS_SHAPE_TRUTH_H

#include "shapes.h"

// By shapes/reference/scalar: quadrature over slices, clipped faces, and a ball's caps.
struct shape_answer shape_truth(struct shape_question question);

// An ellipsoid's wetted area by four million points, to 1e-8 for aspect ratios up to 1:10: the
// reference shares its area with the kernels.
double shape_truth_ellipsoid_area(struct shape_question question);

#endif
