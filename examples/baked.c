// A mesh is made once, its image kept, and used where it lies at every start of the program.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <buoyancy.h>

static const float corners[24] = {-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1,
                                  -1, -1, 1,  1, -1, 1,  1, 1, 1,  -1, 1, 1};
static const uint32_t triangles[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                       1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};
static struct buoy_error error;

// When the level is built. The caller writes the image to a file and frees it.
static void *bake(size_t *bytes) {
    const struct buoy_mesh_input input = {
        .positions = corners, .vertex_count = 8, .indices = triangles, .triangle_count = 12};
    struct buoy_mesh *mesh;
    if (buoy_mesh_create(&input, &mesh, &error) != BUOY_OK) {
        return NULL;
    }
    *bytes = (buoy_mesh_image_bytes(mesh, NULL) + 63) / 64 * 64;
    void *image = aligned_alloc(64, *bytes); // a mapped file is aligned, too
    if (image && buoy_mesh_save(mesh, image, *bytes, &error) != BUOY_OK) {
        free(image);
        image = NULL;
    }
    buoy_mesh_destroy(mesh);
    return image;
}

int main(void) {
    size_t bytes;
    char *image = bake(&bytes);
    struct buoy_mesh *mesh;
    if (!image || buoy_mesh_load(image, bytes, &mesh, &error) != BUOY_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    const struct buoy_plane water = {{0, 0, 1}, 0.5f};
    const struct buoy_volume_query query = {.mesh = mesh, .planes = &water, .count = 1};
    struct buoy_volume wet;
    const enum buoy_status status = buoy_volume_compute(&query, &wet, &error);
    printf("an image of %zu bytes; %.2f m³ are under water\n", bytes, wet.volume);
    buoy_mesh_destroy(mesh);

    image[bytes / 2] ^= 1; // what is damaged is refused
    const enum buoy_status damaged = buoy_mesh_load(image, bytes, &mesh, &error);
    printf("%s\n", error.message);
    free(image);
    return !(status == BUOY_OK && wet.volume > 5.9999f && wet.volume < 6.0001f &&
             damaged == BUOY_ERROR_IMAGE && !mesh && strstr(error.message, "damaged"));
}
