// The families that `run` and `verify` know.
#include "families.h"

#include <string.h>

#include "dispatch/registry.h"
#include "truth.h"

static const struct family *const families[] = {
    &family_volume, &family_hydrostatics, &family_box,   &family_polygon,
    &family_water,  &family_pressure,     &family_forces};

const struct workload workload_trial = {.name = "trial", .hard = QUERIES_HARD};

const struct family_headings families_volume_headings = {"|ΔV|/V_total", "|ΔV|/V", "|Δc|/diagonal",
                                                         "V/V_total"};

size_t families_no_scratch(const struct queries *queries, const struct buoy_kernel *kernel) {
    (void)queries;
    (void)kernel;
    return 0;
}

size_t families_no_triangles(const struct queries *queries, const struct buoy_kernel *kernel) {
    (void)queries;
    (void)kernel;
    return 0;
}

double families_none_examined(const struct queries *queries, const struct buoy_kernel *kernel) {
    (void)queries;
    (void)kernel;
    return 0.0;
}

const struct family *family_at(size_t index) {
    return index < sizeof families / sizeof families[0] ? families[index] : NULL;
}

bool family_owns(const struct family *family, const struct buoy_kernel *kernel) {
    return strcmp(kernel->method->family, family->name) == 0;
}

const char *family_truth(const struct family *family) {
    return family->truth ? family->truth : truth_source();
}

bool family_has_baseline(const struct family *family, const struct buoy_kernel *kernel) {
    return family->baseline && strcmp(family->baseline, kernel->id) == 0;
}

bool families_have_baseline(const struct buoy_kernel *kernel) {
    const struct family *family;
    for (size_t i = 0; (family = family_at(i)); ++i) {
        if (family_has_baseline(family, kernel)) {
            return true;
        }
    }
    return false;
}

bool family_owns_any(const struct family *family, const struct cli_kernels *kernels) {
    for (size_t i = 0; i < kernels->count; ++i) {
        if (family_owns(family, kernels->items[i])) {
            return true;
        }
    }
    return false;
}

bool families_need_meshes(const struct cli_kernels *kernels) {
    const struct family *family;
    for (size_t i = 0; (family = family_at(i)); ++i) {
        if (!family->place && family_owns_any(family, kernels)) {
            return true;
        }
    }
    return false;
}

bool family_takes(const struct family *family, const struct workload *workload,
                  const struct buoy_kernel *kernel) {
    return (family_owns(family, kernel) || family_has_baseline(family, kernel)) &&
           (!kernel->method->many || workload->per_call != 1) &&
           (!family->one_by_one || workload->per_call <= 1);
}

int queries_make_scratch(const struct queries *queries, const struct buoy_kernel *kernel,
                         struct scratch *scratch) {
    return scratch_make(queries->family->scratch_bytes(queries, kernel), scratch);
}

void queries_free(struct queries *queries) {
    if (queries->family) {
        queries->family->free(queries);
    }
    *queries = (struct queries){0};
}
