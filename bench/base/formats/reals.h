// Numbers in ascending order.
#ifndef BENCH_REALS_H
#define BENCH_REALS_H

#include <stdlib.h>

static inline int reals_compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// None of them is NaN.
static inline void reals_sort(double *values, size_t count) {
    qsort(values, count, sizeof *values, reals_compare);
}

#endif
