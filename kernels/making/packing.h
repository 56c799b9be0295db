// Packs spheres into a mesh, for volume/spheres.
#ifndef BUOY_PACKING_H
#define BUOY_PACKING_H

#include "mesh/mesh.h"

// At most `count` spheres, the largest first; fewer if there is no more room, none in a body that
// is thinner everywhere than the cells of the grid that is searched. The mesh must be closed.
// Returns BUOY_OK or BUOY_ERROR_MEMORY.
enum buoy_status buoy_spheres_pack(struct buoy_mesh *mesh, uint32_t count);

#endif
