// The layout that `pressure` reads beside the blocks: their triangles' corners by number.
#ifndef BUOY_FACETS_H
#define BUOY_FACETS_H

#include "mesh/mesh.h"

// Fills it; the blocks are filled. BUOY_ERROR_MEMORY if out of memory.
enum buoy_status buoy_facets_fill(struct buoy_mesh *mesh);

#endif
