// Tracks jansson's allocations, and whether any failed.
#include "json_memory.h"

#include <jansson.h>
#include <stdlib.h>

static bool ran_out;

static void *allocate(size_t bytes) {
    void *memory = malloc(bytes);
    ran_out = ran_out || !memory;
    return memory;
}

void json_memory_watch(void) {
    ran_out = false;
    json_set_alloc_funcs(allocate, free);
}

bool json_memory_ran_out(void) {
    return ran_out;
}
