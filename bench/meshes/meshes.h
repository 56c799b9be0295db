// Meshes by name, as plain arrays: bodies made here (builtin:NAME[:TRIANGLES]) and files (OBJ, STL,
// PLY, OFF, glTF, GLB). Used by the program and by the tests.
#ifndef MESHES_H
#define MESHES_H

#include "buoyancy_shapes.h"

struct mesh_data {
    double *positions; // x,y,z of each vertex: what a file says; floats in all other meshes
    size_t vertex_count;
    uint32_t *indices; // three vertices of each triangle, counter-clockwise from outside
    size_t triangle_count;
    char *name; // the specification of a built-in, the base name of a file

    // Volume of the ideal body, which the triangles may only approximate; NaN if none is known.
    double closed_form_volume;

    // Points and lines in a file. They enclose nothing and are left out.
    size_t ignored_elements;

    // Polygons of a file that are not flat, and by how much the volume may depend on the diagonals
    // that split them.
    size_t bent_polygons;
    double bent_volume;
};

// The most triangles a built-in or a file may have.
#define MESH_MAX_TRIANGLES 2000000

// Makes or reads the mesh that `specification` names. Built-ins are closed, wound outward and have
// the same bits on every machine. A mesh from a file is only guaranteed to have at least one
// triangle, finite coordinates, indices in range, and no vertex that no triangle uses; vertices are
// as unshared as in the file (BUOY_MESH_WELD).
// On error `data` is empty (mesh_data_free() is allowed) and the message, one line, names the file
// or built-in, the line or element if there is one, and the cause. The status is
// BUOY_ERROR_UNKNOWN_NAME (no such built-in), _NON_FINITE, _INDEX, _TOO_LARGE, _MEMORY, or
// _ARGUMENT for everything else, such as a file that is missing or malformed.
enum buoy_status mesh_data_load(const char *specification, struct mesh_data *data,
                                struct buoy_error *error);
void mesh_data_free(struct mesh_data *data);

// Multiplies all coordinates by a factor > 0; 0: leaves them. There may be infinite ones then.
void mesh_data_scale(struct mesh_data *data, double factor);

// Multiplies coordinates by a factor > 0 for each axis.
void mesh_data_stretch(struct mesh_data *data, const double factors[3]);

// Makes the surface of a primitive shape, whose sizes are valid, as a mesh that is inscribed in it,
// in the shape's frame: closed, wound outward, the same bits on every machine. Circles become
// polygons of `around` corners (a multiple of 4; at least 4, at most 1024), so that the volume is
// short by a share of at most 16.5 / around²; the edges of other cells are about as long, and the
// longest edge of a box has around / 4 of them. There is no name.
enum buoy_status mesh_data_of_shape(const struct buoy_shape *shape, uint32_t around,
                                    struct mesh_data *data, struct buoy_error *error);

// Makes a mesh of polygons with any number of corners, concave ones included: `corners` has the
// vertices of each polygon in turn, counter-clockwise from outside, `sizes` their numbers. Vertices
// that no polygon uses are dropped. There is no name. The status is BUOY_OK or one of
// BUOY_ERROR_NON_FINITE, _INDEX, _TOO_LARGE, _MEMORY; then `data` is empty.
struct mesh_polygons {
    const double *positions; // x,y,z of each vertex
    size_t vertex_count;
    const uint32_t *corners, *sizes;
    size_t count; // of polygons
};
enum buoy_status mesh_data_of_polygons(const struct mesh_polygons *polygons, struct mesh_data *data,
                                       struct buoy_error *error);

// Makes the convex hull of a mesh's vertices: closed, wound outward, of triangles. There is no
// name. The status is BUOY_OK, BUOY_ERROR_ZERO_VOLUME (all vertices are in or near one plane),
// BUOY_ERROR_NOT_RUNNABLE (built without qhull) or BUOY_ERROR_MEMORY; then `hull` is empty.
enum buoy_status mesh_data_hull(const struct mesh_data *data, struct mesh_data *hull,
                                struct buoy_error *error);

// A built-in body, for help texts and sweeps.
struct mesh_builtin {
    const char *name;
    const char *description; // one line, lower case, no full stop
    size_t default_triangles;
    size_t smallest_triangles;
};

size_t mesh_builtin_count(void);
const struct mesh_builtin *mesh_builtin_at(size_t index);

#endif
