// The tree of a mesh: leaves of paired triangles, their bounds and their moments.
#ifndef BUOY_TREE_H
#define BUOY_TREE_H

#include "mesh/mesh.h"
#include "soup/pair.h"

// Fills the tree of a mesh whose frame and triangles are set; and `order`, unless it is NULL, with
// the triangles as the leaves hold them.
enum buoy_status buoy_tree_fill(struct buoy_mesh *mesh, const double origin[3],
                                const struct buoy_pair *pairs, size_t pair_count, uint32_t *order);

#endif
