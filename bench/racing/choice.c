// The choice of what to race: the rules that match kernels with workloads and meshes.
#include "choice.h"

#include <string.h>

#include "dispatch/registry.h"

static bool is_a_workload(const char *name) {
    const struct family *family;
    for (size_t i = 0; (family = family_at(i)); ++i) {
        for (size_t k = 0; k < family->workload_count; ++k) {
            if (strcmp(family->workloads[k].name, name) == 0) {
                return true;
            }
        }
    }
    return strcmp(name, "all") == 0;
}

int choice_check(const struct race_choice *choice) {
    for (size_t i = 0; i < choice->workloads.count; ++i) {
        if (!is_a_workload(choice->workloads.items[i])) {
            return cli_bad("--workload '%s': there is no such workload; 'buoybench help run' lists "
                           "them",
                           choice->workloads.items[i]);
        }
    }
    return 0;
}

static bool is_named(const struct cli_strings *names, const char *name) {
    for (size_t i = 0; i < names->count; ++i) {
        if (strcmp(names->items[i], name) == 0 || strcmp(names->items[i], "all") == 0) {
            return true;
        }
    }
    return false;
}

static bool is_wanted(const struct race_choice *choice, const struct family *family,
                      const struct workload *workload, size_t triangles) {
    if (choice->workloads.count > 0) {
        return is_named(&choice->workloads, workload->name);
    }
    if (family->place && choice->all_kernels && !choice->by_size) {
        return false;
    }
    const bool has_hot = strcmp(family->workloads[0].name, WORKLOAD_HOT) == 0;
    const bool small = triangles <= workload->most_default;
    return small || (!choice->by_size && (!has_hot || !workload->cold));
}

void choice_select(const struct race_choice *choice, const struct family *family,
                   const struct workload *workload, size_t triangles, struct cli_kernels *kernels) {
    const bool wanted = is_wanted(choice, family, workload, triangles);
    bool any = false;
    kernels->count = 0;
    for (size_t i = 0; i < choice->kernels.count; ++i) {
        const struct buoy_kernel *kernel = choice->kernels.items[i];
        if (wanted && family_takes(family, workload, kernel)) {
            kernels->items[kernels->count++] = kernel;
            any |= family_owns(family, kernel);
        }
    }
    if (!any) {
        kernels->count = 0; // the baseline of another family would race alone
    }
}
