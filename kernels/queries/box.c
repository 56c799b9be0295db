// The checked entry to the kernels of the `box` family. dispatch.c decides what the machine may
// run.
#include "base/arithmetic.h"

#include "queries/box.h"

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

// Says what is wrong with the first invalid question.
static enum buoy_status refuse(const struct buoy_box_query *query, struct buoy_error *error) {
    for (size_t i = 0; i < query->count; ++i) {
        const enum buoy_status status = buoy_box_check(&query->boxes[i], &query->planes[i]);
        const float *h = query->boxes[i].half_extent;
        if (status == BUOY_OK) {
            continue;
        }
        return buoy_plane_is_valid(&query->planes[i])
                   ? buoy_fail(error, status, "box %zu: half extents %g, %g, %g: must be %s", i,
                               (double)h[0], (double)h[1], (double)h[2],
                               status == BUOY_ERROR_ARGUMENT ? "above 0" : "finite")
                   : buoy_fail_plane(error, &query->planes[i], i);
    }
    return BUOY_OK;
}

static enum buoy_status answer(buoy_box_function *box, const struct buoy_box_query *query,
                               struct buoy_volume *restrict results, struct buoy_error *error) {
    return box(query, results) ? buoy_succeed(error) : refuse(query, error);
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

struct buoy_box_query buoy_box_query_default(void) {
    return (struct buoy_box_query){0};
}
