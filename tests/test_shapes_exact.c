// The `shapes` family against quadrature in double, sums over points, and closed forms.
#include "body.h"
#include "buoyancy_kernels.h"
#include "dispatch/registry.h"
#include "exact.h"
#include "exact_of.h"
#include "mesh/kinds.h"
#include "rng.h"
#include "shape_truth.h"
#include "shapes.h"
#include "test.h"

// ----------------------------------------------------------------------------- comparisons

// Asks every kernel that answers the kind. Ellipsoids' wetted areas have a test of their own.
static void check_question(const char *property, struct shape_question q) {
    const struct shape_answer expected = shape_truth(q);
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("shapes", &i));) {
        if (buoy_kinds_have(shapes_kinds_of(kernel), &q.shape)) {
            const struct shape_answer got = ask_shape(kernel, q);
            expect_shape(kernel, property, q, got, expected, 1.0);
            expect_shape_surface(kernel, property, q, got, expected, 1.0);
        }
    }
}

TEST(any_shape) {
    struct rng rng = rng_make("shapes");
    for (int i = 0; i < 6000; ++i) {
        check_question("what quadrature says", shape_question_make(&rng, BUOY_KINDS));
    }
}

// Every tilt with every shape: normals turned by θ about one axis and by φ about another.
TEST(tilts_and_aspects) {
    static const double tilts[] = {0.0,  1e-12, 1e-10, 1e-8, 1e-6, 1e-4,
                                   1e-3, 1e-2,  0.1,   0.8,  1.5,  1.5707963267948966};
    static const double aspects[] = {1.0, 30.0, 1000.0};
    enum {
        tilt_count = sizeof tilts / sizeof *tilts,
        shape_count = 27
    };
    struct rng rng = rng_make("tilts and aspects");
    for (int i = 0; i < BUOY_SHAPE_MESH * shape_count; i += in_a_hurry(5, 1)) {
        struct shape_question q = {.shape = {.kind = (enum buoy_shape_kind)(i / shape_count)}};
        if (!buoy_kinds_have(BUOY_KINDS, &q.shape)) {
            continue;
        }
        for (int t = 0; t < tilt_count * tilt_count; ++t) {
            const double theta = tilts[t % tilt_count], phi = tilts[t / tilt_count];
            double low, high;
            for (int k = 0, rest = i % shape_count; k < buoy_kind_sizes(q.shape.kind); ++k) {
                q.shape.size[k] = (float)(aspects[rest % 3] * rng_between(&rng, 1.0, 1.1));
                rest /= 3;
            }
            q.plane.normal[0] = (float)(cos(theta) * cos(phi));
            q.plane.normal[1] = (float)(sin(theta) * cos(phi));
            q.plane.normal[2] = (float)sin(phi);
            shape_extent(q, &low, &high);
            q.plane.d = (float)rng_between(&rng, low, high);
            check_question("what quadrature says at this tilt", q);
        }
    }
}

TEST(closed_forms) {
    const double pi = 3.14159265358979323846;
    const struct {
        struct shape_question question;
        double volume, centre[3], wetted, waterplane;
    } cases[] = {
        // Half of a ball of radius 2, from above and from the side; a cap 1 high; all of it;
        // nothing.
        {{{BUOY_SHAPE_SPHERE, {2, 0, 0}}, {{0, 0, 1}, 0}},
         16 * pi / 3,
         {0, 0, -0.75},
         8 * pi,
         4 * pi},
        {{{BUOY_SHAPE_SPHERE, {2, 0, 0}}, {{-3, 0, 0}, 0}},
         16 * pi / 3,
         {0.75, 0, 0},
         8 * pi,
         4 * pi},
        {{{BUOY_SHAPE_SPHERE, {2, 0, 0}}, {{0, 1, 0}, -1}},
         5 * pi / 3,
         {0, -1.35, 0},
         4 * pi,
         3 * pi},
        {{{BUOY_SHAPE_SPHERE, {2, 0, 0}}, {{0, 0.5f, 0}, 1}}, 32 * pi / 3, {0, 0, 0}, 16 * pi, 0},
        {{{BUOY_SHAPE_SPHERE, {2, 0, 0}}, {{0, 0, 1}, -2}}, 0, {0, 0, 0}, 0, 0},
        // Half of an ellipsoid whose z is stretched, cut level and upright; unknown areas are NaN.
        {{{BUOY_SHAPE_ELLIPSOID, {1, 1, 3}}, {{0, 0, 1}, 0}},
         2 * pi,
         {0, 0, -9.0 / 8},
         (double)NAN,
         pi},
        {{{BUOY_SHAPE_ELLIPSOID, {1, 1, 3}}, {{1, 0, 0}, 0}},
         2 * pi,
         {-3.0 / 8, 0, 0},
         (double)NAN,
         3 * pi},
        // A cylinder upright, to a quarter and to its deck; lying, half and wholly wet; and cut
        // along a
        // diagonal plane through both rims, half of it.
        {{{BUOY_SHAPE_CYLINDER, {2, 3, 0}}, {{0, 0, 2}, -3}},
         6 * pi,
         {0, 0, -2.25},
         10 * pi,
         4 * pi},
        {{{BUOY_SHAPE_CYLINDER, {2, 3, 0}}, {{0, 0, 1}, 3}}, 24 * pi, {0, 0, 0}, 28 * pi, 4 * pi},
        {{{BUOY_SHAPE_CYLINDER, {2, 3, 0}}, {{0, 0, -1}, 3}}, 24 * pi, {0, 0, 0}, 28 * pi, 4 * pi},
        {{{BUOY_SHAPE_CYLINDER, {2, 3, 0}}, {{0, 1, 0}, 0}},
         12 * pi,
         {0, -8 / (3 * pi), 0},
         16 * pi,
         24},
        {{{BUOY_SHAPE_CYLINDER, {2, 3, 0}}, {{1, 0, 0}, 2}}, 24 * pi, {0, 0, 0}, 32 * pi, 0},
        {{{BUOY_SHAPE_CYLINDER, {2, 3, 0}}, {{3, 0, 2}, 0}},
         12 * pi,
         {-0.5, 0, -1.125},
         16 * pi,
         2 * pi * sqrt(13.0)},
        {{{BUOY_SHAPE_CYLINDER, {2, 3, 0}}, {{0, 0, 1}, -3}}, 0, {0, 0, 0}, 0, 0},
        // Half of a capsule, lying and upright; its lower half ball; all but a cap.
        {{{BUOY_SHAPE_CAPSULE, {3, 2, 0}}, {{-1, 0, 0}, 0}},
         36 * pi,
         {(2.0 / 3 * 4 * 27 + pi / 4 * 81) / (36 * pi), 0, 0},
         30 * pi,
         24 + 9 * pi},
        {{{BUOY_SHAPE_CAPSULE, {3, 2, 0}}, {{0, 0, 1}, -2}},
         18 * pi,
         {0, 0, -2 - 9.0 / 8},
         18 * pi,
         9 * pi},
        {{{BUOY_SHAPE_CAPSULE, {3, 2, 0}}, {{0, 0, 1}, 0}},
         36 * pi,
         {0, 0, -(18 * (25.0 / 8) + 18) / 36},
         30 * pi,
         9 * pi},
        // A cone to half of its height from either end, on its side through its axis, along one of
        // its lines (a parabola of no area) and a waterplane through its tip.
        {{{BUOY_SHAPE_CONE, {2, 3, 0}}, {{0, 0, 1}, 0}},
         7 * pi,
         {0, 0, 3 - 1215.0 / 252},
         (double)NAN,
         pi},
        {{{BUOY_SHAPE_CONE, {2, 3, 0}}, {{0, 0, -1}, 0}}, pi, {0, 0, 0.75}, (double)NAN, pi},
        {{{BUOY_SHAPE_CONE, {2, 3, 0}}, {{1, 0, 0}, 0}},
         4 * pi,
         {-2 / pi, 0, -1.5},
         2 * pi + 2 * pi * sqrt(10.0),
         12},
        {{{BUOY_SHAPE_CONE, {2, 3, 0}}, {{3, 0, 1}, 3}},
         8 * pi,
         {0, 0, -1.5},
         4 * pi + 4 * pi * sqrt(10.0),
         0},
        // A box at half its height, at its deck, touching from above, and half along an edge.
        {{{BUOY_SHAPE_BOX, {1, 2, 3}}, {{0, 0, 1}, 0}}, 24, {0, 0, -1.5}, 44, 8},
        {{{BUOY_SHAPE_BOX, {1, 2, 3}}, {{0, 0, 1}, 3}}, 48, {0, 0, 0}, 80, 8},
        {{{BUOY_SHAPE_BOX, {1, 2, 3}}, {{0, 0, 1}, -3}}, 0, {0, 0, 0}, 0, 0},
        {{{BUOY_SHAPE_BOX, {1, 1, 1}}, {{1, 1, 0}, 0}},
         4,
         {-1.0 / 3, -1.0 / 3, 0},
         12,
         4 * sqrt(2.0)},
    };
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("shapes", &i));) {
        for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c) {
            const struct shape_question q = cases[c].question;
            if (!buoy_kinds_have(shapes_kinds_of(kernel), &q.shape)) {
                continue;
            }
            const struct shape_answer got = ask_shape(kernel, q);
            struct shape_answer expected = got;
            expected.volume = (struct buoy_volume){
                cases[c].volume, {cases[c].centre[0], cases[c].centre[1], cases[c].centre[2]}};
            expected.surface.waterplane_area = cases[c].waterplane;
            if (cases[c].wetted >= 0.0) {
                expected.surface.wetted_area = cases[c].wetted;
            }
            expect_shape(kernel, "the closed form", q, got, expected, 1.0);
            expect_shape_surface(kernel, "the closed form", q, got, expected, 1.0);
        }
    }
}

// Nothing is lost of what is barely wet, nor of small arms: of spheres and ellipsoids, volumes from
// 10⁻¹⁸ of the whole on and every coordinate of c are right to a few roundings of themselves.
static void check_small(const struct buoy_kernel *kernel, struct shape_question q) {
    const struct shape_answer got = ask_shape(kernel, q);
    long double g = 0.0L, all = 4.0L / 3.0L * 3.141592653589793238462643383279502884L;
    for (int i = 0; i < 3; ++i) {
        const long double size = q.shape.size[q.shape.kind == BUOY_SHAPE_SPHERE ? 0 : i];
        g += size * size * (long double)q.plane.normal[i] * (long double)q.plane.normal[i];
        all *= size;
    }
    const long double d = q.plane.d, k = (g - d * d) / (g + sqrtl(g) * fabsl(d));
    const long double wet = d > 0.0L ? 2.0L - k : k, dry = 2.0L - wet;
    const long double volume = all * wet * wet * (3.0L - wet) / 4.0L;
    const double few = 0x1p-26; // of γ − δ, 2⁻²² of γ, are 2⁻³⁰ lost
    if (!(fabs(got.volume.volume - (double)volume) <= few * (double)volume)) {
        print_error("expected %.17g\n", (double)volume);
        fail_shape(kernel, "a small volume must be right to its last digits", q, got);
    }
    for (int i = 0; i < 3; ++i) {
        const long double size = q.shape.size[q.shape.kind == BUOY_SHAPE_SPHERE ? 0 : i];
        const double c = (double)(-size * size * (long double)q.plane.normal[i] / sqrtl(g) * 0.75L *
                                  dry * dry / (1.0L + dry));
        if (!(fabs(got.volume.centre[i] - c) <= 2.0 * few * fabs(c))) {
            print_error("expected %.17g\n", c);
            fail_shape(kernel, "a small arm must be right to its last digits", q, got);
        }
    }
}

TEST(small) {
    struct rng rng = rng_make("small volumes and arms");
    const unsigned kinds = BUOY_KIND(BUOY_SHAPE_SPHERE) | BUOY_KIND(BUOY_SHAPE_ELLIPSOID);
    for (int i = 0; i < 2000; ++i) {
        const struct buoy_kernel *kernel;
        struct shape_question q = shape_question_make(&rng, kinds);
        double low, high;
        for (int n = 0; n < 3; ++n) {
            q.plane.normal[n] =
                (float)(rng_between(&rng, -1.0, 1.0) *
                        ldexp(1.0, -(int)(rng_below(&rng, 2) * rng_below(&rng, 80))));
        }
        shape_extent(q, &low, &high);
        const double depth = ldexp(rng_between(&rng, 1.0, 2.0), -(int)rng_below(&rng, 23));
        q.plane.d = (float)(i % 2 ? low + depth * high : high - depth * high);
        shape_extent(q, &low, &high);
        if (!(fabs((double)q.plane.d) < high * (1.0 - 1e-9))) {
            continue;
        }
        for (size_t n = 0; (kernel = next_kernel("shapes", &n));) {
            if (buoy_kinds_have(shapes_kinds_of(kernel), &q.shape)) {
                check_small(kernel, q);
            }
        }
    }
}

// Wetted areas of ellipsoids against sums over four million points, which are finest for compact
// ones; and the whole against closed forms of ellipsoids of revolution.
TEST(ellipsoid_areas) {
    struct rng rng = rng_make("ellipsoid areas");
    const struct buoy_kernel *kernel = buoy_kernel_find("shapes/ellipsoid/scalar");
    for (int i = 0; i < in_a_hurry(12, 60); ++i) {
        struct shape_question q = {.shape = {.kind = BUOY_SHAPE_ELLIPSOID}};
        double low, high;
        for (int k = 0; k < 3; ++k) {
            q.shape.size[k] = (float)rng_between(&rng, 1.0,
                                                 i % 4 == 0   ? 1.5
                                                 : i % 4 == 1 ? 3.0
                                                              : 10.0);
            q.plane.normal[k] = (float)rng_between(&rng, -1.0, 1.0);
        }
        shape_extent(q, &low, &high);
        q.plane.d = (float)rng_between(&rng, low, high);
        const struct shape_answer got = ask_shape(kernel, q);
        struct shape_answer expected = got;
        expected.surface.wetted_area = shape_truth_ellipsoid_area(q);
        expect_shape_surface(kernel, "the sum over points", q, got, expected, 1.0);
    }
}

TEST(whole_areas) {
    const double pi = 3.14159265358979323846;
    for (int i = 1; i < 60; ++i) {
        const double a = 1.0, c = pow(10.0, 0.1 * (i - 30));
        const struct buoy_shape shape = {BUOY_SHAPE_ELLIPSOID, {1.0f, 1.0f, (float)c}};
        const double h = shape.size[2];
        struct buoy_shape_info info;
        assert_int_equal(buoy_shape_get_info(&shape, &info, NULL), BUOY_OK);
        const double e = sqrt(fabs(1.0 - h * h)) / (h < 1.0 ? 1.0 : h);
        const double flat = 2 * pi * a * a * (1.0 + (1.0 - e * e) / e * atanh(e));
        const double tall = 2 * pi * a * a * (1.0 + h / e * asin(e));
        const double area = e < 1e-4 ? 4 * pi : h < 1.0 ? flat : tall;
        if (!(fabs(info.area - area) <= 1e-9 * area)) { // what atanh() and the difference leave
            fail_msg("an ellipsoid of 1, 1, %.9g has the area %.17g, not %.17g", h, info.area,
                     area);
        }
    }
}

// --------------------------------------------------------------------------------------- box exact

// The `box` family against exact arithmetic on the twelve triangles of the same box, at every tilt
// and shape, and against closed forms.

enum {
    most_questions = 500
};
static struct shape_question questions[most_questions];
static struct shape_answer expected[most_questions], got[most_questions];

static void check_answers(const char *property, size_t count) {
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("box", &i));) {
        const size_t asked = box_questions_for(kernel, count);
        ask_shapes(kernel, questions, asked, got);
        for (size_t k = 0; k < asked; ++k) {
            expect_shape(kernel, property, questions[k], got[k], expected[k], 1.0);
        }
    }
}

// Sets what is expected of `count` questions about one box, from the first-th on.
static void ask_exact(struct buoy_shape box, size_t first, size_t count) {
    struct buoy_mesh *mesh = mesh_of(body_box(box.size[0], box.size[1], box.size[2]), 0);
    struct buoy_exact *exact = exact_of(mesh);
    for (size_t i = first; i < first + count; ++i) {
        buoy_exact_volume(exact, &questions[i].plane, &expected[i].volume);
    }
}

// Any box, any question.
TEST(any_box) {
    struct rng rng = rng_make("boxes");
    for (int round = 0; round < 40; ++round) {
        for (size_t i = 0; i < most_questions; ++i) {
            questions[i] = box_question_make(&rng);
            ask_exact(questions[i].shape, i, 1);
        }
        check_answers("what exact arithmetic says", most_questions);
    }
}

// Every tilt with every shape: normals turned by θ about one axis and by φ about another.
TEST(boxes_tilts_and_aspects) {
    static const double tilts[] = {0.0,  1e-12, 1e-10, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4,
                                   1e-3, 1e-2,  0.1,   0.5,  0.8,  1.0,  1.5,  1.5707963267948966};
    static const double aspects[] = {1.0, 1000.0};
    enum {
        tilt_count = sizeof tilts / sizeof *tilts,
        aspect_count = sizeof aspects / sizeof *aspects
    };
    struct rng rng = rng_make("tilts and aspects");
    for (int shape = 0; shape < aspect_count * aspect_count * aspect_count; ++shape) {
        const struct buoy_shape box = {
            BUOY_SHAPE_BOX,
            {(float)(aspects[shape % aspect_count] * rng_between(&rng, 1.0, 1.1)),
             (float)(aspects[shape / aspect_count % aspect_count] * rng_between(&rng, 1.0, 1.1)),
             (float)(aspects[shape / aspect_count / aspect_count] * rng_between(&rng, 1.0, 1.1))}};
        for (int t = 0; t < tilt_count * tilt_count; ++t) {
            const double theta = tilts[t % tilt_count], phi = tilts[t / tilt_count];
            const double n[3] = {cos(theta) * cos(phi), sin(theta) * cos(phi), sin(phi)};
            const size_t up = rng_below(&rng, 3);
            questions[t] = (struct shape_question){
                box,
                {{(float)n[(3 - up) % 3], (float)n[(4 - up) % 3], (float)n[(5 - up) % 3]}, 0.0f}};
            double low, high;
            shape_extent(questions[t], &low, &high);
            questions[t].plane.d = (float)(high * rng_between(&rng, -1.0, 1.0));
        }
        ask_exact(box, 0, tilt_count * tilt_count);
        check_answers("what exact arithmetic says at this tilt", tilt_count * tilt_count);
    }
}

TEST(boxes_closed_forms) {
    static const struct {
        struct shape_question question;
        struct buoy_volume answer;
    } cases[] = {
        // Level: the part below z = d of a 2 × 4 × 6 box.
        {{{BUOY_SHAPE_BOX, {1, 2, 3}}, {{0, 0, 1}, 1}}, {32, {0, 0, -1}}},
        {{{BUOY_SHAPE_BOX, {1, 2, 3}}, {{0, 0, -5}, -5}}, {16, {0, 0, 2}}},
        {{{BUOY_SHAPE_BOX, {1, 2, 3}}, {{2, 0, 0}, -1}}, {12, {-0.75, 0, 0}}},
        // Along an edge: the wedge x + y < −1 of a cube of side 2 is half a unit square.
        {{{BUOY_SHAPE_BOX, {1, 1, 1}}, {{1, 1, 0}, -1}}, {1, {-2.0 / 3.0, -2.0 / 3.0, 0}}},
        {{{BUOY_SHAPE_BOX, {1, 1, 1}}, {{1, 1, 0}, 1}}, {7, {-2.0 / 21.0, -2.0 / 21.0, 0}}},
        {{{BUOY_SHAPE_BOX, {1, 1, 1}}, {{1, 1, 0}, 0}}, {4, {-1.0 / 3.0, -1.0 / 3.0, 0}}},
        // On a corner: the tetrahedron of legs 1, and half of the cube.
        {{{BUOY_SHAPE_BOX, {1, 1, 1}}, {{1, 1, 1}, -2}}, {1.0 / 6.0, {-0.75, -0.75, -0.75}}},
        {{{BUOY_SHAPE_BOX, {1, 1, 1}}, {{1, 1, 1}, 0}},
         {4, {-13.0 / 48.0, -13.0 / 48.0, -13.0 / 48.0}}},
        // Flush with a face, clear of the box, and level through its centre.
        {{{BUOY_SHAPE_BOX, {1, 2, 3}}, {{0, 0, 1}, -3}}, {0, {0, 0, 0}}},
        {{{BUOY_SHAPE_BOX, {1, 2, 3}}, {{0, 0, 1}, 3}}, {48, {0, 0, 0}}},
        {{{BUOY_SHAPE_BOX, {1, 2, 3}}, {{1, -1, 1}, 7}}, {48, {0, 0, 0}}},
        {{{BUOY_SHAPE_BOX, {1, 2, 3}}, {{0, 1, 0}, 0}}, {24, {0, -1, 0}}},
    };
    const size_t count = sizeof cases / sizeof *cases;
    for (size_t i = 0; i < count; ++i) {
        questions[i] = cases[i].question;
        expected[i].volume = cases[i].answer;
    }
    check_answers("the closed form", count);
}

// Nothing is lost at the tilts at which things float. While the water crosses four sides of a box,
// tilted by θ along x and φ along y, and stands T above its bottom at its middle,
//   c = (−hx² tan θ/(3T), −hy² tan φ/(3T), T/2 − hz + (hx² tan² θ + hy² tan² φ)/(6T)):
// each coordinate of c is held to a few roundings of itself, however small the tilt.
TEST(small_arms) {
    static const double tilts[] = {1e-30, 1e-12, 1e-9, 1e-6, 1e-3, 1e-2};
    struct rng rng = rng_make("small arms");
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("box", &i));) {
        for (int k = 0; strcmp(kernel->method->name, "corners") == 0 && k < 1000; ++k) {
            const double theta = tilts[rng_below(&rng, 6)], phi = tilts[rng_below(&rng, 6)];
            const float hx = (float)rng_between(&rng, 1.0, 9.0);
            const float hy = (float)rng_between(&rng, 1.0, 9.0);
            const struct shape_question q = {
                {BUOY_SHAPE_BOX, {hx, hy, 1.0f}},
                {{(float)theta, (float)phi, 1.0f}, (float)rng_between(&rng, -0.8, 0.0)}};
            const struct shape_answer answer = ask_shape(kernel, q);
            const double *c = answer.volume.centre;
            const double t = 1.0 + (double)q.plane.d, x = (double)hx * (double)q.plane.normal[0];
            const double y = (double)hy * (double)q.plane.normal[1];
            const double arm_x = -(double)hx * x / (3.0 * t), arm_y = -(double)hy * y / (3.0 * t);
            const double most = 32.0 * 0x1p-24; // relative
            if (!(fabs(c[0] - arm_x) <= most * fabs(arm_x) &&
                  fabs(c[1] - arm_y) <= most * fabs(arm_y))) {
                print_error("expected c = (%.9g, %.9g)\n", arm_x, arm_y);
                fail_shape(kernel, "a small tilt's arm must be right to its last digits", q,
                           answer);
            }
        }
    }
}
