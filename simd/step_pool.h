// Bodies of a step in a pool, before and after their volumes are found: what is outside is dry.
// Pools are rare: all of this is small rather than fast. For templates, on whatever lanes_<isa>.h
// came before.
#ifndef BUOY_STEP_POOL_H
#define BUOY_STEP_POOL_H

#include "step_portion.h"
#include "water/water.h"

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

#undef STEP_POOL_BALL

#endif
