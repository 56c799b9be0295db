// Variants of one method that promise the same bits.
#ifndef BENCH_TWINS_H
#define BENCH_TWINS_H

#include "family.h"

// The kernel whose bits this one promises to return: the first deterministic variant of its method
// that can run here, perhaps itself. NULL if it promises none.
const struct buoy_kernel *twins_first(const struct buoy_kernel *kernel);

// The index of the first answer to the queries that is not the same, bit for bit, in both;
// queries->count if all are.
size_t twins_compare(const struct queries *queries, const void *a, const void *b);

#endif
