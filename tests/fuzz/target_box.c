// The family `box` against exact arithmetic on the box as a mesh.
#include "targets.h"

#include <math.h>
#include <string.h>

#include "body.h"
#include "boxes.h"
#include "bytes.h"
#include "errors.h"
#include "exact.h"
#include "kernels.h"

enum {
    MOST_PLANES = 20,
};

struct content {
    struct box_question questions[MOST_PLANES];
    size_t count;
    struct buoy_volume answers[FUZZ_MOST_KERNELS][MOST_PLANES];
};

static float half_extent(struct fuzz_bytes *bytes) {
    const float h = fabsf(fuzz_coordinate(bytes));
    return h > 0.0f ? h : 1.0f;
}

// At a corner, near one, near the end of the box's reach, or anywhere.
static float offset(struct fuzz_bytes *bytes, const struct box_question *question) {
    const float n[3] = {question->plane.normal[0], question->plane.normal[1],
                        question->plane.normal[2]};
    const float h[3] = {question->box.half_extent[0], question->box.half_extent[1],
                        question->box.half_extent[2]};
    const uint8_t corner = fuzz_byte(bytes);
    double at = 0.0;
    for (int i = 0; i < 3; ++i) {
        at += (double)n[i] * (double)h[i] * (corner >> i & 1 ? 1.0 : -1.0);
    }
    const double reach = box_reach(*question);
    double d = at;
    switch (fuzz_below(bytes, 4)) {
    case 0:
        break;
    case 1:
        d = at + reach * ldexp(fuzz_fraction(bytes), -(int)fuzz_below(bytes, 48));
        break;
    case 2:
        d = reach * fuzz_fraction(bytes);
        break;
    default:
        return fuzz_float(bytes);
    }
    return fuzz_near(bytes, (float)fmax(-3e38, fmin(3e38, d)));
}

static void make_questions(struct fuzz_bytes *bytes, struct content *content) {
    const float hx = half_extent(bytes), hy = half_extent(bytes), hz = half_extent(bytes);
    content->count = 1 + fuzz_below(bytes, MOST_PLANES);
    for (size_t i = 0; i < content->count; ++i) {
        struct box_question *question = &content->questions[i];
        question->box = (struct buoy_box){{hx, hy, hz}};
        question->plane.normal[0] = fuzz_tilt(bytes);
        question->plane.normal[1] = fuzz_tilt(bytes);
        question->plane.normal[2] = fuzz_tilt(bytes);
        if (question->plane.normal[0] == 0.0f && question->plane.normal[1] == 0.0f &&
            question->plane.normal[2] == 0.0f) {
            question->plane.normal[2] = 1.0f;
        }
        question->plane.d = offset(bytes, question);
    }
}

static void judge(const struct buoy_kernel *kernel, struct box_question question,
                  const struct buoy_volume *truth, const struct buoy_volume *got) {
    const struct buoy_box_traits *traits = &kernel->method->box;
    const struct family_errors errors =
        errors_of_volume(box_volume(question.box), box_diagonal(question.box), truth, got);
    fuzz_expect(kernel->id, "volume / total", errors.of_total, traits->volume_bound(0));
    if (errors.immersion >= 1e-3 && got->volume > 0.0) {
        fuzz_expect(kernel->id, "centroid / diagonal", errors.centroid, traits->centroid_bound(0));
    }
}

// Exactly, or nothing where the box is so flat that no mesh can be made of it.
static bool find_truth(const struct content *content, struct buoy_volume *truth) {
    const struct buoy_box box = content->questions[0].box;
    struct body body = body_box(box.half_extent[0], box.half_extent[1], box.half_extent[2]);
    const struct buoy_mesh_input input = {.positions = body.positions,
                                          .vertex_count = body.vertex_count,
                                          .indices = body.indices,
                                          .triangle_count = body.triangle_count};
    struct buoy_mesh *mesh;
    const bool made = buoy_mesh_create(&input, &mesh, NULL) == BUOY_OK;
    if (made) {
        struct buoy_exact *exact = buoy_exact_create(mesh);
        for (size_t i = 0; i < content->count; ++i) {
            buoy_exact_volume(exact, &content->questions[i].plane, &truth[i]);
        }
        buoy_exact_destroy(exact);
    }
    buoy_mesh_destroy(mesh);
    body_free(&body);
    return made;
}

static void run(const uint8_t *bytes, size_t size) {
    static struct content content;
    struct buoy_volume truth[MOST_PLANES];
    struct fuzz_bytes in = {bytes, bytes + size};
    const struct fuzz_kernels *kernels = fuzz_kernels_of("box");
    make_questions(&in, &content);
    const bool known = find_truth(&content, truth);
    size_t answers = 0;
    for (size_t k = 0; k < kernels->count; ++k) {
        const struct buoy_kernel *kernel = kernels->items[k].kernel;
        if (strcmp(kernel->method->name, "voxel") == 0) {
            continue; // a grid of its own for each box: too slow, and without a rival
        }
        fuzz_watch();
        ask_boxes(kernel, content.questions, content.count, content.answers[k]);
        fuzz_expect_no_flags(kernel->id);
        fuzz_expect_twins(kernels, k, content.answers, MOST_PLANES, content.count,
                          sizeof **content.answers);
        for (size_t i = 0; i < content.count && known; ++i) {
            judge(kernel, content.questions[i], &truth[i], &content.answers[k][i]);
        }
        answers += content.count;
    }
    fuzz_count(content.count, answers);
}

const struct fuzz_target fuzz_box = {
    "box", "boxes below planes, against exact arithmetic", 300, true, false, run};
