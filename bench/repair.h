// Mending a mesh as far as that is safe, and writing it to a file.
#ifndef BENCH_REPAIR_H
#define BENCH_REPAIR_H

#include "meshes/meshes.h"
#include "soup.h"

struct repair {
    struct buoy_soup mended;
    size_t welded_vertices;   // merged into another at the same position
    size_t dropped_triangles; // they used a vertex twice
    size_t flipped_triangles;
};

// Does what BUOY_MESH_REPAIR does. Returns 0, or CLI_BAD after complaining.
int repair_mesh(const struct mesh_data *data, struct repair *repair);
void repair_free(struct repair *repair);

// Checks that a file's name ends in .obj, the one format written.
int repair_check_name(const char *path);

// Writes the mended mesh as OBJ, with digits enough to get the same floats back. The file appears
// whole or not at all; one of that name stays as it is until then.
int repair_write(const struct repair *repair, const char *path);

#endif
