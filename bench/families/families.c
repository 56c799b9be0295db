// The families that `run` and `verify` know.
#include "families.h"

#include <string.h>

#include "registry.h"

static const struct family *const families[] = {&family_volume};

const struct workload workload_trial = {.name = "trial", .hard = QUERIES_HARD};

const struct family *family_at(size_t index) {
    return index < sizeof families / sizeof families[0] ? families[index] : NULL;
}

bool family_takes(const struct family *family, const struct workload *workload,
                  const struct buoy_kernel *kernel) {
    return strcmp(kernel->method->family, family->name) == 0 &&
           (!kernel->method->many || workload->per_call != 1);
}

int queries_make_scratch(const struct queries *queries, const struct buoy_kernel *kernel,
                         struct scratch *scratch) {
    return scratch_make(queries->family->scratch_bytes(queries, kernel), scratch);
}

void queries_free(struct queries *queries) {
    if (queries->family != NULL) {
        queries->family->free(queries);
    }
    *queries = (struct queries){0};
}
