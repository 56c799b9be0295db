// What the surrounding project makes of the library: a function of its own.
#include "buoyancy.h"

double parent_half_cube(void);

double parent_half_cube(void) {
    static const float corners[24] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0,
                                      0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1};
    static const uint32_t triangles[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                           1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};
    struct buoy_mesh_input input = {0};
    struct buoy_mesh *mesh;
    input.positions = corners;
    input.vertex_count = 8;
    input.indices = triangles;
    input.triangle_count = 12;
    if (buoy_mesh_create(&input, &mesh, NULL) != BUOY_OK) {
        return -1.0;
    }
    const struct buoy_plane water = {{0.0f, 0.0f, 1.0f}, 0.5f};
    struct buoy_volume volume = {.volume = -2.0};
    buoy_volume_compute(&(struct buoy_volume_query){.mesh = mesh, .planes = &water, .count = 1},
                        &volume, NULL);
    buoy_mesh_destroy(mesh);
    return volume.volume;
}
