// The accuracy of a kernel: its errors against the truth, as shares of the body.
#ifndef BENCH_ACCURACY_H
#define BENCH_ACCURACY_H

#include "buoyancy.h"
#include "family.h"

// Errors are reported by class of immersion, V / V_total. The first class is everything below 1e-6,
// including dry bodies; each other class is a decade, and the last one is [0.1, 1].
#define ACCURACY_CLASSES 7
extern const double accuracy_class_from[ACCURACY_CLASSES];

// The least immersion at which a kernel's bound on the centroid holds.
#define ACCURACY_CENTROID_IMMERSION 1e-3

// A summary of some errors; NaN if there are none.
struct accuracy_spread {
    double maximum, percentile99, median;
};

// The worst errors in one class of immersion; NaN if the class has no queries. Dry bodies have no
// relative error, so `of_submerged` and `centroid` leave them out.
struct accuracy_class {
    size_t queries;
    double of_total, of_submerged, centroid;
    double floor;     // the largest conditioning floor, as a share of V_total
    double of_floor;  // |ΔV| as a share of what float permits, accuracy_permitted()
    double certified; // the median of |ΔV|'s certified bound as a multiple of |ΔV|
};

// The errors that have bounds.
enum accuracy_kind {
    ACCURACY_OF_TOTAL,
    ACCURACY_CENTROID,
    ACCURACY_SURFACE,
    ACCURACY_KINDS
};

// The query on which an error takes up the largest share of its bound: error / bound. Zeros if no
// error is above 0.
struct accuracy_worst {
    size_t query;
    double error, bound, used;
};

struct accuracy {
    struct accuracy_spread of_total;     // |ΔV| / V_total
    struct accuracy_spread of_submerged; // |ΔV| / V, for bodies that are not dry
    struct accuracy_spread centroid; // |Δc| / diagonal, at ACCURACY_CENTROID_IMMERSION and more
    struct accuracy_class classes[ACCURACY_CLASSES];
    double surface; // the largest

    struct family_bounds bounds; // documented; the largest of all queries; INFINITY: none
    struct accuracy_worst worst[ACCURACY_KINDS];
    // Answers that are farther off than the bounds given with them: how many, and the first.
    size_t beyond_certified, first_beyond;
    bool within_bounds;
};

// The kind of error that takes up the largest share of its bound.
enum accuracy_kind accuracy_worst_kind(const struct accuracy *accuracy);

// A kernel's answers to some queries, and the true answers.
struct accuracy_case {
    const struct queries *queries;
    const struct buoy_kernel *kernel;
    const void *truth, *answers;           // queries->count elements each
    const double *floors;                  // conditioning floors; NULL: not asked for
    const struct family_bounds *certified; // given with the answers; NULL: not asked for
    double conditioning;                   // κ of the mesh, where floors are given
};

// What a kernel in float may be off by, as a share of V_total: twice the conditioning floor, and
// 1e-7 max(1, κ/60) for what is rounded after the heights.
double accuracy_permitted(double floor, double conditioning);

// That of a kernel that was not asked: no errors.
void accuracy_none(struct accuracy *accuracy);

// Returns 0, or CLI_BAD after complaining.
int accuracy_measure(const struct accuracy_case *compared, struct accuracy *accuracy);

// ---- The errors of buoyancy and of its torque, as a physics engine meets them.

// Medians over planes: of |ΔF| / F, and of |ΔT| / (F × diagonal), where F is the true buoyancy and
// T its torque about the centre of the bounding box. NaN if every plane leaves the body dry.
struct force_errors {
    double force, torque;
};

// Returns 0, or CLI_BAD after complaining.
int force_errors_find(const struct buoy_mesh *mesh, const struct buoy_plane *planes, size_t count,
                      const struct buoy_volume *truth, const struct buoy_volume *answers,
                      struct force_errors *errors);

#endif
