// A portion of the bodies of a step: what its passes hand on, and how they read models and states.
// For templates, on whatever lanes_<isa>.h came before.
#ifndef BUOY_STEP_PORTION_H
#define BUOY_STEP_PORTION_H

#include <float.h>
#include <string.h>

#include "bodies/forces.h"
#include "dispatch/methods.h"
#include "step/model.h"
#include "vectors.h"

// Bodies at a time. The rows of all passes fit into a first-level cache of 32 KB, together with
// what they read and write; rows are a cache line apart from a power of two, because addresses that
// are equal in their last twelve bits wait for each other. Scalar code mostly has one body.
#if LANES_WIDTH == 1
#define STEP_PORTION 8
#else
#define STEP_PORTION 32
#endif
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

// What all bodies of a batch share.
struct step_shared {
    const struct buoy_step_batch *batch;
    const struct buoy_water *water;
    buoy_volume_function *volumes; // for meshes; NULL for kernels of this instruction set
    double weight, density;        // ρ g, ρ
    bool fitted;                   // water that is not plane
    bool current_varies;           // from place to place
    bool decays;                   // waves that die away with depth
    bool pushes;                   // effects are stored
};

struct step_portion {
    const struct step_shared *shared;
    size_t count;
    // Its bodies' numbers and models' rows, up to a whole turn: the last one repeated.
    uint32_t body[STEP_PORTION];
    const double *model[STEP_PORTION];
    bool alike;                // all have the same model
    bool turned, drags;        // some are turned, some have quadratic drag
    int kind;                  // all are single parts of this kind; else −1
    enum buoy_model_form form; // of the first one
    struct step_rows rows;
    _Alignas(64) double rotation[9][STEP_ROW]; // of the model's axes
    _Alignas(64) double middle[3][STEP_ROW];   // in the world
    _Alignas(64) double up[3][STEP_ROW];       // where the water is not plane
    _Alignas(64) double current[3][STEP_ROW];  // where the water's velocity depends on the place
};

// What tells whether states and answers may be invalid: the largest error of a quaternion's squared
// length, the largest sum of squares of a body's numbers and of its effects, and a sum of all
// answers, in which neither NaN nor infinity gets lost. A NaN in a velocity gets into an answer;
// one in a position or a rotation into the sum at once, before anything is stored: NaN compares as
// dry, the effects of a dry body do not depend on its place, and beside a plane of NaN kernels of
// shapes leave out surfaces of other bodies.
struct step_watch {
    doubles off_unit, largest, effect, sum;
    bool failed;
};

// Whether everything surely is valid; a sum of all answers that is finite had no other term, and
// less itself is 0. Effects are small enough for floats.
static STEP_INLINE bool step_is_good(const struct step_watch *watch) {
    const doubles zero = doubles_splat(0.0);
    const doubles off = doubles_splat(0.9 * BUOY_FORCES_LOOSE * BUOY_FORCES_LOOSE);
    const doubles most = doubles_splat(0.9 * BUOY_FORCES_MOST * BUOY_FORCES_MOST);
    const doubles effect = doubles_splat(0.9 * (double)FLT_MAX * (double)FLT_MAX);
    doubles beyond = doubles_max(doubles_sub(watch->off_unit, off), zero);
    beyond = doubles_add(beyond, doubles_max(doubles_sub(watch->largest, most), zero));
    beyond = doubles_add(beyond, doubles_max(doubles_sub(watch->effect, effect), zero));
    beyond = doubles_add(beyond, doubles_sub(watch->sum, watch->sum));
    return !watch->failed && doubles_sum(beyond) == 0.0;
}

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

// The model of body i of a portion.
static STEP_INLINE const struct buoy_model *step_model(const struct step_portion *portion,
                                                       size_t i) {
    return portion->shared->batch->pass->query->models[portion->body[i]];
}

// Looks up the bodies of a portion, from the first-th of the batch on, at most so many: those of
// the first one's form, and, in a list, which is in order of kinds, of its kind if these are worth
// it. False if a model is missing.
static STEP_INLINE bool step_begin(struct step_portion *portion, size_t first, size_t most) {
    const struct buoy_step_batch *batch = portion->shared->batch;
    const struct buoy_model *const *models = batch->pass->query->models;
    const struct buoy_model *other = models[buoy_batch_body(batch, first)];
    unsigned some = 0;
    size_t alike = 0, count = 0; // of the first one's kind; in all
    if (!other) {
        return false;
    }
    const double kind = other->row[BUOY_MODEL_KIND], form = other->row[BUOY_MODEL_FORM];
    portion->alike = true;
    for (; count < most; ++count) {
        const size_t body = buoy_batch_body(batch, first + count);
        const struct buoy_model *model = models[body];
        if (model != other) {
            if (!model) {
                return false;
            }
            if (model->row[BUOY_MODEL_FORM] != form) {
                break;
            }
            portion->alike = false;
        }
        some |= (unsigned)model->row[BUOY_MODEL_TRAITS];
        alike += alike == count && model->row[BUOY_MODEL_KIND] == kind;
        portion->body[count] = (uint32_t)body;
        portion->model[count] = model->row;
    }
    if (batch->bodies && alike >= 8) {
        count = alike;
    }
    portion->count = count;
    portion->kind = alike >= count ? (int)kind : -1;
    portion->form = (enum buoy_model_form)(int)form;
    portion->turned = (some & BUOY_MODEL_TURNED) != 0;
    portion->drags = (some & BUOY_MODEL_DRAGS) != 0;
    for (size_t i = portion->count; i % LANES_WIDTH != 0; ++i) {
        portion->body[i] = portion->body[i - 1];
        portion->model[i] = portion->model[i - 1];
    }
    return true;
}

// ------------------------------------------------------------------------------- arrays

#ifndef DOUBLES_READS
// Without operations of the instruction set, number by number.
static STEP_INLINE void step_read_each(const void *const *p, size_t count, bool floats,
                                       doubles *values) {
#if DOUBLES_WIDTH == 1
    const float *f = p[0];
    const double *d = p[0];
    for (size_t k = 0; k < count; ++k) {
        values[k] = floats ? doubles_widen(&f[k]) : doubles_load(&d[k]);
    }
#else
    _Alignas(64) double copies[4][DOUBLES_WIDTH < 8 ? 8 : DOUBLES_WIDTH];
    for (size_t l = 0; l < DOUBLES_WIDTH; ++l) {
        const float *f = p[l];
        const double *d = p[l];
        for (size_t k = 0; k < count; ++k) {
            copies[k][l] = floats ? (double)f[k] : d[k];
        }
    }
    for (size_t k = 0; k < count; ++k) {
        values[k] = doubles_load(copies[k]);
    }
#endif
}
static STEP_INLINE void doubles_read3(const void *const *p, bool floats, doubles values[3]) {
    step_read_each(p, 3, floats, values);
}
static STEP_INLINE void doubles_read4(const void *const *p, bool floats, doubles values[4]) {
    step_read_each(p, 4, floats, values);
}
static STEP_INLINE void doubles_write3(void *const *p, bool floats, const doubles values[3]) {
#if DOUBLES_WIDTH == 1
    float *f = p[0];
    double *d = p[0];
    for (size_t k = 0; k < 3; ++k) {
        if (floats) {
            f[k] = (float)values[k];
        } else {
            d[k] = values[k];
        }
    }
#else
    _Alignas(64) double copies[3][DOUBLES_WIDTH < 8 ? 8 : DOUBLES_WIDTH];
    for (size_t k = 0; k < 3; ++k) {
        doubles_store(copies[k], values[k]);
    }
    for (size_t l = 0; l < DOUBLES_WIDTH; ++l) {
        float *f = p[l];
        double *d = p[l];
        for (size_t k = 0; k < 3; ++k) {
            if (floats) {
                f[k] = (float)copies[k][l];
            } else {
                d[k] = copies[k][l];
            }
        }
    }
#endif
}
#endif

// A place or a direction from the caller's frame, and what turns; and back.
static STEP_INLINE void step_from(const struct buoy_axes *axes, doubles x[3]) {
    const doubles y = axes->exchanged ? x[2] : x[1], z = axes->exchanged ? x[1] : x[2];
    x[1] = doubles_mul(doubles_splat(axes->sign[0]), y);
    x[2] = doubles_mul(doubles_splat(axes->sign[1]), z);
}
static STEP_INLINE void step_to(const struct buoy_axes *axes, doubles x[3]) {
    const doubles y = doubles_mul(doubles_splat(axes->sign[0]), x[1]);
    const doubles z = doubles_mul(doubles_splat(axes->sign[1]), x[2]);
    x[1] = axes->exchanged ? z : y;
    x[2] = axes->exchanged ? y : z;
}
static STEP_INLINE void step_change_hand(const struct buoy_axes *axes, doubles x[3]) {
    for (int k = 0; k < 3; ++k) {
        x[k] = doubles_mul(doubles_splat(axes->hand), x[k]);
    }
}

// Vectors of the bodies of a turn, in the library's frame. Nothing else of the caller's is read.
static STEP_INLINE void step_read3(const struct step_portion *portion,
                                   const struct buoy_array *array, size_t i, bool turns,
                                   doubles values[3]) {
    const struct buoy_axes *axes = portion->shared->batch->axes;
    const void *p[DOUBLES_WIDTH];
    if (!array->first) {
        values[0] = values[1] = values[2] = doubles_splat(0.0);
        return;
    }
    for (size_t l = 0; l < DOUBLES_WIDTH; ++l) {
        p[l] = (const char *)array->first + portion->body[i + l] * array->stride;
    }
    doubles_read3(p, array->type == BUOY_FLOAT, values);
    if (axes) {
        step_from(axes, values);
        if (turns) {
            step_change_hand(axes, values);
        }
    }
}

// Quaternions x, y, z, w.
static STEP_INLINE void step_read_rotations(const struct step_portion *portion, size_t i,
                                            doubles q[4]) {
    const struct buoy_step_batch *batch = portion->shared->batch;
    const struct buoy_states *states = &batch->pass->query->states;
    const void *p[DOUBLES_WIDTH];
    for (size_t l = 0; l < DOUBLES_WIDTH; ++l) {
        p[l] =
            (const char *)states->rotation.first + portion->body[i + l] * states->rotation.stride;
    }
    doubles_read4(p, states->rotation.type == BUOY_FLOAT, q);
    if (batch->pass->query->w_first) {
        const doubles w = q[0];
        q[0] = q[1];
        q[1] = q[2];
        q[2] = q[3];
        q[3] = w;
    }
    if (batch->axes) {
        step_from(batch->axes, q);
        step_change_hand(batch->axes, q);
    }
}

// Stores vectors of the bodies of a turn, or adds them to what is there. Lanes beyond the last body
// store theirs where nobody looks, since not every pass fills their rows.
static STEP_INLINE void step_write3(const struct step_portion *portion,
                                    const struct buoy_output *output, size_t i, doubles values[3]) {
    const bool floats = output->type == BUOY_FLOAT;
    union {
        double doubles[3];
        float floats[3];
    } spare = {{0.0, 0.0, 0.0}};
    void *p[DOUBLES_WIDTH];
    for (size_t l = 0; l < DOUBLES_WIDTH; ++l) {
        p[l] = i + l < portion->count
                   ? (void *)((char *)output->first + portion->body[i + l] * output->stride)
                   : (void *)&spare;
    }
    if (portion->shared->batch->pass->query->effects.add) {
        doubles old[3];
        doubles_read3((const void *const *)p, floats, old);
        for (int k = 0; k < 3; ++k) {
            values[k] = doubles_add(old[k], values[k]);
        }
    }
    doubles_write3(p, floats, values);
}

// The answers of a turn, as struct buoy_body_forces has them.
enum {
    STEP_BUOYANCY = 0,
    STEP_BUOYANCY_TORQUE = 3,
    STEP_DRAG = 6,
    STEP_DRAG_TORQUE = 9,
    STEP_VOLUME = 12,
    STEP_CENTRE = 13,
    STEP_AREA = 16,
    STEP_ANSWERS = 17
};
_Static_assert(sizeof(struct buoy_body_forces) == STEP_ANSWERS * sizeof(double), "fields alone");

// Stores whole answers of bodies that are anywhere; lanes from `count` on are of none.
static STEP_INLINE void step_store_answers(const struct buoy_step_pass *pass, const uint32_t *body,
                                           size_t count, const doubles answers[STEP_ANSWERS]) {
    double room[DOUBLES_WIDTH][STEP_ANSWERS];
    const bool alone = DOUBLES_WIDTH == 1;
    double *to = alone ? (double *)&pass->results[*body * pass->result_step] : room[0];
    for (int k = 0; k < STEP_ANSWERS; k += 4) {
        const int at = k + 4 <= STEP_ANSWERS ? k : STEP_ANSWERS - 4;
        const doubles *a = &answers[at];
        doubles_store4(to + at, STEP_ANSWERS, a[0], a[1], a[2], a[3]);
    }
    for (size_t l = 0; !alone && l < DOUBLES_WIDTH && l < count; ++l) {
        memcpy(&pass->results[body[l] * pass->result_step], room[l], sizeof room[l]);
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
