// The checked way into the kernels of the `hydrostatics` family. What the machine may run is
// dispatch.c's.
#include "queries/hydrostatics.h"

#include <math.h>
#include <string.h>

#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "mesh/plane.h"

// What every query must bring, on whatever kernel.
static enum buoy_status check_query(const struct buoy_hydrostatics_query *query,
                                    const struct buoy_hydrostatics *results) {
    if (!query->mesh || (query->count > 0 && (!query->planes || !results))) {
        return BUOY_ERROR_ARGUMENT;
    }
    for (size_t i = 0; i < query->count; ++i) {
        struct buoy_plane plane = query->planes[i];
        if (query->offsets) {
            if (!isfinite(query->offsets[i])) {
                return BUOY_ERROR_NON_FINITE;
            }
            plane.d = 0.0f; // not used, whatever it is
        }
        if (!buoy_plane_is_valid(&plane)) {
            return BUOY_ERROR_NON_FINITE;
        }
    }
    return BUOY_OK;
}

static void refuse_wet_open_edges(const struct buoy_hydrostatics_query *query,
                                  struct buoy_hydrostatics *restrict results) {
    const double nan = (double)NAN;
    for (size_t i = 0; i < query->count; ++i) {
        const struct buoy_plane *plane = &query->planes[i];
        const double d = query->offsets ? query->offsets[i] : (double)plane->d;
        if (buoy_wets_open_edge(query->mesh, plane, d)) {
            results[i] = (struct buoy_hydrostatics){
                nan, {nan, nan, nan}, nan, nan, {nan, nan, nan}, nan, nan, nan, nan, nan, nan};
        }
    }
}

static void answer(buoy_hydrostatics_function *hydrostatics,
                   const struct buoy_hydrostatics_query *query,
                   struct buoy_hydrostatics *restrict results) {
    hydrostatics(query, results);
    if (!query->mesh->closed) {
        refuse_wet_open_edges(query, results);
    }
}

enum buoy_status buoy_hydrostatics_with(const struct buoy_kernel *kernel,
                                        const struct buoy_hydrostatics_query *query,
                                        struct buoy_hydrostatics *restrict results) {
    if (!kernel || !query || strcmp(kernel->method->family, "hydrostatics") != 0) {
        return BUOY_ERROR_ARGUMENT;
    }
    const enum buoy_status status = check_query(query, results);
    if (status != BUOY_OK) {
        return status;
    }
    if (!buoy_kernel_runs(kernel)) {
        return BUOY_ERROR_NOT_RUNNABLE;
    }
    answer(kernel->hydrostatics, query, results);
    return BUOY_OK;
}

enum buoy_status buoy_hydrostatics_of(const struct buoy_hydrostatics_query *query,
                                      struct buoy_hydrostatics *restrict results) {
    const enum buoy_status status = check_query(query, results);
    if (status != BUOY_OK) {
        return status;
    }
    const char *isa;
    const enum buoy_status isa_status = buoy_get_isa(&isa, NULL);
    if (isa_status != BUOY_OK) {
        return isa_status;
    }
    answer(buoy_hydrostatics_auto_best, query, results);
    return BUOY_OK;
}

enum buoy_status buoy_hydrostatics(const struct buoy_mesh *mesh, const struct buoy_plane *planes,
                                   size_t count, struct buoy_hydrostatics *restrict results) {
    const struct buoy_hydrostatics_query query = {.mesh = mesh, .planes = planes, .count = count};
    return buoy_hydrostatics_of(&query, results);
}
