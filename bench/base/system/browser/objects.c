// Browsers have no shared objects.
#include "objects.h"

#include <stdio.h>

void *objects_load(const char *path, char *reason, size_t size) {
    (void)path;
    snprintf(reason, size, "browsers have no shared objects");
    return NULL;
}

void objects_unload(void *object) {
    (void)object;
}

void *objects_find(void *object, const char *symbol) {
    (void)object, (void)symbol;
    return NULL;
}
