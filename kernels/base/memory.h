// The library's memory: all of it is allocated here, by the functions of buoy_set_allocator(). No
// other source calls malloc(), calloc() or realloc(), nor what calls them in turn, as glibc's
// qsort() does. And what lies in it: aligned arrays, several in one allocation, sorted in place.
#ifndef BUOY_MEMORY_H
#define BUOY_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#if defined(_WIN32)
#include <malloc.h> // no aligned_alloc() there: free() could not free its memory
#endif

// Memory for `count` items of `size` bytes, aligned for any C type, also for 0 bytes; NULL if there
// is not enough, or if a size_t cannot hold the product.
void *buoy_allocate(size_t count, size_t size);

// Like buoy_allocate(), with every byte 0.
void *buoy_allocate_zeroed(size_t count, size_t size);

// Memory that begins at a multiple of BUOY_ALIGNMENT; NULL if there is not enough.
void *buoy_allocate_aligned(size_t bytes);

// Moves what buoy_allocate() allocated, or NULL, to memory for `count` items, as far as it fits,
// and releases it. NULL if there is not enough; `old` then stays as it is.
void *buoy_grow(void *old, size_t count, size_t size);

// Releases memory from any of the functions above; NULL is fine.
void buoy_release(void *memory);

// Memory that kernels read a register at a time begins at a cache line, which is at least as large
// as any register of the instruction sets here.
#define BUOY_ALIGNMENT ((size_t)64)

// In 64 bits, because the sums that are rounded up may exceed a size_t of 32 bits.
static inline uint64_t buoy_aligned_up(uint64_t bytes) {
    return (bytes + BUOY_ALIGNMENT - 1) / BUOY_ALIGNMENT * BUOY_ALIGNMENT;
}

// Whether a caller's memory is there, aligned and as large as needed.
static inline bool buoy_suffices(const void *memory, size_t bytes, size_t needed) {
    return memory && (uintptr_t)memory % BUOY_ALIGNMENT == 0 && bytes >= needed;
}

// At least `bytes` of the C library's memory, or NULL; only buoy_aligned_free() may free it.
static inline void *buoy_aligned_alloc(size_t bytes) {
#if defined(_WIN32)
    return _aligned_malloc(bytes, BUOY_ALIGNMENT);
#else
    const size_t whole = (size_t)buoy_aligned_up(bytes); // as C11 wants
    return aligned_alloc(BUOY_ALIGNMENT, whole);
#endif
}

static inline void buoy_aligned_free(void *memory) {
#if defined(_WIN32)
    _aligned_free(memory);
#else
    free(memory);
#endif
}

// Several arrays in one allocation: takes the next `bytes` of the arena, or only counts them while
// the arena is NULL.
static inline void *buoy_carve(char *arena, uint64_t *used, uint64_t bytes) {
    void *piece = arena ? arena + (size_t)*used : NULL;
    *used += buoy_aligned_up(bytes);
    return piece;
}

// Sorts `count` items of `size` bytes; arguments are those of qsort(). A heap sort, whose time is n
// log n whatever the order. Equal items end in any order, the same everywhere.
void buoy_sort(void *items, size_t count, size_t size,
               int (*compare)(const void *left, const void *right));

#endif
