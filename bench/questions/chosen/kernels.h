// All kernels that the program knows: the library's, and those that plug-ins add.
#ifndef BENCH_KERNELS_H
#define BENCH_KERNELS_H

#include <stddef.h>

#include "buoyancy.h"

// The library's kernels in the registry's order, then the added ones in theirs; NULL past the last.
size_t kernels_count(void);
const struct buoy_kernel *kernels_at(size_t index);

// A kernel by its id, or one of the library's by family/method/best. NULL if there is none.
const struct buoy_kernel *kernels_find(const char *id);

// Adds a kernel, whose id must be new and which must live until kernels_forget_added(). Returns 0,
// or CLI_BAD after complaining.
int kernels_add(const struct buoy_kernel *kernel);
void kernels_forget_added(void);

#endif
