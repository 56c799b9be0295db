// Making meshes: what is refused, with which status and which words; what is accepted, and what is
// then said of it.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bake.h"
#include "body.h"
#include "body_change.h"
#include "mesh.h"

static void expect_status(enum buoy_status got, enum buoy_status expected,
                          const struct buoy_error *error) {
    if (got != expected || error->status != expected) {
        fail_msg("status %d, in the error %d, expected %d: %s", got, error->status, expected,
                 error->message);
    }
}

// Fails the test unless a mesh is refused for that reason, in words that begin and go on like that.
static void expect_refused(const struct buoy_mesh_input *input, enum buoy_status reason,
                           const char *begins, const char *contains) {
    struct buoy_error error;
    struct buoy_mesh *const stale = (struct buoy_mesh *)(void *)&error, *mesh = stale;
    expect_status(buoy_mesh_create(input, &mesh, &error), reason, &error);
    assert_null(mesh);
    if (strncmp(error.message, begins, strlen(begins)) != 0 || !strstr(error.message, contains)) {
        fail_msg("\"%s\" does not begin with \"%s\" or does not contain \"%s\"", error.message,
                 begins, contains);
    }
    mesh = stale;
    assert_int_equal(buoy_mesh_create(input, &mesh, NULL), reason);
    assert_null(mesh);
}

static struct buoy_mesh_info info_of(const struct body *body, unsigned flags) {
    struct buoy_mesh *mesh = body_mesh(body, flags);
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info);
    buoy_mesh_destroy(mesh);
    return info;
}

// A copy with room for more.
static struct body with_room(const struct body *body, size_t vertices, size_t triangles) {
    struct body wide = {
        .positions = calloc(3 * (body->vertex_count + vertices), sizeof(float)),
        .indices = calloc(3 * (body->triangle_count + triangles), sizeof(uint32_t)),
        .vertex_count = body->vertex_count,
        .triangle_count = body->triangle_count,
    };
    assert_non_null(wide.positions);
    assert_non_null(wide.indices);
    memcpy(wide.positions, body->positions, 3 * body->vertex_count * sizeof(float));
    memcpy(wide.indices, body->indices, 3 * body->triangle_count * sizeof(uint32_t));
    return wide;
}

static void add_triangle(struct body *body, uint32_t a, uint32_t b, uint32_t c) {
    const uint32_t corner[3] = {a, b, c};
    memcpy(body->indices + 3 * body->triangle_count++, corner, sizeof corner);
}

// Every triangle gets points of its own.
static struct body unshared(const struct body *body) {
    struct body soup = {
        .positions = calloc(9 * body->triangle_count, sizeof(float)),
        .indices = calloc(3 * body->triangle_count, sizeof(uint32_t)),
        .vertex_count = 3 * body->triangle_count,
        .triangle_count = body->triangle_count,
    };
    assert_non_null(soup.positions);
    assert_non_null(soup.indices);
    for (uint32_t i = 0; i < 3 * body->triangle_count; ++i) {
        memcpy(soup.positions + 3 * i, body->positions + 3 * body->indices[i], 3 * sizeof(float));
        soup.indices[i] = i;
    }
    return soup;
}

static void null_pointers_and_counts_of_zero(void **state) {
    (void)state;
    struct body box = body_box(1, 1, 1);
    const struct buoy_mesh_input good = body_input(&box, 0);
    struct buoy_error error;
    expect_status(buoy_mesh_create(&good, NULL, &error), BUOY_ERROR_ARGUMENT, &error);
    expect_refused(NULL, BUOY_ERROR_ARGUMENT, "the mesh input", "null");

    struct buoy_mesh_input bad = good;
    bad.positions = NULL;
    expect_refused(&bad, BUOY_ERROR_ARGUMENT, "the mesh's positions", "null");
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
    body_free(&box);
}

static void unknown_flags(void **state) {
    (void)state;
    struct body box = body_box(1, 1, 1);
    const struct buoy_mesh_input input = body_input(&box, BUOY_MESH_WELD | 1u << 4 | 1u << 30);
    expect_refused(&input, BUOY_ERROR_ARGUMENT, "unknown mesh flags 0x40000010", "");
    body_free(&box);
}

// Sizes whose products overflow, or that no memory holds, are refused before anything is read: the
// arrays are a single number long.
static void hostile_counts(void **state) {
    (void)state;
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
static void outgrown_addresses(void **state) {
    (void)state;
#if SIZE_MAX > UINT32_MAX
    skip(); // there may be memory for them
#else
    float positions[9] = {0.0f};
    uint32_t indices[3] = {0, 1, 2};
    for (uint32_t count = 1u << 25; count <= BUOY_MAX_TRIANGLES; count += 1u << 20) {
        const struct buoy_soup soup = {positions, 3, indices, count};
        struct buoy_mesh *mesh;
        assert_int_equal(buoy_mesh_bake(&soup, &mesh), BUOY_ERROR_MEMORY);
        assert_null(mesh);
    }
#endif
}

static void non_finite_coordinates(void **state) {
    (void)state;
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
    body_free(&box);
}

static void indices_out_of_range(void **state) {
    (void)state;
    struct body box = body_box(1, 1, 1);
    const struct buoy_mesh_input input = body_input(&box, BUOY_MESH_ACCEPT_OPEN);
    box.indices[35] = 8;
    expect_refused(&input, BUOY_ERROR_INDEX,
                   "triangle 11: its corner 2 is vertex 8, but vertices end at 7", "");
    box.indices[13] = UINT32_MAX;
    expect_refused(&input, BUOY_ERROR_INDEX, "triangle 4: its corner 1 is vertex 4294967295", "");
    body_free(&box);
}

// How many triangles run from a to b.
static size_t runs(const struct body *body, uint32_t a, uint32_t b) {
    size_t count = 0;
    for (size_t t = 0; t < body->triangle_count; ++t) {
        for (size_t k = 0; k < 3; ++k) {
            count += body->indices[3 * t + k] == a && body->indices[3 * t + (k + 1) % 3] == b;
        }
    }
    return count;
}

// Writes down the first triangle with an edge that is not closed, by trying all.
static void first_fault(const struct body *body, char *words, size_t size) {
    for (size_t t = 0; t < body->triangle_count; ++t) {
        const uint32_t *corner = body->indices + 3 * t;
        for (size_t k = 0; k < 3; ++k) {
            const uint32_t a = corner[k], b = corner[(k + 1) % 3];
            if (runs(body, a, b) != runs(body, b, a)) {
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
static void missing_triangle(void **state) {
    (void)state;
    for (size_t t = 0; t < 12; ++t) {
        struct body box = body_box(1, 2, 3);
        uint32_t *corner = box.indices + 3 * t;
        memmove(corner, corner + 3, 3 * (11 - t) * sizeof *corner);
        --box.triangle_count;
        const struct buoy_mesh_input input = body_input(&box, 0);
        char words[80];
        first_fault(&box, words, sizeof words);
        expect_refused(&input, BUOY_ERROR_OPEN, words, "has no partner; edges in all: 3 open");
        body_free(&box);
    }
}

// Whichever triangle is flipped: the first on one of its edges is named, and the remedy.
static void flipped_triangle(void **state) {
    (void)state;
    for (size_t t = 0; t < 12; ++t) {
        struct body box = body_box(1, 2, 3);
        body_flip(&box, t);
        const struct buoy_mesh_input input = body_input(&box, 0);
        char words[80];
        first_fault(&box, words, sizeof words);
        expect_refused(&input, BUOY_ERROR_WINDING, words,
                       "the same way; edges in all: 3 wound inconsistently; "
                       "repairing the winding would close it");
        body_free(&box);
    }
}

// A fin: a third triangle on an edge, with two open edges of its own.
static void fin(void **state) {
    (void)state;
    struct body box = body_box(1, 2, 3);
    struct body finned = with_room(&box, 1, 1);
    finned.positions[3 * finned.vertex_count++] = 9.0f;
    add_triangle(&finned, finned.indices[1], finned.indices[0], 8);
    const struct buoy_mesh_input input = body_input(&finned, 0);
    char words[80];
    first_fault(&finned, words, sizeof words);
    expect_refused(&input, BUOY_ERROR_OPEN, words,
                   ": 1 one way, 2 the other; "
                   "edges in all: 2 open, 1 unbalanced");
    body_free(&finned);
    body_free(&box);
}

static void points_of_their_own(void **state) {
    (void)state;
    struct body box = body_box(1, 2, 3);
    struct body soup = unshared(&box);
    struct buoy_mesh_input input = body_input(&soup, 0);
    expect_refused(&input, BUOY_ERROR_OPEN, "triangle 0 (vertices 0, 1, 2): its edge 0-1",
                   "edges in all: 36 open; "
                   "merging equal positions would close it");
    const struct buoy_mesh_info info = info_of(&soup, BUOY_MESH_WELD);
    assert_int_equal(info.vertex_count, 8);
    assert_true(info.closed);
    assert_true(info.volume == 48.0);

    // Also with a triangle flipped: named by the caller's own vertices.
    body_flip(&soup, 0);
    expect_refused(&input, BUOY_ERROR_OPEN, "triangle 0 (vertices 0, 2, 1): its edge 0-2",
                   "merging equal positions and repairing the winding would close it");
    input.flags = BUOY_MESH_WELD;
    expect_refused(&input, BUOY_ERROR_WINDING, "triangle 0 (vertices 0, 2, 1): triangle ",
                   "; repairing the winding would close it");
    body_free(&soup);
    body_free(&box);
}

static void wound_inward(void **state) {
    (void)state;
    struct body box = body_box(1, 2, 3);
    body_flip_all(&box);
    const struct buoy_mesh_input input = body_input(&box, BUOY_MESH_ACCEPT_OPEN);
    expect_refused(&input, BUOY_ERROR_INWARD, "the mesh is wound inward: its volume is -48;", "");
    body_free(&box);
}

// One of two bodies inside out would be counted against the other; a cavity is meant to be.
static void part_wound_inward(void **state) {
    (void)state;
    struct body apart =
        body_joined(body_box(1, 1, 1), body_moved(body_inside_out(body_box(1, 1, 0.5f)), 5, 0, 0));
    const struct buoy_mesh_input input = body_input(&apart, 0);
    expect_refused(&input, BUOY_ERROR_INWARD,
                   "triangle 12: its part of the mesh is wound inward and is no cavity", "");
    struct buoy_mesh *mesh = body_mesh(&apart, BUOY_MESH_FIX_WINDING);
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info);
    assert_true(info.volume == 12.0);
    buoy_mesh_destroy(mesh);
    body_free(&apart);

    struct body hollow =
        body_joined(body_box(1, 1, 1), body_inside_out(body_box(0.5f, 0.5f, 0.5f)));
    mesh = body_mesh(&hollow, 0);
    buoy_mesh_get_info(mesh, &info);
    assert_true(info.volume == 7.0);
    buoy_mesh_destroy(mesh);
    body_free(&hollow);

    // A sheet that rounding turned into a sliver of either sign is no mistake.
    for (int turns = 0; turns < 20; ++turns) {
        float corners[] = {3, -1, 0, 4, -1, 0, 4.5f, 2, 0, 2.5f, 1.5f, 0};
        uint32_t triangles[] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};
        const struct body sheet = {corners, 4, triangles, 4};
        struct body both = body_joined(body_box(1, 1, 1), body_copy(&sheet));
        body_turn(&both, turns);
        buoy_mesh_destroy(body_mesh(&both, 0));
        body_free(&both);
    }
}

// A quad against itself, split along the other diagonal: closed, and flat up to the rounding of its
// corners.
static void flat_sheet(void **state) {
    (void)state;
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
static void nothing_at_all(void **state) {
    (void)state;
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
    input.flags = BUOY_MESH_REPAIR | BUOY_MESH_ACCEPT_OPEN;
    expect_refused(&input, BUOY_ERROR_ZERO_VOLUME, "every triangle uses a vertex twice", "");
}

// Plates and bars 10⁴ times as long as thick are bodies, at any size and in any position.
static void thin_plate(void **state) {
    (void)state;
    for (int i = 0; i < 30; ++i) {
        struct body plate = body_box(1.0f, 1.0f, 1e-4f);
        struct body bar = body_box(1.0f, 1e-4f, 1e-4f);
        struct body *bodies[] = {&plate, &bar};
        for (int k = 0; k < 2; ++k) {
            body_scale(bodies[k], pow(10.0, i - 15));
            body_turn(bodies[k], i);
            buoy_mesh_destroy(body_mesh(bodies[k], 0));
            body_free(bodies[k]);
        }
    }
}

// All numbers of a box with sides of a power of two are exact, except where √3 comes in.
static void unit_box_info(void **state) {
    (void)state;
    const double far[][3] = {{0, 0, 0}, {0.5, -0.25, 4}, {1 << 20, -(1 << 21), 3 << 19}};
    for (size_t i = 0; i < sizeof far / sizeof *far; ++i) {
        struct body box = body_box(0.5f, 0.5f, 0.5f);
        body_move(&box, far[i]);
        const struct buoy_mesh_info info = info_of(&box, 0);
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
        body_free(&box);
    }
}

static void copy_out_round_trips(void **state) {
    (void)state;
    struct rng rng = rng_make("copy out");
    struct body body = body_bipyramid(&rng, 50);
    body_move(&body, (const double[3]){1e3, -1e4, 1e5});
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    struct body out = body_copy(&body);
    memset(out.positions, 0, 3 * body.vertex_count * sizeof(float));
    memset(out.indices, 0, 3 * body.triangle_count * sizeof(uint32_t));
    buoy_mesh_copy_out(mesh, out.positions, out.indices);
    assert_memory_equal(out.positions, body.positions, 3 * body.vertex_count * sizeof(float));
    assert_memory_equal(out.indices, body.indices, 3 * body.triangle_count * sizeof(uint32_t));
    buoy_mesh_destroy(mesh);
    body_free(&out);
    body_free(&body);
}

// Vertices that no triangle uses, here far away, do not stretch the bounding box.
static void unused_vertices(void **state) {
    (void)state;
    struct body box = body_box(1, 2, 3);
    struct body loose = with_room(&box, 2, 0);
    memmove(loose.positions + 3, loose.positions, 24 * sizeof(float));
    loose.positions[0] = 1e9f;
    loose.positions[27] = -1e9f;
    loose.vertex_count += 2;
    for (size_t i = 0; i < 36; ++i) {
        ++loose.indices[i];
    }
    struct buoy_mesh *mesh = body_mesh(&loose, 0);
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info);
    assert_int_equal(info.vertex_count, 8);
    assert_true(info.centre[0] == 0.0 && info.half_extent[0] == 1.0);
    float positions[24];
    uint32_t indices[36];
    buoy_mesh_copy_out(mesh, positions, indices);
    assert_memory_equal(positions, box.positions, sizeof positions);
    assert_memory_equal(indices, box.indices, sizeof indices);
    buoy_mesh_destroy(mesh);
    body_free(&loose);
    body_free(&box);
}

// Ends of edges that are not closed, ascending, by trying all pairs.
static size_t open_ends(const struct body *body, uint32_t *ends) {
    size_t count = 0;
    for (uint32_t a = 0; a < body->vertex_count; ++a) {
        for (uint32_t b = 0; b < body->vertex_count; ++b) {
            if (runs(body, a, b) != runs(body, b, a)) {
                ends[count++] = a;
                break;
            }
        }
    }
    return count;
}

// A mesh that has lost and turned over some triangles is accepted if so asked, and lists the ends
// of what is open.
static void open_accepted(void **state) {
    (void)state;
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
        assert_memory_equal(mesh->open_vertices, ends, count * sizeof *ends);
        buoy_mesh_destroy(mesh);
        body_free(&body);
    }
}

// Unused vertices are left out, and the open ones renumbered with the rest.
static void open_vertices_renumbered(void **state) {
    (void)state;
    float positions[] = {9, 9, 9, 0, 0, 0, 9, 9, 9, 1, 0, 0, 0, 1, 0};
    uint32_t indices[] = {1, 3, 4};
    const struct body triangle = {positions, 5, indices, 1};
    struct buoy_mesh *mesh = body_mesh(&triangle, BUOY_MESH_ACCEPT_OPEN);
    assert_int_equal(mesh->vertex_count, 3);
    assert_int_equal(mesh->open_vertex_count, 3);
    for (uint32_t v = 0; v < 3; ++v) {
        assert_int_equal(mesh->open_vertices[v], v);
    }
    assert_true(mesh->px[1] == 1.0f && mesh->py[2] == 1.0f);
    buoy_mesh_destroy(mesh);
}

// Accepting open meshes makes nothing of closed ones.
static void open_accepted_but_closed(void **state) {
    (void)state;
    struct body box = body_box(1, 2, 3);
    struct buoy_mesh *mesh = body_mesh(&box, BUOY_MESH_ACCEPT_OPEN);
    assert_true(mesh->closed);
    assert_int_equal(mesh->open_vertex_count, 0);
    buoy_mesh_destroy(mesh);
    body_free(&box);
}

// Two boxes that share an edge: four triangles there, two each way, are closed.
static void four_triangles_on_an_edge(void **state) {
    (void)state;
    struct body boxes = body_joined(body_box(1, 1, 1), body_moved(body_box(1, 1, 1), 2, 2, 0));
    const struct buoy_mesh_info info = info_of(&boxes, BUOY_MESH_WELD);
    assert_int_equal(info.vertex_count, 14);
    assert_true(info.closed);
    assert_true(info.volume == 16.0);
    body_free(&boxes);
}

// A triangle that uses a vertex twice opens nothing, wherever it is put.
static void degenerate_triangles_are_harmless(void **state) {
    (void)state;
    struct body box = body_box(1, 2, 3);
    struct body more = with_room(&box, 0, 3);
    add_triangle(&more, 0, 0, 1);
    add_triangle(&more, 5, 2, 5);
    add_triangle(&more, 7, 7, 7);
    assert_int_equal(info_of(&more, 0).triangle_count, 15);
    assert_true(info_of(&more, 0).volume == 48.0);
    assert_int_equal(info_of(&more, BUOY_MESH_DROP_DEGENERATE).triangle_count, 12);

    // Dropping those in front does not change how the others are called.
    memmove(more.indices + 9, box.indices, 36 * sizeof *more.indices);
    memset(more.indices, 0, 9 * sizeof *more.indices);
    --more.triangle_count;
    const struct buoy_mesh_input input = body_input(&more, BUOY_MESH_DROP_DEGENERATE);
    char words[80];
    first_fault(&more, words, sizeof words);
    expect_refused(&input, BUOY_ERROR_OPEN, words, "has no partner");
    body_free(&more);
    body_free(&box);
}

// Two vertices that 200 000 triangles share each: the time does not grow with the square.
static void hubs(void **state) {
    (void)state;
    struct rng rng = rng_make("hubs");
    struct body body = body_bipyramid(&rng, 200000);
    const struct buoy_mesh_info info = info_of(&body, BUOY_MESH_REPAIR);
    assert_true(info.closed);
    assert_int_equal(info.triangle_count, 400000);
    body_free(&body);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(null_pointers_and_counts_of_zero),
        cmocka_unit_test(unknown_flags),
        cmocka_unit_test(hostile_counts),
        cmocka_unit_test(outgrown_addresses),
        cmocka_unit_test(non_finite_coordinates),
        cmocka_unit_test(indices_out_of_range),
        cmocka_unit_test(missing_triangle),
        cmocka_unit_test(flipped_triangle),
        cmocka_unit_test(fin),
        cmocka_unit_test(points_of_their_own),
        cmocka_unit_test(wound_inward),
        cmocka_unit_test(part_wound_inward),
        cmocka_unit_test(flat_sheet),
        cmocka_unit_test(nothing_at_all),
        cmocka_unit_test(thin_plate),
        cmocka_unit_test(unit_box_info),
        cmocka_unit_test(copy_out_round_trips),
        cmocka_unit_test(unused_vertices),
        cmocka_unit_test(open_accepted),
        cmocka_unit_test(open_vertices_renumbered),
        cmocka_unit_test(open_accepted_but_closed),
        cmocka_unit_test(four_triangles_on_an_edge),
        cmocka_unit_test(degenerate_triangles_are_harmless),
        cmocka_unit_test(hubs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
