// Allocations that fail on demand, and a count of blocks not freed: only in tests whose name ends
// in failing_allocations, which are linked so that all their calls are intercepted (see
// CMakeLists.txt). Calls between shared libraries are not intercepted.
#ifndef TESTS_ALLOCATIONS_H
#define TESTS_ALLOCATIONS_H

#include <stdbool.h>
#include <stddef.h>

#define ALLOCATIONS_ALL_GOOD ((size_t)-1)

// What allocations there were.
struct allocations {
    size_t asked;
    size_t live;  // not freed
    bool failing; // there were enough for the one to fail that was to
};

// The allocation number `failing` from now on, counted from 0, fails; and if `all`, all after it.
void allocations_begin(size_t failing, bool all);
struct allocations allocations_end(void);

// Runs an attempt with each of its allocations failing in turn, first it alone, then all after it
// as well, and at last with none failing, which must succeed. `judge` is called after each and
// fails the test unless all is as it must be; `failed` tells whether an allocation did. Fails the
// test if anything is left allocated. Returns how many allocations it takes.
struct allocations_attempt {
    const char *name;
    void (*run)(void *context);
    void (*judge)(void *context, bool failed);
    void *context;
};
size_t allocations_try_each(const struct allocations_attempt *attempt);

#endif
