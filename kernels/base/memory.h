// The library's memory: all of it is allocated here, by the functions of buoy_set_allocator(). No
// other source calls malloc(), calloc() or realloc(), nor what calls them in turn, as glibc's
// qsort() does.
#ifndef BUOY_MEMORY_H
#define BUOY_MEMORY_H

#include <stddef.h>

// Memory for `count` items of `size` bytes, aligned for any C type, also for 0 bytes; NULL if there
// is not enough, or if a size_t cannot hold the product.
void *buoy_allocate(size_t count, size_t size);

// Like buoy_allocate(), with every byte 0.
void *buoy_allocate_zeroed(size_t count, size_t size);

// Memory that begins at a multiple of BUOY_ALIGNMENT; NULL if there is not enough.
void *buoy_allocate_aligned(size_t bytes);

// Moves what buoy_allocate() allocated, or NULL, to memory for `count` items, more than before, and
// releases it. NULL if there is not enough; `old` then stays as it is.
void *buoy_grow(void *old, size_t count, size_t size);

// Releases memory from any of the functions above; NULL is fine.
void buoy_release(void *memory);

#endif
