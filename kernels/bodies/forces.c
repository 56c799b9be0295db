// The checked entry to the kernels of the `forces` family. dispatch.c decides what the machine may
// run.
#include "base/arithmetic.h"

#include "bodies/forces.h"

#include "base/elements.h"
#include "base/status.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"

enum buoy_status buoy_drag_check(const struct buoy_drag *drag, double dt,
                                 struct buoy_error *error) {
    const double given[4] = {drag->linear, drag->angular, drag->quadratic, dt};
    if (!buoy_within(given, 4, BUOY_FORCES_MOST)) {
        return buoy_fail(error, BUOY_ERROR_NON_FINITE,
                         "a drag coefficient or the step is not finite or beyond %g",
                         BUOY_FORCES_MOST);
    }
    if (given[0] < 0.0 || given[1] < 0.0 || given[2] < 0.0 || given[3] < 0.0) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "a drag coefficient or the step is below 0");
    }
    return BUOY_OK;
}

// Requirements of every query, whatever the kernel; kernels check the questions themselves.
static enum buoy_status check_query(const struct buoy_forces_query *query,
                                    const struct buoy_forces *results, struct buoy_error *error) {
    if (!query) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "no query");
    }
    if (query->count > 0 &&
        (!query->submerged || !query->bodies || !query->motions || !query->waters || !results)) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "no %s",
                         !query->submerged ? "submerged parts"
                         : !query->bodies  ? "bodies"
                         : !query->motions ? "motions"
                         : !query->waters  ? "waters"
                                           : "room for results");
    }
    const double given[2] = {query->density, query->gravity};
    if (!buoy_within(given, 2, BUOY_FORCES_MOST)) {
        return buoy_fail(error, BUOY_ERROR_NON_FINITE,
                         "density or gravity is not finite or beyond %g", BUOY_FORCES_MOST);
    }
    if (!(query->density > 0.0) || query->gravity < 0.0) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "density must be above 0, gravity 0 or more");
    }
    return buoy_drag_check(&query->drag, query->dt, error);
}

// BUOY_OK, or what is wrong with a question or its answer.
static enum buoy_status examine(const struct buoy_forces_query *query,
                                const struct buoy_forces *results, size_t i,
                                struct buoy_error *cause) {
    switch (buoy_forces_check(query, i)) {
    case BUOY_OK:
        return buoy_forces_are_finite(&results[i])
                   ? BUOY_OK
                   : buoy_fail(cause, BUOY_ERROR_NON_FINITE,
                               "body %zu: its forces overflow doubles", i);
    case BUOY_ERROR_ARGUMENT:
        return buoy_fail(cause, BUOY_ERROR_ARGUMENT,
                         "body %zu: its mass or volume is not above 0, its submerged volume or "
                         "area is below 0, or the normal is not of unit length",
                         i);
    default:
        return buoy_fail(cause, BUOY_ERROR_NON_FINITE,
                         "body %zu: a number is not finite or beyond %g", i, BUOY_FORCES_MOST);
    }
}

// Kernels answer all questions, whatever there is among them.
static enum buoy_status answer(buoy_forces_function *forces, const struct buoy_forces_query *query,
                               struct buoy_forces *restrict results, struct buoy_error *error) {
    if (forces(query, results)) {
        return buoy_answered(query->failed, query->count, error);
    }
    struct buoy_elements elements;
    buoy_elements_begin(&elements, query->failed);
    buoy_elements_answer(&elements, 0, query->count);
    for (size_t i = 0; i < query->count; ++i) {
        if (examine(query, results, i, buoy_elements_cause(&elements, i)) != BUOY_OK) {
            buoy_elements_fail(&elements, i);
            buoy_make_nan(&results[i], sizeof results[i]);
        }
    }
    return buoy_elements_end(&elements, query->count, error);
}

enum buoy_status buoy_forces_with(const struct buoy_kernel *kernel,
                                  const struct buoy_forces_query *query,
                                  struct buoy_forces *restrict results, struct buoy_error *error) {
    enum buoy_status status = buoy_check_family(kernel, "forces", error);
    if (status == BUOY_OK) {
        status = check_query(query, results, error);
    }
    if (status == BUOY_OK) {
        status = buoy_check_runs(kernel, error);
    }
    return status == BUOY_OK ? answer(kernel->forces, query, results, error) : status;
}

enum buoy_status buoy_forces_compute(const struct buoy_forces_query *query,
                                     struct buoy_forces *restrict results,
                                     struct buoy_error *error) {
    enum buoy_status status = check_query(query, results, error);
    if (status == BUOY_OK) {
        status = buoy_get_isa(NULL, error);
    }
    return status == BUOY_OK ? answer(buoy_forces_auto_best, query, results, error) : status;
}

struct buoy_forces_query buoy_forces_query_default(void) {
    return (struct buoy_forces_query){.density = BUOY_SEA_WATER, .gravity = BUOY_GRAVITY};
}

struct buoy_drag_body buoy_drag_body_default(void) {
    return (struct buoy_drag_body){.mass = 1.0, .volume = 1.0, .length = 1.0};
}
