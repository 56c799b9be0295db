// Making meshes: input that is accepted, and the properties reported for the mesh.
// test_mesh_refusals.c tests refusals.
#include "body.h"
#include "mesh/mesh.h"
#include "test.h"

// All numbers of a box with sides of a power of two are exact, except where √3 comes in.
TEST(unit_box_info) {
    const double far[][3] = {{0, 0, 0}, {0.5, -0.25, 4}, {1 << 20, -(1 << 21), 3 << 19}};
    for (size_t i = 0; i < sizeof far / sizeof *far; ++i) {
        struct body box = body_box(0.5f, 0.5f, 0.5f);
        body_move(&box, far[i]);
        const struct buoy_mesh_info info = body_info(&box, 0);
        assert_int_equal(info.vertex_count, 8);
        assert_int_equal(info.triangle_count, 12);
        assert_true(info.bytes > 12 * 12 + 8 * 24);
        assert_true(info.closed);
        assert_true(info.volume == 1.0);
        assert_true(info.area == 6.0);
        for (int k = 0; k < 3; ++k) {
            assert_true(info.centre[k] == far[i][k]);
            assert_true(info.centroid[k] == far[i][k]);
            assert_true(info.half_extent[k] == 0.5);
        }
        // √ and one product: each within half a unit in the last place.
        assert_true(fabs(info.diagonal - sqrt(3.0)) <= 2e-16 * sqrt(3.0));
        assert_true(fabs(info.conditioning - 6.0 * sqrt(3.0)) <= 4e-16 * 6.0 * sqrt(3.0));
    }
}

TEST(copy_out_round_trips) {
    struct rng rng = rng_make("copy out");
    struct body body = body_bipyramid(&rng, 50);
    body_move(&body, (const double[3]){1e3, -1e4, 1e5});
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    struct body out = body_copy(&body);
    memset(out.positions, 0, 3 * body.vertex_count * sizeof(float));
    memset(out.indices, 0, 3 * body.triangle_count * sizeof(uint32_t));
    buoy_mesh_copy_out(mesh, out.positions, out.indices, NULL);
    assert_memory_equal(out.positions, body.positions, 3 * body.vertex_count * sizeof(float));
    assert_memory_equal(out.indices, body.indices, 3 * body.triangle_count * sizeof(uint32_t));
}

// Vertices that no triangle uses, here far away, do not stretch the bounding box.
TEST(unused_vertices) {
    struct body box = body_box(1, 2, 3);
    struct body loose = body_with_room(&box, 2, 0);
    memmove(loose.positions + 3, loose.positions, 24 * sizeof(float));
    loose.positions[0] = 1e9f;
    loose.positions[27] = -1e9f;
    loose.vertex_count += 2;
    for (size_t i = 0; i < 36; ++i) {
        ++loose.indices[i];
    }
    struct buoy_mesh *mesh = body_mesh(&loose, 0);
    const struct buoy_mesh_info info = mesh_info(mesh);
    assert_int_equal(info.vertex_count, 8);
    assert_true(info.centre[0] == 0.0 && info.half_extent[0] == 1.0);
    float positions[24];
    uint32_t indices[36];
    buoy_mesh_copy_out(mesh, positions, indices, NULL);
    assert_memory_equal(positions, box.positions, sizeof positions);
    assert_memory_equal(indices, box.indices, sizeof indices);
}

// Ends of edges that are not closed, ascending, by trying all pairs.
static size_t open_ends(const struct body *body, uint32_t *ends) {
    size_t count = 0;
    for (uint32_t a = 0; a < body->vertex_count; ++a) {
        for (uint32_t b = 0; b < body->vertex_count; ++b) {
            if (body_runs(body, a, b) != body_runs(body, b, a)) {
                ends[count++] = a;
                break;
            }
        }
    }
    return count;
}

// A mesh that has lost and turned over some triangles is accepted if so asked, and lists the ends
// of what is open.
TEST(open_accepted) {
    struct rng rng = rng_make("open");
    for (int round = 0; round < 50; ++round) {
        struct body body = body_bipyramid(&rng, 12);
        body.triangle_count -= rng_below(&rng, 4);
        body_flip(&body, rng_below(&rng, body.triangle_count));
        struct buoy_mesh *mesh = body_mesh(&body, BUOY_MESH_ACCEPT_OPEN);
        uint32_t ends[14];
        const size_t count = open_ends(&body, ends);
        assert_false(mesh->closed);
        assert_int_equal(mesh->open_vertex_count, count);
        assert_memory_equal(mesh->triangles->open_vertices, ends, count * sizeof *ends);
    }
}

// A third triangle on an edge of a closed box, wound either way: its own corners are all that is
// open.
TEST(fin_on_an_edge) {
    struct body box = body_box(1, 2, 3);
    for (size_t i = 0; i < 36; ++i) {
        const uint32_t a = box.indices[i], b = box.indices[i - i % 3 + (i + 1) % 3];
        for (int way = 0; way < 2; ++way) {
            struct body fin = body_with_room(&box, 1, 1);
            const uint32_t tip = (uint32_t)fin.vertex_count++;
            memcpy(fin.positions + 3 * tip, (const float[3]){4, 5, 6}, 3 * sizeof(float));
            body_add_triangle(&fin, way ? a : b, way ? b : a, tip);
            struct buoy_mesh *mesh = body_mesh(&fin, BUOY_MESH_ACCEPT_OPEN);
            const uint32_t ends[3] = {a < b ? a : b, a < b ? b : a, tip};
            assert_int_equal(mesh->open_vertex_count, 3);
            assert_memory_equal(mesh->triangles->open_vertices, ends, sizeof ends);
        }
    }
}

// Unused vertices are left out, and the open ones renumbered with the rest.
TEST(open_vertices_renumbered) {
    float positions[] = {9, 9, 9, 0, 0, 0, 9, 9, 9, 1, 0, 0, 0, 1, 0};
    uint32_t indices[] = {1, 3, 4};
    const struct body triangle = {positions, 5, indices, 1};
    struct buoy_mesh *mesh = body_mesh(&triangle, BUOY_MESH_ACCEPT_OPEN);
    assert_int_equal(mesh->vertex_count, 3);
    assert_int_equal(mesh->open_vertex_count, 3);
    for (uint32_t v = 0; v < 3; ++v) {
        assert_int_equal(mesh->triangles->open_vertices[v], v);
    }
    assert_true(mesh->triangles->px[1] == 1.0f && mesh->triangles->py[2] == 1.0f);
}

// Accepting open meshes makes nothing of closed ones.
TEST(open_accepted_but_closed) {
    struct buoy_mesh *mesh = mesh_of(body_box(1, 2, 3), BUOY_MESH_ACCEPT_OPEN);
    assert_true(mesh->closed);
    assert_int_equal(mesh->open_vertex_count, 0);
}

// Two boxes that share an edge: four triangles there, two each way, are closed.
TEST(four_triangles_on_an_edge) {
    struct body boxes = body_joined(body_box(1, 1, 1), body_moved(body_box(1, 1, 1), 2, 2, 0));
    const struct buoy_mesh_info info = body_info(&boxes, BUOY_MESH_WELD);
    assert_int_equal(info.vertex_count, 14);
    assert_true(info.closed);
    assert_true(info.volume == 16.0);
}

// A triangle that uses a vertex twice opens nothing, wherever it is put.
TEST(degenerate_triangles_are_harmless) {
    struct body box = body_box(1, 2, 3);
    struct body more = body_with_room(&box, 0, 3);
    body_add_triangle(&more, 0, 0, 1);
    body_add_triangle(&more, 5, 2, 5);
    body_add_triangle(&more, 7, 7, 7);
    assert_int_equal(body_info(&more, 0).triangle_count, 15);
    assert_true(body_info(&more, 0).volume == 48.0);
    assert_int_equal(body_info(&more, BUOY_MESH_DROP_DEGENERATE).triangle_count, 12);
}

// Two vertices that 200 000 triangles share each: the time does not grow with the square. The ring
// is made round: so many uneven sides would cross each other.
TEST(hubs) {
    const size_t sides = 200000;
    struct rng rng = rng_make("hubs");
    struct body body = body_bipyramid(&rng, sides);
    for (size_t i = 0; i < sides; ++i) {
        const double angle = 6.283185307179586 * (double)i / (double)sides;
        body.positions[6 + 3 * i] = (float)cos(angle);
        body.positions[7 + 3 * i] = (float)sin(angle);
        body.positions[8 + 3 * i] = 0.0f;
    }
    const struct buoy_mesh_info info = body_info(&body, BUOY_MESH_REPAIR);
    assert_true(info.closed);
    assert_int_equal(info.triangle_count, 400000);
}

// ------------------------------------------------------------------------------- doubles

static struct buoy_mesh *mesh_of_doubles(const struct body *body, const double *positions,
                                         unsigned flags) {
    struct buoy_mesh_input input = body_input(body, flags);
    struct buoy_mesh *mesh;
    struct buoy_error error;
    input.positions = NULL;
    input.positions64 = positions;
    FAIL_IF(buoy_mesh_create(&input, &mesh, &error) != BUOY_OK, "%s", error.message);
    return mesh;
}

// Positions stretched and moved, in double.
static double *stretched(const struct body *body, double by, const double to[3]) {
    double *positions = malloc(3 * body->vertex_count * sizeof *positions);
    assert_non_null(positions);
    for (size_t i = 0; i < 3 * body->vertex_count; ++i) {
        positions[i] = by * (double)body->positions[i] + to[i % 3];
    }
    return positions;
}

// Doubles that are floats make the mesh of these floats, to the bit.
TEST(doubles_that_are_floats) {
    struct rng rng = rng_make("doubles that are floats");
    struct body body = body_bipyramid(&rng, 50);
    body_move(&body, (const double[3]){1e3, -1e4, 1e5});
    double *positions = stretched(&body, 1.0, (const double[3]){0, 0, 0});
    struct buoy_mesh *floats = body_mesh(&body, 0), *doubles = mesh_of_doubles(&body, positions, 0);
    const struct buoy_mesh_info info = mesh_info(doubles);
    assert_true(info.rounding == 0.0);
    assert_int_equal(floats->bytes, doubles->bytes);
    assert_memory_equal(floats->blocks->blocks, doubles->blocks->blocks,
                        floats->blocks->block_count * sizeof *floats->blocks->blocks);
    assert_memory_equal(floats->centre, doubles->centre, sizeof floats->centre);
    buoy_mesh_destroy(doubles);
    free(positions);
}

// Others are rounded relative to the mesh's centre, by at most half a float's step at the body's
// size along each axis, wherever it lies; and they come back as they were.
TEST(doubles_far_away) {
    struct rng rng = rng_make("doubles far away");
    for (int i = 0; i < 40; ++i) {
        struct body body = body_bipyramid(&rng, 5 + (size_t)i);
        const double far = pow(10.0, rng_between(&rng, 2.0, 7.0));
        const double to[3] = {far, -0.7 * far, 0.3 * far};
        double *positions = stretched(&body, 0.1, to);
        struct buoy_mesh *mesh = mesh_of_doubles(&body, positions, 0);
        struct buoy_mesh_info info, near;
        buoy_mesh_get_info(mesh, &info, NULL);
        near = body_info(&body, 0);
        assert_true(info.rounding > 0.0);
        assert_true(info.rounding <= 0x1p-25 * info.diagonal + 0x1p-50 * far);
        // Doubles there are apart by 2⁻⁵² far.
        const double off = info.rounding + 0x1p-50 * far + 1e-9;
        assert_true(fabs(info.volume - 1e-3 * near.volume) <= off * info.area + 1e-15);
        for (int k = 0; k < 3; ++k) {
            assert_true(fabs(info.centre[k] - (0.1 * near.centre[k] + to[k])) <= off);
            assert_true(fabs(info.half_extent[k] - 0.1 * near.half_extent[k]) <= off);
        }
        double *out = test_alloc(3 * body.vertex_count * sizeof *out);
        uint32_t *indices = test_alloc(3 * body.triangle_count * sizeof *indices);
        assert_true(out && indices);
        assert_int_equal(buoy_mesh_copy_out64(mesh, out, indices, NULL), BUOY_OK);
        assert_memory_equal(out, positions, 3 * body.vertex_count * sizeof *out);
        assert_memory_equal(indices, body.indices, 3 * body.triangle_count * sizeof *indices);
        buoy_mesh_destroy(mesh);
        free(positions);
    }
}

// A lid's middle is the only vertex that was not given. An unused vertex does not move the centre.
TEST(doubles_closed) {
    struct body box = body_box(1, 1, 1);
    struct body loose = body_with_room(&box, 1, 0);
    const double to[3] = {5e5 + 0.1, 4e6 + 0.1, 0.1};
    loose.vertex_count += 1;
    loose.triangle_count -= 2;
    double *positions = stretched(&loose, 0.3, to), out[27];
    uint32_t indices[48];
    memset(positions + 24, 0, 3 * sizeof *positions);
    struct buoy_mesh *mesh = mesh_of_doubles(&loose, positions, BUOY_MESH_CLOSE);
    const struct buoy_mesh_info info = mesh_info(mesh);
    assert_int_equal(info.vertex_count, 9);
    assert_int_equal(info.triangle_count, 14);
    assert_true(fabs(info.volume - 0.216) < 1e-7);
    assert_true(info.rounding < 1e-7);
    assert_int_equal(buoy_mesh_copy_out64(mesh, out, indices, NULL), BUOY_OK);
    assert_memory_equal(out, positions, 24 * sizeof *out);
    for (int k = 0; k < 3; ++k) {
        assert_true(fabs(out[24 + k] - to[k]) < 0.31);
    }
    buoy_mesh_destroy(mesh);
    free(positions);
}
