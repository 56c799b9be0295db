// Primitive shapes and polygons as meshes: closed, wound outward, inscribed, as near to the shape
// as the header says; concave polygons split rightly.
#include "buoyancy_shapes.h"
#include "meshes/meshes.h"
#include "test.h"

static const struct buoy_shape shapes[] = {
    {BUOY_SHAPE_BOX, {1.0f, 0.5f, 0.125f}},       {BUOY_SHAPE_SPHERE, {0.7f, 0.0f, 0.0f}},
    {BUOY_SHAPE_ELLIPSOID, {1.0f, 2.0f, 0.5f}},   {BUOY_SHAPE_CAPSULE, {0.5f, 1.5f, 0.0f}},
    {BUOY_SHAPE_CYLINDER, {0.5f, 0.25f, 0.0f}},   {BUOY_SHAPE_CONE, {1.0f, 1.0f, 0.0f}},
    {BUOY_SHAPE_CYLINDER, {0.01f, 100.0f, 0.0f}}, {BUOY_SHAPE_BOX, {1e-3f, 10.0f, 10.0f}},
};
enum {
    SHAPES = sizeof shapes / sizeof shapes[0]
};

static struct buoy_diagnosis diagnose(const struct mesh_data *data) {
    const struct buoy_mesh_input input = {.positions64 = data->positions,
                                          .vertex_count = data->vertex_count,
                                          .indices = data->indices,
                                          .triangle_count = data->triangle_count,
                                          .flags = BUOY_MESH_KEEP_ALL};
    struct buoy_diagnosis diagnosis;
    assert_int_equal(buoy_mesh_diagnose(&input, &diagnosis, NULL), BUOY_OK);
    return diagnosis;
}

static void expect_sound(const struct mesh_data *data, const char *what, size_t index) {
    const struct buoy_diagnosis found = diagnose(data);
    FAIL_IF(!found.closed || !found.outward || found.degenerate_triangles > 0 ||
                found.non_manifold_edges > 0 || found.parts != 1 || found.overlap_hint ||
                found.distinct_vertices != found.vertex_count,
            "%s %zu: closed %d, outward %d, degenerate %zu, non-manifold %zu, parts %zu, "
            "vertices %zu of %zu",
            what, index, found.closed, found.outward, found.degenerate_triangles,
            found.non_manifold_edges, found.parts, found.distinct_vertices, found.vertex_count);
}

// Inscribed: short of the shape, by the share that the header says.
TEST(shapes) {
    static const uint32_t arounds[] = {4, 8, 24, 48, 200};
    for (size_t i = 0; i < SHAPES; ++i) {
        for (size_t k = 0; k < sizeof arounds / sizeof arounds[0]; ++k) {
            struct mesh_data data;
            struct buoy_shape_info info;
            assert_int_equal(buoy_shape_get_info(&shapes[i], &info, NULL), BUOY_OK);
            assert_int_equal(mesh_data_of_shape(&shapes[i], arounds[k], &data, NULL), BUOY_OK);
            expect_sound(&data, "shape", i);
            const double round = (double)arounds[k] * arounds[k];
            const double share = 1.0 - diagnose(&data).volume / info.volume;
            const bool flat = shapes[i].kind == BUOY_SHAPE_BOX;
            FAIL_IF(!(share >= -1e-6 && share <= 1e-6 + (flat ? 0.0 : 16.5 / round)),
                    "shape %zu of %u corners: short by %.3g", i, arounds[k], share);
            const struct buoy_diagnosis found = diagnose(&data);
            for (int axis = 0; axis < 3; ++axis) {
                assert_true(fabs(found.minimum[axis] + found.maximum[axis]) < 1e-6);
            }
            mesh_data_free(&data);
        }
    }
}

// What is out of range counts as its nearest limit, what is no multiple of 4 as the one below.
TEST(corner_counts) {
    static const struct {
        uint32_t asked, got;
    } cases[] = {{0, 4}, {3, 4}, {4, 4}, {7, 4}, {8, 8}, {1023, 1020}, {1024, 1024}, {9999, 1024}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct mesh_data data;
        assert_int_equal(mesh_data_of_shape(&shapes[5], cases[i].asked, &data, NULL), BUOY_OK);
        size_t at_base = 0;
        for (size_t k = 0; k < data.vertex_count; ++k) {
            const double *x = data.positions + 3 * k;
            at_base += x[2] == -1.0 && (x[0] != 0.0 || x[1] != 0.0);
        }
        assert_int_equal(at_base, cases[i].got);
        mesh_data_free(&data);
    }
}

// A U-shaped prism, whose ends are concave; its volume is exact.
TEST(polygons) {
    static const double outline[8][2] = {{0, 0}, {3, 0}, {3, 2}, {2, 2},
                                         {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    double positions[16 * 3];
    uint32_t corners[16 + 32], sizes[10] = {8, 8};
    for (uint32_t i = 0; i < 8; ++i) {
        for (uint32_t k = 0; k < 2; ++k) {
            const double x[3] = {outline[i][0], outline[i][1], k};
            memcpy(positions + 3 * (2 * (size_t)i + k), x, sizeof x);
        }
        corners[i] = 2 * (7 - i);
        corners[8 + i] = 2 * i + 1;
        const uint32_t here = 2 * i, next = 2 * ((i + 1) % 8);
        const uint32_t side[4] = {here, next, next + 1, here + 1};
        memcpy(corners + 16 + 4 * (size_t)i, side, sizeof side);
        sizes[2 + i] = 4;
    }
    const struct mesh_polygons polygons = {positions, 16, corners, sizes, 10};
    struct mesh_data data;
    assert_int_equal(mesh_data_of_polygons(&polygons, &data, NULL), BUOY_OK);
    expect_sound(&data, "prism", 0);
    assert_true(fabs(diagnose(&data).volume - 5.0) < 1e-12);
    mesh_data_free(&data);
    struct buoy_error error;
    corners[47] = 16;
    assert_int_equal(mesh_data_of_polygons(&polygons, &data, &error), BUOY_ERROR_INDEX);
    assert_non_null(strstr(error.message, "polygons: "));
    assert_null(data.positions);
    corners[47] = 0;
    positions[5] = (double)NAN;
    assert_int_equal(mesh_data_of_polygons(&polygons, &data, &error), BUOY_ERROR_NON_FINITE);
}
