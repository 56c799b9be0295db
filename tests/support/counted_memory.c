#include "counted_memory.h"

#include "test.h"

// What stands before a block, and behind it.
struct note {
    void *piece; // what malloc() returned
    struct counted_memory *memory;
    size_t bytes, alignment;
};
#define FENCE 16
#define FENCE_BYTE 0x5e
#define FRESH 0xa5
#define STALE 0xd7

static void *allocate(void *context, size_t bytes, size_t alignment) {
    struct counted_memory *memory = context;
    const size_t number = memory->asked++;
    memory->alignments |= alignment;
    if (alignment == 0 || alignment > 64 || (alignment & (alignment - 1)) != 0) {
        memory->misuse = "an alignment that is none, or too large";
        return NULL;
    }
    if (bytes == 0 || bytes % alignment != 0) {
        memory->misuse = "a size that is no multiple of the alignment";
    }
    if (number == memory->failing || (memory->all && number > memory->failing)) {
        memory->failed = true;
        return NULL;
    }
    char *piece = malloc(sizeof(struct note) + 2 * alignment + bytes + FENCE);
    if (!piece) {
        return NULL;
    }
    // The first place that is a multiple of the alignment, but not of twice as much.
    uintptr_t place = ((uintptr_t)piece + sizeof(struct note)) / alignment * alignment + alignment;
    place += place % (2 * alignment) == 0 ? alignment : 0;
    char *block = piece + (place - (uintptr_t)piece);
    const struct note note = {piece, memory, bytes, alignment};
    memcpy(block - sizeof note, &note, sizeof note);
    memset(block, FRESH, bytes);
    memset(block + bytes, FENCE_BYTE, FENCE);
    ++memory->blocks;
    memory->bytes += bytes;
    memory->most_bytes = memory->bytes > memory->most_bytes ? memory->bytes : memory->most_bytes;
    return block;
}

static void release(void *context, void *block, size_t bytes, size_t alignment) {
    struct counted_memory *memory = context;
    if (!block) {
        memory->misuse = "a null pointer given back";
        return;
    }
    struct note note;
    memcpy(&note, (char *)block - sizeof note, sizeof note);
    if (note.memory != memory || note.bytes != bytes || note.alignment != alignment) {
        memory->misuse = "a block given back as another than it was asked for";
        return;
    }
    for (size_t i = 0; i < FENCE; ++i) {
        if (((char *)block)[bytes + i] != FENCE_BYTE) {
            memory->misuse = "a byte beyond a block was written";
        }
    }
    --memory->blocks;
    memory->bytes -= bytes;
    memset((char *)block - sizeof note, STALE, sizeof note + bytes);
    free(note.piece);
}

void counted_memory_begin(struct counted_memory *memory) {
    *memory = (struct counted_memory){.failing = SIZE_MAX};
    const struct buoy_allocator allocator = {allocate, release, memory};
    struct buoy_error error;
    FAIL_IF(buoy_set_allocator(&allocator, &error) != BUOY_OK, "%s", error.message);
}

void counted_memory_fail(struct counted_memory *memory, size_t failing, bool all) {
    memory->failing = failing;
    memory->all = all;
    memory->asked = 0;
    memory->failed = false;
}

void counted_memory_end(struct counted_memory *memory) {
    struct buoy_error error;
    FAIL_IF(buoy_set_allocator(NULL, &error) != BUOY_OK, "%s", error.message);
    assert_int_equal(memory->blocks, 0);
    assert_int_equal(memory->bytes, 0);
    FAIL_IF(memory->misuse, "%s", memory->misuse);
}
