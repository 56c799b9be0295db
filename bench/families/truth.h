// The source of true answers: exact arithmetic, rounded once; in a program built without GMP, the
// double-precision references.
#ifndef BENCH_TRUTH_H
#define BENCH_TRUTH_H

#include <stdbool.h>

#include "buoyancy_polygon.h"

// "exact arithmetic", or "references in double": volume/catto64/scalar and polygon/clip/scalar.
const char *truth_source(void);

// Whether true answers are this kernel's own, which only those of a build without GMP are.
bool truth_is_of(const char *kernel);

// The version of GMP, or NULL in a build without it.
const char *truth_library(void);

// Returns 0, or CLI_BAD after complaining.
int truth_find_volumes(const struct buoy_mesh *mesh, const struct buoy_plane *planes, size_t count,
                       struct buoy_volume *truth);

// The same for polygons in the plane.
int truth_find_areas(const struct buoy_polygon *polygons, const struct buoy_line *lines,
                     size_t count, struct buoy_area *truth);

#endif
