// The choice of what to race: the rules that match kernels with workloads and meshes.
#include "choice.h"
#include "buoyancy_kernels.h"

#include <string.h>

#include "dispatch/registry.h"

static bool is_a_workload(const char *name) {
    const struct family *family;
    for (size_t i = 0; (family = family_at(i)); ++i) {
        for (size_t k = 0; k < family->workload_count; ++k) {
            if (workload_is(&family->workloads[k], name)) {
                return true;
            }
        }
    }
    return strcmp(name, "all") == 0;
}

static bool is_a_measurement(const char *name) {
    return strcmp(name, CHOICE_FRAMES) == 0 || strcmp(name, CHOICE_MAKING) == 0;
}

bool choice_names(const struct race_choice *choice, const char *workload) {
    for (size_t i = 0; i < choice->workloads.count; ++i) {
        if (strcmp(choice->workloads.items[i], workload) == 0) {
            return true;
        }
    }
    return false;
}

bool choice_races_nothing(const struct race_choice *choice) {
    size_t races = 0;
    for (size_t i = 0; i < choice->workloads.count; ++i) {
        races += !is_a_measurement(choice->workloads.items[i]);
    }
    return races == 0 && choice->workloads.count > 0;
}

int choice_check(const struct race_choice *choice) {
    for (size_t i = 0; i < choice->workloads.count; ++i) {
        const char *name = choice->workloads.items[i];
        if (!is_a_workload(name) && !is_a_measurement(name)) {
            return cli_bad("--workload '%s': there is no such workload; 'buoybench help run' lists "
                           "them",
                           name);
        }
    }
    return 0;
}

static bool is_named(const struct race_choice *choice, const struct workload *workload) {
    const struct cli_strings *names = &choice->workloads;
    const bool by_all = !(choice->all_kernels && workload->on_request) && !workload->by_name;
    for (size_t i = 0; i < names->count; ++i) {
        if (workload_is(workload, names->items[i]) ||
            (by_all && strcmp(names->items[i], "all") == 0)) {
            return true;
        }
    }
    return false;
}

static bool is_wanted(const struct race_choice *choice, const struct family *family,
                      const struct workload *workload, size_t triangles) {
    if (choice->workloads.count > 0) {
        return is_named(choice, workload);
    }
    if (workload->by_name ||
        (choice->all_kernels && (workload->on_request || (family->place && !choice->by_size)))) {
        return false;
    }
    const bool has_hot = strcmp(family->workloads[0].name, WORKLOAD_HOT) == 0;
    const bool small = triangles <= workload->most_default;
    return small || (!choice->by_size && (!has_hot || !workload->cold));
}

// The baseline races with a family that says so, whether it was chosen or not.
static void add_baseline(const struct family *family, const struct workload *workload,
                         struct cli_kernels *kernels) {
    if (!workload->with_baseline) {
        return;
    }
    const struct buoy_kernel *baseline = buoy_kernel_find(family->baseline);
    for (size_t i = 0; i < kernels->count; ++i) {
        if (kernels->items[i] == baseline) {
            return;
        }
    }
    kernels->items[kernels->count++] = baseline;
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
    if (any) {
        add_baseline(family, workload, kernels);
    } else {
        kernels->count = 0; // the baseline of another family would race alone
    }
}
