// The layout that `volume/blocks`, `hydrostatics/blocks` and `volume/batch` read.
#ifndef BUOY_BLOCKS_H
#define BUOY_BLOCKS_H

#include "mesh/mesh.h"

// Fills the blocks from the mesh's triangles in an order; `origin` is that of the coordinates.
void buoy_blocks_fill(struct buoy_mesh *mesh, const double origin[3], const uint32_t *order);

#endif
