// Memory for lanes.
#ifndef BENCH_HEAP_H
#define BENCH_HEAP_H

#include <stddef.h>

// 64-byte aligned, and for heap_give() alone; NULL if out of memory.
void *heap_take(size_t bytes);
void heap_give(void *memory);

#endif
