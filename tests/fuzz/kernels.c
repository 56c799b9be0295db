// The kernels of a family that this machine can run.
#include "kernels.h"
#include "buoyancy_kernels.h"

#include <math.h>
#include <string.h>

#include "fuzz.h"
#include "twins.h"

enum {
    MOST_FAMILIES = 10
};

static size_t find_twin(const struct fuzz_kernels *kernels, const struct buoy_kernel *kernel) {
    const struct buoy_kernel *first = twins_first(kernel);
    size_t i = 0;
    while (i < kernels->count && kernels->items[i].kernel != first) {
        ++i;
    }
    return i;
}

static void fill(struct fuzz_kernels *kernels, const char *family) {
    kernels->family = family;
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        const struct buoy_kernel *kernel = buoy_kernel_at(i);
        struct buoy_kernel_info info;
        buoy_kernel_get_info(kernel, &info, NULL);
        if (strcmp(info.family, family) == 0 && info.runnable) {
            if (kernels->count == FUZZ_MOST_KERNELS) {
                fuzz_fail("%s has more than %d kernels", family, FUZZ_MOST_KERNELS);
            }
            const size_t twin = find_twin(kernels, kernel);
            kernels->items[kernels->count++] = (struct fuzz_kernel){kernel, twin};
        }
    }
}

const struct fuzz_kernels *fuzz_kernels_of(const char *family) {
    static struct fuzz_kernels families[MOST_FAMILIES];
    size_t i = 0;
    while (i < MOST_FAMILIES && families[i].family && strcmp(families[i].family, family) != 0) {
        ++i;
    }
    if (i == MOST_FAMILIES) {
        fuzz_fail("no room for the family %s", family);
    }
    if (!families[i].family) {
        fill(&families[i], family);
    }
    if (families[i].count == 0) {
        fuzz_fail("there are no kernels of the family %s", family);
    }
    return &families[i];
}

void fuzz_expect_twins(const struct fuzz_kernels *kernels, size_t index, const void *answers,
                       size_t most, size_t count, size_t size) {
    const size_t twin = kernels->items[index].twin;
    const unsigned char *got = (const unsigned char *)answers + index * most * size;
    const unsigned char *expected = (const unsigned char *)answers + twin * most * size;
    for (size_t i = 0; i < count && twin != index; ++i) {
        if (memcmp(got + i * size, expected + i * size, size) != 0) {
            fuzz_fail("%s and %s return other bits to question %zu",
                      kernels->items[index].kernel->id, kernels->items[twin].kernel->id, i);
        }
    }
}

void fuzz_expect_number(const char *kernel, double whole, const struct buoy_volume *got) {
    if (!(got->volume >= 0.0 && got->volume <= whole * (1.0 + 1e-6)) || !isfinite(got->centre[0]) ||
        !isfinite(got->centre[1]) || !isfinite(got->centre[2])) {
        fuzz_fail("%s: volume %.17g of %.17g at (%g %g %g)", kernel, got->volume, whole,
                  got->centre[0], got->centre[1], got->centre[2]);
    }
}
