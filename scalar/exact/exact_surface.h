// The reference for areas and waterplanes: wetted area, waterplane, its centroid and its second
// moments about that as rounded, of vertices and plane as given, in numbers of 704 bits (GMP),
// each rounded to double in the end. Heights are exact. Slow.
//
// GMP allocates the memory, and ends the program if there is not enough.
#ifndef BUOY_EXACT_SURFACE_H
#define BUOY_EXACT_SURFACE_H

#include "buoyancy_hydrostatics.h"

struct buoy_exact_surface;

// Prepares a mesh, which must outlive the result. NULL if out of memory.
// Vertices that were given as doubles count as the mesh has rounded them, relative to its centre;
// in the second function as they were given.
struct buoy_exact_surface *buoy_exact_surface_create(const struct buoy_mesh *mesh);
struct buoy_exact_surface *buoy_exact_surface_create_as_given(const struct buoy_mesh *mesh);
void buoy_exact_surface_destroy(struct buoy_exact_surface *surface);

// Sets all but volume and centre. A vertex exactly on the plane is dry.
void buoy_exact_surface_find(const struct buoy_exact_surface *surface,
                             const struct buoy_plane *plane, struct buoy_hydrostatics *result);
void buoy_exact_surface_find64(const struct buoy_exact_surface *surface,
                               const struct buoy_plane64 *plane, struct buoy_hydrostatics *result);

#endif
