// The exact reference: closed forms to the last bit, rounding and its ties, the whole range of
// floats, and every row of the shared tables, which another exact implementation made.
#include <ctype.h>

#include "body.h"
#include "exact.h"
#include "rng.h"
#include "shared.h"
#include "test.h"

// A mesh with its exact twin.
struct subject {
    struct buoy_mesh *mesh;
    struct buoy_exact *exact;
};

static void destroy_exact(void *exact) {
    buoy_exact_destroy(exact);
}

static struct subject make(struct body body, unsigned flags) {
    struct subject subject;
    subject.mesh = body_mesh(&body, flags);
    subject.exact = test_keep(buoy_exact_create(subject.mesh), destroy_exact);
    assert_non_null(subject.exact);
    return subject;
}

static struct buoy_volume ask(const struct subject *subject, double nx, double ny, double nz,
                              double d) {
    const struct buoy_plane plane = {{(float)nx, (float)ny, (float)nz}, (float)d};
    struct buoy_volume result;
    buoy_exact_volume(subject->exact, &plane, &result);
    return result;
}

static void expect(struct buoy_volume got, double volume, double cx, double cy, double cz) {
    FAIL_IF(got.volume != volume || got.centre[0] != cx || got.centre[1] != cy ||
                got.centre[2] != cz,
            "volume %.17g at (%.17g %.17g %.17g), expected %.17g at (%.17g %.17g %.17g)",
            got.volume, got.centre[0], got.centre[1], got.centre[2], volume, cx, cy, cz);
}

static struct body moved(struct body body, double scale, double x, double y, double z) {
    body_scale(&body, scale);
    body_move(&body, (const double[3]){x, y, z});
    return body;
}

TEST(unit_cube_on_its_corner) {
    struct subject cube = make(moved(body_box(0.5f, 0.5f, 0.5f), 1, 0.5, 0.5, 0.5), 0);
    const double c = 35.0 / 96.0;
    expect(ask(&cube, 1, 1, 1, 1.5), 0.5, c, c, c);
    // That plane by another multiple of its equation, and from above.
    expect(ask(&cube, 0.375, 0.375, 0.375, 0.5625), 0.5, c, c, c);
    expect(ask(&cube, -1, -1, -1, -1.5), 0.5, 61.0 / 96.0, 61.0 / 96.0, 61.0 / 96.0);
}

// What lies exactly on the water is dry: flush with the top, all is submerged; flush with the
// bottom, nothing.
TEST(faces_on_the_water) {
    struct subject box = make(moved(body_box(1, 2, 3), 1, 10, 20, 30), 0);
    expect(ask(&box, 0, 0, 1, 33), 48, 10, 20, 30);
    expect(ask(&box, 0, 0, 1, 27), 0, 10, 20, 30);
    expect(ask(&box, 0, 0, 1, 30), 24, 10, 20, 28.5);
    expect(ask(&box, 0, 0, -1, -30), 24, 10, 20, 31.5);
    expect(ask(&box, 1, 0, 0, 10.5), 36, 9.75, 20, 30);
    expect(ask(&box, 0, -2, 0, -43), 6, 10, 21.75, 30);
    expect(ask(&box, 0, 0, 1, 26), 0, 10, 20, 30);
    expect(ask(&box, 3, 1, 2, 1e30), 48, 10, 20, 30);
}

// Below x + y + z = t a corner tetrahedron keeps the share t³, its centroid at t/4, however little
// that is. With t of 17 bits, t³ is a double and V = t³/6 is rounded once.
TEST(tetrahedron_by_depth) {
    struct rng rng = rng_make("tetrahedron_by_depth");
    struct subject corner = make(body_corner(1, 1, 1), 0);
    for (int i = 0; i < 200; ++i) {
        const double t = ldexp((double)(1 + rng_below(&rng, 1u << 17)), -17 - (int)(i % 40) * 3);
        expect(ask(&corner, 1, 1, 1, t), t * t * t / 6, t / 4, t / 4, t / 4);
    }
}

// The product of three odd numbers a, b, c is an integer that 64 bits hold; with 54 bits it is a
// tie, and the conversion of an integer to double rounds ties to even. So the whole volume of a box
// of these half extents, 8abc, and thirds of it, which sum quotients that have no end, are known.
TEST(ties_round_to_even) {
    struct rng rng = rng_make("ties_round_to_even");
    for (int i = 0; i < 100; ++i) {
        const uint64_t a = (1u << 17) + 1 + 2 * rng_below(&rng, 1u << 16);
        const uint64_t b = (1u << 17) + 1 + 2 * rng_below(&rng, 1u << 16);
        const uint64_t third = (1u << 17) + 1 + 2 * rng_below(&rng, 1u << 15), c = 3 * third;
        struct subject box = make(body_box((float)a, (float)b, (float)c), 0);
        const double total = 8 * (double)(a * b * c);
        assert_true(buoy_exact_total(box.exact) == total);
        assert_true(ask(&box, 0, 0, 1, (double)c).volume == total);
        const double d = (double)third;
        assert_true(ask(&box, 0, 0, 1, -d).volume == 8 * (double)(a * b * third));
        assert_true(ask(&box, 0, 0, 1, d).volume == 16 * (double)(a * b * third));
    }
}

// Answers scale exactly with powers of two, from one end of the floats to the other.
TEST(scales_of_all_floats) {
    struct rng rng = rng_make("scales_of_all_floats");
    struct body body = body_bipyramid(&rng, 7);
    body_coarsen(&body);
    struct subject one = make(body_copy(&body), 0);
    static const int exponents[] = {-130, -60, 60, 125};
    for (size_t k = 0; k < sizeof exponents / sizeof *exponents; ++k) {
        const double scale = ldexp(1.0, exponents[k]);
        struct subject other = make(moved(body_copy(&body), scale, 0, 0, 0), 0);
        for (int i = 0; i < 20; ++i) {
            const struct buoy_plane plane = rng_plane(&rng, one.mesh);
            // Numbers of 8 bits, so that scaling keeps them all.
            const double d = rint((double)plane.d * 256) / 256;
            const struct buoy_volume v = ask(&one, (double)plane.normal[0], (double)plane.normal[1],
                                             (double)plane.normal[2], d);
            expect(ask(&other, (double)plane.normal[0], (double)plane.normal[1],
                       (double)plane.normal[2], d * scale),
                   v.volume * scale * scale * scale, v.centre[0] * scale, v.centre[1] * scale,
                   v.centre[2] * scale);
        }
    }
}

// One body of the largest and the smallest floats at once: a box from -1e-40 to 1e38. Of the sliver
// below x = 0 nothing is lost.
TEST(extents_of_all_floats) {
    const float least = 1e-40f, most = 1e38f;
    struct body body = moved(body_box(0.5f, 0.5f, 0.5f), (double)most, 0.5 * (double)most, 0, 0);
    for (size_t i = 0; i < body.vertex_count; ++i) {
        float *x = &body.positions[3 * i];
        *x = *x > 0 ? most : -least;
    }
    struct subject box = make(body, 0);
    const double area = (double)most * (double)most; // of 48 bits at most
    assert_true(ask(&box, 1, 0, 0, 0).volume == (double)least * area);
    assert_true(ask(&box, 1, 0, 0, 0).centre[0] == -(double)least / 2);
    assert_true(ask(&box, 0, 1, 0, 0).volume == buoy_exact_total(box.exact) / 2);
    assert_true(ask(&box, 1e-38, 1, 1e38, 0).volume == buoy_exact_total(box.exact) / 2);
}

// The lowest corner is at a depth of 2^-60, in heights whose terms double would round to 0. The
// three edges from it are wet over the shares t, and t₁t₂t₃ of the tetrahedron is wet.
TEST(heights_that_double_cannot_tell) {
    const float x = 1 + 0x1p-23f;
    const float positions[12] = {x, 1, 0, x + 0.5f, 1, 0, x + 0.5f, 1.5f, 0, x + 0.5f, 1, 0.5f};
    struct body body = body_corner(1, 1, 1);
    memcpy(body.positions, positions, sizeof positions);
    struct subject tip = make(body, 0);
    // n·x = (1 + 2^-22 + 2^-46) − 2^-46 − 2^-60
    const double ny = -0x1p-46 - 0x1p-60, depth = 0x1p-60, rise = 0.5 * (double)x;
    const double volume = ask(&tip, (double)x, ny, 0, 1 + 0x1p-22).volume;
    const double t = depth / (depth + rise), t2 = depth / (depth + rise + 0.5 * ny);
    assert_true(fabs(volume / (t * t * t2 * 0.125 / 6) - 1) <= 8 * 0x1p-53);
}

// --------------------------------------------------------------------------- shared tables

// A reader of its own, because importers do not always round decimal numbers to the nearest float.
static void push_vertex(struct body *body, const float position[3]) {
    const size_t size = sizeof(float) * 3;
    body->positions = realloc(body->positions, (body->vertex_count + 1) * size);
    assert_non_null(body->positions);
    memcpy(&body->positions[3 * body->vertex_count++], position, size);
}

static void push_triangle(struct body *body, size_t a, size_t b, size_t c) {
    const uint32_t corners[3] = {(uint32_t)a, (uint32_t)b, (uint32_t)c};
    body->indices = realloc(body->indices, (body->triangle_count + 1) * sizeof corners);
    assert_non_null(body->indices);
    memcpy(&body->indices[3 * body->triangle_count++], corners, sizeof corners);
}

static void push_last_three(struct body *body) {
    const size_t n = body->vertex_count;
    push_triangle(body, n - 3, n - 2, n - 1);
}

static void read_line(struct body *body, char *line) {
    while (isspace((unsigned char)*line)) {
        ++line;
    }
    const bool obj = strncmp(line, "v ", 2) == 0, stl = strncmp(line, "vertex ", 7) == 0;
    if (obj || stl) {
        char *text = strchr(line, ' ');
        float position[3];
        for (int i = 0; i < 3; ++i) {
            position[i] = strtof(text, &text);
        }
        push_vertex(body, position);
        if (stl && body->vertex_count % 3 == 0) {
            push_last_three(body);
        }
    } else if (strncmp(line, "f ", 2) == 0) {
        // "f 1 2 3 4" or "f 1/7 2/8 3/9": a fan of triangles.
        size_t first = 0, last = 0, count = 0;
        for (char *word = strtok((line + 1), " \t\r\n"); word; word = strtok(NULL, " \t\r\n")) {
            const size_t corner = strtoul(word, NULL, 10) - 1;
            if (count++ == 0) {
                first = corner;
            } else if (count > 2) {
                push_triangle(body, first, last, corner);
            }
            last = corner;
        }
    }
}

static struct body read_body(const char *path) {
    struct body body = {0};
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char line[4096];
    while (fgets(line, sizeof line, file)) {
        read_line(&body, line);
    }
    if (body.triangle_count == 0) {
        // After 80 bytes of header and a count: per triangle a normal, three corners, two bytes.
        unsigned char record[50];
        fseek(file, 84, SEEK_SET);
        while (fread(record, sizeof record, 1, file) == 1) {
            float corners[3][3];
            memcpy(corners, record + 12, sizeof corners);
            for (int i = 0; i < 3; ++i) {
                push_vertex(&body, corners[i]);
            }
            push_last_three(&body);
        }
    }
    fclose(file);
    test_keep(body.positions, free);
    test_keep(body.indices, free);
    return body;
}

static bool same(double got, double expected) {
    return got == expected || isnan(expected);
}

// To the last bit, also where parts of the mesh are open or wound inward.
TEST(every_row_of_the_shared_tables) {
    SKIP_IF(!shared_folder(), "no folder of shared meshes");
    size_t count, rows = 0;
    struct shared_mesh *tables = shared_meshes(&count);
    for (size_t i = 0; i < count; ++i) {
        const char *suffix = strrchr(tables[i].path, '.');
        if (strcmp(suffix, ".obj") == 0 || strcmp(suffix, ".stl") == 0) {
            const struct shared_mesh *table = &tables[i];
            struct subject subject =
                make(read_body(table->path), BUOY_MESH_WELD | BUOY_MESH_ACCEPT_OPEN);
            for (size_t k = 0; k < table->count; ++k) {
                const struct buoy_hydrostatics *expected = &table->expected[k];
                struct buoy_volume got;
                buoy_exact_volume(subject.exact, &table->planes[k], &got);
                FAIL_IF(!same(got.volume, expected->volume) ||
                            !same(got.centre[0], expected->centre[0]) ||
                            !same(got.centre[1], expected->centre[1]) ||
                            !same(got.centre[2], expected->centre[2]),
                        "%s, row %zu: %.17g %.17g %.17g %.17g, expected %.17g %.17g %.17g %.17g",
                        table->name, k + 1, got.volume, got.centre[0], got.centre[1], got.centre[2],
                        expected->volume, expected->centre[0], expected->centre[1],
                        expected->centre[2]);
            }
            rows += tables[i].count;
        }
        shared_mesh_free(&tables[i]);
    }
    free(tables);
    print_message("%zu rows\n", rows);
    assert_true(rows > 0);
}
