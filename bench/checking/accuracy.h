// How wrong a kernel is: its answers against the truth, as shares of the body.
#ifndef BENCH_ACCURACY_H
#define BENCH_ACCURACY_H

#include "buoyancy.h"

// Where true answers come from.
enum accuracy_source {
    ACCURACY_EXACT,   // exact arithmetic, rounded once; needs GMP
    ACCURACY_CATTO64, // volume/catto64/scalar: double precision
};

// The best source this program was built with.
enum accuracy_source accuracy_best_source(void);
const char *accuracy_source_name(enum accuracy_source source);

// True answers for some planes. Returns 0, or CLI_BAD after complaining.
int accuracy_find_truth(enum accuracy_source source, const struct buoy_mesh *mesh,
                        const struct buoy_plane *planes, size_t count, struct buoy_volume *truth);

// The immersions, V / V_total, that errors are told apart by: the first class is all below 1e-6,
// dry bodies included, each of the others a decade, the last of them [0.1, 1].
#define ACCURACY_CLASSES 7
extern const double accuracy_class_from[ACCURACY_CLASSES];

// Of at least this immersion a kernel's bound on the centroid speaks.
#define ACCURACY_CENTROID_IMMERSION 1e-3

// Of some errors; NaN where there are none.
struct accuracy_spread {
    double maximum, percentile99, median;
};

// The worst errors in one class of immersion; NaN where it has no planes. Dry bodies have no
// relative error and are left out of `of_submerged` and `centroid`.
struct accuracy_class {
    size_t planes;
    double of_total, of_submerged, centroid;
};

// An answer that is not a number counts as infinitely wrong.
struct accuracy {
    struct accuracy_spread of_total;     // |ΔV| / V_total
    struct accuracy_spread of_submerged; // |ΔV| / V, where the body is not dry
    struct accuracy_spread centroid; // |Δc| / diagonal, at ACCURACY_CENTROID_IMMERSION and more
    struct accuracy_class classes[ACCURACY_CLASSES];

    double volume_bound, centroid_bound; // documented for of_total and centroid
    bool within_bounds;
};

// What a kernel answered for some planes, and what is true.
struct accuracy_case {
    const struct buoy_mesh *mesh;
    const struct buoy_kernel *kernel;
    unsigned voxels; // as the kernel was asked
    const struct buoy_volume *truth, *answers;
    size_t count;
};

// Returns 0, or CLI_BAD after complaining.
int accuracy_measure(const struct accuracy_case *compared, struct accuracy *accuracy);

#endif
