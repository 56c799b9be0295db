// Meshes made coarse for pictures: fewer triangles, at about the same place.
#include "hulls_of_scene.h"
#include "loaded.h"
#include "meshes/meshes.h"
#include "test.h"

// A sphere keeps its triangles' orientation, most of its volume, and no triangle that collapsed.
TEST(sphere) {
    struct mesh_data data = loaded("builtin:sphere:20480");
    assert_true(
        coarse_merge(data.positions, &data.vertex_count, data.indices, &data.triangle_count, 12));
    assert_in_range(data.triangle_count, 500, 2500);
    assert_in_range(data.vertex_count, 250, 12 * 12 * 12);
    double volume = 0.0;
    for (size_t i = 0; i < data.triangle_count; ++i) {
        double x[3][3];
        for (size_t k = 0; k < 3; ++k) {
            const uint32_t vertex = data.indices[3 * i + k];
            assert_true(vertex < data.vertex_count && vertex != data.indices[3 * i + (k + 1) % 3]);
            for (size_t axis = 0; axis < 3; ++axis) {
                x[k][axis] = data.positions[3 * (size_t)vertex + axis];
            }
        }
        for (int a = 0; a < 3; ++a) {
            const int b = (a + 1) % 3, c = (a + 2) % 3;
            volume += x[0][a] * (x[1][b] * x[2][c] - x[1][c] * x[2][b]) / 6.0;
        }
    }
    assert_true(fabs(volume / data.closed_form_volume - 1.0) < 0.06);
}

// One cell leaves one vertex, in the middle, and nothing to draw.
TEST(one_cell) {
    struct mesh_data data = loaded("builtin:sphere:20480");
    assert_true(
        coarse_merge(data.positions, &data.vertex_count, data.indices, &data.triangle_count, 1));
    assert_int_equal(data.vertex_count, 1);
    assert_int_equal(data.triangle_count, 0);
    for (int axis = 0; axis < 3; ++axis) {
        assert_true(fabs(data.positions[axis]) < 0.01);
    }
}
