// The models of scenes: their parts, mass, drag and surface.
#ifndef BENCH_SCENE_MODELS_H
#define BENCH_SCENE_MODELS_H

#include "scene_file.h"

// Reads the models of a scene in the file `path`. Returns 0, or CLI_BAD after complaining.
int scene_models_read(const char *path, const struct json_at *root, struct scene *scene);

// Makes the model of what was read; an inertia that is all 0 stands for a body that does not turn.
enum buoy_status scene_model_make(struct scene_model *kind, struct buoy_error *error);

#endif
