// Mending a mesh as far as that is safe, and writing it to a file.
#ifndef BENCH_MENDING_H
#define BENCH_MENDING_H

#include "meshes/meshes.h"
#include "soup/soup.h"

struct mending {
    struct buoy_soup mended;
    size_t welded_vertices;   // merged into another at the same position
    size_t dropped_triangles; // they used a vertex twice
    size_t flipped_triangles;
};

// Does what BUOY_MESH_REPAIR does. Returns 0, or CLI_BAD after complaining.
int mending_make(const struct mesh_data *data, struct mending *mending);
void mending_free(struct mending *mending);

// Checks that a file's name ends in .obj, the one format written.
int mending_check_name(const char *path);

// Writes the mended mesh as OBJ, with digits enough to get the same floats back. The file appears
// whole or not at all; one of that name stays as it is until then.
int mending_write(const struct mending *mending, const char *path);

#endif
