// Queries one kernel about many planes, and provides its memory.
#ifndef BENCH_QUERY_H
#define BENCH_QUERY_H

#include "buoyancy.h"

// Gives the answers of buoy_volume_with(); allocates the scratch memory. `voxels` is as there.
// Returns 0, or CLI_BAD after complaining.
int query_volume(const struct buoy_kernel *kernel, const struct buoy_mesh *mesh, unsigned voxels,
                 const struct buoy_plane *planes, size_t count, struct buoy_volume *results);

#endif
