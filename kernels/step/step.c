// The checked entry to the kernels of the `step` family. Kernels watch their questions and answers
// by cheap sums; what is wrong, and with which body, is found here.
#include "base/arithmetic.h"

#include <string.h>

#include "base/axes.h"
#include "base/memory.h"
#include "base/status.h"
#include "bodies/forces.h"
#include "bodies/pose.h"
#include "buoyancy_kernels.h"
#include "dispatch/dispatch.h"
#include "dispatch/methods.h"
#include "step/model.h"
#include "water/water.h"

// ------------------------------------------------------------------------------- requirements

static enum buoy_status check_arrays(const struct buoy_step_query *query,
                                     const struct buoy_body_forces *results,
                                     struct buoy_error *error) {
    const struct buoy_states *states = &query->states;
    const struct buoy_effects *effects = &query->effects;
    const bool pushes = effects->linear.first || effects->angular.first;
    BUOY_REFUSE_IF(!query->models || !states->position.first || !states->rotation.first ||
                       !(results || pushes),
                   ARGUMENT, "no %s",
                   !query->models            ? "models"
                   : !states->position.first ? "positions"
                   : !states->rotation.first ? "rotations"
                                             : "room for results");
    const unsigned types = (unsigned)states->position.type | (unsigned)states->rotation.type |
                           (unsigned)states->velocity.type | (unsigned)states->spin.type |
                           (unsigned)effects->linear.type | (unsigned)effects->angular.type;
    BUOY_REFUSE_IF(types > BUOY_FLOAT, ARGUMENT, "an array of neither floats nor doubles");
    BUOY_REFUSE_IF(pushes && ((unsigned)effects->kind > BUOY_VELOCITIES ||
                              (effects->kind != BUOY_FORCES && !(query->dt > 0.0))),
                   ARGUMENT,
                   (unsigned)effects->kind > BUOY_VELOCITIES
                       ? "an unknown kind of effects"
                       : "impulses and changes of velocity need a step above 0");
    return BUOY_OK;
}

// Requirements of every query, whatever the kernel.
static enum buoy_status check_query(const struct buoy_step_query *query,
                                    const struct buoy_body_forces *results,
                                    struct buoy_error *error) {
    const struct buoy_drag none = {0};
    const struct buoy_axes *axes = buoy_axes_of(query->frame);
    BUOY_REFUSE_IF(!query->water, ARGUMENT, "no water");
    BUOY_REFUSE_IF(!axes, ARGUMENT, "an unknown frame");
    BUOY_REFUSE_IF(query->count > UINT32_MAX, TOO_LARGE, "%zu bodies: at most 2^32 - 1 are allowed",
                   query->count);
    if (query->count > 0) {
        BUOY_TRY(check_arrays(query, results, error));
    }
    const struct buoy_step_options *options = buoy_step_options_of(query);
    const size_t waters = options->water_of ? options->water_count : 1;
    for (size_t w = 0; w < waters; ++w) {
        const struct buoy_water *water = &query->water[w];
        BUOY_TRY(buoy_water_check(water, error));
        const struct buoy_plane64 plane = buoy_level_of(water);
        BUOY_REFUSE_IF(water->kind == BUOY_WATER_PLANE && query->frame != BUOY_Z_UP &&
                           !(axes->sign[1] * plane.normal[axes->exchanged ? 1 : 2] > 0.0),
                       ARGUMENT,
                       "the water's normal does not point up in the query's frame, for which "
                       "buoy_calm_sea() has one that does");
    }
    return query->dt >= 0.0 && query->dt <= BUOY_FORCES_MOST
               ? BUOY_OK
               : buoy_drag_check(&none, query->dt, error);
}

// ------------------------------------------------------------------------------- the water

// What of a water the library's frame changes, where it has that.
struct sea {
    struct buoy_water water;
    struct buoy_region region;
    struct buoy_orbital_motion orbital;
};

static const struct buoy_water *turn_water(const struct buoy_axes *axes,
                                           const struct buoy_water *water, struct sea *sea) {
    const bool orbits = water->current_at == buoy_waves_orbital_velocity && water->current_context;
    if (!water->region && !orbits) {
        return water;
    }
    sea->water = *water;
    if (water->region) {
        sea->region = *water->region;
        buoy_axes_from(axes, sea->region.low);
        buoy_axes_from(axes, sea->region.high);
        for (int k = 0; k < 3; ++k) {
            const double low = sea->region.low[k], high = sea->region.high[k];
            sea->region.low[k] = fmin(low, high);
            sea->region.high[k] = fmax(low, high);
        }
        sea->water.region = &sea->region;
    }
    if (orbits) {
        sea->orbital = *(const struct buoy_orbital_motion *)water->current_context;
        buoy_axes_from(axes, sea->orbital.current);
        sea->water.current_context = &sea->orbital;
    }
    return &sea->water;
}

// The water of a pass, in the caller's frame.
static void enter_water(const struct buoy_water *water, struct buoy_step_pass *pass) {
    pass->water = water;
    pass->usual = pass->usual && !water->current_at;
    pass->weight = water->density * water->gravity;
    memcpy(pass->flow, water->current, sizeof pass->flow);
    if (water->kind == BUOY_WATER_PLANE) {
        const struct buoy_plane64 plane = buoy_level_of(water);
        const double *n = plane.normal, square = buoy_dot(n, n); // neither too large nor too small
        const double length = square == 1.0 ? 1.0 : sqrt(square);
        for (int k = 0; k < 3; ++k) {
            pass->up[k] = square == 1.0 ? n[k] : n[k] / length;
        }
        pass->offset = square == 1.0 ? plane.d : plane.d / length;
    }
}

// The same in the library's frame, as kernels read it of bodies that are not plain.
static void enter_batch(const struct buoy_step_pass *pass, struct buoy_step_batch *batch) {
    const enum buoy_frame frame = pass->query->frame;
    batch->pass = pass;
    batch->fit = NULL;
    batch->axes = frame == BUOY_Z_UP ? NULL : buoy_axes_of(frame);
    batch->offset = pass->offset;
    memcpy(batch->up, pass->up, sizeof batch->up);
    memcpy(batch->current, pass->flow, sizeof batch->current);
    if (batch->axes) {
        buoy_axes_from(batch->axes, batch->up);
        buoy_axes_from(batch->axes, batch->current);
    }
}

// --------------------------------------------------------------------------- what is wrong

// A body's state, from wherever it lies, in the library's frame.
struct state {
    double position[3], rotation[4], velocity[3], spin[3];
};

static void read_vector(const struct buoy_array *array, size_t body, size_t count, double *values) {
    const char *at = array->first ? (const char *)array->first + body * array->stride : NULL;
    for (size_t k = 0; k < count; ++k) {
        values[k] = !at                         ? 0.0
                    : array->type == BUOY_FLOAT ? (double)((const float *)(const void *)at)[k]
                                                : ((const double *)(const void *)at)[k];
    }
}

static void read_state(const struct buoy_step_batch *alone, struct state *state) {
    const struct buoy_states *states = &alone->pass->query->states;
    const size_t body = buoy_batch_body(alone, 0);
    double *q = state->rotation;
    read_vector(&states->position, body, 3, state->position);
    read_vector(&states->rotation, body, 4, q);
    read_vector(&states->velocity, body, 3, state->velocity);
    read_vector(&states->spin, body, 3, state->spin);
    if (alone->pass->query->w_first) {
        const double w = q[0];
        memmove(q, q + 1, 3 * sizeof *q);
        q[3] = w;
    }
    if (alone->axes) {
        buoy_axes_from(alone->axes, state->position);
        buoy_axes_turn_from(alone->axes, q);
    }
}

// All that a body's answer consists of.
struct whole {
    struct buoy_body_forces forces;
    double linear[3], angular[3];
};

static bool is_finite(const struct whole *whole) {
    const struct buoy_body_forces *result = &whole->forces;
    const struct buoy_forces forces = {.buoyancy = result->buoyancy, .drag = result->drag};
    return buoy_forces_are_finite(&forces) && buoy_within(&result->volume, 1, DBL_MAX) &&
           buoy_within(result->centre, 3, DBL_MAX) &&
           buoy_within(&result->wetted_area, 1, DBL_MAX) &&
           buoy_within(whole->linear, 3, DBL_MAX) && buoy_within(whole->angular, 3, DBL_MAX);
}

// Whether effects can be stored.
static bool is_stored(const struct buoy_output *output, const double effect[3]) {
    return !output->first || output->type == BUOY_DOUBLE || buoy_within(effect, 3, (double)FLT_MAX);
}

// Says why a body's answer, found alone, is none.
static enum buoy_status explain(const struct buoy_step_batch *alone, const struct state *state,
                                const struct buoy_rotation *rotation, const struct whole *whole,
                                struct buoy_error *error) {
    const struct buoy_water *water = alone->pass->water;
    const size_t body = buoy_batch_body(alone, 0);
    if (water->kind != BUOY_WATER_PLANE) { // it may have no height about the body's middle
        const struct buoy_model_info *info = &alone->pass->query->models[body]->info;
        const double reach = info->diagonal * info->diagonal;
        struct buoy_fit fit;
        double middle[3];
        buoy_rotate(rotation, info->middle, middle);
        const struct buoy_footprint footprint = {
            {middle[0] + state->position[0], middle[1] + state->position[1]}, {reach, 0.0, reach}};
        const enum buoy_status status = buoy_water_fit(water, &footprint, &fit);
        if (status != BUOY_OK) {
            return buoy_fail(error, status, "body %zu: the water at its place: %s", body,
                             buoy_status_text(status));
        }
    }
    BUOY_REFUSE_IF(isnan(whole->forces.volume), OPEN, "body %zu: an open edge is wet", body);
    double velocity[3] = {water->current[0], water->current[1], water->current[2]};
    if (water->current_at) {
        water->current_at(water->current_context, whole->forces.centre, 1, velocity);
    }
    BUOY_REFUSE_IF(!buoy_within(velocity, 3, BUOY_FORCES_MOST), NON_FINITE,
                   "body %zu: the current at its place is not finite", body);
    const struct buoy_effects *effects = &alone->pass->query->effects;
    const bool finite = is_finite(whole);
    BUOY_REFUSE_IF(!finite || !is_stored(&effects->linear, whole->linear) ||
                       !is_stored(&effects->angular, whole->angular),
                   NON_FINITE, "body %zu: its forces overflow %s", body,
                   finite ? "floats" : "doubles");
    return BUOY_OK;
}

// Checks one body by its answer, which is kept from the caller.
static enum buoy_status examine(const struct buoy_step_batch *alone, buoy_volume_function *volumes,
                                struct buoy_error *error) {
    const size_t body = buoy_batch_body(alone, 0);
    struct buoy_step_query query = *alone->pass->query;
    struct buoy_step_pass pass = *alone->pass;
    struct buoy_step_batch apart = *alone;
    struct buoy_pose pose = {.position = {0.0}};
    struct buoy_rotation rotation;
    struct state state;
    struct whole whole = {.linear = {0.0}};
    BUOY_REFUSE_IF(!query.models[body], ARGUMENT, "body %zu: no model", body);
    read_state(alone, &state);
    const struct buoy_quantity given[] = {{"position", state.position, 3, BUOY_FORCES_MOST},
                                          {"rotation", state.rotation, 4, BUOY_FORCES_MOST},
                                          {"velocity", state.velocity, 3, BUOY_FORCES_MOST},
                                          {"spin", state.spin, 3, BUOY_FORCES_MOST}};
    BUOY_TRY(buoy_check_limits(given, 4, "body", body, error));
    memcpy(pose.rotation, state.rotation, sizeof pose.rotation);
    BUOY_REFUSE_IF(!buoy_pose_rotation(&pose, &rotation), ARGUMENT,
                   "body %zu: its rotation is not a unit quaternion", body);
    query.effects.linear = buoy_to_doubles(whole.linear, 0);
    query.effects.angular = buoy_to_doubles(whole.angular, 0);
    query.effects.add = false;
    pass.query = &query;
    pass.results = &whole.forces;
    pass.result_step = 0;
    pass.trusted = true;
    apart.pass = &pass;
    buoy_step_fused_scalar(&apart, volumes);
    return explain(alone, &state, &rotation, &whole, error);
}

// ------------------------------------------------------------------------------- answering

// Bodies that are answered one by one where watches bark: no fewer than kernels have in a portion.
#define SINGLY 32

// Makes an answer unknown, but for effects that are added.
static void forget(const struct buoy_step_batch *alone) {
    const struct buoy_effects *effects = &alone->pass->query->effects;
    const struct buoy_output *const outputs[] = {&effects->linear, &effects->angular};
    const size_t body = buoy_batch_body(alone, 0);
    if (alone->pass->results) {
        buoy_make_nan(&alone->pass->results[body], sizeof alone->pass->results[body]);
    }
    for (int o = 0; o < 2 && !effects->add; ++o) {
        char *at = outputs[o]->first ? (char *)outputs[o]->first + body * outputs[o]->stride : NULL;
        for (int k = 0; at && k < 3; ++k) {
            if (outputs[o]->type == BUOY_FLOAT) {
                ((float *)(void *)at)[k] = NAN;
            } else {
                ((double *)(void *)at)[k] = (double)NAN;
            }
        }
    }
}

// How a query is answered, and what became of its bodies.
struct way {
    buoy_step_function *step;
    buoy_volume_function *volumes;
    struct buoy_elements elements;
};

static void fail(struct way *way, const struct buoy_step_batch *alone) {
    buoy_elements_fail(&way->elements, buoy_batch_body(alone, 0));
    forget(alone);
}

// Watches that bark have found something in the next portion of bodies. Answers these one by one,
// up to the first that fails; returns where to go on.
static __attribute__((noinline, cold)) size_t
answer_singly(struct way *way, const struct buoy_step_batch *batch, size_t i) {
    const size_t end = batch->count - i < SINGLY ? batch->count : i + SINGLY;
    for (; i < end; ++i) {
        struct buoy_step_batch alone = buoy_batch_part(batch, i, 1);
        if (way->step(&alone, way->volumes) == 1) {
            continue; // another body's fault
        }
        struct buoy_error *cause = buoy_elements_cause(&way->elements, buoy_batch_body(&alone, 0));
        if (examine(&alone, way->volumes, cause) != BUOY_OK) {
            fail(way, &alone);
            return i + 1;
        }
        struct buoy_step_pass trusted = *batch->pass;
        trusted.trusted = true;
        alone.pass = &trusted;
        if (way->step(&alone, way->volumes) == 0) { // which may be too cautious even so
            buoy_step_fused_scalar(&alone, way->volumes);
        }
    }
    return end;
}

// Bodies in one water, as the caller has it; `list` says which.
static void answer_batch(struct way *way, const struct buoy_step_pass *all,
                         const struct buoy_water *water, const struct buoy_step_batch *list) {
    struct buoy_step_pass pass = *all;
    struct buoy_step_batch batch = *list;
    struct sea sea;
    enter_water(water, &pass);
    enter_batch(&pass, &batch);
    if (batch.axes) {
        pass.water = turn_water(batch.axes, water, &sea);
    }
    size_t i = way->step(&batch, way->volumes);
    while (i < batch.count) {
        i = answer_singly(way, &batch, i);
        if (i < batch.count) {
            const struct buoy_step_batch rest = buoy_batch_part(&batch, i, batch.count - i);
            i += way->step(&rest, way->volumes);
        }
    }
}

// Bodies that are asked about in another order than the caller's: a block of them, by waters, then
// by what answers them.
#define BLOCK 256

// Where a body is, by a ball that holds it: 0 perhaps cut, 1 under water, 2 dry.
static inline unsigned side_of(const struct buoy_step_pass *pass, uint32_t body) {
    const struct buoy_step_query *query = pass->query;
    const struct buoy_model *model = query->models[body];
    double at[3];
    read_vector(&query->states.position, body, 3, at);
    const double depth = pass->offset - buoy_dot(pass->up, at);
    const double ball = model ? model->row[BUOY_MODEL_BALL] : (double)INFINITY;
    return (unsigned)(depth > ball) + 2 * (unsigned)(depth < -ball);
}

// Sorts bodies by their sides of plane water, so that kernels meet vectors of whole ones, if a look
// at every eighth says that this pays: a quarter of them is whole, and not a ball, which takes no
// longer where it is cut. False if not.
static bool sort_sides(const struct buoy_step_pass *pass, size_t count, uint32_t *bodies) {
    uint32_t wet[BLOCK], dry[BLOCK];
    size_t counts[3] = {0}, whole = 0;
    for (size_t i = 0; i < count; i += 8) {
        const struct buoy_model *model = pass->query->models[bodies[i]];
        whole += model && buoy_model_form(model) != BUOY_FORM_BALL && side_of(pass, bodies[i]) != 0;
    }
    if (32 * whole < count) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        const uint32_t body = bodies[i];
        const unsigned side = side_of(pass, body);
        bodies[counts[0]] = wet[counts[1]] = dry[counts[2]] = body;
        counts[0] += side == 0;
        counts[1] += side == 1;
        counts[2] += side == 2;
    }
    memcpy(bodies + counts[0], wet, counts[1] * sizeof *bodies);
    memcpy(bodies + counts[0] + counts[1], dry, counts[2] * sizeof *bodies);
    return true;
}

// Sorts bodies by their keys. False if that changes nothing: all have the same.
static bool sort_keys(const struct buoy_step_query *query, size_t count, uint32_t *bodies) {
    uint16_t places[BUOY_MODEL_KEYS + 1] = {0};
    uint32_t unsorted[BLOCK];
    unsigned char keys[BLOCK];
    bool differ = false;
    for (size_t i = 0; i < count; ++i) {
        const struct buoy_model *model = query->models[bodies[i]];
        keys[i] = model ? (unsigned char)model->row[BUOY_MODEL_KEY] : 0;
        differ |= keys[i] != keys[0];
    }
    if (!differ) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        ++places[keys[i] + 1];
    }
    for (unsigned k = 0; k < BUOY_MODEL_KEYS; ++k) {
        places[k + 1] = (uint16_t)(places[k] + places[k + 1]);
    }
    memcpy(unsorted, bodies, count * sizeof *bodies);
    for (size_t i = 0; i < count; ++i) {
        bodies[places[keys[i]]++] = unsorted[i];
    }
    return true;
}

// Sorts bodies by keys, then by sides. False if they are as they were. Never inlined, so that its
// stack is not below the kernels'.
static __attribute__((noinline)) bool sort_block(const struct buoy_step_pass *pass, size_t count,
                                                 uint32_t *bodies) {
    const bool by_sides = pass->water && sort_sides(pass, count, bodies);
    return sort_keys(pass->query, count, bodies) || by_sides;
}

// Fails the bodies of a block that are in no water; returns the number of those left.
static size_t leave_lost(struct way *way, const struct buoy_step_batch *block, uint32_t *waiting) {
    const struct buoy_step_options *options = block->pass->query->options;
    size_t kept = 0;
    for (size_t i = 0; i < block->count; ++i) {
        const uint32_t body = waiting[i], water = options->water_of[body];
        if (water < options->water_count) {
            waiting[kept++] = body;
            continue;
        }
        const struct buoy_step_batch alone = buoy_batch_part(block, i, 1);
        buoy_fail(buoy_elements_cause(&way->elements, body), BUOY_ERROR_ARGUMENT,
                  "body %zu: it is in water %zu, but there are %zu", (size_t)body, (size_t)water,
                  options->water_count);
        fail(way, &alone);
    }
    return kept;
}

// The bodies of a block that are in some water, water by water.
static __attribute__((noinline, cold)) void answer_waters(struct way *way,
                                                          const struct buoy_step_batch *block,
                                                          size_t count, uint32_t *waiting) {
    const struct buoy_step_query *query = block->pass->query;
    struct buoy_step_batch list = *block;
    uint32_t together[BLOCK];
    list.bodies = together;
    while (count > 0) { // those that share the first one's water
        const uint32_t *water_of = query->options->water_of, water = water_of[waiting[0]];
        size_t kept = 0;
        list.count = 0;
        for (size_t i = 0; i < count; ++i) {
            if (water_of[waiting[i]] == water) {
                together[list.count++] = waiting[i];
            } else {
                waiting[kept++] = waiting[i];
            }
        }
        count = kept;
        answer_batch(way, block->pass, &query->water[water], &list);
    }
}

static void answer_block(struct way *way, const struct buoy_step_batch *block) {
    const struct buoy_step_query *query = block->pass->query;
    struct buoy_step_batch list = *block;
    uint32_t waiting[BLOCK];
    for (size_t i = 0; i < block->count; ++i) {
        waiting[i] = (uint32_t)buoy_batch_body(block, i);
    }
    const bool apart = buoy_step_options_of(query)->water_of != NULL;
    const size_t count = apart ? leave_lost(way, block, waiting) : block->count;
    struct buoy_step_pass plane = *block->pass;
    plane.water = NULL;
    if (!apart && query->water->kind == BUOY_WATER_PLANE && !query->water->region) {
        enter_water(query->water, &plane);
    }
    const bool sorted = sort_block(&plane, count, waiting);
    if (apart) {
        answer_waters(way, block, count, waiting);
        return;
    }
    list.bodies = sorted ? waiting : block->bodies;
    answer_batch(way, block->pass, query->water, &list);
}

// Marks all bodies asked about as answered.
static void mark(const struct buoy_step_query *query) {
    uint8_t *failed = query->options ? query->options->failed : NULL;
    for (size_t i = 0; failed && i < query->count; ++i) {
        failed[query->bodies ? query->bodies[i] : i] = 0;
    }
}

static enum buoy_status answer(struct way *way, const struct buoy_step_batch *list, uint8_t *failed,
                               struct buoy_error *error) {
    const struct buoy_step_query *query = list->pass->query;
    buoy_elements_begin(&way->elements, failed);
    if (list->count == 1 && !buoy_step_options_of(query)->water_of) {
        answer_batch(way, list->pass, query->water, list);
    } else {
        for (size_t first = 0; first < list->count; first += BLOCK) {
            const size_t left = list->count - first;
            const struct buoy_step_batch block =
                buoy_batch_part(list, first, left < BLOCK ? left : BLOCK);
            answer_block(way, &block);
        }
    }
    return buoy_elements_end(&way->elements, list->count, error);
}

static inline void set_pass(const struct buoy_step_query *query, struct buoy_body_forces *results,
                            struct buoy_step_pass *pass) {
    pass->query = query;
    pass->results = results;
    pass->result_step = 1;
    const struct buoy_axes *axes = buoy_axes_of(query->frame);
    pass->y_is_up = axes->exchanged;
    pass->sign[0] = axes->sign[0];
    pass->sign[1] = axes->sign[1];
    // Whether effects alone are asked for as most engines do: changes of velocities, all in floats.
    const struct buoy_states *states = &query->states;
    const struct buoy_effects *effects = &query->effects;
    pass->usual = (states->position.type == BUOY_FLOAT) & (states->rotation.type == BUOY_FLOAT) &
                  (states->velocity.type == BUOY_FLOAT) & (states->spin.type == BUOY_FLOAT) &
                  (effects->linear.type == BUOY_FLOAT) & (effects->angular.type == BUOY_FLOAT) &
                  (states->velocity.first != NULL) & (states->spin.first != NULL) &
                  (effects->linear.first != NULL) & (effects->angular.first != NULL) &
                  (effects->kind == BUOY_VELOCITIES) & !query->w_first & (results == NULL) &
                  (query->water->current_at == NULL);
    pass->trusted = false;
}

// ------------------------------------------------------------------------- one body at once

// Whether buoy_water_check() and check_query() surely accept the water: without a region, currents
// that vary and waves that die away, of usual numbers, a plane up where the frame has it.
static inline bool is_ordinary(const struct buoy_water *water, const struct buoy_axes *axes) {
    const double *c = water->current, *n64 = water->plane64.normal;
    const bool is_usual = (!water->region) & (!water->current_at) & (water->density > 0.0) &
                          (fabs(water->level) <= BUOY_FARTHEST) & (water->density <= 1e9) &
                          (water->gravity >= 0.0) & (water->gravity <= 1e9) &
                          (buoy_dot(c, c) <= 1e18);
    const float *n = water->plane.normal;
    const double up[3] = {(double)n[0], (double)n[1], (double)n[2]};
    switch (water->kind) {
    case BUOY_WATER_PLANE:
        return is_usual & (n64[0] == 0.0) & (n64[1] == 0.0) & (n64[2] == 0.0) &
               (axes->sign[1] * up[axes->exchanged ? 1 : 2] > 0.0) & (buoy_dot(up, up) == 1.0) &
               (fabsf(water->plane.d) <= 1e18f);
    case BUOY_WATER_WAVES:
        return is_usual && water->waves && water->wave_pressure == BUOY_WAVES_STATIC &&
               isfinite(water->time);
    case BUOY_WATER_PATCH:
        return is_usual && water->patch;
    default:
        return false;
    }
}

// Enters a query whose water and wishes are as most engines have them. False where the long way has
// to look.
static inline bool enter_at_once(const struct buoy_step_query *query,
                                 struct buoy_body_forces *results, struct buoy_step_pass *pass) {
    const struct buoy_axes *axes = buoy_axes_of(query->frame);
    if (!axes || buoy_step_options_of(query)->water_of || !query->water ||
        check_arrays(query, results, NULL) != BUOY_OK ||
        !(query->dt >= 0.0 && query->dt <= BUOY_FORCES_MOST) || !is_ordinary(query->water, axes) ||
        buoy_place_in_use() <= 0) {
        return false;
    }
    const struct buoy_water *water = query->water;
    set_pass(query, results, pass);
    pass->at_once = true;
    pass->water = water;
    pass->weight = water->density * water->gravity;
    for (int k = 0; k < 3; ++k) {
        pass->up[k] = (double)water->plane.normal[k];
        pass->flow[k] = water->current[k];
    }
    pass->offset = (double)water->plane.d;
    return true;
}

// Answers a body in ordinary water. False, with no effect stored, where the long way has to look.
static inline bool answer_at_once(const struct buoy_step_pass *pass, size_t body) {
    const struct buoy_model *model = pass->query->models[body];
    if (model && pass->water->kind == BUOY_WATER_PLANE &&
        buoy_model_form(model) != BUOY_FORM_GENERAL) {
        return buoy_step_plain_scalar(pass, model, body, NULL);
    }
    struct buoy_step_batch batch;
    enter_batch(pass, &batch);
    batch.bodies = NULL;
    batch.first = body;
    batch.count = 1;
    return buoy_step_auto_best(&batch, NULL) == 1;
}

size_t buoy_step_scratch_bytes(const struct buoy_step_query *query, struct buoy_error *error) {
    if (!query || (query->count > 0 && !query->models)) {
        buoy_fail(error, BUOY_ERROR_ARGUMENT, query ? "no models" : "no query");
        return SIZE_MAX;
    }
    const struct buoy_kernel *kernel = buoy_step_options_of(query)->kernel;
    if (kernel && buoy_check_family(kernel, "step", error) != BUOY_OK) {
        return SIZE_MAX;
    }
    size_t most = 0;
    const struct buoy_model *before = NULL;
    const bool needs = kernel && kernel->method->step.scratch_bytes;
    for (size_t i = 0; needs && i < query->count; ++i) {
        const size_t body = query->bodies ? query->bodies[i] : i;
        const struct buoy_model *model = query->models[body];
        for (size_t p = 0; model && model != before && p < model->count; ++p) {
            const struct buoy_mesh *mesh = model->parts[p].mesh;
            const size_t bytes = mesh ? kernel->method->step.scratch_bytes(mesh) : 0;
            most = bytes > most ? bytes : most;
        }
        before = model;
    }
    buoy_succeed(error);
    return most;
}

// ------------------------------------------------------------------------------- public

enum buoy_status buoy_water_forces_compute(const struct buoy_step_query *query,
                                           struct buoy_body_forces *restrict results,
                                           struct buoy_error *error) {
    struct buoy_step_pass pass;
    BUOY_REFUSE_IF(!query, ARGUMENT, "no query");
    const struct buoy_kernel *kernel = buoy_step_options_of(query)->kernel;
    if (!kernel && query->count == 1 && enter_at_once(query, results, &pass) &&
        answer_at_once(&pass, query->bodies ? query->bodies[0] : 0)) {
        mark(query);
        return buoy_succeed(error);
    }
    const struct buoy_step_options *options = buoy_step_options_of(query);
    BUOY_TRY(check_query(query, results, error));
    BUOY_TRY(buoy_check_kernel(kernel, "step", error));
    const size_t needed = buoy_step_scratch_bytes(query, error);
    if (needed > 0 && !buoy_suffices(options->scratch, options->scratch_bytes, needed)) {
        return buoy_fail_scratch(error, needed);
    }
    struct way way; // without clearing its room for a message
    way.step = kernel ? kernel->step : buoy_step_auto_best;
    way.volumes = kernel ? kernel->method->step.volumes : NULL;
    set_pass(query, results, &pass);
    const struct buoy_step_batch list = {
        .pass = &pass, .bodies = query->bodies, .count = query->count};
    mark(query);
    return answer(&way, &list, options->failed, error);
}

enum buoy_status buoy_step_begin(const struct buoy_step_query *query, struct buoy_step_pass *pass,
                                 struct buoy_error *error) {
    BUOY_REFUSE_IF(!pass || !query, ARGUMENT, pass ? "no query" : "no room for the pass");
    if (enter_at_once(query, NULL, pass)) {
        return buoy_succeed(error);
    }
    struct buoy_step_query some = *query; // of no bodies, a query need not have arrays
    some.count = 1;
    BUOY_TRY(check_query(&some, NULL, error));
    BUOY_TRY(buoy_check_kernel(NULL, "step", error));
    set_pass(query, NULL, pass);
    pass->at_once = false;
    return BUOY_OK;
}

// A body that is not answered at once.
static __attribute__((noinline, cold)) enum buoy_status
answer_slowly(const struct buoy_step_pass *pass, size_t body) {
    struct way best;
    best.step = buoy_step_auto_best;
    best.volumes = NULL;
    const struct buoy_step_batch list = {.pass = pass, .first = body, .count = 1};
    return answer(&best, &list, NULL, NULL);
}

enum buoy_status buoy_step_one(const struct buoy_step_pass *pass, size_t body) {
    return pass->at_once && answer_at_once(pass, body) ? BUOY_OK : answer_slowly(pass, body);
}
