// How much random tests and long tables ask: all of it, unless BUOY_TEST_HURRY is set. tests/run
// sets it for tests labelled `long` and for every build other than release.
#ifndef TESTS_HURRY_H
#define TESTS_HURRY_H

#include <stdlib.h>

static inline int in_a_hurry(int hurried, int otherwise) {
    return getenv("BUOY_TEST_HURRY") ? hurried : otherwise;
}

#endif
