// The checked entry to the kernels of the `hydrostatics` family. dispatch.c decides what the
// machine may run.
#include "base/arithmetic.h"

#include <math.h>

#include "base/elements.h"
#include "base/status.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "mesh/plane.h"
#include "mesh/round_plane.h"
#include "mesh/waterplane.h"
#include "queries/volume.h"

// Requirements of every query, whatever the kernel.
static enum buoy_status check_query(const struct buoy_hydrostatics_query *query,
                                    const struct buoy_hydrostatics *results,
                                    struct buoy_error *error) {
    BUOY_REFUSE_IF(!query || !query->mesh, ARGUMENT, query ? "no mesh" : "no query");
    const bool planes = query->planes || query->planes64;
    BUOY_REFUSE_IF(query->planes64 && (query->planes || query->offsets), ARGUMENT, "%s",
                   BUOY_PLANES_TWICE);
    BUOY_REFUSE_IF(query->count > 0 && (!planes || !results), ARGUMENT, "%s",
                   planes ? "no room for results" : "no planes");
    return BUOY_OK;
}

static void refuse_wet_open_edges(const struct buoy_hydrostatics_query *query,
                                  struct buoy_hydrostatics *restrict results) {
    for (size_t i = 0; i < query->count; ++i) {
        const struct buoy_plane *plane = &query->planes[i];
        const double d = buoy_offset_of(query->planes, query->offsets, i);
        if (buoy_wets_open_edge(query->mesh, plane, d)) {
            buoy_make_nan(&results[i], sizeof results[i]);
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

static void answer(buoy_hydrostatics_function *hydrostatics,
                   const struct buoy_hydrostatics_query *query,
                   struct buoy_hydrostatics *restrict results) {
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
}

// A query, and what answers it.
struct asked {
    const struct buoy_hydrostatics_query *query;
    struct buoy_hydrostatics *results;
    buoy_hydrostatics_function *hydrostatics;
};

static size_t find_fault(const void *question, size_t begin, struct buoy_error *cause) {
    const struct buoy_hydrostatics_query *query = ((const struct asked *)question)->query;
    const struct buoy_planes given = {query->planes, query->offsets, query->planes64, query->count};
    return buoy_find_bad_plane(&given, begin, cause);
}

static void answer_run(const void *question, size_t first, size_t count) {
    const struct asked *asked = question;
    struct buoy_hydrostatics_query part = *asked->query;
    part.count = count;
    part.planes = part.planes ? part.planes + first : NULL;
    part.offsets = part.offsets ? part.offsets + first : NULL;
    part.planes64 = part.planes64 ? part.planes64 + first : NULL;
    answer(asked->hydrostatics, &part, asked->results + first);
}

static void forget(const void *question, size_t i) {
    const struct asked *asked = question;
    buoy_make_nan(&asked->results[i], sizeof asked->results[i]);
}

static enum buoy_status answer_elements(buoy_hydrostatics_function *hydrostatics,
                                        const struct buoy_hydrostatics_query *query,
                                        struct buoy_hydrostatics *restrict results,
                                        struct buoy_error *error) {
    const struct asked asked = {query, results, hydrostatics};
    const struct buoy_runs runs = {&asked,     query->count, query->failed,
                                   find_fault, answer_run,   forget};
    return buoy_answer_runs(&runs, error);
}

// What answers plain questions: one plane in float of a closed mesh, by the library's choice.
static bool is_plain(const struct buoy_hydrostatics_query *query,
                     const struct buoy_hydrostatics *results) {
    return query && !query->kernel && !query->failed && !query->offsets && !query->planes64 &&
           buoy_is_plain_question(query->mesh, query->planes, query->count, results);
}

enum buoy_status buoy_hydrostatics_compute(const struct buoy_hydrostatics_query *query,
                                           struct buoy_hydrostatics *restrict results,
                                           struct buoy_error *error) {
    if (is_plain(query, results)) {
        switch (buoy_side_at_a_glance(query->mesh, query->planes)) {
        case BUOY_SIDE_DRY:
            buoy_answer_all_dry(query->mesh, results);
            break;
        case BUOY_SIDE_WET:
            buoy_answer_all_wet(query->mesh, results);
            break;
        default:
            buoy_hydrostatics_auto_best(query, results);
        }
        return buoy_succeed(error);
    }
    BUOY_TRY(check_query(query, results, error));
    BUOY_TRY(buoy_check_kernel(query->kernel, "hydrostatics", error));
    if (query->kernel) {
        BUOY_TRY(buoy_check_layouts(query->kernel, query->mesh, error));
    }
    return answer_elements(query->kernel ? query->kernel->hydrostatics
                                         : buoy_hydrostatics_auto_best,
                           query, results, error);
}
