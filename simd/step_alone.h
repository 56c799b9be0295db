// One body of a step, of a single part in water without walls: none of the passes, rows and lists
// of many. In waves lanes are waves. Every number comes from the operations of the passes in their
// order, and so has their bits. For templates, on whatever lanes_<isa>.h came before.
#ifndef BUOY_STEP_ALONE_H
#define BUOY_STEP_ALONE_H

#include "bodies/placing.h"
#include "step_forces.h"
#include "step_volumes.h"
#include "step_waves.h"

// x, y, z, and a number that nobody looks at, unless it is a quaternion's w. Number by number: a
// vector's permutations would take longer than what they spare, as each waits for the one before.
typedef struct {
    double v[4];
} alone4;

static STEP_INLINE alone4 alone_of(double x, double y, double z, double w) {
    return (alone4){{x, y, z, w}};
}
static STEP_INLINE alone4 alone_add(alone4 a, alone4 b) {
    return alone_of(a.v[0] + b.v[0], a.v[1] + b.v[1], a.v[2] + b.v[2], a.v[3] + b.v[3]);
}
static STEP_INLINE alone4 alone_sub(alone4 a, alone4 b) {
    return alone_of(a.v[0] - b.v[0], a.v[1] - b.v[1], a.v[2] - b.v[2], a.v[3] - b.v[3]);
}
static STEP_INLINE alone4 alone_mul(alone4 a, alone4 b) {
    return alone_of(a.v[0] * b.v[0], a.v[1] * b.v[1], a.v[2] * b.v[2], a.v[3] * b.v[3]);
}

// Components i, j, k, l of a, and of a (0 to 3) and b (4 to 7); in the order y, z, x, and z, x, y.
#define ALONE_PICK(a, i, j, k, l) alone_of((a).v[i], (a).v[j], (a).v[k], (a).v[l])
#define ALONE_ONE(a, b, k) ((k) < 4 ? (a).v[(k)&3] : (b).v[(k)&3])
#define ALONE_MERGE(a, b, i, j, k, l)                                                              \
    alone_of(ALONE_ONE(a, b, i), ALONE_ONE(a, b, j), ALONE_ONE(a, b, k), ALONE_ONE(a, b, l))
#define ALONE_NEXT(a) ALONE_PICK(a, 1, 2, 0, 3)
#define ALONE_LAST(a) ALONE_PICK(a, 2, 0, 1, 3)

static STEP_INLINE alone4 alone_splat(double a) {
    return alone_of(a, a, a, a);
}

// a × b + c, rounded twice.
static STEP_INLINE alone4 alone_muladd(alone4 a, alone4 b, alone4 c) {
    return alone_add(alone_mul(a, b), c);
}

// a × b − c × d.
static STEP_INLINE alone4 alone_minor(alone4 a, alone4 b, alone4 c, alone4 d) {
    return alone_sub(alone_mul(a, b), alone_mul(c, d));
}

static STEP_INLINE double alone_sum(alone4 a) {
    return a.v[0] + a.v[1] + a.v[2];
}

static STEP_INLINE double alone_dot(alone4 a, alone4 b) {
    return alone_sum(alone_mul(a, b));
}

static STEP_INLINE alone4 alone_cross(alone4 a, alone4 b) {
    return alone_minor(ALONE_NEXT(a), ALONE_LAST(b), ALONE_LAST(a), ALONE_NEXT(b));
}

// m x, for a matrix by columns.
static STEP_INLINE alone4 alone_turn(const alone4 m[3], alone4 x) {
    const alone4 first = alone_mul(m[0], ALONE_PICK(x, 0, 0, 0, 0));
    return alone_muladd(m[2], ALONE_PICK(x, 2, 2, 2, 2),
                        alone_muladd(m[1], ALONE_PICK(x, 1, 1, 1, 1), first));
}

// ------------------------------------------------------------------------------- arrays

static STEP_INLINE alone4 alone_load3(const double *p) {
    return alone_of(p[0], p[1], p[2], 0.0);
}

static STEP_INLINE alone4 alone_load4(const double *p) {
    return alone_of(p[0], p[1], p[2], p[3]);
}

static STEP_INLINE alone4 alone_read(const void *at, bool floats, bool four) {
    if (floats) {
        const float *p = at;
        return alone_of((double)p[0], (double)p[1], (double)p[2], four ? (double)p[3] : 0.0);
    }
    const double *p = at;
    return alone_of(p[0], p[1], p[2], four ? p[3] : 0.0);
}

// Signs of a place or direction in the caller's frame, and of what turns.
static STEP_INLINE alone4 alone_signs(const struct buoy_axes *axes, bool turns) {
    const double hand = turns ? axes->hand : 1.0;
    return alone_of(hand, hand * axes->sign[0], hand * axes->sign[1], 1.0);
}

static STEP_INLINE alone4 alone_from(const struct buoy_axes *axes, bool turns, alone4 x) {
    return !axes ? x
                 : alone_mul(alone_signs(axes, turns),
                             axes->exchanged ? ALONE_PICK(x, 0, 2, 1, 3) : x);
}

static STEP_INLINE alone4 alone_to(const struct buoy_axes *axes, bool turns, alone4 x) {
    const alone4 mirrored = axes ? alone_mul(alone_signs(axes, turns), x) : x;
    return axes && axes->exchanged ? ALONE_PICK(mirrored, 0, 2, 1, 3) : mirrored;
}

static STEP_INLINE alone4 alone_read3(const struct buoy_step_batch *batch, size_t body,
                                      const struct buoy_array *array, bool turns) {
    if (!array->first) {
        return alone_splat(0.0);
    }
    const char *at = (const char *)array->first + body * array->stride;
    return alone_from(batch->axes, turns, alone_read(at, array->type == BUOY_FLOAT, false));
}

static STEP_INLINE void alone_write3(const struct buoy_step_batch *batch, size_t body,
                                     const struct buoy_output *output, bool turns, alone4 x) {
    if (!output->first) {
        return;
    }
    char *at = (char *)output->first + body * output->stride;
    const bool floats = output->type == BUOY_FLOAT;
    x = alone_to(batch->axes, turns, x);
    if (batch->query->effects.add) {
        x = alone_add(alone_read(at, floats, false), x);
    }
    if (floats) {
        const float narrow[3] = {(float)x.v[0], (float)x.v[1], (float)x.v[2]};
        memcpy(at, narrow, sizeof narrow);
    } else {
        memcpy(at, &x, 3 * sizeof(double));
    }
}

// -------------------------------------------------------------------------------- place

// Where a body is: its rotation by columns and by rows, its middle, and the water that it meets.
struct alone_place {
    alone4 columns[3], rows[3], middle, up, normal;
    double depth;
};

// What tells whether states and answers may be invalid: of struct step_watch, what one body needs.
struct alone_watch {
    alone4 squares;  // of its numbers
    double off_unit; // of its quaternion
};

// The body's quaternion with the turn of the model's axes.
static STEP_INLINE alone4 alone_turned(alone4 q, const double *row) {
    const alone4 t = alone_load4(&row[BUOY_MODEL_TURN]);
    const double w = q.v[3] * t.v[3] - alone_dot(q, t);
    const alone4 scaled =
        alone_muladd(q, ALONE_PICK(t, 3, 3, 3, 3), alone_mul(ALONE_PICK(q, 3, 3, 3, 3), t));
    const alone4 turned = alone_add(scaled, alone_cross(q, t));
    return ALONE_MERGE(turned, alone_splat(w), 0, 1, 2, 7);
}

// step_turn().
static STEP_INLINE void alone_rotation(alone4 q, struct alone_place *place,
                                       struct alone_watch *watch) {
    const alone4 squares = alone_mul(q, q);
    const alone4 sums = alone_add(ALONE_NEXT(squares), ALONE_LAST(squares));
    const double length2 = (squares.v[3] + squares.v[0]) + sums.v[0];
    const alone4 s = alone_splat(2.0 / length2);
    const alone4 products = alone_mul(ALONE_LAST(q), q);                      // zx, xy, yz
    const alone4 turns = alone_mul(ALONE_PICK(q, 3, 3, 3, 3), ALONE_NEXT(q)); // wy, wz, wx
    const alone4 on = alone_sub(alone_splat(1.0), alone_mul(s, sums));
    const alone4 above = alone_mul(s, alone_add(products, turns)); // R₀₂, R₁₀, R₂₁
    const alone4 below = alone_mul(s, alone_sub(products, turns)); // R₂₀, R₀₁, R₁₂
    const alone4 next_above = ALONE_NEXT(above), next_below = ALONE_NEXT(below);
    place->columns[0] = ALONE_MERGE(ALONE_MERGE(on, above, 0, 5, 2, 3), next_below, 0, 1, 6, 3);
    place->columns[1] = ALONE_MERGE(ALONE_MERGE(on, above, 0, 1, 6, 3), next_below, 4, 1, 2, 3);
    place->columns[2] = ALONE_MERGE(ALONE_MERGE(on, above, 4, 1, 2, 3), next_below, 0, 5, 2, 3);
    place->rows[0] = ALONE_MERGE(ALONE_MERGE(on, next_above, 0, 1, 6, 3), below, 0, 5, 2, 3);
    place->rows[1] = ALONE_MERGE(ALONE_MERGE(on, next_above, 4, 1, 2, 3), below, 0, 1, 6, 3);
    place->rows[2] = ALONE_MERGE(ALONE_MERGE(on, next_above, 0, 5, 2, 3), below, 4, 1, 2, 3);
    watch->off_unit = length2 - 1.0;
}

// Meets the plane that fits the water best. False if the water has no height there.
static STEP_INLINE bool alone_fit(const struct buoy_water *water, const double *row,
                                  struct alone_place *place) {
    const double *a = &row[BUOY_MODEL_SPREAD];
    const alone4 spread[3] = {alone_load3(a), alone_of(a[1], a[3], a[4], 0.0),
                              alone_of(a[2], a[4], a[5], 0.0)};
    const alone4 x_turned = alone_turn(spread, place->rows[0]);
    const alone4 y_turned = alone_turn(spread, place->rows[1]);
    const alone4 off = alone_turn(place->columns, alone_load3(&row[BUOY_MODEL_CENTROID]));
    const alone4 centre = alone_add(place->middle, off);
    const double x_middle = place->middle.v[0], y_middle = place->middle.v[1];
    const struct buoy_footprint footprint = {{centre.v[0], centre.v[1]},
                                             {alone_dot(x_turned, place->rows[0]),
                                              alone_dot(x_turned, place->rows[1]),
                                              alone_dot(y_turned, place->rows[1])}};
    struct buoy_fit fit;
    if (water->kind == BUOY_WATER_WAVES) {
        step_add_waves_alone(water, &footprint, &fit);
    } else if (buoy_water_fit(water, &footprint, &fit) != BUOY_OK) {
        return false;
    }
    const double x = 0.0 - fit.slope_x, y = 0.0 - fit.slope_y;
    const double level =
        y * (footprint.centre[1] - y_middle) + (x * (footprint.centre[0] - x_middle) + fit.height);
    const double up = 1.0 / sqrt(y * y + (x * x + 1.0));
    place->up = alone_of(x * up + 0.0, y * up + 0.0, up, 0.0); // never −0
    place->depth = up * (level - (place->middle.v[2] - water->level));
    return true;
}

// step_place_turn(). False if the water has no height there.
static STEP_INLINE bool alone_find_place(const struct step_shared *shared, size_t body,
                                         const struct buoy_model *model, struct alone_place *place,
                                         struct alone_watch *watch) {
    const struct buoy_step_batch *batch = shared->batch;
    const struct buoy_states *states = &batch->query->states;
    const alone4 position = alone_read3(batch, body, &states->position, false);
    const char *at = (const char *)states->rotation.first + body * states->rotation.stride;
    alone4 q = alone_read(at, states->rotation.type == BUOY_FLOAT, true);
    if (states->w_first) {
        q = ALONE_PICK(q, 1, 2, 3, 0);
    }
    q = alone_from(batch->axes, true, q);
    if (buoy_model_has(model, BUOY_MODEL_TURNED)) {
        q = alone_turned(q, model->row);
    }
    watch->squares = alone_mul(position, position);
    alone_rotation(alone_add(q, alone_splat(0.0)), place, watch); // never −0
    place->middle = alone_add(
        alone_turn(place->columns, alone_load3(&model->row[BUOY_MODEL_MIDDLE])), position);
    if (!shared->fitted) {
        place->up = alone_load3(batch->up);
        place->depth = batch->offset - alone_dot(place->up, place->middle);
    } else if (!alone_fit(shared->water, model->row, place)) {
        return false;
    }
    place->normal = alone_turn(place->rows, place->up);
    return true;
}

// ------------------------------------------------------------------------------ volumes

// What is submerged.
struct alone_found {
    alone4 centre;
    double volume, area;
};

// The first of lanes that are all the same.
static STEP_INLINE double alone_first(lanes_double a) {
    double first;
    memcpy(&first, &a, sizeof first);
    return first;
}

// A box without quadratic drag: step_boxes.h, all of it in registers.
static STEP_INLINE void alone_solve_box(const struct alone_place *place, const double *row,
                                        struct alone_found *found) {
    lanes_double wide[3], volume, centre[3];
    lanes h[3], n[3], m[3], t[3], alpha, f;
    for (int k = 0; k < 3; ++k) {
        const double size = row[BUOY_MODEL_SIZE + k];
        wide[k] = lanes_double_splat(fabs(place->normal.v[k]) * size);
        h[k] = lanes_splat((float)size);
        n[k] = lanes_splat((float)place->normal.v[k]);
    }
    corners_reduce(wide, lanes_double_splat(fabs(place->depth)), m, &alpha);
    corners_solve(m, alpha, &f, t);
    corners_find(h, n, lanes_splat((float)place->depth), alpha, f, t, &volume, centre);
    found->volume = alone_first(volume);
    found->centre =
        alone_of(alone_first(centre[0]), alone_first(centre[1]), alone_first(centre[2]), 0.0);
    found->area = 0.0;
}

// A primitive shape but for a box, as step_solve_shapes() asks about it.
static STEP_INLINE void alone_solve_shape(const struct buoy_model *model,
                                          const struct alone_place *place,
                                          struct alone_found *found) {
    const double most = (double)FLT_MAX;
    const bool drags = buoy_model_has(model, BUOY_MODEL_DRAGS);
    struct buoy_shape shape = {.kind = model->parts[0].kind};
    struct buoy_plane plane = {.d = (float)buoy_clamp(place->depth, -most, most)};
    struct buoy_volume volume;
    struct buoy_shape_surface surface;
    for (int k = 0; k < 3; ++k) {
        shape.size[k] = (float)model->row[BUOY_MODEL_SIZE + k];
        plane.normal[k] = (float)place->normal.v[k];
    }
    const struct buoy_shapes_query query = {
        .shapes = &shape, .planes = &plane, .count = 1, .surfaces = drags ? &surface : NULL};
    buoy_shapes_best_of_kind(&query, &volume);
    found->volume = volume.volume;
    found->centre = alone_load3(volume.centre);
    found->area = drags ? surface.wetted_area : 0.0;
}

// A mesh, or a box with quadratic drag, by a row.
static STEP_INLINE void alone_solve_row(const struct step_shared *shared,
                                        const struct buoy_model *model,
                                        const struct alone_place *place,
                                        struct alone_found *found) {
    const bool drags = buoy_model_has(model, BUOY_MODEL_DRAGS);
    struct step_rows rows;
    for (int k = 0; k < 3; ++k) {
        doubles_store(rows.normal[k], doubles_splat(place->normal.v[k]));
        doubles_store(rows.size[k], doubles_splat(model->row[BUOY_MODEL_SIZE + k]));
    }
    doubles_store(rows.depth, doubles_splat(place->depth));
    if (model->parts[0].kind == BUOY_SHAPE_BOX) {
        alone_solve_box(place, model->row, found);
        rows.volume[0] = found->volume;
        step_wet_boxes(&rows, 1);
        found->area = rows.area[0];
        return;
    }
    if (drags) {
        step_solve_mesh(shared, model->parts[0].mesh, 0, &rows);
    } else {
        step_solve_alone(shared, model->parts[0].mesh, 0, &rows);
    }
    found->volume = rows.volume[0];
    found->area = drags ? rows.area[0] : 0.0;
    found->centre = alone_of(rows.centre[0][0], rows.centre[1][0], rows.centre[2][0], 0.0);
}

// ------------------------------------------------------------------------------- forces

// A symmetric matrix: xx, yy, zz, and yz, xz, xy.
struct alone_matrix {
    alone4 on, off;
};

static STEP_INLINE alone4 alone_apply(const struct alone_matrix *m, alone4 x) {
    const alone4 zy = ALONE_PICK(m->off, 2, 2, 1, 3), yx = ALONE_PICK(m->off, 1, 0, 0, 3);
    const alone4 columns[3] = {ALONE_MERGE(m->on, zy, 0, 5, 6, 3),
                               ALONE_MERGE(ALONE_MERGE(zy, m->on, 0, 5, 2, 3), m->off, 0, 1, 4, 3),
                               ALONE_MERGE(yx, m->on, 0, 1, 6, 3)};
    return alone_turn(columns, x);
}

// step_invert().
static STEP_INLINE double alone_invert(const struct alone_matrix *m, struct alone_matrix *c) {
    c->on =
        alone_minor(ALONE_PICK(m->on, 1, 0, 0, 3), ALONE_PICK(m->on, 2, 2, 1, 3), m->off, m->off);
    c->off =
        alone_minor(ALONE_PICK(m->off, 2, 2, 1, 3), ALONE_PICK(m->off, 1, 0, 0, 3), m->on, m->off);
    const alone4 first = alone_of(m->on.v[0], m->off.v[2], m->off.v[1], 0.0);
    return 1.0 / alone_dot(first, alone_of(c->on.v[0], c->off.v[2], c->off.v[1], 0.0));
}

// step_damping().
static STEP_INLINE struct alone_matrix alone_damping(const struct alone_matrix *a, double f,
                                                     double d) {
    const alone4 factor = alone_splat(f);
    return (struct alone_matrix){alone_muladd(factor, a->on, alone_splat(d)),
                                 alone_mul(factor, a->off)};
}

// step_mobility(). With Bᵢⱼ the elements of I⁻¹ X.
static STEP_INLINE struct alone_matrix alone_mobility(const struct alone_matrix *i, alone4 r) {
    const alone4 zxy = ALONE_LAST(r), yzx = ALONE_NEXT(r);
    const alone4 p = alone_minor(ALONE_NEXT(i->on), zxy, i->off, yzx); // B_yx, B_zy, B_xz
    const alone4 q = alone_minor(i->off, zxy, ALONE_LAST(i->on), yzx); // B_zx, B_xy, B_yz
    const alone4 b =                                                   // B_zz, –, B_yy
        alone_minor(ALONE_PICK(i->off, 1, 1, 0, 3), ALONE_PICK(r, 1, 1, 0, 3),
                    ALONE_PICK(i->off, 0, 0, 2, 3), ALONE_PICK(r, 0, 0, 2, 3));
    const alone4 plus = ALONE_MERGE(b, ALONE_PICK(q, 2, 2, 2, 2), 0, 5, 2, 3);
    const alone4 minus =
        ALONE_MERGE(ALONE_PICK(p, 2, 2, 1, 3), ALONE_PICK(b, 0, 0, 0, 0), 0, 5, 2, 3);
    return (struct alone_matrix){
        alone_minor(zxy, p, yzx, q),
        alone_minor(ALONE_PICK(r, 0, 2, 2, 3), plus, ALONE_PICK(r, 2, 1, 1, 3), minus)};
}

// What is submerged of a body and how it moves, in the model's frame.
struct alone_motion {
    alone4 r, u, omega; // as in struct step_turn
    struct alone_matrix per_inertia;
};

static STEP_INLINE void alone_move(const struct step_shared *shared, size_t body, const double *row,
                                   const struct alone_place *place, const struct alone_found *found,
                                   struct alone_motion *motion, struct alone_watch *watch) {
    const struct buoy_states *states = &shared->batch->query->states;
    const alone4 velocity = alone_read3(shared->batch, body, &states->velocity, false);
    const alone4 spin = alone_read3(shared->batch, body, &states->spin, true);
    const double *i = &row[BUOY_MODEL_PER_INERTIA];
    watch->squares = alone_muladd(velocity, velocity, watch->squares);
    watch->squares = alone_muladd(spin, spin, watch->squares);
    motion->r = alone_add(found->centre, alone_load3(&row[BUOY_MODEL_ARM]));
    motion->omega = alone_turn(place->rows, spin);
    const alone4 through = alone_sub(velocity, alone_load3(shared->batch->current));
    motion->u = alone_add(alone_turn(place->rows, through), alone_cross(motion->omega, motion->r));
    motion->per_inertia.on = alone_of(i[STEP_XX], i[STEP_YY], i[STEP_ZZ], 0.0);
    motion->per_inertia.off = alone_of(i[STEP_YZ], i[STEP_XZ], i[STEP_XY], 0.0);
}

// Torques are in the model's frame.
struct alone_forces {
    alone4 buoyancy, buoyancy_torque, drag, drag_torque;
};

static STEP_INLINE void
alone_find_forces(const struct step_shared *shared, const struct buoy_model *model,
                  const struct alone_place *place, const struct alone_found *found,
                  const struct alone_motion *motion, struct alone_forces *forces) {
    const double *row = model->row, dt = shared->batch->query->dt;
    const alone4 weight = alone_splat(shared->weight * found->volume);
    double k = row[BUOY_MODEL_LINEAR] * found->volume;
    const double b = row[BUOY_MODEL_ANGULAR] * found->volume;
    if (buoy_model_has(model, BUOY_MODEL_DRAGS)) {
        const double per_area = shared->density * row[BUOY_MODEL_QUADRATIC];
        k = per_area * found->area * sqrt(alone_dot(motion->u, motion->u)) + k;
    }
    const double dt_k = dt * k, dt_b = dt * b;
    const struct alone_matrix mobility = alone_mobility(&motion->per_inertia, motion->r);
    const struct alone_matrix linear =
        alone_damping(&mobility, dt_k, dt_k * row[BUOY_MODEL_PER_MASS] + 1.0);
    const struct alone_matrix angular = alone_damping(&motion->per_inertia, dt_b, 1.0);
    struct alone_matrix of_linear, of_angular;
    const double minus_k = (0.0 - k) * alone_invert(&linear, &of_linear);
    const double inverse = alone_invert(&angular, &of_angular);
    forces->buoyancy = alone_mul(weight, place->up);
    forces->buoyancy_torque = alone_mul(weight, alone_cross(motion->r, place->normal));
    forces->drag = alone_mul(alone_splat(minus_k), alone_apply(&of_linear, motion->u));
    const alone4 torque = alone_cross(motion->r, forces->drag);
    const alone4 left = alone_sub(torque, alone_mul(alone_splat(b), motion->omega));
    forces->drag_torque = alone_apply(&of_angular, alone_mul(left, alone_splat(inverse)));
}

// ------------------------------------------------------------------------------ answers

// step_answer_whole().
static STEP_INLINE double alone_answer(const struct step_shared *shared, size_t body,
                                       const struct alone_place *place,
                                       const struct alone_found *found,
                                       const struct alone_forces *forces) {
    const struct buoy_step_batch *batch = shared->batch;
    double *answers = (double *)&batch->results[body * batch->result_step];
    const alone4 vectors[5] = {
        forces->buoyancy, alone_turn(place->columns, forces->buoyancy_torque),
        alone_turn(place->columns, forces->drag), alone_turn(place->columns, forces->drag_torque),
        alone_add(alone_turn(place->columns, found->centre), place->middle)};
    static const int at[5] = {STEP_BUOYANCY, STEP_BUOYANCY_TORQUE, STEP_DRAG, STEP_DRAG_TORQUE,
                              STEP_CENTRE};
    alone4 sum = alone_splat(0.0);
    for (int v = 0; v < 5; ++v) {
        const alone4 vector = alone_to(batch->axes, v % 2 == 1, vectors[v]);
        memcpy(&answers[at[v]], &vector, 3 * sizeof(double));
        sum = alone_add(sum, vectors[v]);
    }
    answers[STEP_VOLUME] = found->volume;
    answers[STEP_AREA] = found->area;
    return alone_sum(sum);
}

// Finds a body's effects, and stores them if they and its numbers surely are valid.
static STEP_INLINE bool alone_push(const struct step_shared *shared, size_t body, const double *row,
                                   const struct alone_place *place,
                                   const struct alone_motion *motion,
                                   const struct alone_forces *forces) {
    const struct buoy_effects *effects = &shared->batch->query->effects;
    const double dt = shared->batch->query->dt;
    alone4 linear = alone_add(forces->buoyancy, alone_turn(place->columns, forces->drag));
    alone4 torque = alone_add(forces->buoyancy_torque, forces->drag_torque);
    if (effects->kind == BUOY_VELOCITIES) {
        torque = alone_apply(&motion->per_inertia, torque);
    }
    if (effects->kind != BUOY_FORCES) {
        const double factor = effects->kind == BUOY_VELOCITIES ? dt * row[BUOY_MODEL_PER_MASS] : dt;
        linear = alone_mul(alone_splat(factor), linear);
        torque = alone_mul(alone_splat(dt), torque);
    }
    const alone4 angular = alone_turn(place->columns, torque);
    const alone4 squares = alone_muladd(linear, linear, alone_mul(angular, angular));
    const double most = 0.9 * (double)FLT_MAX * (double)FLT_MAX;
    if (!(alone_sum(squares) <= most)) {
        return false;
    }
    alone_write3(shared->batch, body, &effects->linear, false, linear);
    alone_write3(shared->batch, body, &effects->angular, true, angular);
    return true;
}

// Whether a body's numbers surely are valid, and its volume is.
static STEP_INLINE bool alone_is_good(const struct alone_watch *watch,
                                      const struct alone_found *found) {
    return watch->off_unit * watch->off_unit <= 0.9 * BUOY_FORCES_LOOSE * BUOY_FORCES_LOOSE &&
           alone_sum(watch->squares) <= 0.9 * BUOY_FORCES_MOST * BUOY_FORCES_MOST &&
           found->volume - found->volume == 0.0;
}

// Whether a batch is one such body.
static STEP_INLINE bool alone_is_plain(const struct buoy_step_batch *batch) {
    const struct buoy_water *water = batch->water;
    const struct buoy_model *model =
        batch->count == 1 ? batch->query->models[buoy_batch_body(batch, 0)] : NULL;
    return model && model->row[BUOY_MODEL_KIND] >= 0.0 && !water->region && !water->current_at &&
           !buoy_decays(water);
}

// Returns the number of bodies answered: 0 if anything may be invalid.
static __attribute__((noinline)) size_t step_do_alone(const struct step_shared *shared) {
    const struct buoy_step_batch *batch = shared->batch;
    const size_t body = buoy_batch_body(batch, 0);
    const struct buoy_model *model = batch->query->models[body];
    struct alone_watch watch;
    struct alone_place place;
    struct alone_found found;
    struct alone_motion motion;
    struct alone_forces forces;
    if (!alone_find_place(shared, body, model, &place, &watch)) {
        return 0;
    }
    const enum buoy_shape_kind kind = model->parts[0].kind;
    if (kind == BUOY_SHAPE_BOX && !buoy_model_has(model, BUOY_MODEL_DRAGS)) {
        alone_solve_box(&place, model->row, &found);
    } else if (kind != BUOY_SHAPE_BOX && kind != BUOY_SHAPE_MESH) {
        alone_solve_shape(model, &place, &found);
    } else {
        alone_solve_row(shared, model, &place, &found);
    }
    alone_move(shared, body, model->row, &place, &found, &motion, &watch);
    alone_find_forces(shared, model, &place, &found, &motion, &forces);
    if (!alone_is_good(&watch, &found)) {
        return 0;
    }
    if (batch->results) {
        const double sum = alone_answer(shared, body, &place, &found, &forces);
        if (!(sum - sum == 0.0)) {
            return 0;
        }
    }
    return !shared->pushes || alone_push(shared, body, model->row, &place, &motion, &forces);
}

#undef ALONE_PICK
#undef ALONE_MERGE
#undef ALONE_ONE
#undef ALONE_NEXT
#undef ALONE_LAST

#endif
