// Shapes below planes by quadrature, in long double and with the C library's arcs: independent of
// the formulas of the kernels, and of their kinds.
#ifndef TESTS_SHAPE_TRUTH_H
#define TESTS_SHAPE_TRUTH_H

#include "shapes.h"

// The answer to a question about any kind but boxes. Each slice z = constant of these shapes is a
// disc or an ellipse, of which the water leaves a segment; slices are summed by the double
// exponential rule between the levels at which segments begin and end. The wetted area of
// ellipsoids is left 0.
struct shape_answer shape_truth(struct shape_question question);

// Whether the waterplane and the wetted area are right: not for tilts between 0 and 10⁻⁴, where the
// rule loses too much.
bool shape_truth_has_surface(struct shape_question question);

// The wetted area of an ellipsoid, to 10⁻⁸ for aspect ratios up to 1:10. It takes four million
// points.
double shape_truth_ellipsoid_area(struct shape_question question);

#endif
