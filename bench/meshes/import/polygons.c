// Meshes of polygons that a program has in arrays.
#include "faces.h"

#include <string.h>

static bool add_all(const struct mesh_polygons *polygons, struct faces *faces) {
    for (size_t i = 0; i < polygons->vertex_count; ++i) {
        if (!faces_add_vertex(faces, polygons->positions + 3 * i)) {
            return false;
        }
    }
    const uint32_t *corner = polygons->corners;
    for (size_t i = 0; i < polygons->count; ++i) {
        for (uint32_t k = 0; k < polygons->sizes[i]; ++k) {
            if (*corner >= polygons->vertex_count) {
                faces->status = BUOY_ERROR_INDEX;
                faces->cause = "a corner has no vertex";
                return false;
            }
            if (!faces_add_corner(faces, *corner++)) {
                return false;
            }
        }
        if (!faces_end_face(faces)) {
            return false;
        }
    }
    return true;
}

enum buoy_status mesh_data_of_polygons(const struct mesh_polygons *polygons, struct mesh_data *data,
                                       struct buoy_error *error) {
    struct faces faces = {0};
    memset(data, 0, sizeof *data);
    const bool made = add_all(polygons, &faces) && faces_finish(&faces, data);
    const enum buoy_status status =
        made ? BUOY_OK : mesh_fail(error, faces.status, "polygons: %s", faces.cause);
    faces_free(&faces);
    return status;
}
