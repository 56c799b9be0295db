// Measures which kernels of `volume` are fastest here, point by point.
#ifndef BENCH_TUNE_H
#define BENCH_TUNE_H

#include "choices.h"

struct tuning {
    double seconds; // to spend, about
    bool fma;       // whether kernels that are not deterministic may be chosen

    // ---- results
    struct choices_all points;
    size_t count, measured; // points
};

// Returns 0, or CLI_BAD after complaining.
int tune(struct tuning *tuning);

#endif
