// S. Celis's program as published: exact where its article assumes so, and wrong elsewhere in the
// two ways that scalar/published/boxes.c names.
#include "buoyancy_kernels.h"
#include "buoyancy_shapes.h"
#include "rng.h"
#include "test.h"

static const struct buoy_shape unit_cube = {BUOY_SHAPE_BOX, {0.5f, 0.5f, 0.5f}};

static double ask(const char *kernel, struct buoy_shape box, struct buoy_plane plane) {
    struct buoy_volume answer;
    const struct buoy_shapes_query query = {
        .shapes = &box, .planes = &plane, .count = 1, .kernel = buoy_kernel_find(kernel)};
    assert_int_equal(buoy_shapes_compute(&query, &answer, NULL), BUOY_OK);
    return answer.volume;
}

static double celis(struct buoy_shape box, struct buoy_plane plane) {
    return ask("box/celis/scalar", box, plane);
}

static double truth(struct buoy_shape box, struct buoy_plane plane) {
    return ask("box/corners/scalar", box, plane);
}

// A plane through a point of the cube from (0, 0, 0) to (1, 1, 1), as the article has it.
static struct buoy_plane through(double x, double y, double z, float a, float b, float c) {
    const double d = a * (x - 0.5) + b * (y - 0.5) + c * (z - 0.5);
    return (struct buoy_plane){{a, b, c}, (float)d};
}

// All components positive: the whole of the article's promise.
TEST(positive) {
    struct rng rng = rng_make("celis positive");
    for (int k = 0; k < 2000; ++k) {
        struct buoy_shape box = {.kind = BUOY_SHAPE_BOX};
        struct buoy_plane plane = {{0.0f, 0.0f, 0.0f}, 0.0f};
        double reach = 0.0, whole = 8.0;
        for (int i = 0; i < 3; ++i) {
            box.size[i] = (float)rng_between(&rng, 0.5, 2.0);
            plane.normal[i] = (float)rng_between(&rng, 0.05, 1.0);
            reach += (double)box.size[i] * plane.normal[i];
            whole *= box.size[i];
        }
        plane.d = (float)(reach * rng_between(&rng, -1.1, 1.1));
        assert_true(fabs(celis(box, plane) - truth(box, plane)) <= 1e-6 * whole);
    }
}

// Upright, in any direction that is positive.
TEST(upright) {
    for (int i = 0; i < 3; ++i) {
        struct buoy_plane plane = {{0.0f, 0.0f, 0.0f}, 0.0f};
        plane.normal[i] = 2.0f;
        for (int k = -3; k <= 3; ++k) {
            plane.d = (float)k / 3.0f;
            assert_true(fabs(celis(unit_cube, plane) - (k + 3) / 6.0) < 1e-7);
        }
    }
}

// A normal with one component 0: the corner cut off at e3 comes back once the water is above it,
// whichever axis lies in the water. The second example leaves what is possible.
TEST(zero_component) {
    const struct buoy_plane plane = through(0.7, 0.5, 0.5, 1.0f, 0.0f, 0.5f);
    assert_true(fabs(celis(unit_cube, plane) - 0.9025) < 1e-6);
    assert_true(fabs(truth(unit_cube, plane) - 0.70) < 1e-6);
    // The program puts the axis without slope second: here, too, 0.5 comes last ...
    assert_true(fabs(celis(unit_cube, through(0.5, 0.7, 0.5, 0.0f, 1.0f, 0.5f)) - 0.9025) < 1e-6);
    assert_true(fabs(celis(unit_cube, through(0.7, 0.5, 0.5, 1.0f, 0.5f, 0.0f)) - 0.9025) < 1e-6);
    // ... and here 1 does, which is not yet covered.
    assert_true(fabs(celis(unit_cube, through(0.5, 0.5, 0.7, 0.5f, 0.0f, 1.0f)) - 0.7) < 1e-6);
    assert_true(fabs(celis(unit_cube, through(0.5, 0.5, 0.7, 0.0f, 0.5f, 1.0f)) - 0.7) < 1e-6);
    assert_true(celis(unit_cube, through(0.7, 0.5, 0.5, 1.0f, 0.0f, 0.001f)) == 1.0);
}

// Components of 2^-100 of the largest count, at the price of all digits; smaller ones do not.
TEST(next_to_nothing) {
    const struct buoy_plane flat = through(0.7, 0.5, 0.5, 1.0f, 0x0.ffp-100f, 0.5f);
    const struct buoy_plane tilted = through(0.7, 0.5, 0.5, 1.0f, 0x1p-100f, 0.5f);
    assert_true(fabs(celis(unit_cube, flat) - 0.9025) < 1e-6);
    assert_false(fabs(celis(unit_cube, tilted) - 0.9025) < 1e-6);
}

// A negative component is as if the water were lower by as much: the cube was not mirrored.
TEST(negative) {
    struct rng rng = rng_make("celis negative");
    double worst = 0.0;
    for (int k = 0; k < 2000; ++k) {
        struct buoy_plane plane = {{0.0f, 0.0f, 0.0f}, (float)rng_between(&rng, -0.5, 0.5)};
        double lower = 0.0;
        for (int i = 0; i < 3; ++i) {
            const float n = (float)rng_between(&rng, 0.05, 1.0);
            const bool negative = rng_below(&rng, 2) == 1;
            plane.normal[i] = negative ? -n : n;
            lower += negative ? n : 0.0;
        }
        const double got = celis(unit_cube, plane);
        worst = fmax(worst, fabs(got - truth(unit_cube, plane)));
        plane.d = (float)(plane.d - lower);
        assert_true(fabs(got - truth(unit_cube, plane)) <= 1e-6);
    }
    assert_true(worst > 0.5);
}

// Never less than nothing or more than the box, and without a centroid of its own: the box's.
TEST(possible) {
    static const float sizes[] = {0.0f, 1e-45f, 1e-30f, 1e-9f, 1e-3f, 1.0f, -1e-9f, -1.0f, 3e38f};
    enum {
        count = sizeof sizes / sizeof *sizes
    };
    struct rng rng = rng_make("celis possible");
    for (int k = 0; k < count * count * count; ++k) {
        const struct buoy_plane plane = {
            {sizes[k % count], sizes[k / count % count], sizes[k / count / count]},
            (float)(rng_between(&rng, -2.0, 2.0) * (k % 2 ? 1.0 : 1e30))};
        if (plane.normal[0] != 0.0f || plane.normal[1] != 0.0f || plane.normal[2] != 0.0f) {
            struct buoy_volume answer;
            const struct buoy_shapes_query query = {.shapes = &unit_cube,
                                                    .planes = &plane,
                                                    .count = 1,
                                                    .kernel = buoy_kernel_find("box/celis/scalar")};
            assert_int_equal(buoy_shapes_compute(&query, &answer, NULL), BUOY_OK);
            assert_true(answer.volume >= 0.0 && answer.volume <= 1.0);
            for (int i = 0; i < 3; ++i) {
                assert_true(answer.centre[i] == 0.0);
            }
        }
    }
}
