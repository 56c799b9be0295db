// Bodies of a step in waves whose pressure dies away with depth: their buoyancy, body by body, once
// their volumes are known. For templates, on whatever lanes_<isa>.h came before.
#ifndef BUOY_STEP_DECAY_H
#define BUOY_STEP_DECAY_H

#include "bodies/pose.h"
#include "step_portion.h"

// How body i of a portion lies in the waves.
static inline void step_sink(const struct step_portion *portion, size_t i,
                             const struct buoy_rotation *rotation, const double r[3],
                             struct buoy_sunk *sunk) {
    const struct step_rows *rows = &portion->rows;
    const double *row = portion->model[i];
    const double c[3] = {rows->centre[0][i], rows->centre[1][i], rows->centre[2][i]};
    struct buoy_spread spread;
    struct buoy_dipped dipped = {.depth = rows->depth[i],
                                 .share = rows->volume[i] / step_model(portion, i)->info.volume};
    buoy_rotate(rotation, c, dipped.centre);
    for (int k = 0; k < 3; ++k) {
        dipped.up[k] = portion->up[k][i];
        dipped.middle[k] = portion->middle[k][i];
        dipped.centre[k] += dipped.middle[k];
        spread.centroid[k] = row[BUOY_MODEL_CENTROID + k];
        spread.second[k] = 0.2 * row[BUOY_MODEL_SPREAD + k];
        spread.second[3 + k] = 0.2 * row[BUOY_MODEL_SPREAD + 3 + k];
    }
    buoy_rotate(rotation, r, sunk->arm);
    buoy_sink(rotation, &spread, &dipped, &sunk->part);
}

// Buoyancy of body i and its torque, in the world; of a dry one nothing, with the signs that it has
// in other water.
static inline void step_lift(const struct step_portion *portion, size_t i,
                             struct buoy_force *force) {
    const struct step_shared *shared = portion->shared;
    const struct step_rows *rows = &portion->rows;
    const double volume = rows->volume[i], weight = shared->weight * volume;
    struct buoy_rotation rotation;
    double r[3], turned[3];
    for (int k = 0; k < 3; ++k) {
        r[k] = rows->centre[k][i] + portion->model[i][BUOY_MODEL_ARM + k];
        for (int j = 0; j < 3; ++j) {
            rotation.row[k][j] = portion->rotation[3 * k + j][i];
        }
    }
    if (volume > 0.0) {
        struct buoy_sunk sunk;
        step_sink(portion, i, &rotation, r, &sunk);
        buoy_let_decay(shared->water, &sunk, volume, force);
        return;
    }
    const double n[3] = {rows->normal[0][i], rows->normal[1][i], rows->normal[2][i]};
    buoy_cross_product(r, n, turned);
    for (int k = 0; k < 3; ++k) {
        force->force[k] = weight * portion->up[k][i];
        turned[k] *= weight;
    }
    buoy_rotate(&rotation, turned, force->torque);
}

// All of them, in place of the normals and of the sizes, which are used up.
static __attribute__((noinline)) void step_let_decay(struct step_portion *portion) {
    struct step_rows *rows = &portion->rows;
    struct buoy_force force;
    for (size_t i = 0; i < portion->count || i % DOUBLES_WIDTH != 0; ++i) {
        if (i < portion->count) {
            step_lift(portion, i, &force);
        }
        for (int k = 0; k < 3; ++k) {
            rows->normal[k][i] = force.force[k];
            rows->size[k][i] = force.torque[k];
        }
    }
}

#endif
