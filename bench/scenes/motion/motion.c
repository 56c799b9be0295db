// Bodies that move: what callers ask.
#include "base/arithmetic.h"

#include <float.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/vector.h"
#include "bodies/forces.h"
#include "buoyancy_kernels.h"
#include "implicit.h"
#include "step/model.h"
#include "stiffness.h"

// The longest step, in seconds.
#define LONGEST 1000.0

// How far off energies are, as a share of ρ g V_T × the diagonal.
#define NOISE 2e-6

struct motion_body motion_body_default(void) {
    return (struct motion_body){.rotation = {0.0, 0.0, 0.0, 1.0}, .carried = -1.0};
}

struct motion_query motion_query_default(void) {
    return (struct motion_query){.dt = 1.0 / 240.0};
}

// ---------------------------------------------------------------------------------- checking

static enum buoy_status check_kinds(const struct motion_query *query, struct buoy_error *error) {
    const unsigned scheme = (unsigned)query->scheme, forces = (unsigned)query->forces;
    if (scheme > MOTION_IMPLICIT || forces > MOTION_PRESSURE) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "%s %u: there is none",
                         scheme > MOTION_IMPLICIT ? "scheme" : "kind of forces",
                         scheme > MOTION_IMPLICIT ? scheme : forces);
    }
    return BUOY_OK;
}

static enum buoy_status check_query(const struct motion_query *query, struct buoy_error *error) {
    if (!query || !query->water || (query->count > 0 && !query->bodies)) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "no %s",
                         !query          ? "query"
                         : !query->water ? "water"
                                         : "bodies");
    }
    const struct buoy_quantity given[] = {
        {"the time", &query->time, 1, BUOY_FORCES_MOST},
        {"the step", &query->dt, 1, BUOY_FORCES_MOST},
        {"the tolerance", &query->tolerance, 1, BUOY_FORCES_MOST}};
    if (buoy_check_limits(given, 3, NULL, 0, error) != BUOY_OK) {
        return BUOY_ERROR_NON_FINITE;
    }
    if (query->tolerance < 0.0) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "the tolerance is %g, not 0 or more",
                         query->tolerance);
    }
    if (!(query->dt > 0.0) || query->dt > LONGEST) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "step %g s: must be above 0 and at most %g",
                         query->dt, LONGEST);
    }
    enum buoy_status status = check_kinds(query, error);
    if (status == BUOY_OK) {
        status = buoy_water_check(query->water, error);
    }
    return status == BUOY_OK ? buoy_get_isa(NULL, error) : status;
}

size_t motion_scratch_bytes(const struct motion_query *query, struct buoy_error *error) {
    size_t most = 0;
    if (!query || (query->count > 0 && !query->bodies)) {
        buoy_fail(error, BUOY_ERROR_ARGUMENT, query ? "no bodies" : "no query");
        return SIZE_MAX;
    }
    for (size_t i = 0; i < query->count && query->forces == MOTION_PRESSURE; ++i) {
        const struct motion_surface *surface = query->bodies[i].surface;
        const struct buoy_mesh *mesh = surface ? surface->mesh : NULL;
        const size_t bytes = mesh ? buoy_pressure_scratch_bytes(mesh, NULL) : 0;
        most = bytes > most && bytes < SIZE_MAX ? bytes : most;
    }
    buoy_succeed(error);
    return most;
}

// A query whose bodies are asked for their forces.
static enum buoy_status check_forces(const struct motion_query *query, struct buoy_error *error) {
    const enum buoy_status status = check_query(query, error);
    if (status != BUOY_OK) {
        return status;
    }
    const size_t needed = motion_scratch_bytes(query, error);
    return needed == 0 || buoy_suffices(query->scratch, query->scratch_bytes, needed)
               ? BUOY_OK
               : buoy_fail_scratch(error, needed);
}

// ------------------------------------------------------------------------------------ moving

// The states of a block's bodies, back to the caller, unless a number is beyond the limit.
static void write_block(const struct motion_query *query, struct motion_block *block) {
    for (size_t i = 0; i < block->count && query->bodies; ++i) {
        const struct motion_moving *moving = &block->moving[i];
        struct motion_body *body = &query->bodies[block->body[i]];
        double position[3];
        motion_moving_position(moving, &block->rigid[i], position);
        if (!buoy_within(position, 3, BUOY_FORCES_MOST) ||
            !buoy_within(moving->motion, MOTION_DEGREES, BUOY_FORCES_MOST) ||
            !buoy_within(moving->rotation, 4, 2.0)) {
            buoy_fail(motion_cause_in(block, i), BUOY_ERROR_NON_FINITE,
                      "body %zu: it has flown away, or its motion is beyond %g", block->body[i],
                      BUOY_FORCES_MOST);
            motion_fail_in(block, i);
            continue;
        }
        memcpy(body->position, position, sizeof body->position);
        memcpy(body->rotation, moving->rotation, sizeof body->rotation);
        memcpy(body->velocity, moving->motion, sizeof body->velocity);
        memcpy(body->angular_velocity, moving->motion + 3, sizeof body->angular_velocity);
        body->carried = moving->share;
    }
    motion_leave_failed(block);
}

// Lets all bodies of a block go on as they move.
static void drift_all(double time, struct motion_block *block) {
    for (size_t i = 0; i < block->count; ++i) {
        motion_drift(&block->rigid[i], time, &block->moving[i]);
    }
}

// A step of a block that was read.
static void step_block(const struct motion_query *query, const struct motion_moment *moment,
                       struct motion_block *block) {
    const bool implicit = query->scheme == MOTION_IMPLICIT;
    struct motion_met_forces met[MOTION_BLOCK];
    motion_set_flows(moment, block);
    if (!implicit) {
        drift_all(0.5 * query->dt, block);
    }
    motion_ask_water(query, moment, block, query->dt, met);
    for (size_t i = 0; i < block->count; ++i) {
        struct motion_moving *moving = &block->moving[i];
        struct motion_kick kick;
        motion_set_kick(query, block, i, &met[i], &kick);
        if (kick.inertia.carries) {
            for (int k = 0; k < MOTION_DEGREES; ++k) {
                kick.force[k] += met[i].surface[k];
                kick.load[k] += met[i].surface[k];
            }
        } else {
            motion_push(&kick.inertia, query->dt, met[i].surface, moving->motion);
        }
        if (!implicit) {
            motion_kick_explicitly(&kick, query->dt, moving->motion);
        } else if (motion_step_implicitly(moment, query->dt, &met[i], &kick, block, i,
                                          motion_cause_in(block, i)) != BUOY_OK) {
            motion_fail_in(block, i);
        }
    }
    motion_leave_failed(block);
    if (!implicit) {
        drift_all(0.5 * query->dt, block);
    }
}

enum buoy_status motion_advance(const struct motion_query *query, size_t steps,
                                struct buoy_error *error) {
    const enum buoy_status status = check_forces(query, error);
    if (status != BUOY_OK) {
        return status;
    }
    const double share = query->scheme == MOTION_IMPLICIT ? 0.0 : 0.5;
    struct buoy_elements elements;
    buoy_elements_begin(&elements, query->failed);
    for (size_t first = 0; first < query->count; first += MOTION_BLOCK) {
        struct motion_block block;
        motion_begin_block(query, first, &elements, &block);
        for (size_t step = 0; step < steps && block.count > 0; ++step) {
            struct motion_moment moment;
            motion_set_moment(query, query->time + ((double)step + share) * query->dt, &moment);
            motion_read_block(query, &block);
            step_block(query, &moment, &block);
            write_block(query, &block);
        }
    }
    return buoy_elements_end(&elements, query->count, error);
}

// -------------------------------------------------------------------------------- bodies now

// What is found of a block's bodies as they are now, into results by their numbers; nothing for
// those that fail.
typedef void answer_function(const struct motion_query *query, const struct motion_moment *moment,
                             struct motion_block *block, void *results);

// Asks for all bodies, block by block. Results, so many numbers each, are NaN where there is none.
static enum buoy_status answer_now(const struct motion_query *query, answer_function *answer,
                                   void *results, size_t numbers, struct buoy_error *error) {
    struct motion_moment moment;
    struct buoy_elements elements;
    if (query->count > 0 && !results) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "no room for results");
    }
    buoy_elements_begin(&elements, query->failed);
    motion_set_moment(query, query->time, &moment);
    for (size_t first = 0; first < query->count; first += MOTION_BLOCK) {
        struct motion_block block;
        motion_begin_block(query, first, &elements, &block);
        buoy_make_nan((double *)results + first * numbers, block.count * numbers * sizeof(double));
        motion_read_block(query, &block);
        answer(query, &moment, &block, results);
    }
    return buoy_elements_end(&elements, query->count, error);
}

static void answer_forces(const struct motion_query *query, const struct motion_moment *moment,
                          struct motion_block *block, void *results) {
    struct motion_met_forces met[MOTION_BLOCK];
    motion_ask_water(query, moment, block, 0.0, met);
    for (size_t i = 0; i < block->count; ++i) {
        struct buoy_body_forces *result = (struct buoy_body_forces *)results + block->body[i];
        const double *q = block->moving[i].motion;
        struct motion_kick kick;
        double drag[MOTION_DEGREES];
        motion_set_kick(query, block, i, &met[i], &kick);
        motion_find_drag(&kick, motion_find_drag_strength(&kick, q), q, drag);
        *result = met[i].wet;
        result->wetted_area = met[i].wetted_area;
        for (int k = 0; k < 3; ++k) {
            result->buoyancy.force[k] = met[i].buoyancy[k];
            result->buoyancy.torque[k] = met[i].buoyancy[3 + k];
            result->drag.force[k] = met[i].surface[k] + drag[k];
            result->drag.torque[k] = met[i].surface[3 + k] + drag[3 + k];
        }
    }
}

enum buoy_status motion_forces_now(const struct motion_query *query,
                                   struct buoy_body_forces *results, struct buoy_error *error) {
    const enum buoy_status status = check_forces(query, error);
    return status == BUOY_OK
               ? answer_now(query, answer_forces, results, sizeof *results / sizeof(double), error)
               : status;
}

// A body's energy in still water: all, of that what is kinetic, and that of a body as heavy at the
// water's surface.
struct energy {
    double all, kinetic, surface;
};

// What is submerged of a block's bodies, whose energies are wanted.
static void ask_for_energy(const struct motion_query *query, const struct motion_moment *moment,
                           struct motion_block *block, struct motion_met_forces *met) {
    struct motion_query plain = *query;
    plain.forces = MOTION_PLANE;
    motion_ask_water(&plain, moment, block, 0.0, met);
}

static struct energy find_energy(const struct motion_moment *moment,
                                 const struct motion_block *block, size_t i,
                                 const struct buoy_body_forces *wet) {
    const struct motion_moving *moving = &block->moving[i];
    const struct buoy_water *water = &moment->water;
    struct motion_inertia inertia;
    struct buoy_met surface;
    double position[3], up[3];
    buoy_find_up(water, up);
    motion_turn_inertia(&block->rigid[i], moving, &inertia);
    motion_moving_position(moving, &block->rigid[i], position);
    buoy_meet(water, block->models[i], moving, position, &surface);
    const double kinetic = motion_kinetic_energy(&inertia, moving->motion);
    return (struct energy){
        .all =
            kinetic + water->gravity * (inertia.mass * buoy_dot(up, moving->centre) -
                                        water->density * wet->volume *
                                            (buoy_dot(surface.up, wet->centre) - surface.offset)),
        .kinetic = kinetic,
        .surface = inertia.mass * water->gravity * surface.offset,
    };
}

static void answer_energy(const struct motion_query *query, const struct motion_moment *moment,
                          struct motion_block *block, void *results) {
    struct motion_met_forces met[MOTION_BLOCK];
    double *energies = results;
    if (query->water->kind != BUOY_WATER_PLANE) {
        return; // all are NaN
    }
    ask_for_energy(query, moment, block, met);
    for (size_t i = 0; i < block->count; ++i) {
        energies[block->body[i]] = find_energy(moment, block, i, &met[i].wet).all;
    }
}

enum buoy_status motion_energy(const struct motion_query *query, double *energies,
                               struct buoy_error *error) {
    const enum buoy_status status = check_query(query, error);
    return status == BUOY_OK ? answer_now(query, answer_energy, energies, 1, error) : status;
}

// The largest angular frequency; false if the body fails.
static bool find_frequency(const struct motion_moment *moment, struct motion_block *block, size_t i,
                           double *frequency) {
    const double weight = moment->water.density * moment->water.gravity;
    const struct motion_moving *moving = &block->moving[i];
    double k[MOTION_DEGREES][MOTION_DEGREES], position[3];
    struct motion_inertia inertia;
    struct buoy_met surface;
    motion_moving_position(moving, &block->rigid[i], position);
    enum buoy_status status =
        buoy_meet(&moment->water, block->models[i], moving, position, &surface);
    if (status == BUOY_OK) {
        status = motion_stiffness_of(block->models[i], moving, &surface, moving->centre, weight,
                                     NULL, k);
    }
    if (status != BUOY_OK) {
        buoy_fail(motion_cause_in(block, i), status, "body %zu: its stiffness: %s", block->body[i],
                  buoy_status_text(status));
        motion_fail_in(block, i);
        return false;
    }
    motion_turn_inertia(&block->rigid[i], moving, &inertia);
    *frequency = motion_largest_frequency(&inertia, k);
    return true;
}

static void answer_stiffness(const struct motion_query *query, const struct motion_moment *moment,
                             struct motion_block *block, void *results) {
    double *numbers = results, frequency;
    for (size_t i = 0; i < block->count; ++i) {
        if (find_frequency(moment, block, i, &frequency)) {
            numbers[block->body[i]] = frequency * query->dt;
        }
    }
}

enum buoy_status motion_stiffness_numbers(const struct motion_query *query, double *numbers,
                                          struct buoy_error *error) {
    const enum buoy_status status = check_query(query, error);
    return status == BUOY_OK ? answer_now(query, answer_stiffness, numbers, 1, error) : status;
}

// --------------------------------------------------------------------------------- the watch

// Whether nothing but gravity, still water and drag acts on bodies, so that no energy comes in.
static bool is_closed(const struct motion_query *query) {
    const struct buoy_water *water = query->water;
    const double *u = water->current;
    return water->kind == BUOY_WATER_PLANE && !water->region && !water->current_at && u[0] == 0.0 &&
           u[1] == 0.0 && u[2] == 0.0 && !query->loads;
}

// Positions far from the origin have coarse bits, which each step rounds to: so much of its
// distance is never growth. It covers 64 steps that are all rounded upward; from then on a body
// that falls has moved far enough, unless its steps are shorter than that rounding.
#define FAR (64.0 * DBL_EPSILON)

// A step with which energy does not grow. Growth is as dt² at first; with dt ω = 0.05 it takes
// hours of jumps. What ω there will be is not known from a step that is too long: it counts as that
// of the largest side of the body's box, three times as stiff, at least.
static double find_better(const struct motion_query *query, const struct buoy_model *model,
                          const struct motion_watched *watch) {
    const double *h = model->half_extent, weight = query->water->density * query->water->gravity;
    const double side = 4.0 * fmax(h[0] * h[1], fmax(h[1] * h[2], h[2] * h[0]));
    const double frequency =
        fmax(watch->frequency, sqrt(3.0 * weight * side / model->info.mass.mass));
    const double shorter = query->dt * sqrt(0.001 / fmin(watch->growth, 0.1));
    return fmin(0.05 / frequency, shorter);
}

static void answer_watch(const struct motion_query *query, const struct motion_moment *moment,
                         struct motion_block *block, void *results) {
    struct motion_met_forces met[MOTION_BLOCK];
    ask_for_energy(query, moment, block, met);
    for (size_t i = 0; i < block->count; ++i) {
        struct motion_watched *watch = (struct motion_watched *)results + block->body[i];
        double frequency = 0.0;
        if (find_frequency(moment, block, i, &frequency)) {
            const struct energy energy = find_energy(moment, block, i, &met[i].wet);
            // How far off energies are: what float kernels promise (motion.h), how a surface's
            // volume differs from that of the model, whose energy it is, and what the position's
            // rounding weighs.
            const struct buoy_model_info *info = &block->models[i]->info;
            const struct motion_surface *surface = query->bodies[block->body[i]].surface;
            double volume = NOISE * info->volume;
            if (query->forces == MOTION_PRESSURE) {
                const double scale = surface->mesh->scale;
                volume += fabs(surface->mesh->volume * (scale * scale * scale) - info->volume);
            }
            const double *centre = block->moving[i].centre;
            const double weighed = info->mass.mass * buoy_length(centre);
            if (!watch->begun) {
                const double fall = energy.all - energy.surface;
                watch->begun = true;
                watch->lowest = energy.all;
                watch->most = (met[i].wet.volume == 0.0) && fall > 0.0 ? fall : DBL_MAX;
            }
            watch->lowest = fmin(watch->lowest, energy.all);
            const double gain = energy.all - watch->lowest;
            watch->kinetic = fmax(watch->kinetic, energy.kinetic - gain);
            watch->frequency = fmax(watch->frequency, frequency);
            if (gain > (query->water->gravity *
                        (query->water->density * volume * info->diagonal + FAR * weighed))) {
                watch->growth = fmax(watch->growth, gain / fmin(watch->kinetic, watch->most));
            }
            watch->step = watch->growth > MOTION_GROWTH
                              ? find_better(query, block->models[i], watch)
                              : query->dt;
        }
    }
}

enum buoy_status motion_watch(const struct motion_query *query, struct motion_watched *watches,
                              struct buoy_error *error) {
    const enum buoy_status status = check_query(query, error);
    if (status != BUOY_OK || is_closed(query)) {
        return status == BUOY_OK ? answer_now(query, answer_watch, watches, 0, error) : status;
    }
    if (query->count > 0 && !watches) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "no room for results");
    }
    for (size_t i = 0; i < query->count; ++i) {
        watches[i] = (struct motion_watched){.step = query->dt};
    }
    return buoy_answered(query->failed, query->count, error);
}
