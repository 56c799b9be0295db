// The source of true answers: exact arithmetic, rounded once; in a program built without GMP, the
// double-precision references.
#ifndef BENCH_TRUTH_H
#define BENCH_TRUTH_H

#include <stdbool.h>

#include "buoyancy_hydrostatics.h"
#include "buoyancy_polygon.h"

// The references in double.
#define TRUTH_OF_VOLUMES "volume/catto64/scalar"
#define TRUTH_OF_AREAS "polygon/clip/scalar"
#define TRUTH_OF_SURFACES "hydrostatics/clip64/scalar"

// "exact arithmetic", or "references in double".
const char *truth_source(void);

// Whether true answers are this kernel's own, which only those of a build without GMP are.
bool truth_is_of(const char *kernel);

// The version of GMP, or NULL in a build without it.
const char *truth_library(void);

// Returns 0, or CLI_BAD after complaining.
int truth_find_volumes(const struct buoy_mesh *mesh, const struct buoy_plane *planes, size_t count,
                       struct buoy_volume *truth);

// The volume below a plane of a mesh whose positions were doubles: as the mesh has rounded them,
// and as they were given. Returns 0, or CLI_BAD after complaining, as always in a build without
// GMP.
int truth_find_both(const struct buoy_mesh *mesh, const struct buoy_plane64 *planes, size_t count,
                    double *rounded, double *given);

// Areas and waterplanes, all but the volume and its centre; the questions about one mesh should
// follow each other.
int truth_find_surfaces(const struct buoy_mesh *const *meshes, const struct buoy_plane *planes,
                        size_t count, struct buoy_hydrostatics *truth);

// The true areas of polygons in the plane.
int truth_find_areas(const struct buoy_polygon *polygons, const struct buoy_line *lines,
                     size_t count, struct buoy_area *truth);

#endif
