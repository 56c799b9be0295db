// What is refused, as rows: something good is made, one thing of it is spoilt, and all that can be
// asked about it says what is wrong, and touches no result.
#ifndef TESTS_REFUSAL_H
#define TESTS_REFUSAL_H

#include "buoyancy.h"

struct refused {
    void (*make)(void);                                         // something good
    void (*expect)(enum buoy_status status, const char *words); // asks; "" or BUOY_OK: accepted
};

// A row: the status and the words of the message, and what is spoilt, statements with commas
// between.
#define ROW(subject, status, words, ...)                                                           \
    do {                                                                                           \
        refusal_line = __LINE__;                                                                   \
        (subject).make();                                                                          \
        __VA_ARGS__;                                                                               \
        (subject).expect(BUOY_##status, words);                                                    \
    } while (0)

extern int refusal_line; // of the last row, for messages

// Each of so many numbers: what is not finite or beyond `most` is refused. What these three are
// told of a single body ("body 7: ...") fails that body alone.
void refusal_numbers(const struct refused *subject, double *first, size_t count, double most,
                     const char *words);

// A number that must be above 0, or at least 0.
void refusal_positive(const struct refused *subject, double *at, const char *words);
void refusal_not_negative(const struct refused *subject, double *at, const char *words);

// Fails the test unless a status and a message are these.
void refusal_check(enum buoy_status got, const struct buoy_error *error, enum buoy_status status,
                   const char *words);

#endif
