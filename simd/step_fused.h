// step/fused: forces of the water on bodies of any shapes, from their poses and velocities; lanes =
// bodies. A template, included by every_method.h once for each instruction set.
//
// Three passes over a portion of the bodies, whose rows stay in the first-level cache: places
// (step_place.h; step_waves.h where the water is not plane), volumes (step_volumes.h), forces
// (step_forces.h); in pools (step_pool.h) and in waves that die away with depth (step_decay.h),
// body by body, what these change. Every operation is done lane by lane, so that an answer depends
// neither on a body's place nor on its company.
#include "dispatch/methods.h"
#if LANES_WIDTH > 1 && !defined LANES_FMA // a single body's products and sums are not fused
#define STEP_ALONE
#endif
#include "step_decay.h"
#include "step_forces.h"
#include "step_place.h"
#include "step_pool.h"
#include "step_volumes.h"
#include "step_waves.h"
#ifdef STEP_ALONE
#include "step_alone.h" // last: a header is in an amalgamation once, where it is first included
#endif

static inline void step_share(const struct buoy_step_batch *batch, buoy_volume_function *volumes,
                              struct step_shared *shared) {
    const struct buoy_water *water = batch->water;
    shared->batch = batch;
    shared->water = water;
    shared->volumes = volumes;
    shared->density = water->density;
    shared->weight = water->density * water->gravity;
    shared->fitted = water->kind != BUOY_WATER_PLANE;
    shared->current_varies = water->current_at != NULL;
    shared->decays = buoy_decays(water);
    shared->pushes = buoy_batch_has_effects(batch);
}

// Finds what is submerged of a portion. False if no answer may be stored.
static inline bool step_submerge(struct step_portion *portion, struct step_watch *watch) {
    const bool pooled = portion->shared->water->region;
    step_place(portion, watch);
    if (portion->shared->fitted) {
        watch->failed = !step_fit_planes(portion) || watch->failed;
    }
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
    return portion->shared->batch->trusted || step_is_good(watch);
}

// How many bodies make a portion. In a list, which is in order of kinds, a run of a kind that is
// worth it ends with the portion.
static inline size_t step_length(const struct buoy_step_batch *batch, size_t first) {
    const size_t left = batch->count - first, most = left < STEP_PORTION ? left : STEP_PORTION;
    const struct buoy_model *const *models = batch->query->models;
    const struct buoy_model *model = batch->bodies ? models[batch->bodies[first]] : NULL;
    size_t alike = model ? 1 : most;
    while (alike < most && models[batch->bodies[first + alike]] &&
           models[batch->bodies[first + alike]]->row[BUOY_MODEL_KIND] ==
               model->row[BUOY_MODEL_KIND]) {
        ++alike;
    }
    return alike < 8 ? most : alike;
}

static __attribute__((noinline)) size_t step_do_many(const struct step_shared *shared) {
    const struct buoy_step_batch *batch = shared->batch;
    const doubles zero = doubles_splat(0.0);
    struct step_watch watch = {zero, zero, zero, zero, false};
    struct step_portion portion;
    portion.shared = shared;
    for (size_t first = 0; first < batch->count; first += portion.count) {
        portion.count = step_length(batch, first);
        if (!step_begin(&portion, first) || !step_submerge(&portion, &watch)) {
            return first;
        }
        const size_t answered = step_answer(&portion, &watch);
        if (answered < portion.count) {
            return first + answered;
        }
    }
    return batch->count;
}

size_t BUOY_VARIANT(buoy_step_fused)(const struct buoy_step_batch *batch,
                                     buoy_volume_function *volumes) {
    struct step_shared shared;
    step_share(batch, volumes, &shared);
#ifdef STEP_ALONE
    if (alone_is_plain(batch)) {
        return step_do_alone(&shared);
    }
    if (batch->count == 1) { // wide vectors would mostly be idle, but not in its meshes
        return buoy_step_fused_scalar(batch, volumes ? volumes : buoy_volume_auto_best);
    }
#endif
    return step_do_many(&shared);
}

#undef STEP_ALONE
#undef STEP_PORTION
#undef STEP_ROW
#undef STEP_INLINE
