#include "heap.h"

#include <malloc.h>

void *heap_take(size_t bytes) {
    return _aligned_malloc(bytes, 64);
}

void heap_give(void *memory) {
    _aligned_free(memory);
}
