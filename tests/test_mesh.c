// Making meshes: input that is accepted, and the properties reported for the mesh; input that is
// refused, with its status and message.
#include "body.h"
#include "making/bake.h"
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

// ----------------------------------------------------------------------------------- mesh refusals

// Making meshes: input that is refused, with its status and message.

static void expect_status(enum buoy_status got, enum buoy_status expected,
                          const struct buoy_error *error) {
    FAIL_IF(got != expected || error->status != expected,
            "status %d, in the error %d, expected %d: %s", got, error->status, expected,
            error->message);
}

// Fails the test unless a mesh is refused for that reason, in words that begin and go on like that.
static void expect_refused(const struct buoy_mesh_input *input, enum buoy_status reason,
                           const char *begins, const char *contains) {
    struct buoy_error error;
    struct buoy_mesh *const stale = (struct buoy_mesh *)(void *)&error, *mesh = stale;
    expect_status(buoy_mesh_create(input, &mesh, &error), reason, &error);
    assert_null(mesh);
    FAIL_IF(strncmp(error.message, begins, strlen(begins)) != 0 || !strstr(error.message, contains),
            "\"%s\" does not begin with \"%s\" or does not contain \"%s\"", error.message, begins,
            contains);
    mesh = stale;
    assert_int_equal(buoy_mesh_create(input, &mesh, NULL), reason);
    assert_null(mesh);
}

// Every triangle gets points of its own.
static struct body unshared(const struct body *body) {
    struct body soup = body_alloc(3 * body->triangle_count, body->triangle_count);
    for (uint32_t i = 0; i < 3 * body->triangle_count; ++i) {
        memcpy(soup.positions + 3 * i, body->positions + 3 * body->indices[i], 3 * sizeof(float));
        soup.indices[i] = i;
    }
    return soup;
}

TEST(null_pointers_and_counts_of_zero) {
    struct body box = body_box(1, 1, 1);
    const struct buoy_mesh_input good = body_input(&box, 0);
    struct buoy_error error;
    expect_status(buoy_mesh_create(&good, NULL, &error), BUOY_ERROR_ARGUMENT, &error);
    expect_refused(NULL, BUOY_ERROR_ARGUMENT, "the mesh input", "null");

    struct buoy_mesh_input bad = good;
    bad.positions = NULL;
    expect_refused(&bad, BUOY_ERROR_ARGUMENT, "the mesh's positions", "null");
    static const double doubles[24] = {0.0};
    bad = good;
    bad.positions64 = doubles;
    expect_refused(&bad, BUOY_ERROR_ARGUMENT, "the mesh has positions", "in float and in double");
    bad = good;
    bad.frame = (enum buoy_frame)5;
    expect_refused(&bad, BUOY_ERROR_ARGUMENT, "the mesh input's frame", "unknown");
    bad = good;
    bad.indices = NULL;
    expect_refused(&bad, BUOY_ERROR_ARGUMENT, "the mesh's indices", "null");
    bad = good;
    bad.vertex_count = 0;
    expect_refused(&bad, BUOY_ERROR_ARGUMENT, "0 vertices and 12 triangles", "");
    bad = good;
    bad.triangle_count = 0;
    expect_refused(&bad, BUOY_ERROR_ARGUMENT, "8 vertices and 0 triangles", "");
    buoy_mesh_destroy(NULL);
}

TEST(unknown_flags) {
    struct body box = body_box(1, 1, 1);
    const struct buoy_mesh_input input = body_input(&box, BUOY_MESH_WELD | 1u << 12 | 1u << 30);
    expect_refused(&input, BUOY_ERROR_ARGUMENT, "unknown mesh flags 0x40001000", "");
}

// Sizes whose products overflow, or that no memory holds, are refused before anything is read: the
// arrays are a single number long.
TEST(hostile_counts) {
    const size_t counts[] = {
        (size_t)BUOY_MAX_TRIANGLES + 1, SIZE_MAX / 12 + 1, SIZE_MAX / 3 + 1, SIZE_MAX - 1, SIZE_MAX,
    };
    float *number = malloc(sizeof *number);
    uint32_t *index = malloc(sizeof *index);
    assert_non_null(number);
    assert_non_null(index);
    *number = 0.0f;
    *index = 0;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) {
        struct buoy_mesh_input input = {.positions = number, .indices = index};
        char words[64];
        input.vertex_count = counts[i];
        input.triangle_count = 1;
        snprintf(words, sizeof words, "%zu vertices", counts[i]);
        expect_refused(&input, BUOY_ERROR_TOO_LARGE, words, "134217728");
        input.vertex_count = 1;
        input.triangle_count = counts[i];
        snprintf(words, sizeof words, "1 vertices and %zu triangles", counts[i]);
        expect_refused(&input, BUOY_ERROR_TOO_LARGE, words, "134217728");
    }
    free(number);
    free(index);
}

// With a size_t of 32 bits the arrays of fewer triangles than there may be outgrow what it can
// tell. They are refused before anything is read: the soup's arrays hold a single triangle.
TEST(outgrown_addresses) {
#if SIZE_MAX > UINT32_MAX
    SKIP("a size_t of 64 bits");
#else
    float positions[9] = {0.0f};
    uint32_t indices[3] = {0, 1, 2};
    for (uint32_t count = 1u << 25; count <= BUOY_MAX_TRIANGLES; count += 1u << 20) {
        const struct buoy_soup soup = {
            .positions = positions, .vertex_count = 3, .indices = indices, .triangle_count = count};
        struct buoy_topology topology = {.closed = true};
        struct buoy_baked baked;
        assert_int_equal(
            buoy_mesh_bake(&(struct buoy_bake_query){&soup, &topology, BUOY_MESH_KEEP_ALL, false},
                           &baked),
            BUOY_ERROR_MEMORY);
        assert_null(baked.mesh);
    }
#endif
}

TEST(non_finite_coordinates) {
    struct body box = body_box(1, 1, 1);
    const struct buoy_mesh_input input = body_input(&box, BUOY_MESH_ACCEPT_OPEN);
    const float last = box.positions[23];
    box.positions[23] = -INFINITY;
    expect_refused(&input, BUOY_ERROR_NON_FINITE, "vertex 7: z is infinite", "");
    box.positions[16] = NAN;
    expect_refused(&input, BUOY_ERROR_NON_FINITE, "vertex 5: y is not a number", "");
    box.positions[0] = INFINITY;
    expect_refused(&input, BUOY_ERROR_NON_FINITE, "vertex 0: x is infinite", "");
    box.positions[0] = box.positions[16] = last;
}

TEST(indices_out_of_range) {
    struct body box = body_box(1, 1, 1);
    const struct buoy_mesh_input input = body_input(&box, BUOY_MESH_ACCEPT_OPEN);
    box.indices[35] = 8;
    expect_refused(&input, BUOY_ERROR_INDEX,
                   "triangle 11: its corner 2 is vertex 8, but the last vertex is 7", "");
    box.indices[13] = UINT32_MAX;
    expect_refused(&input, BUOY_ERROR_INDEX, "triangle 4: its corner 1 is vertex 4294967295", "");
}

// Writes down the first triangle with an edge that is not closed, by trying all.
static void first_fault(const struct body *body, char *words, size_t size) {
    for (size_t t = 0; t < body->triangle_count; ++t) {
        const uint32_t *corner = body->indices + 3 * t;
        for (size_t k = 0; k < 3; ++k) {
            const uint32_t a = corner[k], b = corner[(k + 1) % 3];
            if (body_runs(body, a, b) != body_runs(body, b, a)) {
                snprintf(words, size, "triangle %zu (vertices %lu, %lu, %lu):", t,
                         (unsigned long)corner[0], (unsigned long)corner[1],
                         (unsigned long)corner[2]);
                return;
            }
        }
    }
    fail_msg("no edge is open");
}

// Whichever triangle is missing: the first of its neighbours is named, and the three open edges.
TEST(missing_triangle) {
    for (size_t t = 0; t < 12; ++t) {
        struct body box = body_box(1, 2, 3);
        uint32_t *corner = box.indices + 3 * t;
        memmove(corner, corner + 3, 3 * (11 - t) * sizeof *corner);
        --box.triangle_count;
        const struct buoy_mesh_input input = body_input(&box, 0);
        char words[80];
        first_fault(&box, words, sizeof words);
        expect_refused(&input, BUOY_ERROR_OPEN, words, "has no partner; edges in all: 3 open");
    }
}

// Whichever triangle is flipped: the first on one of its edges is named, and the remedy.
TEST(flipped_triangle) {
    for (size_t t = 0; t < 12; ++t) {
        struct body box = body_box(1, 2, 3);
        body_flip(&box, t);
        const struct buoy_mesh_input input = body_input(&box, 0);
        char words[80];
        first_fault(&box, words, sizeof words);
        expect_refused(&input, BUOY_ERROR_WINDING, words,
                       "the same way; edges in all: 3 wound inconsistently: "
                       "BUOY_MESH_REPAIR winds it outward");
    }
}

// A fin: a third triangle on an edge, with two open edges of its own.
TEST(fin) {
    struct body box = body_box(1, 2, 3);
    struct body finned = body_with_room(&box, 1, 1);
    finned.positions[3 * finned.vertex_count++] = 9.0f;
    body_add_triangle(&finned, finned.indices[1], finned.indices[0], 8);
    const struct buoy_mesh_input input = body_input(&finned, 0);
    char words[80];
    first_fault(&finned, words, sizeof words);
    expect_refused(&input, BUOY_ERROR_OPEN, words,
                   ": 1 one way, 2 the other; "
                   "edges in all: 2 open, 1 unbalanced");
}

TEST(points_of_their_own) {
    struct body box = body_box(1, 2, 3);
    struct body soup = unshared(&box);
    struct buoy_mesh_input input = body_input(&soup, 0);
    expect_refused(&input, BUOY_ERROR_OPEN, "triangle 0 (vertices 0, 1, 2): its edge 0-1",
                   "edges in all: 36 open: "
                   "BUOY_MESH_WELD merges equal positions, which closes it");
    const struct buoy_mesh_info info = body_info(&soup, BUOY_MESH_WELD);
    assert_int_equal(info.vertex_count, 8);
    assert_true(info.closed);
    assert_true(info.volume == 48.0);

    // Also with a triangle flipped: named by the caller's own vertices.
    body_flip(&soup, 0);
    expect_refused(&input, BUOY_ERROR_OPEN, "triangle 0 (vertices 0, 2, 1): its edge 0-2",
                   "edges in all: 36 open: BUOY_MESH_REPAIR winds it outward");
    input.flags = BUOY_MESH_WELD | BUOY_MESH_KEEP_ALL;
    expect_refused(&input, BUOY_ERROR_WINDING, "triangle 0 (vertices 0, 2, 1): triangle ",
                   ": BUOY_MESH_REPAIR winds it outward");
}

TEST(wound_inward) {
    struct body box = body_box(1, 2, 3);
    body_flip_all(&box);
    const struct buoy_mesh_input input = body_input(&box, BUOY_MESH_ACCEPT_OPEN);
    expect_refused(&input, BUOY_ERROR_INWARD, "the mesh is wound inward: its volume is -48: ", "");
}

// One of two bodies inside out would be counted against the other; a cavity is meant to be.
TEST(part_wound_inward) {
    struct body apart =
        body_joined(body_box(1, 1, 1), body_moved(body_inside_out(body_box(1, 1, 0.5f)), 5, 0, 0));
    const struct buoy_mesh_input input = body_input(&apart, 0);
    expect_refused(&input, BUOY_ERROR_INWARD,
                   "triangle 12: its part of the mesh is wound inward but is not a cavity", "");
    struct buoy_mesh *mesh = body_mesh(&apart, BUOY_MESH_FIX_WINDING);
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    assert_true(info.volume == 12.0);

    struct body hollow =
        body_joined(body_box(1, 1, 1), body_inside_out(body_box(0.5f, 0.5f, 0.5f)));
    mesh = body_mesh(&hollow, 0);
    buoy_mesh_get_info(mesh, &info, NULL);
    assert_true(info.volume == 7.0);

    // Nothing is inside out in a body with a cavity flush with its walls, welded to another body
    // that crosses both, though the repair would turn the cavity at some attitudes.
    for (int turns = 0; turns < 20; ++turns) {
        struct body flush = body_joined(
            body_joined(body_moved(body_box(1, 1, 1.5f), 1, 1, 1.5),
                        body_inside_out(body_moved(body_box(0.5f, 0.5f, 1), 1.5, 1.5, 2))),
            body_moved(body_box(0.5f, 1.5f, 0.5f), 0.5, 0.5, 1.5));
        body_turn(&flush, turns);
        mesh = body_mesh(&flush, BUOY_MESH_WELD);
        buoy_mesh_get_info(mesh, &info, NULL);
        assert_true(fabs(info.volume - 13.0) < 1e-5);
    }

    // A sheet that rounding turned into a sliver of either sign is no mistake.
    for (int turns = 0; turns < 20; ++turns) {
        float corners[] = {3, -1, 0, 4, -1, 0, 4.5f, 2, 0, 2.5f, 1.5f, 0};
        uint32_t triangles[] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};
        const struct body sheet = {corners, 4, triangles, 4};
        struct body both = body_joined(body_box(1, 1, 1), body_copy(&sheet));
        body_turn(&both, turns);
        body_mesh(&both, 0);
    }
}

// A quad against itself, split along the other diagonal: closed, and flat up to the rounding of its
// corners.
TEST(flat_sheet) {
    for (int turns = 0; turns < 20; ++turns) {
        float corners[] = {-3, -1, 0, 4, -1, 0, 3, 2, 0, -2, 1.5f, 0};
        uint32_t triangles[] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};
        struct body sheet = {corners, 4, triangles, 4};
        const struct buoy_mesh_input input = body_input(&sheet, 0);
        body_turn(&sheet, turns);
        expect_refused(&input, BUOY_ERROR_ZERO_VOLUME, "the mesh is flat: its surface of 33 ", "");
        body_flip_all(&sheet);
        expect_refused(&input, BUOY_ERROR_ZERO_VOLUME, "the mesh is flat: its surface of 33 ", "");
    }
}

// Neither a single point nor a needle, nor triangles that use a vertex twice, enclose anything.
TEST(nothing_at_all) {
    float point[12] = {0};
    uint32_t tetrahedron[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    const struct body body = {point, 4, tetrahedron, 4};
    struct buoy_mesh_input input = body_input(&body, 0);
    expect_refused(&input, BUOY_ERROR_ZERO_VOLUME, "the mesh is flat", "");
    point[3] = 1.0f, point[6] = 2.0f, point[9] = 3.0f;
    expect_refused(&input, BUOY_ERROR_ZERO_VOLUME, "the mesh is flat", "");
    uint32_t twice[] = {0, 0, 1, 2, 3, 2};
    input.indices = twice;
    input.triangle_count = 2;
    expect_refused(&input, BUOY_ERROR_ZERO_VOLUME, "the mesh is flat", "");
    input.flags = BUOY_MESH_REPAIR | BUOY_MESH_ACCEPT_OPEN | BUOY_MESH_KEEP_ALL;
    expect_refused(&input, BUOY_ERROR_ZERO_VOLUME, "every triangle uses a vertex twice", "");
}

// Plates and bars 10⁴ times as long as thick are bodies, at any size and in any position.
TEST(thin_plate) {
    for (int i = 0; i < 30; ++i) {
        struct body plate = body_box(1.0f, 1.0f, 1e-4f);
        struct body bar = body_box(1.0f, 1e-4f, 1e-4f);
        struct body *bodies[] = {&plate, &bar};
        for (int k = 0; k < 2; ++k) {
            body_scale(bodies[k], pow(10.0, i - 15));
            body_turn(bodies[k], i);
            body_mesh(bodies[k], 0);
        }
    }
}

// Dropping triangles that use a vertex twice does not change how the others are called.
TEST(called_as_given) {
    struct body box = body_box(1, 2, 3);
    struct body more = body_with_room(&box, 0, 2);
    memmove(more.indices + 9, box.indices, 33 * sizeof *more.indices); // all but the last
    memset(more.indices, 0, 9 * sizeof *more.indices);
    more.triangle_count += 2;
    const struct buoy_mesh_input input = body_input(&more, BUOY_MESH_DROP_DEGENERATE);
    char words[80];
    first_fault(&more, words, sizeof words);
    expect_refused(&input, BUOY_ERROR_OPEN, words, "has no partner");
}
