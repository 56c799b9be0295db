// The family `shapes`: volumes and centres against quadrature in long double, boxes against the
// reference, surfaces against the reference; mixed kinds in one call.
#include "targets.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bytes.h"
#include "errors.h"
#include "kernels.h"
#include "shape_truth.h"
#include "shapes.h"
#include "solids/kinds.h"

enum {
    MOST_QUESTIONS = 8,
};

struct content {
    struct shape_question questions[MOST_QUESTIONS];
    size_t count;
    struct shape_answer answers[FUZZ_MOST_KERNELS][MOST_QUESTIONS];
};

static float size(struct fuzz_bytes *bytes) {
    const float h = fabsf(fuzz_coordinate(bytes));
    return h > 0.0f ? h : 1.0f;
}

// At the shape's ends or its middle, near one of these, or anywhere.
static float offset(struct fuzz_bytes *bytes, const struct shape_question *question) {
    double low, high;
    shape_extent(*question, &low, &high);
    const size_t place = fuzz_below(bytes, 3);
    const double at = place == 0 ? low : place == 1 ? high : 0.5 * (low + high);
    double d = at;
    switch (fuzz_below(bytes, 4)) {
    case 0:
        break;
    case 1:
        d = at + (high - low) * ldexp(fuzz_fraction(bytes), -(int)fuzz_below(bytes, 48));
        break;
    case 2:
        d = high * fuzz_fraction(bytes);
        break;
    default:
        return fuzz_float(bytes);
    }
    return fuzz_near(bytes, (float)fmax(-3e38, fmin(3e38, d)));
}

static const struct content *at_hand;

static void describe(void) {
    for (size_t i = 0; i < at_hand->count; ++i) {
        print_shape(at_hand->questions[i]);
        fputc('\n', stderr);
    }
}

static void make_questions(struct fuzz_bytes *bytes, struct content *content) {
    content->count = 1 + fuzz_below(bytes, MOST_QUESTIONS);
    for (size_t i = 0; i < content->count; ++i) {
        struct shape_question *question = &content->questions[i];
        do {
            question->shape.kind = (enum buoy_shape_kind)fuzz_below(bytes, BUOY_SHAPE_MESH);
        } while (!buoy_kinds_have(BUOY_KINDS, &question->shape));
        for (int k = 0; k < 3; ++k) {
            question->shape.size[k] = size(bytes);
            question->plane.normal[k] = fuzz_tilt(bytes);
        }
        const float *n = question->plane.normal;
        if (n[0] == 0.0f && n[1] == 0.0f && n[2] == 0.0f) {
            question->plane.normal[2] = 1.0f;
        }
        question->plane.d = offset(bytes, question);
    }
}

// Whether quadrature knows the answer: sizes within a factor of a million, neither huge nor tiny.
static bool is_tame(struct shape_question q) {
    const struct buoy_shape_info info = shape_info(q);
    const double *h = info.half_extent;
    return fmin(h[0], fmin(h[1], h[2])) > 1e-6 * fmax(h[0], fmax(h[1], h[2])) &&
           fmax(h[0], fmax(h[1], h[2])) < 1e12 && fmin(h[0], fmin(h[1], h[2])) > 1e-12;
}

static void judge(const struct buoy_kernel *kernel, struct shape_question q,
                  const struct buoy_volume *truth, const struct shape_answer *got) {
    struct buoy_shapes_bounds bounds;
    kernel->method->shapes.bounds(&q.shape, &q.plane, &bounds);
    const struct family_errors errors =
        errors_of_volume(shape_info(q).volume, shape_diagonal(q), truth, &got->volume);
    fuzz_expect(kernel->id, "volume / total", errors.of_total, bounds.volume);
    if (errors.immersion >= 1e-3 && got->volume.volume > 0.0) {
        fuzz_expect(kernel->id, "centroid / diagonal", errors.centroid, bounds.centroid);
    }
}

static struct buoy_volume find_truth(struct shape_question q) {
    return q.shape.kind == BUOY_SHAPE_BOX
               ? ask_shape(buoy_kernel_find("shapes/reference/scalar"), q).volume
               : shape_truth(q).volume;
}

// Asks a kernel those of the questions that it answers.
static void ask_kernel(const struct buoy_kernel *kernel, const struct content *content,
                       struct shape_answer *answers) {
    struct shape_question questions[MOST_QUESTIONS];
    struct shape_answer found[MOST_QUESTIONS];
    size_t count = 0;
    for (size_t i = 0; i < content->count; ++i) {
        if (buoy_kinds_have(shapes_kinds_of(kernel), &content->questions[i].shape)) {
            questions[count++] = content->questions[i];
        }
    }
    fuzz_watch();
    ask_shapes(kernel, questions, count, found);
    fuzz_expect_no_flags(kernel->id);
    memset(answers, 0, MOST_QUESTIONS * sizeof *answers);
    count = 0;
    for (size_t i = 0; i < content->count; ++i) {
        if (buoy_kinds_have(shapes_kinds_of(kernel), &content->questions[i].shape)) {
            answers[i] = found[count++];
        }
    }
}

static void run(const uint8_t *bytes, size_t size) {
    static struct content content;
    struct buoy_volume truth[MOST_QUESTIONS] = {{0.0, {0.0, 0.0, 0.0}}};
    struct fuzz_bytes in = {bytes, bytes + size};
    const struct fuzz_kernels *kernels = fuzz_kernels_of("shapes");
    make_questions(&in, &content);
    at_hand = &content;
    fuzz_describe = describe;
    for (size_t i = 0; i < content.count; ++i) {
        truth[i] = is_tame(content.questions[i]) ? find_truth(content.questions[i])
                                                 : (struct buoy_volume){-1.0, {0.0, 0.0, 0.0}};
    }
    size_t answers = 0;
    for (size_t k = 0; k < kernels->count; ++k) {
        const struct buoy_kernel *kernel = kernels->items[k].kernel;
        ask_kernel(kernel, &content, content.answers[k]);
        fuzz_expect_twins(kernels, k, content.answers, MOST_QUESTIONS, content.count,
                          sizeof **content.answers);
        for (size_t i = 0; i < content.count; ++i) {
            const struct shape_question q = content.questions[i];
            if (truth[i].volume >= 0.0 && buoy_kinds_have(shapes_kinds_of(kernel), &q.shape)) {
                judge(kernel, q, &truth[i], &content.answers[k][i]);
            }
        }
        answers += content.count;
    }
    fuzz_count(content.count, answers);
}

const struct fuzz_target fuzz_shapes = {
    "shapes", "primitive shapes below planes, against quadrature", 300, true, false, run};
