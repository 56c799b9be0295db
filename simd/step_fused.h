// step/fused: forces of the water on bodies of any shapes, from their poses and velocities; lanes =
// bodies. A template, included by every_method.h once for each instruction set.
//
// Plain bodies, of which runs of one form are answered together, go turn by turn from states to
// effects (step_plain.h). Others, a portion at a time whose rows stay in the first-level cache, go
// through three passes: places (step_place.h; step_waves.h where the water is not plane), volumes
// (step_volumes.h), forces (step_forces.h); in pools (step_pool.h) and in waves that die away with
// depth (step_decay.h), body by body, what these change. Every operation is done lane by lane, so
// that an answer depends neither on a body's place nor on its company.
#include "dispatch/methods.h"
#include "step_decay.h"
#include "step_forces.h"
#include "step_place.h"
#include "step_plain.h"
#include "step_pool.h"
#include "step_volumes.h"
#include "step_waves.h"

static inline void step_share(const struct buoy_step_batch *batch, buoy_volume_function *volumes,
                              struct step_shared *shared) {
    const struct buoy_water *water = batch->pass->water;
    shared->batch = batch;
    shared->water = water;
    shared->volumes = volumes;
    shared->density = water->density;
    shared->weight = water->density * water->gravity;
    shared->fitted = water->kind != BUOY_WATER_PLANE;
    shared->current_varies = water->current_at != NULL;
    shared->decays = buoy_decays(water);
    shared->pushes = buoy_pass_has_effects(batch->pass);
}

// -------------------------------------------------------------------------------- plain bodies

// So few bodies of a turn are answered faster one by one, in plain C.
#if defined LANES_FMA // which fuses nothing
#define STEP_FEW 0
#elif DOUBLES_WIDTH < 4
#define STEP_FEW 1
#else
#define STEP_FEW (DOUBLES_WIDTH / 4)
#endif

// In plain C; counting has that of its own.
#if LANES_WIDTH == 1
#define STEP_PLAIN BUOY_VARIANT(buoy_step_plain)
#else
#define STEP_PLAIN buoy_step_plain_scalar
#endif

// Answers plain bodies of one form. Returns the number of those answered.
static inline size_t step_do_plain(const struct step_portion *portion) {
    const struct step_shared *shared = portion->shared;
    const struct buoy_step_pass *pass = shared->batch->pass;
    struct plain_turn turn;
    turn.pass = pass;
    turn.alike = portion->alike;
    turn.axes = shared->batch->axes;
    turn.height = NULL;
    for (size_t i = 0; i < portion->count; i += DOUBLES_WIDTH) {
        turn.count = portion->count - i;
        for (size_t k = 0; turn.count <= STEP_FEW && k < turn.count; ++k) {
            const struct buoy_fit fit = {portion->up[2][i + k], portion->up[0][i + k],
                                         portion->up[1][i + k]};
            if (!STEP_PLAIN(pass, step_model(portion, i + k), portion->body[i + k],
                            shared->fitted ? &fit : NULL)) {
                return i + k;
            }
        }
        if (turn.count <= STEP_FEW) {
            break;
        }
        turn.body = &portion->body[i];
        turn.row = &portion->model[i];
        if (shared->fitted) {
            turn.slope_x = &portion->up[0][i];
            turn.slope_y = &portion->up[1][i];
            turn.height = &portion->up[2][i];
        }
        if (!plain_do(&turn, portion->form)) {
            return i;
        }
    }
    return portion->count;
}

#undef STEP_FEW
#undef STEP_PLAIN

// ------------------------------------------------------------------------------- all bodies

// Finds what is submerged of a portion. False if no answer may be stored.
static inline bool step_submerge(struct step_portion *portion, struct step_watch *watch) {
    const bool pooled = portion->shared->water->region;
    if (pooled) {
        step_leave_outside(portion);
    }
    step_find_volumes(portion);
    if (pooled) {
        step_keep_in_pool(portion);
    }
    if (portion->shared->current_varies) {
        watch->failed = !step_ask_currents(portion) || watch->failed;
    }
    if (portion->shared->decays) {
        step_let_decay(portion);
    }
    return portion->shared->batch->pass->trusted || step_is_good(watch);
}

// Answers a portion. Returns the number of bodies answered.
static inline size_t step_do_portion(struct step_portion *portion, struct step_watch *watch) {
    const struct step_shared *shared = portion->shared;
    const bool may_be_plain = portion->form != BUOY_FORM_GENERAL && !shared->decays;
    if (!may_be_plain || shared->water->region) {
        step_place(portion, watch);
        if (shared->fitted) {
            watch->failed = !step_fit_planes(portion, false) || watch->failed;
        }
    }
    // In a pool, whose portions are single bodies, a body is plain if it is wholly inside.
    if (may_be_plain && (!shared->water->region || step_is_inside(portion, 0))) {
        return !shared->fitted || step_fit_planes(portion, true) ? step_do_plain(portion) : 0;
    }
    return step_submerge(portion, watch) ? step_answer(portion, watch) : 0;
}

static __attribute__((noinline)) size_t step_do_many(const struct step_shared *shared) {
    const struct buoy_step_batch *batch = shared->batch;
    const doubles zero = doubles_splat(0.0);
    struct step_watch watch = {zero, zero, zero, zero, false};
    struct step_portion portion;
    portion.shared = shared;
    const size_t most = shared->water->region ? 1 : STEP_PORTION; // in a pool, a body at a time
    for (size_t first = 0; first < batch->count; first += portion.count) {
        const size_t left = batch->count - first;
        if (!step_begin(&portion, first, left < most ? left : most)) {
            return first;
        }
        const size_t answered = step_do_portion(&portion, &watch);
        if (answered < portion.count) {
            return first + answered;
        }
    }
    return batch->count;
}

size_t BUOY_VARIANT(buoy_step_fused)(const struct buoy_step_batch *batch,
                                     buoy_volume_function *volumes) {
    struct step_shared shared;
#ifdef STEP_ALONE
    const struct buoy_water *water = batch->pass->water;
    if (batch->count == 1 && water->kind == BUOY_WATER_WAVES) {
        const size_t body = buoy_batch_body(batch, 0);
        const struct buoy_model *model = batch->pass->query->models[body];
        if (model && buoy_model_form(model) != BUOY_FORM_GENERAL && !water->region &&
            !buoy_decays(water)) {
            struct buoy_footprint footprint;
            struct buoy_fit fit;
            buoy_step_look_scalar(batch->pass, model, body, &footprint);
            step_add_waves_alone(water, &footprint, &fit);
            return buoy_step_plain_scalar(batch->pass, model, body, &fit);
        }
        struct buoy_step_batch alone = *batch;
        alone.fit = step_add_waves_alone;
        return buoy_step_fused_scalar(&alone, volumes ? volumes : buoy_volume_auto_best);
    }
#endif
    step_share(batch, volumes, &shared);
    return step_do_many(&shared);
}

#undef STEP_ALONE
#undef STEP_PORTION
#undef STEP_ROW
#undef STEP_INLINE
