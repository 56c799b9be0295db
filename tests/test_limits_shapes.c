// Both sides of the thresholds inside the kernels of the `shapes` family (tests/constants.md).
#include <float.h>

#include "buoyancy_kernels.h"
#include "dispatch/registry.h"
#include "mesh/kinds.h"
#include "rng.h"
#include "shape_truth.h"
#include "shapes.h"
#include "test.h"

static const struct shape_question ball = {{BUOY_SHAPE_SPHERE, {1, 0, 0}}, {{0, 0, 1}, 0}};

// Calls `check` with every kernel that answers a kind.
static void for_kind(enum buoy_shape_kind kind, void (*check)(const struct buoy_kernel *)) {
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("shapes", &i));) {
        if (shapes_kinds_of(kernel) & BUOY_KIND(kind)) {
            check(kernel);
        }
    }
}

// Caps of 2^-18 of the semi-axis, and much less: the centroid, a third of that below the water, is
// never above it.
static void check_shallow(const struct buoy_kernel *kernel) {
    static const double heights[] = {0.99, 1.01, 0.5, 2.0, 0.1, 1e-3, 1e-6};
    struct rng rng = rng_make("shallow");
    for (int i = 0; i < in_a_hurry(140, 700); ++i) {
        struct shape_question q = {.shape = {.kind = BUOY_SHAPE_ELLIPSOID}};
        double low, high;
        for (int k = 0; k < 3; ++k) {
            q.shape.size[k] = (float)rng_between(&rng, 0.1, 1.0);
            q.plane.normal[k] = (float)(rng_between(&rng, -1.0, 1.0) * 0x1p-120);
        }
        q.plane.normal[i % 3] *= i % 2 ? 1e3f : 1.0f;
        if (!buoy_kinds_have(shapes_kinds_of(kernel), &q.shape)) {
            q.shape.kind = BUOY_SHAPE_SPHERE;
        }
        shape_extent(q, &low, &high);
        // A finer place than a float's step, by way of the normal's length.
        const double height = heights[i % 7] * 0x1p-18;
        q.plane.d = (float)(low * (1.0 - height));
        for (int k = 0; k < 3; ++k) {
            q.plane.normal[k] =
                (float)((double)q.plane.normal[k] * (double)q.plane.d / (low * (1.0 - height)));
        }
        const struct shape_answer got = ask_shape(kernel, q), expected = shape_truth(q);
        for (int k = 0; k < 3 && got.volume.volume > 0.0 && expected.volume.volume > 0.0; ++k) {
            const double most = 0x1p-48 * shape_info(q).half_extent[k];
            if (!(fabs(got.volume.centre[k] - expected.volume.centre[k]) <= most)) {
                print_error("expected %.17g\n", expected.volume.centre[k]);
                fail_shape(kernel, "a shallow cap's centroid is right", q, got);
            }
        }
    }
}

TEST(shallow) {
    for_kind(BUOY_SHAPE_SPHERE, check_shallow);
    for_kind(BUOY_SHAPE_ELLIPSOID, check_shallow);
}

// Of half a ball tilted by t, c is (-3/8) (t, 0, 1), however small t is.
static void check_least_share(const struct buoy_kernel *kernel) {
    static const double shares[] = {1.01, 2.0, 0x1p20, 0.99, 0.5, 0x1p-20, 0x1p-40};
    for (int i = 0; i < 7; ++i) {
        struct shape_question q = ball;
        q.plane.normal[0] = (float)(shares[i] * 0x1p-100 * 8.0 / 3.0);
        const struct shape_answer got = ask_shape(kernel, q);
        const double arm = -0.375 * (double)q.plane.normal[0], c = got.volume.centre[0];
        if (!(fabs(c - arm) <= 32.0 * DBL_EPSILON * -arm)) {
            print_error("expected an arm of %.9g\n", arm);
            fail_shape(kernel, "an arm is right to its last digits", q, got);
        }
    }
}

TEST(least_share) {
    for_kind(BUOY_SHAPE_SPHERE, check_least_share);
}

// What is beyond the reach, by however little or much, is as good as there; and half a ball is half
// of it, up to the least float to either side.
static void check_far(const struct buoy_kernel *kernel) {
    static const float distances[] = {1.0f,  1.5f,  15.9f, 16.0f,  16.1f,
                                      31.0f, 33.0f, 1e30f, FLT_MAX};
    for (size_t i = 0; i < sizeof distances / sizeof *distances; ++i) {
        struct shape_question q = ball;
        q.plane.d = distances[i];
        const double all = shape_info(q).volume;
        const struct shape_answer wet = ask_shape(kernel, q);
        q.plane.d = -distances[i];
        const struct shape_answer dry = ask_shape(kernel, q);
        if (wet.volume.volume != all || dry.volume.volume != 0.0 ||
            dry.surface.wetted_area != 0.0 || wet.surface.waterplane_area != 0.0) {
            fail_shape(kernel, "beyond its surface a ball is wet or dry", q, wet);
        }
    }
    for (int i = 0; i < 5; ++i) {
        static const float depths[] = {0.0f, FLT_TRUE_MIN, -FLT_TRUE_MIN, FLT_MIN, -FLT_MIN};
        struct shape_question q = ball;
        q.plane.d = depths[i];
        const struct shape_answer half = ask_shape(kernel, q);
        const double share = half.volume.volume / shape_info(q).volume;
        if (!(fabs(share - 0.5) <= 1e-15 && fabs(half.volume.centre[2] + 0.375) <= 1e-15)) {
            fail_shape(kernel, "half a ball", q, half);
        }
    }
}

TEST(far) {
    for_kind(BUOY_SHAPE_SPHERE, check_far);
}

// BOX_LITTLE and BOX_LEAST: a box at its deck, tilted by however little, has half of it as
// waterplane; level, all of it; tilted by less than 2^-320 of all else, something in between.
static void check_decks(const struct buoy_kernel *kernel) {
    static const struct {
        double tilt, size, height, least, most; // of the deck
    } cases[] = {
        {0.0, 1.0, 1.0, 1.0, 1.0},
        {0x1p-20, 1.0, 1.0, 0.5, 0.5},
        {0x1p-100, 1.0, 1.0, 0.5, 0.5},
        {0x1p-126, 1.0, 1.0, 0.5, 0.5},
        {0x1p-149, 1.0, 1.0, 0.5, 0.5},
        {0x1p-149, 0x1p-120, 0x1p40, 0.5, 0.501},
        {0x1p-149, 0x1p-120, 0x1p50, 0.5, 0.9},
        {0x1p-149, 0x1p-120, 0x1p53, 1.0, 1.0},
        {0x1p-149, 0x1p-126, 0x1p126, 1.0, 1.0}, // 2^-401 × Σp
        {0x1p-149, 0x1p-126, 0x1p124, 1.0, 1.0}, // 2^-399 × Σp
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const struct shape_question q = {
            {BUOY_SHAPE_BOX, {(float)cases[i].size, 1.0f, (float)cases[i].height}},
            {{(float)cases[i].tilt, 0.0f, 1.0f}, (float)cases[i].height}};
        const struct shape_answer got = ask_shape(kernel, q);
        const double deck = 4.0 * cases[i].size, share = got.surface.waterplane_area / deck;
        if (!(share >= cases[i].least * (1.0 - 1e-12) && share <= cases[i].most * (1.0 + 1e-12))) {
            print_error("%.9g of the deck\n", share);
            fail_shape(kernel, "a tilted deck is half a waterplane, a level one all of it", q, got);
        }
    }
}

TEST(decks) {
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("shapes", &i));) {
        if ((shapes_kinds_of(kernel) & BUOY_KIND(BUOY_SHAPE_BOX)) &&
            strcmp(kernel->method->name, "reference") != 0) {
            check_decks(kernel);
        }
    }
}

// The numbers of nodes for an ellipsoid's area change at aspect ratios of 2, 4, 8 and 20.
TEST(nodes) {
    static const double aspects[] = {2.0, 4.0, 8.0, 20.0}, sides[] = {0.99, 1.0, 1.01};
    static const double directions[][3] = {{1, 0.1, 0.01}, {0.1, 1, 1}, {0.01, 0.1, 1}};
    const struct buoy_kernel *kernel = buoy_kernel_find("shapes/ellipsoid/scalar");
    for (int i = 0; i < 4 * 3 * 3; i += in_a_hurry(5, 1)) {
        const double aspect = aspects[i / 9] * sides[i / 3 % 3];
        struct shape_question q = {
            {BUOY_SHAPE_ELLIPSOID, {(float)aspect, i % 2 ? (float)aspect : 1.0f, 1.0f}}, {{0}, 0}};
        for (int k = 0; k < 3; ++k) {
            q.plane.normal[k] = (float)(directions[i % 3][k] / (double)q.shape.size[k]);
        }
        q.plane.d = -0.25f;
        const struct shape_answer got = ask_shape(kernel, q);
        struct shape_answer expected = got;
        expected.surface.wetted_area = shape_truth_ellipsoid_area(q);
        expect_shape_surface(kernel, "the sum over points", q, got, expected, 1.0);
    }
}

// Nearer to the pole than 1 − z = 1e-9, F is taken for constant. A cap of height k about m has the
// area 2π k |B m|, to a few k of itself.
TEST(poles) {
    static const double heights[] = {1e-12, 0.5e-9, 0.9e-9, 1.1e-9, 2e-9, 1e-8};
    static const double sizes[][3] = {{1, 1.5, 2}, {3, 1, 1}, {1, 1, 1}};
    static const double tilts[] = {0.0, 1e-6, 3e-5, 4.4e-5, 4.5e-5, 1e-4};
    for (int i = 0; i < 6 * 3 * 6; ++i) {
        const double *a = sizes[i / 6 % 3], k = heights[i % 6], tilt = tilts[i / 18];
        const double m[3] = {tilt, 0.6 * tilt, sqrt(1.0 - 1.36 * tilt * tilt)};
        const double b[3] = {a[1] * a[2] * m[0], a[2] * a[0] * m[1], a[0] * a[1] * m[2]};
        const double expected =
            2.0 * 3.14159265358979323846 * k * sqrt(b[0] * b[0] + b[1] * b[1] + b[2] * b[2]);
        const double got = buoy_ellipsoid_cap_area(a, m, k);
        // 1e-16 of the whole, and of itself what F changes by within the cap.
        FAIL_IF(!(fabs(got - expected) <= 1e-15 * buoy_ellipsoid_area(a) + 1e-6 * expected),
                "a cap of %g, tilted by %g, of %g %g %g has the area %.17g, not %.17g", k, tilt,
                a[0], a[1], a[2], got, expected);
    }
}

// ------------------------------------------------------------------------------------ limits round

// Both sides of the thresholds inside the kernels for cylinders, capsules and cones
// (tests/constants.md).

static const double pi = 3.14159265358979323846;

// Asks every kernel for lanes that answers the question's kind. Volumes must be right to a share of
// themselves, not only of the whole.
static void check(const char *property, struct shape_question q, double most) {
    const struct shape_answer truth = shape_truth(q);
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("shapes", &i));) {
        if (shapes_kinds_of(kernel) == BUOY_KIND(q.shape.kind)) {
            const struct shape_answer got = ask_shape(kernel, q);
            expect_shape(kernel, property, q, got, truth, 1.0);
            if (!(fabs(got.volume.volume - truth.volume.volume) <= most * truth.volume.volume)) {
                fail_shape(kernel, property, q, got);
            }
        }
    }
}

// ROUND_LEAST_DEPTH, 2^-46 of extent and |d|: bodies of size 1 on their sides, which water up to
// d = -1 meets at the end that a tilt of `depth` lowers.
TEST(least_depth) {
    static const enum buoy_shape_kind kinds[] = {BUOY_SHAPE_CAPSULE, BUOY_SHAPE_CYLINDER,
                                                 BUOY_SHAPE_CONE};
    static const double shares[] = {0.5, 0.99, 1.01, 2.0, 1e3};
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("shapes", &i));) {
        for (int k = 0; k < 3 * 5; ++k) {
            const double share = shares[k % 5];
            const struct shape_question q = {{kinds[k / 5], {1, 1, 0}},
                                             {{1, 0, (float)(share * 0x1p-45)}, -1}};
            if (shapes_kinds_of(kernel) != BUOY_KIND(q.shape.kind)) {
                continue;
            }
            const struct shape_answer got = ask_shape(kernel, q);
            const double *c = got.volume.centre;
            const bool near = fabs(c[0] + 1.0) < 1e-6 && c[2] >= -2.0 && c[2] <= 1.0;
            if (share < 1.0 ? got.volume.volume != 0.0 : !(got.volume.volume > 0.0 && near)) {
                fail_shape(kernel, "dry up to rounding of the plane", q, got);
            }
        }
    }
}

// AXIAL_LITTLE and CONE_LITTLE: an end that lies in the water is a waterplane, all of it, and dry.
TEST(flush_ends) {
    static const struct {
        struct shape_question question;
        double wall;
    } cases[] = {{{{BUOY_SHAPE_CYLINDER, {1, 1, 0}}, {{0, 0, 1}, 1}}, 5.0}, // with the other end
                 {{{BUOY_SHAPE_CYLINDER, {1, 1, 0}}, {{0, 0, -1}, 1}}, 5.0},
                 {{{BUOY_SHAPE_CONE, {1, 1, 0}}, {{0, 0, -1}, 1}}, 2.23606797749979}};
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("shapes", &i));) {
        for (size_t c = 0; c < COUNT_OF(cases); ++c) {
            const struct shape_question q = cases[c].question;
            if (!buoy_kinds_have(shapes_kinds_of(kernel), &q.shape)) {
                continue;
            }
            const struct buoy_shape_surface got = ask_shape(kernel, q).surface;
            if (!(fabs(got.waterplane_area - pi) <= 1e-7 &&
                  fabs(got.wetted_area - cases[c].wall * pi) <= 1e-6)) {
                fail_shape(kernel, "a flush end is dry, and a waterplane", q, ask_shape(kernel, q));
            }
        }
    }
}

// AXIAL_THIN: the half ball's centre 0.998045 radii above the water, upright, where a cap has a
// closed form, and tilted, where the seam cuts it.
TEST(thin_half_balls) {
    static const double heights[] = {0.99804, 0.99805, 0.95, 0.99, 0.999, 0.99999};
    static const double tilts[] = {0.0, 1e-3, 0.05, 0.062, 0.0626, 0.2, 1.0, 1.4, 1.57};
    for (int i = 0; i < 6; ++i) {
        for (int t = 0; t < 9; ++t) {
            struct shape_question q = {.shape = {BUOY_SHAPE_CAPSULE, {1, 1e-3f, 0}}};
            q.plane.normal[0] = (float)sin(tilts[t]);
            q.plane.normal[2] = (float)cos(tilts[t]);
            q.plane.d = (float)(-heights[i] - 1e-3 * cos(tilts[t]));
            check("a thin cap's volume", q, 1e-7);
        }
        const double d = (double)(float)-(1.0 + heights[i]), k = 2.0 + d;
        const struct shape_question q = {{BUOY_SHAPE_CAPSULE, {1, 1, 0}}, {{0, 0, 1}, (float)d}};
        const double volume = pi * k * k * (3.0 - k) / 3.0;
        const struct buoy_kernel *kernel = buoy_kernel_find("shapes/capsule/scalar");
        const struct shape_answer got = ask_shape(kernel, q);
        if (!(fabs(got.volume.volume - volume) <= 1e-8 * volume)) {
            fail_shape(kernel, "the closed form of a cap", q, got);
        }
    }
}

// AXIAL_CLOSE: rims cut 2^-9 radii apart, by tilt and at the ends of the disc.
TEST(close_rims) {
    static const enum buoy_shape_kind kinds[] = {BUOY_SHAPE_CAPSULE, BUOY_SHAPE_CYLINDER};
    static const double shares[] = {0.999, 1.001, 0.5, 2.0, 1e-3, 1e-6, 0.0};
    static const double places[] = {-0.999, -0.99, -0.9, -0.5, 0.0, 0.3, 0.9, 0.99, 0.999};
    static const float heights[] = {1.0f, 30.0f, 1e-3f};
    for (int i = 0; i < 2 * 7 * 9 * 3; ++i) {
        const float h = heights[i / 126];
        const double c = fmin(shares[i % 7] * 0x1p-10 / (double)h, 0.7);
        struct shape_question q = {.shape = {kinds[i / 63 % 2], {1, h, 0}}};
        q.plane.normal[0] = (float)sqrt(1.0 - c * c);
        q.plane.normal[2] = (float)c;
        q.plane.d = (float)(places[i / 7 % 9] * (1.0 + 0x1p-10));
        check("rims cut at almost one place", q, 1e-9);
    }
    for (int i = 0; i < 7; ++i) { // the water 2^-9 above the lowest point of the lower rim
        const double s = 0.1, c = sqrt(1.0 - s * s), depth = shares[i] * 0x1p-9 * s;
        const struct shape_question q = {{BUOY_SHAPE_CYLINDER, {1, 1, 0}},
                                         {{(float)s, 0, (float)c}, (float)(depth - s - c)}};
        if (depth > 1e-6) {
            check("little of a rim is wet", q, 1e-3);
        }
    }
}

// CONE_CLOSE: vertices of the waterplane 31/32 of the way to the base, upright and tilted.
TEST(close_to_the_base) {
    static const double ways[] = {0.999, 1.001, 0.9, 1.02, 1.0319};
    static const double tilts[] = {0.0, 1e-9, 1e-4, 1e-2, 0.1};
    static const float heights[] = {1.0f, 1e-3f, 1e3f};
    for (int i = 0; i < 5 * 5 * 3; ++i) {
        const double h = heights[i / 25], tilt = tilts[i / 5 % 5] * fmin(h, 1.0);
        struct shape_question q = {.shape = {BUOY_SHAPE_CONE, {1, heights[i / 25], 0}}};
        q.plane.normal[0] = (float)tilt;
        q.plane.normal[2] = 1;
        // The vertex is p/(H + tilt) of H below the tip.
        q.plane.d = (float)(h - ways[i % 5] * 0.96875 * (2.0 * h + tilt));
        if ((double)q.plane.d > -h - tilt) {
            check("water close to the base", q, 1e-6);
        }
    }
}

// CONE_LEAST and CONE_LEAST_P: water along a line of the wall, where the waterplane is a parabola,
// and through the tip, where it is a point or a triangle; and a little to either side.
TEST(degenerate_conics) {
    static const float steps[] = {0.0f, 1e-7f, -1e-7f, 1e-5f, -1e-5f, 1e-2f, -1e-2f};
    static const float sizes[][2] = {{2, 3}, {1, 1}, {1e-3f, 1}, {1, 1e-3f}};
    for (int i = 0; i < 4 * 7 * 7; ++i) {
        const float *size = sizes[i / 49], turn = steps[i / 7 % 7], step = steps[i % 7];
        for (int side = -1; side <= 1; side += 2) {
            struct shape_question q = {.shape = {BUOY_SHAPE_CONE, {size[0], size[1], 0}}};
            q.plane.normal[0] = 2.0f * size[1] * (1.0f + turn) * (float)side;
            q.plane.normal[2] = size[0] * (float)side;
            q.plane.d = size[0] * size[1] * (1.0f + step) * (float)side;
            check("water along the wall", q, 1e9);
            q.plane.normal[0] = (float)(i % 5) * size[1];
            q.plane.d = q.plane.normal[2] * size[1] * (1.0f + step);
            check("water through the tip", q, 1e9);
        }
    }
    // A triangle: half a chord at the base times the height.
    const struct shape_question q = {{BUOY_SHAPE_CONE, {2, 3, 0}}, {{1, 0, 0}, 0}};
    const struct shape_answer got = ask_shape(buoy_kernel_find("shapes/cone/scalar"), q);
    assert_true(fabs(got.surface.waterplane_area - 12.0) <= 12.0 * 1e-8);
}
