// step/fused: forces of the water on bodies of any shapes, from their poses and velocities; lanes =
// bodies. A template, included by every_method.h once for each instruction set.
//
// Plain bodies, of which runs of one form are answered together, go turn by turn from states to
// effects (step_plain.h). Others, a portion at a time whose rows stay in the first-level cache, go
// through three passes: places (step_waves.h where the water is not plane), volumes
// (step_volumes.h), forces (step_forces.h); in pools and in waves that die away with depth, body by
// body, what these change. Every operation is done lane by lane, so that an answer depends neither
// on a body's place nor on its company.
#include <float.h>

#include "dispatch/methods.h"
#include "step_forces.h"
#include "step_plain.h"
#include "step_portion.h"
#include "step_volumes.h"
#include "step_waves.h"
#include "water/water.h"

// ------------------------------------------------------------------------------------------ places

// From poses to rotations, and to the water's plane in each model's frame.

// The rotation of the model's axes, from the body's quaternion q. Adding 0 turns −0 into 0, so that
// a body's answer does not depend on whether others of its portion are turned. Products wait for
// the division, not the division for them.
static STEP_INLINE void step_turn(const struct step_portion *portion, size_t i, const doubles q[4],
                                  doubles rotation[9], struct step_watch *watch) {
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    doubles x = q[0], y = q[1], z = q[2], w = q[3], t[4];
    if (portion->turned) {
        step_read_model(portion, i, BUOY_MODEL_TURN, t);
        doubles turned[3] = {doubles_mul(w, t[0]), doubles_mul(w, t[1]), doubles_mul(w, t[2])};
        for (int k = 0; k < 3; ++k) {
            turned[k] = doubles_muladd(q[k], t[3], turned[k]);
        }
        doubles_add_cross(q, t, turned);
        w = doubles_sub(doubles_mul(w, t[3]), doubles_dot(q, t));
        x = turned[0];
        y = turned[1];
        z = turned[2];
    }
    x = doubles_add(x, zero);
    y = doubles_add(y, zero);
    z = doubles_add(z, zero);
    w = doubles_add(w, zero);
    const doubles xx = doubles_mul(x, x), yy = doubles_mul(y, y), zz = doubles_mul(z, z);
    const doubles xy = doubles_mul(x, y), yz = doubles_mul(y, z), zx = doubles_mul(z, x);
    const doubles wx = doubles_mul(w, x), wy = doubles_mul(w, y), wz = doubles_mul(w, z);
    const doubles yy_zz = doubles_add(yy, zz);
    const doubles length2 = doubles_add(doubles_muladd(w, w, xx), yy_zz);
    const doubles off = doubles_sub(length2, one);
    const doubles off2 = doubles_mul(off, off);
    watch->off_unit = doubles_max(off2, watch->off_unit);
    const doubles s = doubles_div(doubles_splat(2.0), length2);
    rotation[0] = doubles_sub(one, doubles_mul(s, yy_zz));
    rotation[1] = doubles_mul(s, doubles_sub(xy, wz));
    rotation[2] = doubles_mul(s, doubles_add(zx, wy));
    rotation[3] = doubles_mul(s, doubles_add(xy, wz));
    rotation[4] = doubles_sub(one, doubles_mul(s, doubles_add(zz, xx)));
    rotation[5] = doubles_mul(s, doubles_sub(yz, wx));
    rotation[6] = doubles_mul(s, doubles_sub(zx, wy));
    rotation[7] = doubles_mul(s, doubles_add(yz, wx));
    rotation[8] = doubles_sub(one, doubles_mul(s, doubles_add(xx, yy)));
}

static STEP_INLINE void step_place(struct step_portion *portion, struct step_watch *watch) {
    for (size_t i = 0; i < portion->count || i % LANES_WIDTH != 0; i += DOUBLES_WIDTH) {
        const struct step_shared *shared = portion->shared;
        doubles position[3], q[4], model[4], rotation[9], middle[3];
        step_read3(portion, &shared->batch->pass->query->states.position, i, false, position);
        step_read_rotations(portion, i, q);
        step_read_model(portion, i, BUOY_MODEL_MIDDLE, model);
        const doubles square = doubles_dot(position, position);
        watch->largest = doubles_max(square, watch->largest);
        watch->sum = doubles_add(square, watch->sum);
        step_turn(portion, i, q, rotation, watch);
        for (int k = 0; k < 9; ++k) {
            doubles_store(&portion->rotation[k][i], rotation[k]);
        }
        step_rotate(rotation, model, middle);
        for (int k = 0; k < 3; ++k) {
            middle[k] = doubles_add(middle[k], position[k]);
        }
        step_store3(portion->middle[0], i, middle);
        if (!shared->fitted) {
            const double *level = shared->batch->up;
            const doubles up[3] = {doubles_splat(level[0]), doubles_splat(level[1]),
                                   doubles_splat(level[2])};
            doubles n[3];
            step_rotate_back(rotation, up, n);
            step_store3(portion->rows.normal[0], i, n);
            doubles_store(&portion->rows.depth[i], doubles_sub(doubles_splat(shared->batch->offset),
                                                               doubles_dot(up, middle)));
        }
        if (portion->kind >= 0) {
            step_read_model(portion, i, BUOY_MODEL_QUADRATIC, model);
            step_store3(portion->rows.size[0], i, &model[1]);
        }
    }
}

// ------------------------------------------------------------------------------------------- pools

// Bodies in a pool, before and after their volumes are found: what is outside is dry. Pools are
// rare: all of this is small rather than fast.

// The radius of a ball that surely holds all of a body's box, in diagonals.
#define STEP_POOL_BALL 0.51

// Whether all of a body is surely in the pool, by that ball.
static inline bool step_is_within(const struct step_portion *portion, size_t i) {
    const struct buoy_region *region = portion->shared->water->region;
    const double radius = STEP_POOL_BALL * portion->model[i][BUOY_MODEL_DIAGONAL];
    bool within = true;
    for (int k = 0; k < 3; ++k) {
        const double middle = portion->middle[k][i];
        within = within && middle - radius >= region->low[k] && middle + radius <= region->high[k];
    }
    return within;
}

// What the pool holds of a body of the portion.
static inline void step_hold(const struct step_portion *portion, size_t i, struct buoy_held *held) {
    const struct step_shared *shared = portion->shared;
    struct buoy_wader wader = {.depth = portion->rows.depth[i]};
    const double *half = step_model(portion, i)->half_extent;
    for (int k = 0; k < 3; ++k) {
        const double axis[3] = {portion->rotation[3 * k][i], portion->rotation[3 * k + 1][i],
                                portion->rotation[3 * k + 2][i]};
        wader.middle[k] = portion->middle[k][i];
        wader.up[k] = shared->fitted ? portion->up[k][i] : shared->batch->up[k];
        wader.reach[k] = buoy_reach(axis, half);
    }
    buoy_pool_hold(shared->water->region, &wader, held);
}

// Whether the pool holds all of a body.
static __attribute__((noinline, cold)) bool step_is_inside(const struct step_portion *portion,
                                                           size_t i) {
    struct buoy_held held;
    if (step_is_within(portion, i)) {
        return true;
    }
    step_hold(portion, i, &held);
    return held.share == 1.0;
}

// Bodies outside the pool are dry, which spares a look at them.
static __attribute__((noinline, cold)) void step_leave_outside(struct step_portion *portion) {
    for (size_t i = 0; i < portion->count; ++i) {
        struct buoy_held held;
        if (step_is_within(portion, i)) {
            continue;
        }
        step_hold(portion, i, &held);
        if (held.share == 0.0) {
            portion->rows.depth[i] = -2.0 * portion->model[i][BUOY_MODEL_DIAGONAL];
        }
    }
}

// Reduces what is submerged of bodies at a wall to what the pool holds.
static __attribute__((noinline, cold)) void step_keep_in_pool(struct step_portion *portion) {
    struct step_rows *rows = &portion->rows;
    for (size_t i = 0; i < portion->count; ++i) {
        struct buoy_held held;
        double at[3], c[3];
        if (rows->volume[i] == 0.0 || step_is_inside(portion, i)) {
            continue;
        }
        step_hold(portion, i, &held);
        for (int k = 0; k < 3; ++k) {
            at[k] = portion->rotation[3 * k][i] * rows->centre[0][i] +
                    portion->rotation[3 * k + 1][i] * rows->centre[1][i] +
                    portion->rotation[3 * k + 2][i] * rows->centre[2][i];
        }
        buoy_pool_keep(&held, &rows->volume[i], &rows->area[i], at);
        for (int k = 0; k < 3; ++k) {
            c[k] = portion->rotation[k][i] * at[0] + portion->rotation[3 + k][i] * at[1] +
                   portion->rotation[6 + k][i] * at[2];
        }
        for (int k = 0; k < 3; ++k) {
            rows->centre[k][i] = c[k];
        }
    }
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

// ------------------------------------------------------------------------------- all bodies

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
    return (portion->shared->batch->pass->trusted || step_is_good(watch))
               ? step_answer(portion, watch)
               : 0;
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
    const struct buoy_water *water = batch->pass->water;
#ifdef STEP_ALONE
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
    const struct step_shared shared = {
        .batch = batch,
        .water = water,
        .volumes = volumes,
        .density = water->density,
        .weight = water->density * water->gravity,
        .fitted = water->kind != BUOY_WATER_PLANE,
        .current_varies = water->current_at != NULL,
        .decays = buoy_decays(water),
        .pushes = buoy_pass_has_effects(batch->pass),
    };
    return step_do_many(&shared);
}
