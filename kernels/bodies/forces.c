// The checked entry to the kernels of the `forces` family. dispatch.c decides what the machine may
// run.
#include "base/arithmetic.h"

#include "bodies/forces.h"

#include "base/status.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"

enum buoy_status buoy_drag_check(const struct buoy_drag *drag, double dt,
                                 struct buoy_error *error) {
    const struct buoy_quantity given[] = {
        {"the linear drag coefficient", &drag->linear, 1, BUOY_FORCES_MOST},
        {"the angular drag coefficient", &drag->angular, 1, BUOY_FORCES_MOST},
        {"the quadratic drag coefficient", &drag->quadratic, 1, BUOY_FORCES_MOST},
        {"the step", &dt, 1, BUOY_FORCES_MOST}};
    const enum buoy_status status = buoy_check_limits(given, 4, NULL, 0, error);
    const bool negative =
        drag->linear < 0.0 || drag->angular < 0.0 || drag->quadratic < 0.0 || dt < 0.0;
    return status == BUOY_OK && negative
               ? buoy_fail(error, BUOY_ERROR_ARGUMENT, "a drag coefficient or the step is below 0")
               : status;
}

// BUOY_OK, or what is wrong with a question or its answer.
static enum buoy_status examine(const struct buoy_forces_query *query,
                                const struct buoy_forces *results, size_t i,
                                struct buoy_error *error) {
    const enum buoy_status status = buoy_forces_check(query, i);
    BUOY_REFUSE_IF(status == BUOY_ERROR_ARGUMENT, ARGUMENT,
                   "body %zu: its mass or volume is not above 0, its submerged volume or area is "
                   "below 0, or the normal is not of unit length",
                   i);
    if (status == BUOY_OK && buoy_forces_are_finite(&results[i])) {
        return BUOY_OK;
    }
    BUOY_REFUSE_IF(status == BUOY_OK && query->dt > 0.0, PRECISION,
                   "body %zu: drag is so strong that doubles cannot solve for it within the step: "
                   "take a shorter one",
                   i);
    BUOY_REFUSE_IF(status == BUOY_OK, NON_FINITE, "body %zu: its forces are beyond doubles", i);
    const struct buoy_submerged *wet = &query->submerged[i];
    const struct buoy_drag_body *body = &query->bodies[i];
    const struct buoy_drag_motion *motion = &query->motions[i];
    const struct buoy_met_water *water = &query->waters[i];
    const double most = BUOY_FORCES_MOST;
    const struct buoy_quantity given[] = {
        {"submerged volume", &wet->volume, 1, BUOY_MASSES_MOST},
        {"wetted area", &wet->wetted_area, 1, BUOY_MASSES_MOST},
        {"mass", &body->mass, 1, BUOY_MASSES_MOST},
        {"volume", &body->volume, 1, BUOY_MASSES_MOST},
        {"inverse inertia", body->inverse_inertia, 9, BUOY_MASSES_MOST},
        {"length", &body->length, 1, most},
        {"centre of buoyancy", wet->centre, 3, most},
        {"centre of mass", motion->centre_of_mass, 3, most},
        {"velocity", motion->velocity, 3, most},
        {"angular velocity", motion->angular_velocity, 3, most},
        {"normal", water->up, 3, most},
        {"velocity of the water", water->velocity, 3, most},
    };
    return buoy_check_limits(given, sizeof given / sizeof *given, "body", i, error);
}

// Kernels check the questions themselves, and answer all, whatever there is among them.
enum buoy_status buoy_forces_compute(const struct buoy_forces_query *query,
                                     struct buoy_forces *restrict results,
                                     struct buoy_error *error) {
    BUOY_REFUSE_IF(!query, ARGUMENT, "no query");
    BUOY_REFUSE_IF(query->count > 0 && (!query->submerged || !query->bodies || !query->motions ||
                                        !query->waters || !results),
                   ARGUMENT, "no %s",
                   !query->submerged ? "submerged parts"
                   : !query->bodies  ? "bodies"
                   : !query->motions ? "motions"
                   : !query->waters  ? "waters"
                                     : "room for results");
    const struct buoy_quantity given[] = {{"density", &query->density, 1, BUOY_FORCES_MOST},
                                          {"gravity", &query->gravity, 1, BUOY_FORCES_MOST}};
    BUOY_TRY(buoy_check_limits(given, 2, NULL, 0, error));
    BUOY_REFUSE_IF(!(query->density > 0.0) || query->gravity < 0.0, ARGUMENT,
                   "density must be above 0, gravity 0 or more");
    BUOY_TRY(buoy_drag_check(&query->drag, query->dt, error));
    BUOY_TRY(buoy_check_kernel(query->kernel, "forces", error));
    if (buoy_forces_catto_scalar(query, results)) {
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

struct buoy_forces_query buoy_forces_query_default(void) {
    return (struct buoy_forces_query){.density = BUOY_SEA_WATER, .gravity = BUOY_GRAVITY};
}

struct buoy_drag_body buoy_drag_body_default(void) {
    return (struct buoy_drag_body){.mass = 1.0, .volume = 1.0, .length = 1.0};
}
