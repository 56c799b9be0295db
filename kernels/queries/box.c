// The checked entry to the kernels of the `box` family. dispatch.c decides what the machine may
// run.
#include "base/arithmetic.h"

#include "queries/box.h"

#include "base/elements.h"
#include "base/status.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "mesh/plane.h"

// Requirements of every query, whatever the kernel; kernels check the questions themselves.
static enum buoy_status check_query(const struct buoy_box_query *query,
                                    const struct buoy_volume *results, struct buoy_error *error) {
    if (!query) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "no query");
    }
    if (query->voxels > BUOY_MAX_VOXELS) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "%u voxels: at most %u are allowed",
                         query->voxels, BUOY_MAX_VOXELS);
    }
    if (query->count > 0 && (!query->boxes || !query->planes || !results)) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "%s",
                         !query->boxes    ? "no boxes"
                         : !query->planes ? "no planes"
                                          : "no room for results");
    }
    return BUOY_OK;
}

// A query, and what answers it.
struct asked {
    const struct buoy_box_query *query;
    struct buoy_volume *results;
    buoy_box_function *box;
};

// Says what is wrong with a question.
static void refuse(const struct buoy_box_query *query, size_t i, enum buoy_status status,
                   struct buoy_error *error) {
    const float *h = query->boxes[i].half_extent;
    if (!buoy_plane_is_valid(&query->planes[i])) {
        buoy_fail_plane(error, &query->planes[i], i);
    } else {
        buoy_fail(error, status, "box %zu: half extents %g, %g, %g: must be %s", i, (double)h[0],
                  (double)h[1], (double)h[2], status == BUOY_ERROR_ARGUMENT ? "above 0" : "finite");
    }
}

static size_t find_fault(const void *question, size_t begin, struct buoy_error *cause) {
    const struct buoy_box_query *query = ((const struct asked *)question)->query;
    for (size_t i = begin; i < query->count; ++i) {
        const enum buoy_status status = buoy_box_check(&query->boxes[i], &query->planes[i]);
        if (status != BUOY_OK) {
            refuse(query, i, status, cause);
            return i;
        }
    }
    return query->count;
}

static void answer_run(const void *question, size_t first, size_t count) {
    const struct asked *asked = question;
    struct buoy_box_query part = *asked->query;
    part.boxes += first;
    part.planes += first;
    part.count = count;
    asked->box(&part, asked->results + first);
}

static void forget(const void *question, size_t i) {
    const struct asked *asked = question;
    buoy_make_nan(&asked->results[i], sizeof asked->results[i]);
}

static enum buoy_status answer(buoy_box_function *box, const struct buoy_box_query *query,
                               struct buoy_volume *restrict results, struct buoy_error *error) {
    if (box(query, results)) {
        return buoy_answered(query->failed, query->count, error);
    }
    const struct asked asked = {query, results, box};
    const struct buoy_runs runs = {&asked,     query->count, query->failed,
                                   find_fault, answer_run,   forget};
    return buoy_answer_runs(&runs, error);
}

enum buoy_status buoy_box_with(const struct buoy_kernel *kernel, const struct buoy_box_query *query,
                               struct buoy_volume *restrict results, struct buoy_error *error) {
    enum buoy_status status = buoy_check_family(kernel, "box", error);
    if (status == BUOY_OK) {
        status = check_query(query, results, error);
    }
    if (status == BUOY_OK) {
        status = buoy_check_runs(kernel, error);
    }
    return status == BUOY_OK ? answer(kernel->box, query, results, error) : status;
}

enum buoy_status buoy_box_compute(const struct buoy_box *boxes, const struct buoy_plane *planes,
                                  size_t count, struct buoy_volume *restrict results,
                                  struct buoy_error *error) {
    const struct buoy_box_query query = {.boxes = boxes, .planes = planes, .count = count};
    enum buoy_status status = check_query(&query, results, error);
    if (status == BUOY_OK) {
        status = buoy_get_isa(NULL, error);
    }
    return status == BUOY_OK ? answer(buoy_box_auto_best, &query, results, error) : status;
}
