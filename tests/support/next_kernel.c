#include "next_kernel.h"
#include "buoyancy_kernels.h"

#include <string.h>

#include "dispatch/registry.h"

const struct buoy_kernel *next_kernel(const char *family, size_t *index) {
    while (*index < buoy_kernel_count()) {
        const struct buoy_kernel *kernel = buoy_kernel_at((*index)++);
        if (buoy_kernel_runs(kernel) && strcmp(kernel->method->family, family) == 0) {
            return kernel;
        }
    }
    return NULL;
}
