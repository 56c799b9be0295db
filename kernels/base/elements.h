// Arrays whose elements fail alone: what fails is marked and named, all others are answered.
#ifndef BUOY_ELEMENTS_H
#define BUOY_ELEMENTS_H

#include <math.h>

#include "buoyancy_mesh.h"

// What became of the elements of an array.
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
