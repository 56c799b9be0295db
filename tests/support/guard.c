// Buffers between two pages that must not be touched.
#include "guard.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const unsigned char canary = 0xA5;

static size_t page_size(void) {
    return (size_t)sysconf(_SC_PAGESIZE);
}

struct guarded guard_make(size_t size, size_t alignment, enum guard_side side) {
    const size_t page = page_size();
    const size_t inner = (size + alignment - 1 + page) / page * page;
    struct guarded guarded = {.size = size, .mapping_size = inner + 2 * page};
    guarded.mapping =
        mmap(NULL, guarded.mapping_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (guarded.mapping == MAP_FAILED ||
        mprotect(guarded.mapping + page, inner, PROT_READ | PROT_WRITE) != 0) {
        abort();
    }
    memset(guarded.mapping + page, canary, inner);
    guarded.bytes = guarded.mapping + page;
    if (side == GUARD_AFTER) {
        guarded.bytes += (inner - size) / alignment * alignment;
    }
    return guarded;
}

bool guard_is_intact(const struct guarded *guarded) {
    const size_t page = page_size();
    const unsigned char *end = guarded->mapping + guarded->mapping_size - page;
    for (const unsigned char *p = guarded->mapping + page; p < end; ++p) {
        const bool inside = p >= guarded->bytes && p < guarded->bytes + guarded->size;
        if (!inside && *p != canary) {
            return false;
        }
    }
    return true;
}

void guard_free(struct guarded *guarded) {
    munmap(guarded->mapping, guarded->mapping_size);
    *guarded = (struct guarded){0};
}
