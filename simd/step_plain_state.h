// Plain bodies of a step (step_plain.h): vectors, what is asked about them, and their states. For
// templates, on whatever lanes_<isa>.h came before.
#ifndef BUOY_STEP_PLAIN_STATE_H
#define BUOY_STEP_PLAIN_STATE_H

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

static STEP_INLINE void plain_read_rotations(const struct plain_turn *turn,
                                             enum plain_manner manner, doubles q[4]) {
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
    plain_read_rotations(turn, manner, q);
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

#endif
