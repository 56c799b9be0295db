// Where true answers come from: exact arithmetic, rounded once, or, where the program was built
// without GMP, the double-precision reference.
#ifndef BENCH_TRUTH_H
#define BENCH_TRUTH_H

#include "buoyancy.h"

// "exact arithmetic", or the kernel's id.
const char *truth_source(void);

// The version of GMP, or NULL in a build without it.
const char *truth_library(void);

// Returns 0, or CLI_BAD after complaining.
int truth_find_volumes(const struct buoy_mesh *mesh, const struct buoy_plane *planes, size_t count,
                       struct buoy_volume *truth);

#endif
