// The checked entry to the kernels of the `hydrostatics` family. dispatch.c decides what the
// machine may run.
#include "base/arithmetic.h"

#include "queries/hydrostatics.h"

#include <math.h>

#include "base/status.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "mesh/plane.h"
#include "mesh/round_plane.h"
#include "queries/volume.h"

// Requirements of every query, whatever the kernel.
static enum buoy_status check_query(const struct buoy_hydrostatics_query *query,
                                    const struct buoy_hydrostatics *results,
                                    struct buoy_error *error) {
    if (!query || !query->mesh) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, query ? "no mesh" : "no query");
    }
    const bool planes = query->planes || query->planes64;
    if (query->planes64 && (query->planes || query->offsets)) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "%s", BUOY_PLANES_TWICE);
    }
    if (query->count > 0 && (!planes || !results)) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "%s",
                         planes ? "no room for results" : "no planes");
    }
    return query->planes64 ? buoy_check_planes64(query->planes64, query->count, error)
                           : buoy_check_planes(query->planes, query->offsets, query->count, error);
}

static void refuse_wet_open_edges(const struct buoy_hydrostatics_query *query,
                                  struct buoy_hydrostatics *restrict results) {
    const double nan = (double)NAN;
    for (size_t i = 0; i < query->count; ++i) {
        const struct buoy_plane *plane = &query->planes[i];
        const double d = buoy_offset_of(query->planes, query->offsets, i);
        if (buoy_wets_open_edge(query->mesh, plane, d)) {
            results[i] = (struct buoy_hydrostatics){
                nan, {nan, nan, nan}, nan, nan, {nan, nan, nan}, nan, nan, nan, nan, nan, nan};
        }
    }
}

static void answer_floats(buoy_hydrostatics_function *hydrostatics,
                          const struct buoy_hydrostatics_query *query,
                          struct buoy_hydrostatics *restrict results) {
    hydrostatics(query, results);
    if (!query->mesh->closed) {
        refuse_wet_open_edges(query, results);
    }
}

static enum buoy_status answer(buoy_hydrostatics_function *hydrostatics,
                               const struct buoy_hydrostatics_query *query,
                               struct buoy_hydrostatics *restrict results,
                               struct buoy_error *error) {
    for (size_t begin = 0; query->planes64 && begin < query->count; begin += BUOY_ROUNDED) {
        const size_t left = query->count - begin;
        struct buoy_rounded_planes rounded;
        const struct buoy_hydrostatics_query part = {
            .mesh = query->mesh,
            .planes = rounded.planes,
            .offsets = rounded.offsets,
            .count = left < BUOY_ROUNDED ? left : BUOY_ROUNDED,
            .without_waterplane = query->without_waterplane,
        };
        buoy_round_planes(query->mesh, query->planes64 + begin, part.count, &rounded);
        answer_floats(hydrostatics, &part, results + begin);
    }
    if (!query->planes64) {
        answer_floats(hydrostatics, query, results);
    }
    return buoy_succeed(error);
}

enum buoy_status buoy_hydrostatics_with(const struct buoy_kernel *kernel,
                                        const struct buoy_hydrostatics_query *query,
                                        struct buoy_hydrostatics *restrict results,
                                        struct buoy_error *error) {
    enum buoy_status status = buoy_check_family(kernel, "hydrostatics", error);
    if (status == BUOY_OK) {
        status = check_query(query, results, error);
    }
    if (status == BUOY_OK) {
        status = buoy_check_runs(kernel, error);
    }
    if (status == BUOY_OK) {
        status = buoy_check_layouts(kernel, query->mesh, error);
    }
    return status == BUOY_OK ? answer(kernel->hydrostatics, query, results, error) : status;
}

enum buoy_status buoy_hydrostatics_of(const struct buoy_hydrostatics_query *query,
                                      struct buoy_hydrostatics *restrict results,
                                      struct buoy_error *error) {
    enum buoy_status status = check_query(query, results, error);
    if (status == BUOY_OK) {
        status = buoy_get_isa(NULL, error);
    }
    return status == BUOY_OK ? answer(buoy_hydrostatics_auto_best, query, results, error) : status;
}

enum buoy_status buoy_hydrostatics_compute(const struct buoy_mesh *mesh,
                                           const struct buoy_plane *planes, size_t count,
                                           struct buoy_hydrostatics *restrict results,
                                           struct buoy_error *error) {
    const struct buoy_hydrostatics_query query = {.mesh = mesh, .planes = planes, .count = count};
    return buoy_hydrostatics_of(&query, results, error);
}

enum buoy_status buoy_hydrostatics_compute64(const struct buoy_mesh *mesh,
                                             const struct buoy_plane64 *planes, size_t count,
                                             struct buoy_hydrostatics *restrict results,
                                             struct buoy_error *error) {
    const struct buoy_hydrostatics_query query = {.mesh = mesh, .planes64 = planes, .count = count};
    return buoy_hydrostatics_of(&query, results, error);
}

struct buoy_hydrostatics_query buoy_hydrostatics_query_default(void) {
    return (struct buoy_hydrostatics_query){0};
}
