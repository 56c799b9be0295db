// The Pareto front of points.
#include "pareto.h"

#include <math.h>
#include <stdbool.h>

static bool is_positive(double value) {
    return value > 0.0 && isfinite(value);
}

static bool beats(const double *x, const double *y, size_t i, size_t k) {
    const bool as_good = x[i] <= x[k] && y[i] <= y[k];
    const bool better = x[i] < x[k] || y[i] < y[k];
    return as_good && (better || i < k);
}

size_t pareto_front(const double *x, const double *y, size_t count, size_t *front) {
    size_t found = 0;
    for (size_t k = 0; k < count; ++k) {
        bool beaten = !is_positive(x[k]) || !is_positive(y[k]);
        for (size_t i = 0; i < count && !beaten; ++i) {
            beaten = i != k && is_positive(x[i]) && is_positive(y[i]) && beats(x, y, i, k);
        }
        if (beaten) {
            continue;
        }
        size_t place = found++;
        for (; place > 0 && x[front[place - 1]] > x[k]; --place) {
            front[place] = front[place - 1];
        }
        front[place] = k;
    }
    return found;
}
