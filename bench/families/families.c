// The families that `run` and `verify` know.
#include "families.h"

#include <string.h>

static const struct family *const families[] = {&family_volume};

const struct family *family_find(const char *name) {
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
        if (strcmp(families[i]->name, name) == 0) {
            return families[i];
        }
    }
    return NULL;
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
