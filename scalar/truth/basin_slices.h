// Polygons in discs by quadrature, in long double: the truth for the family `basin`. It shares no
// formula with it.
#ifndef BUOY_BASIN_SLICES_H
#define BUOY_BASIN_SLICES_H

#include "buoyancy_polygon.h"

// The area that a polygon of at most 16 vertices has in common with a disc, and its centroid; of
// one that crosses itself, what runs one way less what runs the other. Area 0 and the centre of the
// polygon's bounding box if the two do not meet.
void buoy_basin_slices(const struct buoy_polygon *polygon, const struct buoy_circle *basin,
                       struct buoy_area *result);

#endif
