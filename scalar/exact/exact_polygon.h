// The exact reference in the plane: submerged area and centroid of the float vertices and the float
// line as given, in rational arithmetic (GMP), rounded once to double. Slow, and never wrong.
//
// GMP allocates the memory, and ends the program if there is not enough.
#ifndef BUOY_EXACT_POLYGON_H
#define BUOY_EXACT_POLYGON_H

#include "buoyancy_polygon.h"

// The answer that `polygon` kernels approximate; both arguments are valid.
void buoy_exact_polygon(const struct buoy_polygon *polygon, const struct buoy_line *line,
                        struct buoy_area *result);

// The whole area, ≥ 0.
double buoy_exact_polygon_total(const struct buoy_polygon *polygon);

#endif
