// The published listing, in float and in double: every way a triangle can meet the water, guards
// that do not depend on scale, digits kept on barely wet bodies, and memory used as declared.
#include <float.h>

#include "body.h"
#include "dispatch/methods.h"
#include "exact.h"
#include "guard.h"
#include "mesh/mesh.h"
#include "rng.h"
#include "test.h"

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

// A tetrahedron's volume is a sixth of a product of three differences of points. Each is off by up
// to 4 units u of the diagonal, a clipped point's by twice that, products and sums round by 6 more:
// at most 20 u of the triangle's area times the diagonal. All areas make κ V_total; the n errors
// are as often one way as the other and add up to 20 u κ V_total / √n, n roundings of sums of up to
// a third of κ V_total to √n / 6. Heights err together for one reason only, the rounding of the
// plane's offset, which with 4 u of the diagonal over half of the area is 2 u κ V_total. First
// moments are off by that over a diagonal, times 2 for their own roundings.
static double volume_bound(const struct listing *listing, const struct buoy_mesh *mesh) {
    const struct buoy_mesh_info info = mesh_info(mesh);
    const double sqrt_n = sqrt((double)info.triangle_count);
    return listing->unit * info.conditioning * fabs(info.volume) * (2 + 20 / sqrt_n + sqrt_n / 6);
}

static void expect_exact(const struct listing *listing, const struct buoy_mesh *mesh,
                         struct buoy_plane plane, struct buoy_volume exact) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    const struct buoy_volume got = ask(listing, mesh, plane);
    const double bound = volume_bound(listing, mesh);
    const double off =
        fmax(fabs(got.centre[0] - exact.centre[0]),
             fmax(fabs(got.centre[1] - exact.centre[1]), fabs(got.centre[2] - exact.centre[2])));
    const double given_up = fabs(exact.volume) > 2 * bound ? 0 : HUGE_VAL; // then c may be anything
    if (!(fabs(got.volume - exact.volume) <= bound) ||
        !(off * fabs(exact.volume) <= 2 * bound * info.diagonal + given_up)) {
        fail_msg("%s, plane (%.9g %.9g %.9g) d %.9g: volume %.17g at (%.17g %.17g %.17g), exact "
                 "%.17g at (%.17g %.17g %.17g), bound %.3g",
                 listing->name, (double)plane.normal[0], (double)plane.normal[1],
                 (double)plane.normal[2], (double)plane.d, got.volume, got.centre[0], got.centre[1],
                 got.centre[2], exact.volume, exact.centre[0], exact.centre[1], exact.centre[2],
                 bound);
    }
}

static void expect_exact_on_all(const struct buoy_mesh *mesh, const struct buoy_exact *reference,
                                struct buoy_plane plane) {
    struct buoy_volume exact;
    buoy_exact_volume(reference, &plane, &exact);
    for (int k = 0; k < LISTINGS; ++k) {
        expect_exact(&listings[k], mesh, plane, exact);
    }
}

// The heights of a corner tetrahedron's four vertices can be anything, and fix the plane. Going
// through all of some values, with each corner of each face coming first, meets every category and
// clip case with every corner the odd one out, and corners on the water.
TEST(all_ways_to_meet_the_water) {
    static const int heights[] = {-3, -1, 0, 1, 2};
    enum {
        VALUES = sizeof heights / sizeof *heights
    };
    for (int first = 0; first < 3; ++first) {
        struct body body = body_corner(1, 1, 1);
        for (size_t t = 0; t < body.triangle_count; ++t) {
            const uint32_t *i = &body.indices[3 * t];
            const uint32_t turned[3] = {i[first], i[(first + 1) % 3], i[(first + 2) % 3]};
            memcpy(&body.indices[3 * t], turned, sizeof turned);
        }
        struct buoy_mesh *mesh = body_mesh(&body, 0);
        struct buoy_exact *exact = buoy_exact_create(mesh);
        assert_non_null(exact);
        for (int code = 0; code < VALUES * VALUES * VALUES * VALUES; ++code) {
            int h[4];
            for (int i = 0, rest = code; i < 4; ++i, rest /= VALUES) {
                h[i] = heights[rest % VALUES];
            }
            const struct buoy_plane plane = {
                {(float)(h[1] - h[0]), (float)(h[2] - h[0]), (float)(h[3] - h[0])}, (float)-h[0]};
            if (plane.normal[0] != 0 || plane.normal[1] != 0 || plane.normal[2] != 0) {
                expect_exact_on_all(mesh, exact, plane);
            }
        }
        buoy_exact_destroy(exact);
    }
}

TEST(concave_bodies_in_any_pose) {
    struct rng rng = rng_make("concave_bodies_in_any_pose");
    for (int i = 0; i < 30; ++i) {
        struct buoy_mesh *mesh = mesh_of(body_bipyramid(&rng, 3 + rng_below(&rng, 40)), 0);
        struct buoy_exact *exact = buoy_exact_create(mesh);
        assert_non_null(exact);
        for (int k = 0; k < 30; ++k) {
            expect_exact_on_all(mesh, exact, rng_plane(&rng, mesh));
        }
        buoy_exact_destroy(exact);
    }
}

// Where the vertices lie costs nothing but their own digits, which the exact answer lacks as well.
TEST(far_from_the_origin) {
    struct rng rng = rng_make("far_from_the_origin");
    for (int power = 0; power <= 6; ++power) {
        const double distance = pow(10, power);
        struct body body = body_bipyramid(&rng, 6);
        body_move(&body, (const double[3]){0.0003 * distance, -0.004 * distance, 0.6 * distance});
        struct buoy_mesh *mesh = body_mesh(&body, 0);
        struct buoy_exact *reference = buoy_exact_create(mesh);
        assert_non_null(reference);
        for (int i = 0; i < 20; ++i) {
            const struct buoy_plane plane = rng_plane(&rng, mesh);
            struct buoy_volume exact;
            buoy_exact_volume(reference, &plane, &exact);
            for (int k = 0; k < LISTINGS; ++k) {
                const double off = fabs(ask(&listings[k], mesh, plane).volume - exact.volume);
                assert_true(off <= volume_bound(&listings[k], mesh));
            }
        }
        buoy_exact_destroy(reference);
    }
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
    struct buoy_exact *exact = buoy_exact_create(mesh);
    assert_non_null(exact);
    const struct buoy_plane plane = {{0.02f, -0.03f, 1}, -0.1f};
    for (int k = 0; k < LISTINGS; ++k) {
        assert_true(ask(&listings[k], mesh, plane).volume < 0);
    }
    expect_exact_on_all(mesh, exact, plane);
    buoy_exact_destroy(exact);
}

// A tip of the share t of a corner's edges keeps all digits but those that t costs: the apex, edges
// and heights around it are differences of coordinates of size 1, off by some 4 u each, in a volume
// that is a product of three lengths of size t. An apex under the body's centre would lose t again
// for each face.
TEST(tips_keep_their_digits) {
    struct rng rng = rng_make("tips_keep_their_digits");
    for (int i = 0; i < 100; ++i) {
        const double x = rng_between(&rng, 0.5, 1), y = rng_between(&rng, 0.5, 1);
        struct body corner = body_corner((float)x, (float)y, 1);
        body_move(&corner,
                  (const double[3]){rng_between(&rng, -1, 1), rng_between(&rng, -1, 1), 0});
        struct buoy_mesh *mesh = body_mesh(&corner, 0);
        struct buoy_exact *reference = buoy_exact_create(mesh);
        assert_non_null(reference);
        for (int k = 0; k < LISTINGS; ++k) {
            const double least = 2 * cbrt(listings[k].least_volume);
            const double t = least * pow(0.5 / least, rng_between(&rng, 0, 1));
            const double tip = (double)corner.positions[0] / x + (double)corner.positions[1] / y;
            const struct buoy_plane plane = {{(float)(1 / x), (float)(1 / y), 1}, (float)(tip + t)};
            struct buoy_volume exact;
            buoy_exact_volume(reference, &plane, &exact);
            const double off = fabs(ask(&listings[k], mesh, plane).volume / exact.volume - 1);
            const double depth = cbrt(6 * exact.volume / (x * y));
            if (!(off <= 36 * listings[k].unit / depth)) {
                fail_msg("%s off by %.3g at a depth of %.3g", listings[k].name, off, depth);
            }
        }
        buoy_exact_destroy(reference);
    }
}

// ---------------------------------------------------------------------------------- guards

static const double sizes[] = {1e-6, 1e-3, 1, 1e3, 1e6};

// A body of any size floats alike: by a power of two, to the bit.
TEST(powers_of_two_in_size) {
    struct rng rng = rng_make("powers_of_two_in_size");
    struct body body = body_bipyramid(&rng, 12);
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    for (int exponent = -20; exponent <= 20; exponent += 5) {
        const double size = ldexp(1, exponent);
        struct body other = body_copy(&body);
        body_scale(&other, size);
        struct buoy_mesh *scaled = body_mesh(&other, 0);
        for (int i = 0; i < 10; ++i) {
            struct buoy_plane plane = rng_plane(&rng, mesh);
            for (int k = 0; k < LISTINGS; ++k) {
                struct buoy_volume v = ask(&listings[k], mesh, plane);
                v = (struct buoy_volume){
                    v.volume * size * size * size,
                    {v.centre[0] * size, v.centre[1] * size, v.centre[2] * size}};
                struct buoy_plane far_plane = plane;
                far_plane.d *= (float)size;
                const struct buoy_volume w = ask(&listings[k], scaled, far_plane);
                assert_memory_equal(&v, &w, sizeof v);
            }
        }
    }
}

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
            const double slack = 36 * listings[k].unit / (2 * t); // as for tips above
            assert_true(fabs(v.volume / expected - 1) <= slack);
        }
    }
}
