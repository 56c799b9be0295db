// Meshes, and what is asked of them and of shapes.
#include "module.h"

#include <string.h>

#include "buoyancy_hydrostatics.h"
#include "buoyancy_shapes.h"

EXPORT(mesh_make)
struct buoy_mesh *mesh_make(const float *positions, const double *positions64, size_t vertices,
                            const uint32_t *indices, size_t triangles, unsigned flags) {
    struct buoy_mesh_input input = {0};
    struct buoy_mesh *mesh;
    input.positions = positions;
    input.positions64 = positions64;
    input.vertex_count = vertices;
    input.indices = indices;
    input.triangle_count = triangles;
    input.flags = flags;
    buoy_mesh_create(&input, &mesh, &error);
    return mesh;
}

EXPORT(mesh_free) void mesh_free(struct buoy_mesh *mesh) {
    buoy_mesh_destroy(mesh);
}

// Writes vertex and triangle count, volume, area, diagonal, centre, centroid, half extents.
EXPORT(mesh_describe) void mesh_describe(const struct buoy_mesh *mesh, double numbers[14]) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    const double first[5] = {(double)info.vertex_count, (double)info.triangle_count, info.volume,
                             info.area, info.diagonal};
    memcpy(numbers, first, sizeof first);
    memcpy(numbers + 5, info.centre, sizeof info.centre);
    memcpy(numbers + 8, info.centroid, sizeof info.centroid);
    memcpy(numbers + 11, info.half_extent, sizeof info.half_extent);
}

// ---------------------------------------------------------------------------------- queries

EXPORT(volumes)
bool volumes(const struct buoy_mesh *mesh, const struct buoy_plane64 *planes, size_t count,
             struct buoy_volume *answers) {
    return buoy_volume_compute(
               &(struct buoy_volume_query){.mesh = mesh, .planes64 = planes, .count = count},
               answers, &error) == BUOY_OK;
}

EXPORT(hydrostatics)
bool hydrostatics(const struct buoy_mesh *mesh, const struct buoy_plane64 *planes, size_t count,
                  struct buoy_hydrostatics *answers) {
    return buoy_hydrostatics_compute(
               &(struct buoy_hydrostatics_query){.mesh = mesh, .planes64 = planes, .count = count},
               answers, &error) == BUOY_OK;
}

EXPORT(shapes)
bool shapes(const struct buoy_shape *shapes, const struct buoy_plane *planes, size_t count,
            struct buoy_volume *answers) {
    return buoy_shapes_compute(
               &(struct buoy_shapes_query){.shapes = shapes, .planes = planes, .count = count},
               answers, &error) == BUOY_OK;
}

EXPORT(draft)
bool draft(const struct buoy_mesh *mesh, const double normal[3], double volume, double *d) {
    return buoy_draft(mesh, normal, volume, d, NULL, &error) == BUOY_OK;
}
