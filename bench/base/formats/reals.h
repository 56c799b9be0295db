// Numbers in ascending order.
#ifndef BENCH_REALS_H
#define BENCH_REALS_H

#include <math.h>
#include <stdlib.h>

static inline int reals_compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// None of them is NaN.
static inline void reals_sort(double *values, size_t count) {
    qsort(values, count, sizeof *values, reals_compare);
}

// The smallest of sorted numbers, of which there is at least one, that a share of them does not
// exceed.
static inline double reals_quantile(const double *sorted, size_t count, double share) {
    const size_t rank = (size_t)ceil(share * (double)count);
    return sorted[rank > 0 ? rank - 1 : 0];
}

#endif
