// Families whose questions are rows of numbers, against their truth: errors are within the bounds,
// no answer is impossible, and deterministic variants return the same bits, alone and in company.
#include "targets.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "families.h"
#include "kernels.h"
#include "mesh/kinds.h"
#include "polygons.h"
#include "row_questions.h"
#include "shapes.h"

enum {
    MOST_QUESTIONS = 20,
    MOST_ANSWER = 16, // doubles
};

// ------------------------------------------------------------------------ numbers from bytes

static double length_from(struct fuzz_bytes *bytes) {
    const float h = fabsf(fuzz_coordinate(bytes));
    return h > 0.0f ? (double)h : 1.0;
}

static size_t body_from(struct fuzz_bytes *bytes, const struct column_kind *kind, double *x) {
    if (kind == &column_outline) {
        struct outline outline;
        fuzz_outline_make(bytes, &outline);
        for (size_t i = 0; i < 2 * (size_t)outline.count; ++i) {
            x[i] = (double)outline.vertices[i];
        }
        return 2 * (size_t)outline.count;
    }
    if (kind == &column_shape) {
        struct buoy_shape shape = {.size = {1.0f, 1.0f, 1.0f}};
        do {
            shape.kind = (enum buoy_shape_kind)fuzz_below(bytes, BUOY_SHAPE_MESH);
        } while (!buoy_kinds_have(BUOY_KINDS, &shape));
        x[0] = (double)shape.kind;
        for (int i = 0; i < 3; ++i) {
            x[1 + i] = i < buoy_kind_sizes(shape.kind) ? length_from(bytes) : 0.0;
        }
        return 4;
    }
    for (size_t i = 0; i < kind->numbers; ++i) {
        x[i] = length_from(bytes);
    }
    return kind->numbers;
}

// The height of a point that matters: a vertex, a corner of the bounding box, either end of the
// body or its middle.
static double landmark_from(struct fuzz_bytes *bytes, const struct queries *queries, size_t index,
                            const double n[3]) {
    const struct column *body = rows_body(queries->family->rows);
    const void *element = rows_slice(queries, index, 1).part[body->part];
    if (body->kind == &column_outline) {
        const struct buoy_polygon *polygon = element;
        const float *v = polygon->vertices + 2 * fuzz_below(bytes, polygon->count);
        return n[0] * (double)v[0] + n[1] * (double)v[1];
    }
    if (body->kind == &column_extents) {
        const struct measures measures = rows_measure(queries, index);
        const uint8_t corner = fuzz_byte(bytes);
        double at = 0.0;
        for (int i = 0; i < 3; ++i) {
            at += n[i] * (corner >> i & 1 ? measures.high[i] : measures.low[i]);
        }
        return at;
    }
    const double back[3] = {-n[0], -n[1], -n[2]};
    const double low = -body->kind->reach(element, back), high = body->kind->reach(element, n);
    const size_t place = fuzz_below(bytes, 3);
    return place == 0 ? low : place == 1 ? high : 0.5 * (low + high);
}

// At a landmark, near one, between two, or anywhere.
static double offset_from(struct fuzz_bytes *bytes, const struct queries *queries, size_t index,
                          const double n[3]) {
    const double a = landmark_from(bytes, queries, index, n);
    const double b = landmark_from(bytes, queries, index, n);
    const double most = 3e38;
    switch (fuzz_below(bytes, 4)) {
    case 0:
        return (double)fuzz_near(bytes, (float)fmax(-most, fmin(most, a)));
    case 1:
        return fmax(-most, fmin(most, a + (b - a) * ldexp(fuzz_fraction(bytes),
                                                          -(int)fuzz_below(bytes, 48))));
    case 2:
        return fmax(-most, fmin(most, a + (b - a) * 0.5 * (1.0 + fuzz_fraction(bytes))));
    default:
        return (double)fuzz_float(bytes);
    }
}

// Of any size, covering any share of the body or all but none.
static void basin_from(struct fuzz_bytes *bytes, const struct queries *queries, size_t index,
                       double *x) {
    const struct column *body = rows_body(queries->family->rows);
    const void *element = rows_slice(queries, index, 1).part[body->part];
    x[0] = 0.5 + 0.499 * fuzz_fraction(bytes);
    x[1] = 1.2 * fuzz_fraction(bytes) * ldexp(1.0, -(int)fuzz_below(bytes, 48));
    x[2] = ldexp(1.0 + 0.4 * fuzz_fraction(bytes), (int)fuzz_below(bytes, 40) - 20);
    column_disc.place(body->kind, element, (const double[3]){0.0}, x);
    for (int i = 0; i < 3; ++i) {
        x[i] = fmax(i < 2 ? -1e38 : 0x1p-126, fmin(1e38, x[i]));
    }
}

// Where a column's numbers begin; vertices end a row.
static size_t begin_of(const struct rows *rows, size_t column) {
    size_t at = 0;
    for (size_t i = 0; i < column; ++i) {
        at += rows->columns[i].kind->numbers;
    }
    return at;
}

// A new body, or the one of the row before, with other water.
static size_t row_from(struct fuzz_bytes *bytes, const struct queries *queries, size_t index,
                       double row[ROW_MOST], size_t count) {
    const struct rows *rows = queries->family->rows;
    const struct column *body = rows_body(rows);
    if (index == 0 || fuzz_one_in(bytes, 4)) {
        const size_t at = begin_of(rows, (size_t)(body - rows->columns));
        const size_t end = begin_of(rows, rows->column_count);
        memset(row, 0, ROW_MOST * sizeof *row);
        const size_t made = body_from(bytes, body->kind, row + at);
        count = body->kind->numbers > 0 ? end : at + made;
    }
    double n[3] = {0.0, 0.0, 0.0};
    for (size_t i = 0; i < rows->column_count; ++i) {
        const struct column_kind *kind = rows->columns[i].kind;
        double *x = row + begin_of(rows, i);
        if (kind->dimension > 0) {
            // In the plane, often level.
            bool zero = true;
            for (size_t k = 0; k < kind->dimension; ++k) {
                const bool upright = kind->dimension == 2 && k == 1 && !fuzz_one_in(bytes, 3);
                x[k] = !upright ? (double)fuzz_tilt(bytes) : fuzz_byte(bytes) & 1 ? -1.0 : 1.0;
                zero = zero && x[k] == 0.0;
            }
            if (zero) {
                x[kind->dimension - 1] = 1.0;
            }
            memcpy(n, x, kind->dimension * sizeof *x);
        } else if (kind == &column_offset) {
            rows_put(queries, index, row, count);
            x[0] = offset_from(bytes, queries, index, n);
        } else if (kind == &column_disc) {
            rows_put(queries, index, row, count);
            basin_from(bytes, queries, index, x);
        }
    }
    rows_put(queries, index, row, count);
    return count;
}

// ----------------------------------------------------------------------------------- judging

// Whether the truth and the bounds hold: of outlines that do not cross themselves, and of shapes
// with sizes within a factor of a million, neither huge nor tiny.
static bool is_tame(const struct queries *queries, size_t index) {
    const struct row row = rows_at(queries, index);
    const struct measures measures = rows_measure(queries, index);
    const struct rows *rows = queries->family->rows;
    if (rows_are_ragged(rows)) {
        struct outline outline = {.name = "any"};
        const size_t at = begin_of(rows, rows->column_count);
        outline.count = (uint32_t)((row.count - at) / 2);
        memcpy(outline.vertices, row.floats + at, (row.count - at) * sizeof *row.floats);
        return measures.total > 0.0 && fuzz_outline_is_simple(&outline);
    }
    double least = HUGE_VAL, most = 0.0;
    for (int i = 0; i < 3; ++i) {
        least = fmin(least, measures.high[i]);
        most = fmax(most, measures.high[i]);
    }
    return rows->columns[0].kind != &column_shape ||
           (least > 1e-6 * most && most < 1e12 && least > 1e-12);
}

// What is asked at the moment.
static struct queries queries;
static size_t at;
static bool known[MOST_QUESTIONS];
static double truth[MOST_QUESTIONS][MOST_ANSWER];
static double answers[FUZZ_MOST_KERNELS][MOST_QUESTIONS][MOST_ANSWER];

static void describe(void) {
    const struct row row = rows_at(&queries, at);
    char text[1024];
    rows_print(queries.family->rows, &row, text, sizeof text);
    fprintf(stderr, "question: %s\n", text);
}

static void make_questions(struct fuzz_bytes *bytes) {
    const struct family *family = queries.family;
    double row[ROW_MOST];
    size_t count = 0;
    queries.count = 1 + fuzz_below(bytes, MOST_QUESTIONS);
    for (size_t i = 0; i < queries.count; ++i) {
        count = row_from(bytes, &queries, i, row, count);
        const struct rows_slice one = rows_slice(&queries, i, 1);
        known[i] = is_tame(&queries, i) && family->rows->truth(&one, truth[i], NULL) == BUOY_OK;
    }
}

static void judge(const struct buoy_kernel *kernel, size_t index, const double *got) {
    const struct family *family = queries.family;
    const struct family_errors errors = family->errors(&queries, index, truth[index], got);
    const struct family_bounds bounds = rows_bounds(&queries, kernel, index);
    fuzz_expect(kernel->id, family->headings->of_total, errors.of_total, bounds.of_total);
    if (errors.immersion >= 1e-3 && got[0] > 0.0) {
        fuzz_expect(kernel->id, family->headings->centroid, errors.centroid, bounds.centroid);
    }
}

static void ask_alone(const struct buoy_kernel *kernel, size_t index, const double *got) {
    double alone[MOST_ANSWER];
    struct buoy_error error;
    fuzz_watch();
    FUZZ_FAIL_IF(row_questions_ask(&queries, kernel, index, 1, alone, NULL, &error) != BUOY_OK,
                 "%s: %s", kernel->id, error.message);
    fuzz_expect_no_flags(kernel->id);
    FUZZ_FAIL_IF(memcmp(alone, got, queries.family->answer_bytes) != 0,
                 "%s answers %a alone and %a in company", kernel->id, alone[0], got[0]);
    const char *fault = row_answer_fault(&queries, index, kernel, got);
    FUZZ_FAIL_IF(fault, "%s: %.17g at %.17g, %.17g: %s", kernel->id, got[0], got[1], got[2], fault);
    if (queries.family->rows->columns[0].kind == &column_shape) {
        // The surfaces of shapes, besides, are possible.
        const struct rows_slice one = rows_slice(&queries, index, 1);
        struct shape_question question;
        memcpy(&question.shape, one.part[0], sizeof question.shape);
        memcpy(&question.plane, one.part[1], sizeof question.plane);
        ask_shape(kernel, question);
    }
}

// Asks a kernel those of the questions that it answers, in runs as long as they come.
static void ask(const struct buoy_kernel *kernel, double (*got)[MOST_ANSWER]) {
    const size_t bytes = queries.family->answer_bytes;
    memset(got, 0, MOST_QUESTIONS * sizeof *got);
    for (size_t begin = 0, end; begin < queries.count; begin = end) {
        double run[MOST_QUESTIONS * MOST_ANSWER];
        struct buoy_error error;
        const bool is_for = row_question_is_for(&queries, begin, kernel);
        end = begin + 1;
        while (end < queries.count && row_question_is_for(&queries, end, kernel) == is_for) {
            ++end;
        }
        at = begin;
        fuzz_watch();
        FUZZ_FAIL_IF(is_for && row_questions_ask(&queries, kernel, begin, end - begin, run, NULL,
                                                 &error) != BUOY_OK,
                     "%s: %s", kernel->id, error.message);
        fuzz_expect_no_flags(kernel->id);
        for (size_t i = begin; i < end && is_for; ++i) {
            at = i;
            memcpy(got[i], (char *)run + (i - begin) * bytes, bytes);
            ask_alone(kernel, i, got[i]);
        }
    }
}

static void run(const struct family *family, const uint8_t *bytes, size_t size) {
    struct fuzz_bytes in = {bytes, bytes + size};
    const struct fuzz_kernels *kernels = fuzz_kernels_of(family->name);
    size_t asked = 0;
    queries = row_questions_make(family, MOST_QUESTIONS);
    fuzz_describe = describe;
    make_questions(&in);
    for (size_t k = 0; k < kernels->count; ++k) {
        const struct buoy_kernel *kernel = kernels->items[k].kernel;
        if (strcmp(kernel->method->name, "voxel") == 0) {
            continue; // a grid of its own for each body: too slow, and without a rival
        }
        ask(kernel, answers[k]);
        fuzz_expect_twins(kernels, k, answers, MOST_QUESTIONS, queries.count, sizeof **answers);
        for (at = 0; at < queries.count; ++at) {
            if (known[at] && row_question_is_for(&queries, at, kernel)) {
                judge(kernel, at, answers[k][at]);
            }
        }
        asked += queries.count;
    }
    fuzz_count(queries.count, asked);
    queries.count = MOST_QUESTIONS;
    queries_free(&queries);
    fuzz_describe = NULL;
}

#define TARGET(name, of, what)                                                                     \
    static void run_##name(const uint8_t *bytes, size_t size) {                                    \
        run(&of, bytes, size);                                                                     \
    }                                                                                              \
    const struct fuzz_target fuzz_##name = {#name, what, 400, true, false, run_##name}

TARGET(box, family_box, "boxes below planes, against exact arithmetic");
TARGET(polygon, family_polygon, "polygons below lines, against exact arithmetic");
TARGET(basin, family_basin, "polygons in discs, against slices in long double");
TARGET(shapes, family_shapes_mixed, "primitive shapes below planes, against quadrature");
