// The kernels of a family that this machine can run.
#include "kernels.h"
#include "buoyancy_kernels.h"

#include <math.h>
#include <string.h>

#include "fuzz.h"
#include "verify.h"

enum {
    MOST_FAMILIES = 10
};

const struct fuzz_kernels *fuzz_kernels_of(const char *family) {
    static struct fuzz_kernels families[MOST_FAMILIES];
    size_t i = 0;
    while (i < MOST_FAMILIES && families[i].family && strcmp(families[i].family, family) != 0) {
        ++i;
    }
    FUZZ_FAIL_IF(i == MOST_FAMILIES, "no room for the family %s", family);
    if (!families[i].family) {
        struct fuzz_kernels *kernels = &families[i];
        kernels->family = family;
        for (size_t k = 0; k < buoy_kernel_count(); ++k) {
            const struct buoy_kernel *kernel = buoy_kernel_at(k);
            struct buoy_kernel_info info;
            buoy_kernel_get_info(kernel, &info, NULL);
            if (strcmp(info.family, family) == 0 && info.runnable) {
                FUZZ_FAIL_IF(kernels->count == FUZZ_MOST_KERNELS, "%s has more than %d kernels",
                             family, FUZZ_MOST_KERNELS);
                const struct buoy_kernel *first = twins_first(kernel);
                size_t twin = 0;
                while (twin < kernels->count && kernels->items[twin].kernel != first) {
                    ++twin;
                }
                kernels->items[kernels->count++] = (struct fuzz_kernel){kernel, twin};
            }
        }
    }
    FUZZ_FAIL_IF(families[i].count == 0, "there are no kernels of the family %s", family);
    return &families[i];
}

void fuzz_expect_twins(const struct fuzz_kernels *kernels, size_t index, const void *answers,
                       size_t most, size_t count, size_t size) {
    const size_t twin = kernels->items[index].twin;
    const unsigned char *got = (const unsigned char *)answers + index * most * size;
    const unsigned char *expected = (const unsigned char *)answers + twin * most * size;
    for (size_t i = 0; i < count && twin != index; ++i) {
        FUZZ_FAIL_IF(memcmp(got + i * size, expected + i * size, size) != 0,
                     "%s and %s return other bits to question %zu",
                     kernels->items[index].kernel->id, kernels->items[twin].kernel->id, i);
    }
}

void fuzz_expect_number(const char *kernel, double whole, const struct buoy_volume *got) {
    FUZZ_FAIL_IF(!(got->volume >= 0.0 && got->volume <= whole * (1.0 + 1e-6)) ||
                     !isfinite(got->centre[0]) || !isfinite(got->centre[1]) ||
                     !isfinite(got->centre[2]),
                 "%s: volume %.17g of %.17g at (%g %g %g)", kernel, got->volume, whole,
                 got->centre[0], got->centre[1], got->centre[2]);
}
