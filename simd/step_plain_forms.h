// Plain bodies of a step (step_plain.h): their states, what is submerged of them and what the water
// does to them, by the form of their inertia. For templates, on whatever lanes_<isa>.h came before.
//
// All vectors are in the caller's frame: permutations of axes and changes of hand change no
// formula, and no bit. The formulas are those of ../scalar/forces_catto.c, solved by what the body
// is. With a = dt k/m, J = m I⁻¹, r from the centre of mass to the centre of buoyancy and u the
// velocity through the water there, the velocity that drag takes is a M⁻¹ u, M = 1 + a (1 + Xᵀ J
// X), X the matrix of r ×:
//
//   isotropic  J is a number, and r lies along the water's normal n: only along n and across it
//   axial      J has an axis e: M⁻¹ u = (u + aJ/A r (r·u) − aΔ/G g (g·u)) / D with g = e × r,
//              A = 1 + a, D = A + aJ r², G = D + aΔ g², Δ = J along e − J across
//   principal  J is diagonal in the body's frame: cofactors
//
// Chains are short on purpose: divisions begin as soon as they can, and what waits for none is
// computed beside them.
#ifndef BUOY_STEP_PLAIN_FORMS_H
#define BUOY_STEP_PLAIN_FORMS_H

#include "shapes_axial.h"
#include "step_portion.h"

// ------------------------------------------------------------------------------ arithmetic

static STEP_INLINE doubles plus(doubles a, doubles b) {
    return doubles_add(a, b);
}
static STEP_INLINE doubles minus(doubles a, doubles b) {
    return doubles_sub(a, b);
}
static STEP_INLINE doubles times(doubles a, doubles b) {
    return doubles_mul(a, b);
}
static STEP_INLINE doubles per(doubles a) {
    return doubles_div(doubles_splat(1.0), a);
}
typedef struct {
    doubles x, y, z;
} step3;

static STEP_INLINE step3 step3_add(step3 a, step3 b) {
    return (step3){plus(a.x, b.x), plus(a.y, b.y), plus(a.z, b.z)};
}
static STEP_INLINE step3 step3_sub(step3 a, step3 b) {
    return (step3){minus(a.x, b.x), minus(a.y, b.y), minus(a.z, b.z)};
}
static STEP_INLINE step3 step3_scale(doubles s, step3 a) {
    return (step3){times(s, a.x), times(s, a.y), times(s, a.z)};
}
// y and z first: they are what frames exchange, and their order may not matter.
static STEP_INLINE doubles step3_dot(step3 a, step3 b) {
    return plus(times(a.x, b.x), plus(times(a.y, b.y), times(a.z, b.z)));
}
static STEP_INLINE step3 step3_cross(step3 a, step3 b) {
    return (step3){minus(times(a.y, b.z), times(a.z, b.y)), minus(times(a.z, b.x), times(a.x, b.z)),
                   minus(times(a.x, b.y), times(a.y, b.x))};
}
static STEP_INLINE step3 step3_if_less(doubles a, doubles b, step3 x, step3 y) {
    return (step3){doubles_if_less(a, b, x.x, y.x), doubles_if_less(a, b, x.y, y.y),
                   doubles_if_less(a, b, x.z, y.z)};
}

// ------------------------------------------------------------------------------- questions

// What is asked for, known when this is compiled: whole answers, or effects, as most engines ask
// for them (pass->usual) or in any unit and layout.
enum plain_manner {
    PLAIN_WHOLE,
    PLAIN_ANY,
    PLAIN_USUAL
};

// A turn of plain bodies of one form.
struct plain_turn {
    const struct buoy_step_pass *pass;
    const uint32_t *body;     // their numbers, the last one repeated
    const double *const *row; // of each one's model
    size_t count;             // of those that count
    bool alike;               // all rows are one
    enum plain_manner manner; // what is asked for
    // Where the water is not plane, its fit under each: the height at the middle, and the slopes
    // along the library's x and y. Else NULL.
    const double *height, *slope_x, *slope_y;
    const struct buoy_axes *axes; // of the caller's frame; NULL if it is the library's
};

// Numbers of the models: four that are read together, three of which are mostly a triple.
struct plain_numbers {
    step3 three;
    doubles fourth;
};

static STEP_INLINE struct plain_numbers plain_model(const struct plain_turn *turn, size_t field) {
    const double *row = &turn->row[0][field];
    struct plain_numbers n;
    if (DOUBLES_WIDTH > 1 && !turn->alike) {
        doubles_load4_of(turn->row, field, &n.three.x, &n.three.y, &n.three.z, &n.fourth);
        return n;
    }
#if DOUBLES_WIDTH == 1
    n.three = (step3){doubles_load(row), doubles_load(row + 1), doubles_load(row + 2)};
    n.fourth = doubles_load(row + 3);
#else
    n.three = (step3){doubles_splat(row[0]), doubles_splat(row[1]), doubles_splat(row[2])};
    n.fourth = doubles_splat(row[3]);
#endif
    return n;
}

// The same by axes, as the caller's frame has them: sizes, or places, which have signs.
static STEP_INLINE struct plain_numbers plain_axes(const struct plain_turn *turn, size_t field,
                                                   bool are_places) {
    struct plain_numbers n = plain_model(turn, field);
    if (are_places) {
        n.three.y = times(doubles_splat(turn->pass->sign[0]), n.three.y);
        n.three.z = times(doubles_splat(turn->pass->sign[1]), n.three.z);
    }
    if (turn->pass->y_is_up) {
        const doubles y = n.three.y;
        n.three.y = n.three.z;
        n.three.z = y;
    }
    return n;
}

static STEP_INLINE step3 plain_read3(const struct plain_turn *turn, const struct buoy_array *array,
                                     enum plain_manner manner) {
    const void *p[DOUBLES_WIDTH];
    doubles values[3] = {doubles_splat(0.0), doubles_splat(0.0), doubles_splat(0.0)};
    if (manner == PLAIN_USUAL || array->first) {
        for (size_t l = 0; l < DOUBLES_WIDTH; ++l) {
            p[l] = (const char *)array->first + turn->body[l] * array->stride;
        }
        doubles_read3(p, manner == PLAIN_USUAL || array->type == BUOY_FLOAT, values);
    }
    return (step3){values[0], values[1], values[2]};
}

// States, and the water that they meet.
struct plain_state {
    step3 position, velocity, spin, up, through; // through: the velocity relative to the water
    doubles q[4], length2;                       // the quaternion, and the square of its length
    // The depth of the body's origin, or, where the water is not plane, of its middle; and a normal
    // that waits for no root, up / per_normal, so that forms find their depths by it.
    doubles below, per_normal;
    step3 normal;
};

static STEP_INLINE void plain_read_pose(const struct plain_turn *turn, enum plain_manner manner,
                                        struct plain_state *state) {
    doubles *q = state->q;
    state->position = plain_read3(turn, &turn->pass->query->states.position, manner);
    const struct buoy_states *states = &turn->pass->query->states;
    const struct buoy_array *array = &states->rotation;
    const void *p[DOUBLES_WIDTH];
    for (size_t l = 0; l < DOUBLES_WIDTH; ++l) {
        p[l] = (const char *)array->first + turn->body[l] * array->stride;
    }
    doubles_read4(p, manner == PLAIN_USUAL || array->type == BUOY_FLOAT, q);
    if (manner != PLAIN_USUAL && turn->pass->query->w_first) {
        const doubles w = q[0];
        q[0] = q[1];
        q[1] = q[2];
        q[2] = q[3];
        q[3] = w;
    }
    state->length2 = plus(plus(times(q[3], q[3]), times(q[0], q[0])),
                          plus(times(q[1], q[1]), times(q[2], q[2])));
}

// All of a state, but where the water is.
static STEP_INLINE void plain_read(const struct plain_turn *turn, enum plain_manner manner,
                                   struct plain_state *state) {
    const struct buoy_step_pass *pass = turn->pass;
    const struct buoy_states *states = &pass->query->states;
    plain_read_pose(turn, manner, state);
    state->velocity = plain_read3(turn, &states->velocity, manner);
    state->spin = plain_read3(turn, &states->spin, manner);
    const double *current = pass->flow;
    state->through =
        step3_sub(state->velocity, (step3){doubles_splat(current[0]), doubles_splat(current[1]),
                                           doubles_splat(current[2])});
}

// A place or a direction in the library's frame.
static STEP_INLINE step3 plain_from_frame(const struct plain_turn *turn, step3 a) {
    doubles x[3] = {a.x, a.y, a.z};
    if (turn->axes) {
        step_from(turn->axes, x);
    }
    return (step3){x[0], x[1], x[2]};
}

// Finds where the water is; `middle` counts only where it is not plane.
static STEP_INLINE void plain_meet(const struct plain_turn *turn, step3 middle,
                                   struct plain_state *state) {
    const struct buoy_step_pass *pass = turn->pass;
    if (!turn->height) {
        state->normal = state->up = (step3){doubles_splat(pass->up[0]), doubles_splat(pass->up[1]),
                                            doubles_splat(pass->up[2])};
        state->below = minus(doubles_splat(pass->offset), step3_dot(state->up, state->position));
        state->per_normal = doubles_splat(1.0);
        return;
    }
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    const doubles x = minus(zero, doubles_load(turn->slope_x));
    const doubles y = minus(zero, doubles_load(turn->slope_y));
    const doubles high = minus(plain_from_frame(turn, middle).z, doubles_splat(pass->water->level));
    doubles normal[3] = {plus(x, zero), plus(y, zero), one}; // never −0
    if (turn->axes) {
        step_to(turn->axes, normal);
    }
    state->normal = (step3){normal[0], normal[1], normal[2]};
    state->per_normal = per(doubles_sqrt(plus(one, plus(times(x, x), times(y, y)))));
    state->up = step3_scale(state->per_normal, state->normal);
    state->below = minus(doubles_load(turn->height), high);
}

// 0 where a body's numbers surely are valid, else 1.
static STEP_INLINE doubles plain_doubt(const struct plain_state *state) {
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    const doubles off = minus(state->length2, one);
    const doubles squares = plus(
        step3_dot(state->position, state->position),
        plus(step3_dot(state->velocity, state->velocity), step3_dot(state->spin, state->spin)));
    const doubles loose = doubles_splat(0.9 * BUOY_FORCES_LOOSE * BUOY_FORCES_LOOSE);
    const doubles most = doubles_splat(0.9 * BUOY_FORCES_MOST * BUOY_FORCES_MOST);
    return plus(doubles_if_less(times(off, off), loose, zero, one),
                doubles_if_less(squares, most, zero, one));
}

// ------------------------------------------------------------------------- what is asked for

// A model's numbers for a unit: of the whole body, per share that is wet.
struct plain_terms {
    doubles push;        // buoyancy
    doubles drag, a;     // k, and dt k / m, which keeps drag from reversing a motion
    step3 turn, e;       // b and dt b / I, by axes
    step3 mobile, lever; // m / I; and, in the unit, what a moment of its forces is times that
};

static STEP_INLINE void plain_find_terms(const struct plain_turn *turn, enum plain_manner manner,
                                         bool by_axes, struct plain_terms *terms) {
    const enum buoy_effect_kind unit = manner == PLAIN_WHOLE   ? BUOY_FORCES
                                       : manner == PLAIN_USUAL ? BUOY_VELOCITIES
                                                               : turn->pass->query->effects.kind;
    const doubles dt = doubles_splat(turn->pass->query->dt);
    const doubles weight = doubles_splat(turn->pass->weight), one = doubles_splat(1.0);
    const struct plain_numbers whole = plain_model(turn, BUOY_PLAIN_WHOLE);
    const struct plain_numbers turning = by_axes ? plain_axes(turn, BUOY_PLAIN_TURNING, false)
                                                 : plain_model(turn, BUOY_PLAIN_TURNING);
    const struct plain_numbers mobile =
        by_axes ? plain_axes(turn, BUOY_PLAIN_MOBILE, false) : plain_model(turn, BUOY_PLAIN_MOBILE);
    const doubles dt_weight = times(dt, weight), linear = whole.three.y, mass = whole.three.z;
    terms->a = times(dt, linear);
    terms->e = step3_scale(dt, turning.three);
    terms->mobile = mobile.three;
    if (unit == BUOY_VELOCITIES) {
        terms->push = times(dt_weight, whole.three.x);
        terms->drag = terms->a;
        terms->turn = terms->e;
        terms->lever = terms->mobile;
        return;
    }
    const bool impulses = unit == BUOY_IMPULSES;
    const doubles drag = times(linear, mass), angular = plain_model(turn, BUOY_PLAIN_ARM).fourth;
    const doubles b = impulses ? times(dt, angular) : angular;
    terms->push = times(impulses ? dt_weight : weight, whole.fourth);
    terms->drag = impulses ? times(dt, drag) : drag;
    terms->turn = (step3){b, b, b};
    terms->lever = (step3){one, one, one};
}

// What the water does to a body: buoyancy is `lift` along the normal and `tilt`, what drag does is
// `more` along the normal less `drag`, and `turned`.
struct plain_moved {
    doubles lift, more;
    step3 drag, turned, tilt;
};

// What is submerged: the share of the volume, and its centroid less the body's middle.
struct plain_wet {
    doubles share;
    step3 centre;
};

// Whether the water cuts a body, 1 or 0, and else the share of it that is wet.
struct plain_side {
    doubles cut, whole;
};

static STEP_INLINE struct plain_side plain_side_of(doubles depth, doubles reach) {
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    return (struct plain_side){doubles_if_less(doubles_abs(depth), reach, one, zero),
                               doubles_if_less(zero, depth, one, zero)};
}

// Whether some of a turn's numbers, all 0 or more, are not 0.
static STEP_INLINE bool plain_some(doubles numbers) {
    return doubles_sum(numbers) > 0.0;
}

// ------------------------------------------------------------------------------- footprints

// What bodies cover, in the library's frame (../kernels/water/water.h).
struct plain_footprint {
    doubles centre[2], ellipse[3];
};

static STEP_INLINE void plain_cover(const struct plain_turn *turn, step3 middle, step3 ellipse,
                                    struct plain_footprint *footprint) {
    const step3 at = plain_from_frame(turn, middle);
    *footprint = (struct plain_footprint){{at.x, at.y}, {ellipse.x, ellipse.y, ellipse.z}};
}

// What a part of the tensor along an axis, which it is `spread` times the square of, adds to xx, xy
// and yy.
static STEP_INLINE step3 plain_spread_along(const struct plain_turn *turn, doubles spread,
                                            step3 axis) {
    const step3 e = plain_from_frame(turn, axis), part = step3_scale(spread, e);
    return (step3){times(part.x, e.x), times(part.x, e.y), times(part.y, e.y)};
}

// -------------------------------------------------------------------------------- isotropic

// A cap of depth t radii, −1 to 1, has (1 + t)² (2 − t)/4 of a ball's volume, and its centroid is
// ¾ (1 − t)²/(2 − t) radii below the middle.
struct plain_ball {
    doubles share, arm; // arm: how far the centroid is below the middle
    doubles low2, q;    // (1 − t)², 2 − t
};

static STEP_INLINE void plain_wet_ball(doubles depth, doubles radius, struct plain_ball *ball) {
    const doubles one = doubles_splat(1.0), minus_one = doubles_splat(-1.0);
    const doubles t = doubles_max(doubles_min(depth, one), minus_one);
    const doubles high = plus(one, t), low = minus(one, t);
    ball->q = minus(doubles_splat(2.0), t);
    ball->low2 = times(low, low);
    ball->share = times(doubles_splat(0.25), times(times(high, high), ball->q));
    const doubles arm = times(times(doubles_splat(0.75), doubles_div(ball->low2, ball->q)), radius);
    ball->arm = doubles_if_less(minus_one, t, arm, doubles_splat(0.0));
}

static STEP_INLINE void plain_move_ball(const struct plain_turn *turn,
                                        const struct plain_state *state,
                                        const struct plain_ball *ball,
                                        const struct plain_terms *terms,
                                        struct plain_moved *moved) {
    const doubles one = doubles_splat(1.0), zero = doubles_splat(0.0), f = ball->share;
    const doubles mobile = plain_model(turn, BUOY_PLAIN_MOBILE).fourth; // J × the radius²
    const doubles a = times(terms->a, f), drag = times(terms->drag, f), all = plus(one, a);
    const doubles turning = times(terms->turn.x, f), e = plus(one, times(terms->e.x, f));
    const doubles q2 = times(ball->q, ball->q);
    // 1 + a (1 + J r²), times q², which waits for no quotient.
    const doubles across_q2 =
        plus(times(all, q2),
             times(times(a, mobile), times(doubles_splat(0.5625), times(ball->low2, ball->low2))));
    const doubles across = doubles_div(times(drag, q2), across_q2);
    const doubles along = doubles_div(drag, all), per_e = per(e);
    const step3 lifted = step3_cross(state->spin, state->up);
    const step3 u = step3_sub(state->through, step3_scale(ball->arm, lifted));
    const doubles rise = step3_dot(state->through, state->up); // spin × up has no part along up
    moved->lift = times(terms->push, f);
    moved->more = times(minus(across, along), rise);
    moved->drag = step3_scale(across, u);
    const doubles torque = times(across, times(terms->lever.x, ball->arm));
    const step3 twist = step3_scale(torque, step3_cross(state->up, u));
    moved->turned = step3_scale(per_e, step3_sub(twist, step3_scale(turning, state->spin)));
    moved->tilt = (step3){zero, zero, zero};
}

// A ball that is all wet or all dry: the same numbers.
static STEP_INLINE void plain_move_whole_ball(const struct plain_state *state, doubles f,
                                              const struct plain_terms *terms,
                                              struct plain_moved *moved) {
    const doubles one = doubles_splat(1.0), zero = doubles_splat(0.0);
    const doubles k = doubles_div(times(terms->drag, f), plus(one, times(terms->a, f)));
    const doubles per_e = per(plus(one, times(terms->e.x, f)));
    const doubles turning = times(terms->turn.x, f);
    const step3 none = {zero, zero, zero};
    moved->lift = times(terms->push, f);
    moved->more = zero;
    moved->drag = step3_scale(k, state->through);
    moved->turned = step3_scale(per_e, step3_sub(none, step3_scale(turning, state->spin)));
    moved->tilt = none;
}

// ------------------------------------------------------------------------------------ axial

// A body with an axis: e, its upward part, and what is wet: the centroid is up × n + along × e from
// the middle.
struct plain_axial {
    step3 e;
    struct axial_wet wet;
};

// The third axis of a quaternion's rotation, which the quaternion's length scales.
static STEP_INLINE step3 plain_third_axis(doubles x, doubles y, doubles z, doubles w) {
    const doubles xz = times(x, z), wy = times(w, y), yz = times(y, z), wx = times(w, x);
    const doubles two = doubles_splat(2.0);
    return (step3){times(two, plus(xz, wy)), times(two, minus(yz, wx)),
                   minus(plus(times(w, w), times(z, z)), plus(times(x, x), times(y, y)))};
}

// The axis of capsules and cylinders, the frame's upward one: z, or y, by turning names round.
static STEP_INLINE step3 plain_axis(const struct plain_turn *turn,
                                    const struct plain_state *state) {
    const doubles *q = state->q, per_length = per(state->length2);
    if (turn->pass->y_is_up) {
        const step3 e = plain_third_axis(q[2], q[0], q[1], q[3]);
        return step3_scale(per_length, (step3){e.y, e.z, e.x});
    }
    return step3_scale(per_length, plain_third_axis(q[0], q[1], q[2], q[3]));
}

static STEP_INLINE void plain_move_axial(const struct plain_state *state,
                                         const struct plain_axial *body, doubles arm,
                                         const struct plain_terms *terms,
                                         struct plain_moved *moved) {
    const doubles one = doubles_splat(1.0), zero = doubles_splat(0.0), f = body->wet.share;
    const step3 e = body->e, up = state->up;
    const doubles a = times(terms->a, f), drag = times(terms->drag, f), all = plus(one, a);
    const doubles across_e = times(terms->turn.x, f), along_e = times(terms->turn.y, f);
    const doubles per_across = per(plus(one, times(terms->e.x, f)));
    const doubles per_along = per(plus(one, times(terms->e.y, f)));
    const doubles far = plus(body->wet.along, arm), high = body->wet.up;
    const step3 r = step3_add(step3_scale(high, up), step3_scale(far, e));
    const step3 e_up = step3_cross(e, up), g = step3_scale(high, e_up);
    const doubles j = times(a, terms->mobile.x);
    const doubles more_j = times(a, minus(terms->mobile.y, terms->mobile.x));
    const doubles d = plus(all, times(j, step3_dot(r, r)));
    const doubles twist_d = plus(d, times(more_j, step3_dot(g, g)));
    const doubles per_d = doubles_div(drag, d), along = doubles_div(j, all);
    const doubles twist = doubles_div(more_j, twist_d);
    const step3 u = step3_add(state->through, step3_cross(state->spin, r));
    const doubles ru = times(along, step3_dot(r, u)), gu = times(twist, step3_dot(g, u));
    moved->drag =
        step3_scale(per_d, step3_sub(step3_add(u, step3_scale(ru, r)), step3_scale(gu, g)));
    moved->lift = times(terms->push, f);
    moved->more = zero;
    moved->tilt = step3_scale(times(terms->lever.x, times(moved->lift, far)), e_up);
    // Across the axis and along it, (lever (r × force) − turn × spin)/(1 + dt b / I).
    const step3 torque = step3_cross(moved->drag, r);
    const doubles on_axis = step3_dot(torque, e), spin = step3_dot(state->spin, e);
    const doubles here =
        times(minus(times(terms->lever.y, on_axis), times(along_e, spin)), per_along);
    const doubles there =
        times(minus(times(terms->lever.x, on_axis), times(across_e, spin)), per_across);
    const step3 left =
        step3_sub(step3_scale(terms->lever.x, torque), step3_scale(across_e, state->spin));
    moved->turned = step3_add(step3_scale(per_across, left), step3_scale(minus(here, there), e));
}

// All wet or all dry, with the centre of mass in the middle: the same numbers.
static STEP_INLINE void plain_move_whole_axial(const struct plain_state *state, step3 e, doubles f,
                                               const struct plain_terms *terms,
                                               struct plain_moved *moved) {
    const doubles one = doubles_splat(1.0), zero = doubles_splat(0.0);
    const step3 none = {zero, zero, zero};
    const doubles across_e = times(terms->turn.x, f), along_e = times(terms->turn.y, f);
    const doubles per_across = per(plus(one, times(terms->e.x, f)));
    const doubles per_along = per(plus(one, times(terms->e.y, f)));
    const doubles spin = step3_dot(state->spin, e);
    const doubles more = minus(times(minus(zero, times(along_e, spin)), per_along),
                               times(minus(zero, times(across_e, spin)), per_across));
    moved->drag = step3_scale(doubles_div(times(terms->drag, f), plus(one, times(terms->a, f))),
                              state->through);
    moved->lift = times(terms->push, f);
    moved->more = zero;
    moved->tilt = none;
    moved->turned =
        step3_add(step3_scale(per_across, step3_sub(none, step3_scale(across_e, state->spin))),
                  step3_scale(more, e));
}

// -------------------------------------------------------------------------------- principal

// A box: its axes in the world and the normal along them, both times the square of the quaternion's
// length.
struct plain_box {
    step3 axis[3], n;
    doubles per_length;
};

static STEP_INLINE void plain_place_box(const struct plain_state *state, struct plain_box *box) {
    const doubles x = state->q[0], y = state->q[1], z = state->q[2], w = state->q[3];
    const doubles xx = times(x, x), yy = times(y, y), zz = times(z, z), ww = times(w, w);
    const doubles x2 = plus(x, x), y2 = plus(y, y), z2 = plus(z, z);
    const doubles xy = times(x2, y), yz = times(y2, z), zx = times(z2, x);
    const doubles wx = times(x2, w), wy = times(y2, w), wz = times(z2, w);
    box->per_length = per(state->length2);
    box->axis[0] = (step3){minus(plus(ww, xx), plus(yy, zz)), plus(xy, wz), minus(zx, wy)};
    box->axis[1] = (step3){minus(xy, wz), minus(plus(ww, yy), plus(xx, zz)), plus(yz, wx)};
    box->axis[2] = (step3){plus(zx, wy), minus(yz, wx), minus(plus(ww, zz), plus(xx, yy))};
}

// Into the body's frame, and out of it.
static STEP_INLINE step3 plain_into(const struct plain_box *box, step3 a) {
    return step3_scale(box->per_length,
                       (step3){step3_dot(box->axis[0], a), step3_dot(box->axis[1], a),
                               step3_dot(box->axis[2], a)});
}
static STEP_INLINE step3 plain_out_of(const struct plain_box *box, step3 a) {
    const step3 x = step3_scale(a.x, box->axis[0]), y = step3_scale(a.y, box->axis[1]);
    const step3 z = step3_scale(a.z, box->axis[2]);
    return step3_scale(box->per_length, step3_add(x, step3_add(y, z)));
}

// M⁻¹ u with M = 1 + a (1 + Xᵀ J X), times a or what stands for it in another unit.
static STEP_INLINE step3 plain_solve_box(step3 mobile, step3 r, doubles a, doubles drag, step3 u) {
    const doubles all = plus(doubles_splat(1.0), a), zero = doubles_splat(0.0);
    const doubles ax = times(a, mobile.x), ay = times(a, mobile.y), az = times(a, mobile.z);
    const doubles rx = times(r.x, r.x), ry = times(r.y, r.y), rz = times(r.z, r.z);
    const doubles xx = plus(all, plus(times(ay, rz), times(az, ry)));
    const doubles yy = plus(all, plus(times(ax, rz), times(az, rx)));
    const doubles zz = plus(all, plus(times(ax, ry), times(ay, rx)));
    const doubles xy = minus(zero, times(az, times(r.x, r.y)));
    const doubles xz = minus(zero, times(ay, times(r.x, r.z)));
    const doubles yz = minus(zero, times(ax, times(r.y, r.z)));
    const step3 first = {minus(times(yy, zz), times(yz, yz)), minus(times(xz, yz), times(xy, zz)),
                         minus(times(xy, yz), times(xz, yy))};
    const step3 second = {first.y, minus(times(xx, zz), times(xz, xz)),
                          minus(times(xy, xz), times(xx, yz))};
    const step3 third = {first.z, second.z, minus(times(xx, yy), times(xy, xy))};
    const doubles back = doubles_div(drag, step3_dot((step3){xx, xy, xz}, first));
    return step3_scale(back,
                       (step3){step3_dot(first, u), step3_dot(second, u), step3_dot(third, u)});
}

// What drag does to the body's turning, in its frame: (lever × torque − turn × spin)/(1 + dt b /
// I).
static STEP_INLINE step3 plain_turn_box(const struct plain_terms *terms, doubles f, step3 torque,
                                        step3 spin) {
    const doubles one = doubles_splat(1.0);
    const step3 left = {
        minus(times(terms->lever.x, torque.x), times(times(terms->turn.x, f), spin.x)),
        minus(times(terms->lever.y, torque.y), times(times(terms->turn.y, f), spin.y)),
        minus(times(terms->lever.z, torque.z), times(times(terms->turn.z, f), spin.z))};
    return (step3){doubles_div(left.x, plus(one, times(terms->e.x, f))),
                   doubles_div(left.y, plus(one, times(terms->e.y, f))),
                   doubles_div(left.z, plus(one, times(terms->e.z, f)))};
}

// r: from the centre of mass to the centre of buoyancy, in the body's frame. What buoyancy and what
// drag do to the turning is told apart if that is asked for, else it is together in `turned`.
static STEP_INLINE void plain_move_box(const struct plain_state *state, const struct plain_box *box,
                                       doubles f, step3 r, const struct plain_terms *terms,
                                       bool apart, struct plain_moved *moved) {
    const doubles zero = doubles_splat(0.0);
    const step3 spin = plain_into(box, state->spin);
    const step3 u = step3_add(plain_into(box, state->through), step3_cross(spin, r));
    const step3 drag =
        plain_solve_box(terms->mobile, r, times(terms->a, f), times(terms->drag, f), u);
    const step3 n = step3_scale(times(box->per_length, state->per_normal), box->n);
    const step3 tilt = step3_cross(r, n);
    const step3 turned = plain_turn_box(terms, f, step3_cross(drag, r), spin);
    moved->lift = times(terms->push, f);
    const step3 tilted = {times(times(terms->lever.x, moved->lift), tilt.x),
                          times(times(terms->lever.y, moved->lift), tilt.y),
                          times(times(terms->lever.z, moved->lift), tilt.z)};
    moved->more = zero;
    moved->drag = plain_out_of(box, drag);
    moved->turned = plain_out_of(box, apart ? turned : step3_add(turned, tilted));
    moved->tilt = apart ? plain_out_of(box, tilted) : (step3){zero, zero, zero};
}

// All wet or all dry, with the centre of mass in the middle: drag takes nothing of the frame.
static STEP_INLINE step3 plain_drag_whole(const struct plain_state *state, doubles f,
                                          const struct plain_terms *terms) {
    const doubles all = plus(doubles_splat(1.0), times(terms->a, f));
    return step3_scale(doubles_div(times(terms->drag, f), all), state->through);
}

static STEP_INLINE void plain_move_whole_box(const struct plain_state *state,
                                             const struct plain_box *box, doubles f,
                                             const struct plain_terms *terms,
                                             struct plain_moved *moved) {
    const doubles zero = doubles_splat(0.0);
    const step3 none = {zero, zero, zero};
    moved->lift = times(terms->push, f);
    moved->more = zero;
    moved->drag = plain_drag_whole(state, f, terms);
    moved->turned = plain_out_of(box, plain_turn_box(terms, f, none, plain_into(box, state->spin)));
    moved->tilt = none;
}

#endif
