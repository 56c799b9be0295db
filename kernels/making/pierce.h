// Which triangles a line through a point pierces, and where.
#ifndef BUOY_PIERCE_H
#define BUOY_PIERCE_H

#include "soup.h"

// A hierarchy of boxes over a soup's triangles, which must not change meanwhile.
struct buoy_pierce;

// NULL if out of memory. O(n log n).
struct buoy_pierce *buoy_pierce_make(const struct buoy_soup *soup);
void buoy_pierce_free(struct buoy_pierce *pierce);

// Where the line meets a triangle: `beyond` is how much higher in z than the point. sign is +1
// where the line, going up, enters the body and −1 where it leaves.
typedef void buoy_pierce_visitor(void *context, uint32_t triangle, double beyond, int sign);

// Visits the triangles that the line through a point pierces. The line runs upward, obliquely, so
// that it does not lie in the faces of bodies made of right angles. Of a closed surface the signs
// cancel exactly, also where the line meets edges and vertices.
void buoy_pierce_visit(const struct buoy_pierce *pierce, const float point[3],
                       buoy_pierce_visitor *visitor, void *context);

#endif
