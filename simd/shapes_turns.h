// What the `shapes` templates share: questions turn by turn, the last ones filled up to a turn, and
// surfaces in double. A template shapes_<kind>.h provides two functions and hands them to
// shapes_answer():
//
//   shapes_volumes   answers whole turns of questions, at most SHAPES_PORTION of them; returns
//   whether
//                    all were valid (if not, whatever it wrote counts for nothing)
//   shapes_wetting   the surface of DOUBLES_WIDTH shapes
#ifndef BUOY_SHAPES_TURNS_H
#define BUOY_SHAPES_TURNS_H

#include <math.h>
#include <string.h>

#include "dispatch/methods.h"
#include "vectors.h"

// The most questions answered at a time, volumes first and then surfaces. A multiple of every
// LANES_WIDTH.
#define SHAPES_PORTION 64

// The doubles of struct buoy_shape_surface, in its order.
enum {
    SHAPES_WETTED_AREA,
    SHAPES_WATERPLANE_AREA,
    SHAPES_CENTROID,
    SHAPES_MOMENTS = 5, // xx, xy, xz, yy, yz, zz
    SHAPES_FIELDS = 11
};
_Static_assert(sizeof(struct buoy_shape_surface) == SHAPES_FIELDS * sizeof(double), "fields alone");

// DOUBLES_WIDTH questions.
struct shapes_question {
    doubles size[3], n[3], d;
};

typedef bool shapes_volumes(const struct buoy_shape *shapes, const struct buoy_plane *planes,
                            size_t count, struct buoy_volume *results);
typedef void shapes_wetting(const struct shapes_question *question, doubles surface[SHAPES_FIELDS]);

// ------------------------------------------------------------------------------- questions

// Reads LANES_WIDTH questions.
static inline void shapes_load(const struct buoy_shape *shapes, const struct buoy_plane *planes,
                               lanes size[3], lanes n[3], lanes *d) {
    lanes kind; // not a float, and not used
    lanes_load4((const float *)shapes, &kind, &size[0], &size[1], &size[2]);
    lanes_load4((const float *)planes, &n[0], &n[1], &n[2], d);
    (void)kind;
}

// Whether questions about shapes of so many sizes are valid: finite numbers, sizes > 0, normals not
// 0.
static inline lanes_mask shapes_valid(const lanes size[3], int sizes, const lanes n[3], lanes d) {
    const lanes zero = lanes_splat(0.0f), infinity = lanes_splat(INFINITY);
    lanes largest = zero;
    lanes_mask good = lanes_less(lanes_abs(d), infinity);
    for (int k = 0; k < 3; ++k) {
        const lanes part = lanes_abs(n[k]);
        largest = lanes_max(part, largest);
        good = lanes_and(good, lanes_less(part, infinity));
        if (k < sizes) {
            good = lanes_and(good,
                             lanes_and(lanes_less(zero, size[k]), lanes_less(size[k], infinity)));
        }
    }
    return lanes_and(good, lanes_less(zero, largest));
}

// LANES_WIDTH questions in memory, where halves of vectors are read from.
struct shapes_turn {
    _Alignas(64) float size[3][LANES_WIDTH], n[3][LANES_WIDTH], d[LANES_WIDTH];
};

// Reads questions about shapes of so many sizes, and returns which are valid.
VECTORS_INLINE lanes_mask shapes_read(const struct buoy_shape *shapes,
                                      const struct buoy_plane *planes, int sizes,
                                      struct shapes_turn *turn) {
    lanes size[3], n[3], d;
    shapes_load(shapes, planes, size, n, &d);
    for (int k = 0; k < 3; ++k) {
        lanes_store(turn->size[k], size[k]);
        lanes_store(turn->n[k], n[k]);
    }
    lanes_store(turn->d, d);
    return shapes_valid(size, sizes, n, d);
}

// The questions of a turn from i on.
VECTORS_INLINE struct shapes_question shapes_question_at(const struct shapes_turn *turn, size_t i) {
    struct shapes_question question;
    for (int k = 0; k < 3; ++k) {
        question.size[k] = doubles_widen(&turn->size[k][i]);
        question.n[k] = doubles_widen(&turn->n[k][i]);
    }
    question.d = doubles_widen(&turn->d[i]);
    return question;
}

// Whether a mask is set in all lanes.
static inline bool shapes_all(lanes_mask mask) {
    return lanes_bits(mask) == (1u << LANES_WIDTH) - 1;
}

// ---------------------------------------------------------------------------------- answers

// The surfaces of the first `count` of LANES_WIDTH questions; the others receive some, too.
static inline void shapes_turn_surfaces(const struct buoy_shape *shapes,
                                        const struct buoy_plane *planes, size_t count,
                                        struct buoy_shape_surface *surfaces, shapes_wetting *find) {
    struct shapes_turn turn;
    shapes_read(shapes, planes, 0, &turn);
    for (size_t i = 0; i < count; i += DOUBLES_WIDTH) {
        const struct shapes_question question = shapes_question_at(&turn, i);
        doubles surface[SHAPES_FIELDS];
        find(&question, surface);
        // Three times four of eleven fields, one of them twice.
        for (int f = 0; f < SHAPES_FIELDS; f = f == 4 ? 7 : f + 4) {
            doubles_store4((double *)&surfaces[i] + f, SHAPES_FIELDS, surface[f], surface[f + 1],
                           surface[f + 2], surface[f + 3]);
        }
    }
}

// Answers at most a portion. There is room for whole turns.
static inline bool shapes_answer_turns(const struct buoy_shapes_query *query, size_t first,
                                       size_t count, struct buoy_volume *results,
                                       shapes_volumes *volumes, shapes_wetting *wetting) {
    const struct buoy_shape *shapes = &query->shapes[first];
    const struct buoy_plane *planes = &query->planes[first];
    const size_t whole = (count + LANES_WIDTH - 1) / LANES_WIDTH * LANES_WIDTH;
    if (!volumes(shapes, planes, whole, &results[first])) {
        return false;
    }
    for (size_t i = 0; query->surfaces && i < count; i += LANES_WIDTH) {
        const size_t turn = count - i < LANES_WIDTH ? count - i : LANES_WIDTH;
        shapes_turn_surfaces(&shapes[i], &planes[i], turn, &query->surfaces[first + i], wetting);
    }
    return true;
}

// Answers fewer questions than a turn, in copies filled up to a whole turn.
static inline bool shapes_answer_few(const struct buoy_shapes_query *query,
                                     struct buoy_volume *results, shapes_volumes *volumes,
                                     shapes_wetting *wetting) {
    const size_t count = query->count;
    struct buoy_shape shapes[LANES_WIDTH];
    struct buoy_plane planes[LANES_WIDTH];
    struct buoy_volume answers[LANES_WIDTH];
    struct buoy_shape_surface surfaces[LANES_WIDTH];
    for (size_t i = 0; i < LANES_WIDTH; ++i) {
        shapes[i] = query->shapes[i < count ? i : 0];
        planes[i] = query->planes[i < count ? i : 0];
    }
    const struct buoy_shapes_query turn = {.shapes = shapes,
                                           .planes = planes,
                                           .count = LANES_WIDTH,
                                           .surfaces = query->surfaces ? surfaces : NULL};
    if (!shapes_answer_turns(&turn, 0, count, answers, volumes, wetting)) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) { // memcpy() would wait for what was just written
        results[i] = answers[i];
        if (query->surfaces) {
            query->surfaces[i] = surfaces[i];
        }
    }
    return true;
}

// Answers a query. The last turn takes in questions that came before.
static inline bool shapes_answer(const struct buoy_shapes_query *query,
                                 struct buoy_volume *restrict results, shapes_volumes *volumes,
                                 shapes_wetting *wetting) {
    const size_t rest = query->count % LANES_WIDTH, whole = query->count - rest;
    if (query->count < LANES_WIDTH) {
        return query->count == 0 || shapes_answer_few(query, results, volumes, wetting);
    }
    for (size_t i = 0; i < whole; i += SHAPES_PORTION) {
        const size_t left = whole - i;
        const size_t count = left < SHAPES_PORTION ? left : SHAPES_PORTION;
        if (!shapes_answer_turns(query, i, count, results, volumes, wetting)) {
            return false;
        }
    }
    return rest == 0 || shapes_answer_turns(query, query->count - LANES_WIDTH, LANES_WIDTH, results,
                                            volumes, wetting);
}

#endif
