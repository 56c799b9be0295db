// Third pass of a step: forces, in each model's frame, where neither the shape nor the inertia
// turns. For templates, on whatever lanes_<isa>.h came before.
//
// The formulas are those of ../scalar/forces_catto.c. Velocities are turned into the model's frame,
// and forces back. Matrices there are symmetric: M = 1 + dt k (1/m + Xᵀ I⁻¹ X) with
// X the matrix of r ×, and N = 1 + dt b I⁻¹, so that six cofactors and one division solve each. The
// torque r × F − b ω', with ω' = N⁻¹ (ω + dt I⁻¹ (r × F)), is N⁻¹ (r × F − b ω), because N and I⁻¹
// commute: that neither needs I⁻¹ again nor subtracts two large torques where the drag is strong.
#ifndef BUOY_STEP_FORCES_H
#define BUOY_STEP_FORCES_H

#include <string.h>

#include "bodies/forces.h"
#include "bodies/pose.h"
#include "step_portion.h"

// A symmetric matrix: xx, xy, xz, yy, yz, zz.
enum {
    STEP_XX,
    STEP_XY,
    STEP_XZ,
    STEP_YY,
    STEP_YZ,
    STEP_ZZ,
    STEP_SYMMETRIC
};

static STEP_INLINE doubles step_minor(doubles a, doubles b, doubles c, doubles d) {
    return doubles_sub(doubles_mul(a, b), doubles_mul(c, d));
}

// m x.
static STEP_INLINE void step_apply(const doubles m[STEP_SYMMETRIC], const doubles x[3],
                                   doubles y[3]) {
    const doubles rows[3][3] = {{m[STEP_XX], m[STEP_XY], m[STEP_XZ]},
                                {m[STEP_XY], m[STEP_YY], m[STEP_YZ]},
                                {m[STEP_XZ], m[STEP_YZ], m[STEP_ZZ]}};
    for (int k = 0; k < 3; ++k) {
        y[k] = doubles_dot(rows[k], x);
    }
}

// The cofactors of a symmetric matrix without eigenvalues below 1, and the inverse of its
// determinant.
static STEP_INLINE doubles step_invert(const doubles m[STEP_SYMMETRIC], doubles c[STEP_SYMMETRIC]) {
    c[STEP_XX] = step_minor(m[STEP_YY], m[STEP_ZZ], m[STEP_YZ], m[STEP_YZ]);
    c[STEP_XY] = step_minor(m[STEP_XZ], m[STEP_YZ], m[STEP_XY], m[STEP_ZZ]);
    c[STEP_XZ] = step_minor(m[STEP_XY], m[STEP_YZ], m[STEP_XZ], m[STEP_YY]);
    c[STEP_YY] = step_minor(m[STEP_XX], m[STEP_ZZ], m[STEP_XZ], m[STEP_XZ]);
    c[STEP_YZ] = step_minor(m[STEP_XY], m[STEP_XZ], m[STEP_XX], m[STEP_YZ]);
    c[STEP_ZZ] = step_minor(m[STEP_XX], m[STEP_YY], m[STEP_XY], m[STEP_XY]);
    return doubles_div(doubles_splat(1.0), doubles_dot(m, c)); // the first rows'
}

// d + f A.
static STEP_INLINE void step_damping(const doubles a[STEP_SYMMETRIC], doubles f, doubles d,
                                     doubles m[STEP_SYMMETRIC]) {
    for (int k = 0; k < STEP_SYMMETRIC; ++k) {
        const bool diagonal = k == STEP_XX || k == STEP_YY || k == STEP_ZZ;
        m[k] = diagonal ? doubles_muladd(f, a[k], d) : doubles_mul(f, a[k]);
    }
}

// Xᵀ I⁻¹ X: the velocity at r that an impulse there gives by turning the body.
static STEP_INLINE void step_mobility(const doubles i[STEP_SYMMETRIC], const doubles r[3],
                                      doubles m[STEP_SYMMETRIC]) {
    const doubles x = r[0], y = r[1], z = r[2];
    // I⁻¹ X; its first element is not needed.
    const doubles xy = step_minor(i[STEP_XZ], x, i[STEP_XX], z);
    const doubles xz = step_minor(i[STEP_XX], y, i[STEP_XY], x);
    const doubles yx = step_minor(i[STEP_YY], z, i[STEP_YZ], y);
    const doubles yy = step_minor(i[STEP_YZ], x, i[STEP_XY], z);
    const doubles yz = step_minor(i[STEP_XY], y, i[STEP_YY], x);
    const doubles zx = step_minor(i[STEP_YZ], z, i[STEP_ZZ], y);
    const doubles zy = step_minor(i[STEP_ZZ], x, i[STEP_XZ], z);
    const doubles zz = step_minor(i[STEP_XZ], y, i[STEP_YZ], x);
    m[STEP_XX] = step_minor(z, yx, y, zx);
    m[STEP_XY] = step_minor(z, yy, y, zy);
    m[STEP_XZ] = step_minor(z, yz, y, zz);
    m[STEP_YY] = step_minor(x, zy, z, xy);
    m[STEP_YZ] = step_minor(x, zz, z, xz);
    m[STEP_ZZ] = step_minor(y, xz, x, yz);
}

// A turn of bodies: what is submerged of them and how they move, in the model's frame.
struct step_turn {
    doubles rotation[9], volume, area;
    doubles r[3]; // from the centre of mass to the centre of buoyancy
    doubles u[3]; // velocity through the water there
    doubles omega[3];
    doubles coefficients[4]; // 1/m is the last
    doubles per_inertia[8];  // I⁻¹, then linear and angular drag per volume
};

// Drag and its torque, in the model's frame.
static STEP_INLINE void step_drag(const struct step_portion *portion, size_t i,
                                  const struct step_turn *turn, doubles force[3],
                                  doubles torque[3]) {
    const struct step_shared *shared = portion->shared;
    const doubles dt = doubles_splat(shared->batch->pass->query->dt);
    const doubles *inertia = turn->per_inertia;
    doubles k = doubles_mul(turn->per_inertia[6], turn->volume);
    const doubles b = doubles_mul(turn->per_inertia[7], turn->volume);
    doubles a[STEP_SYMMETRIC], m[STEP_SYMMETRIC];
    if (portion->drags) {
        doubles quadratic[4];
        step_read_model(portion, i, BUOY_MODEL_QUADRATIC, quadratic);
        const doubles per_area = doubles_mul(doubles_splat(shared->density), quadratic[0]);
        const doubles speed = doubles_sqrt(doubles_dot(turn->u, turn->u));
        k = doubles_muladd(doubles_mul(per_area, turn->area), speed, k);
    }
    const doubles one = doubles_splat(1.0), zero = doubles_splat(0.0);
    const doubles dt_k = doubles_mul(dt, k), dt_b = doubles_mul(dt, b);
    doubles c[STEP_SYMMETRIC], y[3], left[3];
    step_mobility(inertia, turn->r, a);
    step_damping(a, dt_k, doubles_muladd(dt_k, turn->coefficients[3], one), m);
    const doubles minus_k = doubles_mul(doubles_sub(zero, k), step_invert(m, c));
    step_apply(c, turn->u, y);
    for (int x = 0; x < 3; ++x) {
        force[x] = doubles_mul(minus_k, y[x]);
    }
    step_damping(inertia, dt_b, one, m);
    const doubles inverse = step_invert(m, c);
    doubles_cross(turn->r, force, torque);
    for (int x = 0; x < 3; ++x) {
        left[x] = doubles_mul(doubles_sub(torque[x], doubles_mul(b, turn->omega[x])), inverse);
    }
    step_apply(c, left, torque);
}

// What drag needs.
static STEP_INLINE void step_move(const struct step_portion *portion, size_t i,
                                  struct step_turn *turn, struct step_watch *watch) {
    const struct step_shared *shared = portion->shared;
    const struct buoy_states *states = &shared->batch->pass->query->states;
    doubles velocity[3], spin[3], c[3];
    step_read3(portion, &states->velocity, i, false, velocity);
    step_read3(portion, &states->spin, i, true, spin);
    step_load3(portion->rows.centre[0], i, c);
    const doubles square = doubles_add(doubles_dot(velocity, velocity), doubles_dot(spin, spin));
    watch->largest = doubles_max(square, watch->largest);
    for (int k = 0; k < 3; ++k) {
        turn->r[k] = doubles_add(c[k], turn->coefficients[k]);
        const doubles current = shared->current_varies ? doubles_load(&portion->current[k][i])
                                                       : doubles_splat(shared->batch->current[k]);
        velocity[k] = doubles_sub(velocity[k], current);
    }
    step_rotate_back(turn->rotation, spin, turn->omega);
    step_rotate_back(turn->rotation, velocity, turn->u);
    doubles_add_cross(turn->omega, turn->r, turn->u);
}

// Buoyancy, in the world, and its torque: in the world, too, where waves die away with depth, else
// in the model's frame.
static STEP_INLINE void step_buoyancy(const struct step_portion *portion, size_t i,
                                      const struct step_turn *turn, doubles force[3],
                                      doubles torque[3]) {
    const struct step_shared *shared = portion->shared;
    doubles n[3];
    step_load3(portion->rows.normal[0], i, n);
    if (shared->decays) {
        memcpy(force, n, sizeof n);
        step_load3(portion->rows.size[0], i, torque);
        return;
    }
    const doubles weight = doubles_mul(doubles_splat(shared->weight), turn->volume);
    doubles_cross(turn->r, n, torque);
    for (int k = 0; k < 3; ++k) {
        const doubles up =
            shared->fitted ? doubles_load(&portion->up[k][i]) : doubles_splat(shared->batch->up[k]);
        force[k] = doubles_mul(weight, up);
        torque[k] = doubles_mul(weight, torque[k]);
    }
}

// A turn's forces. Torques are in the model's frame, but for that of buoyancy where waves die away.
struct step_forces {
    doubles buoyancy[3], buoyancy_torque[3], drag[3], drag_torque[3];
};

// Whole answers of a turn, as struct buoy_body_forces has them; a sum of them.
static STEP_INLINE doubles step_answer_whole(const struct step_portion *portion, size_t i,
                                             const struct step_turn *turn,
                                             const struct step_forces *forces) {
    const struct buoy_axes *axes = portion->shared->batch->axes;
    doubles answers[STEP_ANSWERS], c[3], middle[3];
    step_load3(portion->rows.centre[0], i, c);
    step_load3(portion->middle[0], i, middle);
    memcpy(&answers[STEP_BUOYANCY], forces->buoyancy, sizeof forces->buoyancy);
    if (portion->shared->decays) {
        memcpy(&answers[STEP_BUOYANCY_TORQUE], forces->buoyancy_torque, sizeof c);
    } else {
        step_rotate(turn->rotation, forces->buoyancy_torque, &answers[STEP_BUOYANCY_TORQUE]);
    }
    step_rotate(turn->rotation, c, &answers[STEP_CENTRE]);
    step_rotate(turn->rotation, forces->drag, &answers[STEP_DRAG]);
    step_rotate(turn->rotation, forces->drag_torque, &answers[STEP_DRAG_TORQUE]);
    answers[STEP_VOLUME] = turn->volume;
    answers[STEP_AREA] = turn->area;
    doubles sum = doubles_splat(0.0);
    for (int k = 0; k < 3; ++k) {
        answers[STEP_CENTRE + k] = doubles_add(answers[STEP_CENTRE + k], middle[k]);
        // An F that is not finite gets into its torque, a V into F, a rotation into all.
        const doubles late = doubles_add(answers[STEP_DRAG + k], answers[STEP_DRAG_TORQUE + k]);
        const doubles early =
            doubles_add(answers[STEP_CENTRE + k], answers[STEP_BUOYANCY_TORQUE + k]);
        sum = doubles_add(sum, doubles_add(early, late));
    }
    if (axes) {
        for (int k = STEP_BUOYANCY; k < STEP_VOLUME; k += 3) {
            step_to(axes, &answers[k]);
        }
        step_change_hand(axes, &answers[STEP_BUOYANCY_TORQUE]);
        step_change_hand(axes, &answers[STEP_DRAG_TORQUE]);
        step_to(axes, &answers[STEP_CENTRE]);
    }
    step_store_answers(portion->shared->batch->pass, &portion->body[i], portion->count - i,
                       answers);
    return sum;
}

// Stores the effects of a turn. False if they, or the states, may be invalid.
static STEP_INLINE bool step_push(const struct step_portion *portion, size_t i,
                                  const struct step_turn *turn, const struct step_forces *forces,
                                  struct step_watch *watch) {
    const struct buoy_step_batch *batch = portion->shared->batch;
    const struct buoy_effects *effects = &batch->pass->query->effects;
    doubles linear[3], angular[3];
    const struct buoy_step_query *query = portion->shared->batch->pass->query;
    const enum buoy_effect_kind kind = query->effects.kind;
    const doubles dt = doubles_splat(query->dt);
    doubles torque[3];
    if (portion->shared->decays) {
        step_rotate_back(turn->rotation, forces->buoyancy_torque, torque);
    } else {
        memcpy(torque, forces->buoyancy_torque, sizeof torque);
    }
    step_rotate(turn->rotation, forces->drag, linear);
    for (int k = 0; k < 3; ++k) {
        linear[k] = doubles_add(forces->buoyancy[k], linear[k]);
        torque[k] = doubles_add(torque[k], forces->drag_torque[k]);
    }
    if (kind == BUOY_VELOCITIES) {
        doubles momentum[3];
        memcpy(momentum, torque, sizeof torque);
        step_apply(turn->per_inertia, momentum, torque);
    }
    if (kind != BUOY_FORCES) {
        doubles factor = dt;
        if (kind == BUOY_VELOCITIES) {
            factor = doubles_mul(dt, turn->coefficients[3]);
        }
        for (int k = 0; k < 3; ++k) {
            linear[k] = doubles_mul(factor, linear[k]);
            torque[k] = doubles_mul(dt, torque[k]);
        }
    }
    step_rotate(turn->rotation, torque, angular);
    doubles sum = doubles_add(linear[0], angular[0]);
    for (int k = 1; k < 3; ++k) {
        sum = doubles_add(sum, doubles_add(linear[k], angular[k]));
    }
    watch->sum = doubles_add(sum, watch->sum);
    const doubles square = doubles_add(doubles_dot(linear, linear), doubles_dot(angular, angular));
    watch->effect = doubles_max(square, watch->effect);
    if (!batch->pass->trusted && !step_is_good(watch)) {
        return false;
    }
    if (batch->axes) {
        step_to(batch->axes, linear);
        step_to(batch->axes, angular);
        step_change_hand(batch->axes, angular);
    }
    if (effects->linear.first) {
        step_write3(portion, &effects->linear, i, linear);
    }
    if (effects->angular.first) {
        step_write3(portion, &effects->angular, i, angular);
    }
    return true;
}

// False if effects of a turn may be invalid, and are not stored.
static STEP_INLINE bool step_answer_turn(const struct step_portion *portion, size_t i,
                                         struct step_watch *watch) {
    const struct buoy_step_batch *batch = portion->shared->batch;
    struct step_turn turn;
    struct step_forces forces;
    for (int k = 0; k < 9; ++k) {
        turn.rotation[k] = doubles_load(&portion->rotation[k][i]);
    }
    turn.volume = doubles_load(&portion->rows.volume[i]);
    turn.area = portion->drags ? doubles_load(&portion->rows.area[i]) : doubles_splat(0.0);
    step_read_model(portion, i, BUOY_MODEL_ARM, turn.coefficients);
    step_read_model(portion, i, BUOY_MODEL_PER_INERTIA, turn.per_inertia);
    step_read_model(portion, i, BUOY_MODEL_PER_INERTIA + 4, &turn.per_inertia[4]);
    step_move(portion, i, &turn, watch);
    step_buoyancy(portion, i, &turn, forces.buoyancy, forces.buoyancy_torque);
    step_drag(portion, i, &turn, forces.drag, forces.drag_torque);
    if (batch->pass->results) {
        watch->sum = doubles_add(step_answer_whole(portion, i, &turn, &forces), watch->sum);
    }
    return !portion->shared->pushes || step_push(portion, i, &turn, &forces, watch);
}

// Velocities of the water at the centres of buoyancy, by the caller's function, whose frame is the
// caller's. False if one is not finite or beyond the bound of all numbers.
static __attribute__((noinline)) bool step_ask_currents(struct step_portion *portion) {
    const struct buoy_water *water = portion->shared->water;
    const struct buoy_axes *axes = // the library's own function has its frame
        water->current_at == buoy_waves_orbital_velocity ? NULL : portion->shared->batch->axes;
    double points[STEP_PORTION][3], velocities[STEP_PORTION][3];
    bool good = true;
    for (size_t i = 0; i < portion->count; ++i) {
        const double c[3] = {portion->rows.centre[0][i], portion->rows.centre[1][i],
                             portion->rows.centre[2][i]};
        for (int k = 0; k < 3; ++k) {
            const double row[3] = {portion->rotation[3 * k][i], portion->rotation[3 * k + 1][i],
                                   portion->rotation[3 * k + 2][i]};
            points[i][k] = buoy_dot(row, c) + portion->middle[k][i];
            velocities[i][k] = portion->shared->batch->current[k];
        }
        good = good && buoy_within(points[i], 3, BUOY_FORCES_MOST);
        if (axes) {
            buoy_axes_to(axes, points[i]);
            buoy_axes_to(axes, velocities[i]);
        }
    }
    if (good) { // the caller's function is asked about no place that a state cannot have
        water->current_at(water->current_context, points[0], portion->count, velocities[0]);
    }
    for (size_t i = 0; i < portion->count || i % DOUBLES_WIDTH != 0; ++i) {
        double *velocity = velocities[i < portion->count ? i : portion->count - 1];
        good = good && buoy_within(velocity, 3, BUOY_FORCES_MOST);
        if (axes && i < portion->count) {
            buoy_axes_from(axes, velocity);
        }
        for (int k = 0; k < 3; ++k) {
            portion->current[k][i] = velocity[k];
        }
    }
    return good;
}

// Answers a portion. Returns the number of bodies answered, fewer than there are if watches bark.
static STEP_INLINE size_t step_answer(const struct step_portion *portion,
                                      struct step_watch *watch) {
    for (size_t i = 0; i < portion->count; i += DOUBLES_WIDTH) {
        if (!step_answer_turn(portion, i, watch)) {
            return i;
        }
    }
    return portion->shared->batch->pass->trusted || step_is_good(watch) ? portion->count : 0;
}

// ----------------------------------------------------------------------------- waves that die away

// Buoyancy in waves whose pressure dies away with depth, body by body, once volumes are known.

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
        const double *row = portion->model[i];
        const double c[3] = {rows->centre[0][i], rows->centre[1][i], rows->centre[2][i]};
        struct buoy_spread spread;
        struct buoy_dipped dipped = {.depth = rows->depth[i],
                                     .share =
                                         rows->volume[i] / step_model(portion, i)->info.volume};
        buoy_rotate(&rotation, c, dipped.centre);
        for (int k = 0; k < 3; ++k) {
            dipped.up[k] = portion->up[k][i];
            dipped.middle[k] = portion->middle[k][i];
            dipped.centre[k] += dipped.middle[k];
            spread.centroid[k] = row[BUOY_MODEL_CENTROID + k];
            spread.second[k] = 0.2 * row[BUOY_MODEL_SPREAD + k];
            spread.second[3 + k] = 0.2 * row[BUOY_MODEL_SPREAD + 3 + k];
        }
        buoy_rotate(&rotation, r, sunk.arm);
        buoy_sink(&rotation, &spread, &dipped, &sunk.part);
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
