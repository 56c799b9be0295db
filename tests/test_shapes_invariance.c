// Changes that must keep an answer of the `shapes` family, or change it in a known way: mirrors,
// exchanged axes, scales, the normal's length, the other side of the water, a rising level; and
// kinds that are the same body.
#include <float.h>

#include "dispatch/registry.h"
#include "hurry.h"
#include "rng.h"
#include "shapes.h"
#include "solids/kinds.h"
#include "test.h"

enum {
    rounds = 1500
};

// Calls `check` with every kernel and with random questions.
static void for_all(const char *name, void (*check)(const struct buoy_kernel *,
                                                    struct shape_question, struct rng *)) {
    struct rng rng = rng_make(name);
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_shapes_kernel(&i));) {
        for (int k = 0; k < in_a_hurry(rounds / 5, rounds); ++k) {
            check(kernel, shape_question_make(&rng, shapes_kinds_of(kernel)), &rng);
        }
    }
}

static struct buoy_shapes_bounds bounds_of(const struct buoy_kernel *kernel,
                                           struct shape_question q) {
    struct buoy_shapes_bounds bounds;
    kernel->method->shapes.bounds(&q.shape, &q.plane, &bounds);
    return bounds;
}

// The answer with axes exchanged, from[i] in place of i, and some turned around.
static struct shape_answer turn_answer(struct shape_answer a, const int from[3],
                                       const double sign[3]) {
    const struct buoy_shape_surface *s = &a.surface;
    const double moments[3][3] = {
        {s->xx, s->xy, s->xz}, {s->xy, s->yy, s->yz}, {s->xz, s->yz, s->zz}};
    double turned[3][3];
    struct shape_answer b = a;
    for (int i = 0; i < 3; ++i) {
        b.volume.centre[i] = sign[i] * a.volume.centre[from[i]];
        b.surface.waterplane_centroid[i] = sign[i] * s->waterplane_centroid[from[i]];
        for (int j = 0; j < 3; ++j) {
            turned[i][j] = sign[i] * sign[j] * moments[from[i]][from[j]];
        }
    }
    b.surface.xx = turned[0][0];
    b.surface.xy = turned[0][1];
    b.surface.xz = turned[0][2];
    b.surface.yy = turned[1][1];
    b.surface.yz = turned[1][2];
    b.surface.zz = turned[2][2];
    return b;
}

static void expect_both(const struct buoy_kernel *kernel, const char *property,
                        struct shape_question q, struct shape_answer got,
                        struct shape_answer expected, double bounds) {
    expect_shape(kernel, property, q, got, expected, bounds);
    expect_shape_surface(kernel, property, q, got, expected, bounds);
}

// Mirrored along x or y, and along z if the shape is the same upside down. Each answer may be off
// by its bound.
static void check_mirror(const struct buoy_kernel *kernel, struct shape_question q,
                         struct rng *rng) {
    static const int as_is[3] = {0, 1, 2};
    const size_t axes = rng_below(rng, q.shape.kind == BUOY_SHAPE_CONE ? 4 : 8);
    double sign[3];
    struct shape_question mirrored = q;
    for (int i = 0; i < 3; ++i) {
        sign[i] = axes >> i & 1 ? -1.0 : 1.0;
        mirrored.plane.normal[i] *= (float)sign[i];
    }
    expect_both(kernel, "a mirrored question has the mirrored answer", mirrored,
                ask_shape(kernel, mirrored), turn_answer(ask_shape(kernel, q), as_is, sign), 2.0);
}

TEST(mirror) {
    for_all("mirror", check_mirror);
}

// x and y exchanged; z, too, where all axes are alike.
static void check_exchange(const struct buoy_kernel *kernel, struct shape_question q,
                           struct rng *rng) {
    static const int orders[][3] = {{1, 0, 2}, {1, 2, 0}, {2, 1, 0}, {0, 2, 1}};
    static const double as_is[3] = {1.0, 1.0, 1.0};
    const int sizes = buoy_kind_sizes(q.shape.kind);
    const int *from = orders[sizes == 2 ? 0 : rng_below(rng, 4)];
    struct shape_question turned = q;
    for (int i = 0; i < 3; ++i) {
        turned.plane.normal[i] = q.plane.normal[from[i]];
        turned.shape.size[i] = q.shape.size[sizes == 3 ? from[i] : i];
    }
    expect_both(kernel, "exchanged axes exchange the coordinates of the answer", turned,
                ask_shape(kernel, turned), turn_answer(ask_shape(kernel, q), from, as_is), 2.0);
}

TEST(exchange) {
    for_all("exchange", check_exchange);
}

// A shape 2^k times as large, asked by a normal 2^l times as long, has 8^k times the volume, and so
// on, bit for bit.
static void check_scale(const struct buoy_kernel *kernel, struct shape_question q,
                        struct rng *rng) {
    const int k = (int)rng_below(rng, 51) - 30, l = (int)rng_below(rng, 21) - 10;
    struct shape_answer expected = ask_shape(kernel, q);
    struct shape_question scaled = q;
    double numbers[15];
    static const int powers[15] = {3, 1, 1, 1, 2, 2, 1, 1, 1, 4, 4, 4, 4, 4, 4};
    for (int i = 0; i < 3; ++i) {
        scaled.shape.size[i] = ldexpf(q.shape.size[i], k);
        scaled.plane.normal[i] = ldexpf(q.plane.normal[i], l);
    }
    scaled.plane.d = ldexpf(q.plane.d, k + l);
    memcpy(numbers, &expected, sizeof numbers);
    for (int i = 0; i < 15; ++i) {
        numbers[i] = ldexp(numbers[i], powers[i] * k);
    }
    memcpy(&expected, numbers, sizeof numbers);
    expect_same_shape(kernel, "scaling by a power of two scales the answer", scaled,
                      ask_shape(kernel, scaled), expected);
}

TEST(scale) {
    for_all("scale", check_scale);
}

// What the water does not fill from one side it fills from the other: volumes and areas add up to
// the shape's, the two parts balance about its centroid, and the waterplane is the same.
static void check_complement(const struct buoy_kernel *kernel, struct shape_question q,
                             struct rng *rng) {
    (void)rng;
    const struct buoy_shape_info info = shape_info(q);
    const struct buoy_shapes_bounds bounds = bounds_of(kernel, q);
    struct shape_question other = q;
    other.plane = (struct buoy_plane){{-q.plane.normal[0], -q.plane.normal[1], -q.plane.normal[2]},
                                      -q.plane.d};
    const struct shape_answer one = ask_shape(kernel, q), two = ask_shape(kernel, other);
    const double v = one.volume.volume, w = two.volume.volume;
    if (!(fabs(v + w - info.volume) <= 2.0 * bounds.volume * info.volume)) {
        print_error("the other side holds %.17g\n", v);
        fail_shape(kernel, "two sides of the water add up to the shape", other, two);
    }
    double square = 0.0;
    for (int i = 0; i < 3; ++i) {
        const double part =
            v * one.volume.centre[i] + w * two.volume.centre[i] - info.volume * info.centroid[i];
        square += part * part;
    }
    if (v >= 1e-3 * info.volume && w >= 1e-3 * info.volume &&
        !(sqrt(square) <=
          (bounds.centroid + 2.0 * bounds.volume) * shape_diagonal(q) * info.volume)) {
        print_error("the other side holds %.17g\n", v);
        fail_shape(kernel, "two sides of the water balance", other, two);
    }
    struct shape_answer expected = two;
    expected.surface = one.surface;
    expected.surface.wetted_area = two.surface.wetted_area;
    // A flat end in the water belongs to neither side, and to the waterplane of one.
    const bool flat_end = fabs(one.surface.wetted_area + two.surface.wetted_area - info.area) >
                          1e-3 * one.surface.waterplane_area + 4.0 * bounds.wetted_area * info.area;
    if (!flat_end) {
        const double both = 1.0 + bounds.waterplane / bounds_of(kernel, other).waterplane;
        expect_shape_surface(kernel, "two sides have one waterplane", other, two, expected, both);
    }
    if (flat_end && fabs(one.surface.waterplane_area - two.surface.waterplane_area) <=
                        bounds.waterplane * info.area) {
        fail_shape(kernel, "two wetted areas add up to the whole", other, two);
    }
}

TEST(complement) {
    for_all("complement", check_complement);
}

// More water, more volume and wetted area; and dV/dd is the waterplane / |n|.
static void check_rising(const struct buoy_kernel *kernel, struct shape_question q,
                         struct rng *rng) {
    const struct buoy_shape_info info = shape_info(q);
    const struct buoy_shapes_bounds bounds = bounds_of(kernel, q);
    double low, high;
    shape_extent(q, &low, &high);
    struct shape_question higher = q;
    const double rise = (high - low) * rng_between(rng, 0.0, 0.5);
    higher.plane.d = (float)((double)q.plane.d + rise);
    const struct shape_answer a = ask_shape(kernel, q), b = ask_shape(kernel, higher);
    if (!(b.volume.volume >= a.volume.volume - 2.0 * bounds.volume * info.volume)) {
        print_error("it was %.17g at d = %.9g\n", a.volume.volume, (double)q.plane.d);
        fail_shape(kernel, "a higher level must not wet less", higher, b);
    }
    if (!(b.surface.wetted_area >= a.surface.wetted_area - 2.0 * bounds.wetted_area * info.area)) {
        print_error("it was %.17g at d = %.9g\n", a.surface.wetted_area, (double)q.plane.d);
        fail_shape(kernel, "a higher level must not wet less area", higher, b);
    }
}

TEST(rising) {
    for_all("rising", check_rising);
}

// An ellipsoid of equal axes is a sphere.
TEST(same_bodies) {
    struct rng rng = rng_make("same bodies");
    const struct buoy_kernel *kernel = buoy_kernel_find("shapes/auto/best");
    for (int i = 0; i < 3000; ++i) {
        const struct shape_question sphere =
            shape_question_make(&rng, BUOY_KIND(BUOY_SHAPE_SPHERE));
        struct shape_question ellipsoid = sphere;
        ellipsoid.shape.kind = BUOY_SHAPE_ELLIPSOID;
        ellipsoid.shape.size[1] = ellipsoid.shape.size[2] = sphere.shape.size[0];
        expect_both(kernel, "an ellipsoid of equal axes is a sphere", ellipsoid,
                    ask_shape(kernel, ellipsoid), ask_shape(kernel, sphere), 2.0);
    }
}
