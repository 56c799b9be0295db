// Buffers between two pages that must not be touched: any access beyond an end stops the program.
#ifndef TESTS_GUARD_H
#define TESTS_GUARD_H

#include <stdbool.h>
#include <stddef.h>

// Which end of the buffer lies right at the forbidden page. At the other end, up to the page, lie
// canaries.
enum guard_side {
    GUARD_BEFORE,
    GUARD_AFTER,
};

struct guarded {
    unsigned char *bytes;
    size_t size;
    unsigned char *mapping; // whole pages, the first and the last one forbidden
    size_t mapping_size;
};

// A buffer of `size` bytes (0 is fine), aligned to `alignment`, a power of two. With GUARD_AFTER, a
// size that is no multiple of the alignment leaves less than that between buffer and page.
struct guarded guard_make(size_t size, size_t alignment, enum guard_side side);

// Whether nothing around the buffer was written to.
bool guard_is_intact(const struct guarded *guarded);

void guard_free(struct guarded *guarded);

#endif
