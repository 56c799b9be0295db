// How wrong a kernel is: its answers against the truth, as shares of the body.
#include <math.h>
#include <stdlib.h>

#include "accuracy.h"
#include "cli.h"
#include "query.h"
#include "registry.h"
#ifdef BUOY_HAVE_GMP
#include "exact.h"
#endif

const double accuracy_class_from[ACCURACY_CLASSES] = {0.0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1};

// --------------------------------------------------------------------------------- truth

enum accuracy_source accuracy_best_source(void) {
#ifdef BUOY_HAVE_GMP
    return ACCURACY_EXACT;
#else
    return ACCURACY_CATTO64;
#endif
}

const char *accuracy_source_name(enum accuracy_source source) {
    return source == ACCURACY_EXACT ? "exact arithmetic" : "volume/catto64/scalar";
}

#ifdef BUOY_HAVE_GMP
static int find_exactly(const struct buoy_mesh *mesh, const struct buoy_plane *planes, size_t count,
                        struct buoy_volume *truth) {
    struct buoy_exact *exact = buoy_exact_create(mesh);
    if (exact == NULL) {
        return cli_out_of_memory();
    }
    for (size_t i = 0; i < count; i++) {
        buoy_exact_volume(exact, &planes[i], &truth[i]);
    }
    buoy_exact_destroy(exact);
    return 0;
}
#endif

int accuracy_find_truth(enum accuracy_source source, const struct buoy_mesh *mesh,
                        const struct buoy_plane *planes, size_t count, struct buoy_volume *truth) {
#ifdef BUOY_HAVE_GMP
    if (source == ACCURACY_EXACT) {
        return find_exactly(mesh, planes, count, truth);
    }
#endif
    if (source == ACCURACY_EXACT) {
        return cli_bad("this program was built without exact arithmetic");
    }
    return query_volume(buoy_kernel_find("volume/catto64/scalar"), mesh, 0, planes, count, truth);
}

// -------------------------------------------------------------------------------- errors

// The errors of one answer.
struct errors {
    double immersion;
    double of_total, of_submerged, centroid;
};

static double infinite_if_nan(double error) {
    return isnan(error) ? (double)INFINITY : error;
}

static struct errors find_errors(const struct buoy_mesh_info *info, const struct buoy_volume *truth,
                                 const struct buoy_volume *answer) {
    const double dv = fabs(answer->volume - truth->volume);
    const double dx = answer->cx - truth->cx, dy = answer->cy - truth->cy;
    const double dz = answer->cz - truth->cz;
    return (struct errors){
        .immersion = truth->volume / info->volume,
        .of_total = infinite_if_nan(dv / info->volume),
        .of_submerged = infinite_if_nan(dv / truth->volume),
        .centroid = infinite_if_nan(sqrt(dx * dx + dy * dy + dz * dz) / info->diagonal),
    };
}

static size_t class_of(double immersion) {
    size_t class = 0;
    while (class + 1 < ACCURACY_CLASSES && immersion >= accuracy_class_from[class + 1]) {
        class ++;
    }
    return class;
}

static void note_in_class(const struct errors *errors, struct accuracy_class *class) {
    class->planes++;
    class->of_total = fmax(class->of_total, errors->of_total); // fmax() passes over NaN
    if (errors->immersion > 0.0) {
        class->of_submerged = fmax(class->of_submerged, errors->of_submerged);
        class->centroid = fmax(class->centroid, errors->centroid);
    }
}

// -------------------------------------------------------------------------------- spread

static int compare_numbers(const void *left, const void *right) {
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

// The smallest error that a share of all errors does not exceed.
static double quantile(const double *sorted, size_t count, double share) {
    const size_t rank = (size_t)ceil(share * (double)count);
    return sorted[rank > 0 ? rank - 1 : 0];
}

static struct accuracy_spread find_spread(double *errors, size_t count) {
    if (count == 0) {
        return (struct accuracy_spread){(double)NAN, (double)NAN, (double)NAN};
    }
    qsort(errors, count, sizeof *errors, compare_numbers);
    return (struct accuracy_spread){
        .maximum = errors[count - 1],
        .percentile99 = quantile(errors, count, 0.99),
        .median = quantile(errors, count, 0.5),
    };
}

// ------------------------------------------------------------------------------- measure

// Sums a case up. The three arrays have room for all its errors.
static void measure(const struct accuracy_case *compared, double *of_total, double *of_submerged,
                    double *centroid, struct accuracy *accuracy) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(compared->mesh, &info);
    size_t submerged = 0, resolved = 0;
    for (size_t i = 0; i < compared->count; i++) {
        const struct errors errors = find_errors(&info, &compared->truth[i], &compared->answers[i]);
        of_total[i] = errors.of_total;
        if (errors.immersion > 0.0) {
            of_submerged[submerged++] = errors.of_submerged;
        }
        if (errors.immersion >= ACCURACY_CENTROID_IMMERSION) {
            centroid[resolved++] = errors.centroid;
        }
        note_in_class(&errors, &accuracy->classes[class_of(errors.immersion)]);
    }
    accuracy->of_total = find_spread(of_total, compared->count);
    accuracy->of_submerged = find_spread(of_submerged, submerged);
    accuracy->centroid = find_spread(centroid, resolved);
}

int accuracy_measure(const struct accuracy_case *compared, struct accuracy *accuracy) {
    const size_t count = compared->count;
    double *errors = malloc((3 * count + 1) * sizeof *errors);
    if (errors == NULL) {
        return cli_out_of_memory();
    }
    const double none = (double)NAN;
    for (size_t i = 0; i < ACCURACY_CLASSES; i++) {
        accuracy->classes[i] = (struct accuracy_class){0, none, none, none};
    }
    measure(compared, errors, errors + count, errors + 2 * count, accuracy);
    free(errors);

    const struct buoy_method *method = compared->kernel->method;
    accuracy->volume_bound = method->volume.volume_bound(compared->mesh, compared->voxels);
    accuracy->centroid_bound = method->volume.centroid_bound(compared->mesh, compared->voxels);
    // Where no plane was compared, the maximum is NaN and no bound is broken.
    accuracy->within_bounds = !(accuracy->of_total.maximum > accuracy->volume_bound) &&
                              !(accuracy->centroid.maximum > accuracy->centroid_bound);
    return 0;
}
