// How wrong a kernel is: its answers against the truth, as shares of the body.
#ifndef BENCH_ACCURACY_H
#define BENCH_ACCURACY_H

#include "family.h"

// The immersions, V / V_total, that errors are told apart by: the first class is all below 1e-6,
// dry bodies included, each of the others a decade, the last of them [0.1, 1].
#define ACCURACY_CLASSES 7
extern const double accuracy_class_from[ACCURACY_CLASSES];

// The least immersion that a kernel's bound on the centroid speaks of.
#define ACCURACY_CENTROID_IMMERSION 1e-3

// How large some errors are; NaN where there are none.
struct accuracy_spread {
    double maximum, percentile99, median;
};

// The worst errors in one class of immersion; NaN where it has no queries. Dry bodies have no
// relative error and are left out of `of_submerged` and `centroid`.
struct accuracy_class {
    size_t queries;
    double of_total, of_submerged, centroid;
};

struct accuracy {
    struct accuracy_spread of_total;     // |ΔV| / V_total
    struct accuracy_spread of_submerged; // |ΔV| / V, where the body is not dry
    struct accuracy_spread centroid; // |Δc| / diagonal, at ACCURACY_CENTROID_IMMERSION and more
    struct accuracy_class classes[ACCURACY_CLASSES];
    double surface; // the largest

    // Documented for of_total, centroid and surface: the largest of all queries, and the largest
    // share of its bound that an error takes up.
    struct family_bounds bounds, used;
    bool within_bounds;
};

// What a kernel answered to some queries, and what is true.
struct accuracy_case {
    const struct queries *queries;
    const struct buoy_kernel *kernel;
    const void *truth, *answers; // queries->count of each
};

// Returns 0, or CLI_BAD after complaining.
int accuracy_measure(const struct accuracy_case *compared, struct accuracy *accuracy);

#endif
