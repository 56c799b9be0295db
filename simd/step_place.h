// First pass of a step: from poses to rotations, and to the water's plane in each model's frame.
// For templates, on whatever lanes_<isa>.h came before.
#ifndef BUOY_STEP_PLACE_H
#define BUOY_STEP_PLACE_H

#include <float.h>

#include "step_portion.h"

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
    watch->sum = doubles_add(off2, watch->sum);
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

// Places a turn of bodies: in plane water with the plane they meet, else with their middles.
static STEP_INLINE void step_place_turn(struct step_portion *portion, size_t i,
                                        struct step_watch *watch) {
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
        doubles_store(&portion->rows.depth[i],
                      doubles_sub(doubles_splat(shared->batch->offset), doubles_dot(up, middle)));
    }
    if (portion->kind >= 0) {
        step_read_model(portion, i, BUOY_MODEL_QUADRATIC, model);
        step_store3(portion->rows.size[0], i, &model[1]);
    }
}

static STEP_INLINE void step_place(struct step_portion *portion, struct step_watch *watch) {
    for (size_t i = 0; i < portion->count || i % LANES_WIDTH != 0; i += DOUBLES_WIDTH) {
        step_place_turn(portion, i, watch);
    }
}

#endif
