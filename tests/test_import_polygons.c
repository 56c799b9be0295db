// Polygons of mesh files: split into triangles without folds or gaps, whatever their shape.
#include "child.h"
#include "loaded.h"
#include "meshes/meshes.h"
#include "rng.h"
#include "test.h"

static const double pi = 3.14159265358979323846;

static struct mesh_data load_text(const char *name, const char *text) {
    return loaded(scratch_write_text(name, text));
}

// A polygon in space: its corners, and its area times two by the shoelace formula in its plane.
struct polygon {
    double corners[64][2];
    size_t count;
};

static double shoelace(const struct polygon *polygon) {
    double sum = 0.0;
    for (size_t i = 0; i < polygon->count; ++i) {
        const double *p = polygon->corners[i], *q = polygon->corners[(i + 1) % polygon->count];
        sum += p[0] * q[1] - q[0] * p[1];
    }
    return sum / 2.0;
}

// Writes the polygon in a slanted plane, and adds up the areas of its triangles: no folds, no gaps
// if they come to its own. The plane's axes (1, 0, 2) and (−2, 5, 1) are orthogonal, so that areas
// are scaled by √5 √30; the map must not be a mirror image or the area would still be right.
static void expect_polygon_split(const struct polygon *polygon) {
    char text[8192], *end = text;
    for (size_t i = 0; i < polygon->count; ++i) {
        const double u = polygon->corners[i][0], v = polygon->corners[i][1];
        end += sprintf(end, "v %.9g %.9g %.9g\n", u - 2.0 * v, 5.0 * v, 2.0 * u + v);
    }
    end += sprintf(end, "f");
    for (size_t i = 0; i < polygon->count; ++i) {
        end += sprintf(end, " %zu", i + 1);
    }
    sprintf(end, "\n");
    struct mesh_data data = load_text("polygon.obj", text);
    assert_int_equal(data.triangle_count, polygon->count - 2);
    double area = 0.0;
    for (size_t i = 0; i < data.triangle_count; ++i) {
        const double *p[3];
        for (int k = 0; k < 3; ++k) {
            p[k] = data.positions + (size_t)3 * data.indices[3 * i + k];
        }
        double a[3], normal[3];
        for (int k = 0; k < 3; ++k) {
            const int l = (k + 1) % 3, m = (k + 2) % 3;
            a[k] = 0.5 * ((p[1][l] - p[0][l]) * (p[2][m] - p[0][m]) -
                          (p[1][m] - p[0][m]) * (p[2][l] - p[0][l]));
        }
        // (1, 0, 2) × (−2, 5, 1)
        normal[0] = -10.0, normal[1] = -5.0, normal[2] = 5.0;
        const double along = (a[0] * normal[0] + a[1] * normal[1] + a[2] * normal[2]) / sqrt(150.0);
        area += fabs(along);
    }
    // Corners of size ≤ 20 are read to 2e-6; that moves the border by as much.
    const double expected = fabs(shoelace(polygon)) * sqrt(150.0);
    FAIL_IF(fabs(area - expected) > 1e-4 * expected + 1e-3, "triangles of %g cover a polygon of %g",
            area, expected);
}

TEST(concave_polygons) {
    struct polygon arrow = {.corners = {{0, 0}, {2, 2}, {0, 1}, {-2, 2}}, .count = 4};
    struct polygon comb = {.corners = {{0, 0},
                                       {7, 0},
                                       {7, 5},
                                       {6, 5},
                                       {6, 1},
                                       {5, 1},
                                       {5, 5},
                                       {4, 5},
                                       {4, 1},
                                       {3, 1},
                                       {3, 5},
                                       {2, 5},
                                       {2, 1},
                                       {1, 1},
                                       {1, 5},
                                       {0, 5}},
                           .count = 16};
    // Starting anywhere, running either way.
    for (size_t turn = 0; turn < 32; ++turn) {
        struct polygon turned[2] = {arrow, comb};
        for (int k = 0; k < 2; ++k) {
            const struct polygon original = turned[k];
            for (size_t i = 0; i < original.count; ++i) {
                const size_t from = turn % 2 ? original.count - 1 - i : i;
                memcpy(turned[k].corners[i], original.corners[(from + turn / 2) % original.count],
                       2 * sizeof(double));
            }
            expect_polygon_split(&turned[k]);
        }
    }
}

// Around a point, at random distances from it: never crosses itself.
TEST(random_polygons) {
    struct rng rng = rng_make("polygons");
    for (int round = 0; round < 300; ++round) {
        struct polygon polygon = {.count = 3 + rng_below(&rng, 60)};
        for (size_t i = 0; i < polygon.count; ++i) {
            const double angle = 2.0 * pi * (double)i / (double)polygon.count;
            const double r = rng_between(&rng, 0.2, 3.0);
            polygon.corners[i][0] = r * cos(angle);
            polygon.corners[i][1] = r * sin(angle);
        }
        expect_polygon_split(&polygon);
    }
}

// A square with corners along its sides is split into triangles that all have an area; one with a
// slit to a hole inside keeps the hole.
TEST(straight_corners_and_slits) {
    expect_polygon_split(&(struct polygon){
        .corners = {{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}}, .count = 8});
    expect_polygon_split(&(struct polygon){
        .corners = {{0, 0}, {3, 0}, {3, 3}, {0, 3}, {0, 0}, {1, 1}, {1, 2}, {2, 2}, {2, 1}, {1, 1}},
        .count = 10});
}

// Whatever a polygon looks like, its triangles have its border: the body stays closed. Here a prism
// over a bow-tie, whose ends cross themselves, and one over a polygon of no area.
TEST(crossed_polygons_stay_closed) {
    struct mesh_data data = load_text(
        "bow_tie.obj", "v 0 0 0\nv 2 2 0\nv 2 0 0\nv 0 1 0\nv -1 .5 0\nv 0 0 3\nv 2 2 3\nv 2 0 3\n"
                       "v 0 1 3\nv -1 .5 3\nf 5 4 3 2 1\nf 6 7 8 9 10\nf 1 2 7 6\nf 2 3 8 7\n"
                       "f 3 4 9 8\nf 4 5 10 9\nf 5 1 6 10\n");
    assert_int_equal(data.triangle_count, 3 + 3 + 5 * 2);
    const struct buoy_mesh_input input = {
        .positions64 = data.positions,
        .vertex_count = data.vertex_count,
        .indices = data.indices,
        .triangle_count = data.triangle_count,
        .flags = BUOY_MESH_KEEP_ALL,
    };
    struct buoy_diagnosis diagnosis;
    assert_int_equal(buoy_mesh_diagnose(&input, &diagnosis, NULL), BUOY_OK);
    assert_true(diagnosis.closed);
    data = load_text("flat.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 3 0 0\nv 4 0 0\nf 1 2 3 4 5\n");
    assert_int_equal(data.triangle_count, 3);
}

TEST_NEEDS(importer_is_built)
