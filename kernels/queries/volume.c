// The checked entry to the kernels of the `volume` family. dispatch.c decides what the machine may
// run.
#include "queries/volume.h"

#include <math.h>

#include "base/aligned.h"
#include "base/status.h"
#include "base/vector.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "mesh/mesh.h"
#include "mesh/plane.h"

static size_t scratch_of(const struct buoy_kernel *kernel, const struct buoy_mesh *mesh) {
    const struct buoy_volume_traits *traits = &kernel->method->volume;
    return traits->scratch_bytes ? traits->scratch_bytes(mesh) : 0;
}

size_t buoy_volume_scratch_bytes(const struct buoy_kernel *kernel, const struct buoy_mesh *mesh,
                                 struct buoy_error *error) {
    if (buoy_check_family(kernel, "volume", error) != BUOY_OK) {
        return SIZE_MAX;
    }
    if (!mesh) {
        buoy_fail(error, BUOY_ERROR_ARGUMENT, "no mesh");
        return SIZE_MAX;
    }
    buoy_succeed(error);
    return scratch_of(kernel, mesh);
}

enum buoy_status buoy_check_planes(const struct buoy_plane *planes, const double *offsets,
                                   size_t count, struct buoy_error *error) {
    for (size_t i = 0; i < count; ++i) {
        if (buoy_plane_is_valid_at(&planes[i], buoy_offset_of(planes, offsets, i))) {
            continue;
        }
        return offsets && !isfinite(offsets[i])
                   ? buoy_fail(error, BUOY_ERROR_NON_FINITE, "offset %zu: %g is not finite", i,
                               offsets[i])
                   : buoy_fail_plane(error, &planes[i], i);
    }
    return BUOY_OK;
}

static void refuse_wet_open_edges(const struct buoy_volume_query *query,
                                  struct buoy_volume *restrict results) {
    const double nan = (double)NAN;
    for (size_t i = 0; i < query->count; ++i) {
        if (buoy_wets_open_edge(query->mesh, &query->planes[i],
                                buoy_offset_of(query->planes, query->offsets, i))) {
            results[i] = (struct buoy_volume){nan, {nan, nan, nan}};
            if (query->errors) {
                query->errors[i] = (struct buoy_volume_error){nan, nan};
            }
        }
    }
}

// Finds error bounds of answers: how far each is from one in double, and that from the truth.
static void find_errors(const struct buoy_volume_query *query, const struct buoy_volume *results) {
    enum {
        portion = 32
    };
    struct buoy_volume exact[portion];
    for (size_t begin = 0; begin < query->count; begin += portion) {
        const size_t left = query->count - begin;
        const struct buoy_volume_query part = {
            .mesh = query->mesh,
            .planes = query->planes + begin,
            .offsets = query->offsets ? query->offsets + begin : NULL,
            .count = left < portion ? left : portion,
        };
        buoy_volume_hierarchy64_best(&part, exact);
        for (size_t i = 0; i < part.count; ++i) {
            const struct buoy_volume *answer = &results[begin + i];
            struct buoy_volume_error *error = &query->errors[begin + i];
            const double d = buoy_offset_of(part.planes, part.offsets, i);
            *error = buoy_bound_certificate(query->mesh, &part.planes[i], d, &exact[i]);
            error->volume += fabs(answer->volume - exact[i].volume);
            error->centre += buoy_distance(answer->centre, exact[i].centre);
        }
    }
}

// Requirements of every query, whatever the kernel.
static enum buoy_status check_query(const struct buoy_volume_query *query,
                                    const struct buoy_volume *results, struct buoy_error *error) {
    if (!query || !query->mesh) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, query ? "no mesh" : "no query");
    }
    if (query->voxels > BUOY_MAX_VOXELS) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "%u voxels: at most %u are allowed",
                         query->voxels, BUOY_MAX_VOXELS);
    }
    if (query->count > 0 && (!query->planes || !results)) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "%s",
                         query->planes ? "no room for results" : "no planes");
    }
    return buoy_check_planes(query->planes, query->offsets, query->count, error);
}

static void answer(buoy_volume_function *volume, const struct buoy_volume_query *query,
                   struct buoy_volume *restrict results) {
    volume(query, results);
    if (query->errors) {
        find_errors(query, results);
    }
    if (!query->mesh->closed) {
        refuse_wet_open_edges(query, results);
    }
}

void buoy_volume_answer(const struct buoy_kernel *kernel, const struct buoy_volume_query *query,
                        struct buoy_volume *restrict results) {
    answer(kernel->volume, query, results);
}

enum buoy_status buoy_volume_with(const struct buoy_kernel *kernel,
                                  const struct buoy_volume_query *query,
                                  struct buoy_volume *restrict results, struct buoy_error *error) {
    enum buoy_status status = buoy_check_family(kernel, "volume", error);
    if (status == BUOY_OK) {
        status = check_query(query, results, error);
    }
    if (status == BUOY_OK) {
        status = buoy_check_runs(kernel, error);
    }
    if (status != BUOY_OK) {
        return status;
    }
    const size_t needed = scratch_of(kernel, query->mesh);
    if (needed > 0 && !buoy_suffices(query->scratch, query->scratch_bytes, needed)) {
        return buoy_fail_scratch(error, needed);
    }
    answer(kernel->volume, query, results);
    return buoy_succeed(error);
}

enum buoy_status buoy_volume_compute(const struct buoy_mesh *mesh, const struct buoy_plane *planes,
                                     size_t count, struct buoy_volume *restrict results,
                                     struct buoy_error *error) {
    const struct buoy_volume_query query = {.mesh = mesh, .planes = planes, .count = count};
    enum buoy_status status = check_query(&query, results, error);
    if (status == BUOY_OK) {
        status = buoy_get_isa(NULL, error);
    }
    if (status != BUOY_OK) {
        return status;
    }
    answer(buoy_volume_auto_best, &query, results);
    return buoy_succeed(error);
}

struct buoy_volume_query buoy_volume_query_default(void) {
    return (struct buoy_volume_query){0};
}
