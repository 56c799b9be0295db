// Heap sort.
#include "base/arithmetic.h"

#include "base/sort.h"

struct heap {
    char *items;
    size_t size; // of an item
    int (*compare)(const void *left, const void *right);
};

static char *item(const struct heap *heap, size_t index) {
    return heap->items + index * heap->size;
}

static void swap(const struct heap *heap, size_t i, size_t j) {
    char *a = item(heap, i), *b = item(heap, j);
    for (size_t k = 0; k < heap->size; ++k) {
        const char kept = a[k];
        a[k] = b[k];
        b[k] = kept;
    }
}

// Moves an item down until neither of its children, 2i + 1 and 2i + 2, is greater.
static void sink(const struct heap *heap, size_t i, size_t count) {
    for (size_t below; (below = 2 * i + 1) < count; i = below) {
        if (below + 1 < count && heap->compare(item(heap, below), item(heap, below + 1)) < 0) {
            ++below;
        }
        if (heap->compare(item(heap, i), item(heap, below)) >= 0) {
            return;
        }
        swap(heap, i, below);
    }
}

void buoy_sort(void *items, size_t count, size_t size,
               int (*compare)(const void *left, const void *right)) {
    const struct heap heap = {items, size, compare};
    for (size_t i = count / 2; i-- > 0;) {
        sink(&heap, i, count);
    }
    while (count > 1) {
        --count;
        swap(&heap, 0, count); // the greatest of what is left
        sink(&heap, 0, count);
    }
}
