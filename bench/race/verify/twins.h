// Variants of one method that promise identical bits.
#ifndef BENCH_TWINS_H
#define BENCH_TWINS_H

#include "family.h"

// Returns the kernel whose bits `kernel` promises to return: the first deterministic variant of its
// method that can run here, which may be the kernel itself. NULL if it promises none.
const struct buoy_kernel *twins_first(const struct buoy_kernel *kernel);

// Returns the index of the first query whose two answers differ in any bit; queries->count if all
// answers are the same.
size_t twins_compare(const struct queries *queries, const void *a, const void *b);

#endif
