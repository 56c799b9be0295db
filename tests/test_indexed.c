// volume/indexed: which meshes it reads by their vertices; that these are as near to the truth as
// others at any immersion, that nothing is made of bodies that the water only nears, and that what
// is flush with it is dry.
#include <math.h>
#include <string.h>

#include "ask.h"
#include "base/memory.h"
#include "body.h"
#include "buoyancy_kernels.h"
#include "dispatch/registry.h"
#include "mesh/plane.h"
#include "rng.h"
#include "test.h"

static const double profile[] = {1.0, -0.4, 1.6, -0.4, 1.6, 0.3, 1.0, 0.3};

static bool is_indexed(struct body body, unsigned flags) {
    struct buoy_mesh *mesh = body_mesh(&body, flags);
    const bool indexed = mesh->is_indexed;
    test_end(mesh);
    return indexed;
}

// Both sides of each limit.
TEST(which_meshes) {
    struct rng rng = rng_make("which meshes are indexed");
    assert_true(is_indexed(body_bipyramid(&rng, 62), 0)); // 64 vertices, 124 triangles
    assert_false(is_indexed(body_bipyramid(&rng, 63), 0));
    assert_true(is_indexed(body_ring(profile, 4, 16), 0)); // 64 vertices, 128 triangles
    assert_false(is_indexed(body_ring(profile, 4, 17), 0));
    assert_false(is_indexed(body_open_cone(&rng, 9), BUOY_MESH_ACCEPT_OPEN));
    assert_false(is_indexed(body_two_cubes(20.0), 0)); // scattered
    for (int i = 0; i < 66; ++i) {
        struct body plate = body_box(1.0f, 1.0f, powf(0.9f, (float)i)); // down to .001
        struct buoy_mesh *mesh = body_mesh(&plate, 0);
        assert_int_equal(mesh->is_indexed, mesh->compact && !mesh->scattered);
        test_end(mesh);
    }
}

static struct buoy_volume ask_by(const char *id, const struct buoy_mesh *mesh,
                                 struct buoy_plane plane) {
    const struct buoy_volume_query query = {
        .mesh = mesh, .planes = &plane, .count = 1, .kernel = buoy_kernel_find(id)};
    struct buoy_volume answer;
    assert_int_equal(buoy_volume_compute(&query, &answer, NULL), BUOY_OK);
    return answer;
}

// A plane of a body such that about a share of its height along the normal is wet.
static struct buoy_plane plane_at(struct rng *rng, const struct body *body, double share) {
    double n[3], low, high;
    rng_direction(rng, n);
    struct buoy_plane plane = {{(float)n[0], (float)n[1], (float)n[2]}, 0.0f};
    body_extent(body, plane, &low, &high);
    plane.d = (float)(low + share * (high - low));
    return plane;
}

// Within 1.5e-7 of the whole volume, and in double where little is wet; `indexed64` in double
// everywhere. Around a hole, terms of the volume cancel more: there `hierarchy` has half the error.
TEST(near_the_truth) {
    struct rng rng = rng_make("indexed: near the truth");
    struct body bodies[] = {body_box(1.0f, 0.7f, 0.5f),   body_box(1.0f, 1.0f, 0.055f),
                            body_box(1.0f, 0.09f, 0.08f), body_bipyramid(&rng, 5),
                            body_bipyramid(&rng, 20),     body_bipyramid(&rng, 62),
                            body_ring(profile, 4, 9),     body_ring(profile, 4, 16)};
    for (size_t b = 0; b < COUNT_OF(bodies); ++b) {
        struct buoy_mesh *mesh = body_mesh(&bodies[b], 0);
        struct buoy_mesh_info info;
        buoy_mesh_get_info(mesh, &info, NULL);
        assert_true(mesh->is_indexed);
        for (int i = 0; i < 4000; ++i) {
            const double share =
                i % 4 ? rng_between(&rng, 0.0, 1.0) : exp(rng_between(&rng, log(1e-9), log(0.1)));
            const struct buoy_plane plane = plane_at(&rng, &bodies[b], share);
            const struct buoy_volume got = ask_by("volume/indexed/best", mesh, plane);
            const struct buoy_volume truth = ask_by("volume/hierarchy64/best", mesh, plane);
            const struct buoy_volume fine = ask_by("volume/indexed64/best", mesh, plane);
            assert_true(fabs(fine.volume - truth.volume) <= 1e-13 * info.volume);
            assert_true(fabs(fine.volume - truth.volume) <= 1e-9 * truth.volume);
            for (int k = 0; k < 3 && truth.volume > 1e-6 * info.volume; ++k) {
                assert_true(fabs(fine.centre[k] - truth.centre[k]) <= 1e-8 * info.diagonal);
            }
            const double off = fabs(got.volume - truth.volume);
            assert_true(off <= (b < 6 ? 1.5e-7 : 2.5e-7) * info.volume);
            assert_true(truth.volume > 2e-4 * info.volume || off <= 1e-9 * truth.volume ||
                        truth.volume == 0.0);
            assert_true(truth.volume < 0.01 * info.volume ||
                        fabs(got.centre[i % 3] - truth.centre[i % 3]) <= 1e-6 * info.diagonal);
        }
        test_end(mesh);
    }
}

// Planes through the bounding box that no vertex is below, or none above: nothing, or all, to the
// bit.
TEST(nothing_or_all) {
    struct rng rng = rng_make("indexed: nothing or all");
    struct body body = body_bipyramid(&rng, 17);
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    int inside = 0;
    for (int i = 0; i < 2000; ++i) {
        const struct buoy_plane dry = plane_at(&rng, &body, -exp(rng_between(&rng, -16.0, -2.0)));
        struct buoy_plane wet = dry;
        for (int k = 0; k < 3; ++k) {
            wet.normal[k] = -dry.normal[k];
        }
        wet.d = -dry.d;
        inside += buoy_bake_plane(mesh, &dry).side == BUOY_SIDE_CUT;
        const struct buoy_volume none = ask_by("volume/indexed/best", mesh, dry);
        const struct buoy_volume whole = ask_by("volume/indexed/best", mesh, wet);
        assert_true(none.volume == 0.0);
        assert_true(fabs(whole.volume - info.volume) <= 1e-9 * info.volume);
    }
    assert_true(inside > 500);
    test_end(mesh);
}

// A tank's rim that is flush with the water in the caller's decimals, whatever the normal's length
// and wherever the body lies: its vertices' heights are exactly 0, so that they are dry.
TEST(flush) {
    const double at[] = {0.0, 0.1, -7.3, 1000.1};
    struct body body = body_ring(profile, 4, 12);
    for (size_t away = 0; away < COUNT_OF(at); ++away) {
        double positions[3 * 48];
        for (size_t v = 0; v < body.vertex_count; ++v) {
            for (size_t k = 0; k < 3; ++k) {
                positions[3 * v + k] = (double)body.positions[3 * v + k] / 1.1 + at[away];
            }
        }
        struct buoy_mesh_input input = body_input(&body, BUOY_MESH_KEEP_ALL);
        input.positions = NULL;
        input.positions64 = positions;
        input.flags = away % 2 ? BUOY_MESH_KEEP_ALL : 0; // levels behind a tree or none
        struct buoy_mesh *mesh;
        assert_int_equal(buoy_mesh_create(&input, &mesh, NULL), BUOY_OK);
        assert_true(mesh->is_indexed);
        const double rim = (double)body.positions[2] / 1.1 + at[away];
        for (int i = 0; i < 16; ++i) {
            const float length = 0.013f * powf(1.7f, (float)i); // up to 37
            const struct buoy_plane plane = {{0.0f, 0.0f, length}, 0.0f};
            const struct buoy_baked_plane baked =
                buoy_bake_plane_at(mesh, &plane, (double)length * rim);
            int level = 0;
            for (uint32_t v = 0; v < mesh->vertex_count; ++v) {
                const float z = mesh->indexed[2 * buoy_indexed_room(mesh) + v];
                level += (0.0f - baked.d) + z * baked.nz == 0.0f;
            }
            assert_int_equal(level, mesh->vertex_count / 2);
        }
        buoy_mesh_destroy(mesh);
    }
}

// A surface that is inside out in part is kept and answered so, too: below 0 where more is wound
// inward, which takes doubles, whether alone or in company. An image of it has all that follows in
// its place.
TEST(inside_out) {
    struct body body = body_box(1.0f, 1.0f, 1.0f);
    // A prism over a bow tie: the upper bow is wound inward.
    static const float profile_of[8] = {-1.0f, -1.0f, 1.0f, -1.0f, -0.3f, 0.3f, 0.3f, 0.3f};
    static const uint32_t indices[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                         1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};
    for (int v = 0; v < 8; ++v) {
        body.positions[3 * v] = v < 4 ? -1.0f : 1.0f;
        body.positions[3 * v + 1] = profile_of[2 * (v % 4)];
        body.positions[3 * v + 2] = profile_of[2 * (v % 4) + 1];
    }
    memcpy(body.indices, indices, sizeof indices);
    struct buoy_mesh *mesh = body_mesh(&body, BUOY_MESH_ACCEPT_INSIDE_OUT), *loaded;
    assert_true(mesh->is_indexed && mesh->inside_out);
    const size_t bytes = buoy_mesh_image_bytes(mesh, NULL);
    void *image = buoy_aligned_alloc(bytes);
    assert_int_equal(buoy_mesh_save(mesh, image, bytes, NULL), BUOY_OK);
    assert_int_equal(buoy_mesh_load(image, bytes, &loaded, NULL), BUOY_OK);
    assert_true(loaded->is_indexed && loaded->inside_out);
    const struct buoy_plane plane = {{0.0f, 0.0f, -1.0f}, 0.0f};
    const struct buoy_volume wanted = ask_by("volume/indexed64/best", mesh, plane);
    assert_true(fabs(wanted.volume + 0.18) < 1e-6);
    for (int i = 0; i < 2; ++i) {
        const struct buoy_volume got = ask_by("volume/indexed/best", i == 0 ? mesh : loaded, plane);
        assert_memory_equal(&got, &wanted, sizeof got);
        struct buoy_plane planes[32];
        struct buoy_volume crowd[32];
        for (int k = 0; k < 32; ++k) {
            planes[k] = (struct buoy_plane){{0.0f, 0.0f, k % 2 ? 1.0f : -1.0f}, 0.02f * (float)k};
        }
        const struct buoy_volume_query query = {
            .mesh = i == 0 ? mesh : loaded, .planes = planes, .count = 32};
        assert_int_equal(buoy_volume_compute(&query, crowd, NULL), BUOY_OK);
        for (int k = 0; k < 32; ++k) {
            const struct buoy_volume alone = ask_by("volume/indexed/best", mesh, planes[k]);
            const struct buoy_volume truth = ask_by("volume/hierarchy64/best", mesh, planes[k]);
            assert_memory_equal(&crowd[k], &alone, sizeof alone);
            assert_true(fabs(alone.volume - truth.volume) < 1e-6);
        }
        const struct buoy_volume by_blocks =
            ask_by("volume/blocks/best", i == 0 ? mesh : loaded, plane);
        assert_true(fabs(by_blocks.volume + 0.18) < 1e-6);
    }
    buoy_mesh_destroy(loaded);
    buoy_aligned_free(image);
    test_end(mesh);
}
