// The caller's allocator, and how many of its blocks are held; heap sort.
#include "base/arithmetic.h"

#include "base/memory.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"

#define ORDINARY_ALIGNMENT _Alignof(max_align_t)

// The record before a block's memory, for its release; the caller's memory follows.
struct header {
    _Alignas(max_align_t) size_t bytes; // of the whole block
    size_t alignment;
};

static void *allocate_by_default(void *context, size_t bytes, size_t alignment) {
    (void)context;
#if !defined(_WIN32) // where free() cannot free aligned memory: all of it is to be aligned
    if (alignment == ORDINARY_ALIGNMENT) {
        return malloc(bytes);
    }
#endif
    (void)alignment;
    return buoy_aligned_alloc(bytes);
}

static void release_by_default(void *context, void *memory, size_t bytes, size_t alignment) {
    (void)context;
    (void)bytes;
    (void)alignment;
    buoy_aligned_free(memory);
}

#define DEFAULT                                                                                    \
    { allocate_by_default, release_by_default, NULL }

static struct buoy_allocator allocator = DEFAULT;

// Blocks held or being asked for: `allocator` is read only by who holds one of them, and written
// only while there is none and BEING_SET keeps others from asking.
static atomic_size_t held;
#define BEING_SET SIZE_MAX

enum buoy_status buoy_set_allocator(const struct buoy_allocator *chosen, struct buoy_error *error) {
    BUOY_REFUSE_IF(chosen && (!chosen->allocate || !chosen->release), ARGUMENT,
                   "the allocator's function %s is a null pointer",
                   chosen->allocate ? "release" : "allocate");
    size_t none = 0;
    if (!atomic_compare_exchange_strong(&held, &none, BEING_SET)) {
        return buoy_fail(
            error, BUOY_ERROR_ARGUMENT,
            "the allocator cannot be changed while memory is held: destroy all meshes, "
            "waves, patches and models, and unload profiles, first");
    }
    allocator = chosen ? *chosen : (struct buoy_allocator)DEFAULT;
    atomic_store(&held, 0);
    return buoy_succeed(error);
}

// Bytes before a block's memory: the record, and padding for alignment.
static size_t front_of(size_t alignment) {
    return alignment > sizeof(struct header) ? alignment : sizeof(struct header);
}

static void *allocate(size_t bytes, size_t alignment) {
    const size_t front = front_of(alignment);
    if (bytes > SIZE_MAX - front - (alignment - 1)) {
        return NULL;
    }
    const size_t whole = (front + bytes + alignment - 1) / alignment * alignment;
    size_t count;
    do { // counts the block that is asked for; waits while the allocator is being set
        count = atomic_load(&held);
    } while (count == BEING_SET || !atomic_compare_exchange_weak(&held, &count, count + 1));
    char *block = allocator.allocate(allocator.context, whole, alignment);
    if (!block) {
        atomic_fetch_sub(&held, 1);
        return NULL;
    }
    assert((uintptr_t)block % alignment == 0);
    void *memory = block + front;
    struct header *header = memory;
    header[-1] = (struct header){.bytes = whole, .alignment = alignment};
    return memory;
}

static const struct header *header_of(const void *memory) {
    return (const struct header *)memory - 1;
}

void *buoy_allocate(size_t count, size_t size) {
    return count > SIZE_MAX / size ? NULL : allocate(count * size, ORDINARY_ALIGNMENT);
}

void *buoy_allocate_zeroed(size_t count, size_t size) {
    void *memory = buoy_allocate(count, size);
    if (memory) {
        memset(memory, 0, count * size);
    }
    return memory;
}

void *buoy_allocate_aligned(size_t bytes) {
    return allocate(bytes, BUOY_ALIGNMENT);
}

void *buoy_grow(void *old, size_t count, size_t size) {
    void *memory = buoy_allocate(count, size);
    if (memory && old) {
        const size_t before = header_of(old)->bytes - front_of(ORDINARY_ALIGNMENT);
        memcpy(memory, old, before < count * size ? before : count * size);
        buoy_release(old);
    }
    return memory;
}

void buoy_release(void *memory) {
    if (memory) {
        const struct header header = *header_of(memory);
        char *block = (char *)memory - front_of(header.alignment);
        allocator.release(allocator.context, block, header.bytes, header.alignment);
        atomic_fetch_sub(&held, 1);
    }
}

// -------------------------------------------------------------------------------------------- sort

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
