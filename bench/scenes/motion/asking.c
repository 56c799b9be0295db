// Questions to the water about bodies that move.
#include "base/arithmetic.h"

#include "asking.h"

#include <string.h>

#include "base/status.h"
#include "bodies/forces.h"
#include "moving.h"
#include "step/model.h"

void motion_set_moment(const struct motion_query *query, double time,
                       struct motion_moment *moment) {
    moment->water = *query->water;
    moment->water.time = time;
    if (moment->water.current_at == buoy_waves_orbital_velocity && moment->water.current_context) {
        moment->orbital = *(const struct buoy_orbital_motion *)moment->water.current_context;
        moment->orbital.time = time;
        moment->water.current_context = &moment->orbital;
    }
}

// ------------------------------------------------------------------------------------ blocks

void motion_begin_block(const struct motion_query *query, size_t first,
                        struct buoy_elements *elements, struct motion_block *block) {
    const size_t left = query->count - first;
    block->elements = elements;
    block->count = left < MOTION_BLOCK ? left : MOTION_BLOCK;
    for (size_t i = 0; i < block->count; ++i) {
        block->body[i] = first + i;
        block->failed[i] = false;
    }
    buoy_elements_answer(elements, first, block->count);
}

struct buoy_error *motion_cause_in(const struct motion_block *block, size_t i) {
    return buoy_elements_cause(block->elements, block->body[i]);
}

void motion_fail_in(struct motion_block *block, size_t i) {
    buoy_elements_fail(block->elements, block->body[i]);
    block->failed[i] = true;
}

// Keeps the answers of the bodies that motion_leave_failed() is about to keep.
static void leave_answers(const struct motion_block *block, struct motion_met_forces *met) {
    size_t kept = 0;
    for (size_t i = 0; i < block->count; ++i) {
        if (!block->failed[i]) {
            met[kept++] = met[i];
        }
    }
}

void motion_leave_failed(struct motion_block *block) {
    size_t kept = 0;
    for (size_t i = 0; i < block->count; ++i) {
        if (!block->failed[i] && kept < i) {
            block->body[kept] = block->body[i];
            block->models[kept] = block->models[i];
            block->rigid[kept] = block->rigid[i];
            block->moving[kept] = block->moving[i];
        }
        kept += !block->failed[i];
    }
    memset(block->failed, 0, sizeof block->failed);
    block->count = kept;
}

// ------------------------------------------------------------------------------------ reading

static enum buoy_status check_surface(const struct motion_query *query, size_t index,
                                      struct buoy_error *error) {
    const struct motion_surface *surface = query->bodies[index].surface;
    if (query->forces == MOTION_PRESSURE && !(surface && surface->mesh)) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT,
                         "body %zu: no surface with a mesh, which pressure needs", index);
    }
    return BUOY_OK;
}

static enum buoy_status check_body(const struct motion_query *query, size_t index,
                                   struct buoy_error *error) {
    const struct motion_body *body = &query->bodies[index];
    const struct buoy_force *load = query->loads ? &query->loads[index] : NULL;
    if (!body->model) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "body %zu: no model", index);
    }
    const struct buoy_quantity given[] = {
        {"position", body->position, 3, BUOY_FORCES_MOST},
        {"rotation", body->rotation, 4, BUOY_FORCES_MOST},
        {"velocity", body->velocity, 3, BUOY_FORCES_MOST},
        {"angular velocity", body->angular_velocity, 3, BUOY_FORCES_MOST},
        {"force", load ? load->force : NULL, 3, BUOY_MASSES_MOST},
        {"torque", load ? load->torque : NULL, 3, BUOY_MASSES_MOST}};
    const enum buoy_status status = buoy_check_limits(given, load ? 6 : 4, "body", index, error);
    return status == BUOY_OK ? check_surface(query, index, error) : status;
}

static enum buoy_status read_body(const struct motion_query *query, size_t i,
                                  struct motion_block *block, struct buoy_error *cause) {
    const size_t index = block->body[i];
    const struct motion_body *body = &query->bodies[index];
    const enum buoy_status status = check_body(query, index, cause);
    if (status != BUOY_OK) {
        return status;
    }
    block->models[i] = body->model;
    motion_rigid_of(body->model, &block->rigid[i]);
    if (body->hydrodynamics && !block->rigid[i].turns) {
        return buoy_fail(cause, BUOY_ERROR_ARGUMENT,
                         "body %zu: what carries water needs an inertia", index);
    }
    const bool good = motion_moving_of(body, &block->rigid[i], &block->moving[i]);
    if (!query->water->current_at) {
        memcpy(block->moving[i].flow, query->water->current, sizeof block->moving[i].flow);
    }
    return good ? BUOY_OK
                : buoy_fail(cause, BUOY_ERROR_ARGUMENT,
                            "body %zu: its rotation is not a unit quaternion", index);
}

void motion_read_block(const struct motion_query *query, struct motion_block *block) {
    for (size_t i = 0; i < block->count; ++i) {
        if (read_body(query, i, block, motion_cause_in(block, i)) != BUOY_OK) {
            motion_fail_in(block, i);
        }
    }
    motion_leave_failed(block);
}

// ------------------------------------------------------------------------------- submerged

// A body's state as the step reads it. Its velocities do not matter: drag is found elsewhere.
struct placed {
    double position[3], rotation[4];
};

static struct buoy_step_query ask_placed(const struct placed *placed, size_t count,
                                         const struct buoy_model *const *models,
                                         const struct buoy_water *water) {
    struct buoy_step_query query = {0};
    query.models = models;
    query.states.position = buoy_doubles(placed->position, sizeof *placed);
    query.states.rotation = buoy_doubles(placed->rotation, sizeof *placed);
    query.count = count;
    query.water = water;
    return query;
}

static void place(const struct motion_moving *moving, const double position[3],
                  struct placed *placed) {
    memcpy(placed->position, position, sizeof placed->position);
    memcpy(placed->rotation, moving->rotation, sizeof placed->rotation);
}

static void ask_submerged(const struct motion_query *query, const struct motion_moment *moment,
                          struct motion_block *block, struct motion_met_forces *met) {
    struct placed placed[MOTION_BLOCK];
    struct buoy_body_forces results[MOTION_BLOCK];
    // The water as the step takes it, without its motion.
    struct buoy_water water = moment->water;
    water.current_at = NULL;
    memset(water.current, 0, sizeof water.current);

    if (query->forces == MOTION_PRESSURE) {
        water.wave_pressure = BUOY_WAVES_STATIC; // for what drag depends on
    }
    for (size_t i = 0; i < block->count; ++i) {
        double position[3];
        motion_moving_position(&block->moving[i], &block->rigid[i], position);
        place(&block->moving[i], position, &placed[i]);
    }
    struct buoy_step_query ask = ask_placed(placed, block->count, block->models, &water);
    uint8_t failed[MOTION_BLOCK];
    struct buoy_error error;
    const struct buoy_step_options marked = {.failed = failed};
    ask.options = &marked;
    if (buoy_water_forces_compute(&ask, results, &error) != BUOY_OK) {
        // Fails those bodies of a block that have no answer. The message names the first by its
        // place in the question, and says how many there are.
        const char *begin = strchr(error.message, ':'), *end = strrchr(error.message, '(');
        for (size_t i = 0; i < block->count; ++i) {
            if (failed[i]) {
                buoy_fail(motion_cause_in(block, i), error.status, "body %zu%.*s", block->body[i],
                          (int)(end - 1 - begin), begin);
                motion_fail_in(block, i);
            }
        }
    }
    for (size_t i = 0; i < block->count; ++i) {
        met[i] =
            (struct motion_met_forces){.wet = results[i], .wetted_area = results[i].wetted_area};
        memcpy(met[i].buoyancy, results[i].buoyancy.force, 3 * sizeof(double));
        memcpy(met[i].buoyancy + 3, results[i].buoyancy.torque, 3 * sizeof(double));
    }
}

enum buoy_status motion_ask_volume(const struct buoy_water *water, const struct buoy_model *model,
                                   const struct motion_moving *moving, const double position[3],
                                   struct buoy_body_forces *wet) {
    struct placed placed;
    place(moving, position, &placed);
    const struct buoy_step_query ask = ask_placed(&placed, 1, &model, water);
    return buoy_water_forces_compute(&ask, wet, NULL);
}

// ------------------------------------------------------------------------------- the current

void motion_set_flows(const struct motion_moment *moment, struct motion_block *block) {
    for (size_t i = 0; i < block->count && moment->water.current_at; ++i) {
        struct motion_moving *moving = &block->moving[i];
        if (moving->hydrodynamics) {
            moment->water.current_at(moment->water.current_context, moving->centre, 1,
                                     moving->flow);
        }
    }
}

// Other currents than those of waves do not change with time.
static void ask_swell(const struct motion_moment *moment, double dt,
                      struct motion_met_forces *met) {
    struct buoy_orbital_motion orbital = moment->orbital;
    double flows[2][3];
    if (moment->water.current_at != buoy_waves_orbital_velocity) {
        return;
    }
    for (int end = 0; end < 2; ++end) {
        orbital.time = moment->water.time + (end - 0.5) * dt;
        buoy_waves_orbital_velocity(&orbital, met->wet.centre, 1, flows[end]);
    }
    for (int k = 0; k < 3; ++k) {
        met->swell[k] = (flows[1][k] - flows[0][k]) / dt;
    }
}

// ---------------------------------------------------------------------------------- pressure

// How a body's surface moves: its coefficients, and what limits them within a step.
static struct buoy_surface_motion move_surface(const struct motion_surface *surface,
                                               const struct motion_rigid *rigid,
                                               const struct motion_moving *moving,
                                               const double arm[3], double dt) {
    struct buoy_surface_motion motion = {0};
    memcpy(motion.velocity, moving->motion, sizeof motion.velocity);
    memcpy(motion.angular_velocity, moving->motion + 3, sizeof motion.angular_velocity);
    buoy_add_cross(motion.angular_velocity, arm, motion.velocity);
    motion.drag = surface->drag;
    motion.lift = surface->lift;
    motion.skin = surface->skin;
    motion.hidden = surface->hidden;
    motion.dt = dt;
    motion.mass = rigid->mass;
    memcpy(motion.centre_of_mass, rigid->centre_of_mass, sizeof motion.centre_of_mass);
    memcpy(motion.inverse_inertia, rigid->inverse, sizeof motion.inverse_inertia);
    return motion;
}

// A force and its torque about the pose's position, with the torque about the centre of mass.
static void take_force(const double force[3], const double torque[3], const double arm[3],
                       double taken[MOTION_DEGREES]) {
    memcpy(taken, force, 3 * sizeof *taken);
    memcpy(taken + 3, torque, 3 * sizeof *taken);
    buoy_add_cross(arm, force, taken + 3);
}

static enum buoy_status press(const struct motion_query *query, const struct buoy_water *water,
                              const struct motion_block *block, size_t i, double dt,
                              struct motion_met_forces *met, struct buoy_error *error) {
    const struct motion_surface *surface = query->bodies[block->body[i]].surface;
    const struct motion_moving *moving = &block->moving[i];
    struct buoy_pressure_query ask = buoy_pressure_query_default();
    struct buoy_pressure found;
    struct buoy_error cause;
    double arm[3]; // from the centre of mass to the pose's position
    motion_moving_position(moving, &block->rigid[i], ask.pose.position);
    for (int k = 0; k < 3; ++k) {
        arm[k] = ask.pose.position[k] - moving->centre[k];
    }
    memcpy(ask.pose.rotation, moving->rotation, sizeof ask.pose.rotation);
    const struct buoy_surface_motion motion =
        move_surface(surface, &block->rigid[i], moving, arm, dt);
    ask.mesh = surface->mesh;
    ask.water = water;
    ask.motion =
        surface->drag != 0.0 || surface->lift != 0.0 || surface->skin != 0.0 ? &motion : NULL;
    ask.scratch = query->scratch;
    ask.scratch_bytes = query->scratch_bytes;
    struct buoy_pressure_detail detail = {0};
    detail.tolerance = query->tolerance;
    const enum buoy_status status = query->tolerance > 0.0
                                        ? buoy_pressure_in_detail(&ask, &detail, &found, &cause)
                                        : buoy_pressure_compute(&ask, NULL, &found, &cause);
    if (status != BUOY_OK) {
        return buoy_fail(error, status, "body %zu: %s", block->body[i], cause.message);
    }
    if (isnan(found.wetted_area)) {
        return buoy_fail(error, BUOY_ERROR_OPEN, "body %zu: an open edge is wet", block->body[i]);
    }
    take_force(found.force, found.torque, arm, met->buoyancy);
    take_force(found.drag_force, found.drag_torque, arm, met->surface);
    met->wetted_area = found.wetted_area;
    return BUOY_OK;
}

void motion_ask_water(const struct motion_query *query, const struct motion_moment *moment,
                      struct motion_block *block, double dt, struct motion_met_forces *met) {
    ask_submerged(query, moment, block, met);
    leave_answers(block, met);
    motion_leave_failed(block);
    double at[3 * MOTION_BLOCK], flow[3 * MOTION_BLOCK];
    for (size_t i = 0; i < block->count; ++i) {
        memcpy(&at[3 * i], met[i].wet.centre, 3 * sizeof(double));
        memcpy(&flow[3 * i], moment->water.current, 3 * sizeof(double));
    }
    if (moment->water.current_at && block->count > 0) {
        moment->water.current_at(moment->water.current_context, at, block->count, flow);
    }
    for (size_t i = 0; i < block->count; ++i) {
        if (!buoy_within(&flow[3 * i], 3, BUOY_FORCES_MOST)) {
            buoy_fail(motion_cause_in(block, i), BUOY_ERROR_NON_FINITE,
                      "body %zu: the current at its place is not finite or beyond %g",
                      block->body[i], BUOY_FORCES_MOST);
            motion_fail_in(block, i);
        }
        memcpy(met[i].flow, &flow[3 * i], 3 * sizeof(double));
    }
    for (size_t i = 0; i < block->count; ++i) {
        struct motion_moving *moving = &block->moving[i];
        if (moving->hydrodynamics && (dt > 0.0 || moving->share < 0.0)) {
            motion_take_water(&block->rigid[i],
                              fmin(met[i].wet.volume / block->models[i]->info.volume, 1.0), moving);
        }
        if (moving->hydrodynamics && dt > 0.0) {
            ask_swell(moment, dt, &met[i]);
        }
    }
    for (size_t i = 0; query->forces == MOTION_PRESSURE && i < block->count; ++i) {
        if (!block->failed[i] && press(query, &moment->water, block, i, dt, &met[i],
                                       motion_cause_in(block, i)) != BUOY_OK) {
            motion_fail_in(block, i);
        }
    }
    leave_answers(block, met);
    motion_leave_failed(block);
}
