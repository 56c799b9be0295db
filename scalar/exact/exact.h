// The exact reference: submerged volume and centre of buoyancy of vertices and plane as given, in
// integer arithmetic (GMP), rounded once to double. Slow, and never wrong.
//
// GMP allocates the memory, and ends the program if there is not enough.
#ifndef BUOY_EXACT_H
#define BUOY_EXACT_H

#include "buoyancy_hydrostatics.h"
#include "buoyancy_polygon.h"
#include "mesh/mesh.h"

struct buoy_exact;

// Prepares a mesh, which must outlive the result. NULL if out of memory. Safe in any number of
// threads. Vertices that were given as doubles count as the mesh has rounded them, relative to its
// centre; in the second function as they were given.
struct buoy_exact *buoy_exact_create(const struct buoy_mesh *mesh);
struct buoy_exact *buoy_exact_create_as_given(const struct buoy_mesh *mesh);
void buoy_exact_destroy(struct buoy_exact *exact);

// A vertex exactly on the plane is dry. If V = 0, the centre is the mesh's. For an open mesh: the
// volume that the planes' wet triangles and the water enclose, negative where wound inward.
void buoy_exact_volume(const struct buoy_exact *exact, const struct buoy_plane *plane,
                       struct buoy_volume *result);
void buoy_exact_volume64(const struct buoy_exact *exact, const struct buoy_plane64 *plane,
                         struct buoy_volume *result);

// The whole volume of a closed mesh.
double buoy_exact_total(const struct buoy_exact *exact);

// The reference for areas and waterplanes: wetted area, waterplane, its centroid and its second
// moments about that as rounded, of vertices and plane as given, in numbers of 704 bits (GMP),
// each rounded to double in the end. Heights are exact. Slow.
//
// GMP allocates the memory, and ends the program if there is not enough.

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

// The exact reference in the plane: submerged area and centroid of the float vertices and the float
// line as given, in rational arithmetic (GMP), rounded once to double. Slow, and never wrong.
//
// GMP allocates the memory, and ends the program if there is not enough.

// The answer that `polygon` kernels approximate; both arguments are valid.
void buoy_exact_polygon(const struct buoy_polygon *polygon, const struct buoy_line *line,
                        struct buoy_area *result);

// The whole area, ≥ 0.
double buoy_exact_polygon_total(const struct buoy_polygon *polygon);

#endif
