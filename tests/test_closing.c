// BUOY_MESH_CLOSE: any set of triangles that encloses anything gets a closed mesh, sound ones are
// left alone, and what is said of the lids is true.
#include "ask.h"
#include "body.h"
#include "broken.h"
#include "mesh/mesh.h"
#include "meshes/meshes.h"
#include "shared.h"
#include "soup/soup.h"
#include "test.h"

static struct buoy_closing closing_of(const struct buoy_mesh *mesh) {
    struct buoy_closing closing;
    assert_int_equal(buoy_mesh_get_closing(mesh, &closing, NULL), BUOY_OK);
    return closing;
}

// Below a plane and above it there is the whole volume, to within both answers' bounds.
static void expect_complementary(const char *what, struct buoy_mesh *mesh, struct rng *rng) {
    const struct buoy_mesh_info info = mesh_info(mesh);
    struct subject subject = {.mesh = mesh, .body = what};
    const struct buoy_plane below = rng_plane(rng, mesh);
    const float *n = below.normal;
    const struct buoy_plane above = {{-n[0], -n[1], -n[2]}, -below.d};
    for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
        if (is_voxel(subject.kernel)) {
            continue;
        }
        const struct buoy_volume one = ask(&subject, below), other = ask(&subject, above);
        const double slack = volume_bound(&subject, below) + volume_bound(&subject, above);
        if (!(fabs(one.volume + other.volume - info.volume) <= slack)) {
            fail_answer(&subject, "both sides of the water make up the whole", below, one);
        }
    }
}

// A mesh that is accepted anyway comes out the same, with nothing said of it.
TEST(sound_left_alone) {
    struct rng rng = rng_make("sound");
    for (int round = 0; round < 30; ++round) {
        struct body body = body_bipyramid(&rng, 3 + rng_below(&rng, 30));
        if (round % 3 == 1) { // a cavity
            struct body inner = body_copy(&body);
            body_scale(&inner, 0.25);
            body = body_joined(body, body_inside_out(inner));
        } else if (round % 3 == 2) { // a triangle that uses a vertex twice
            struct body more = body_with_room(&body, 0, 1);
            body_add_triangle(&more, 0, 1, 0);
            body = more;
        }
        struct buoy_mesh *plain = body_mesh(&body, 0), *closed = body_mesh(&body, BUOY_MESH_CLOSE);
        const struct buoy_closing nothing = {0}, closing = closing_of(closed);
        assert_memory_equal(&closing, &nothing, sizeof nothing);
        assert_int_equal(plain->triangle_count, closed->triangle_count);
        const size_t index_bytes = plain->triangle_count * sizeof(uint32_t);
        assert_memory_equal(plain->triangles->i0, closed->triangles->i0, index_bytes);
        assert_memory_equal(plain->triangles->i1, closed->triangles->i1, index_bytes);
        assert_memory_equal(plain->triangles->i2, closed->triangles->i2, index_bytes);
        const struct buoy_plane plane = rng_plane(&rng, plain);
        struct subject one = {.mesh = plain}, two = {.mesh = closed, .body = "sound"};
        for (size_t i = 0; (one.kernel = two.kernel = next_kernel("volume", &i));) {
            const struct buoy_volume before = ask(&one, plane), after = ask(&two, plane);
            expect_same_bits(&two, "left alone", plane, &after, &before);
        }
    }
}

// Every kind of damage, also to a body of several parts, is mended. Where the damage took nothing
// from the body that lids do not give back, its volume is that of the sound body.
TEST(damaged) {
    struct rng rng = rng_make("damaged");
    for (int round = 0; round < in_a_hurry(4, 20) * BROKEN_KINDS; ++round) {
        const enum broken_kind kind = (enum broken_kind)(round % BROKEN_KINDS);
        struct body sound, broken;
        broken_make(&rng, kind, &sound, &broken);
        struct buoy_mesh *whole = body_mesh(&sound, BUOY_MESH_WELD);
        // Loops have more than one lid, and none may be free of lobes.
        struct buoy_mesh *mesh = body_mesh(&broken, BUOY_MESH_CLOSE | BUOY_MESH_ACCEPT_INSIDE_OUT);
        struct buoy_mesh_info info, expected;
        buoy_mesh_get_info(whole, &expected, NULL);
        buoy_mesh_get_info(mesh, &info, NULL);
        assert_true(info.closed && isfinite(info.volume));
        const double slack = rounding_slack(whole) + rounding_slack(mesh);
        FAIL_IF(broken_is_restored(kind) && !(fabs(info.volume - expected.volume) <= slack),
                "%s: volume %.9g, not %.9g to within %.3g", broken_name(kind), info.volume,
                expected.volume, slack);
    }
}

// The volume without the lids is that of the open mesh, and the mesh ends with the lids.
TEST(lids_measured) {
    struct rng rng = rng_make("lids");
    for (int round = 0; round < 30; ++round) {
        struct body cone = body_open_cone(&rng, 3 + rng_below(&rng, 20));
        body_move(&cone, (double[3]){rng_between(&rng, -50.0, 50.0), 7.0, -9.0});
        struct buoy_mesh *open = body_mesh(&cone, BUOY_MESH_ACCEPT_OPEN);
        struct buoy_mesh *closed = body_mesh(&cone, BUOY_MESH_ACCEPT_OPEN | BUOY_MESH_CLOSE);
        const struct buoy_closing closing = closing_of(closed);
        struct buoy_mesh_info before, after;
        buoy_mesh_get_info(open, &before, NULL);
        buoy_mesh_get_info(closed, &after, NULL);
        const size_t sides = before.triangle_count;
        assert_int_equal(closing.loops, 1);
        assert_int_equal(closing.edges, sides);
        assert_int_equal(closing.added_triangles, sides == 3 ? 1 : sides);
        assert_int_equal(after.triangle_count, sides + closing.added_triangles);
        assert_true(fabs(after.area - before.area - closing.added_area) <= 1e-12 * after.area);
        assert_true(fabs(after.volume - before.volume - closing.added_volume) <=
                    1e-12 * after.area * after.diagonal);
        assert_true(closing.length > 0.0 && closing.length < (double)sides * after.diagonal);
    }
}

// A cube without its lid: the numbers are known.
TEST(cube) {
    struct body body = body_box(1, 1, 1);
    size_t kept = 0;
    for (size_t t = 0; t < body.triangle_count; ++t) {
        const uint32_t *corner = body.indices + 3 * t;
        const float *p = body.positions;
        if (p[3 * corner[0] + 2] + p[3 * corner[1] + 2] + p[3 * corner[2] + 2] < 3.0f) {
            memmove(body.indices + 3 * kept++, corner, 3 * sizeof *corner);
        }
    }
    assert_int_equal(kept, 10);
    body.triangle_count = kept;
    struct buoy_mesh *mesh = body_mesh(&body, BUOY_MESH_CLOSE);
    const struct buoy_closing closing = closing_of(mesh);
    const struct buoy_mesh_info info = mesh_info(mesh);
    assert_int_equal(closing.loops, 1);
    assert_int_equal(closing.edges, 4);
    assert_int_equal(closing.added_triangles, 4);
    assert_true(closing.length == 8.0 && closing.added_area == 4.0);
    assert_true(fabs(closing.added_volume - 4.0 / 3.0) <= 1e-15 && info.volume == 8.0);
    assert_true(closing.merged_vertices == 0 && closing.dropped_triangles == 0 &&
                closing.turned_triangles == 0 && closing.inverted_volume == 0.0);
}

// What the steps of closing did is added up: a box with neither bottom nor lid, of which one side
// is wound the other way, one triangle is there twice and one uses a vertex twice.
TEST(counted) {
    struct body box = body_box(1, 1, 1), open = body_with_room(&box, 0, 2);
    open.triangle_count = 0;
    for (size_t t = 0; t < box.triangle_count; ++t) {
        const uint32_t *v = box.indices + 3 * t;
        const float *p = box.positions;
        if (fabsf(p[3 * v[0] + 2] + p[3 * v[1] + 2] + p[3 * v[2] + 2]) < 3.0f) {
            const bool other = open.triangle_count < 2; // the first side
            body_add_triangle(&open, v[0], v[other ? 2 : 1], v[other ? 1 : 2]);
        }
    }
    assert_int_equal(open.triangle_count, 8);
    const uint32_t *last = open.indices + 21;
    body_add_triangle(&open, last[1], last[0], last[2]);
    body_add_triangle(&open, last[0], last[1], last[0]);
    struct buoy_mesh *mesh = body_mesh(&open, BUOY_MESH_CLOSE);
    const struct buoy_closing closing = closing_of(mesh);
    const struct buoy_mesh_info info = mesh_info(mesh);
    assert_true(info.closed && info.volume == 8.0);
    assert_int_equal(closing.dropped_triangles, 2);
    assert_int_equal(closing.turned_triangles, 2);
    assert_int_equal(closing.loops, 2);
    assert_int_equal(closing.edges, 8);
    assert_int_equal(closing.added_triangles, 8);
    assert_true(closing.length == 16.0 && closing.added_area == 8.0);
    assert_true(fabs(closing.added_volume - 8.0 / 3.0) <= 1e-15);
}

// Triangles at random: their loops are loops, and lids along them close the soup.
TEST(loops_close) {
    struct rng rng = rng_make("loops");
    for (int round = 0; round < 300; ++round) {
        struct body body = broken_at_random(&rng);
        const struct buoy_mesh_input input = body_input(&body, 0);
        struct buoy_soup soup;
        struct buoy_loops loops;
        assert_int_equal(buoy_soup_copy(&input, &soup, NULL), BUOY_OK);
        assert_int_equal(buoy_loops_find(&soup, &loops), BUOY_OK);
        const size_t edges = loops.start[loops.count];
        struct body closed = body_with_room(&body, 1, edges);
        ++closed.vertex_count;
        for (size_t i = 0; i < loops.count; ++i) {
            const uint32_t *loop = loops.vertices + loops.start[i];
            const size_t count = loops.start[i + 1] - loops.start[i];
            assert_true(count >= 3);
            for (size_t k = 0; k < count; ++k) {
                for (size_t j = 0; j < k; ++j) {
                    assert_int_not_equal(loop[j], loop[k]);
                }
                body_add_triangle(&closed, loop[k], loop[(k + 1) % count],
                                  (uint32_t)body.vertex_count);
            }
        }
        for (uint32_t a = 0; a < closed.vertex_count; ++a) {
            for (uint32_t b = 0; b < a; ++b) {
                assert_int_equal(body_runs(&closed, a, b), body_runs(&closed, b, a));
            }
        }
        buoy_loops_free(&loops);
        buoy_soup_free(&soup);
    }
}

// Triangles at random have no sound body that they could be taken for. Still they get a closed mesh
// with finite answers, unless they enclose nothing.
TEST(at_random) {
    struct rng rng = rng_make("at random");
    size_t made = 0;
    for (int round = 0; round < 100; ++round) {
        struct body body = broken_at_random(&rng);
        const struct buoy_mesh_input input =
            body_input(&body, BUOY_MESH_CLOSE | BUOY_MESH_ACCEPT_INSIDE_OUT);
        struct buoy_mesh *mesh;
        struct buoy_error error;
        if (buoy_mesh_create(&input, &mesh, &error) != BUOY_OK) {
            FAIL_IF(error.status != BUOY_ERROR_ZERO_VOLUME &&
                        !strstr(error.message, "its volume is -"),
                    "%s", error.message);
        } else {
            const struct buoy_mesh_info info = mesh_info(mesh);
            assert_true(info.closed && info.volume > 0.0);
            if (mesh->closed) { // and nowhere inside out
                expect_complementary("triangles at random", mesh, &rng);
            }
            ++made;
        }
        buoy_mesh_destroy(mesh);
    }
    assert_true(made > 50);
}

// A flat sheet stays refused, and so is what has no triangle left; unknown flags too.
TEST(refused) {
    float positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
    uint32_t sheet[] = {0, 1, 2, 1, 3, 2}, line[] = {0, 1, 0, 1, 3, 3};
    struct body body = {positions, 4, sheet, 2};
    struct buoy_mesh_input input = body_input(&body, BUOY_MESH_CLOSE);
    struct buoy_mesh *mesh;
    assert_int_equal(buoy_mesh_create(&input, &mesh, NULL), BUOY_ERROR_ZERO_VOLUME);
    input.indices = line;
    assert_int_equal(buoy_mesh_create(&input, &mesh, NULL), BUOY_ERROR_ZERO_VOLUME);
    input.flags = BUOY_MESH_KEEP_TREE << 1;
    assert_int_equal(buoy_mesh_create(&input, &mesh, NULL), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_mesh_get_closing(NULL, NULL, NULL), BUOY_ERROR_ARGUMENT);
}

// Every mesh from elsewhere gets an answer, the closed ones their own.
TEST(shared) {
    size_t count;
#ifndef BUOY_HAVE_MESH_FILES
    SKIP("no reader of mesh files is built");
#endif
    SKIP_IF(!shared_folder(), "no folder of shared meshes");
    struct rng rng = rng_make("shared");
    struct shared_mesh *meshes = shared_meshes(&count);
    for (size_t i = 0; i < count; ++i) {
        struct mesh_data data;
        struct buoy_error error;
        struct buoy_mesh *mesh = NULL;
        if (mesh_data_load(meshes[i].path, &data, &error) == BUOY_OK) {
            struct body body = body_of_data(&data);
            const struct buoy_mesh_input input =
                body_input(&body, BUOY_MESH_WELD | BUOY_MESH_CLOSE);
            buoy_mesh_create(&input, &mesh, &error);
            mesh_data_free(&data);
        }
        FAIL_IF(!mesh, "%s: %s", meshes[i].name, error.message);
        expect_complementary(meshes[i].name, mesh, &rng);
        buoy_mesh_destroy(mesh);
        shared_mesh_free(&meshes[i]);
    }
    free(meshes);
}

// A loop of 100,000 edges takes no longer than so many triangles.
TEST(long_loop) {
    struct rng rng = rng_make("long loop");
    const int edges = in_a_hurry(20000, 100000);
    struct buoy_mesh *mesh = mesh_of(body_open_cone(&rng, (size_t)edges), BUOY_MESH_CLOSE);
    assert_int_equal(closing_of(mesh).added_triangles, edges);
}
