// What callers are told: statuses with their messages, numbers beyond their limits, and which
// elements of an array have failed.
#ifndef BUOY_STATUS_H
#define BUOY_STATUS_H

#include <math.h>
#include <stdio.h>

#include "base/vector.h"
#include "buoyancy_mesh.h"

#if defined(__MINGW_PRINTF_FORMAT) // MinGW's own printf(), which knows C99's %zu
#define BUOY_PRINTF(text, values) __attribute__((format(__MINGW_PRINTF_FORMAT, text, values)))
#else
#define BUOY_PRINTF(text, values) __attribute__((format(printf, text, values)))
#endif

// Records a status and its message, cut to fit; `error` may be NULL. Returns the status, so that
// a failing check is one line.
enum buoy_status buoy_fail(struct buoy_error *error, enum buoy_status status, const char *format,
                           ...) BUOY_PRINTF(3, 4);
#ifdef __clang_analyzer__ // it does not see what a function in another source returns
#define buoy_fail(error, status, ...) ((void)(buoy_fail)(error, status, __VA_ARGS__), (status))
#endif

// Returns what a call returns unless that is BUOY_OK: BUOY_TRY(check(query, error)).
#define BUOY_TRY(call)                                                                             \
    do {                                                                                           \
        const enum buoy_status status_ = (call);                                                   \
        if (status_ != BUOY_OK) {                                                                  \
            return status_;                                                                        \
        }                                                                                          \
    } while (0)

// Refuses what is wrong, by the function's `error`: BUOY_REFUSE_IF(!query, ARGUMENT, "no query").
#define BUOY_REFUSE_IF(wrong, kind, ...)                                                           \
    do {                                                                                           \
        if (wrong) {                                                                               \
            return buoy_fail(error, BUOY_ERROR_##kind, __VA_ARGS__);                               \
        }                                                                                          \
    } while (0)

// Records success and an empty message.
static inline enum buoy_status buoy_succeed(struct buoy_error *error) {
    if (error) {
        error->status = BUOY_OK;
        error->message[0] = '\0';
    }
    return BUOY_OK;
}

// Records out of memory.
enum buoy_status buoy_fail_memory(struct buoy_error *error);

// Records that scratch memory is smaller than needed, or not aligned.
enum buoy_status buoy_fail_scratch(struct buoy_error *error, size_t needed);

// Records what is wrong with the index-th plane.
enum buoy_status buoy_fail_plane(struct buoy_error *error, const struct buoy_plane *plane,
                                 size_t index);

// Bounds of the numbers that callers may give, by quantity.
//
// What follows from the largest numbers stays far below doubles: momenta I ω to 1e42 and m v to
// 1e42, energies to 1e54, inertias about other points I + m r² to 1e54, determinants of three of
// them, and squares of those of six, to 1e162; buoyancy ρ g V to 1e54, its torque to 1e66, drag
// ½ ρ C S u² to 1e78 × u. Only products with what is as near 0 as others are large (a mass of
// 1e-300, a step of 1e12 with drag at its limit) are beyond doubles, and answers are looked through
// for them. Floats hold lengths to 1e12 with their squares and cubes; masses, inertias and forces
// are nowhere rounded to float but where callers want them stored so.
//
// Lengths and places, velocities, spins, times and steps, densities, gravity, coefficients of drag.
#define BUOY_FORCES_MOST 1e12

// Areas, volumes, masses, inertias and their inverses, forces, torques, matrices of drag and added
// mass.
#define BUOY_MASSES_MOST 1e30

// Numbers of one quantity.
struct buoy_quantity {
    const char *name;
    const double *numbers;
    int count;
    double most; // the limit
};

// Fails with BUOY_ERROR_NON_FINITE for a number of a quantity that is not finite or beyond its
// limit. The message names quantity, number and limit, after `of` and its index, unless that is
// NULL.
enum buoy_status buoy_fail_limit(const struct buoy_quantity *quantity, const char *of, size_t index,
                                 struct buoy_error *error);

// BUOY_OK; or fails for the first quantity that has such a number.
static inline enum buoy_status buoy_check_limits(const struct buoy_quantity *quantities,
                                                 size_t count, const char *of, size_t index,
                                                 struct buoy_error *error) {
    for (size_t q = 0; q < count; ++q) {
        if (!buoy_within(quantities[q].numbers, quantities[q].count, quantities[q].most)) {
            return buoy_fail_limit(&quantities[q], of, index, error);
        }
    }
    return BUOY_OK;
}

// What became of the elements of an array that fail alone: what fails is marked and named, all
// others are answered.
struct buoy_elements {
    size_t failures;         // number of those that failed
    size_t first;            // lowest number of one
    struct buoy_error cause; // why that one failed
    uint8_t *failed;         // the caller's marks, a byte for each element; or NULL
};

// Begins with elements none of which has failed. Marks are cleared by buoy_elements_answer().
static inline void buoy_elements_begin(struct buoy_elements *elements, uint8_t *failed) {
    elements->failures = 0;
    elements->first = SIZE_MAX;
    elements->failed = failed;
}

// Marks elements as answered.
void buoy_elements_answer(const struct buoy_elements *elements, size_t first, size_t count);

// Where to write why an element fails, if it does: NULL if one before it has failed.
static inline struct buoy_error *buoy_elements_cause(struct buoy_elements *elements, size_t index) {
    return index < elements->first ? &elements->cause : NULL;
}

// Counts and marks an element that has failed, whose cause was written.
void buoy_elements_fail(struct buoy_elements *elements, size_t index);

// BUOY_OK; or BUOY_ERROR_ELEMENT, with the cause of the first failure and how many of `count` there
// are.
enum buoy_status buoy_elements_end(const struct buoy_elements *elements, size_t count,
                                   struct buoy_error *error);

// A question about an array whose elements are answered independently. `question` is what the three
// functions receive.
struct buoy_runs {
    const void *question;
    size_t count;
    uint8_t *failed; // the caller's marks, or NULL
    // Finds the first element at fault from `begin` on, or else `count`. Writes the cause, unless
    // that is NULL.
    size_t (*find_fault)(const void *question, size_t begin, struct buoy_error *cause);
    // Answers elements that are without fault.
    void (*answer)(const void *question, size_t first, size_t count);
    // Makes the answer of an element unknown.
    void (*forget)(const void *question, size_t index);
};

// Answers runs of elements without fault, and forgets those between them.
enum buoy_status buoy_answer_runs(const struct buoy_runs *runs, struct buoy_error *error);

// Marks all elements of an array as answered.
enum buoy_status buoy_answered(uint8_t *failed, size_t count, struct buoy_error *error);

// Fills an answer with NaN.
static inline void buoy_make_nan(void *answer, size_t bytes) {
    double *number = (double *)answer;
    for (size_t i = 0; i < bytes / sizeof *number; ++i) {
        number[i] = (double)NAN;
    }
}

#endif
