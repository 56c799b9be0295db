// The edges of the `shapes` family: its refusals, and possible answers for all finite input.
#include <float.h>

#include "buoyancy_kernels.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "mesh/kinds.h"
#include "rng.h"
#include "shapes.h"
#include "test.h"

static enum buoy_shape_kind first_kind(unsigned kinds) {
    unsigned kind = 0;
    while (!(kinds >> kind & 1u)) {
        ++kind;
    }
    return (enum buoy_shape_kind)kind;
}

// ------------------------------------------------------------------------------- refusals

enum {
    crowd = 70 // more than a portion of any kernel, and no whole number of vectors
};

// One wrong question among good ones, wherever it stands: refused, with NaN for its results alone.
static void check_refused(const struct buoy_kernel *kernel, struct shape_question wrong,
                          const char *words) {
    struct buoy_shape shapes[crowd];
    struct buoy_plane planes[crowd];
    struct buoy_volume results[crowd];
    struct buoy_shape_surface surfaces[crowd];
    for (size_t at = 0; at < crowd; at += at < 20 ? 1 : 7) {
        char place[40];
        struct buoy_error error;
        for (size_t i = 0; i < crowd; ++i) {
            shapes[i] = (struct buoy_shape){first_kind(shapes_kinds_of(kernel)), {1, 2, 3}};
            planes[i] = (struct buoy_plane){{0, 0, 1}, 0};
        }
        shapes[at] = wrong.shape;
        planes[at] = wrong.plane;
        memset(results, 0, sizeof results);
        memset(surfaces, 0, sizeof surfaces);
        const struct buoy_shapes_query query = {.shapes = shapes,
                                                .planes = planes,
                                                .count = crowd,
                                                .surfaces = surfaces,
                                                .kernel = kernel};
        const enum buoy_status got = buoy_shapes_compute(&query, results, &error);
        snprintf(place, sizeof place, " %zu", at);
        FAIL_IF(got != BUOY_ERROR_ELEMENT || error.status != got || !strstr(error.message, place) ||
                    !strstr(error.message, words),
                "%s: question %zu is wrong: '%s', %s", kernel->id, at, buoy_status_text(got),
                error.message);
        for (size_t i = 0; i < crowd; ++i) {
            double numbers[15];
            memcpy(numbers, &results[i], sizeof results[i]);
            memcpy(numbers + 4, &surfaces[i], sizeof surfaces[i]);
            for (int k = 0; k < 15; ++k) {
                assert_true(!isnan(numbers[k]) == (i != at));
            }
        }
    }
}

// Every number of a question wrong in turn.
static void check_numbers(const struct buoy_kernel *kernel, struct shape_question good) {
    static const float wrong[] = {NAN, INFINITY, -INFINITY}, flat[] = {0.0f, -0.0f, -1e-30f, -1.0f};
    const int sizes = buoy_kind_sizes(good.shape.kind);
    for (int w = 0; w < 3; ++w) {
        for (int i = 0; i < 4; ++i) {
            struct shape_question q = good;
            *(i < 3 ? &q.plane.normal[i] : &q.plane.d) = wrong[w];
            check_refused(kernel, q, "plane");
        }
        for (int i = 0; i < sizes; ++i) {
            struct shape_question q = good;
            q.shape.size[i] = wrong[w];
            check_refused(kernel, q, "must be finite");
        }
    }
    for (int w = 0; w < 4; ++w) {
        for (int i = 0; i < sizes; ++i) {
            struct shape_question q = good;
            q.shape.size[i] = flat[w];
            if (buoy_kind_of(&q.shape) == good.shape.kind) {
                check_refused(kernel, q, "must be above 0");
            }
        }
    }
    struct shape_question no_normal = good;
    no_normal.plane = (struct buoy_plane){{0.0f, -0.0f, 0.0f}, 1.0f};
    check_refused(kernel, no_normal, "normal");
}

// A capsule without a straight part is a sphere, bit for bit, also among others, for every kernel
// that answers spheres; the capsules' own does not.
TEST(capsule_without_length) {
    const struct buoy_shape balls[3] = {{BUOY_SHAPE_CAPSULE, {1.5f, 0.0f, 7.0f}},
                                        {BUOY_SHAPE_CAPSULE, {1.5f, 0.5f, 7.0f}},
                                        {BUOY_SHAPE_CAPSULE, {1.5f, -0.0f, 7.0f}}};
    struct buoy_shape spheres[3] = {balls[0], balls[1], balls[2]};
    const struct buoy_plane plane = {{0.5f, 1.0f, 2.0f}, 0.25f}, planes[3] = {plane, plane, plane};
    spheres[0].kind = spheres[2].kind = BUOY_SHAPE_SPHERE;
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("shapes", &i));) {
        struct buoy_volume as_balls[3], as_spheres[3];
        struct buoy_shape_surface balls_wet[3], spheres_wet[3];
        const bool mixed = kernel->method->shapes.kinds == BUOY_KINDS;
        const size_t count = mixed ? 3 : 1;
        struct buoy_shapes_query query = {
            .shapes = balls, .planes = planes, .count = count, .surfaces = balls_wet};
        struct buoy_error error;
        if (!buoy_kinds_have(kernel->method->shapes.kinds, &balls[0])) {
            query.kernel = kernel;
            assert_int_equal(buoy_shapes_compute(&query, as_balls, &error), BUOY_ERROR_ELEMENT);
            assert_true(kernel->method->shapes.kinds != BUOY_KIND(BUOY_SHAPE_CAPSULE) ||
                        strstr(error.message, "a capsule of half length 0, a sphere"));
            continue;
        }
        query.kernel = kernel;
        assert_int_equal(buoy_shapes_compute(&query, as_balls, &error), BUOY_OK);
        query.shapes = spheres;
        query.surfaces = spheres_wet;
        query.kernel = kernel;
        assert_int_equal(buoy_shapes_compute(&query, as_spheres, &error), BUOY_OK);
        assert_memory_equal(as_balls, as_spheres, count * sizeof *as_balls);
        assert_memory_equal(balls_wet, spheres_wet, count * sizeof *balls_wet);
    }
    struct buoy_shape_info ball, sphere;
    assert_int_equal(buoy_shape_get_info(&balls[0], &ball, NULL), BUOY_OK);
    assert_int_equal(buoy_shape_get_info(&spheres[0], &sphere, NULL), BUOY_OK);
    assert_memory_equal(&ball, &sphere, sizeof ball);
}

TEST(wrong_questions) {
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("shapes", &i));) {
        for (int kind = 0; kind < BUOY_SHAPE_MESH; ++kind) {
            const struct shape_question q = {{(enum buoy_shape_kind)kind, {1, 2, 3}},
                                             {{1, 2, 3}, 4}};
            if (buoy_kinds_have(shapes_kinds_of(kernel), &q.shape)) {
                check_numbers(kernel, q);
            } else {
                check_refused(kernel, q, buoy_kind_name(q.shape.kind));
            }
        }
        const struct shape_question mesh = {{BUOY_SHAPE_MESH, {1, 2, 3}}, {{1, 2, 3}, 4}};
        check_refused(kernel, mesh, "mesh");
        struct shape_question none = mesh;
        const uint32_t bits = 4000000000u;
        memcpy(&none.shape.kind, &bits, sizeof bits);
        check_refused(kernel, none, "4000000000");
    }
}

// What a kind does not use may be anything.
TEST(unused_sizes) {
    static const float any[] = {0.0f, -1.0f, NAN, INFINITY, FLT_MAX};
    const struct buoy_kernel *kernel;
    struct rng rng = rng_make("unused sizes");
    for (size_t i = 0; (kernel = next_kernel("shapes", &i));) {
        for (int k = 0; k < 50; ++k) {
            const struct shape_question q = shape_question_make(&rng, shapes_kinds_of(kernel));
            struct shape_question other = q;
            for (int s = buoy_kind_sizes(q.shape.kind); s < 3; ++s) {
                other.shape.size[s] = any[rng_below(&rng, 5)];
            }
            expect_same_shape(kernel, "unused sizes do not count", q, ask_shape(kernel, other),
                              ask_shape(kernel, q));
        }
    }
}

// A flat face is tilted by so little, and lies so near the water, that roundings decide how much of
// it is wet: the reference and the kernels agree within both bounds, which are wide there alone.
static struct shape_question almost_flush(struct rng *rng, unsigned kinds) {
    struct shape_question q;
    do {
        q = shape_question_make(rng, kinds);
    } while (q.shape.kind != BUOY_SHAPE_BOX && q.shape.kind != BUOY_SHAPE_CYLINDER &&
             q.shape.kind != BUOY_SHAPE_CONE);
    const bool cone = q.shape.kind == BUOY_SHAPE_CONE;
    const size_t axis = q.shape.kind == BUOY_SHAPE_BOX ? rng_below(rng, 3) : 2;
    const float away = rng_below(rng, 2) ? 1.0f : -1.0f; // the face's side
    const float half = q.shape.size[q.shape.kind == BUOY_SHAPE_BOX ? axis : 1];
    const float up = rng_below(rng, 2) ? 1.0f : -1.0f;
    for (size_t i = 0; i < 3; ++i) {
        q.plane.normal[i] =
            (float)(rng_between(rng, -1.0, 1.0) * exp2(-rng_between(rng, 16.0, 60.0)));
    }
    q.plane.normal[axis] = up;
    q.plane.d = up * (cone ? -half : away * half);
    return q;
}

TEST(almost_flush) {
    const struct buoy_kernel *reference = buoy_kernel_find("shapes/reference/scalar"), *kernel;
    struct rng rng = rng_make("almost flush");
    const unsigned flat = 1u << BUOY_SHAPE_BOX | 1u << BUOY_SHAPE_CYLINDER | 1u << BUOY_SHAPE_CONE;
    for (size_t i = 0; (kernel = next_kernel("shapes", &i));) {
        const unsigned kinds = shapes_kinds_of(kernel) & flat;
        for (int k = 0; kinds && k < 100; ++k) {
            struct shape_question q = almost_flush(&rng, kinds);
            struct buoy_shapes_bounds bounds;
            const struct shape_answer truth = ask_shape(reference, q), got = ask_shape(kernel, q);
            expect_shape_surface(kernel, "the reference's, of faces that are almost flush", q, got,
                                 truth, 2.0);
            q.plane.d = (1.0f - 0x1p-20f) * q.plane.d; // by far enough
            for (size_t axis = 0; axis < 3; ++axis) {
                q.plane.normal[axis] = roundf(q.plane.normal[axis]);
            }
            kernel->method->shapes.bounds(&q.shape, &q.plane, &bounds);
            assert_true(bounds.wetted_area <= 1.1e-7 && bounds.waterplane <= 1.1e-7);
        }
    }
}

// buoy_shapes_compute() is shapes/auto/best.
TEST(auto) {
    struct rng rng = rng_make("auto");
    const struct buoy_kernel *kernel = buoy_kernel_find("shapes/auto/best");
    for (int i = 0; i < 100; ++i) {
        const struct shape_question q = shape_question_make(&rng, BUOY_KINDS);
        struct shape_answer expected = ask_shape(kernel, q), got = expected;
        assert_int_equal(
            buoy_shapes_compute(
                &(struct buoy_shapes_query){.shapes = &q.shape, .planes = &q.plane, .count = 1},
                &got.volume, NULL),
            BUOY_OK);
        expect_same_shape(kernel, "what buoy_shapes_compute() says", q, got, expected);
    }
    const struct shape_question wrong = {{BUOY_SHAPE_SPHERE, {-1, 0, 0}}, {{0, 0, 1}, 0}};
    struct buoy_volume volume = {0.0, {0.0, 0.0, 0.0}};
    struct buoy_error error;
    assert_int_equal(
        buoy_shapes_compute(
            &(struct buoy_shapes_query){.shapes = &wrong.shape, .planes = &wrong.plane, .count = 1},
            &volume, &error),
        BUOY_ERROR_ELEMENT);
    assert_string_equal(error.message,
                        "shape 0: size[0] of a sphere is -1: must be above 0 (1 of 1 failed)");
    assert_true(isnan(volume.volume) && isnan(volume.centre[2]));
}

// -------------------------------------------------------------------------------- properties

// Properties of shapes of every kind, known to the kernels or not, against closed forms.
TEST(info) {
    const double pi = 3.14159265358979323846;
    const struct {
        struct buoy_shape shape;
        struct buoy_shape_info info;
    } cases[] = {
        {{BUOY_SHAPE_BOX, {1, 2, 3}}, {48, 88, {1, 2, 3}, {0, 0, 0}, {16, 64, 144}}},
        {{BUOY_SHAPE_SPHERE, {2, 9, 9}},
         {32 * pi / 3,
          16 * pi,
          {2, 2, 2},
          {0, 0, 0},
          {128 * pi / 15, 128 * pi / 15, 128 * pi / 15}}},
        {{BUOY_SHAPE_ELLIPSOID, {2, 2, 2}},
         {32 * pi / 3,
          16 * pi,
          {2, 2, 2},
          {0, 0, 0},
          {128 * pi / 15, 128 * pi / 15, 128 * pi / 15}}},
        // A capsule is a cylinder of 2π, and a ball of 4π/3.
        {{BUOY_SHAPE_CAPSULE, {1, 1, 0}},
         {10 * pi / 3,
          8 * pi,
          {1, 1, 2},
          {0, 0, 0},
          {pi / 2 + 4 * pi / 15, pi / 2 + 4 * pi / 15, 2 * pi / 3 + 4 * pi / 3 * 1.95}}},
        {{BUOY_SHAPE_CYLINDER, {2, 3, 0}},
         {24 * pi, 32 * pi, {2, 2, 3}, {0, 0, 0}, {24 * pi, 24 * pi, 72 * pi}}},
        // 3, 4, 5: a slant height of 5.
        {{BUOY_SHAPE_CONE, {3, 2, 0}},
         {12 * pi, 24 * pi, {3, 3, 2}, {0, 0, -1}, {16.2 * pi, 16.2 * pi, 7.2 * pi}}},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c) {
        struct buoy_shape_info info;
        double got[11], expected[11];
        _Static_assert(sizeof got == sizeof info, "doubles alone");
        assert_int_equal(buoy_shape_get_info(&cases[c].shape, &info, NULL), BUOY_OK);
        memcpy(got, &info, sizeof got);
        memcpy(expected, &cases[c].info, sizeof expected);
        for (int i = 0; i < 11; ++i) {
            FAIL_IF(!(fabs(got[i] - expected[i]) <= 1e-14 * fabs(expected[i])),
                    "a %s: number %d is %.17g, not %.17g", buoy_kind_name(cases[c].shape.kind), i,
                    got[i], expected[i]);
        }
    }
    const struct buoy_shape wrong[] = {{BUOY_SHAPE_MESH, {1, 1, 1}},
                                       {BUOY_SHAPE_CONE, {1, -1, 1}},
                                       {BUOY_SHAPE_CONE, {NAN, 1, 1}}};
    struct buoy_shape_info untouched = {.volume = -7.0};
    struct buoy_error error;
    assert_int_equal(buoy_shape_get_info(&wrong[0], &untouched, &error), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_shape_get_info(&wrong[1], &untouched, &error), BUOY_ERROR_ARGUMENT);
    assert_string_equal(error.message, "shape 0: size[1] of a cone is -1: must be above 0");
    assert_int_equal(buoy_shape_get_info(&wrong[2], &untouched, &error), BUOY_ERROR_NON_FINITE);
    assert_int_equal(buoy_shape_get_info(NULL, &untouched, &error), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_shape_get_info(&wrong[0], NULL, &error), BUOY_ERROR_ARGUMENT);
    assert_true(untouched.volume == -7.0);
}

// ------------------------------------------------------------------------------- extremes

// The answer to any query is possible (shapes.h), hence a number.
TEST(any_bits) {
    struct rng rng = rng_make("any bits");
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("shapes", &i));) {
        for (size_t k = 0; k < 4000; ++k) {
            struct shape_question q = shape_question_make(&rng, shapes_kinds_of(kernel));
            double low, high;
            for (int s = 0; s < 3; ++s) {
                q.shape.size[s] = fabsf(rng_finite(&rng));
                q.plane.normal[s] = rng_finite(&rng);
            }
            q.plane.d = rng_finite(&rng);
            shape_extent(q, &low, &high);
            if (k % 2 && high < (double)FLT_MAX && low > -(double)FLT_MAX) {
                q.plane.d = (float)rng_between(&rng, low, high);
            }
            if (buoy_shape_is_valid(&q.shape)) {
                ask_shape(kernel, q);
            }
        }
    }
}

// A wholly submerged shape has its whole volume and surface, and its centroid; a dry one nothing.
TEST(submerged) {
    struct rng rng = rng_make("submerged");
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("shapes", &i));) {
        for (size_t k = 0; k < 300; ++k) {
            struct shape_question q = shape_question_make(&rng, shapes_kinds_of(kernel));
            const struct buoy_shape_info info = shape_info(q);
            double low, high;
            shape_extent(q, &low, &high);
            q.plane.d = nextafterf((float)high, INFINITY);
            struct shape_answer got = ask_shape(kernel, q), expected = got;
            expected.volume.volume = info.volume;
            expected.surface = (struct buoy_shape_surface){.wetted_area = info.area};
            memcpy(expected.volume.centre, info.centroid, sizeof info.centroid);
            if (got.volume.volume != info.volume) {
                fail_shape(kernel, "a submerged shape has its whole volume, rounded once", q, got);
            }
            expect_shape(kernel, "a submerged shape is all of it", q, got, expected, 1.0);
            expect_shape_surface(kernel, "a submerged shape is all wetted", q, got, expected, 1.0);
            q.plane.d = nextafterf((float)low, -INFINITY);
            const struct shape_answer nothing = {.volume = {0.0, {0.0, 0.0, 0.0}}};
            expect_same_shape(kernel, "a dry shape is nothing", q, ask_shape(kernel, q), nothing);
        }
    }
}

// The least that is wet: a plane a float's step, and then more, inside the shape.
TEST(barely_wet) {
    struct rng rng = rng_make("barely wet");
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("shapes", &i));) {
        for (int k = 0; k < in_a_hurry(60, 300); ++k) {
            struct shape_question q = shape_question_make(&rng, shapes_kinds_of(kernel));
            double low, high;
            shape_extent(q, &low, &high);
            double least = 0.0;
            float d = (float)low;
            for (int step = 0; step < 40; ++step) {
                d = nextafterf(d, INFINITY);
                q.plane.d = d;
                const struct shape_answer got = ask_shape(kernel, q);
                if (step > 2 && !(got.volume.volume >= least)) {
                    fail_shape(kernel, "a higher level must not wet less", q, got);
                }
                least = got.volume.volume;
            }
            if (!(least > 0.0)) {
                fail_shape(kernel, "forty steps must wet something", q, ask_shape(kernel, q));
            }
        }
    }
}

// Where the water is flush with a flat face, the face may be wet or dry: its share of the surface
// is in the bounds, of both ends where both lie in the water as nearly as doubles tell.
TEST(flush_faces_in_bounds) {
    const struct buoy_shape box = {BUOY_SHAPE_BOX, {1, 2, 3}},
                            cylinder = {BUOY_SHAPE_CYLINDER, {2, 3, 0}},
                            cone = {BUOY_SHAPE_CONE, {2, 3, 0}};
    const double slant =
        sqrt(4.0 + 36.0); // the box's surface is 8 (1·2 + 2·3 + 3·1), a face 4 · 2 · 3
    const struct {
        const struct buoy_shape *shape;
        struct buoy_plane plane;
        double share;
    } rows[] = {
        {&box, {{1, 0, 0}, 1}, 6.0 / 22.0},
        {&box, {{0, 1, 0}, -2}, 3.0 / 22.0},
        {&box, {{0, 0, -1}, 3}, 2.0 / 22.0},
        {&box, {{0, 0, 1}, 2}, 0.0},
        {&cylinder, {{0, 0, 1}, 3}, 2.0 / 16.0},
        {&cylinder, {{0, 0, 1}, -3}, 2.0 / 16.0},
        {&cylinder, {{0, 0, -2}, 6}, 2.0 / 16.0},
        {&cylinder, {{0, 0, 1}, 2}, 0.0},
        {&cone, {{0, 0, 1}, -3}, 2.0 / (2.0 + slant)},
        {&cone, {{0, 0, 1}, 3}, 0.0},
    };
    for (size_t i = 0; i < COUNT_OF(rows); ++i) {
        struct buoy_shapes_bounds bounds;
        buoy_bound_shapes(rows[i].shape, &rows[i].plane, &bounds);
        assert_true(fabs(bounds.wetted_area - rows[i].share) <= 1e-5);
        assert_true(fabs(bounds.waterplane - rows[i].share) <= 1e-5);
    }
}
