// A small mesh by its vertices.
#ifndef BUOY_INDEXED_H
#define BUOY_INDEXED_H

#include "mesh/mesh.h"

// Fills mesh->indexed from the triangles. origin: of the coordinates that are not rounded, as that
// of the tree's leaves.
void buoy_indexed_fill(struct buoy_mesh *mesh, const double origin[3]);

#endif
