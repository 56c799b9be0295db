// What kernels need besides queries: scratch memory; a plug-in's kernel, its session.
#include "scratch.h"

#include <stdlib.h>

#include "cli.h"
#include "session.h"

int scratch_make(size_t bytes, struct scratch *scratch) {
    const size_t alignment = 64;
    const size_t units = (bytes + alignment - 1) / alignment; // aligned_alloc() wants whole ones
    *scratch = (struct scratch){.bytes = units * alignment};
    if (scratch->bytes > 0) {
        scratch->memory = aligned_alloc(alignment, scratch->bytes);
    }
    return scratch->bytes > 0 && !scratch->memory ? cli_out_of_memory() : 0;
}

void scratch_free(struct scratch *scratch) {
    session_close(scratch->session);
    free(scratch->memory);
    *scratch = (struct scratch){0};
}
