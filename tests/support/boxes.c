// Queries of the `box` family.
#include "boxes.h"

#include <float.h>

#include "dispatch/registry.h"
#include "test.h"

// ------------------------------------------------------------------------------ questions

#define PICK(rng, table) ((table)[rng_below(rng, sizeof(table) / sizeof *(table))])

// Each random number is drawn in a statement of its own: C leaves the order within an expression
// open, and compilers differ.

static double sign(struct rng *rng) {
    return rng_below(rng, 2) ? 1.0 : -1.0;
}

// d as a share of the box's reach.
static double make_share(struct rng *rng) {
    static const double slight[] = {1e-15, 1e-8, 3e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2};
    static const double clear[] = {0.0, 1.0, 1.5};
    const double any = rng_between(rng, -1.0, 1.0), from_end = PICK(rng, slight);
    const double beyond = PICK(rng, clear), side = sign(rng);
    switch (rng_below(rng, 8)) {
    case 0:
    case 1:
        return side * (1.0 - from_end); // barely wet or barely dry
    case 2:
        return side * beyond;
    default:
        return any;
    }
}

// What chance does not find.
static const struct box_question traps[] = {
    // a < 10⁻¹³ and b = c, a tie that is rounded down, while α = c + a/2 is rounded up.
    {{BUOY_SHAPE_BOX, {1.5f, 1.5f, 1.0f}}, {{1.0f + 0x3p-23f, 1.0f + 0x3p-23f, 1e-13f}, 0.0f}},
    {{BUOY_SHAPE_BOX, {1.5f, 1.5f, 1.0f}}, {{-1.0f - 0x3p-23f, 1.0f + 0x3p-23f, 1e-16f}, -0.0f}},
    // Σ|n|h − |d| = 2⁻⁴⁶, of 3: less of the corner is wet than float can tell from nothing.
    {{BUOY_SHAPE_BOX, {1.0f + 0x1p-23f, 1.0f, 1.0f}},
     {{1.0f + 0x1p-23f, 1.0f, 1.0f}, -3.0f - 0x1p-22f}},
    {{BUOY_SHAPE_BOX, {1.0f + 0x1p-23f, 1.0f, 1.0f}},
     {{1.0f + 0x1p-23f, 1.0f, -1.0f}, 3.0f + 0x1p-22f}},
    // All but flush with a face, and nothing else.
    {{BUOY_SHAPE_BOX, {1.0f, 2.0f, 3.0f}}, {{1e-12f, 0.0f, 1.0f}, -3.0f}},
    {{BUOY_SHAPE_BOX, {1.0f, 2.0f, 3.0f}}, {{1e-12f, 1e-15f, 1.0f}, 3.0f}},
};

struct box_question box_question_make(struct rng *rng) {
    double h[3], n[3], reach = 0.0, at_corner = 0.0;
    if (rng_below(rng, 32) == 0) {
        return PICK(rng, traps);
    }
    static const double sizes[] = {1.0, 1.0, 3e-4, 7e5};
    static const double aspects[] = {1.0, 1.0, 3.0, 10.0, 100.0, 1000.0};
    const double size = PICK(rng, sizes);
    for (int i = 0; i < 3; ++i) {
        const double aspect = PICK(rng, aspects);
        h[i] = size * aspect * rng_between(rng, 1.0, 1.5);
    }
    if (rng_below(rng, 8) == 0) {
        h[1] = h[0]; // a square; one of several ways in which cases of the formula meet
    }
    static const double tilts[] = {0.0,  0.0,  1e-12, 1e-10, 1e-8, 1e-7, 1e-6, 1e-5,
                                   1e-4, 1e-3, 1e-2,  0.1,   0.3,  1.0,  1.0};
    static const double lengths[] = {1.0, 1.0, 1.0 / 3.0, 3e-15, 7e12};
    const double length = PICK(rng, lengths);
    for (int i = 0; i < 3; ++i) {
        const double tilt = PICK(rng, tilts);
        n[i] = tilt * length * sign(rng);
    }
    const size_t axis = rng_below(rng, 3);
    n[axis] = length * sign(rng);
    if (rng_below(rng, 3) == 0) {
        for (int i = 0; i < 3; ++i) {
            n[i] = length * rng_between(rng, -1.0, 1.0);
        }
    }
    for (int i = 0; i < 3; ++i) {
        const double extent = n[i] * h[i];
        reach += extent < 0.0 ? -extent : extent;
        at_corner += extent * sign(rng);
    }
    const double share = make_share(rng);
    const double d = rng_below(rng, 4) == 0 ? at_corner : share * reach;
    return (struct box_question){{BUOY_SHAPE_BOX, {(float)h[0], (float)h[1], (float)h[2]}},
                                 {{(float)n[0], (float)n[1], (float)n[2]}, (float)d}};
}

// --------------------------------------------------------------------------------- asking

const struct buoy_kernel *next_right_box_kernel(size_t *index) {
    const struct buoy_kernel *kernel;
    do {
        kernel = next_kernel("box", index);
    } while (kernel && kernel->method->unproven);
    return kernel;
}

size_t box_questions_for(const struct buoy_kernel *kernel, size_t count) {
    const bool counts = strcmp(kernel->method->name, "voxel") == 0;
    return counts && count > 50 ? 50 : count;
}

double box_volume(struct buoy_shape box) {
    return 8.0 * (double)box.size[0] * (double)box.size[1] * (double)box.size[2];
}

double box_diagonal(struct buoy_shape box) {
    const double x = box.size[0], y = box.size[1], z = box.size[2];
    return 2.0 * sqrt(x * x + y * y + z * z);
}

double box_reach(struct box_question q) {
    return fabs((double)q.plane.normal[0] * (double)q.box.size[0]) +
           fabs((double)q.plane.normal[1] * (double)q.box.size[1]) +
           fabs((double)q.plane.normal[2] * (double)q.box.size[2]);
}

void fail_box(const struct buoy_kernel *kernel, const char *property, struct box_question q,
              struct buoy_volume got) {
    fail_msg("%s on a box of %.9g %.9g %.9g, plane (%.9g %.9g %.9g) d %.9g: volume %.17g (%.6g of "
             "it) at (%.17g %.17g %.17g): %s",
             kernel->id, (double)q.box.size[0], (double)q.box.size[1], (double)q.box.size[2],
             (double)q.plane.normal[0], (double)q.plane.normal[1], (double)q.plane.normal[2],
             (double)q.plane.d, got.volume, got.volume / box_volume(q.box), got.centre[0],
             got.centre[1], got.centre[2], property);
}

void ask_boxes(const struct buoy_kernel *kernel, const struct box_question *questions, size_t count,
               struct buoy_volume *results) {
    struct buoy_shape *boxes = calloc(count + 1, sizeof *boxes);
    struct buoy_plane *planes = calloc(count + 1, sizeof *planes);
    if (!boxes || !planes) {
        abort();
    }
    for (size_t i = 0; i < count; ++i) {
        boxes[i] = questions[i].box;
        planes[i] = questions[i].plane;
    }
    const struct buoy_shapes_query query = {
        .shapes = boxes, .planes = planes, .count = count, .kernel = kernel};
    const enum buoy_status status = buoy_shapes_compute(&query, results, NULL);
    FAIL_IF(status != BUOY_OK, "%s: %s", kernel->id, buoy_status_text(status));
    free(boxes);
    free(planes);
    for (size_t i = 0; i < count; ++i) {
        const struct box_question q = questions[i];
        const struct buoy_volume got = results[i];
        const double few_roundings = 16.0 * DBL_EPSILON; // of the last steps, in double
        if (!(got.volume >= 0.0 && got.volume <= box_volume(q.box) * (1.0 + few_roundings))) {
            fail_box(kernel, "the volume must be between 0 and that of the box", q, got);
        }
        if (got.volume == 0.0) {
            if (!(got.centre[0] == 0.0 && got.centre[1] == 0.0 && got.centre[2] == 0.0)) {
                fail_box(kernel, "without volume, c must be the origin", q, got);
            }
            continue;
        }
        if (!(fabs(got.centre[0]) <= (double)q.box.size[0] &&
              fabs(got.centre[1]) <= (double)q.box.size[1] &&
              fabs(got.centre[2]) <= (double)q.box.size[2])) {
            fail_box(kernel, "the centroid must lie in the box", q, got);
        }
        const double height = (double)q.plane.normal[0] * got.centre[0] +
                              (double)q.plane.normal[1] * got.centre[1] +
                              (double)q.plane.normal[2] * got.centre[2] - (double)q.plane.d;
        // Without a bound, its centroid is the box's (scalar/published/boxes.c).
        if (!(kernel->method->unproven ||
              height <= few_roundings * (box_reach(q) + fabs((double)q.plane.d)))) {
            fail_box(kernel, "the centroid must not lie above the water", q, got);
        }
    }
}

struct buoy_volume ask_box(const struct buoy_kernel *kernel, struct box_question question) {
    struct buoy_volume result;
    ask_boxes(kernel, &question, 1, &result);
    return result;
}

// ------------------------------------------------------------------------------ comparing

void expect_box(const struct buoy_kernel *kernel, const char *property, struct box_question q,
                struct buoy_volume got, struct buoy_volume expected, double bounds) {
    const struct buoy_box_traits *traits = &kernel->method->box;
    const double all = box_volume(q.box), diagonal = box_diagonal(q.box);
    const double volume_error = fabs(got.volume - expected.volume) / all;
    const double volume_most = bounds * traits->volume_bound(0);
    if (!(volume_error <= volume_most)) {
        print_error("expected volume %.17g, off by %.3g of the box, allowed %.3g\n",
                    expected.volume, volume_error, volume_most);
        fail_box(kernel, property, q, got);
    }
    // An answer of nothing, where that is within the bound, is about the box's centre.
    if (got.volume == 0.0 || expected.volume < 1e-3 * all) {
        return;
    }
    const double x = got.centre[0] - expected.centre[0], y = got.centre[1] - expected.centre[1],
                 z = got.centre[2] - expected.centre[2];
    const double centroid_error = sqrt(x * x + y * y + z * z) / diagonal;
    const double centroid_most = bounds * traits->centroid_bound(0);
    if (!(centroid_error <= centroid_most)) {
        print_error("expected centroid (%.17g %.17g %.17g), off by %.3g of the diagonal, allowed "
                    "%.3g\n",
                    expected.centre[0], expected.centre[1], expected.centre[2], centroid_error,
                    centroid_most);
        fail_box(kernel, property, q, got);
    }
}

void expect_same_box(const struct buoy_kernel *kernel, const char *property, struct box_question q,
                     struct buoy_volume got, struct buoy_volume expected) {
    if (memcmp(&got, &expected, sizeof got) != 0) {
        print_error("expected volume %a at (%a %a %a), got %a at (%a %a %a)\n", expected.volume,
                    expected.centre[0], expected.centre[1], expected.centre[2], got.volume,
                    got.centre[0], got.centre[1], got.centre[2]);
        fail_box(kernel, property, q, got);
    }
}
