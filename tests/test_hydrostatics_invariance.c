// Every kernel of `hydrostatics` against itself: changes that must keep an answer, or change it in
// a known way.
#include "ask_hydrostatics.h"
#include "body.h"
#include "dispatch/registry.h"
#include "rng.h"
#include "test.h"

enum {
    question_count = 40
};

// A concave body of many triangles, all coordinates of 11 bits.
static struct body make_star(void) {
    struct body body = body_builtin("builtin:star:1000");
    body_coarsen(&body);
    return body;
}

static struct buoy_plane scaled_plane(struct buoy_plane plane, float normal, float offset) {
    return (struct buoy_plane){
        {plane.normal[0] * normal, plane.normal[1] * normal, plane.normal[2] * normal},
        plane.d * offset};
}

// The answer for a body k times as large.
static struct buoy_hydrostatics scaled_answer(struct buoy_hydrostatics a, double k) {
    double *moments[6] = {&a.xx, &a.xy, &a.xz, &a.yy, &a.yz, &a.zz};
    a.volume *= k * k * k;
    a.wetted_area *= k * k;
    a.waterplane_area *= k * k;
    for (int i = 0; i < 3; ++i) {
        a.centre[i] *= k;
        a.waterplane_centroid[i] *= k;
    }
    for (int i = 0; i < 6; ++i) {
        *moments[i] *= k * k * k * k;
    }
    return a;
}

// A power of two changes nothing but exponents, so it must not change a bit.
TEST(powers_of_two) {
    static const int exponents[] = {-20, -1, 1, 20};
    struct rng rng = rng_make("hydrostatics by powers of two");
    struct body body = make_star();
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a star"};
    for (size_t e = 0; e < sizeof exponents / sizeof *exponents; ++e) {
        const float k = ldexpf(1.0f, exponents[e]);
        struct body large = body_copy(&body);
        body_scale(&large, (double)k);
        struct subject twin = {.mesh = body_mesh(&large, 0), .body = "a star scaled"};
        for (size_t i = 0; (twin.kernel = subject.kernel = next_hydrostatics_kernel(&i));) {
            for (size_t q = 0; q < question_count; ++q) {
                const struct buoy_plane plane = rng_plane(&rng, subject.mesh);
                const struct buoy_plane longer = scaled_plane(plane, k, k);
                const struct buoy_plane moved = scaled_plane(plane, 1.0f, k);
                const struct buoy_hydrostatics small = ask_hydrostatics(&subject, plane);
                const struct buoy_hydrostatics expected = scaled_answer(small, (double)k);
                struct buoy_hydrostatics got = ask_hydrostatics(&subject, longer);
                expect_same_hydrostatics(&subject, "a normal longer by a power of two", longer,
                                         &got, &small);
                got = ask_hydrostatics(&twin, moved);
                expect_same_hydrostatics(&twin, "a body larger by a power of two", moved, &got,
                                         &expected);
            }
        }
        buoy_mesh_destroy(twin.mesh);
        body_free(&large);
    }
    buoy_mesh_destroy(subject.mesh);
    body_free(&body);
}

TEST(translation) {
    static const double t[3] = {12.0, -7.0, 29.0};
    struct rng rng = rng_make("hydrostatics moved");
    struct body body = make_star(), moved = body_copy(&body);
    body_move(&moved, t);
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a star"};
    struct subject twin = {.mesh = body_mesh(&moved, 0), .body = "a star moved"};
    for (size_t i = 0; (twin.kernel = subject.kernel = next_hydrostatics_kernel(&i));) {
        for (size_t q = 0; q < question_count; ++q) {
            struct buoy_plane plane = rng_plane(&rng, subject.mesh);
            float *const n[3] = {&plane.normal[0], &plane.normal[1], &plane.normal[2]};
            for (int k = 0; k < 3; ++k) {
                *n[k] = rintf(*n[k] * 64.0f); // few bits, so that moved planes are exact
            }
            plane.d = rintf(plane.d * 64.0f * 64.0f) / 64.0f;
            struct buoy_hydrostatics expected = ask_hydrostatics(&subject, plane);
            for (int k = 0; k < 3 && expected.waterplane_area > 0.0; ++k) {
                expected.waterplane_centroid[k] += t[k];
            }
            const struct surface_slack bounds = surface_bounds_at(&subject, plane, (double)plane.d);
            plane.d += plane.normal[0] * 12.0f - plane.normal[1] * 7.0f + plane.normal[2] * 29.0f;
            const struct buoy_hydrostatics got = ask_hydrostatics(&twin, plane);
            if (expected.waterplane_area > 0.0) {
                expect_surface(&twin, "moved along with the water", plane, &got, &expected, bounds);
            }
        }
    }
    buoy_mesh_destroy(subject.mesh);
    buoy_mesh_destroy(twin.mesh);
    body_free(&body);
    body_free(&moved);
}

// Both sides of the water have the same waterplane, and together the whole surface.
TEST(complement) {
    struct rng rng = rng_make("hydrostatics of both sides");
    struct body body = make_star();
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a star"};
    struct buoy_mesh_info info;
    buoy_mesh_get_info(subject.mesh, &info, NULL);
    for (size_t i = 0; (subject.kernel = next_hydrostatics_kernel(&i));) {
        for (size_t k = 0; k < question_count; ++k) {
            const struct buoy_plane plane = rng_plane(&rng, subject.mesh);
            const struct buoy_hydrostatics below = ask_hydrostatics(&subject, plane);
            const struct buoy_plane turned = scaled_plane(plane, -1.0f, -1.0f);
            struct buoy_hydrostatics above = ask_hydrostatics(&subject, turned);
            above.wetted_area = info.area - above.wetted_area;
            expect_surface(&subject, "both sides of the water", plane, &above, &below,
                           surface_bounds_at(&subject, turned, (double)turned.d));
        }
    }
    buoy_mesh_destroy(subject.mesh);
    body_free(&body);
}

// As the water rises, V grows by the waterplane's area and V c by the area times w. V is made of
// cubics in d, whose kinks lie at vertices: the central difference is off by h² A''/6 at most.
TEST(derivatives) {
    struct rng rng = rng_make("hydrostatics by differences");
    struct body body = body_builtin("builtin:catamaran");
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a catamaran"};
    const struct buoy_kernel *reference = buoy_kernel_find("hydrostatics/clip64/scalar");
    struct buoy_mesh_info info;
    buoy_mesh_get_info(subject.mesh, &info, NULL);
    for (size_t k = 0; k < 200; ++k) {
        const struct buoy_plane plane = rng_plane(&rng, subject.mesh);
        const double length = sqrt((double)plane.normal[0] * plane.normal[0] +
                                   (double)plane.normal[1] * plane.normal[1] +
                                   (double)plane.normal[2] * plane.normal[2]);
        const double h = 1e-5 * info.diagonal;
        const struct buoy_plane planes[2] = {plane, plane};
        const double offsets[2] = {plane.d - h * length, plane.d + h * length};
        const struct buoy_hydrostatics_query query = {
            .mesh = subject.mesh, .planes = planes, .offsets = offsets, .count = 2};
        struct buoy_hydrostatics two[2], slope = {.xx = NAN, .yy = NAN, .zz = NAN};
        slope.xy = slope.xz = slope.yz = slope.wetted_area = NAN;
        assert_int_equal(buoy_hydrostatics_with(reference, &query, two, NULL), BUOY_OK);
        slope.waterplane_area = (two[1].volume - two[0].volume) / (2.0 * h);
        for (int i = 0; i < 3; ++i) {
            const double moments =
                two[1].volume * two[1].centre[i] - two[0].volume * two[0].centre[i];
            slope.waterplane_centroid[i] = moments / (2.0 * h) / slope.waterplane_area;
        }
        for (size_t i = 0; (subject.kernel = next_hydrostatics_kernel(&i));) {
            const struct buoy_hydrostatics got = ask_hydrostatics(&subject, plane);
            if (got.waterplane_area > 1e-3 * info.area) {
                expect_surface(&subject, "dV = A dh, d(V c) = A w dh", plane, &got, &slope,
                               (struct surface_slack){1e-5, 1e-5, 0.0, 0.0});
            }
        }
    }
    buoy_mesh_destroy(subject.mesh);
    body_free(&body);
}

// A finer surface of the same shape, whose new edges all lie in old triangles.
TEST(refinement) {
    struct rng rng = rng_make("hydrostatics refined");
    struct body body = make_star(), fine = body_refine(&body);
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a star"};
    struct subject twin = {.mesh = body_mesh(&fine, BUOY_MESH_WELD), .body = "a star refined"};
    for (size_t i = 0; (twin.kernel = subject.kernel = next_hydrostatics_kernel(&i));) {
        for (size_t k = 0; k < question_count; ++k) {
            const struct buoy_plane plane = rng_plane(&rng, subject.mesh);
            const struct buoy_hydrostatics expected = ask_hydrostatics(&subject, plane);
            const struct buoy_hydrostatics got = ask_hydrostatics(&twin, plane);
            expect_surface(&twin, "the same surface in four times the triangles", plane, &got,
                           &expected, surface_bounds_at(&subject, plane, (double)plane.d));
        }
    }
    buoy_mesh_destroy(subject.mesh);
    buoy_mesh_destroy(twin.mesh);
    body_free(&body);
    body_free(&fine);
}
