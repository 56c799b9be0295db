// Shared objects.
#ifndef BENCH_OBJECTS_H
#define BENCH_OBJECTS_H

#include <stddef.h>

// Loads an object by its path; NULL, with the reason, if that fails.
void *objects_load(const char *path, char *reason, size_t size);
void objects_unload(void *object);

// The address of a symbol; NULL if there is none.
void *objects_find(void *object, const char *symbol);

#endif
