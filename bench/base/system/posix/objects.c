#include "objects.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

void *objects_load(const char *path, char *reason, size_t size) {
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!object) {
        const char *why = dlerror();
        const size_t length = strlen(path);
        const bool named = strncmp(why, path, length) == 0 && strncmp(why + length, ": ", 2) == 0;
        snprintf(reason, size, "%s", named ? why + length + 2 : why);
    }
    return object;
}

void objects_unload(void *object) {
    dlclose(object);
}

void *objects_find(void *object, const char *symbol) {
    return dlsym(object, symbol);
}
