// The volume by generalised winding numbers: of closed bodies their volume, of open ones what a lid
// would enclose, once where space is covered twice.
#include "body.h"
#include "meshes/winding_volume.h"
#include "test.h"

static struct winding_volume wind(const struct body *body) {
    struct winding_volume found;
    double *positions = test_alloc(3 * body->vertex_count * sizeof *positions + 1);
    for (size_t i = 0; i < 3 * body->vertex_count; ++i) {
        positions[i] = (double)body->positions[i];
    }
    assert_true(winding_volume_find(positions, body->indices, body->triangle_count, &found));
    return found;
}

// 13,824 points: the standard error is an upper estimate, and five of them are never exceeded.
static void expect(const char *what, const struct body *body, double volume) {
    const struct winding_volume found = wind(body);
    FAIL_IF(!(fabs(found.volume - volume) <= 5.0 * found.error), "%s: %g ± %g, not %g", what,
            found.volume, found.error, volume);
}

// Convex and not, of one part and several, of few triangles and so many that the tree is used.
TEST(closed) {
    struct rng rng = rng_make("closed");
    static const char *const names[] = {"builtin:sphere:5120", "builtin:star:960", "builtin:torus",
                                        "builtin:catamaran:1300", "builtin:barrel"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        struct body body = body_builtin(names[i]);
        body_turn(&body, (int)rng_below(&rng, 5));
        body_move(&body, (double[3]){rng_between(&rng, -9.0, 9.0), 5.0, 2.0});
        const struct winding_volume found = wind(&body);
        const double volume = body_info(&body, 0).volume;
        expect(names[i], &body, volume);
        assert_true(found.error < 0.05 * volume && found.doubtful < 0.02 * volume);
    }
}

// The box fills its bounding box: every point is inside, and no pair of cells differs.
TEST(box) {
    struct body body = body_box(1, 2, 3);
    const struct winding_volume found = wind(&body);
    assert_true(fabs(found.volume - 48.0) <= 1e-12 && found.error == 0.0 && found.doubtful == 0.0);
    struct body outward = body_copy(&body);
    body_flip_all(&body);
    assert_true(wind(&body).volume == 0.0);
    struct body twice = body_joined(outward, outward);
    assert_true(fabs(wind(&twice).volume - 48.0) <= 1e-12);
}

// Half a sphere's surface: winding numbers are ½ on the disc that would close it.
TEST(open) {
    struct body body = body_builtin("builtin:sphere:5120");
    const struct buoy_mesh_info whole = body_info(&body, 0);
    size_t kept = 0;
    for (size_t t = 0; t < body.triangle_count; ++t) {
        double z = 0.0;
        for (size_t k = 0; k < 3; ++k) {
            z += (double)body.positions[3 * (size_t)body.indices[3 * t + k] + 2] - whole.centre[2];
        }
        if (z < 0.0) {
            for (size_t k = 0; k < 3; ++k) {
                body.indices[3 * kept + k] = body.indices[3 * t + k];
            }
            ++kept;
        }
    }
    body.triangle_count = kept;
    const struct winding_volume found = wind(&body);
    // The rim is as ragged as its triangles are long: 1/25 of the diameter, of a depth of 1/2.
    assert_true(fabs(found.volume - 0.5 * whole.volume) <= 0.04 * whole.volume);
    assert_true(found.doubtful > 0.1 * whole.volume);
    assert_true(found.least < found.volume && found.least + found.doubtful > found.volume);
    char text[100];
    winding_volume_print(&found, text);
    assert_non_null(strstr(text, " to "));
    winding_volume_print(&(struct winding_volume){.volume = 2.5, .error = 0.01}, text);
    assert_string_equal(text, "2.5 ± 0.01");
}

// A cube without its lid, its faces in n × n rectangles that grow as squares do.
static struct body open_cube(uint32_t n) {
    struct body body = body_alloc(5 * (n + 1) * (n + 1), 10 * n * n);
    body.vertex_count = body.triangle_count = 0;
    for (uint32_t face = 0; face < 5; ++face) {
        const uint32_t axis = face / 2, first = (uint32_t)body.vertex_count;
        for (uint32_t k = 0; k < (n + 1) * (n + 1); ++k) {
            const uint32_t column = k % (n + 1), row = k / (n + 1);
            const float x = (float)column / (float)n, y = (float)row / (float)n;
            float *p = body.positions + 3 * body.vertex_count++;
            p[axis] = face % 2 ? 1.0f : -1.0f;
            p[(axis + 1) % 3] = 2.0f * x * x - 1.0f;
            p[(axis + 2) % 3] = 2.0f * y * y - 1.0f;
        }
        for (uint32_t k = 0; k < n * n; ++k) {
            const uint32_t a = first + k / n * (n + 1) + k % n, b = a + 1, c = a + n + 1, d = c + 1;
            body_add_triangle(&body, a, face % 2 ? b : d, face % 2 ? d : b);
            body_add_triangle(&body, a, face % 2 ? d : c, face % 2 ? c : d);
        }
    }
    return body;
}

// The same points are asked whether faces are of two triangles, each taken as it is, or of many
// unlike ones, most of them taken as dipoles: these put 1.1 % of the points on the other side of ½,
// and 2.2 % on the other side of ¼ or ¾. In places less well chosen, they would more.
TEST(dipoles) {
    struct body plain = open_cube(1), fine = open_cube(24);
    const struct winding_volume exact = wind(&plain), found = wind(&fine);
    assert_true(exact.volume == 8.0);
    assert_true(fabs(found.volume - exact.volume) <= 0.011 * 8.0);
    assert_true(fabs(found.doubtful - exact.doubtful) <= 0.022 * 8.0);
}

// What encloses nothing has no volume: a sheet, and no triangle at all.
TEST(nothing) {
    float positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 1};
    uint32_t indices[] = {0, 1, 2};
    struct body body = {positions, 3, indices, 1};
    assert_true(wind(&body).volume < 0.05);
    body.triangle_count = 0;
    assert_true(wind(&body).volume == 0.0);
}
