// The checked way into the kernels of the `box` family. What the machine may run is dispatch.c's.
#include "queries/box.h"

#include <string.h>

#include "dispatch/methods.h"
#include "dispatch/registry.h"

// What every query must bring, on whatever kernel; kernels look at the questions themselves.
static bool has_arrays(const struct buoy_box_query *query, const struct buoy_volume *results) {
    return query->voxels <= BUOY_MAX_VOXELS &&
           (query->count == 0 || (query->boxes && query->planes && results));
}

static enum buoy_status answer(buoy_box_function *box, const struct buoy_box_query *query,
                               struct buoy_volume *restrict results) {
    return box(query, results) ? BUOY_OK : buoy_box_check_all(query);
}

enum buoy_status buoy_box_with(const struct buoy_kernel *kernel, const struct buoy_box_query *query,
                               struct buoy_volume *restrict results) {
    if (!kernel || !query || strcmp(kernel->method->family, "box") != 0 ||
        !has_arrays(query, results)) {
        return BUOY_ERROR_ARGUMENT;
    }
    return buoy_kernel_runs(kernel) ? answer(kernel->box, query, results) : BUOY_ERROR_NOT_RUNNABLE;
}

enum buoy_status buoy_box(const struct buoy_box *boxes, const struct buoy_plane *planes,
                          size_t count, struct buoy_volume *restrict results) {
    const struct buoy_box_query query = {.boxes = boxes, .planes = planes, .count = count};
    if (!has_arrays(&query, results)) {
        return BUOY_ERROR_ARGUMENT;
    }
    const char *isa;
    const enum buoy_status status = buoy_get_isa(&isa, NULL);
    return status == BUOY_OK ? answer(buoy_box_auto_best, &query, results) : status;
}
