// Queries of the families `shapes` and `box`.
#include "shapes.h"

#include <float.h>

#include "dispatch/registry.h"
#include "mesh/kinds.h"
#include "test.h"

_Static_assert(sizeof(struct shape_answer) == 15 * sizeof(double), "doubles alone");

// ------------------------------------------------------------------------------ questions

#define PICK(rng, table) ((table)[rng_below(rng, sizeof(table) / sizeof *(table))])

// Each random number is drawn in a statement of its own: C leaves the order within an expression
// open, and compilers differ.

static double sign(struct rng *rng) {
    return rng_below(rng, 2) ? 1.0 : -1.0;
}

static enum buoy_shape_kind make_kind(struct rng *rng, unsigned kinds) {
    for (;;) {
        const size_t kind = rng_below(rng, BUOY_SHAPE_MESH);
        if (kinds >> kind & 1u) {
            return (enum buoy_shape_kind)kind;
        }
    }
}

// How little is wet or dry.
static const double slight[] = {1e-15, 1e-8, 3e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2};

// The plane's place in the shape's extent: 0 at its lowest point, 1 at its highest.
static double make_place(struct rng *rng) {
    static const double clear[] = {0.0, 0.5, 1.0, 1.25, -0.25};
    const double any = rng_between(rng, 0.0, 1.0), from_end = PICK(rng, slight);
    const double fixed = PICK(rng, clear);
    const bool above = rng_below(rng, 2);
    switch (rng_below(rng, 8)) {
    case 0:
    case 1:
        return above ? 1.0 - from_end : from_end; // barely wet or barely dry
    case 2:
        return fixed;
    default:
        return any;
    }
}

static void make_sizes(struct rng *rng, int count, double made[3]) {
    static const double sizes[] = {1.0, 1.0, 3e-4, 7e5};
    static const double aspects[] = {1.0, 1.0, 3.0, 10.0, 100.0, 1000.0};
    const double size = PICK(rng, sizes);
    for (int i = 0; i < count; ++i) {
        const double aspect = PICK(rng, aspects);
        made[i] = size * aspect * rng_between(rng, 1.0, 1.5);
    }
    if (rng_below(rng, 8) == 0 && count == 3) {
        made[1] = made[0]; // a square; one of several ways in which cases of the formula meet
    }
}

static void make_normal(struct rng *rng, double n[3]) {
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
}

static struct shape_question question_of(enum buoy_shape_kind kind, const double h[3],
                                         const double n[3], double d) {
    return (struct shape_question){{kind, {(float)h[0], (float)h[1], (float)h[2]}},
                                   {{(float)n[0], (float)n[1], (float)n[2]}, (float)d}};
}

struct shape_question shape_question_make(struct rng *rng, unsigned kinds) {
    const enum buoy_shape_kind kind = make_kind(rng, kinds);
    double sizes[3] = {0.0, 0.0, 0.0}, n[3], low, high;
    make_sizes(rng, buoy_kind_sizes(kind), sizes);
    make_normal(rng, n);
    struct shape_question q = question_of(kind, sizes, n, 0.0);
    shape_extent(q, &low, &high);
    const double place = make_place(rng);
    q.plane.d = (float)(low + place * (high - low));
    return q;
}

// What chance does not find.
static const struct shape_question traps[] = {
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

struct shape_question box_question_make(struct rng *rng) {
    static const double clear[] = {0.0, 1.0, 1.5};
    double h[3], n[3], reach = 0.0, at_corner = 0.0;
    if (rng_below(rng, 32) == 0) {
        return PICK(rng, traps);
    }
    make_sizes(rng, 3, h);
    make_normal(rng, n);
    for (int i = 0; i < 3; ++i) {
        const double extent = n[i] * h[i];
        reach += fabs(extent);
        at_corner += extent * sign(rng);
    }
    // d as a share of the box's reach.
    const double any = rng_between(rng, -1.0, 1.0), from_end = PICK(rng, slight);
    const double beyond = PICK(rng, clear), side = sign(rng);
    const size_t way = rng_below(rng, 8);
    const double share = way < 2 ? side * (1.0 - from_end) : way == 2 ? side * beyond : any;
    const bool through_corner = rng_below(rng, 4) == 0;
    return question_of(BUOY_SHAPE_BOX, h, n, through_corner ? at_corner : share * reach);
}

// ----------------------------------------------------------------------------- properties

struct buoy_shape_info shape_info(struct shape_question question) {
    struct buoy_shape_info info;
    FAIL_IF(buoy_shape_get_info(&question.shape, &info, NULL) != BUOY_OK, "an invalid shape");
    return info;
}

double shape_diagonal(struct shape_question question) {
    const struct buoy_shape_info info = shape_info(question);
    const double *h = info.half_extent;
    return 2.0 * sqrt(h[0] * h[0] + h[1] * h[1] + h[2] * h[2]);
}

void shape_extent(struct shape_question question, double *low, double *high) {
    const float *size = question.shape.size, *normal = question.plane.normal;
    const double a = size[0], b = size[1], c = size[2];
    const double x = normal[0], y = normal[1], z = normal[2];
    const double across = a * sqrt(x * x + y * y); // of a disc of radius a
    *high = 0.0;
    switch (question.shape.kind) {
    case BUOY_SHAPE_BOX:
        *high = fabs(x) * a + fabs(y) * b + fabs(z) * c;
        break;
    case BUOY_SHAPE_SPHERE:
        *high = a * sqrt(x * x + y * y + z * z);
        break;
    case BUOY_SHAPE_ELLIPSOID:
        *high = sqrt((x * a) * (x * a) + (y * b) * (y * b) + (z * c) * (z * c));
        break;
    case BUOY_SHAPE_CAPSULE:
        *high = a * sqrt(x * x + y * y + z * z) + fabs(z) * b;
        break;
    case BUOY_SHAPE_CYLINDER:
        *high = across + fabs(z) * b;
        break;
    case BUOY_SHAPE_CONE:
        *high = fmax(z * b, across - z * b);
        *low = fmin(z * b, -across - z * b);
        return;
    default:
        fail_msg("no such kind");
    }
    *low = -*high;
}

// --------------------------------------------------------------------------------- asking

// Boxes have no surfaces, and no bound that depends on the question.
static bool is_of_boxes(const struct buoy_kernel *kernel) {
    return strcmp(kernel->method->family, "box") == 0;
}

static struct buoy_shapes_bounds bounds_of(const struct buoy_kernel *kernel,
                                           struct shape_question q) {
    struct buoy_shapes_bounds bounds = {0};
    if (is_of_boxes(kernel)) {
        const struct buoy_volume_bounds of_box = kernel->method->box.bounds(0);
        bounds.volume = of_box.volume;
        bounds.centroid = of_box.centroid;
    } else {
        kernel->method->shapes.bounds(&q.shape, &q.plane, &bounds);
    }
    return bounds;
}

size_t box_questions_for(const struct buoy_kernel *kernel, size_t count) {
    const bool counts = strcmp(kernel->method->name, "voxel") == 0;
    return counts && count > 50 ? 50 : count;
}

unsigned shapes_kinds_of(const struct buoy_kernel *kernel) {
    return kernel->method->shapes.kinds;
}

void print_shape(struct shape_question q) {
    const char *name = buoy_kind_name(q.shape.kind);
    print_error("%s of %.9g %.9g %.9g, plane (%.9g %.9g %.9g) d %.9g", name ? name : "no kind",
                (double)q.shape.size[0], (double)q.shape.size[1], (double)q.shape.size[2],
                (double)q.plane.normal[0], (double)q.plane.normal[1], (double)q.plane.normal[2],
                (double)q.plane.d);
}

void fail_shape(const struct buoy_kernel *kernel, const char *property, struct shape_question q,
                struct shape_answer got) {
    const struct buoy_volume *v = &got.volume;
    const struct buoy_shape_surface *s = &got.surface;
    print_shape(q);
    print_error("\nvolume %.17g (%.6g of it) at (%.17g %.17g %.17g)\n", v->volume,
                v->volume / shape_info(q).volume, v->centre[0], v->centre[1], v->centre[2]);
    if (is_of_boxes(kernel)) {
        fail_msg("%s: %s", kernel->id, property);
    }
    print_error("wetted area %.17g, waterplane %.17g at (%.17g %.17g %.17g)\n", s->wetted_area,
                s->waterplane_area, s->waterplane_centroid[0], s->waterplane_centroid[1],
                s->waterplane_centroid[2]);
    print_error("moments %.17g %.17g %.17g %.17g %.17g %.17g\n", s->xx, s->xy, s->xz, s->yy, s->yz,
                s->zz);
    fail_msg("%s: %s", kernel->id, property);
}

// What is allowed for the roundings of the last steps, which are in double.
static const double few_roundings = 16.0 * DBL_EPSILON;

static void check_volume(const struct buoy_kernel *kernel, struct shape_question q,
                         struct shape_answer got) {
    const struct buoy_shape_info info = shape_info(q);
    const double *c = got.volume.centre;
    double low, high;
    shape_extent(q, &low, &high);
    if (!(got.volume.volume >= 0.0 && got.volume.volume <= info.volume * (1.0 + few_roundings))) {
        fail_shape(kernel, "the volume must be between 0 and that of the shape", q, got);
    }
    if (got.volume.volume == 0.0) {
        if (!(c[0] == 0.0 && c[1] == 0.0 && c[2] == 0.0)) {
            fail_shape(kernel, "without volume, c must be the origin", q, got);
        }
        return;
    }
    for (int i = 0; i < 3; ++i) {
        if (!(fabs(c[i]) <=
              info.half_extent[i] * (is_of_boxes(kernel) ? 1.0 : 1.0 + few_roundings))) {
            fail_shape(kernel, "the centroid must lie in the bounding box", q, got);
        }
    }
    const double height = (double)q.plane.normal[0] * c[0] + (double)q.plane.normal[1] * c[1] +
                          (double)q.plane.normal[2] * c[2] - (double)q.plane.d;
    // Without a bound, its centroid is the shape's (scalar/published/boxes.c).
    if (!(kernel->method->unproven ||
          height <= few_roundings * (fmax(-low, high) + fabs((double)q.plane.d)))) {
        fail_shape(kernel, "the centroid must not lie above the water", q, got);
    }
}

void ask_shapes(const struct buoy_kernel *kernel, const struct shape_question *questions,
                size_t count, struct shape_answer *answers) {
    struct buoy_shape *shapes = calloc(count + 1, sizeof *shapes);
    struct buoy_plane *planes = calloc(count + 1, sizeof *planes);
    struct buoy_volume *volumes = calloc(count + 1, sizeof *volumes);
    struct buoy_shape_surface *surfaces = calloc(count + 1, sizeof *surfaces);
    struct buoy_error error;
    if (!shapes || !planes || !volumes || !surfaces) {
        abort();
    }
    for (size_t i = 0; i < count; ++i) {
        shapes[i] = questions[i].shape;
        planes[i] = questions[i].plane;
    }
    const struct buoy_shapes_query query = {.shapes = shapes,
                                            .planes = planes,
                                            .count = count,
                                            .surfaces = is_of_boxes(kernel) ? NULL : surfaces,
                                            .kernel = kernel};
    FAIL_IF(buoy_shapes_compute(&query, volumes, &error) != BUOY_OK, "%s: %s", kernel->id,
            error.message);
    for (size_t i = 0; i < count; ++i) {
        answers[i] = (struct shape_answer){volumes[i], surfaces[i]};
        check_volume(kernel, questions[i], answers[i]);
        if (is_of_boxes(kernel)) {
            continue;
        }
        const struct shape_question q = questions[i];
        const struct shape_answer got = answers[i];
        const struct buoy_shape_info info = shape_info(q);
        const struct buoy_shape_surface *s = &got.surface;
        const struct buoy_shapes_bounds bounds = bounds_of(kernel, q);
        if (!(s->wetted_area >= 0.0 &&
              s->wetted_area <= info.area * (1.0 + bounds.wetted_area + few_roundings))) {
            fail_shape(kernel, "the wetted area must be between 0 and the whole", q, got);
        }
        if (!(s->waterplane_area >= 0.0 &&
              s->waterplane_area <= info.area * (0.5 + few_roundings))) {
            fail_shape(kernel, "the waterplane must be at most half the surface", q, got);
        }
        if (!(s->xx >= 0.0 && s->yy >= 0.0 && s->zz >= 0.0 && isfinite(s->xy) && isfinite(s->xz) &&
              isfinite(s->yz))) {
            fail_shape(kernel, "moments along axes must not be below 0", q, got);
        }
        for (int k = 0; k < 3; ++k) {
            if (!(fabs(s->waterplane_centroid[k]) <= info.half_extent[k] * (1.0 + few_roundings))) {
                fail_shape(kernel, "the waterplane's centroid must lie in the bounding box", q,
                           got);
            }
        }
    }
    free(shapes);
    free(planes);
    free(volumes);
    free(surfaces);
}

struct shape_answer ask_shape(const struct buoy_kernel *kernel, struct shape_question question) {
    struct shape_answer answer;
    ask_shapes(kernel, &question, 1, &answer);
    return answer;
}

// ------------------------------------------------------------------------------ comparing

static double distance(const double a[3], const double b[3]) {
    const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return sqrt(x * x + y * y + z * z);
}

// Fails unless an error is allowed.
static void expect_error(const struct buoy_kernel *kernel, const char *property, const char *what,
                         struct shape_question q, struct shape_answer got, double error,
                         double most) {
    if (!(error <= most)) {
        print_error("%s: off by %.3g, allowed %.3g\n", what, error, most);
        fail_shape(kernel, property, q, got);
    }
}

void expect_shape(const struct buoy_kernel *kernel, const char *property, struct shape_question q,
                  struct shape_answer got, struct shape_answer expected, double bounds) {
    const double all = shape_info(q).volume;
    const struct buoy_shapes_bounds most = bounds_of(kernel, q);
    expect_error(kernel, property, "volume, of the shape's", q, got,
                 fabs(got.volume.volume - expected.volume.volume) / all, bounds * most.volume);
    // An answer of nothing, where that is within the bound, is about the shape's centre.
    if (got.volume.volume > 0.0 && expected.volume.volume >= 1e-3 * all) {
        expect_error(kernel, property, "centre, of the diagonal", q, got,
                     distance(got.volume.centre, expected.volume.centre) / shape_diagonal(q),
                     bounds * most.centroid);
    }
}

void expect_shape_surface(const struct buoy_kernel *kernel, const char *property,
                          struct shape_question q, struct shape_answer got,
                          struct shape_answer expected, double bounds) {
    const double all = shape_info(q).area, diagonal = shape_diagonal(q);
    const struct buoy_shape_surface *a = &got.surface, *b = &expected.surface;
    const double moments[] = {a->xx - b->xx, a->xy - b->xy, a->xz - b->xz,
                              a->yy - b->yy, a->yz - b->yz, a->zz - b->zz};
    const struct buoy_shapes_bounds most = bounds_of(kernel, q);
    expect_error(kernel, property, "wetted area, of the whole", q, got,
                 fabs(a->wetted_area - b->wetted_area) / all, bounds * most.wetted_area);
    expect_error(kernel, property, "waterplane, of the whole surface", q, got,
                 fabs(a->waterplane_area - b->waterplane_area) / all, bounds * most.waterplane);
    expect_error(kernel, property, "the waterplane's centroid", q, got,
                 distance(a->waterplane_centroid, b->waterplane_centroid) * b->waterplane_area /
                     (all * diagonal),
                 bounds * most.waterplane);
    for (int i = 0; i < 6; ++i) {
        expect_error(kernel, property, "the waterplane's moments", q, got,
                     fabs(moments[i]) / (all * diagonal * diagonal), bounds * most.waterplane);
    }
}

void expect_same_shape(const struct buoy_kernel *kernel, const char *property,
                       struct shape_question q, struct shape_answer got,
                       struct shape_answer expected) {
    if (memcmp(&got, &expected, sizeof got) != 0) {
        double its[15], mine[15];
        memcpy(its, &expected, sizeof its);
        memcpy(mine, &got, sizeof mine);
        for (int i = 0; i < 15; ++i) {
            if (its[i] != mine[i]) {
                print_error("number %d: expected %a, got %a\n", i, its[i], mine[i]);
            }
        }
        fail_shape(kernel, property, q, got);
    }
}
