// The approximations of `volume`: what is exact about them, and that the two sides of the water
// make up the whole.
#include "ask.h"
#include "base/vector.h"
#include "body.h"
#include "buoyancy_kernels.h"
#include "dispatch/registry.h"
#include "exact.h"
#include "exact_of.h"
#include "mesh/mesh.h"
#include "rng.h"
#include "test.h"

#define SPHERES 48

static struct subject about(const char *kernel, struct body *body, const char *name) {
    struct subject subject = {.kernel = buoy_kernel_find(kernel), .body = name};
    assert_non_null(subject.kernel);
    *body = body_builtin(name);
    subject.mesh = body_packed(body, 0, SPHERES);
    return subject;
}

static void expect_near(const struct subject *subject, struct buoy_plane plane,
                        struct buoy_volume expected, double most) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(subject->mesh, &info, NULL);
    const struct buoy_volume got = ask(subject, plane);
    bool near = fabs(got.volume - expected.volume) <= most * info.volume;
    for (int i = 0; i < 3; ++i) {
        near = near && fabs(got.centre[i] - expected.centre[i]) <= most * info.diagonal;
    }
    if (!near) {
        print_error("expected %.17g at (%.17g %.17g %.17g)\n", expected.volume, expected.centre[0],
                    expected.centre[1], expected.centre[2]);
        fail_answer(subject, "an exact case", plane, got);
    }
}

// A box is its own bounding box: as right as box/corners, wherever at least 0.1 % of it is wet.
TEST(boundingbox_of_a_box) {
    struct body body;
    struct subject subject = about("volume/boundingbox/scalar", &body, "builtin:box");
    struct buoy_exact *exact = exact_of(subject.mesh);
    struct rng rng = rng_make("boundingbox of a box");
    for (int k = 0; k < 300; ++k) {
        const struct buoy_plane plane = rng_plane(&rng, subject.mesh);
        struct buoy_volume truth;
        buoy_exact_volume(exact, &plane, &truth);
        if (truth.volume >= 1e-3) {
            expect_near(&subject, plane, truth, 2e-6);
        }
    }
}

// Columns over the lower face of an upright box end at the water; its sides carry none.
TEST(points_of_an_upright_box) {
    struct body body;
    struct subject subject = about("volume/points/scalar", &body, "builtin:box");
    for (int k = 1; k < 16; ++k) {
        const float depth = (float)k / 16.0f;
        const struct buoy_plane plane = {{0.0f, 0.0f, 4.0f}, 4.0f * (depth - 0.5f)};
        const struct buoy_volume expected = {(double)depth, {0.0, 0.0, 0.5 * (double)depth - 0.5}};
        expect_near(&subject, plane, expected, 1e-6);
    }
}

static double worst_of(const char *kernel, const char *name) {
    struct body body;
    struct subject subject = about(kernel, &body, name);
    struct buoy_exact *exact = exact_of(subject.mesh);
    struct buoy_mesh_info info;
    buoy_mesh_get_info(subject.mesh, &info, NULL);
    struct rng rng = rng_make("worst error");
    double worst = 0.0;
    for (int k = 0; k < 60; ++k) {
        const struct buoy_plane plane = rng_plane(&rng, subject.mesh);
        struct buoy_volume truth;
        buoy_exact_volume(exact, &plane, &truth);
        worst = fmax(worst, fabs(ask(&subject, plane).volume - truth.volume) / info.volume);
    }
    return worst;
}

// Points converge: a patch that is half as wide errs by its area times its depth, a quarter of a
// half, and a row of twice as many lies at the water, with errors of either sign.
TEST(points_converge) {
    const double coarse = worst_of("volume/points/scalar", "builtin:sphere:80");
    const double fine = worst_of("volume/points/scalar", "builtin:sphere:5120");
    FAIL_IF(!(fine < coarse / 16.0 && fine > 0.0 && coarse < 0.1),
            "80 triangles err by %.3g, 5120 by %.3g", coarse, fine);
}

// The share of a ball that is below a plane at a height of its own centre, in radii.
static double ball_share(double height) {
    const double k = fmin(fmax(0.5 * (1.0 - height), 0.0), 1.0);
    return k * k * (3.0 - 2.0 * k);
}

// In a cube of side 1, eight balls of radius 1/4 touch its faces and each other. Where only the
// lower four are wet, they alone count, at their centres' height, if that is below the water.
TEST(pontoons_of_a_box) {
    struct body body;
    struct subject subject = about("volume/pontoons/scalar", &body, "builtin:box");
    for (int k = 1; k < 32; ++k) {
        const double z = k / 32.0 - 0.5;
        const struct buoy_plane plane = {{0.0f, 0.0f, 0.5f}, (float)(0.5 * z)};
        const double low = 0.5 * ball_share((-0.25 - z) / 0.25);
        const double high = 0.5 * ball_share((0.25 - z) / 0.25);
        const double c = 0.25 * (high - low) / (low + high);
        const struct buoy_volume expected = {low + high, {0.0, 0.0, fmin(c, z)}};
        expect_near(&subject, plane, expected, 1e-6);
    }
}

// A ball is packed with itself: one sphere, as wide as the grid makes it, answers as the ball.
TEST(spheres_of_a_ball) {
    struct body body = body_builtin("builtin:sphere:5120");
    struct subject subject = {.kernel = buoy_kernel_find("volume/spheres/scalar"),
                              .mesh = body_packed(&body, 0, 1),
                              .body = "a ball"};
    struct buoy_mesh_info info;
    buoy_mesh_get_info(subject.mesh, &info, NULL);
    const double r = info.half_extent[0];
    for (int k = -7; k <= 7; ++k) {
        const struct buoy_plane plane = {{0.0f, 0.6f, 0.8f}, (float)(k / 8.0 * r)};
        // The centre found is one of the cells beside the middle, the radius a cell short.
        const double share = ask(&subject, plane).volume / info.volume;
        FAIL_IF(!(fabs(share - ball_share(-k / 8.0)) < 0.06),
                "water at %d/8 of the radius: %.4f, not %.4f", k, share, ball_share(-k / 8.0));
    }
}

// Spheres lie in the body, do not overlap, become smaller, and stand for all of it.
TEST(packing) {
    static const char *const bodies[] = {"builtin:box", "builtin:star:1000", "builtin:torus:2000",
                                         "builtin:wigley:1300"};
    for (size_t b = 0; b < sizeof bodies / sizeof *bodies; ++b) {
        struct body body = body_builtin(bodies[b]);
        struct buoy_mesh *mesh = body_packed(&body, 0, SPHERES);
        double shares = 0.0;
        assert_int_equal(mesh->sphere_count, SPHERES);
        for (uint32_t i = 0; i < mesh->sphere_count; ++i) {
            const struct buoy_sphere *sphere = &mesh->spheres[i];
            assert_true(sphere->radius > 0.0 && sphere->share > 0.0);
            for (int k = 0; k < 3; ++k) {
                assert_true(fabs(sphere->at[k]) < mesh->half_extent[k]);
            }
            for (uint32_t j = 0; j < i; ++j) {
                const struct buoy_sphere *other = &mesh->spheres[j];
                const double apart = buoy_distance(sphere->at, other->at);
                assert_true(apart >= (sphere->radius + other->radius) * (1.0 - 1e-12));
                assert_true(sphere->radius <= other->radius);
            }
            shares += sphere->share;
        }
        assert_true(fabs(shares - 1.0) < 1e-12);
    }
}

// More spheres, smaller errors.
TEST(spheres_converge) {
    double errors[2] = {0.0, 0.0};
    struct body body = body_builtin("builtin:barrel:100");
    struct rng rng = rng_make("spheres converge");
    struct buoy_plane planes[80];
    for (int pass = 0; pass < 2; ++pass) {
        struct subject subject = {.kernel = buoy_kernel_find("volume/spheres/scalar"),
                                  .mesh = body_packed(&body, 0, pass ? 256 : 4),
                                  .body = "a barrel"};
        struct buoy_exact *exact = exact_of(subject.mesh);
        for (size_t k = 0; k < 80; ++k) {
            struct buoy_volume truth;
            planes[k] = pass ? planes[k] : rng_plane(&rng, subject.mesh);
            buoy_exact_volume(exact, &planes[k], &truth);
            errors[pass] += fabs(ask(&subject, planes[k]).volume - truth.volume);
        }
    }
    FAIL_IF(!(errors[1] < 0.6 * errors[0]), "4 spheres err by %.3g, 256 by %.3g", errors[0],
            errors[1]);
}

// A mesh without spheres, asked for or possible, is answered by pontoons; too many are refused.
TEST(without_spheres) {
    struct body body = body_builtin("builtin:barrel:100");
    struct subject spheres = {.kernel = buoy_kernel_find("volume/spheres/scalar"),
                              .mesh = body_mesh(&body, 0),
                              .body = "a barrel"};
    struct subject pontoons = spheres;
    pontoons.kernel = buoy_kernel_find("volume/pontoons/scalar");
    const struct buoy_plane plane = {{0.1f, 0.2f, 1.0f}, 0.1f};
    const struct buoy_volume got = ask(&spheres, plane), expected = ask(&pontoons, plane);
    expect_same_bits(&spheres, "as pontoons", plane, &got, &expected);

    struct buoy_mesh_input input = {.positions = body.positions,
                                    .vertex_count = body.vertex_count,
                                    .indices = body.indices,
                                    .triangle_count = body.triangle_count,
                                    .flags = BUOY_MESH_KEEP_ALL,
                                    .spheres = BUOY_MAX_SPHERES + 1};
    struct buoy_mesh *mesh;
    assert_int_equal(buoy_mesh_create(&input, &mesh, NULL), BUOY_ERROR_ARGUMENT);
    assert_null(mesh);
}

static struct buoy_plane flipped(struct buoy_plane plane) {
    for (int i = 0; i < 3; ++i) {
        plane.normal[i] = -plane.normal[i];
    }
    plane.d = -plane.d;
    return plane;
}

// What is below the water and what is above it make up the whole, and so do their moments.
TEST(complementary) {
    static const char *const bodies[] = {"builtin:barrel:100", "builtin:star:1000",
                                         "builtin:catamaran:300"};
    struct rng rng = rng_make("complementary");
    for (size_t b = 0; b < sizeof bodies / sizeof *bodies; ++b) {
        struct body body = body_builtin(bodies[b]);
        struct subject subject = {.mesh = body_packed(&body, 0, SPHERES), .body = bodies[b]};
        struct buoy_mesh_info info;
        buoy_mesh_get_info(subject.mesh, &info, NULL);
        for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
            for (int k = 0; k < 40 && subject.kernel->method->unproven; ++k) {
                const struct buoy_plane plane = rng_plane(&rng, subject.mesh);
                const struct buoy_volume below = ask(&subject, plane);
                const struct buoy_volume above = ask(&subject, flipped(plane));
                const double sum = below.volume + above.volume;
                // An answer is kept between nothing and the whole, which can only add to the sum.
                const bool kept = below.volume == 0.0 || above.volume == 0.0;
                if (!(sum >= info.volume * (1.0 - 1e-5) &&
                      (kept || sum <= info.volume * (1.0 + 1e-5)))) {
                    print_error("above it: %.17g\n", above.volume);
                    fail_answer(&subject, "both sides make up the whole", plane, below);
                }
            }
        }
    }
}

// `run` recommends none of them, and each method without a bound is one.
TEST(marked) {
    static const char *const approximations[] = {
        "volume/voxel/scalar",  "volume/refined/scalar",  "volume/boundingbox/scalar",
        "volume/points/scalar", "volume/pontoons/scalar", "volume/spheres/scalar",
        "box/celis/scalar",     "box/columns/scalar",     "box/deeter/scalar",
        "box/voxel/scalar"};
    size_t marked = 0;
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        const struct buoy_method *method = buoy_kernel_at(i)->method;
        assert_true(method->approximate || !method->unproven);
        marked += method->approximate;
    }
    for (size_t i = 0; i < sizeof approximations / sizeof *approximations; ++i) {
        assert_true(buoy_kernel_find(approximations[i])->method->approximate);
    }
    assert_int_equal(marked, sizeof approximations / sizeof *approximations);
}
