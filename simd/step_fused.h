// step/fused: forces of the water on bodies of any shapes, from their poses and velocities; lanes =
// bodies. A template, included by every_method.h once for each instruction set.
//
// Three passes over a portion of the bodies, whose rows stay in the first-level cache: places
// (step_place.h; step_waves.h where the water is not plane), volumes (step_volumes.h), forces
// (step_forces.h); in pools (step_pool.h) and in waves that die away with depth (step_decay.h),
// body by body, what these change. Every operation is done lane by lane, so that an answer depends
// neither on a body's place nor on its company.
#include "dispatch/methods.h"
#include "step_decay.h"
#include "step_forces.h"
#include "step_place.h"
#include "step_pool.h"
#include "step_volumes.h"
#include "step_waves.h"
#include "water/flat.h"

static inline void step_share(const struct buoy_step_batch *batch, buoy_volume_function *volumes,
                              struct step_shared *shared) {
    const struct buoy_water *water = batch->water;
    const struct buoy_plane64 plane = buoy_level_of(water);
    shared->batch = batch;
    shared->water = water;
    shared->volumes = volumes;
    shared->density = water->density;
    shared->weight = water->density * water->gravity;
    shared->fitted = water->kind != BUOY_WATER_PLANE;
    shared->current_varies = water->current_at != NULL;
    shared->decays = buoy_decays(water);
    shared->pushes = buoy_batch_has_effects(batch);
    if (!shared->fitted) {
        const double *n = plane.normal;
        const double square = buoy_dot(n, n); // neither too large nor too small
        const double length = square == 1.0 ? 1.0 : sqrt(square);
        for (int k = 0; k < 3; ++k) {
            shared->up[k] = square == 1.0 ? n[k] : n[k] / length;
        }
        shared->offset = square == 1.0 ? plane.d : plane.d / length;
    }
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

#if LANES_WIDTH == 1
// Whether a batch is one body of a single part in plane water, or in waves with a kernel for those,
// without walls and with one current.
static inline bool step_is_plain(const struct buoy_step_batch *batch) {
    const struct buoy_water *water = batch->water;
    const struct buoy_model *model =
        batch->count == 1 ? batch->query->models[buoy_batch_body(batch, 0)] : NULL;
    return model && model->row[BUOY_MODEL_KIND] >= 0.0 &&
           (water->kind == BUOY_WATER_PLANE || batch->wide) && !water->region && !water->current_at;
}

// Such a body alone: none of the loops and lists of many.
static STEP_INLINE size_t step_do_plain(const struct buoy_step_batch *batch,
                                        buoy_volume_function *volumes, bool is_box) {
    struct step_watch watch = {0.0, 0.0, 0.0, 0.0, false};
    struct step_shared shared;
    struct step_portion portion;
    const size_t body = buoy_batch_body(batch, 0);
    const struct buoy_model *model = batch->query->models[body];
    step_share(batch, volumes, &shared);
    shared.current_varies = false;
    portion.shared = &shared;
    portion.count = 1;
    portion.body[0] = (uint32_t)body;
    portion.model[0] = model->row;
    portion.alike = true;
    portion.kind = is_box ? BUOY_SHAPE_BOX : (int)model->row[BUOY_MODEL_KIND];
    portion.turned = buoy_model_has(model, BUOY_MODEL_TURNED);
    portion.drags = !is_box && buoy_model_has(model, BUOY_MODEL_DRAGS);
    step_place(&portion, &watch);
    if (shared.fitted) {
        step_fit_alone(&portion);
    }
    if (is_box) { // nothing is called that would need its numbers in memory
        step_solve_boxes_here(&portion.rows, 1);
    } else if (portion.kind == BUOY_SHAPE_BOX) {
        step_solve_boxes(&portion.rows, 1);
        step_wet_boxes(&portion.rows, 1);
    } else if (portion.kind != BUOY_SHAPE_MESH) {
        step_solve_shapes((enum buoy_shape_kind)portion.kind, portion.drags, 1, &portion.rows);
    } else if (portion.drags) {
        step_solve_mesh(&portion, model->parts[0].mesh, 0, &portion.rows);
    } else {
        step_solve_alone(&portion, model->parts[0].mesh, 0, &portion.rows);
    }
    if (shared.decays) {
        step_let_decay(&portion);
    }
    return step_answer(&portion, &watch);
}
#endif

size_t BUOY_VARIANT(buoy_step_fused)(const struct buoy_step_batch *batch,
                                     buoy_volume_function *volumes) {
    const doubles zero = doubles_splat(0.0);
    struct step_watch watch = {zero, zero, zero, zero, false};
    struct step_shared shared;
    struct step_portion portion;
#if LANES_WIDTH == 1
    if (step_is_plain(batch)) {
        const struct buoy_model *model = batch->query->models[buoy_batch_body(batch, 0)];
        const bool is_box = model->row[BUOY_MODEL_KIND] == (double)BUOY_SHAPE_BOX &&
                            !buoy_model_has(model, BUOY_MODEL_DRAGS);
        return is_box ? step_do_plain(batch, volumes, true) : step_do_plain(batch, volumes, false);
    }
#endif
#if LANES_WIDTH > 1
    if (batch->fit) {
        step_add_waves_alone(batch->water, batch->fit);
        return 1;
    }
#endif
    step_share(batch, volumes, &shared);
    portion.shared = &shared;
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

#undef STEP_PORTION
#undef STEP_ROW
#undef STEP_INLINE
