// Last pass of a step in waves whose pressure dies away with depth: their buoyancy, body by body.
// For templates, on whatever lanes_<isa>.h came before.
#ifndef BUOY_STEP_DECAY_H
#define BUOY_STEP_DECAY_H

#include "bodies/placing.h"
#include "step_portion.h"

// How body i of a portion lies in the waves.
static inline void step_sink(const struct step_portion *portion, size_t i,
                             const struct buoy_body_forces *found, struct buoy_sunk *sunk) {
    const struct buoy_model *model = portion->shared->query->models[portion->first + i];
    const double *row = portion->model[i];
    struct buoy_rotation rotation;
    struct buoy_spread spread;
    struct buoy_dipped dipped = {.depth = portion->rows.depth[i],
                                 .share = found->volume / model->info.volume};
    double r[3];
    for (int k = 0; k < 3; ++k) {
        dipped.up[k] = portion->up[k][i];
        dipped.middle[k] = portion->middle[k][i];
        dipped.centre[k] = found->centre[k];
        r[k] = portion->rows.centre[k][i] + row[BUOY_MODEL_ARM + k];
        spread.centroid[k] = row[BUOY_MODEL_CENTROID + k];
        spread.second[k] = 0.2 * row[BUOY_MODEL_SPREAD + k];
        spread.second[3 + k] = 0.2 * row[BUOY_MODEL_SPREAD + 3 + k];
        for (int j = 0; j < 3; ++j) {
            rotation.row[k][j] = portion->rotation[3 * k + j][i];
        }
    }
    buoy_rotate(&rotation, r, sunk->arm);
    buoy_sink(&rotation, &spread, &dipped, &sunk->part);
}

// False if a force is not finite.
static __attribute__((noinline)) bool step_let_decay(const struct step_portion *portion,
                                                     struct buoy_body_forces *restrict results) {
    bool good = true;
    for (size_t i = 0; i < portion->count; ++i) {
        if (results[i].volume > 0.0) {
            struct buoy_sunk sunk;
            step_sink(portion, i, &results[i], &sunk);
            buoy_let_decay(portion->shared->query->water, &sunk, &results[i]);
            for (int k = 0; k < 3; ++k) {
                good = good && isfinite(results[i].buoyancy.force[k]) &&
                       isfinite(results[i].buoyancy.torque[k]);
            }
        }
    }
    return good;
}

#endif
