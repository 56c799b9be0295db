// Volume, areas and waterplane of a mesh below a plane, to judge kernels that compute in double: in
// long double, from the given vertices and plane.
#ifndef TESTS_CLIMB_REFERENCE_H
#define TESTS_CLIMB_REFERENCE_H

#include "buoyancy_hydrostatics.h"

// Finds all of an answer but V and c, the water lying at n·x = d. The waterplane comes from the
// waterline. On x86 long double has 11 bits more than double: 2⁻⁶⁴ of the body is what it errs by.
void reference_surface(const struct buoy_mesh *mesh, const struct buoy_plane *plane, double d,
                       struct buoy_hydrostatics *truth);

// The volume below the plane, as the flux of height through the submerged surface.
long double reference_volume(const struct buoy_mesh *mesh, const struct buoy_plane *plane,
                             double d);

#endif
