// An allocator for buoy_set_allocator() that counts, fails on demand, and gives no more than
// requested: no byte beyond the size, no better alignment, and no byte that is 0.
#ifndef TESTS_COUNTED_MEMORY_H
#define TESTS_COUNTED_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include "buoyancy.h"

struct counted_memory {
    size_t failing; // the call of this number, from 0, gets NULL
    bool all;       // and all after it
    // What it has seen.
    size_t asked;       // calls, also those that failed
    size_t blocks;      // not given back
    size_t bytes;       // not given back
    size_t most_bytes;  // at any time
    size_t alignments;  // of all calls, or'ed
    bool failed;        // the call that was to fail came
    const char *misuse; // what was wrong with a call, or NULL
};

// Sets it, to fail at no call; the test fails if the library refuses.
void counted_memory_begin(struct counted_memory *memory);

// Lets the calls of a number fail from now on, counted from 0; forgets how many there were.
void counted_memory_fail(struct counted_memory *memory, size_t failing, bool all);

// Sets the C library's memory again. The test fails if memory is held or a call was wrong.
void counted_memory_end(struct counted_memory *memory);

#endif
