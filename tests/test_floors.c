// Volumes in float are within two conditioning floors and 1e-7 max(1, κ/60) of the whole volume of
// the truth, however little is wet: one large h in float took `hierarchy` to 1.8 times that, and
// parts that lie hundreds of their sizes apart took `blocks` to 10 times. Scattered bodies are
// asked for half of that precision.
#include "adversary.h"
#include "ask.h"
#include "body.h"
#include "buoyancy_kernels.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "exact.h"
#include "mesh/mesh.h"
#include "meshes/meshes.h"
#include "rng.h"
#include "shared.h"
#include "test.h"

// The errors that a test met, as shares of two floors.
static double worst, sums[3]; // of blocks, hierarchy and batch
static size_t met;

static int begin(void **state) {
    (void)state;
    worst = sums[0] = sums[1] = sums[2] = 0.0;
    met = 0;
    return 0;
}

static int end(void **state) {
    (void)state;
    const double count = (double)met / 3.0;
    printf("at most %.2f of two floors; on average blocks %.3f, hierarchy %.3f, batch %.3f\n",
           worst, sums[0] / count, sums[1] / count, sums[2] / count);
    return 0;
}

// A plane so deep that a share of 1 to 10⁻⁷ or so of the body is wet.
static struct buoy_plane shallow_plane(struct rng *rng, const struct buoy_mesh *mesh,
                                       const struct body *body) {
    struct buoy_plane plane = rng_plane(rng, mesh);
    double low, high;
    body_extent(body, plane, &low, &high);
    plane.d = (float)(low + (high - low) * pow(10.0, rng_between(rng, -2.5, 0.0)));
    return plane;
}

static void check_floors_to(const struct body *body, const char *name, int count, double most,
                            struct rng *rng) {
    struct subject subject = {.mesh = body_mesh(body, BUOY_MESH_REPAIR | BUOY_MESH_CLOSE),
                              .body = name};
    struct buoy_exact *exact = buoy_exact_create(subject.mesh);
    double *slopes = calloc(subject.mesh->vertex_count, sizeof *slopes);
    assert_true(exact && slopes);
    for (int k = 0; k < count; ++k) {
        const struct buoy_plane plane =
            k % 2 ? rng_plane(rng, subject.mesh) : shallow_plane(rng, subject.mesh, body);
        static const char *const ids[] = {"volume/blocks/scalar", "volume/hierarchy/scalar",
                                          "volume/batch/scalar"};
        const double kappa = buoy_mesh_conditioning(subject.mesh);
        struct buoy_volume truth;
        buoy_exact_volume(exact, &plane, &truth);
        const double permitted = 2.0 * buoy_conditioning_floor(subject.mesh, &plane, slopes) +
                                 1e-7 * fmax(1.0, kappa / 60.0) * buoy_exact_total(exact);
        for (size_t i = 0; i < sizeof ids / sizeof *ids; ++i) {
            subject.kernel = buoy_kernel_find(ids[i]);
            const struct buoy_volume got = ask(&subject, plane);
            const double share = fabs(got.volume - truth.volume) / permitted;
            worst = fmax(worst, share);
            sums[i] += share;
            ++met;
            if (!(share <= most)) {
                fail_answer(&subject, "two conditioning floors", plane, got);
            }
        }
    }
    free(slopes);
    buoy_exact_destroy(exact);
}

static void check_floors(const struct body *body, const char *name, int count, struct rng *rng) {
    check_floors_to(body, name, count, 1.0, rng);
}

TEST(floors) {
    struct rng rng = rng_make("floors of adversaries");
    for (size_t n = 0; n < adversary_count; ++n) {
        struct adversary adversary;
        adversary_read(adversary_names[n], &adversary);
        check_floors(&adversary.body, adversary_names[n], 2000, &rng);
    }
}

// Tetrahedra and bipyramids, whose faces are large.
TEST(floors_of_few_faces) {
    struct rng rng = rng_make("floors of few faces");
    for (int n = 0; n < in_a_hurry(60, 300); ++n) {
        float corners[12];
        uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
        for (int i = 0; i < 12; ++i) {
            corners[i] = (float)rng_between(&rng, -1.0, 1.0);
        }
        const struct body tetrahedron = {corners, 4, faces, 4};
        check_floors(&tetrahedron, "a tetrahedron", 60, &rng);
        struct body bipyramid = body_bipyramid(&rng, 3 + rng_below(&rng, 30));
        check_floors(&bipyramid, "a bipyramid", 60, &rng);
    }
}

TEST(floors_of_builtins) {
    static const char *const bodies[] = {
        "builtin:box",      "builtin:barrel:100",  "builtin:sphere:320",   "builtin:torus:600",
        "builtin:star:320", "builtin:wigley:1300", "builtin:catamaran:400"};
    struct rng rng = rng_make("floors of built-in bodies");
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; ++i) {
        struct body body = body_builtin(bodies[i]);
        check_floors(&body, bodies[i], in_a_hurry(60, 400), &rng);
    }
}

// A tetrahedron, one corner of which is cut off and made of many small triangles: a body of many
// leaves whose largest faces are as large as those of the adversaries.
TEST(floors_of_large_faces) {
    enum {
        side_turns = 16,
        turns = 3 * side_turns
    };
    static const float corner[4][3] = {
        {-1.0f, -1.0f, -1.0f}, {1.0f, 0.9f, -1.1f}, {1.1f, -1.0f, 1.0f}, {-0.9f, 1.0f, 1.0f}};
    struct rng rng = rng_make("floors of large faces");
    float positions[3 * (4 + turns)];
    uint32_t indices[3 * (4 + 2 * turns)];
    size_t count = 0;
    // Corner 0 is the tip of a fan around points on its edges to the others.
    memcpy(positions, corner, sizeof corner);
    for (uint32_t i = 0; i < turns; ++i) {
        const uint32_t side = i / side_turns, from = 1 + side, to = 1 + (side + 1) % 3;
        const float t = (float)(i % side_turns) / (float)side_turns;
        for (size_t k = 0; k < 3; ++k) {
            const float along = (1.0f - t) * corner[from][k] + t * corner[to][k];
            positions[3 * (4 + i) + k] = corner[0][k] + 0.05f * (along - corner[0][k]);
        }
        const uint32_t next = (i + 1) % turns;
        const uint32_t tip[3] = {0, 4 + i, 4 + next}, rest[3] = {4 + i, from, 4 + next};
        memcpy(indices + 3 * count++, tip, sizeof tip);
        memcpy(indices + 3 * count++, rest, sizeof rest);
    }
    for (uint32_t side = 0; side < 3; ++side) {
        const uint32_t to = 1 + (side + 1) % 3;
        const uint32_t large[3] = {1 + side, to, 4 + (side + 1) % 3 * side_turns};
        memcpy(indices + 3 * count++, large, sizeof large);
    }
    const uint32_t base[3] = {1, 3, 2};
    memcpy(indices + 3 * count++, base, sizeof base);
    const struct body body = {positions, 4 + turns, indices, count};
    check_floors(&body, "a tetrahedron with a fine corner", 2000, &rng);
}

// Two boxes that lie far apart, and thin walls of tubes: terms that cancel. What is left is what
// rounding the weights to float does: 1.27 times two floors was the most in 360,000 questions about
// tubes.
TEST(floors_of_scattered) {
    struct rng rng = rng_make("floors of scattered bodies");
    for (int n = 0; n < in_a_hurry(60, 600); ++n) {
        struct body box = body_box(1.0f, 1.0f, 1.0f), other = body_box(1.0f, 1.0f, 1.0f);
        const double far = pow(10.0, rng_between(&rng, 0.3, 4.0));
        double way[3];
        for (int k = 0; k < 3; ++k) {
            way[k] = far * rng_between(&rng, -1.0, 1.0);
        }
        body_scale(&other, pow(10.0, rng_between(&rng, -1.0, 0.0)));
        body_move(&other, way);
        struct body boxes = body_joined(box, other);
        check_floors_to(&boxes, "two boxes", 20, 2.0, &rng);

        const double high = rng_between(&rng, 0.2, 2.0);
        const double inner = 1.0 - pow(10.0, rng_between(&rng, -3.0, -0.5));
        const double profile[] = {1.0, -high, 1.0, high, inner, high, inner, -high};
        struct body tube = body_ring(profile, 4, 3 + rng_below(&rng, 20));
        check_floors_to(&tube, "a tube", 20, 2.0, &rng);
    }
}

// Tubes whose walls are just thick enough to be compact, but scattered: leaves in float would be
// farther off than blocks.
TEST(floors_of_tubes) {
    struct rng rng = rng_make("floors of tubes");
    for (int n = 0; n < in_a_hurry(100, 1000);) {
        const double high = rng_between(&rng, 0.2, 2.0), inner = rng_between(&rng, 0.8, 0.97);
        const double profile[] = {1.0, -high, 1.0, high, inner, high, inner, -high};
        struct body tube = body_ring(profile, 4, 5 + rng_below(&rng, 10));
        struct buoy_mesh *mesh = body_mesh(&tube, 0);
        const bool wanted = mesh->compact && mesh->scattered && !mesh->tree.large;
        if (wanted) {
            check_floors_to(&tube, "a compact tube", 60, 2.0, &rng);
            ++n;
        }
    }
    assert_true(sums[1] <= sums[0]);
}

// Meshes from elsewhere; those that are not closed, with lids.
TEST(floors_of_shared) {
#ifndef BUOY_HAVE_MESH_FILES
    SKIP("no reader of mesh files is built");
#else
    SKIP_IF(!shared_folder(), "no folder of shared meshes");
    size_t count;
    struct rng rng = rng_make("floors of shared meshes");
    struct shared_mesh *meshes = shared_meshes(&count);
    for (size_t i = 0; i < count; ++i) {
        struct mesh_data data;
        struct buoy_error error;
        FAIL_IF(mesh_data_load(meshes[i].path, &data, &error) != BUOY_OK, "%s: %s", meshes[i].name,
                error.message);
        struct body body = body_of_data(&data);
        check_floors(&body, meshes[i].name, in_a_hurry(10, 60), &rng);
        mesh_data_free(&data);
        shared_mesh_free(&meshes[i]);
    }
    free(meshes);
#endif
}

TEST_EACH(begin, end)
