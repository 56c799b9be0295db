// The tree of a mesh: leaves of paired triangles, their bounds and their moments.
#ifndef BUOY_TREE_H
#define BUOY_TREE_H

#include "mesh/mesh.h"
#include "soup/pair.h"

// Sets the counts of a tree over so many pairs.
void buoy_tree_shape(struct buoy_tree *tree, size_t pair_count);

// Places the leaves at the head of an arena, or counts their bytes while it is NULL; returns those.
uint64_t buoy_tree_lay_out_leaves(struct buoy_tree *tree, char *arena);

// Points the tree's arrays into an arena of which `used` bytes are taken, or only counts while the
// arena is NULL; returns the bytes taken then.
uint64_t buoy_tree_lay_out(struct buoy_tree *tree, char *arena, uint64_t used);

// Fills the tree of a mesh whose frame and indexed arrays are set.
enum buoy_status buoy_tree_fill(struct buoy_mesh *mesh, const double origin[3],
                                const struct buoy_pair *pairs, size_t pair_count);

#endif
