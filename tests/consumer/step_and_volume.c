// What a small game asks, a mesh, volumes and steps: test_drop.sh measures it once linked.
#include <math.h>

#include <buoyancy.h>
#include <buoyancy_step.h>

int main(void) {
    static const float corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint32_t triangles[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const struct buoy_plane plane = {{0.0f, 0.0f, 1.0f}, 0.5f};
    struct buoy_mesh_input input = {0};
    struct buoy_mesh *mesh;
    struct buoy_volume volume;
    input.positions = corners;
    input.vertex_count = 4;
    input.indices = triangles;
    input.triangle_count = 4;
    if (buoy_mesh_create(&input, &mesh, NULL) != BUOY_OK ||
        buoy_volume_compute(&(struct buoy_volume_query){.mesh = mesh, .planes = &plane, .count = 1},
                            &volume, NULL) != BUOY_OK) {
        return 1;
    }
    buoy_mesh_destroy(mesh);

    const struct buoy_water water = {
        .kind = BUOY_WATER_PLANE, .plane = plane, .density = 1000.0, .gravity = 9.81};
    struct buoy_step_query step = {0};
    step.water = &water;
    if (buoy_water_forces_compute(&step, NULL, NULL) != BUOY_OK) {
        return 2;
    }
    return fabs(volume.volume - 7.0 / 48.0) < 1e-6 ? 0 : 3;
}
