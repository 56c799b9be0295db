// What kernels need besides queries: scratch memory; a plug-in's kernel, its session.
#ifndef BENCH_SCRATCH_H
#define BENCH_SCRATCH_H

#include <stddef.h>

struct plugin_session;

struct scratch {
    void *memory; // 64-byte aligned; NULL if the size is 0
    size_t bytes;
    struct plugin_session *session; // NULL for the library's kernels
};

// Returns 0, or CLI_BAD after complaining; scratch_free() is allowed either way.
int scratch_make(size_t bytes, struct scratch *scratch);
void scratch_free(struct scratch *scratch);

#endif
