// Variants of one method that promise identical bits.
#include <string.h>

#include "dispatch/registry.h"
#include "twins.h"

const struct buoy_kernel *twins_first(const struct buoy_kernel *kernel) {
    for (size_t i = 0; kernel->deterministic && i < buoy_kernel_count(); ++i) {
        const struct buoy_kernel *other = buoy_kernel_at(i);
        struct buoy_kernel_info info;
        buoy_kernel_get_info(other, &info, NULL);
        if (other->method == kernel->method && info.deterministic && info.runnable) {
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
