// The meshes beside the checkout: their numbers of triangles and their closedness agree with their
// README, after welding vertices at equal positions.
#include "meshes/meshes.h"
#include "shared.h"
#include "test.h"

static const struct {
    const char *name;
    size_t triangles;
    size_t open_edges, inconsistent_edges; // 0 if closed
} expected[] = {
    {"box12.glb", 12, 0, 0},           {"crate.obj", 132, 0, 0},
    {"box_large.obj", 188, 0, 0},      {"not_convex.obj", 96, 0, 0},
    {"buoy.obj", 1280, 0, 0},          {"viking_ship.stl", 2346, 0, 0},
    {"quadknot.obj", 2880, 0, 0},      {"spot.obj", 5856, 0, 0},
    {"motorboat.obj", 20480, 0, 0},    {"multibody_inconsistent.stl", 32, 0, 12},
    {"boat_200.obj", 500, 12, 0},      {"rm3_float.stl", 516, 24, 0},
    {"fishing_boat.obj", 770, 36, 27},
};

TEST(counts_and_closedness) {
    for (size_t i = 0; i < sizeof expected / sizeof *expected; ++i) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", shared_folder(), expected[i].name);
        struct mesh_data data;
        struct buoy_error error;
        if (mesh_data_load(path, &data, &error) != BUOY_OK) {
            fail_msg("%s", error.message);
        }
        assert_string_equal(data.name, expected[i].name);
        const struct buoy_mesh_input input = {
            .positions64 = data.positions,
            .vertex_count = data.vertex_count,
            .indices = data.indices,
            .triangle_count = data.triangle_count,
            .flags = BUOY_MESH_KEEP_ALL,
        };
        struct buoy_diagnosis diagnosis;
        assert_int_equal(buoy_mesh_diagnose(&input, &diagnosis, &error), BUOY_OK);
        if (data.triangle_count != expected[i].triangles ||
            diagnosis.open_edges != expected[i].open_edges ||
            diagnosis.inconsistent_edges != expected[i].inconsistent_edges) {
            fail_msg("%s: %zu triangles, %zu open edges, %zu inconsistent ones", expected[i].name,
                     data.triangle_count, diagnosis.open_edges, diagnosis.inconsistent_edges);
        }
        mesh_data_free(&data);
    }
}

static bool has_shared_meshes(void) {
    return importer_is_built() && shared_folder();
}

TEST_NEEDS(has_shared_meshes)
