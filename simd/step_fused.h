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

static inline void step_share(const struct buoy_step_query *query, buoy_volume_function *volumes,
                              struct step_shared *shared) {
    const struct buoy_water *water = query->water;
    const struct buoy_plane64 plane = buoy_level_of(water);
    shared->query = query;
    shared->volumes = volumes;
    shared->density = water->density;
    shared->weight = water->density * water->gravity;
    shared->fitted = water->kind != BUOY_WATER_PLANE;
    shared->current_varies = water->current_at != NULL;
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

// One portion. False if a model is missing.
static inline bool step_do(struct step_portion *portion, struct step_watch *watch,
                           struct buoy_body_forces *restrict results) {
    if (!step_begin(portion)) {
        return false;
    }
    step_place(portion, watch);
    if (portion->shared->fitted) {
        watch->failed = !step_fit_planes(portion) || watch->failed;
    }
    const bool pooled = portion->shared->query->water->region;
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
    step_answer(portion, watch, results);
    if (buoy_decays(portion->shared->query->water)) {
        watch->failed = !step_let_decay(portion, results) || watch->failed;
    }
    return true;
}

// Whether everything surely is valid; a sum of all answers that is finite had no other term.
static inline bool step_is_good(const struct step_watch *watch) {
    _Alignas(64) double off[DOUBLES_WIDTH], largest[DOUBLES_WIDTH], sum[DOUBLES_WIDTH];
    bool good = !watch->failed;
    doubles_store(off, watch->off_unit);
    doubles_store(largest, watch->largest);
    doubles_store(sum, watch->sum);
    for (int i = 0; i < DOUBLES_WIDTH; ++i) {
        good = good && off[i] <= 0.9 * BUOY_FORCES_LOOSE * BUOY_FORCES_LOOSE &&
               largest[i] <= 0.9 * BUOY_FORCES_MOST * BUOY_FORCES_MOST && isfinite(sum[i]);
    }
    return good;
}

#if LANES_WIDTH == 1
// Whether a query is for one box or mesh in still or flowing plane water, with neither pool nor
// quadratic drag.
static inline bool step_is_plain(const struct buoy_step_query *query) {
    const struct buoy_water *water = query->water;
    const struct buoy_model *model = query->count == 1 ? query->models[0] : NULL;
    return model &&
           (model->row[BUOY_MODEL_KIND] == (double)BUOY_SHAPE_BOX ||
            model->row[BUOY_MODEL_KIND] == (double)BUOY_SHAPE_MESH) &&
           !buoy_model_has(model, BUOY_MODEL_DRAGS) && water->kind == BUOY_WATER_PLANE &&
           !water->region && !water->current_at;
}

// Such a body alone: none of the loops and lists of many.
static STEP_INLINE bool step_do_plain(const struct buoy_step_query *query,
                                      buoy_volume_function *volumes, enum buoy_shape_kind kind,
                                      struct buoy_body_forces *restrict result) {
    struct step_watch watch = {0.0, 0.0, 0.0, false};
    struct step_shared shared;
    struct step_portion portion;
    const struct buoy_model *model = query->models[0];
    step_share(query, volumes, &shared);
    shared.fitted = shared.current_varies = false;
    portion.shared = &shared;
    portion.first = 0;
    portion.count = 1;
    portion.model[0] = model->row;
    portion.alike = true;
    portion.kind = kind;
    portion.turned = buoy_model_has(model, BUOY_MODEL_TURNED);
    portion.drags = false;
    step_place(&portion, &watch);
    if (kind == BUOY_SHAPE_BOX) { // nothing is called that would need its numbers in memory
        step_solve_boxes_here(&portion.rows, 1);
    } else {
        step_solve_alone(&portion, model->parts[0].mesh, &portion.rows);
    }
    step_answer(&portion, &watch, result);
    return step_is_good(&watch);
}
#endif

bool BUOY_VARIANT(buoy_step_fused)(const struct buoy_step_query *query,
                                   buoy_volume_function *volumes,
                                   struct buoy_body_forces *restrict results) {
    const doubles zero = doubles_splat(0.0);
    struct step_watch watch = {zero, zero, zero, false};
    struct step_shared shared;
    struct step_portion portion;
#if LANES_WIDTH == 1
    if (step_is_plain(query)) {
        return query->models[0]->row[BUOY_MODEL_KIND] == (double)BUOY_SHAPE_BOX
                   ? step_do_plain(query, volumes, BUOY_SHAPE_BOX, results)
                   : step_do_plain(query, volumes, BUOY_SHAPE_MESH, results);
    }
#endif
    step_share(query, volumes, &shared);
    portion.shared = &shared;
    for (size_t first = 0; first < query->count; first += STEP_PORTION) {
        const size_t left = query->count - first;
        portion.first = first;
        portion.count = left < STEP_PORTION ? left : STEP_PORTION;
        if (!step_do(&portion, &watch, &results[first])) {
            return false;
        }
    }
    return step_is_good(&watch);
}

#undef STEP_PORTION
#undef STEP_ROW
#undef STEP_INLINE
