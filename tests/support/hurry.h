// How much random tests and long tables ask: all of it, unless BUOY_TEST_HURRY is set, as tests/run
// does but for the release build with --all.
#ifndef TESTS_HURRY_H
#define TESTS_HURRY_H

#include <stdlib.h>

static inline int in_a_hurry(int hurried, int otherwise) {
    return getenv("BUOY_TEST_HURRY") ? hurried : otherwise;
}

#endif
