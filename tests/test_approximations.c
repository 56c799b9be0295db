// The approximations of `volume`: what is exact about them, and that the two sides of the water
// make up the whole.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ask.h"
#include "body.h"
#include "dispatch/registry.h"
#include "exact.h"
#include "rng.h"

static struct subject about(const char *kernel, struct body *body, const char *name) {
    struct subject subject = {.kernel = buoy_kernel_find(kernel), .body = name};
    assert_non_null(subject.kernel);
    *body = body_builtin(name);
    subject.mesh = body_mesh(body, 0);
    return subject;
}

static void done(struct subject *subject, struct body *body) {
    buoy_mesh_destroy(subject->mesh);
    body_free(body);
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
static void test_boundingbox_of_a_box(void **state) {
    (void)state;
    struct body body;
    struct subject subject = about("volume/boundingbox/scalar", &body, "builtin:box");
    struct buoy_exact *exact = buoy_exact_create(subject.mesh);
    struct rng rng = rng_make("boundingbox of a box");
    for (int k = 0; k < 300; ++k) {
        const struct buoy_plane plane = rng_plane(&rng, subject.mesh);
        struct buoy_volume truth;
        buoy_exact_volume(exact, &plane, &truth);
        if (truth.volume >= 1e-3) {
            expect_near(&subject, plane, truth, 2e-6);
        }
    }
    buoy_exact_destroy(exact);
    done(&subject, &body);
}

// Columns over the lower face of an upright box end at the water; its sides carry none.
static void test_points_of_an_upright_box(void **state) {
    (void)state;
    struct body body;
    struct subject subject = about("volume/points/scalar", &body, "builtin:box");
    for (int k = 1; k < 16; ++k) {
        const float depth = (float)k / 16.0f;
        const struct buoy_plane plane = {{0.0f, 0.0f, 4.0f}, 4.0f * (depth - 0.5f)};
        const struct buoy_volume expected = {(double)depth, {0.0, 0.0, 0.5 * (double)depth - 0.5}};
        expect_near(&subject, plane, expected, 1e-6);
    }
    done(&subject, &body);
}

static double worst_of(const char *kernel, const char *name) {
    struct body body;
    struct subject subject = about(kernel, &body, name);
    struct buoy_exact *exact = buoy_exact_create(subject.mesh);
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
    buoy_exact_destroy(exact);
    done(&subject, &body);
    return worst;
}

// Points converge: a patch that is half as wide errs by its area times its depth, a quarter of a
// half, and a row of twice as many lies at the water, with errors of either sign.
static void test_points_converge(void **state) {
    (void)state;
    const double coarse = worst_of("volume/points/scalar", "builtin:sphere:80");
    const double fine = worst_of("volume/points/scalar", "builtin:sphere:5120");
    if (!(fine < coarse / 16.0 && fine > 0.0 && coarse < 0.1)) {
        fail_msg("80 triangles err by %.3g, 5120 by %.3g", coarse, fine);
    }
}

static struct buoy_plane flipped(struct buoy_plane plane) {
    for (int i = 0; i < 3; ++i) {
        plane.normal[i] = -plane.normal[i];
    }
    plane.d = -plane.d;
    return plane;
}

// What is below the water and what is above it make up the whole, and so do their moments.
static void test_complementary(void **state) {
    (void)state;
    static const char *const bodies[] = {"builtin:barrel:100", "builtin:star:1000",
                                         "builtin:catamaran:300"};
    struct rng rng = rng_make("complementary");
    for (size_t b = 0; b < sizeof bodies / sizeof *bodies; ++b) {
        struct body body = body_builtin(bodies[b]);
        struct subject subject = {.mesh = body_mesh(&body, 0), .body = bodies[b]};
        struct buoy_mesh_info info;
        buoy_mesh_get_info(subject.mesh, &info, NULL);
        for (size_t i = 0; (subject.kernel = next_kernel(&i));) {
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
        buoy_mesh_destroy(subject.mesh);
        body_free(&body);
    }
}

// `run` recommends none of them, and each method without a bound is one.
static void test_marked(void **state) {
    (void)state;
    static const char *const approximations[] = {"volume/voxel/scalar", "volume/boundingbox/scalar",
                                                 "volume/points/scalar", "box/columns/scalar",
                                                 "box/voxel/scalar"};
    size_t marked = 0;
    for (size_t i = 0; i < buoy_kernels_count; ++i) {
        const struct buoy_method *method = buoy_kernels[i].method;
        assert_true(method->approximate || !method->unproven);
        marked += method->approximate;
    }
    for (size_t i = 0; i < sizeof approximations / sizeof *approximations; ++i) {
        assert_true(buoy_kernel_find(approximations[i])->method->approximate);
    }
    assert_int_equal(marked, sizeof approximations / sizeof *approximations);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boundingbox_of_a_box),
        cmocka_unit_test(test_points_of_an_upright_box),
        cmocka_unit_test(test_points_converge),
        cmocka_unit_test(test_complementary),
        cmocka_unit_test(test_marked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
