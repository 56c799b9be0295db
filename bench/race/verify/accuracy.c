// The accuracy of a kernel: its errors against the truth, as shares of the body.
#include "accuracy.h"

#include <math.h>
#include <stdlib.h>

#include "base/vector.h"
#include "cli.h"
#include "reals.h"

const double accuracy_class_from[ACCURACY_CLASSES] = {0.0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1};

static size_t class_of(double immersion) {
    size_t class = 0;
    while (class + 1 < ACCURACY_CLASSES && immersion >= accuracy_class_from[class + 1]) {
        class ++;
    }
    return class;
}

double accuracy_permitted(double floor, double conditioning) {
    return 2.0 * floor + 1e-7 * fmax(1.0, conditioning / 60.0);
}

// -------------------------------------------------------------------------------- spread

static struct accuracy_spread find_spread(double *errors, size_t count) {
    if (count == 0) {
        return (struct accuracy_spread){(double)NAN, (double)NAN, (double)NAN};
    }
    reals_sort(errors, count);
    return (struct accuracy_spread){
        .maximum = errors[count - 1],
        .percentile99 = reals_quantile(errors, count, 0.99),
        .median = reals_quantile(errors, count, 0.5),
    };
}

// ----------------------------------------------------------------------------- certified

// Bounds as multiples of errors: for each class, room for one per query.
struct certified_ratios {
    double *of_class[ACCURACY_CLASSES];
    size_t count[ACCURACY_CLASSES];
};

static void note_certified(const struct accuracy_case *compared, size_t query,
                           const struct family_errors *errors, struct certified_ratios *ratios,
                           struct accuracy *accuracy) {
    if (!compared->certified) {
        return;
    }
    const struct family_bounds *bounds = &compared->certified[query];
    const bool dry = errors->immersion == 0.0; // has no centroid
    if (!(errors->of_total <= bounds->of_total) || !(dry || errors->centroid <= bounds->centroid)) {
        accuracy->first_beyond = accuracy->beyond_certified == 0 ? query : accuracy->first_beyond;
        ++accuracy->beyond_certified;
    }
    if (errors->of_total > 0.0) {
        const size_t class = class_of(errors->immersion);
        ratios->of_class[class][ratios->count[class]++] = bounds->of_total / errors->of_total;
    }
}

// ------------------------------------------------------------------------------- measure

static void note_worst(size_t query, double error, double bound, struct accuracy_worst *worst) {
    // No answer is wrong by more than no bound at all, except one that is not a number.
    const double used = isinf(error) ? error : error > 0.0 ? error / bound : 0.0;
    if (used > worst->used) {
        *worst = (struct accuracy_worst){query, error, bound, used};
    }
}

void accuracy_none(struct accuracy *accuracy) {
    const double none = (double)NAN;
    const struct accuracy_spread spread = {none, none, none};
    *accuracy = (struct accuracy){
        .of_total = spread, .of_submerged = spread, .centroid = spread, .within_bounds = true};
    for (size_t i = 0; i < ACCURACY_CLASSES; ++i) {
        accuracy->classes[i] = (struct accuracy_class){0, none, none, none, none, none, none};
    }
}

int accuracy_measure(const struct accuracy_case *compared, struct accuracy *accuracy) {
    const size_t count = compared->queries->count;
    double *room = calloc((3 + ACCURACY_CLASSES) * count + 1, sizeof *room);
    if (!room) {
        return cli_out_of_memory();
    }
    accuracy_none(accuracy);
    const struct queries *queries = compared->queries;
    const struct family *family = queries->family;
    const char *truth = compared->truth, *answers = compared->answers;
    double *const of_total = room, *const of_submerged = room + queries->count;
    double *const centroid = room + 2 * queries->count;
    struct certified_ratios ratios = {.count = {0}};
    size_t submerged = 0, resolved = 0;
    for (size_t c = 0; c < ACCURACY_CLASSES; ++c) {
        ratios.of_class[c] = room + (3 + c) * queries->count;
    }
    for (size_t i = 0; i < queries->count; ++i) {
        const size_t place = i * family->answer_bytes;
        const struct family_errors errors =
            family->errors(queries, i, truth + place, answers + place);
        const struct family_bounds bounds = queries_bounds(queries, compared->kernel, i);
        of_total[i] = errors.of_total;
        if (errors.immersion > 0.0) {
            of_submerged[submerged++] = errors.of_submerged;
        }
        if (errors.immersion >= ACCURACY_CENTROID_IMMERSION) {
            centroid[resolved++] = errors.centroid;
        }
        struct accuracy_class *class = &accuracy->classes[class_of(errors.immersion)];
        ++class->queries;
        class->of_total = fmax(class->of_total, errors.of_total); // fmax() passes over NaN
        if (errors.immersion > 0.0) {
            class->of_submerged = fmax(class->of_submerged, errors.of_submerged);
            class->centroid = fmax(class->centroid, errors.centroid);
        }
        if (compared->floors) {
            const double floor = compared->floors[i];
            class->floor = fmax(class->floor, floor);
            class->of_floor =
                fmax(class->of_floor,
                     errors.of_total / accuracy_permitted(floor, compared->conditioning));
        }
        note_certified(compared, i, &errors, &ratios, accuracy);
        struct accuracy_worst *worst = accuracy->worst;
        accuracy->bounds.of_total = fmax(accuracy->bounds.of_total, bounds.of_total);
        note_worst(i, errors.of_total, bounds.of_total, &worst[ACCURACY_OF_TOTAL]);
        if (errors.immersion >= ACCURACY_CENTROID_IMMERSION) {
            accuracy->bounds.centroid = fmax(accuracy->bounds.centroid, bounds.centroid);
            note_worst(i, errors.centroid, bounds.centroid, &worst[ACCURACY_CENTROID]);
        }
        accuracy->surface = fmax(accuracy->surface, errors.surface);
        accuracy->bounds.surface = fmax(accuracy->bounds.surface, bounds.surface);
        note_worst(i, errors.surface, bounds.surface, &worst[ACCURACY_SURFACE]);
    }
    for (size_t c = 0; c < ACCURACY_CLASSES; ++c) {
        accuracy->classes[c].certified = find_spread(ratios.of_class[c], ratios.count[c]).median;
    }
    accuracy->of_total = find_spread(of_total, queries->count);
    accuracy->of_submerged = find_spread(of_submerged, submerged);
    accuracy->centroid = find_spread(centroid, resolved);
    free(room);
    accuracy->within_bounds = accuracy->worst[accuracy_worst_kind(accuracy)].used <= 1.0 &&
                              accuracy->beyond_certified == 0;
    return 0;
}

enum accuracy_kind accuracy_worst_kind(const struct accuracy *accuracy) {
    const struct accuracy_worst *worst = accuracy->worst;
    enum accuracy_kind kind = ACCURACY_OF_TOTAL;
    if (worst[ACCURACY_CENTROID].used > worst[kind].used) {
        kind = ACCURACY_CENTROID;
    }
    return worst[ACCURACY_SURFACE].used > worst[kind].used ? ACCURACY_SURFACE : kind;
}

// ------------------------------------------------------------------------------------------ forces

static double median(double *values, size_t count) {
    if (count == 0) {
        return (double)NAN;
    }
    reals_sort(values, count);
    return count % 2 ? values[count / 2] : 0.5 * (values[count / 2 - 1] + values[count / 2]);
}

// Buoyancy pulls along n, by the volume.
static void torque_of(const struct buoy_mesh_info *info, const struct buoy_plane *plane,
                      const struct buoy_volume *wet, double torque[3]) {
    const double n[3] = {(double)plane->normal[0], (double)plane->normal[1],
                         (double)plane->normal[2]};
    double arm[3];
    for (int i = 0; i < 3; ++i) {
        arm[i] = wet->volume * (wet->centre[i] - info->centre[i]) / buoy_length(n);
    }
    buoy_cross_product(arm, n, torque);
}

int force_errors_find(const struct buoy_mesh *mesh, const struct buoy_plane *planes, size_t count,
                      const struct buoy_volume *truth, const struct buoy_volume *answers,
                      struct force_errors *errors) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    double *force = malloc((2 * count + 1) * sizeof *force);
    if (!force) {
        return cli_out_of_memory();
    }
    double *torque = force + count;
    size_t wet = 0;
    for (size_t i = 0; i < count; ++i) {
        const double volume = truth[i].volume;
        if (volume > 0.0) {
            double right[3], wrong[3];
            torque_of(&info, &planes[i], &truth[i], right);
            torque_of(&info, &planes[i], &answers[i], wrong);
            force[wet] = fabs(answers[i].volume - volume) / volume;
            torque[wet++] = buoy_distance(right, wrong) / (volume * info.diagonal);
        }
    }
    *errors = (struct force_errors){median(force, wet), median(torque, wet)};
    free(force);
    return 0;
}
