// The layout that `volume/blocks` and its like read.
#ifndef BUOY_BLOCKS_H
#define BUOY_BLOCKS_H

#include "mesh/mesh.h"

// Points the arrays, also those of the facets (facets.h) if they are kept, into an arena from
// `used` on, or only counts while that is NULL; returns the bytes used then.
uint64_t buoy_blocks_lay_out(const struct buoy_mesh *mesh, struct buoy_blocks *of, char *arena,
                             uint64_t used);

// Fills the blocks from the mesh's triangles in an order; `origin` is that of the coordinates.
void buoy_blocks_fill(struct buoy_mesh *mesh, const double origin[3], const uint32_t *order);

#endif
