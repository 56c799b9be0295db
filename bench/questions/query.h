// Queries one kernel about many planes, and provides its memory.
#ifndef BENCH_QUERY_H
#define BENCH_QUERY_H

#include "buoyancy.h"

// Gives the answers of a kernel to a query; allocates the scratch memory that it lacks.
// Returns 0, or CLI_BAD after complaining.
int query_volume(const struct buoy_kernel *kernel, struct buoy_volume_query query,
                 struct buoy_volume *results);

#endif
