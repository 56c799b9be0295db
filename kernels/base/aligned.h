// Memory that kernels read a register at a time: it begins at a cache line, which is at least as
// large as any register of the instruction sets here.
#ifndef BUOY_ALIGNED_H
#define BUOY_ALIGNED_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#if defined(_WIN32)
#include <malloc.h> // no aligned_alloc() there: free() could not free its memory
#endif

#define BUOY_ALIGNMENT ((size_t)64)

// In 64 bits, because the sums that are rounded up may exceed a size_t of 32 bits.
static inline uint64_t buoy_aligned_up(uint64_t bytes) {
    return (bytes + BUOY_ALIGNMENT - 1) / BUOY_ALIGNMENT * BUOY_ALIGNMENT;
}

// Whether a caller's memory is there, aligned and as large as needed.
static inline bool buoy_suffices(const void *memory, size_t bytes, size_t needed) {
    return memory && (uintptr_t)memory % BUOY_ALIGNMENT == 0 && bytes >= needed;
}

// At least `bytes` of the C library's memory, or NULL; only buoy_aligned_free() may free it. The
// library's own memory comes from memory.h.
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

#endif
