// Variants of one method that promise the same bits.
#ifndef BENCH_TWINS_H
#define BENCH_TWINS_H

#include "buoyancy.h"

// The kernel whose bits this one promises to return: the first deterministic variant of its method
// that can run here, perhaps itself. NULL if it promises none.
const struct buoy_kernel *twins_first(const struct buoy_kernel *kernel);

// The index of the first answer that is not the same, bit for bit, in both; `count` if all are.
size_t twins_compare(const struct buoy_volume *a, const struct buoy_volume *b, size_t count);

#endif
