#include "row_questions.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "dispatch/registry.h"

struct queries row_questions_make(const struct family *family, size_t count) {
    struct queries queries = {
        .family = family, .workload = &workload_trial, .count = count, .voxels = 64};
    if (rows_allocate(&queries) != 0) {
        abort();
    }
    return queries;
}

enum buoy_status row_questions_ask(const struct queries *queries, const struct buoy_kernel *kernel,
                                   size_t index, size_t count, void *answers, void *more,
                                   struct buoy_error *error) {
    struct rows_slice slice = rows_slice(queries, index, count);
    slice.more = more;
    return queries->family->rows->ask(kernel, &slice, true, answers, error);
}

static const void *body_of(const struct queries *queries, size_t index) {
    return rows_slice(queries, index, 1).part[rows_body(queries->family->rows)->part];
}

bool row_question_is_for(const struct queries *queries, size_t index,
                         const struct buoy_kernel *kernel) {
    const struct rows *rows = queries->family->rows;
    return !rows->takes || rows->takes(kernel, body_of(queries, index));
}

// What is allowed for the roundings of the last steps, which are in double.
static const double few_roundings = 16.0 * DBL_EPSILON;

// How high the centre lies above the water, in units of what is forgiven.
static double height_of(const struct queries *queries, size_t index, const double *centre,
                        const struct measures *measures) {
    const struct rows *rows = queries->family->rows;
    const struct row row = rows_at(queries, index);
    double height = 0.0, size = 0.0;
    size_t at = 0;
    for (size_t i = 0; i < rows->column_count; ++i) {
        const size_t dimension = rows->columns[i].kind->dimension;
        for (size_t k = 0; k < dimension; ++k) {
            const double n = row_number(&row, at + k);
            height += n * centre[k];
            size += fabs(n) * fmax(fabs(measures->low[k]), fabs(measures->high[k]));
        }
        if (dimension > 0) { // an offset follows
            height -= row_number(&row, at + dimension);
            size += fabs(row_number(&row, at + dimension));
        }
        at += column_numbers(&rows->columns[i], &row, at);
    }
    return height / (few_roundings * size);
}

// Whether a centre lies in the boxes around all discs of a question, the other body that it is
// about.
static bool is_in_discs(const struct queries *queries, size_t index, const double centre[2]) {
    const struct rows *rows = queries->family->rows;
    const struct row row = rows_at(queries, index);
    bool inside = true;
    for (size_t i = 0, at = 0; i < rows->column_count; ++i) {
        if (rows->columns[i].kind == &column_disc) {
            const double radius = row_number(&row, at + 2);
            for (size_t k = 0; k < 2; ++k) {
                const double middle = row_number(&row, at + k);
                inside = inside && fabs(centre[k] - middle) <=
                                       radius + few_roundings * (fabs(middle) + radius);
            }
        }
        at += column_numbers(&rows->columns[i], &row, at);
    }
    return inside;
}

const char *row_answer_fault(const struct queries *queries, size_t index,
                             const struct buoy_kernel *kernel, const void *answer) {
    const struct family *family = queries->family;
    if (!rows_body(family->rows)) {
        return NULL;
    }
    const struct measures measures = rows_measure(queries, index);
    const double *numbers = answer, *centre = numbers + 1;
    // Outlines that cross themselves may hold more than their signed area.
    const bool may_cross = rows_are_ragged(family->rows);
    if (!(numbers[0] >= 0.0 &&
          (may_cross || numbers[0] <= measures.total * (1.0 + few_roundings)))) {
        return "what is submerged must be between nothing and all of the body";
    }
    for (size_t i = 0; i + 1 < family->answer_bytes / sizeof(double); ++i) {
        const double middle = 0.5 * (measures.low[i] + measures.high[i]);
        const double most = numbers[0] > 0.0 ? 0.5 * (measures.high[i] - measures.low[i]) : 0.0;
        if (!(fabs(centre[i] - middle) <= most + few_roundings * (fabs(middle) + most))) {
            return numbers[0] > 0.0 ? "the centre must lie in the bounding box"
                                    : "of nothing, the centre must be the bounding box's";
        }
    }
    if (numbers[0] > 0.0 && !is_in_discs(queries, index, centre)) {
        return "the centre must lie in the disc's bounding box";
    }
    // Without a bound, the centre may be that of the whole.
    return numbers[0] > 0.0 && !(kernel && kernel->method->unproven) &&
                   height_of(queries, index, centre, &measures) > 1.0
               ? "the centre must not lie above the water"
               : NULL;
}
