// A mesh file as a source of bytes: read once from start to end, through a window that holds a part
// of it, so that a file of any size needs little memory. Parts at a known place can also be read
// directly.
#ifndef MESHES_SOURCE_H
#define MESHES_SOURCE_H

#include "meshes/internal.h"

// Functions that return whether they succeeded have recorded a failure by source_fail(), as do
// those of all other parts.

// Larger files are refused.
#define SOURCE_MAX_BYTES ((uint64_t)256 << 20)

struct source {
    const char *path;         // for messages
    struct buoy_error *error; // receives errors; may be NULL
    uint64_t size;            // of the file
    enum buoy_status status;  // of the first failure, which `error` tells; BUOY_OK without one
    const char *at, *end;     // bytes that were read and not yet taken; a line feed follows them

    // Private.
    int descriptor;
    char *window;
    size_t capacity;
    uint64_t position; // of `end` in the file
};

// Opens a regular file of 1 to SOURCE_MAX_BYTES bytes. The window is made when it is first used.
// Call source_close() whatever it returns.
bool source_open(struct source *source, const char *path, struct buoy_error *error);
void source_close(struct source *source);

// Reads on. The bytes from `at` on are kept, but move: `at` and `end` change. False at the end of
// the file, and after a failure.
bool source_more(struct source *source);

// The number of bytes from `at` on in the window, after an attempt to make it `wanted` or more.
size_t source_available(struct source *source, size_t wanted);

// Takes the next `size` bytes, valid until the next call. NULL if there are fewer.
static inline const char *source_take(struct source *source, size_t size) {
    if ((size_t)(source->end - source->at) < size && source_available(source, size) < size) {
        return NULL;
    }
    source->at += size;
    return source->at - size;
}

// The number of bytes left to take.
uint64_t source_left(const struct source *source);

// Skips the next `size` bytes, which must exist.
void source_skip(struct source *source, uint64_t size);

// Goes back to the start of the file.
void source_rewind(struct source *source);

// Copies bytes from anywhere in the file. False if that fails.
bool source_copy(struct source *source, uint64_t from, void *to, size_t size);

// Records "PATH, line LINE: cause", or "PATH: cause" if the line is 0, and returns false. A long
// path loses its front. The first failure remains the recorded one.
bool source_fail(struct source *source, size_t line, enum buoy_status status, const char *format,
                 ...) BUOY_PRINTF(4, 5);

// Numbers of binary formats.
static inline uint32_t source_u32(const void *little_endian) {
    const unsigned char *b = little_endian;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

#endif
