// A small mesh by its vertices.
#ifndef BUOY_INDEXED_H
#define BUOY_INDEXED_H

#include "mesh/mesh.h"

// Fills mesh->indexed from the triangles.
void buoy_indexed_fill(struct buoy_mesh *mesh);

#endif
