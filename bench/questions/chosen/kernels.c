// All kernels that the program knows: the library's, and those that plug-ins add.
#include "kernels.h"
#include "buoyancy_kernels.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"

static const struct buoy_kernel **added;
static size_t added_count;

size_t kernels_count(void) {
    return buoy_kernel_count() + added_count;
}

const struct buoy_kernel *kernels_at(size_t index) {
    const size_t own = buoy_kernel_count();
    return index < own                 ? buoy_kernel_at(index)
           : index - own < added_count ? added[index - own]
                                       : NULL;
}

const struct buoy_kernel *kernels_find(const char *id) {
    for (size_t i = 0; i < added_count; ++i) {
        struct buoy_kernel_info info;
        buoy_kernel_get_info(added[i], &info, NULL);
        if (strcmp(info.id, id) == 0) {
            return added[i];
        }
    }
    return buoy_kernel_find(id);
}

int kernels_add(const struct buoy_kernel *kernel) {
    const struct buoy_kernel **more = realloc(added, (added_count + 1) * sizeof *more);
    if (!more) {
        return cli_out_of_memory();
    }
    added = more;
    added[added_count++] = kernel;
    return 0;
}

void kernels_forget_added(void) {
    free(added);
    added = NULL;
    added_count = 0;
}
