// Queries one kernel about many planes, and provides its memory.
#include "query.h"
#include "buoyancy_kernels.h"

#include "cli.h"
#include "scratch.h"

int query_volume(const struct buoy_kernel *kernel, struct buoy_volume_query query,
                 struct buoy_volume *results) {
    struct scratch scratch;
    if (scratch_make(buoy_volume_scratch_bytes(kernel, query.mesh, NULL), &scratch) != 0) {
        return CLI_BAD;
    }
    query.kernel = kernel;
    query.scratch = scratch.memory;
    query.scratch_bytes = scratch.bytes;
    const enum buoy_status status = buoy_volume_compute(&query, results, NULL);
    scratch_free(&scratch);
    if (status != BUOY_OK) {
        struct buoy_kernel_info info;
        buoy_kernel_get_info(kernel, &info, NULL);
        return cli_bad("%s: %s", info.id, buoy_status_text(status));
    }
    return 0;
}
