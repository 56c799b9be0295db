// Reading mesh files. Each format has a reducer: it checks the whole file in memory and writes a
// copy that holds nothing but its geometry, in the plainest form of the format. Only that copy goes
// to assimp, so that what was checked is what is parsed, no other file is ever opened, and none of
// assimp's code for materials, pictures, bones or unusual syntax runs on foreign bytes.
#ifndef MESHES_IMPORT_H
#define MESHES_IMPORT_H

#include "internal.h"

// Larger files are refused, and those with more vertices. (MESH_MAX_TRIANGLES bounds the rest.)
#define IMPORT_MAX_BYTES ((size_t)256 << 20)
#define IMPORT_MAX_VERTICES (3 * MESH_MAX_TRIANGLES)

// A file as it was found.
struct import_file {
    const char *path; // for messages
    char *bytes;      // a 0 follows them
    size_t size;
};

// What a reducer makes of it.
struct import_reduced {
    char *bytes;
    size_t size, capacity;
    bool no_memory;          // something could not be written; checked once, at the end
    const char *format;      // assimp's name for the format of `bytes`
    size_t vertices;         // of the file, each once
    size_t triangles;        // that must come out
    size_t ignored_elements; // points and lines
};

typedef enum buoy_status import_reducer(const struct import_file *file,
                                        struct import_reduced *reduced, struct buoy_error *error);

import_reducer reduce_obj;
import_reducer reduce_stl;
import_reducer reduce_off;
import_reducer reduce_ply;
import_reducer reduce_gltf;

// Records "PATH, line LINE: cause", or "PATH: cause" if the line is 0; a long path loses its front.
enum buoy_status import_fail(const struct import_file *file, size_t line, struct buoy_error *error,
                             enum buoy_status status, const char *format, ...) MESH_PRINTF(5, 6);

// Append to a reduced file.
void reduced_write(struct import_reduced *reduced, const void *bytes, size_t size);
void reduced_write_integer(struct import_reduced *reduced, uint64_t value);
void reduced_print(struct import_reduced *reduced, const char *format, ...) MESH_PRINTF(2, 3);

// Count a vertex, or a face of so many corners: fewer than three make a point or a line, which is
// ignored. False if there are now too many.
bool reduced_count_vertex(struct import_reduced *reduced);
bool reduced_count_face(struct import_reduced *reduced, size_t corners);

// Gathers the triangles of what assimp made of a reduced file, and checks them.
struct aiScene;
enum buoy_status import_scene(const struct import_file *file, const struct import_reduced *reduced,
                              const struct aiScene *scene, struct mesh_data *data,
                              struct buoy_error *error);

#endif
