// The accuracy of a kernel: its errors against the truth, as shares of the body.
#include <math.h>
#include <stdlib.h>

#include "accuracy.h"
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

static void note_in_class(const struct family_errors *errors, struct accuracy_class *class) {
    ++class->queries;
    class->of_total = fmax(class->of_total, errors->of_total); // fmax() passes over NaN
    if (errors->immersion > 0.0) {
        class->of_submerged = fmax(class->of_submerged, errors->of_submerged);
        class->centroid = fmax(class->centroid, errors->centroid);
    }
}

double accuracy_permitted(double floor, double conditioning) {
    return 2.0 * floor + 1e-7 * fmax(1.0, conditioning / 60.0);
}

static void note_floor(const struct accuracy_case *compared, size_t query,
                       const struct family_errors *errors, struct accuracy_class *class) {
    if (compared->floors) {
        const double floor = compared->floors[query];
        class->floor = fmax(class->floor, floor);
        class->of_floor = fmax(
            class->of_floor, errors->of_total / accuracy_permitted(floor, compared->conditioning));
    }
}

// -------------------------------------------------------------------------------- spread

// The smallest error that a share of all errors does not exceed.
static double quantile(const double *sorted, size_t count, double share) {
    const size_t rank = (size_t)ceil(share * (double)count);
    return sorted[rank > 0 ? rank - 1 : 0];
}

static struct accuracy_spread find_spread(double *errors, size_t count) {
    if (count == 0) {
        return (struct accuracy_spread){(double)NAN, (double)NAN, (double)NAN};
    }
    reals_sort(errors, count);
    return (struct accuracy_spread){
        .maximum = errors[count - 1],
        .percentile99 = quantile(errors, count, 0.99),
        .median = quantile(errors, count, 0.5),
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

static void note_bounds(size_t query, const struct family_errors *errors,
                        const struct family_bounds *bounds, struct accuracy *accuracy) {
    struct accuracy_worst *worst = accuracy->worst;
    accuracy->bounds.of_total = fmax(accuracy->bounds.of_total, bounds->of_total);
    note_worst(query, errors->of_total, bounds->of_total, &worst[ACCURACY_OF_TOTAL]);
    if (errors->immersion >= ACCURACY_CENTROID_IMMERSION) {
        accuracy->bounds.centroid = fmax(accuracy->bounds.centroid, bounds->centroid);
        note_worst(query, errors->centroid, bounds->centroid, &worst[ACCURACY_CENTROID]);
    }
    accuracy->surface = fmax(accuracy->surface, errors->surface);
    accuracy->bounds.surface = fmax(accuracy->bounds.surface, bounds->surface);
    note_worst(query, errors->surface, bounds->surface, &worst[ACCURACY_SURFACE]);
}

// Summarises one case. `room` is for all its errors, and for its ratios in each class.
static void measure(const struct accuracy_case *compared, double *room, struct accuracy *accuracy) {
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
        note_in_class(&errors, class);
        note_floor(compared, i, &errors, class);
        note_certified(compared, i, &errors, &ratios, accuracy);
        note_bounds(i, &errors, &bounds, accuracy);
    }
    for (size_t c = 0; c < ACCURACY_CLASSES; ++c) {
        accuracy->classes[c].certified = find_spread(ratios.of_class[c], ratios.count[c]).median;
    }
    accuracy->of_total = find_spread(of_total, queries->count);
    accuracy->of_submerged = find_spread(of_submerged, submerged);
    accuracy->centroid = find_spread(centroid, resolved);
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
    measure(compared, room, accuracy);
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
