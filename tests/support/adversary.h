// Meshes on which bounds once failed, found by random search and by climbing: the files of
// tests/adversaries, with the plane in the first line if one is known.
#ifndef TESTS_ADVERSARY_H
#define TESTS_ADVERSARY_H

#include "body.h"

// The most vertices, and the most triangles, of a file.
#define ADVERSARY_MOST 64

struct adversary {
    float positions[3 * ADVERSARY_MOST];
    uint32_t indices[3 * ADVERSARY_MOST];
    struct body body; // of the two arrays
    bool has_plane;
    struct buoy_plane plane;
};

enum {
    adversary_count = 7
};
extern const char *const adversary_names[adversary_count];

// The test fails if there is no such file.
void adversary_read(const char *name, struct adversary *adversary);

// A mesh from an image of this folder, for buoy_mesh_destroy(); NULL if it is of an earlier format.
// The image is not freed, since the mesh lies in it.
struct buoy_mesh *adversary_load(const char *name);

#endif
