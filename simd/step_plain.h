// Plain bodies of a step: a single sphere, box, capsule or cylinder each, whose inertia is as
// simple as the shape (enum buoy_model_form). A turn of them goes from states to effects in
// registers; of a single one, in plain C, what the water does not cut is answered before anything
// else is computed. step_plain_forms.h reads states, step_plain_forms.h has the formulas. For
// templates, on whatever lanes_<isa>.h came before.
#ifndef BUOY_STEP_PLAIN_H
#define BUOY_STEP_PLAIN_H

#include "box_wet.h"
#include "step_plain_forms.h"

// ---------------------------------------------------------------------------------- answers

// The addresses of a turn's outputs; lanes beyond the last body store theirs where nobody looks.
union plain_spare {
    double doubles[3];
    float floats[3];
};

// Stores effects, or adds them; dry bodies' add −0, which changes nothing. What they are added to
// mostly is what was read already, a velocity.
static STEP_INLINE void plain_store(const struct plain_turn *turn, const struct buoy_output *output,
                                    const struct buoy_array *array, step3 was, step3 effect,
                                    doubles share, enum plain_manner manner) {
    const bool floats = manner == PLAIN_USUAL || output->type == BUOY_FLOAT;
    const doubles zero = doubles_splat(0.0), minus_zero = doubles_splat(-0.0);
    union plain_spare spare = {{0.0, 0.0, 0.0}};
    doubles values[3] = {plus(effect.x, zero), plus(effect.y, zero), plus(effect.z, zero)};
    void *p[DOUBLES_WIDTH];
    for (size_t l = 0; l < DOUBLES_WIDTH; ++l) {
        const bool counts = DOUBLES_WIDTH == 1 || l < turn->count;
        p[l] = counts ? (void *)((char *)output->first + turn->body[l] * output->stride)
                      : (void *)&spare;
    }
    if (turn->pass->query->effects.add) {
        doubles old[3] = {was.x, was.y, was.z};
        if (DOUBLES_WIDTH == 1 || output->first != array->first ||
            output->stride != array->stride || output->type != array->type) {
            doubles_read3((const void *const *)p, floats, old);
        }
        for (int k = 0; k < 3; ++k) {
            values[k] = plus(old[k], doubles_if_less(zero, share, values[k], minus_zero));
        }
    }
    doubles_write3(p, floats, values);
}

// False if effects may be invalid, and are not stored.
static STEP_INLINE bool plain_push(const struct plain_turn *turn, const struct plain_state *state,
                                   const struct plain_moved *moved, doubles share, doubles doubt,
                                   enum plain_manner manner) {
    const struct buoy_effects *effects = &turn->pass->query->effects;
    const struct buoy_states *states = &turn->pass->query->states;
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    const step3 linear =
        step3_sub(step3_scale(plus(moved->lift, moved->more), state->up), moved->drag);
    const step3 angular = step3_add(moved->turned, moved->tilt);
    const doubles squares = plus(step3_dot(linear, linear), step3_dot(angular, angular));
    const doubles most = doubles_splat(0.9 * (double)FLT_MAX * (double)FLT_MAX);
    doubt = plus(doubt, doubles_if_less(squares, most, zero, one));
    if (!turn->pass->trusted && plain_some(doubt)) {
        return false;
    }
    if (manner == PLAIN_USUAL || effects->linear.first) {
        plain_store(turn, &effects->linear, &states->velocity, state->velocity, linear, share,
                    manner);
    }
    if (manner == PLAIN_USUAL || effects->angular.first) {
        plain_store(turn, &effects->angular, &states->spin, state->spin, angular, share, manner);
    }
    return true;
}

// Stores whole answers: what buoyancy and drag do, in newtons. False if they may be invalid.
static STEP_INLINE bool plain_tell(const struct plain_turn *turn, const struct plain_state *state,
                                   const struct plain_moved *moved, const struct plain_wet *wet,
                                   step3 middle, doubles doubt) {
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    doubles answers[STEP_ANSWERS];
    const step3 drag = step3_sub(step3_scale(moved->more, state->up), moved->drag);
    const step3 vectors[5] = {step3_scale(moved->lift, state->up), moved->tilt, drag, moved->turned,
                              step3_add(middle, wet->centre)};
    static const int at[5] = {STEP_BUOYANCY, STEP_BUOYANCY_TORQUE, STEP_DRAG, STEP_DRAG_TORQUE,
                              STEP_CENTRE};
    for (int v = 0; v < 5; ++v) {
        answers[at[v]] = plus(vectors[v].x, zero); // never −0
        answers[at[v] + 1] = plus(vectors[v].y, zero);
        answers[at[v] + 2] = plus(vectors[v].z, zero);
        // What is not finite is not below this either.
        const doubles most = doubles_splat(0x1p1000);
        doubt = plus(doubt, doubles_if_less(step3_dot(vectors[v], vectors[v]), most, zero, one));
    }
    answers[STEP_VOLUME] = times(plain_model(turn, BUOY_PLAIN_WHOLE).fourth, wet->share);
    answers[STEP_AREA] = zero;
    if (!turn->pass->trusted && plain_some(doubt)) {
        return false;
    }
    step_store_answers(turn->pass, turn->body, turn->count, answers);
    return true;
}

// What a turn's question asks for: effects in their unit, or whole answers.
static STEP_INLINE bool plain_answer(const struct plain_turn *turn, const struct plain_state *state,
                                     const struct plain_moved *moved, const struct plain_wet *wet,
                                     step3 middle, doubles doubt, enum plain_manner manner) {
    return manner == PLAIN_WHOLE ? plain_tell(turn, state, moved, wet, middle, doubt)
                                 : plain_push(turn, state, moved, wet->share, doubt, manner);
}

// Whether bodies that are all dry are answered already: nothing is added to them.
static STEP_INLINE bool plain_is_left(const struct plain_turn *turn, struct plain_side side,
                                      enum plain_manner manner) {
    const bool adds = manner != PLAIN_WHOLE && turn->pass->query->effects.add;
    return adds && !plain_some(side.whole);
}

// The velocity of the water where it depends on the place: at the centres of buoyancy.
static __attribute__((noinline)) void plain_ask(const struct plain_turn *turn, const step3 *centre,
                                                step3 *flow) {
    const struct buoy_step_pass *pass = turn->pass;
    const struct buoy_water *water = pass->water;
    const struct buoy_axes *axes = // the library's own function has its frame
        water->current_at == buoy_waves_orbital_velocity ? turn->axes : NULL;
    double at[4 * DOUBLES_WIDTH], points[DOUBLES_WIDTH][3], flows[DOUBLES_WIDTH][3];
    doubles_store4(at, 4, centre->x, centre->y, centre->z, centre->z);
    for (size_t l = 0; l < DOUBLES_WIDTH; ++l) {
        memcpy(points[l], &at[4 * l], sizeof points[l]);
        memcpy(flows[l], pass->flow, sizeof flows[l]);
        if (axes) {
            buoy_axes_from(axes, points[l]);
            buoy_axes_from(axes, flows[l]);
        }
    }
    const size_t count = turn->count < DOUBLES_WIDTH ? turn->count : DOUBLES_WIDTH;
    water->current_at(water->current_context, points[0], count, flows[0]);
    for (size_t l = 0; l < DOUBLES_WIDTH; ++l) {
        double *met = flows[l < count ? l : count - 1]; // the last one's is turned once
        if (axes && l < count) {
            buoy_axes_to(axes, met);
        }
        memcpy(&at[4 * l], met, sizeof flows[l]);
        at[4 * l + 3] = 0.0;
    }
    doubles unused;
    doubles_load4(at, 4, &flow->x, &flow->y, &flow->z, &unused);
    (void)unused;
}

// Changes velocities through the water to what they are in the current about a place. False if a
// state is in doubt: nobody is asked about it.
static STEP_INLINE bool plain_meet_current(const struct plain_turn *turn, step3 place,
                                           struct plain_state *state, doubles *doubt) {
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    const doubles most = doubles_splat(0.9 * BUOY_FORCES_MOST * BUOY_FORCES_MOST);
    if (!turn->pass->trusted && plain_some(*doubt)) {
        return false;
    }
    step3 flow;
    plain_ask(turn, &place, &flow);
    state->through = step3_sub(state->velocity, flow);
    *doubt = plus(*doubt, doubles_if_less(step3_dot(flow, flow), most, zero, one));
    return true;
}

// Whether there is a current to ask about, and places to ask about it.
static STEP_INLINE bool plain_asks(const struct plain_turn *turn, enum plain_manner manner) {
    return manner != PLAIN_USUAL && turn->pass->water->current_at != NULL;
}

// Whether the middles of capsules, cylinders and boxes are not their origins; of lanes, some's.
static STEP_INLINE bool plain_is_off_centre(const struct plain_turn *turn) {
    return DOUBLES_WIDTH > 1 || turn->row[0][BUOY_PLAIN_MIDDLE + BUOY_PLAIN_OFF] != 0.0;
}

// Where the middle is: along the axis, as the caller's frame has it; and in the world.
static STEP_INLINE doubles plain_middle_on_axis(const struct plain_turn *turn) {
    return times(doubles_splat(turn->pass->sign[1]), plain_model(turn, BUOY_PLAIN_MIDDLE).three.x);
}
static STEP_INLINE step3 plain_middle_of_box(const struct plain_turn *turn,
                                             const struct plain_state *state,
                                             const struct plain_box *box, step3 middle) {
    return plain_is_off_centre(turn) ? step3_add(state->position, plain_out_of(box, middle))
                                     : state->position;
}

// What the bodies of a turn cover: of each ellipsoid, the parts of its tensor along its axes.
static STEP_INLINE void plain_look(const struct plain_turn *turn, enum buoy_model_form form,
                                   struct plain_footprint *footprint) {
    struct plain_state state;
    struct plain_box box;
    plain_read_pose(turn, PLAIN_ANY, &state);
    if (form == BUOY_FORM_BALL) {
        const doubles spread = plain_model(turn, BUOY_MODEL_SPREAD).three.x;
        plain_cover(turn, state.position, (step3){spread, doubles_splat(0.0), spread}, footprint);
    } else if (form == BUOY_FORM_BOX) {
        const step3 middle = plain_axes(turn, BUOY_PLAIN_MIDDLE, true).three;
        const step3 h = plain_axes(turn, BUOY_PLAIN_SIZE, false).three;
        plain_place_box(&state, &box);
        const step3 y = plain_spread_along(turn, times(h.y, h.y), box.axis[1]);
        const step3 z = plain_spread_along(turn, times(h.z, h.z), box.axis[2]);
        const step3 all = step3_add(plain_spread_along(turn, times(h.x, h.x), box.axis[0]),
                                    step3_add(y, z)); // second moments are a third of this
        const doubles factor =
            times(doubles_splat(5.0 / 3.0), times(box.per_length, box.per_length));
        plain_cover(turn, plain_middle_of_box(turn, &state, &box, middle), step3_scale(factor, all),
                    footprint);
    } else {
        const step3 e = plain_axis(turn, &state);
        const struct plain_numbers spread = plain_model(turn, BUOY_MODEL_SPREAD + 2);
        const doubles across = spread.three.y; // yy; the fourth is zz
        const step3 more = plain_spread_along(turn, minus(spread.fourth, across), e);
        plain_cover(turn, step3_add(state.position, step3_scale(plain_middle_on_axis(turn), e)),
                    (step3){plus(across, more.x), more.y, plus(across, more.z)}, footprint);
    }
}

// False if answers may be invalid, and are not stored.
static STEP_INLINE bool plain_do_balls(const struct plain_turn *turn, enum plain_manner manner) {
    struct plain_state state;
    struct plain_terms terms;
    struct plain_ball ball;
    struct plain_moved moved;
    struct plain_wet wet;
    const doubles one = doubles_splat(1.0), zero = doubles_splat(0.0);
    plain_read(turn, manner, &state);
    plain_meet(turn, state.position, &state);
    doubles doubt = plain_doubt(&state);
    plain_find_terms(turn, manner, false, &terms);
    const struct plain_numbers size = plain_model(turn, BUOY_PLAIN_SIZE);
    const doubles t = times(times(state.below, state.per_normal), size.fourth);
    const struct plain_side side = plain_side_of(t, one);
    const bool cut = plain_some(side.cut) || plain_asks(turn, manner);
    if (cut) {
        plain_wet_ball(t, size.three.x, &ball);
        wet.share = ball.share;
        wet.centre = step3_scale(minus(zero, ball.arm), state.up);
        const step3 there = step3_add(state.position, wet.centre);
        if (plain_asks(turn, manner) && !plain_meet_current(turn, there, &state, &doubt)) {
            return false;
        }
        plain_move_ball(turn, &state, &ball, &terms, &moved);
    } else if (plain_is_left(turn, side, manner)) {
        return turn->pass->trusted || !plain_some(doubt);
    } else {
        wet = (struct plain_wet){side.whole, {zero, zero, zero}};
        plain_move_whole_ball(&state, side.whole, &terms, &moved);
    }
    return plain_answer(turn, &state, &moved, &wet, state.position, doubt, manner);
}

// Capsules and cylinders.
static STEP_INLINE bool plain_do_axial(const struct plain_turn *turn, bool is_capsule,
                                       enum plain_manner manner) {
    struct plain_state state;
    struct plain_terms terms;
    struct plain_moved moved;
    struct plain_wet wet;
    struct plain_axial body;
    const doubles one = doubles_splat(1.0), zero = doubles_splat(0.0);
    plain_read(turn, manner, &state);
    doubles doubt = plain_doubt(&state);
    const struct plain_numbers size = plain_model(turn, BUOY_PLAIN_SIZE);
    const doubles radius = size.three.x, tall = plain_model(turn, BUOY_PLAIN_TURNING).fourth;
    const doubles upward = doubles_splat(turn->pass->sign[1]); // along the caller's axis
    const doubles arm = times(upward, plain_model(turn, BUOY_PLAIN_ARM).three.x);
    const doubles middle = plain_middle_on_axis(turn);
    body.e = plain_axis(turn, &state);
    const step3 at = step3_add(state.position, step3_scale(middle, body.e));
    plain_meet(turn, at, &state);
    const doubles c = step3_dot(state.up, body.e);
    const doubles depth = times(state.below, state.per_normal);
    const doubles below =
        turn->height || !plain_is_off_centre(turn) ? depth : minus(depth, times(middle, c));
    const doubles t = times(below, size.fourth);
    const struct plain_side side =
        plain_side_of(t, is_capsule ? axial_reach_capsule(c, tall) : axial_reach_cylinder(c, tall));
    const bool cut = plain_some(side.cut);
    if (!cut && !plain_asks(turn, manner) && plain_is_left(turn, side, manner)) {
        return turn->pass->trusted || !plain_some(doubt);
    }
    body.wet = (struct axial_wet){side.whole, zero, zero, zero};
    if (cut) {
        if (is_capsule) {
            const doubles per_volume = plain_model(turn, BUOY_PLAIN_MOBILE).fourth;
            axial_wet_capsule(t, c, tall, radius, per_volume, &body.wet);
        } else {
            axial_wet_cylinder(t, c, tall, radius, &body.wet);
        }
        body.wet.share = doubles_if_less(zero, side.cut, body.wet.share, side.whole);
        body.wet.up = doubles_if_less(zero, side.cut, body.wet.up, zero);
        body.wet.along = doubles_if_less(zero, side.cut, body.wet.along, zero);
    }
    wet.share = body.wet.share;
    wet.centre = step3_add(step3_scale(body.wet.up, state.up), step3_scale(body.wet.along, body.e));
    const step3 there = step3_add(at, wet.centre);
    if (plain_asks(turn, manner) && !plain_meet_current(turn, there, &state, &doubt)) {
        return false;
    }
    plain_find_terms(turn, manner, false, &terms);
    if (cut || plain_some(doubles_if_less(zero, doubles_abs(arm), one, zero))) {
        plain_move_axial(&state, &body, arm, &terms, &moved);
    } else {
        plain_move_whole_axial(&state, body.e, side.whole, &terms, &moved);
    }
    return plain_answer(turn, &state, &moved, &wet, at, doubt, manner);
}

static STEP_INLINE bool plain_do_boxes(const struct plain_turn *turn, enum plain_manner manner) {
    struct plain_state state;
    struct plain_terms terms;
    struct plain_moved moved;
    struct plain_wet wet;
    struct plain_box box;
    const doubles zero = doubles_splat(0.0);
    plain_read(turn, manner, &state);
    doubles doubt = plain_doubt(&state);
    const step3 extent = plain_axes(turn, BUOY_PLAIN_SIZE, false).three;
    const step3 arm = plain_axes(turn, BUOY_PLAIN_ARM, true).three;
    const doubles half[3] = {extent.x, extent.y, extent.z};
    plain_place_box(&state, &box);
    const step3 middle = plain_axes(turn, BUOY_PLAIN_MIDDLE, true).three;
    const step3 at = plain_middle_of_box(turn, &state, &box, middle);
    plain_meet(turn, at, &state);
    box.n = (step3){step3_dot(box.axis[0], state.normal), step3_dot(box.axis[1], state.normal),
                    step3_dot(box.axis[2], state.normal)};
    const doubles below = times(state.below, state.length2); // as long as the normal
    const doubles depth =
        turn->height || !plain_is_off_centre(turn) ? below : minus(below, step3_dot(box.n, middle));
    const doubles n[3] = {box.n.x, box.n.y, box.n.z};
    const struct plain_side side = plain_side_of(depth, box_reach(n, half));
    const bool cut = plain_some(side.cut);
    if (!cut && !plain_asks(turn, manner) && plain_is_left(turn, side, manner)) {
        return turn->pass->trusted || !plain_some(doubt);
    }
    const step3 none = {zero, zero, zero};
    step3 c = none;
    wet.share = side.whole;
    if (cut) {
        doubles found[3], share;
        box_wet(n, depth, half, &share, found);
        wet.share = doubles_if_less(zero, side.cut, share, side.whole);
        c = step3_if_less(zero, side.cut, (step3){found[0], found[1], found[2]}, none);
    }
    wet.centre = plain_out_of(&box, c);
    const step3 there = step3_add(at, wet.centre);
    if (plain_asks(turn, manner) && !plain_meet_current(turn, there, &state, &doubt)) {
        return false;
    }
    plain_find_terms(turn, manner, true, &terms);
    const doubles turns = plus(side.cut, step3_dot(arm, arm)); // drag turns it, or may
    if (plain_some(turns)) {
        plain_move_box(&state, &box, wet.share, step3_add(c, arm), &terms, manner == PLAIN_WHOLE,
                       &moved);
        moved.drag =
            step3_if_less(zero, turns, moved.drag, plain_drag_whole(&state, wet.share, &terms));
    } else {
        plain_move_whole_box(&state, &box, wet.share, &terms, &moved);
    }
    return plain_answer(turn, &state, &moved, &wet, at, doubt, manner);
}

// A turn of one form: its answers or effects. Apart, so that no form's registers are another's.
static __attribute__((noinline)) bool plain_balls(const struct plain_turn *turn) {
    return plain_do_balls(turn, turn->manner);
}
static __attribute__((noinline)) bool plain_boxes(const struct plain_turn *turn) {
    return plain_do_boxes(turn, turn->manner);
}
static __attribute__((noinline)) bool plain_capsules(const struct plain_turn *turn) {
    return plain_do_axial(turn, true, turn->manner);
}
static __attribute__((noinline)) bool plain_cylinders(const struct plain_turn *turn) {
    return plain_do_axial(turn, false, turn->manner);
}

static STEP_INLINE bool plain_do_form(const struct plain_turn *turn, enum buoy_model_form form) {
    switch (form) {
    case BUOY_FORM_BALL:
        return plain_balls(turn);
    case BUOY_FORM_BOX:
        return plain_boxes(turn);
    case BUOY_FORM_CAPSULE:
        return plain_capsules(turn);
    default:
        return plain_cylinders(turn);
    }
}

// False if answers may be invalid: what was stored counts for nothing then.
static STEP_INLINE bool plain_do(struct plain_turn *turn, enum buoy_model_form form) {
    bool good = true;
    if (turn->pass->results) {
        turn->manner = PLAIN_WHOLE;
        good = plain_do_form(turn, form);
    }
    if (good && buoy_pass_has_effects(turn->pass)) {
        turn->manner = PLAIN_ANY;
        good = plain_do_form(turn, form);
    }
    return good;
}

#if LANES_WIDTH == 1
// One body of a usual question.
static __attribute__((noinline)) bool plain_ball(const struct plain_turn *turn) {
    return plain_do_balls(turn, PLAIN_USUAL);
}
static __attribute__((noinline)) bool plain_box(const struct plain_turn *turn) {
    return plain_do_boxes(turn, PLAIN_USUAL);
}
static __attribute__((noinline)) bool plain_capsule(const struct plain_turn *turn) {
    return plain_do_axial(turn, true, PLAIN_USUAL);
}
static __attribute__((noinline)) bool plain_cylinder(const struct plain_turn *turn) {
    return plain_do_axial(turn, false, PLAIN_USUAL);
}

void BUOY_VARIANT(buoy_step_look)(const struct buoy_step_pass *pass, const struct buoy_model *model,
                                  size_t body, struct buoy_footprint *footprint);
void BUOY_VARIANT(buoy_step_look)(const struct buoy_step_pass *pass, const struct buoy_model *model,
                                  size_t body, struct buoy_footprint *footprint) {
    const uint32_t number = (uint32_t)body;
    const double *row = model->row;
    const struct plain_turn turn = {.pass = pass,
                                    .body = &number,
                                    .row = &row,
                                    .count = 1,
                                    .alike = true,
                                    .axes = buoy_axes_of(pass->query->frame)};
    struct plain_footprint found;
    plain_look(&turn, buoy_model_form(model), &found);
    memcpy(footprint->centre, found.centre, sizeof footprint->centre);
    memcpy(footprint->ellipse, found.ellipse, sizeof footprint->ellipse);
}

bool BUOY_VARIANT(buoy_step_plain)(const struct buoy_step_pass *pass,
                                   const struct buoy_model *model, size_t body,
                                   const struct buoy_fit *fit);
bool BUOY_VARIANT(buoy_step_plain)(const struct buoy_step_pass *pass,
                                   const struct buoy_model *model, size_t body,
                                   const struct buoy_fit *fit) {
    const uint32_t number = (uint32_t)body;
    const double *row = model->row;
    struct plain_turn turn;
    turn.pass = pass;
    turn.body = &number;
    turn.row = &row;
    turn.count = 1;
    turn.alike = true;
    turn.height = NULL;
    turn.axes = NULL;
    if (fit) {
        turn.height = &fit->height;
        turn.slope_x = &fit->slope_x;
        turn.slope_y = &fit->slope_y;
    }
    if (fit || pass->water->current_at) {
        turn.axes = buoy_axes_of(pass->query->frame);
    }
    if (pass->usual) {
        switch (buoy_model_form(model)) {
        case BUOY_FORM_BALL:
            return plain_ball(&turn);
        case BUOY_FORM_BOX:
            return plain_box(&turn);
        case BUOY_FORM_CAPSULE:
            return plain_capsule(&turn);
        default:
            return plain_cylinder(&turn);
        }
    }
    return plain_do(&turn, buoy_model_form(model));
}
#endif

#endif
