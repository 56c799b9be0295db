// Variants of one method that promise identical bits.
#include <string.h>

#include "buoyancy_kernels.h"
#include "dispatch/registry.h"
#include "kernels.h"
#include "twins.h"

// Plug-ins' kernels have a description of their method of their own.
static bool is_of_one_method(const struct buoy_kernel *a, const struct buoy_kernel *b) {
    return a->method == b->method || (strcmp(a->method->family, b->method->family) == 0 &&
                                      strcmp(a->method->name, b->method->name) == 0);
}

const struct buoy_kernel *twins_first(const struct buoy_kernel *kernel) {
    for (size_t i = 0; kernel->deterministic && i < kernels_count(); ++i) {
        const struct buoy_kernel *other = kernels_at(i);
        struct buoy_kernel_info info;
        buoy_kernel_get_info(other, &info, NULL);
        if (is_of_one_method(other, kernel) && info.deterministic && info.runnable) {
            return other;
        }
    }
    return NULL;
}

size_t twins_compare(const struct queries *queries, const void *a, const void *b) {
    const size_t bytes = queries->family->answer_bytes;
    size_t i = 0;
    while (i < queries->count &&
           memcmp((const char *)a + i * bytes, (const char *)b + i * bytes, bytes) == 0) {
        ++i;
    }
    return i;
}
