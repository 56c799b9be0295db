// Tuned for this machine, if a profile is given that was measured here.
#include <stdio.h>
#include <stdlib.h>

#include <buoyancy.h>
#include <buoyancy_kernels.h>

static const float corners[24] = {-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1,
                                  -1, -1, 1,  1, -1, 1,  1, 1, 1,  -1, 1, 1};
static const uint32_t triangles[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                       1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};

int main(int argc, char **argv) {
    const struct buoy_mesh_input input = {.positions = corners,
                                          .vertex_count = 8,
                                          .indices = triangles,
                                          .triangle_count = 12,
                                          .flags = BUOY_MESH_KEEP_TRIANGLES |
                                                   BUOY_MESH_KEEP_BLOCKS}; // for it to choose from
    struct buoy_mesh *mesh;
    struct buoy_error error;
    const char *source;
    if (argc > 1 && buoy_profile_load(argv[1], &error) != BUOY_OK) {
        fprintf(stderr, "not tuned: %s\n", error.message); // the built-in rule is still good
    }
    if (buoy_mesh_create(&input, &mesh, &error) != BUOY_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    struct buoy_plane planes[20];
    struct buoy_volume wet[20];
    for (int i = 0; i < 20; ++i) {
        planes[i] = (struct buoy_plane){{0.0f, 0.0f, 1.0f}, -1.0f + 0.1f * (float)i};
    }
    const struct buoy_kernel *kernel = buoy_kernel_find("volume/auto/tuned");
    struct buoy_volume_query query = {0};
    query.mesh = mesh, query.planes = planes, query.count = 20;
    query.scratch_bytes = (buoy_volume_scratch_bytes(kernel, mesh, NULL) + 63) / 64 * 64;
    query.scratch = aligned_alloc(64, query.scratch_bytes);
    query.kernel = kernel;
    if (!query.scratch || buoy_volume_compute(&query, wet, &error) != BUOY_OK) {
        fprintf(stderr, "%s\n", query.scratch ? error.message : "no scratch memory");
        return 1;
    }
    buoy_profile_get(&source, NULL);
    printf("%s: half a cube displaces %.3f m³\n", source, wet[10].volume);
    free(query.scratch);
    buoy_mesh_destroy(mesh);
    buoy_profile_unload(); // once nobody asks any more
    return !(wet[10].volume > 3.999 && wet[10].volume < 4.001);
}
