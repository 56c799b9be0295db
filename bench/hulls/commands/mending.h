// Mends a mesh as far as it is safe, and writes it to a file.
#ifndef BENCH_MENDING_H
#define BENCH_MENDING_H

#include "making/repair.h"
#include "meshes/meshes.h"

struct mending {
    struct buoy_soup mended;
    double *positions; // of its vertices, as they were given
    struct buoy_repairs repairs;
    size_t dropped_triangles; // triangles that used a vertex twice, or repeated another
};

// Makes the same repairs as BUOY_MESH_REPAIR. Returns 0, or CLI_BAD after complaining.
int mending_make(const struct mesh_data *data, struct mending *mending);
void mending_free(struct mending *mending);

// Checks that a file's name ends in .obj, the only format written.
int mending_check_name(const char *path);

// Writes the mended mesh as OBJ, with enough digits to get the same numbers back. The file appears
// whole or not at all; until then an existing file of that name stays as it is.
int mending_write(const struct mending *mending, const char *path);

#endif
