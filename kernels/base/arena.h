// Several arrays in one allocation.
#ifndef BUOY_ARENA_H
#define BUOY_ARENA_H

#include "base/aligned.h"

// Takes the next `bytes` of the arena, or only counts them while the arena is NULL: in 64 bits, as
// buoy_aligned_up().
static inline void *buoy_carve(char *arena, uint64_t *used, uint64_t bytes) {
    void *piece = arena ? arena + (size_t)*used : NULL;
    *used += buoy_aligned_up(bytes);
    return piece;
}

#endif
