// What kernels need besides queries: scratch memory; a plug-in's kernel, its session.
#include "scratch.h"

#include "cli.h"
#include "heap.h"
#include "session.h"

int scratch_make(size_t bytes, struct scratch *scratch) {
    *scratch = (struct scratch){.bytes = (bytes + 63) / 64 * 64};
    if (scratch->bytes > 0) {
        scratch->memory = heap_take(scratch->bytes);
    }
    return scratch->bytes > 0 && !scratch->memory ? cli_out_of_memory() : 0;
}

void scratch_free(struct scratch *scratch) {
    session_close(scratch->session);
    heap_give(scratch->memory);
    *scratch = (struct scratch){0};
}
