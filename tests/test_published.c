// The rivals among kernels as they were published: what of them is exact, and where they are wrong.
#include <float.h>

#include "body.h"
#include "buoyancy_kernels.h"
#include "buoyancy_shapes.h"
#include "dispatch/methods.h"
#include "guard.h"
#include "mesh/mesh.h"
#include "rng.h"
#include "test.h"

// ------------------------------------------------------------------------------------------- catto

// The published listing, in float and in double: guards that do not depend on scale, and negative
// volumes. Tests of all kernels of `volume` hold its answers to its bounds.

struct listing {
    const char *name;
    buoy_volume_function *volume;
    size_t (*scratch_bytes)(const struct buoy_mesh *mesh);
    size_t alignment;
    double unit;         // half a unit in the last place of 1
    double least_volume; // share of the total below which the answer is 0
};

static const struct listing listings[] = {
    {"catto/scalar", buoy_volume_catto_scalar, buoy_volume_catto_scratch_bytes, sizeof(float),
     0.5 * (double)FLT_EPSILON, (double)FLT_EPSILON},
    {"catto/autovec", buoy_volume_catto_autovec, buoy_volume_catto_scratch_bytes, sizeof(float),
     0.5 * (double)FLT_EPSILON, (double)FLT_EPSILON},
    {"catto64/scalar", buoy_volume_catto64_scalar, buoy_volume_catto64_scratch_bytes,
     sizeof(double), 0.5 * DBL_EPSILON, DBL_EPSILON},
};
enum {
    LISTINGS = sizeof listings / sizeof *listings
};

// Asks with scratch memory of just the size declared, a forbidden page behind it.
static struct buoy_volume ask(const struct listing *listing, const struct buoy_mesh *mesh,
                              struct buoy_plane plane) {
    struct guarded scratch =
        guard_make(listing->scratch_bytes(mesh), listing->alignment, GUARD_AFTER);
    const struct buoy_volume_query query = {.mesh = mesh,
                                            .planes = &plane,
                                            .count = 1,
                                            .scratch = scratch.bytes,
                                            .scratch_bytes = scratch.size};
    struct buoy_volume result;
    listing->volume(&query, &result);
    assert_true(guard_is_intact(&scratch));
    guard_free(&scratch);
    return result;
}

// An inward-wound part gives negative volume, and that is no rounding error to be cut off.
TEST(negative_volumes_of_open_meshes) {
    struct rng rng = rng_make("negative_volumes_of_open_meshes");
    struct body cone = body_open_cone(&rng, 9);
    for (size_t t = 0; t < cone.triangle_count; ++t) {
        const uint32_t first = cone.indices[3 * t];
        cone.indices[3 * t] = cone.indices[3 * t + 1];
        cone.indices[3 * t + 1] = first;
    }
    struct buoy_mesh *mesh = body_mesh(&cone, BUOY_MESH_ACCEPT_OPEN);
    const struct buoy_plane plane = {{0.02f, -0.03f, 1}, -0.1f};
    for (int k = 0; k < LISTINGS; ++k) {
        assert_true(ask(&listings[k], mesh, plane).volume < 0);
    }
}

// ---------------------------------------------------------------------------------- guards

static const double sizes[] = {1e-6, 1e-3, 1, 1e3, 1e6};

// A corner standing on its base, half a unit in the last place of 1 of its height under water, is
// dry: that is half of the least depth of its reach that counts, though more than the least volume.
// At sixteen times that the answer is there, with heights off by a unit of those sixteen.
TEST(depth_guard_at_any_size) {
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        const float size = (float)sizes[i];
        struct buoy_mesh *mesh = mesh_of(body_corner(size, size, size), 0);
        for (int k = 0; k < LISTINGS; ++k) {
            struct buoy_plane plane = {{0, 0, 1}, (float)listings[k].unit * size};
            struct buoy_volume v = ask(&listings[k], mesh, plane);
            assert_true(v.volume == 0 && v.centre[0] == mesh->centre[0]);
            plane.d *= 16;
            v = ask(&listings[k], mesh, plane);
            const double base = 0.5 * (double)size * (double)size;
            assert_true(fabs(v.volume / (base * (double)plane.d) - 1) <= 1.0 / 16);
        }
    }
}

// Below x + y + z = t a corner of size 1 keeps t³ of its volume: 0 where that is less than a unit
// in the last place of 1, resolved above.
TEST(volume_guard_at_any_size) {
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        const float size = (float)sizes[i];
        struct buoy_mesh *mesh = mesh_of(body_corner(size, size, size), 0);
        for (int k = 0; k < LISTINGS; ++k) {
            const double t = cbrt(listings[k].least_volume);
            struct buoy_plane plane = {{1, 1, 1}, (float)(t / 2) * size};
            struct buoy_volume v = ask(&listings[k], mesh, plane);
            assert_true(v.volume == 0 && v.centre[0] == mesh->centre[0]);
            plane.d = (float)(t * 2) * size;
            v = ask(&listings[k], mesh, plane);
            const double depth = (double)plane.d, expected = depth * depth * depth / 6;
            // A tip's apex, edges and heights are differences of coordinates of size 1, off by some
            // 4 u each, in a product of three lengths of size 2 t.
            const double slack = 36 * listings[k].unit / (2 * t);
            assert_true(fabs(v.volume / expected - 1) <= slack);
        }
    }
}

// ------------------------------------------------------------------------------------------- celis

// S. Celis's program as published: exact where its article assumes so, and wrong elsewhere in the
// two ways that scalar/published/boxes.c names.

static const struct buoy_shape unit_cube = {BUOY_SHAPE_BOX, {0.5f, 0.5f, 0.5f}};

static double volume_of(const char *kernel, struct buoy_shape box, struct buoy_plane plane) {
    struct buoy_volume answer;
    const struct buoy_shapes_query query = {
        .shapes = &box, .planes = &plane, .count = 1, .kernel = buoy_kernel_find(kernel)};
    assert_int_equal(buoy_shapes_compute(&query, &answer, NULL), BUOY_OK);
    return answer.volume;
}

static double celis(struct buoy_shape box, struct buoy_plane plane) {
    return volume_of("box/celis/scalar", box, plane);
}

static double truth(struct buoy_shape box, struct buoy_plane plane) {
    return volume_of("box/corners/scalar", box, plane);
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
    static const float extremes[] = {0.0f, 1e-45f, 1e-30f, 1e-9f, 1e-3f,
                                     1.0f, -1e-9f, -1.0f,  3e38f};
    enum {
        count = sizeof extremes / sizeof *extremes
    };
    struct rng rng = rng_make("celis possible");
    for (int k = 0; k < count * count * count; ++k) {
        const struct buoy_plane plane = {
            {extremes[k % count], extremes[k / count % count], extremes[k / count / count]},
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
