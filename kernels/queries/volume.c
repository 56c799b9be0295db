// The checked entry to the kernels of the `volume` family. dispatch.c decides what the machine may
// run.
#include "base/arithmetic.h"

#include "buoyancy_kernels.h"
#include "queries/volume.h"

#include <math.h>

#include "base/aligned.h"
#include "base/elements.h"
#include "base/status.h"
#include "base/vector.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "mesh/mesh.h"
#include "mesh/plane.h"
#include "mesh/round_plane.h"

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

// Says what is wrong with a plane.
static void refuse_plane(const struct buoy_planes *given, size_t i, struct buoy_error *error) {
    if (given->planes64) {
        const struct buoy_plane64 *plane = &given->planes64[i];
        buoy_fail(error, BUOY_ERROR_NON_FINITE,
                  "plane %zu: its normal (%g, %g, %g) or offset %g is not finite, or the normal is "
                  "zero",
                  i, plane->normal[0], plane->normal[1], plane->normal[2], plane->d);
    } else if (given->offsets && !isfinite(given->offsets[i])) {
        buoy_fail(error, BUOY_ERROR_NON_FINITE, "offset %zu: %g is not finite", i,
                  given->offsets[i]);
    } else {
        buoy_fail_plane(error, &given->planes[i], i);
    }
}

size_t buoy_find_bad_plane(const struct buoy_planes *given, size_t begin,
                           struct buoy_error *cause) {
    size_t i = begin;
    if (given->planes64) {
        while (i < given->count && buoy_plane64_is_valid(&given->planes64[i])) {
            ++i;
        }
    } else {
        while (i < given->count &&
               buoy_plane_is_valid_at(&given->planes[i],
                                      buoy_offset_of(given->planes, given->offsets, i))) {
            ++i;
        }
    }
    if (i < given->count) {
        refuse_plane(given, i, cause);
    }
    return i;
}

static void refuse_wet_open_edges(const struct buoy_volume_query *query,
                                  struct buoy_volume *restrict results) {
    for (size_t i = 0; i < query->count; ++i) {
        if (buoy_wets_open_edge(query->mesh, &query->planes[i],
                                buoy_offset_of(query->planes, query->offsets, i))) {
            buoy_make_nan(&results[i], sizeof results[i]);
            if (query->errors) {
                buoy_make_nan(&query->errors[i], sizeof query->errors[i]);
            }
        }
    }
}

// At most the area that is wet where the water rises by `up`, or where it moves by less. Float
// kernels are right to a percent there, because it is also raised by 2⁻¹⁶ of the body's size.
static double find_wet_area(const struct buoy_mesh *mesh, const struct buoy_plane *plane, double d,
                            double up) {
    const double *n = (const double[3]){plane->normal[0], plane->normal[1], plane->normal[2]};
    const double size = buoy_length(mesh->half_extent) * mesh->scale;
    const double raised = d + buoy_length(n) * (up + 0x1p-16 * size);
    const double whole = mesh->area * (mesh->scale * mesh->scale);
    const struct buoy_hydrostatics_query query = {
        .mesh = mesh, .planes = plane, .offsets = &raised, .count = 1};
    struct buoy_hydrostatics below;
    if (!isfinite(raised)) {
        return whole;
    }
    buoy_hydrostatics_auto_best(&query, &below);
    return fmin(1.1 * below.wetted_area, whole);
}

// Finds error bounds of answers: how far each is from one in double, that from the truth, and what
// rounding vertices and planes, and merging vertices, may have changed; `moved` is how far planes
// were moved, or NULL. Only a call that can ask for bounds names this function: other programs are
// linked without it and the kernels in double.
static void find_errors(const struct buoy_volume_query *query, const double *moved,
                        const struct buoy_volume *results) {
    struct buoy_volume exact[BUOY_ROUNDED];
    const struct buoy_mesh *mesh = query->mesh;
    for (size_t begin = 0; begin < query->count; begin += BUOY_ROUNDED) {
        const size_t left = query->count - begin;
        const struct buoy_volume_query part = {
            .mesh = mesh,
            .planes = query->planes + begin,
            .offsets = query->offsets ? query->offsets + begin : NULL,
            .count = left < BUOY_ROUNDED ? left : BUOY_ROUNDED,
        };
        buoy_volume_in_double_best(&part, exact);
        for (size_t i = 0; i < part.count; ++i) {
            const struct buoy_volume *answer = &results[begin + i];
            struct buoy_volume_error *error = &query->errors[begin + i];
            const double d = buoy_offset_of(part.planes, part.offsets, i);
            const double by = mesh->moved * mesh->scale + mesh->merged_distance +
                              buoy_settled_by(mesh, &part.planes[i], d) +
                              (moved ? moved[begin + i] : 0.0);
            const double area = by > 0.0 && !mesh->withheld
                                    ? find_wet_area(mesh, &part.planes[i], d, 2.0 * by)
                                    : 0.0;
            *error = buoy_bound_certificate(mesh, &part.planes[i], d,
                                            &(struct buoy_displacement){by, area}, &exact[i]);
            error->volume += fabs(answer->volume - exact[i].volume);
            error->centre += buoy_distance(answer->centre, exact[i].centre);
        }
    }
}

// Requirements of every query, whatever the kernel.
static enum buoy_status check_query(const struct buoy_volume_query *query,
                                    const struct buoy_volume *results, struct buoy_error *error) {
    BUOY_REFUSE_IF(!query || !query->mesh, ARGUMENT, query ? "no mesh" : "no query");
    BUOY_REFUSE_IF(query->voxels > BUOY_MAX_VOXELS, ARGUMENT, "%u voxels: at most %u are allowed",
                   query->voxels, BUOY_MAX_VOXELS);
    const bool planes = query->planes || query->planes64;
    BUOY_REFUSE_IF(query->planes64 && (query->planes || query->offsets), ARGUMENT, "%s",
                   BUOY_PLANES_TWICE);
    BUOY_REFUSE_IF(query->count > 0 && (!planes || !results), ARGUMENT, "%s",
                   planes ? "no room for results" : "no planes");
    return BUOY_OK;
}

typedef void errors_function(const struct buoy_volume_query *query, const double *moved,
                             const struct buoy_volume *results);

static void answer_floats(buoy_volume_function *volume, errors_function *find,
                          const struct buoy_volume_query *query, const double *moved,
                          struct buoy_volume *restrict results) {
    volume(query, results);
    if (query->errors) {
        find(query, moved, results);
    }
    if (!query->mesh->closed) {
        refuse_wet_open_edges(query, results);
    }
}

// `find` may be NULL where the query has no room for errors.
static void answer(buoy_volume_function *volume, errors_function *find,
                   const struct buoy_volume_query *query, struct buoy_volume *restrict results) {
    if (!query->planes64) {
        answer_floats(volume, find, query, NULL, results);
        return;
    }
    for (size_t begin = 0; begin < query->count; begin += BUOY_ROUNDED) {
        const size_t left = query->count - begin;
        struct buoy_volume_query part = *query;
        struct buoy_rounded_planes rounded;
        part.count = left < BUOY_ROUNDED ? left : BUOY_ROUNDED;
        part.planes = rounded.planes;
        part.offsets = rounded.offsets;
        part.planes64 = NULL;
        part.errors = query->errors ? query->errors + begin : NULL;
        buoy_round_planes(query->mesh, query->planes64 + begin, part.count, &rounded);
        answer_floats(volume, find, &part, rounded.moved, results + begin);
    }
}

// A query, and what answers it.
struct asked {
    const struct buoy_volume_query *query;
    struct buoy_volume *results;
    buoy_volume_function *volume;
    errors_function *find;
};

static size_t find_fault(const void *question, size_t begin, struct buoy_error *cause) {
    const struct buoy_volume_query *query = ((const struct asked *)question)->query;
    const struct buoy_planes given = {query->planes, query->offsets, query->planes64, query->count};
    return buoy_find_bad_plane(&given, begin, cause);
}

static void answer_run(const void *question, size_t first, size_t count) {
    const struct asked *asked = question;
    struct buoy_volume_query part = *asked->query;
    part.count = count;
    part.planes = part.planes ? part.planes + first : NULL;
    part.offsets = part.offsets ? part.offsets + first : NULL;
    part.planes64 = part.planes64 ? part.planes64 + first : NULL;
    part.errors = part.errors ? part.errors + first : NULL;
    answer(asked->volume, asked->find, &part, asked->results + first);
}

static void forget(const void *question, size_t i) {
    const struct asked *asked = question;
    buoy_make_nan(&asked->results[i], sizeof asked->results[i]);
    if (asked->query->errors) {
        buoy_make_nan(&asked->query->errors[i], sizeof asked->query->errors[i]);
    }
}

static enum buoy_status answer_elements(const struct asked *asked, struct buoy_error *error) {
    const struct buoy_runs runs = {asked,      asked->query->count, asked->query->failed,
                                   find_fault, answer_run,          forget};
    return buoy_answer_runs(&runs, error);
}

void buoy_volume_answer(const struct buoy_kernel *kernel, const struct buoy_volume_query *query,
                        struct buoy_volume *restrict results) {
    answer(kernel->volume, find_errors, query, results);
}

// What answers plain questions: one plane in float of a closed mesh, by the library's choice,
// without bounds.
static bool is_plain(const struct buoy_volume_query *query, const struct buoy_volume *results) {
    return query && !query->kernel && !query->errors && !query->failed && !query->voxels &&
           !query->offsets && !query->planes64 &&
           buoy_is_plain_question(query->mesh, query->planes, query->count, results);
}

// Whether a chosen kernel finds what it needs, in the mesh and as scratch memory.
static enum buoy_status check_needs(const struct buoy_volume_query *query,
                                    struct buoy_error *error) {
    const enum buoy_status status = buoy_check_layouts(query->kernel, query->mesh, error);
    const size_t needed = scratch_of(query->kernel, query->mesh);
    return status != BUOY_OK || needed == 0 ||
                   buoy_suffices(query->scratch, query->scratch_bytes, needed)
               ? status
               : buoy_fail_scratch(error, needed);
}

enum buoy_status buoy_volume_compute(const struct buoy_volume_query *query,
                                     struct buoy_volume *restrict results,
                                     struct buoy_error *error) {
    if (is_plain(query, results)) {
        switch (buoy_side_at_a_glance(query->mesh, query->planes)) {
        case BUOY_SIDE_DRY:
            buoy_answer_dry(query->mesh, results);
            break;
        case BUOY_SIDE_WET:
            buoy_answer_wet(query->mesh, results);
            break;
        default:
            buoy_volume_auto_best(query, results);
        }
        return buoy_succeed(error);
    }
    BUOY_TRY(check_query(query, results, error));
    BUOY_TRY(buoy_check_kernel(query->kernel, "volume", error));
    if (query->kernel) {
        BUOY_TRY(check_needs(query, error));
    }
    const struct asked asked = {
        query, results, query->kernel ? query->kernel->volume : buoy_volume_auto_best, find_errors};
    return answer_elements(&asked, error);
}
