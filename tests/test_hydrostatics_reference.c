// The `hydrostatics` kernels against the reference in double, which derives waterplanes from the
// wet surface and never from the waterline, and it and them against exact arithmetic on small
// bodies; and against each other: V and c from `blocks` have the bits of volume/blocks.
#include "ask_hydrostatics.h"
#include "body.h"
#include "buoyancy_kernels.h"
#include "corpus.h"
#include "dispatch/registry.h"
#include "exact.h"
#include "rng.h"
#include "test.h"

enum {
    most_planes = 64
};

// A query without waterplanes has the other numbers of one with them, bit for bit.
static void check_without_waterplane(const struct subject *subject, const struct buoy_plane *planes,
                                     size_t count, const struct buoy_hydrostatics *whole) {
    const struct buoy_plane far_below = {{0.0f, 0.0f, 1.0f}, -1e6f};
    const struct buoy_hydrostatics_query query = {.mesh = subject->mesh,
                                                  .planes = planes,
                                                  .count = count,
                                                  .without_waterplane = true,
                                                  .kernel = subject->kernel};
    struct buoy_hydrostatics got[most_planes], expected;
    assert_int_equal(buoy_hydrostatics_compute(&query, got, NULL), BUOY_OK);
    for (size_t k = 0; k < count; ++k) {
        ask_hydrostatics_all(subject, &far_below, 1, &expected); // has no waterplane
        expected.volume = whole[k].volume;
        memcpy(expected.centre, whole[k].centre, sizeof expected.centre);
        expected.wetted_area = whole[k].wetted_area;
        expect_same_hydrostatics(subject, "no waterplane", planes[k], &got[k], &expected);
    }
}

// Asks all kernels about a mesh.
static void check_mesh(const char *name, struct buoy_mesh *mesh, const struct buoy_plane *planes,
                       size_t count) {
    struct buoy_hydrostatics expected[most_planes], got[most_planes];
    struct surface_slack slack[most_planes];
    struct subject subject = {.mesh = mesh, .body = name};
    for (size_t k = 0; k < count; ++k) {
        expected[k] = reference_hydrostatics(mesh, planes[k], &slack[k]);
    }
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    if (info.triangle_count <= 80) {
        struct buoy_exact_surface *exact = buoy_exact_surface_create(mesh);
        assert_non_null(exact);
        for (size_t k = 0; k < count; k += 4) {
            buoy_exact_surface_find(exact, &planes[k], &expected[k]);
            slack[k] = (struct surface_slack){0};
        }
        buoy_exact_surface_destroy(exact);
    }
    for (size_t i = 0; (subject.kernel = next_kernel("hydrostatics", &i));) {
        ask_hydrostatics_all(&subject, planes, count, got);
        check_without_waterplane(&subject, planes, count, got);
        for (size_t k = 0; k < count; ++k) {
            expect_surface(&subject, "the reference's answer", planes[k], &got[k], &expected[k],
                           slack[k]);
        }
    }
}

// Built-in bodies here and there, under planes of every kind that is hard.
TEST(corpus) {
    struct corpus corpus = corpus_make();
    for (size_t m = 0; m < corpus.count; m += (size_t)in_a_hurry(11, 1)) {
        const struct corpus_mesh *mesh = &corpus.meshes[m];
        const struct buoy_kernel *slowest = buoy_kernel_find("hydrostatics/clip64/scalar");
        check_mesh(mesh->name, mesh->mesh, mesh->planes,
                   questions_about(mesh->mesh, slowest, corpus_planes));
    }
}

static void check_body(struct rng *rng, const char *name, struct body body) {
    struct buoy_plane planes[most_planes];
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    for (size_t k = 0; k < most_planes; ++k) {
        planes[k] = rng_plane(rng, mesh);
    }
    check_mesh(name, mesh, planes, most_planes);
}

TEST(few_triangles) {
    struct rng rng = rng_make("hydrostatics of few triangles");
    for (size_t k = 0; k < (size_t)in_a_hurry(10, 40); ++k) {
        check_body(&rng, "a bipyramid", body_bipyramid(&rng, 3 + rng_below(&rng, 40)));
    }
}

// Four cubes on a square.
static struct body four_cubes(float half) {
    struct body all = body_moved(body_box(half, half, half), 1, 1, 0);
    all = body_joined(all, body_moved(body_box(half, half, half), -1, 1, 0));
    all = body_joined(all, body_moved(body_box(half, half, half), 1, -1, 0));
    return body_joined(all, body_moved(body_box(half, half, half), -1, -1, 0));
}

TEST(odd_shapes) {
    struct rng rng = rng_make("hydrostatics of odd shapes");
    static const float thicknesses[] = {1e-1f, 1e-2f, 1e-3f, 1e-4f, 1e-5f};
    for (size_t k = 0; k < sizeof thicknesses / sizeof *thicknesses; ++k) {
        const float thin = thicknesses[k];
        struct body plate = body_box(1.0f, 1.0f, thin), needle = body_box(1.0f, thin, thin);
        body_turn(&plate, 2);
        body_turn(&needle, 3);
        check_body(&rng, "a plate", plate);
        check_body(&rng, "a needle", needle);
        if (thin > 1e-4f) { // smaller ones count as flat
            check_body(&rng, "four cubes", four_cubes(thin));
        }
    }
}

// The kernel of `volume` whose V and c one of this family repeats; NULL for the reference.
static const struct buoy_kernel *twin_of(const struct buoy_kernel *kernel) {
    if (strcmp(kernel->method->name, "auto") == 0) {
        return buoy_kernel_find("volume/auto/best");
    }
    char id[64] = "volume";
    strncat(id, strchr(kernel->id, '/'), sizeof id - strlen(id) - 1);
    return buoy_kernel_find(id);
}

TEST(same_volume) {
    struct corpus corpus = corpus_make();
    const size_t step = (size_t)in_a_hurry(11, 1);
    size_t compared = 0;
    for (size_t m = 0; m < corpus.count; m += step) {
        const struct buoy_plane *planes = corpus.meshes[m].planes;
        struct subject subject = {.mesh = corpus.meshes[m].mesh, .body = corpus.meshes[m].name};
        for (size_t i = 0; (subject.kernel = next_kernel("hydrostatics", &i));) {
            struct buoy_volume volumes[corpus_planes];
            struct buoy_hydrostatics got[corpus_planes];
            struct subject twin = subject;
            twin.kernel = twin_of(subject.kernel);
            if (!twin.kernel) {
                continue;
            }
            ask_all(&twin, planes, corpus_planes, volumes);
            ask_hydrostatics_all(&subject, planes, corpus_planes, got);
            for (size_t k = 0; k < corpus_planes; ++k) {
                const struct buoy_volume part = volume_part(&got[k]);
                expect_same_bits(&subject, "V and c are those of the method of volume", planes[k],
                                 &part, &volumes[k]);
                ++compared;
            }
        }
    }
    assert_true(compared >= 2 * (corpus.count / step) * corpus_planes); // auto, and scalar at least
}

// What `auto` answers small meshes by, `indexed`, and what it took before, `hierarchy`: the worst
// errors of both are printed. Those of areas are shares of the surface's area A, those of second
// moments of A D², D being the diagonal; of hardly wet bodies of the wetted area.
TEST(auto_of_small_meshes) {
    static const char *const ids[3] = {"hydrostatics/auto/best", "hydrostatics/indexed/best",
                                       "hydrostatics/hierarchy/best"};
    struct rng rng = rng_make("hydrostatics: auto of small meshes");
    struct body bodies[body_smalls];
    body_make_small(&rng, bodies);
    for (size_t b = 0; b < body_smalls; ++b) {
        struct subject subject = {.mesh = body_mesh(&bodies[b], 0), .body = "a small mesh"};
        const struct buoy_mesh_info info = mesh_info(subject.mesh);
        struct buoy_exact_surface *exact = buoy_exact_surface_create(subject.mesh);
        double wet[3] = {0.0}, area[3] = {0.0}, moments[3] = {0.0}, barely[3] = {0.0};
        for (int k = 0; k < in_a_hurry(200, 4000); ++k) {
            struct buoy_plane plane = rng_plane(&rng, subject.mesh);
            if (k % 4 == 0) { // a share of the height of 1e-6 to 1e-2
                double low, high;
                body_extent(&bodies[b], plane, &low, &high);
                plane.d =
                    (float)(low + exp(rng_between(&rng, log(1e-6), log(0.01))) * (high - low));
            }
            struct buoy_hydrostatics truth, got[3];
            buoy_exact_surface_find(exact, &plane, &truth);
            for (int i = 0; i < 3; ++i) {
                subject.kernel = buoy_kernel_find(ids[i]);
                got[i] = ask_hydrostatics(&subject, plane);
                const double a = fabs(got[i].wetted_area - truth.wetted_area);
                const double w = fabs(got[i].waterplane_area - truth.waterplane_area);
                const double m = fabs(got[i].xx - truth.xx) + fabs(got[i].yz - truth.yz);
                wet[i] = fmax(wet[i], a / info.area);
                area[i] = fmax(area[i], w / info.area);
                moments[i] = fmax(moments[i], m / (info.area * info.diagonal * info.diagonal));
                if (k % 4 == 0 && truth.wetted_area > 0.0) {
                    barely[i] = fmax(barely[i], fmax(a, w) / truth.wetted_area);
                }
            }
            assert_memory_equal(&got[0], &got[1], sizeof got[0]);
        }
        buoy_exact_surface_destroy(exact);
        print_message("body %zu, wetted area, waterplane, moments, barely wet: indexed %.1e %.1e "
                      "%.1e %.1e, hierarchy %.1e %.1e %.1e %.1e\n",
                      b, wet[1], area[1], moments[1], barely[1], wet[2], area[2], moments[2],
                      barely[2]);
        assert_true(wet[1] <= 2e-7 && area[1] <= 2e-7 && moments[1] <= 2e-7);
    }
}

// Below water so far above that doubles cannot tell the body's ends apart, all of it is wet.
TEST(far_below) {
    struct body box = body_box(1.0f, 2.0f, 3.0f);
    struct subject subject = {.mesh = body_mesh(&box, 0), .body = "box"};
    const struct buoy_plane planes[] = {{{1e-23f, 3e-37f, -0.0f}, 1e18f},
                                        {{1.0f, 1.0f, 1.0f}, 3e38f}};
    for (size_t i = 0; (subject.kernel = next_kernel("hydrostatics", &i));) {
        for (size_t k = 0; k < 2; ++k) {
            const struct buoy_hydrostatics got = ask_hydrostatics(&subject, planes[k]);
            if (got.volume != 48.0 || got.wetted_area != 88.0 || got.waterplane_area != 0.0) {
                fail_hydrostatics(&subject, "all of it is wet", planes[k], &got);
            }
        }
    }
}

// The waterplane of two small cubes, at L on either side of their middle: what its area may be off
// by, E, may be off at either cube. So the bounds of its first and second moments are L E and L² E,
// on tilted water, too, whose slope shortens L in the shadow from which they are found.
TEST(bounds_of_two_cubes) {
    const double n[3] = {0.5774, 0.5774, 0.5775}, apart = 2.0;
    const double along[3] = {apart / sqrt(6.0), apart / sqrt(6.0), -2.0 * apart / sqrt(6.0)};
    struct body one = body_box(0.0625f, 0.0625f, 0.0625f), other = one;
    one = body_moved(body_copy(&one), along[0], along[1], along[2]);
    other = body_moved(other, -along[0], -along[1], -along[2]);
    struct buoy_mesh *mesh = mesh_of(body_joined(one, other), 0);
    const struct buoy_plane plane = {{(float)n[0], (float)n[1], (float)n[2]}, 0.0f};
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("hydrostatics", &i));) {
        struct buoy_surface_bounds bounds;
        kernel->method->hydrostatics.surface_bounds(mesh, &plane, 0.0, &bounds);
        const double first = bounds.centroid / (apart * bounds.waterplane_area);
        const double second = bounds.moments / (apart * apart * bounds.waterplane_area);
        // clip64 has L as it is in space.
        const double most = strcmp(kernel->method->name, "clip64") == 0 ? sqrt(3.0) : 1.0;
        FAIL_IF(
            !(first >= 1.0 && first <= 1.1 * most && second >= 1.0 && second <= 1.2 * most * most),
            "%s: %g L E, %g L² E", kernel->method->name, first, second);
    }
}
