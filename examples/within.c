// How little of a crate must be wet that its volume may be off by a millionth?
#include <stdio.h>
#include <stdlib.h>

#include <buoyancy.h>
#include <buoyancy_kernels.h>

static const float corners[24] = {-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1,
                                  -1, -1, 1,  1, -1, 1,  1, 1, 1,  -1, 1, 1};
static const uint32_t triangles[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                       1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};

int main(void) {
    const struct buoy_mesh_input input = {
        .positions = corners, .vertex_count = 8, .indices = triangles, .triangle_count = 12};
    struct buoy_mesh *mesh;
    struct buoy_plane planes[40];
    struct buoy_volume wet[40];
    struct buoy_volume_error errors[40];
    struct buoy_error error;
    if (buoy_mesh_create(&input, &mesh, &error) != BUOY_OK) {
        puts(error.message);
        return 1;
    }
    for (int i = 0; i < 40; ++i) { // ever less of a corner that points down
        planes[i] = (struct buoy_plane){{0.6f, 0.7f, 0.8f}, -2.1f + 2.0f / (1 << (i / 2))};
    }
    struct buoy_volume_query query = {0};
    query.mesh = mesh;
    query.planes = planes;
    query.count = 40;
    query.errors = errors;
    query.kernel = buoy_kernel_find("volume/auto/best");
    if (buoy_volume_compute(&query, wet, &error) != BUOY_OK) {
        puts(error.message);
        return 1;
    }
    int coarse = 0;
    for (int i = 0; i < 40; ++i) {
        coarse += errors[i].volume > 1e-6 * wet[i].volume;
    }
    printf("%.6f m³ to within %.0e m³; %d of 40 answers may be off by a millionth of themselves\n",
           wet[0].volume, errors[0].volume, coarse);
    buoy_mesh_destroy(mesh);
    return 0;
}
