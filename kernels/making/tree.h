// The tree of a mesh: leaves of paired triangles, their bounds and their moments.
#ifndef BUOY_TREE_H
#define BUOY_TREE_H

#include "mesh/mesh.h"
#include "soup/pair.h"

// Sets the counts of a tree over so many pairs.
void buoy_tree_shape(struct buoy_tree *tree, size_t pair_count);

// Points the tree's arrays into an arena, the leaves at its head, or only counts while that is
// NULL; returns the bytes used.
uint64_t buoy_tree_lay_out(struct buoy_mesh *mesh, char *arena);

// Whether any triangle is large (tree.c).
bool buoy_tree_has_large(const struct buoy_mesh *mesh, const double origin[3],
                         const struct buoy_pair *pairs, size_t pair_count);

// Fills the tree of a mesh whose frame and triangles are set; `order` is that of the blocks.
enum buoy_status buoy_tree_fill(struct buoy_mesh *mesh, const double origin[3],
                                const struct buoy_pair *pairs, size_t pair_count,
                                const uint32_t *order);

#endif
