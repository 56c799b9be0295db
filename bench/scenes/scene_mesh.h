// Meshes of scenes: named, or written out in the scene itself.
#ifndef BENCH_SCENE_MESH_H
#define BENCH_SCENE_MESH_H

#include "json_values.h"

// The keys of a part that say what its mesh is.
#define SCENE_MESH_KEYS "mesh", "vertices", "faces", "prism", "width"

// Makes the mesh of a part: "mesh" names a file beside the scene, whose path is `path`, or a
// built-in; "vertices" and "faces" list one, and "prism" and "width" are an outline drawn out along
// y. `flags` are of enum buoy_mesh_flags. Returns 0, or CLI_BAD after complaining; then *mesh is
// NULL.
int scene_mesh_read(const struct json_at *part, const char *path, unsigned flags,
                    struct buoy_mesh **mesh);

// Whether a part has one of these keys.
bool scene_mesh_is_there(const struct json_at *part);

#endif
