// The work of a kernel, by count.
#include "work.h"

#include <string.h>

#include "counted.h"
#include "plugins.h"

struct work_counted work_counted;

#define TWIN(family_name, name_of_method)                                                          \
    {#family_name,                                                                                 \
     #name_of_method,                                                                              \
     {.family_name = buoy_##family_name##_##name_of_method##_counted}},

// Kernels that only have a function: the rest is that of the kernel whose work is counted.
static const struct {
    const char *family, *method;
    struct buoy_kernel kernel;
} twins[] = {BUOY_FOR_EACH_TEMPLATE(TWIN)};

// The counting twin of a kernel, or false if its method is no template.
static bool find_twin(const struct buoy_kernel *kernel, struct buoy_kernel *twin) {
    for (size_t i = 0; i < sizeof twins / sizeof twins[0]; ++i) {
        if (strcmp(twins[i].family, kernel->method->family) == 0 &&
            strcmp(twins[i].method, kernel->method->name) == 0) {
            *twin = twins[i].kernel;
            twin->id = kernel->id;
            twin->isa = kernel->isa;
            twin->method = kernel->method;
            twin->deterministic = kernel->deterministic;
            return true;
        }
    }
    return false;
}

bool work_count(const struct queries *queries, const struct buoy_kernel *kernel,
                const struct scratch *scratch, void *answers, struct work *work) {
    struct buoy_kernel twin;
    *work = (struct work){0};
    if (plugins_own(kernel) || !find_twin(kernel, &twin)) {
        return false;
    }
    work_counted = (struct work_counted){0};
    queries->family->ask(queries, &twin, scratch, 0, queries->count, answers);
    const double bodies = (double)queries->count;
    work->flops = (double)(work_counted.floats + work_counted.doubles) / bodies;
    work->doubles = (double)work_counted.doubles / bodies;
    work->bytes = (double)work_counted.bytes / bodies;
    return true;
}
