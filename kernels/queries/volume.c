// The checked way into the kernels of the `volume` family. What the machine may run is
// dispatch.c's.
#include <math.h>
#include <string.h>

#include "base/aligned.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "mesh/mesh.h"
#include "mesh/plane.h"

size_t buoy_volume_scratch_bytes(const struct buoy_kernel *kernel, const struct buoy_mesh *mesh) {
    const struct buoy_volume_traits *traits = &kernel->method->volume;
    return traits->scratch_bytes ? traits->scratch_bytes(mesh) : 0;
}

static bool planes_are_valid(const struct buoy_plane *planes, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (!buoy_plane_is_valid(&planes[i])) {
            return false;
        }
    }
    return true;
}

static void refuse_wet_open_edges(const struct buoy_volume_query *query,
                                  struct buoy_volume *restrict results) {
    const double nan = (double)NAN;
    for (size_t i = 0; i < query->count; ++i) {
        if (buoy_wets_open_edge(query->mesh, &query->planes[i], (double)query->planes[i].d)) {
            results[i] = (struct buoy_volume){nan, {nan, nan, nan}};
        }
    }
}

// What every query must bring, on whatever kernel.
static enum buoy_status check_query(const struct buoy_volume_query *query,
                                    const struct buoy_volume *results) {
    if (!query->mesh || query->voxels > BUOY_MAX_VOXELS ||
        (query->count > 0 && (!query->planes || !results))) {
        return BUOY_ERROR_ARGUMENT;
    }
    return planes_are_valid(query->planes, query->count) ? BUOY_OK : BUOY_ERROR_NON_FINITE;
}

static void answer(buoy_volume_function *volume, const struct buoy_volume_query *query,
                   struct buoy_volume *restrict results) {
    volume(query, results);
    if (!query->mesh->closed) {
        refuse_wet_open_edges(query, results);
    }
}

enum buoy_status buoy_volume_with(const struct buoy_kernel *kernel,
                                  const struct buoy_volume_query *query,
                                  struct buoy_volume *restrict results) {
    if (!kernel || !query || strcmp(kernel->method->family, "volume") != 0) {
        return BUOY_ERROR_ARGUMENT;
    }
    const enum buoy_status status = check_query(query, results);
    if (status != BUOY_OK) {
        return status;
    }
    if (!buoy_kernel_runs(kernel)) {
        return BUOY_ERROR_NOT_RUNNABLE;
    }
    const size_t needed = buoy_volume_scratch_bytes(kernel, query->mesh);
    if (needed > 0 && !buoy_suffices(query->scratch, query->scratch_bytes, needed)) {
        return BUOY_ERROR_SCRATCH;
    }
    answer(kernel->volume, query, results);
    return BUOY_OK;
}

enum buoy_status buoy_volume(const struct buoy_mesh *mesh, const struct buoy_plane *planes,
                             size_t count, struct buoy_volume *restrict results) {
    const struct buoy_volume_query query = {.mesh = mesh, .planes = planes, .count = count};
    const enum buoy_status status = check_query(&query, results);
    if (status != BUOY_OK) {
        return status;
    }
    const char *isa;
    const enum buoy_status isa_status = buoy_get_isa(&isa, NULL);
    if (isa_status != BUOY_OK) {
        return isa_status;
    }
    answer(buoy_volume_auto_best, &query, results);
    return BUOY_OK;
}
