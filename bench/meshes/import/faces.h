// Shared by all readers: collects the vertices and faces of a file, and converts them to plain
// arrays of triangles. Only this code checks finiteness, limits and memory.
#ifndef MESHES_FACES_H
#define MESHES_FACES_H

#include "meshes/internal.h"

// (MESH_MAX_TRIANGLES bounds the rest.)
#define FACES_MAX_VERTICES (3 * MESH_MAX_TRIANGLES)

// A face of more than three corners, to be split once all vertices are known.
struct faces_polygon {
    uint32_t triangle; // its first corner; its corners wait where its triangles will be
    uint32_t corners;
};

struct faces {
    double *positions; // x, y, z of each vertex
    size_t vertex_count, vertex_capacity;
    uint32_t *indices; // three for each triangle, or the corners of a polygon
    size_t triangle_count, index_capacity;
    struct faces_polygon *polygons;
    size_t polygon_count, polygon_capacity, most_corners;
    size_t corner_count;     // corners of the face in progress
    size_t ignored_elements; // points and lines; readers add those that are not written as faces
    size_t bent_polygons;    // as struct mesh_data has them
    double bent_volume;

    // Why a function returned false.
    enum buoy_status status;
    const char *cause;
    char text[100];     // for causes that name numbers
    const size_t *line; // of the file, for readers of text; NULL in others
    size_t failed_line; // what that was then
};

// Each of these functions returns false on failure, with the reason in `status` and `cause`.

// Adds a vertex, which must be finite.
bool faces_add_vertex(struct faces *faces, const double point[3]);

// Adds a corner to the current face, or ends that face. The corner's vertex may be added later, but
// must exist at the end. A face of fewer than three corners is a point or a line.
bool faces_add_corner(struct faces *faces, uint32_t vertex);
bool faces_end_face(struct faces *faces);

bool faces_add_triangle(struct faces *faces, uint32_t a, uint32_t b, uint32_t c);

// Whether one more face with so many corners is allowed.
bool faces_can_take(struct faces *faces, size_t corners);

// Splits the polygons and hands everything over, except vertices that no face uses.
bool faces_finish(struct faces *faces, struct mesh_data *data);

// Frees what was not handed over.
void faces_free(struct faces *faces);

#endif
