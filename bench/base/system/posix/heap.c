#include "heap.h"

#include <stdlib.h>

void *heap_take(size_t bytes) {
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

void heap_give(void *memory) {
    free(memory);
}
