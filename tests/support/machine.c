// What this machine can run.
#include "machine.h"
#include "buoyancy_kernels.h"

#include <string.h>

#include "dispatch/registry.h"

bool machine_can_run(const struct buoy_isa *isa) {
    bool built = false;
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        const struct buoy_kernel *kernel = buoy_kernel_at(i);
        built = built || (!kernel->not_built && strcmp(kernel->isa, isa->name) == 0);
    }
    return built && (isa->features & ~buoy_cpu_features()) == 0;
}

const char *machine_best(void) {
    const char *best = "none";
    for (size_t i = 0; i < buoy_isa_count; ++i) {
        best = machine_can_run(&buoy_isas[i]) ? buoy_isas[i].name : best;
    }
    return best;
}
