// The checked entry to the kernels of the `step` family. Kernels watch their questions and answers
// by cheap sums; what is wrong, and with which body, is found here.
#include "base/arithmetic.h"

#include <string.h>

#include "base/aligned.h"
#include "base/status.h"
#include "bodies/forces.h"
#include "bodies/pose.h"
#include "dispatch/methods.h"
#include "step/model.h"
#include "water/fit.h"

struct buoy_step_query buoy_step_query_default(void) {
    return (struct buoy_step_query){0};
}

// Requirements of every query, whatever the kernel.
static enum buoy_status check_query(const struct buoy_step_query *query,
                                    const struct buoy_body_forces *results,
                                    struct buoy_error *error) {
    if (!query || !query->water) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, query ? "no water" : "no query");
    }
    const struct buoy_states *states = &query->states;
    if (query->count > 0 && (!query->models || !states->position || !states->rotation ||
                             !states->velocity || !states->angular_velocity || !results)) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "no %s",
                         !query->models              ? "models"
                         : !states->position         ? "positions"
                         : !states->rotation         ? "rotations"
                         : !states->velocity         ? "velocities"
                         : !states->angular_velocity ? "angular velocities"
                                                     : "room for results");
    }
    const enum buoy_status status = buoy_water_check(query->water, error);
    const struct buoy_drag none = {0};
    return status == BUOY_OK ? buoy_drag_check(&none, query->dt, error) : status;
}

// --------------------------------------------------------------------------- what is wrong

// A body's state, from wherever it lies.
struct state {
    double position[3], rotation[4], velocity[3], angular_velocity[3];
};

static void read_state(const struct buoy_states *states, size_t index, struct state *state) {
    const size_t first = index * states->stride;
    for (size_t k = 0; k < 4; ++k) {
        const size_t at = first + k * states->step;
        state->rotation[k] = states->rotation[at];
        if (k < 3) {
            state->position[k] = states->position[at];
            state->velocity[k] = states->velocity[at];
            state->angular_velocity[k] = states->angular_velocity[at];
        }
    }
}

static enum buoy_status check_state(const struct state *state, size_t index,
                                    struct buoy_error *error) {
    const double *q = state->rotation;
    if (!buoy_within(state->position, 3, BUOY_FORCES_MOST) ||
        !buoy_within(q, 4, BUOY_FORCES_MOST) ||
        !buoy_within(state->velocity, 3, BUOY_FORCES_MOST) ||
        !buoy_within(state->angular_velocity, 3, BUOY_FORCES_MOST)) {
        return buoy_fail(error, BUOY_ERROR_NON_FINITE,
                         "body %zu: a number is not finite or beyond %g", index, BUOY_FORCES_MOST);
    }
    struct buoy_pose pose = {.position = {0.0}};
    struct buoy_rotation rotation;
    memcpy(pose.rotation, q, sizeof pose.rotation);
    return buoy_pose_rotation(&pose, &rotation)
               ? BUOY_OK
               : buoy_fail(error, BUOY_ERROR_ARGUMENT,
                           "body %zu: its rotation is not a unit quaternion", index);
}

// Whether the water has a height about a body's middle.
static enum buoy_status check_water_at(const struct buoy_water *water,
                                       const struct buoy_model *model, const struct state *state) {
    struct buoy_pose pose = {.position = {0.0}};
    struct buoy_rotation rotation;
    struct buoy_fit fit;
    double middle[3];
    memcpy(pose.rotation, state->rotation, sizeof pose.rotation);
    buoy_pose_rotation(&pose, &rotation);
    buoy_rotate(&rotation, model->info.middle, middle);
    const double reach = model->info.diagonal * model->info.diagonal;
    const struct buoy_footprint footprint = {
        {middle[0] + state->position[0], middle[1] + state->position[1]}, {reach, 0.0, reach}};
    return buoy_water_fit(water, &footprint, &fit);
}

static bool is_finite(const struct buoy_body_forces *result) {
    const struct buoy_forces forces = {.buoyancy = result->buoyancy, .drag = result->drag};
    return buoy_forces_are_finite(&forces) && buoy_within(&result->volume, 1, DBL_MAX) &&
           buoy_within(result->centre, 3, DBL_MAX) && buoy_within(&result->wetted_area, 1, DBL_MAX);
}

// Says why a body's answer, found alone, is none.
static enum buoy_status explain(const struct buoy_step_query *alone, const struct state *state,
                                size_t index, const struct buoy_body_forces *result,
                                struct buoy_error *error) {
    const struct buoy_water *water = alone->water;
    enum buoy_status status = BUOY_OK;
    if (water->kind != BUOY_WATER_PLANE) {
        status = check_water_at(water, alone->models[0], state);
    }
    if (status != BUOY_OK) {
        return buoy_fail(error, status, "body %zu: the water at its place: %s", index,
                         buoy_status_text(status));
    }
    if (isnan(result->volume)) {
        return buoy_fail(error, BUOY_ERROR_OPEN, "body %zu: an open edge is wet", index);
    }
    double velocity[3] = {water->current[0], water->current[1], water->current[2]};
    if (water->current_at) {
        water->current_at(water->current_context, result->centre, 1, velocity);
    }
    if (!buoy_within(velocity, 3, BUOY_FORCES_MOST)) {
        return buoy_fail(error, BUOY_ERROR_NON_FINITE,
                         "body %zu: the current at its place is not finite", index);
    }
    return is_finite(result) ? BUOY_OK
                             : buoy_fail(error, BUOY_ERROR_NON_FINITE,
                                         "body %zu: its forces overflow doubles", index);
}

// Answers bodies one by one, up to the first that has no answer.
static enum buoy_status answer_singly(const struct buoy_step_query *query,
                                      buoy_volume_function *volumes,
                                      struct buoy_body_forces *restrict results,
                                      struct buoy_error *error) {
    enum buoy_status status = BUOY_OK;
    for (size_t i = 0; i < query->count && status == BUOY_OK; ++i) {
        const size_t at = i * query->states.stride;
        struct buoy_step_query alone = *query;
        struct state state;
        alone.models += i;
        alone.states.position += at;
        alone.states.rotation += at;
        alone.states.velocity += at;
        alone.states.angular_velocity += at;
        alone.count = 1;
        if (!query->models[i]) {
            return buoy_fail(error, BUOY_ERROR_ARGUMENT, "body %zu: no model", i);
        }
        read_state(&query->states, i, &state);
        status = check_state(&state, i, error);
        if (status == BUOY_OK && !buoy_step_fused_scalar(&alone, volumes, &results[i])) {
            status = explain(&alone, &state, i, &results[i], error);
        }
    }
    return status == BUOY_OK ? buoy_succeed(error) : status;
}

// ------------------------------------------------------------------------------- public

static enum buoy_status answer(buoy_step_function *step, buoy_volume_function *volumes,
                               const struct buoy_step_query *query,
                               struct buoy_body_forces *restrict results,
                               struct buoy_error *error) {
    if (step(query, volumes, results)) {
        return buoy_succeed(error);
    }
    const enum buoy_status status = answer_singly(query, volumes, results, error);
    for (size_t i = 0; status != BUOY_OK && i < query->count; ++i) {
        buoy_body_forces_make_unknown(&results[i]);
    }
    return status;
}

enum buoy_status buoy_step_compute(const struct buoy_step_query *query,
                                   struct buoy_body_forces *restrict results,
                                   struct buoy_error *error) {
    enum buoy_status status = check_query(query, results, error);
    if (status == BUOY_OK) {
        status = buoy_get_isa(NULL, error);
    }
    return status == BUOY_OK ? answer(buoy_step_auto_best, NULL, query, results, error) : status;
}

// The most scratch memory that volume/auto/tuned needs for a body's meshes.
static size_t find_scratch(const struct buoy_model *model) {
    size_t most = 0;
    for (size_t i = 0; i < model->count; ++i) {
        const struct buoy_mesh *mesh = model->parts[i].mesh;
        const size_t bytes = mesh ? buoy_volume_tuned_scratch_bytes(mesh) : 0;
        most = bytes > most ? bytes : most;
    }
    return most;
}

size_t buoy_step_scratch_bytes(const struct buoy_kernel *kernel,
                               const struct buoy_step_query *query, struct buoy_error *error) {
    if (buoy_check_family(kernel, "step", error) != BUOY_OK) {
        return SIZE_MAX;
    }
    if (!query || (query->count > 0 && !query->models)) {
        buoy_fail(error, BUOY_ERROR_ARGUMENT, query ? "no models" : "no query");
        return SIZE_MAX;
    }
    size_t most = 0;
    for (size_t i = 0; i < query->count; ++i) {
        if (!query->models[i]) {
            buoy_fail(error, BUOY_ERROR_ARGUMENT, "body %zu: no model", i);
            return SIZE_MAX;
        }
        const bool same = i > 0 && query->models[i] == query->models[i - 1];
        const size_t bytes =
            same || kernel->step != buoy_step_auto_tuned ? 0 : find_scratch(query->models[i]);
        most = bytes > most ? bytes : most;
    }
    buoy_succeed(error);
    return most;
}

enum buoy_status buoy_step_with(const struct buoy_kernel *kernel,
                                const struct buoy_step_query *query,
                                struct buoy_body_forces *restrict results,
                                struct buoy_error *error) {
    enum buoy_status status = buoy_check_family(kernel, "step", error);
    if (status == BUOY_OK) {
        status = check_query(query, results, error);
    }
    if (status == BUOY_OK) {
        status = buoy_check_runs(kernel, error);
    }
    if (status != BUOY_OK) {
        return status;
    }
    const bool tuned = kernel->step == buoy_step_auto_tuned;
    if (tuned) {
        const size_t needed = buoy_step_scratch_bytes(kernel, query, error);
        if (needed == SIZE_MAX) {
            return BUOY_ERROR_ARGUMENT;
        }
        if (needed > 0 && !buoy_suffices(query->scratch, query->scratch_bytes, needed)) {
            return buoy_fail_scratch(error, needed);
        }
    }
    return answer(kernel->step, tuned ? buoy_volume_auto_tuned : NULL, query, results, error);
}
