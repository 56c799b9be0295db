// What every reader builds: the vertices and faces of a file, which become plain arrays of
// triangles. Finiteness, limits and memory are looked after here and nowhere else.
#ifndef MESHES_FACES_H
#define MESHES_FACES_H

#include "meshes/internal.h"

// (MESH_MAX_TRIANGLES bounds the rest.)
#define FACES_MAX_VERTICES (3 * MESH_MAX_TRIANGLES)

// A face of more than three corners, to be split once all vertices are known.
struct faces_polygon {
    uint32_t triangle; // the first of its own; its corners wait in their place
    uint32_t corners;
};

struct faces {
    float *positions; // x, y, z of each vertex
    size_t vertex_count, vertex_capacity;
    uint32_t *indices; // three of each triangle, or the corners of a polygon
    size_t triangle_count, index_capacity;
    struct faces_polygon *polygons;
    size_t polygon_count, polygon_capacity, most_corners;
    size_t corner_count;     // of the face that was not ended yet
    size_t ignored_elements; // points and lines; readers count those that are no faces, too

    // Why a function returned false.
    enum buoy_status status;
    const char *cause;
};

// Each of these returns false if it cannot do so, and says why in `status` and `cause`.

// Adds a vertex, which must be finite.
bool faces_add_vertex(struct faces *faces, const float point[3]);

// Adds a corner to the face that is being made, or ends that face. Its vertex may be added later,
// but by the end it must exist. A face of fewer than three corners is a point or a line.
bool faces_add_corner(struct faces *faces, uint32_t vertex);
bool faces_end_face(struct faces *faces);

bool faces_add_triangle(struct faces *faces, uint32_t a, uint32_t b, uint32_t c);

// Whether there may be one more face of so many corners.
bool faces_can_take(struct faces *faces, size_t corners);

// Splits the polygons and hands everything over, but for vertices that no face uses.
bool faces_finish(struct faces *faces, struct mesh_data *data);

// Frees what was not handed over.
void faces_free(struct faces *faces);

#endif
