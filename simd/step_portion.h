// A portion of the bodies of a step: what its passes hand on, and how they read models and states.
// For templates, on whatever lanes_<isa>.h came before.
#ifndef BUOY_STEP_PORTION_H
#define BUOY_STEP_PORTION_H

#include "dispatch/methods.h"
#include "step/model.h"
#include "vectors.h"

// Bodies at a time. The rows of all passes fit into a first-level cache of 32 KB, together with
// what they read and write; rows are a cache line apart from a power of two, because addresses that
// are equal in their last twelve bits wait for each other.
#define STEP_PORTION 64
#define STEP_ROW (STEP_PORTION + 8)
#define STEP_INLINE inline __attribute__((always_inline))

// Bodies, or parts of them, and the water that each meets: in the frame of a model or a part, whose
// origin is the middle of its box.
struct step_rows {
    _Alignas(64) double normal[3][STEP_ROW]; // n, of unit length
    _Alignas(64) double depth[STEP_ROW];     // d: the origin lies so far below the water
    _Alignas(64) double size[3][STEP_ROW];   // of primitives
    _Alignas(64) double volume[STEP_ROW], centre[3][STEP_ROW], area[STEP_ROW];
};

// What all bodies of a query share.
struct step_shared {
    const struct buoy_step_query *query;
    buoy_volume_function *volumes; // for meshes; NULL for kernels of this instruction set
    double up[3], offset;          // of plane water, of unit length
    double weight, density;        // ρ g, ρ
    bool fitted;                   // water that is not plane
    bool current_varies;           // from place to place
};

struct step_portion {
    const struct step_shared *shared;
    size_t first, count;               // its bodies in the query
    const double *model[STEP_PORTION]; // their rows, up to a whole turn: the last one repeated
    bool alike;                        // all have the same model
    bool turned, drags;                // some are turned, some have quadratic drag
    int kind;                          // all are single parts of this kind; else −1
    struct step_rows rows;
    _Alignas(64) double rotation[9][STEP_ROW]; // of the model's axes
    _Alignas(64) double middle[3][STEP_ROW];   // in the world
    _Alignas(64) double up[3][STEP_ROW];       // where the water is not plane
    _Alignas(64) double current[3][STEP_ROW];  // where the water's velocity depends on the place
};

// What tells whether states and answers may be invalid: the largest error of a quaternion's squared
// length, the largest sum of squares of a body's numbers, and a sum of all answers, in which
// neither NaN nor infinity gets lost. A NaN in a state gets into an answer.
struct step_watch {
    doubles off_unit, largest, sum;
    bool failed;
};

// ------------------------------------------------------------------------------ models

// Four numbers of the models of a turn.
static STEP_INLINE void step_read_model(const struct step_portion *portion, size_t i, size_t field,
                                        doubles values[4]) {
    if (DOUBLES_WIDTH > 1 && !portion->alike) {
        doubles_load4_of(&portion->model[i], field, &values[0], &values[1], &values[2], &values[3]);
        return;
    }
    for (size_t k = 0; k < 4; ++k) {
        values[k] = doubles_splat(portion->model[i][field + k]);
    }
}

// Looks up the models of a portion. False if one is missing.
static STEP_INLINE bool step_begin(struct step_portion *portion) {
    const struct buoy_model *const *models = &portion->shared->query->models[portion->first];
    unsigned some = 0;
    double kind = models[0] ? models[0]->row[BUOY_MODEL_KIND] : -1.0;
    portion->alike = true;
    for (size_t i = 0; i < portion->count; ++i) {
        const struct buoy_model *model = models[i];
        if (!model) {
            return false;
        }
        const unsigned traits = (unsigned)model->row[BUOY_MODEL_TRAITS];
        portion->model[i] = model->row;
        portion->alike = portion->alike && model == models[0];
        kind = model->row[BUOY_MODEL_KIND] == kind ? kind : -1.0;
        some |= traits;
    }
    portion->kind = (int)kind;
    portion->turned = (some & BUOY_MODEL_TURNED) != 0;
    portion->drags = (some & BUOY_MODEL_DRAGS) != 0;
    for (size_t i = portion->count; i % LANES_WIDTH != 0; ++i) {
        portion->model[i] = portion->model[portion->count - 1];
    }
    return true;
}

// ------------------------------------------------------------------------------- states

// Numbers of the bodies of a turn one by one; lanes beyond the last body repeat it.
static STEP_INLINE void step_copy(const struct step_portion *portion, const double *member,
                                  size_t i, size_t components, doubles *values) {
    const struct buoy_step_query *query = portion->shared->query;
    const struct buoy_states *states = &query->states;
    _Alignas(64) double copies[4][8];
    _Static_assert(DOUBLES_WIDTH <= 8, "room for a turn");
    for (size_t l = 0; l < DOUBLES_WIDTH; ++l) {
        const size_t body = portion->first + i + l;
        const double *from =
            member + (body < query->count ? body : query->count - 1) * states->stride;
        for (size_t k = 0; k < components; ++k) {
            copies[k][l] = from[k * states->step];
        }
    }
    for (size_t k = 0; k < components; ++k) {
        values[k] = doubles_load(copies[k]);
    }
}

// How far before three components of a body a vector load of four may begin, so that it reads
// numbers of the body's state alone: 0 if another member lies behind them, 1 if one lies before
// them; 2 if neither does.
static STEP_INLINE int step_reach(const struct buoy_states *states, const double *member) {
    const double *behind = member + 3, *last = member - 1;
    if (behind == states->position || behind == states->rotation || behind == states->velocity ||
        behind == states->angular_velocity) {
        return 0;
    }
    return last == states->position + 2 || last == states->rotation + 3 ||
                   last == states->velocity + 2 || last == states->angular_velocity + 2
               ? 1
               : 2;
}

// 3 or 4 components of a member of the states; room for 4. Nothing else of the caller's is read.
static STEP_INLINE void step_read_state(const struct step_portion *portion, const double *member,
                                        size_t i, size_t components, doubles values[4]) {
    const struct buoy_step_query *query = portion->shared->query;
    const size_t stride = query->states.stride, step = query->states.step;
    const size_t body = portion->first + i;
    const double *from = member + body * stride;
    if (DOUBLES_WIDTH == 1) {
        for (size_t k = 0; k < components; ++k) {
            values[k] = doubles_load_any(from + k * step);
        }
        return;
    }
    const int reach = components == 4 ? 0 : step_reach(&query->states, member);
    if (step == 1 && stride >= 4 && reach == 0 && body + DOUBLES_WIDTH <= query->count) {
        doubles_load4(from, stride, &values[0], &values[1], &values[2], &values[3]);
    } else if (step == 1 && stride >= 4 && reach == 1 && body + DOUBLES_WIDTH <= query->count) {
        doubles before;
        doubles_load4(from - 1, stride, &before, &values[0], &values[1], &values[2]);
    } else if (stride == 1 && body + DOUBLES_WIDTH <= query->count) {
        for (size_t k = 0; k < components; ++k) {
            values[k] = doubles_load_any(from + k * step);
        }
    } else {
        step_copy(portion, member, i, components, values);
    }
}

// Three rows, the first one at `rows`.
static STEP_INLINE void step_load3(const double *rows, size_t i, doubles values[3]) {
    for (size_t k = 0; k < 3; ++k) {
        values[k] = doubles_load(&rows[k * STEP_ROW + i]);
    }
}

static STEP_INLINE void step_store3(double *rows, size_t i, const doubles values[3]) {
    for (size_t k = 0; k < 3; ++k) {
        doubles_store(&rows[k * STEP_ROW + i], values[k]);
    }
}

// R x, and Rᵀ x, for a rotation by rows.
static STEP_INLINE void step_rotate(const doubles rotation[9], const doubles x[3], doubles y[3]) {
    for (int k = 0; k < 3; ++k) {
        y[k] = doubles_dot(&rotation[3 * k], x);
    }
}
static STEP_INLINE void step_rotate_back(const doubles rotation[9], const doubles x[3],
                                         doubles y[3]) {
    for (int k = 0; k < 3; ++k) {
        const doubles column[3] = {rotation[k], rotation[3 + k], rotation[6 + k]};
        y[k] = doubles_dot(column, x);
    }
}

#endif
