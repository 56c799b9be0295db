#include "caches.h"

#include <stdlib.h>
#include <windows.h>

static void add(const CACHE_DESCRIPTOR *cache, struct caches *caches) {
    size_t *size = cache->Level == 1   ? &caches->l1
                   : cache->Level == 2 ? &caches->l2
                   : cache->Level == 3 ? &caches->l3
                                       : NULL;
    if (size && *size == 0 && cache->Type != CacheInstruction) {
        *size = cache->Size;
    }
}

// The first of each level, which is the first processor's.
struct caches caches_find(void) {
    struct caches caches = {0};
    DWORD bytes = 0;
    GetLogicalProcessorInformation(NULL, &bytes);
    SYSTEM_LOGICAL_PROCESSOR_INFORMATION *all = malloc(bytes);
    if (all && GetLogicalProcessorInformation(all, &bytes)) {
        for (size_t i = 0; i < bytes / sizeof *all; ++i) {
            if (all[i].Relationship == RelationCache) {
                add(&all[i].Cache, &caches);
            }
        }
    }
    free(all);
    return caches;
}
