// Making meshes: input that is refused, with its status and message.
#include "body.h"
#include "making/bake.h"
#include "test.h"

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
