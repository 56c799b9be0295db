// Functions as the registry's kernels have them, which ask the plug-in of the session entered.
#ifndef BENCH_ADAPTORS_H
#define BENCH_ADAPTORS_H

#include "dispatch/registry.h"

// Sets the function of the kernel's family.
void adaptors_set(struct buoy_kernel *kernel);

#endif
