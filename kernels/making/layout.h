// The layouts of a mesh: where its arrays are, and what fills them.
#ifndef BUOY_LAYOUT_H
#define BUOY_LAYOUT_H

#include "mesh/mesh.h"
#include "soup/cluster.h"

static inline uint32_t buoy_sixteenths(uint32_t count) {
    return (count + BUOY_LANES - 1) / BUOY_LANES;
}

// What mesh->triangles and mesh->blocks point to.
struct buoy_kept {
    struct buoy_triangles triangles;
    struct buoy_blocks blocks;
};

// Sets the counts of a tree over so many pairs.
void buoy_tree_shape(struct buoy_tree *tree, size_t pair_count);

// Points the arrays of a mesh, whose counts and `kept` are set, into a piece of memory, what
// `auto` reads at its head, or only counts while that is NULL: in 64 bits, because
// BUOY_MAX_TRIANGLES take more than a size_t of 32 bits can hold. Returns the bytes used. closing:
// with room for how the mesh was closed.
uint64_t buoy_lay_out(struct buoy_mesh *mesh, bool closing, struct buoy_kept *kept, char *arrays);

// The same for the triangles alone, from `used` on.
uint64_t buoy_lay_out_triangles(const struct buoy_mesh *mesh, bool in_doubles,
                                struct buoy_triangles *of, char *arena, uint64_t used);

// Fills the blocks from the mesh's triangles in an order; `origin` is that of the coordinates.
void buoy_blocks_fill(struct buoy_mesh *mesh, const double origin[3], const uint32_t *order);

// Fills it; the blocks are filled. BUOY_ERROR_MEMORY if out of memory.
enum buoy_status buoy_facets_fill(struct buoy_mesh *mesh);

// Whether the triangles are those of a box with faces along the axes, two on each.
bool buoy_triangles_are_box(const struct buoy_mesh *mesh);

// Fills the tree of a mesh whose frame and triangles are set; and `order`, unless it is NULL, with
// the triangles as the leaves hold them.
enum buoy_status buoy_tree_fill(struct buoy_mesh *mesh, const double origin[3],
                                const struct buoy_pair *pairs, size_t pair_count, uint32_t *order);

#endif
