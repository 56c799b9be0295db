// The layout that `pressure` reads beside the blocks: their triangles' corners by number.
#ifndef BUOY_FACETS_H
#define BUOY_FACETS_H

#include "mesh/mesh.h"

// Sets how many points there will be; the mesh's vertices and blocks are known.
void buoy_facets_shape(struct buoy_mesh *mesh);

// Points the arrays into the arena from `used` on; returns where the next piece begins.
uint64_t buoy_facets_lay_out(struct buoy_mesh *mesh, char *arena, uint64_t used);

// Fills them; the blocks are filled. BUOY_ERROR_MEMORY if out of memory.
enum buoy_status buoy_facets_fill(struct buoy_mesh *mesh);

#endif
