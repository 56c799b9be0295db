// What the parts of the reader of scenes share.
#ifndef BENCH_SCENE_PARTS_H
#define BENCH_SCENE_PARTS_H

#include "json_input.h"
#include "scene_file.h"

// Each function that returns an int complains before it returns CLI_BAD, and returns 0 otherwise.

// Limits of the library: of lengths, velocities and densities; of masses and inertias.
#define SCENE_MOST 1e12
#define SCENE_MOST_MASS 1e30

// scene_models.c: reads the models of a scene in the file `path`.
int scene_models_read(const char *path, const struct json_at *root, struct scene *scene);

// Makes a model like that of a kind, with meshes of its own.
int scene_model_copy(struct scene *scene, const struct scene_model *kind,
                     const struct buoy_model **model);

// A matrix of an object, which may be left out: 6 numbers, its diagonal, or 36, by rows.
int scene_read_matrix(const struct json_at *object, const char *key, double matrix[6][6]);

// What follows "WORD INDEX: " in a message; NULL if it does not begin so.
const char *scene_after_index(const char *message, const char *word, size_t *index);

// The keys of a place, for a table of members, and a check of its rotation, which must be a unit
// quaternion.
#define SCENE_PLACE(position, rotation)                                                            \
    {"position", JSON_NUMBERS, position, .high = SCENE_MOST, .count = 3}, {                        \
        "rotation", JSON_NUMBERS, rotation, .high = SCENE_MOST, .count = 4                         \
    }
int scene_check_rotation(const struct json_at *object, const double rotation[4]);

// scene_mesh.c: the keys of a part that say what its mesh is, and whether a part has one of these.
#define SCENE_MESH_KEYS                                                                            \
    {.key = "mesh"}, {.key = "vertices"}, {.key = "faces"}, {.key = "prism"}, {                    \
        .key = "width"                                                                             \
    }
// More keys of such a part.
#define SCENE_MAKING_KEYS                                                                          \
    {.key = "scale"}, {                                                                            \
        .key = "fill"                                                                              \
    }
bool scene_mesh_is_there(const struct json_at *part);

// Makes the mesh of a part: "mesh" names a file beside the scene, whose path is `path`, or a
// built-in; "vertices" and "faces" list one, and "prism" and "width" are an outline drawn out along
// y. `flags` are of enum buoy_mesh_flags. On CLI_BAD, *mesh is NULL.
int scene_mesh_read(const struct json_at *part, const char *path, unsigned flags,
                    struct buoy_mesh **mesh);

#endif
