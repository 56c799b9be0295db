// Shared by the parts of this library: filling in errors, and building a mesh_data.
#ifndef MESHES_INTERNAL_H
#define MESHES_INTERNAL_H

#include "base/status.h"
#include "meshes.h"

// Records a status and its message, cut to fit, with unprintable characters replaced: a file's name
// or content must not break the line. Returns the status.
enum buoy_status mesh_fail(struct buoy_error *error, enum buoy_status status, const char *format,
                           ...) BUOY_PRINTF(3, 4);

// Makes room for exactly so many vertices and triangles and sets both counts to 0; false if out of
// memory. mesh_data_free() undoes it.
bool mesh_reserve(struct mesh_data *data, size_t vertices, size_t triangles);

// x rounded to float. Through memory: where gcc 12 vectorizes two of them, it takes
// (double)(float)x for x.
static inline double mesh_rounded(double x) {
    volatile float rounded = (float)x;
    return (double)rounded;
}

// Add to the arrays of mesh_reserve(). A vertex is rounded to f32, so that bodies are the same bits
// everywhere.
uint32_t mesh_add_vertex(struct mesh_data *data, double x, double y, double z);
void mesh_add_triangle(struct mesh_data *data, uint32_t a, uint32_t b, uint32_t c);
// a, b, c, d counter-clockwise from outside, split along a–c.
void mesh_add_quad(struct mesh_data *data, uint32_t a, uint32_t b, uint32_t c, uint32_t d);

// load.c passes a specification to one of these two. They leave `data->name` alone.
enum buoy_status builtin_make(const char *name_and_count, struct mesh_data *data,
                              struct buoy_error *error);
enum buoy_status import_file(const char *path, struct mesh_data *data, struct buoy_error *error);

// A mesh's name: that of its file.
const char *import_name(const char *path);

#endif
