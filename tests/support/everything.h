// Ordinary queries of all kinds to everything that computes: every kernel that runs here, and the
// rest of the interface. Dry, wet, flush, barely wet, upright to a denormal, degenerate, and in
// numbers that leave lanes of a register unused, or that fill no register.
#ifndef TESTS_EVERYTHING_H
#define TESTS_EVERYTHING_H

#include <stddef.h>

// What is called around each call of the library, to change the floating-point unit's state and to
// look at it. Nothing else is computed in between.
struct everything_hooks {
    void (*before)(const char *call);
    // `question` is the index of the question about a thing.
    void (*after)(const char *about, size_t question);
    // The numbers that were answered.
    void (*answered)(const double *numbers, size_t count);
};

// Setup and teardown of a group of tests: the bodies that are asked about.
int everything_make(void **state);
int everything_free(void **state);

// Asks all public functions. The test fails if anything is refused.
void everything_ask(const struct everything_hooks *around);

#endif
