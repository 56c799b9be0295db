// Asking one kernel about many planes, memory included.
#ifndef BENCH_QUERY_H
#define BENCH_QUERY_H

#include "buoyancy.h"

// Answers buoy_volume_with() gives; scratch memory is allocated here. `voxels` as there.
// Returns 0, or CLI_BAD after complaining.
int query_volume(const struct buoy_kernel *kernel, const struct buoy_mesh *mesh, unsigned voxels,
                 const struct buoy_plane *planes, size_t count, struct buoy_volume *results);

#endif
