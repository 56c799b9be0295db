// Asking one kernel about many planes, memory included.
#include <stdlib.h>

#include "cli.h"
#include "query.h"

int query_volume(const struct buoy_kernel *kernel, const struct buoy_mesh *mesh, unsigned voxels,
                 const struct buoy_plane *planes, size_t count, struct buoy_volume *results) {
    const size_t alignment = 64;
    const size_t bytes = buoy_volume_scratch_bytes(kernel, mesh);
    const size_t blocks = (bytes + alignment - 1) / alignment; // aligned_alloc() wants whole ones
    void *scratch = bytes > 0 ? aligned_alloc(alignment, blocks * alignment) : NULL;
    if (bytes > 0 && scratch == NULL) {
        return cli_out_of_memory();
    }
    const struct buoy_volume_query query = {
        .mesh = mesh,
        .planes = planes,
        .count = count,
        .scratch = scratch,
        .scratch_bytes = bytes,
        .voxels = voxels,
    };
    const enum buoy_status status = buoy_volume_with(kernel, &query, results);
    free(scratch);
    if (status != BUOY_OK) {
        struct buoy_kernel_info info;
        buoy_kernel_get_info(kernel, &info);
        return cli_bad("%s: %s", info.id, buoy_status_text(status));
    }
    return 0;
}
