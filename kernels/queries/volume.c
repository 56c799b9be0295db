// The checked entries to the kernels of the families `volume` and `hydrostatics`. dispatch.c
// decides what the machine may run.
#include "base/arithmetic.h"

#include <math.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/vector.h"
#include "buoyancy_kernels.h"
#include "dispatch/dispatch.h"
#include "dispatch/methods.h"
#include "mesh/plane.h"

// Planes of a question as kernels get them, from its first-th on: in float, or in double with
// normals that were rounded to floats; `moved` is how far that moved them, or NULL.
struct portion {
    const struct buoy_plane *planes;
    const struct buoy_plane64 *planes64;
    const double *moved;
    size_t first, count;
};

// A query of either family.
struct asked {
    const void *query;
    const struct buoy_mesh *mesh;
    const struct buoy_plane *planes;
    const struct buoy_plane64 *planes64; // in place of `planes`, or NULL
    size_t count;
    char *results;
    size_t bytes;                     // of a result
    struct buoy_volume_error *errors; // or NULL
    void (*answer)(const struct asked *asked, const struct portion *portion);
};

// Whether a single question needs no further check: about a closed mesh and a plain plane, on an
// instruction set that was found. Most questions are.
static inline bool is_plain(const struct buoy_mesh *mesh, const struct buoy_plane *planes,
                            size_t count, const void *results) {
    return count == 1 && mesh && planes && results && mesh->closed && buoy_plane_is_plain(planes) &&
           buoy_place_in_use() > 0;
}

// Requirements of every query, whatever the kernel.
static enum buoy_status check(const struct asked *asked, struct buoy_error *error) {
    const bool planes = asked->planes || asked->planes64;
    BUOY_REFUSE_IF(asked->planes64 && asked->planes, ARGUMENT,
                   "the query has planes in float and in double: give one of them");
    BUOY_REFUSE_IF(asked->count > 0 && (!planes || !asked->results), ARGUMENT, "%s",
                   planes ? "no room for results" : "no planes");
    return BUOY_OK;
}

static size_t find_fault(const void *question, size_t begin, struct buoy_error *cause) {
    const struct asked *asked = question;
    size_t i = begin;
    while (i < asked->count && (asked->planes64 ? buoy_plane64_is_valid(&asked->planes64[i])
                                                : buoy_plane_is_valid(&asked->planes[i]))) {
        ++i;
    }
    if (i < asked->count && asked->planes64) {
        const struct buoy_plane64 *plane = &asked->planes64[i];
        buoy_fail(cause, BUOY_ERROR_NON_FINITE,
                  "plane %zu: its normal (%g, %g, %g) or offset %g is not finite, or the normal is "
                  "zero",
                  i, plane->normal[0], plane->normal[1], plane->normal[2], plane->d);
    } else if (i < asked->count) {
        buoy_fail_plane(cause, &asked->planes[i], i);
    }
    return i;
}

static void forget(const void *question, size_t i) {
    const struct asked *asked = question;
    buoy_make_nan(asked->results + i * asked->bytes, asked->bytes);
    if (asked->errors) {
        buoy_make_nan(&asked->errors[i], sizeof asked->errors[i]);
    }
}

// What wets an open edge is unknown.
static void answer_portion(const struct asked *asked, const struct portion *portion) {
    asked->answer(asked, portion);
    for (size_t i = 0; !asked->mesh->closed && i < portion->count; ++i) {
        double d;
        const struct buoy_plane plane = buoy_plane_of(portion->planes, portion->planes64, i, &d);
        if (buoy_wets_open_edge(asked->mesh, &plane, d)) {
            forget(asked, portion->first + i);
        }
    }
}

static void answer_run(const void *question, size_t first, size_t count) {
    const struct asked *asked = question;
    if (!asked->planes64) {
        answer_portion(asked, &(struct portion){asked->planes + first, NULL, NULL, first, count});
        return;
    }
    for (const size_t end = first + count; first < end; first += BUOY_ROUNDED) {
        struct buoy_rounded_planes rounded;
        const size_t some = end - first < BUOY_ROUNDED ? end - first : BUOY_ROUNDED;
        buoy_round_planes(asked->mesh, asked->planes64 + first, some, &rounded);
        answer_portion(asked, &(struct portion){NULL, rounded.planes, rounded.moved, first, some});
    }
}

// ------------------------------------------------------------------------------------------ volume

// At most the area that is wet where the water rises by `up`, or where it moves by less. Float
// kernels are right to a percent there, because it is also raised by 2⁻¹⁶ of the body's size.
static double find_wet_area(const struct buoy_mesh *mesh, const struct buoy_plane *plane, double d,
                            double up) {
    const double n[3] = {plane->normal[0], plane->normal[1], plane->normal[2]};
    const double size = buoy_length(mesh->half_extent) * mesh->scale;
    const double raised = d + buoy_length(n) * (up + 0x1p-16 * size);
    const double whole = mesh->area * (mesh->scale * mesh->scale);
    const struct buoy_plane64 water = {{n[0], n[1], n[2]}, raised};
    const struct buoy_hydrostatics_query query = {.mesh = mesh, .planes64 = &water, .count = 1};
    struct buoy_hydrostatics below;
    if (!isfinite(raised)) {
        return whole;
    }
    buoy_hydrostatics_auto_best(&query, &below);
    return fmin(1.1 * below.wetted_area, whole);
}

// How far rounding a plane may have moved the water at the body: not at all if it lies farther
// beyond the body's box.
static double find_moved(const struct buoy_mesh *mesh, const struct buoy_plane *plane, double d,
                         double moved) {
    const double n[3] = {plane->normal[0], plane->normal[1], plane->normal[2]};
    const double *half = mesh->half_extent;
    const double reach = fabs(n[0]) * half[0] + fabs(n[1]) * half[1] + fabs(n[2]) * half[2];
    const double beyond = fabs(d - buoy_dot(n, mesh->centre)) - reach * mesh->scale;
    return beyond > 2.0 * buoy_length(n) * moved ? 0.0 : moved;
}

// Finds error bounds of answers: how far each is from one in double, that from the truth, and what
// rounding vertices and planes, and merging vertices, may have changed.
static void find_errors(const struct buoy_volume_query *query, const double *moved,
                        const struct buoy_volume *results) {
    struct buoy_volume exact[BUOY_ROUNDED];
    const struct buoy_mesh *mesh = query->mesh;
    for (size_t begin = 0; begin < query->count; begin += BUOY_ROUNDED) {
        const size_t left = query->count - begin;
        const struct buoy_volume_query part = {
            .mesh = mesh,
            .planes = query->planes64 ? NULL : query->planes + begin,
            .planes64 = query->planes64 ? query->planes64 + begin : NULL,
            .count = left < BUOY_ROUNDED ? left : BUOY_ROUNDED,
        };
        buoy_volume_in_double_best(&part, exact);
        for (size_t i = 0; i < part.count; ++i) {
            const struct buoy_volume *answer = &results[begin + i];
            struct buoy_volume_error *error = &query->errors[begin + i];
            double d;
            const struct buoy_plane plane = buoy_plane_of(part.planes, part.planes64, i, &d);
            const double by = mesh->moved * mesh->scale + mesh->merged_distance +
                              buoy_settled_by(mesh, &plane, d) +
                              (moved ? find_moved(mesh, &plane, d, moved[begin + i]) : 0.0);
            const double area =
                by > 0.0 && !mesh->withheld ? find_wet_area(mesh, &plane, d, 2.0 * by) : 0.0;
            *error = buoy_bound_certificate(mesh, &plane, d, &(struct buoy_displacement){by, area},
                                            &exact[i]);
            error->volume += fabs(answer->volume - exact[i].volume);
            error->centre += buoy_distance(answer->centre, exact[i].centre);
        }
    }
}

static void answer_volumes(const struct asked *asked, const struct portion *portion) {
    struct buoy_volume_query query = *(const struct buoy_volume_query *)asked->query;
    struct buoy_volume *results = (struct buoy_volume *)(void *)asked->results + portion->first;
    query.planes = portion->planes;
    query.planes64 = portion->planes64;
    query.count = portion->count;
    query.errors = asked->errors ? asked->errors + portion->first : NULL;
    (query.kernel ? query.kernel->volume : buoy_volume_auto_best)(&query, results);
    if (query.errors) {
        find_errors(&query, portion->moved, results);
    }
}

static struct asked ask_for_volumes(const struct buoy_volume_query *query,
                                    struct buoy_volume *results) {
    return (struct asked){query,           query->mesh,   query->planes,
                          query->planes64, query->count,  (char *)results,
                          sizeof *results, query->errors, answer_volumes};
}

void buoy_volume_answer(const struct buoy_kernel *kernel, const struct buoy_volume_query *query,
                        struct buoy_volume *restrict results) {
    struct buoy_volume_query by_kernel = *query;
    by_kernel.kernel = kernel;
    const struct asked asked = ask_for_volumes(&by_kernel, results);
    answer_run(&asked, 0, query->count);
}

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

enum buoy_status buoy_volume_compute(const struct buoy_volume_query *query,
                                     struct buoy_volume *restrict results,
                                     struct buoy_error *error) {
    if (query && !query->kernel && !query->errors && !query->failed && !query->voxels &&
        !query->planes64 && is_plain(query->mesh, query->planes, query->count, results)) {
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
    BUOY_REFUSE_IF(!query || !query->mesh, ARGUMENT, query ? "no mesh" : "no query");
    BUOY_REFUSE_IF(query->voxels > BUOY_MAX_VOXELS, ARGUMENT, "%u voxels: at most %u are allowed",
                   query->voxels, BUOY_MAX_VOXELS);
    const struct asked asked = ask_for_volumes(query, results);
    BUOY_TRY(check(&asked, error));
    BUOY_TRY(buoy_check_kernel(query->kernel, "volume", error));
    const struct buoy_kernel *kernel = query->kernel;
    if (kernel) {
        BUOY_TRY(buoy_check_kept(query->mesh, kernel->method->reads, kernel->id, error));
        const size_t needed = scratch_of(kernel, query->mesh);
        if (needed > 0 && !buoy_suffices(query->scratch, query->scratch_bytes, needed)) {
            return buoy_fail_scratch(error, needed);
        }
    }
    const struct buoy_runs runs = {&asked,     query->count, query->failed,
                                   find_fault, answer_run,   forget};
    return buoy_answer_runs(&runs, error);
}

// ------------------------------------------------------------------------------------ hydrostatics

static void answer_hydrostatics(const struct asked *asked, const struct portion *portion) {
    struct buoy_hydrostatics_query query = *(const struct buoy_hydrostatics_query *)asked->query;
    query.planes = portion->planes;
    query.planes64 = portion->planes64;
    query.count = portion->count;
    (query.kernel ? query.kernel->hydrostatics : buoy_hydrostatics_auto_best)(
        &query, (struct buoy_hydrostatics *)(void *)asked->results + portion->first);
}

enum buoy_status buoy_hydrostatics_compute(const struct buoy_hydrostatics_query *query,
                                           struct buoy_hydrostatics *restrict results,
                                           struct buoy_error *error) {
    if (query && !query->kernel && !query->failed && !query->planes64 &&
        is_plain(query->mesh, query->planes, query->count, results)) {
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
    BUOY_REFUSE_IF(!query || !query->mesh, ARGUMENT, query ? "no mesh" : "no query");
    const struct asked asked = {query,           query->mesh,  query->planes,
                                query->planes64, query->count, (char *)results,
                                sizeof *results, NULL,         answer_hydrostatics};
    BUOY_TRY(check(&asked, error));
    BUOY_TRY(buoy_check_kernel(query->kernel, "hydrostatics", error));
    const struct buoy_kernel *kernel = query->kernel;
    if (kernel) {
        BUOY_TRY(buoy_check_kept(query->mesh, kernel->method->reads, kernel->id, error));
    }
    const struct buoy_runs runs = {&asked,     query->count, query->failed,
                                   find_fault, answer_run,   forget};
    return buoy_answer_runs(&runs, error);
}
