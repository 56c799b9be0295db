// The checked entry to the kernels of the `forces` family. dispatch.c decides what the machine may
// run.
#include "base/arithmetic.h"

#include "bodies/forces.h"

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

void buoy_forces_make_unknown(struct buoy_forces *forces) {
    for (int i = 0; i < 3; ++i) {
        forces->buoyancy.force[i] = forces->buoyancy.torque[i] = (double)NAN;
        forces->drag.force[i] = forces->drag.torque[i] = (double)NAN;
    }
}

void buoy_body_forces_make_unknown(struct buoy_body_forces *result) {
    struct buoy_forces forces;
    buoy_forces_make_unknown(&forces);
    *result = (struct buoy_body_forces){
        .buoyancy = forces.buoyancy,
        .drag = forces.drag,
        .volume = (double)NAN,
        .centre = {(double)NAN, (double)NAN, (double)NAN},
        .wetted_area = (double)NAN,
    };
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

// Says what is wrong with the first invalid question, or with its answer.
static enum buoy_status find_fault(const struct buoy_forces_query *query,
                                   const struct buoy_forces *results, struct buoy_error *error) {
    for (size_t i = 0; i < query->count; ++i) {
        switch (buoy_forces_check(query, i)) {
        case BUOY_OK:
            break;
        case BUOY_ERROR_ARGUMENT:
            return buoy_fail(
                error, BUOY_ERROR_ARGUMENT,
                "body %zu: its mass or volume is not above 0, its submerged volume or area "
                "is below 0, or the normal is not of unit length",
                i);
        default:
            return buoy_fail(error, BUOY_ERROR_NON_FINITE,
                             "body %zu: a number is not finite or beyond %g", i, BUOY_FORCES_MOST);
        }
        if (!buoy_forces_are_finite(&results[i])) {
            return buoy_fail(error, BUOY_ERROR_NON_FINITE, "body %zu: its forces overflow doubles",
                             i);
        }
    }
    return buoy_succeed(error);
}

static enum buoy_status answer(buoy_forces_function *forces, const struct buoy_forces_query *query,
                               struct buoy_forces *restrict results, struct buoy_error *error) {
    if (forces(query, results)) {
        return buoy_succeed(error);
    }
    const enum buoy_status status = find_fault(query, results, error);
    for (size_t i = 0; status != BUOY_OK && i < query->count; ++i) {
        buoy_forces_make_unknown(&results[i]);
    }
    return status;
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
