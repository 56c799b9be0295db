// float.c: a program. How much of a cube is under water, and how deep does it float?
#include <stdio.h>

#include <buoyancy_hydrostatics.h>

static const float corners[24] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0,
                                  0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1};
static const uint32_t triangles[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                       1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};

int main(void) {
    const struct buoy_mesh_input input = {
        .positions = corners, .vertex_count = 8, .indices = triangles, .triangle_count = 12};
    struct buoy_mesh *mesh;
    struct buoy_error error; // says which triangle is wrong, and what would help
    if (buoy_mesh_create(&input, &mesh, &error) != BUOY_OK) {
        puts(error.message);
        return 1;
    }
    const struct buoy_plane water = {{0, 0, 1},
                                     0.5f}; // n·x = d in the mesh's frame; n of any length
    struct buoy_volume wet;
    double d; // how deep the cube floats if it weighs 700 kg
    if (buoy_volume_compute(mesh, &water, 1, &wet, &error) != BUOY_OK ||
        buoy_draft(mesh, water.normal, 700.0 / 1025.0, &d, NULL, &error) != BUOY_OK) {
        puts(error.message);
        return 1;
    }
    printf("%.3f m³ submerged, centre at z = %.3f; floats %.3f m deep\n", wet.volume, wet.centre[2],
           d);
    buoy_mesh_destroy(mesh);
    return 0;
}
