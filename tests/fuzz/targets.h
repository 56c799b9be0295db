// Each is defined in a file target_*.c: a new target needs a line here and one in targets.c.
#ifndef FUZZ_TARGETS_H
#define FUZZ_TARGETS_H

#include "fuzz.h"

// Readers of mesh files.
extern const struct fuzz_target fuzz_obj, fuzz_stl, fuzz_ply, fuzz_off, fuzz_gltf;

// The input of `eval`: CSV of each kind, and water and scenes in JSON.
extern const struct fuzz_target fuzz_planes, fuzz_boxes, fuzz_primitives, fuzz_polygons;
extern const struct fuzz_target fuzz_drafts, fuzz_json, fuzz_scene;

// Tuning profiles as the library reads them.
extern const struct fuzz_target fuzz_profile;

// What `report` and `compare` read.
extern const struct fuzz_target fuzz_results;

// Meshes from arrays of any kind, and from images.
extern const struct fuzz_target fuzz_mesh, fuzz_image;

// Families, each against its reference.
extern const struct fuzz_target fuzz_volume, fuzz_box, fuzz_shapes, fuzz_polygon, fuzz_plane2d;
extern const struct fuzz_target fuzz_basin;
extern const struct fuzz_target fuzz_hydrostatics, fuzz_pressure, fuzz_water;

#endif
