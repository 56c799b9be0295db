// Buffers between two pages that must not be touched.
#include "guard.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const unsigned char canary = 0xA5;

// Pages: how large they are, and forbidden ones, to be permitted or given back.
#if defined(_WIN32)
#include <windows.h>

static size_t page_size(void) {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwPageSize;
}

static unsigned char *pages_make(size_t size) {
    return VirtualAlloc(NULL, size, MEM_RESERVE | MEM_COMMIT, PAGE_NOACCESS);
}

static bool pages_permit(unsigned char *pages, size_t size) {
    DWORD before;
    return VirtualProtect(pages, size, PAGE_READWRITE, &before);
}

static void pages_free(unsigned char *pages, size_t size) {
    (void)size;
    VirtualFree(pages, 0, MEM_RELEASE);
}

#else
#include <sys/mman.h>
#include <unistd.h>

static size_t page_size(void) {
    return (size_t)sysconf(_SC_PAGESIZE);
}

static unsigned char *pages_make(size_t size) {
    void *pages = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return pages == MAP_FAILED ? NULL : pages;
}

static bool pages_permit(unsigned char *pages, size_t size) {
    return mprotect(pages, size, PROT_READ | PROT_WRITE) == 0;
}

static void pages_free(unsigned char *pages, size_t size) {
    munmap(pages, size);
}

#endif

struct guarded guard_make(size_t size, size_t alignment, enum guard_side side) {
    const size_t page = page_size();
    const size_t inner = (size + alignment - 1 + page) / page * page;
    struct guarded guarded = {.size = size, .mapping_size = inner + 2 * page};
    guarded.mapping = pages_make(guarded.mapping_size);
    if (!guarded.mapping || !pages_permit(guarded.mapping + page, inner)) {
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
    pages_free(guarded->mapping, guarded->mapping_size);
    *guarded = (struct guarded){0};
}
