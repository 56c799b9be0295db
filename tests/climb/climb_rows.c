// Questions that are rows of numbers; one variant of each method: the others return its bits.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "buoyancy_kernels.h"
#include "climbers.h"
#include "dispatch/registry.h"
#include "families.h"
#include "mesh/kinds.h"
#include "row_questions.h"

// Rows as `verify` has them, half of them hard; some with numbers made far larger or smaller, or
// all but dry. The word of a shape stays as it is.
static void start(const struct climb_family *family, struct rng *rng,
                  struct climb_question *question) {
    const struct rows *rows = family->of->rows;
    const size_t index = rng_below(rng, 1 << 20);
    size_t at = 0;
    question->fixed = rows->columns[0].kind == &column_shape;
    question->count =
        rows_sample(rows, rng_bits(rng), index, rng_below(rng, 2) ? 0 : SIZE_MAX, question->x);
    for (size_t i = 0; i < rows->column_count; ++i) {
        const struct column *column = &rows->columns[i];
        const size_t count = column_numbers(column, &(struct row){.count = question->count}, at);
        const bool is_share = column->kind == &column_offset;
        const int most = column->kind->dimension > 0 ? 60 : 20;
        for (size_t k = at < question->fixed ? question->fixed : at; k < at + count; ++k) {
            if (rng_below(rng, is_share ? 4 : 8) == 0) {
                const double scale = ldexp(1.0, -(int)rng_below(rng, (size_t)most));
                question->x[k] *= scale;
                if (is_share && rng_below(rng, 2)) {
                    question->x[k] = 1.0 - question->x[k];
                }
            }
        }
        at += count;
    }
    rows_immerse(rows, question->x, question->count);
}

// Puts a question in the first place; false if it may not be asked, or is of no size that anything
// has.
static bool read(const struct family *family, const struct climb_question *question,
                 struct queries *queries) {
    const struct rows *rows = family->rows;
    struct climb_question tidy = *question;
    const double most = rows->reals ? 1e6 : 1e12;
    char text[160];
    size_t at = 0;
    for (size_t i = 0; i < rows->column_count; ++i) {
        const struct column *column = &rows->columns[i];
        if (column->kind->mend) {
            column->kind->mend(&tidy.x[at]);
        }
        if (column->kind == &column_number && !(tidy.x[at] > 1.0 / most)) {
            return false;
        }
        at += column_numbers(column, &(struct row){.count = tidy.count}, at);
    }
    for (size_t i = 0; i < tidy.count; ++i) {
        if (!(fabs(tidy.x[i]) < most)) {
            return false;
        }
    }
    rows_put(queries, 0, tidy.x, tidy.count);
    const struct row row = rows_at(queries, 0);
    if (!rows_check(rows, &row, text, sizeof text)) {
        return false;
    }
    const struct measures measures = rows_measure(queries, 0);
    double least = HUGE_VAL;
    for (int i = 0; i < 3 && rows_body(rows) && !rows_are_ragged(rows); ++i) {
        least = fmin(least, measures.high[i] - measures.low[i]);
    }
    return measures.total > 0.0 && least > 1e-6 * measures.diagonal;
}

static struct climb_ratio judge_kernel(const struct queries *queries,
                                       const struct buoy_kernel *kernel, const double *truth,
                                       struct climb_ratio worst) {
    const struct family *family = queries->family;
    double got[ROW_MOST];
    const enum buoy_status status = row_questions_ask(queries, kernel, 0, 1, got, NULL, NULL);
    if (status != BUOY_OK) {
        // Beyond every bound, unless the kernel says that doubles cannot tell.
        return status == BUOY_ERROR_PRECISION ? worst
                                              : (struct climb_ratio){(double)INFINITY, kernel->id};
    }
    const struct family_errors errors = family->errors(queries, 0, truth, got);
    const struct family_bounds bounds = family->bounds(queries, kernel, 0);
    worst = climb_note(worst, kernel->id, "volume", errors.of_total, bounds.of_total);
    // The centre of what crosses itself may be out of the question.
    const double least = family->rows->for_any_share ? 0.0 : 1e-3;
    if (errors.immersion > 0.0 && errors.immersion >= least && got[0] > 0.0 &&
        !row_answer_fault(queries, 0, NULL, truth)) {
        worst = climb_note(worst, kernel->id, "centroid", errors.centroid, bounds.centroid);
    }
    return worst;
}

static struct climb_ratio judge(const struct climb_family *climber,
                                const struct climb_question *question) {
    const struct family *family = climber->of;
    struct climb_ratio worst = {.ratio = -1.0, .what = "nothing"};
    struct queries queries = row_questions_make(family, 1);
    const struct rows_slice one = rows_slice(&queries, 0, 1);
    double truth[ROW_MOST];
    if (read(family, question, &queries) && family->rows->truth(&one, truth, NULL) == BUOY_OK) {
        for (size_t i = 0; i < buoy_kernel_count(); ++i) {
            const struct buoy_kernel *kernel = buoy_kernel_at(i);
            if (strcmp(kernel->method->family, family->name) == 0 && climb_asks(kernel) &&
                !kernel->method->approximate && row_question_is_for(&queries, 0, kernel)) {
                worst = judge_kernel(&queries, kernel, truth, worst);
            }
        }
    }
    queries_free(&queries);
    return worst;
}

static void print(const struct climb_family *climber, const struct climb_question *question,
                  FILE *file) {
    const struct family *family = climber->of;
    struct queries queries = row_questions_make(family, 1);
    if (read(family, question, &queries)) {
        const struct row row = rows_at(&queries, 0);
        char text[1024];
        rows_print(family->rows, &row, text, sizeof text);
        fprintf(file, "%s\n", text);
    }
    queries_free(&queries);
}

#define ROWS(word, about)                                                                          \
    { .name = word, .of = &family_##about, .start = start, .judge = judge, .print = print }

const struct climb_family climb_rows[CLIMB_ROWS] = {
    ROWS("polygon", polygon),
    ROWS("basin", basin),
    ROWS("box", box),
    ROWS("shapes/box", shapes_box),
    ROWS("shapes/sphere", shapes_sphere),
    ROWS("shapes/ellipsoid", shapes_ellipsoid),
    ROWS("shapes/capsule", shapes_capsule),
    ROWS("shapes/cylinder", shapes_cylinder),
    ROWS("shapes/cone", shapes_cone),
    ROWS("forces", forces),
};
