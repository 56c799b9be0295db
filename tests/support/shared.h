// Meshes from elsewhere with exact answers: a folder of <id>.<extension>, <id>.planes.csv and
// <id>.expected.csv. The folder is not part of this repository.
#ifndef TESTS_SHARED_H
#define TESTS_SHARED_H

#include "buoyancy_hydrostatics.h"

struct shared_mesh {
    char *path, *name;
    struct buoy_plane *planes;
    struct buoy_hydrostatics *expected; // NaN where the file leaves a blank
    size_t count;
};

// The folder: $BUOY_SHARED_MESHES, or shared/meshes beside the checkout; NULL if it is not there.
const char *shared_folder(void);

// Reads what the folder has, by name; the test fails on a file that it cannot make sense of. The
// caller frees each mesh and the array.
struct shared_mesh *shared_meshes(size_t *count);
void shared_mesh_free(struct shared_mesh *mesh);

#endif
