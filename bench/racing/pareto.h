// The Pareto front: what nothing else beats in both of two costs.
#ifndef BENCH_PARETO_H
#define BENCH_PARETO_H

#include <stddef.h>

// The indices of points (x, y) than which no other has a smaller or equal x and y, in ascending
// order of x and so descending order of y; of equal points the first. Points with an x or a y that
// is not a positive number, which a logarithmic plot cannot show, are left out. `front` has room
// for `count`. Returns how many there are.
size_t pareto_front(const double *x, const double *y, size_t count, size_t *front);

#endif
