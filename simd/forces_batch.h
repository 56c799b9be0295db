// forces/batch: buoyancy and drag of many bodies; lanes = bodies, in double throughout. A template,
// included by every_method.h once for each instruction set.
//
// The operations are those of ../scalar/forces_catto.c, one by one, so that the bits are
// the same; the formulas are explained there. Only products with 0 are left out, and only where the
// sign of that zero cannot affect the result.
#ifndef BUOY_FORCES_BATCH_H
#define BUOY_FORCES_BATCH_H

#include <string.h>

#include "bodies/forces.h"
#include "dispatch/methods.h"
#include "vectors.h"

// The doubles that the structs consist of, and their positions in them.
enum {
    FORCES_WET_VOLUME,
    FORCES_WET_C,
    FORCES_WET_AREA = 4,
    FORCES_WET_FIELDS,

    FORCES_BODY_MASS = 0,
    FORCES_BODY_VOLUME,
    FORCES_BODY_LENGTH,
    FORCES_BODY_INVERSE_INERTIA,
    FORCES_BODY_FIELDS = 12,

    FORCES_MOTION_CENTRE_OF_MASS = 0,
    FORCES_MOTION_VELOCITY = 3,
    FORCES_MOTION_ANGULAR_VELOCITY = 6,
    FORCES_MOTION_FIELDS = 9,

    FORCES_WATER_UP = 0,
    FORCES_WATER_VELOCITY = 3,
    FORCES_WATER_FIELDS = 6,

    FORCES_BUOYANCY = 0,
    FORCES_DRAG = 6,
    FORCES_FIELDS = 12
};
_Static_assert(sizeof(struct buoy_submerged) == FORCES_WET_FIELDS * sizeof(double), "fields alone");
_Static_assert(sizeof(struct buoy_drag_body) == FORCES_BODY_FIELDS * sizeof(double),
               "fields alone");
_Static_assert(sizeof(struct buoy_drag_motion) == FORCES_MOTION_FIELDS * sizeof(double),
               "fields alone");
_Static_assert(sizeof(struct buoy_met_water) == FORCES_WATER_FIELDS * sizeof(double),
               "fields alone");
_Static_assert(sizeof(struct buoy_forces) == FORCES_FIELDS * sizeof(double), "fields alone");

// DOUBLES_WIDTH bodies, field by field.
struct forces_turn {
    doubles wet[FORCES_WET_FIELDS], body[FORCES_BODY_FIELDS], motion[FORCES_MOTION_FIELDS],
        water[FORCES_WATER_FIELDS];
    doubles forces[FORCES_FIELDS];
};

// Constants shared by all bodies of a query.
struct forces_shared {
    doubles weight, linear, angular, quadratic, dt;
};

// ------------------------------------------------------------------------------ vectors

static inline void forces_zero(doubles v[3]) {
    v[0] = v[1] = v[2] = doubles_splat(0.0);
}

// -------------------------------------------------------------------------------- drag

// (I⁻¹ (r × e)) × r for the x-th axis e: a column of the mobility.
static inline void forces_mobility(const doubles inverse_inertia[9], int x, const doubles r[3],
                                   doubles column[3]) {
    const int y = (x + 1) % 3, z = (x + 2) % 3;
    doubles turned[3];
    for (int k = 0; k < 3; ++k) {
        const doubles *row = &inverse_inertia[3 * k];
        turned[k] = doubles_sub(doubles_mul(row[y], r[z]), doubles_mul(row[z], r[y]));
    }
    forces_zero(column);
    doubles_add_cross(turned, r, column);
}

// Solves (1 + A) x = b in place, with the rows of A.
static inline void forces_damp(doubles a[3][3], doubles x[3]) {
    const doubles one = doubles_splat(1.0);
    doubles columns[3][3];
    for (int k = 0; k < 3; ++k) {
        a[k][k] = doubles_add(one, a[k][k]);
    }
    for (int k = 0; k < 3; ++k) {
        forces_zero(columns[k]);
        doubles_add_cross(a[(k + 1) % 3], a[(k + 2) % 3], columns[k]);
    }
    const doubles determinant = doubles_dot(a[0], columns[0]);
    const doubles b[3] = {x[0], x[1], x[2]};
    for (int k = 0; k < 3; ++k) {
        const doubles row[3] = {columns[0][k], columns[1][k], columns[2][k]};
        x[k] = doubles_div(doubles_dot(row, b), determinant);
    }
}

// F = −k u' at r, and its torque.
static inline void forces_resist(const struct forces_shared *shared, const doubles *body,
                                 const doubles r[3], doubles k, doubles u[3], doubles force[3],
                                 doubles torque[3]) {
    const doubles per_mass = doubles_div(doubles_splat(1.0), body[FORCES_BODY_MASS]);
    const doubles minus_k = doubles_mul(doubles_splat(-1.0), k);
    const doubles dt_k = doubles_mul(shared->dt, k);
    doubles a[3][3];
    for (int x = 0; x < 3; ++x) {
        forces_mobility(&body[FORCES_BODY_INVERSE_INERTIA], x, r, a[x]);
        a[x][x] = doubles_add(a[x][x], per_mass);
        for (int y = 0; y < 3; ++y) {
            a[x][y] = doubles_mul(dt_k, a[x][y]);
        }
    }
    forces_damp(a, u);
    for (int x = 0; x < 3; ++x) {
        force[x] = doubles_mul(minus_k, u[x]);
    }
    forces_zero(torque);
    doubles_add_cross(r, force, torque);
}

// Adds −b ω' to the torque.
static inline void forces_brake(const struct forces_shared *shared,
                                const doubles inverse_inertia[9], const doubles omega[3], doubles b,
                                doubles torque[3]) {
    const doubles dt_b = doubles_mul(shared->dt, b);
    doubles a[3][3], slower[3];
    for (int x = 0; x < 3; ++x) {
        const doubles *row = &inverse_inertia[3 * x];
        slower[x] = doubles_muladd(shared->dt, doubles_dot(row, torque), omega[x]);
        for (int y = 0; y < 3; ++y) {
            a[x][y] = doubles_mul(dt_b, row[y]);
        }
    }
    forces_damp(a, slower);
    for (int x = 0; x < 3; ++x) {
        torque[x] = doubles_sub(torque[x], doubles_mul(b, slower[x]));
    }
}

// Computes a turn's forces from its other fields.
static inline void forces_find(const struct forces_shared *shared, struct forces_turn *turn) {
    const doubles *wet = turn->wet, *body = turn->body;
    const doubles *omega = &turn->motion[FORCES_MOTION_ANGULAR_VELOCITY];
    doubles *force = &turn->forces[FORCES_BUOYANCY];
    const doubles weight = doubles_mul(shared->weight, wet[FORCES_WET_VOLUME]);
    doubles r[3], u[3];
    for (int x = 0; x < 3; ++x) {
        r[x] = doubles_sub(wet[FORCES_WET_C + x], turn->motion[FORCES_MOTION_CENTRE_OF_MASS + x]);
        u[x] = doubles_sub(turn->motion[FORCES_MOTION_VELOCITY + x],
                           turn->water[FORCES_WATER_VELOCITY + x]);
        force[x] = doubles_mul(weight, turn->water[FORCES_WATER_UP + x]);
    }
    forces_zero(&force[3]);
    doubles_add_cross(r, force, &force[3]);

    doubles_add_cross(omega, r, u);
    const doubles share = doubles_div(wet[FORCES_WET_VOLUME], body[FORCES_BODY_VOLUME]);
    const doubles mass = doubles_mul(body[FORCES_BODY_MASS], share);
    const doubles speed = doubles_sqrt(doubles_dot(u, u));
    const doubles per_speed = doubles_mul(shared->quadratic, wet[FORCES_WET_AREA]);
    const doubles k = doubles_muladd(shared->linear, mass, doubles_mul(per_speed, speed));
    doubles b = doubles_mul(shared->angular, mass);
    b = doubles_mul(doubles_mul(b, body[FORCES_BODY_LENGTH]), body[FORCES_BODY_LENGTH]);
    force = &turn->forces[FORCES_DRAG];
    forces_resist(shared, body, r, k, u, force, &force[3]);
    forces_brake(shared, &body[FORCES_BODY_INVERSE_INERTIA], omega, b, &force[3]);
}

// ------------------------------------------------------------------------------ checks

// What tells whether questions and answers are valid.
struct forces_watch {
    doubles sum, positive, not_negative, off_unit;
};

// Adds Σ x a to the sum; a is x, or 0.
static inline void forces_add(const doubles *x, const doubles *a, int step, int count,
                              doubles *sum) {
    doubles of_these = doubles_mul(x[0], a[0]);
    for (int f = 1; f < count; ++f) {
        of_these = doubles_muladd(x[f], a[f * step], of_these);
    }
    *sum = doubles_add(*sum, of_these);
}

static inline void forces_look(const struct forces_turn *turn, struct forces_watch *watch) {
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    const doubles *body = turn->body, *wet = turn->wet, *up = &turn->water[FORCES_WATER_UP];
    forces_add(wet, wet, 1, FORCES_WET_FIELDS, &watch->sum);
    forces_add(body, body, 1, FORCES_BODY_FIELDS, &watch->sum);
    forces_add(turn->motion, turn->motion, 1, FORCES_MOTION_FIELDS, &watch->sum);
    forces_add(turn->water, turn->water, 1, FORCES_WATER_FIELDS, &watch->sum);
    forces_add(turn->forces, &zero, 0, FORCES_FIELDS, &watch->sum);
    const doubles off = doubles_sub(doubles_dot(up, up), one);
    const doubles positive = doubles_min(body[FORCES_BODY_MASS], body[FORCES_BODY_VOLUME]);
    const doubles not_negative = doubles_min(wet[FORCES_WET_VOLUME], wet[FORCES_WET_AREA]);
    watch->positive = doubles_min(positive, watch->positive);
    watch->not_negative = doubles_min(not_negative, watch->not_negative);
    watch->off_unit = doubles_max(doubles_mul(off, off), watch->off_unit);
}

// Rounds to float, in one lane and then in the others.
static inline lanes forces_narrow(doubles a) {
    doubles all[LANES_WIDTH / DOUBLES_WIDTH];
    for (int i = 0; i < LANES_WIDTH / DOUBLES_WIDTH; ++i) {
        all[i] = a;
    }
    return lanes_from_doubles(all);
}

// The sign of a number up to 1, so large that float has it, too.
static inline doubles forces_enlarge(doubles a) {
    return doubles_min(doubles_mul(a, doubles_splat(0x1p1000)), doubles_splat(1.0));
}

// Whether everything surely is valid. The sum holds the squares of all numbers and 0 × each force.
// So a NaN stays in it, and if it is less than the square of the largest length, no number is too
// large; of ships and ice that are as heavy as lengths are long, each is looked at. Signs are
// tested in float, on numbers enlarged so that even the least double becomes a normal float.
static inline bool forces_good(const struct forces_watch *watch) {
    const lanes zero = lanes_splat(0.0f);
    const lanes most = lanes_splat((float)(0.9 * BUOY_FORCES_MOST * BUOY_FORCES_MOST));
    const lanes loose = lanes_splat((float)(0.9 * BUOY_FORCES_LOOSE * BUOY_FORCES_LOOSE));
    const lanes positive = forces_narrow(forces_enlarge(watch->positive));
    const lanes not_negative = forces_narrow(forces_enlarge(watch->not_negative));
    const doubles sum = doubles_min(watch->sum, doubles_splat(1e30)); // which floats have
    lanes_mask good = lanes_less(forces_narrow(sum), most);
    good = lanes_and(good, lanes_less(forces_narrow(watch->off_unit), loose));
    good = lanes_and(good, lanes_less(zero, positive));
    return lanes_bits(good) == (1u << LANES_WIDTH) - 1 &&
           lanes_bits(lanes_less(not_negative, zero)) == 0;
}

// ------------------------------------------------------------------------------- turns

// Fields of DOUBLES_WIDTH consecutive structs.
static inline void forces_read_fields(const double *from, int fields, doubles *to) {
    for (int f = 0; f < fields; f += 4) {
        const int at = f + 4 <= fields ? f : fields - 4;
        doubles_load4(from + at, (size_t)fields, &to[at], &to[at + 1], &to[at + 2], &to[at + 3]);
    }
}

static inline void forces_answer(const struct buoy_forces_query *query, size_t i,
                                 const struct forces_shared *shared, struct forces_watch *watch,
                                 struct buoy_forces *results) {
    struct forces_turn turn;
    forces_read_fields((const double *)&query->submerged[i], FORCES_WET_FIELDS, turn.wet);
    forces_read_fields((const double *)&query->bodies[i], FORCES_BODY_FIELDS, turn.body);
    forces_read_fields((const double *)&query->motions[i], FORCES_MOTION_FIELDS, turn.motion);
    forces_read_fields((const double *)&query->waters[i], FORCES_WATER_FIELDS, turn.water);
    forces_find(shared, &turn);
    forces_look(&turn, watch);
    for (int f = 0; f < FORCES_FIELDS; f += 4) {
        const doubles *of = &turn.forces[f];
        doubles_store4((double *)results + f, FORCES_FIELDS, of[0], of[1], of[2], of[3]);
    }
}

// Answers fewer bodies than a turn, in copies filled up to a whole turn.
static inline void forces_rest(const struct buoy_forces_query *query,
                               const struct forces_shared *shared, struct forces_watch *watch,
                               struct buoy_forces *results) {
    struct buoy_submerged submerged[DOUBLES_WIDTH];
    struct buoy_drag_body bodies[DOUBLES_WIDTH];
    struct buoy_drag_motion motions[DOUBLES_WIDTH];
    struct buoy_met_water waters[DOUBLES_WIDTH];
    struct buoy_forces answers[DOUBLES_WIDTH];
    const size_t count = query->count;
    for (size_t i = 0; i < DOUBLES_WIDTH; ++i) {
        const size_t from = i < count ? i : 0;
        submerged[i] = query->submerged[from];
        bodies[i] = query->bodies[from];
        motions[i] = query->motions[from];
        waters[i] = query->waters[from];
    }
    const struct buoy_forces_query turn = {
        .submerged = submerged, .bodies = bodies, .motions = motions, .waters = waters};
    forces_answer(&turn, 0, shared, watch, answers);
    // By halves, lest compilers call memcpy(), which takes 30 ns for what was just written.
    for (size_t i = 0; i < count; ++i) {
        results[i].buoyancy = answers[i].buoyancy;
        results[i].drag = answers[i].drag;
    }
}

bool BUOY_VARIANT(buoy_forces_batch)(const struct buoy_forces_query *query,
                                     struct buoy_forces *restrict results) {
    const struct forces_shared shared = {
        .weight = doubles_splat(query->density * query->gravity),
        .linear = doubles_splat(query->drag.linear),
        .angular = doubles_splat(query->drag.angular),
        .quadratic = doubles_splat(0.125 * query->density * query->drag.quadratic),
        .dt = doubles_splat(query->dt),
    };
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    struct forces_watch watch = {zero, one, one, zero};
    const size_t count = query->count;
    if (count >= DOUBLES_WIDTH) {
        for (size_t i = 0; i < count; i += DOUBLES_WIDTH) {
            // The last turn, unless it is full, takes in some that came before: they are answered
            // again, with the same bits, which is cheaper than to copy the last ones.
            const size_t from = i + DOUBLES_WIDTH <= count ? i : count - DOUBLES_WIDTH;
            forces_answer(query, from, &shared, &watch, &results[from]);
        }
    } else if (count > 0) {
        forces_rest(query, &shared, &watch, results);
    }
    return forces_good(&watch);
}

#endif
