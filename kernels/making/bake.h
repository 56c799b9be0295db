// From a sound triangle soup to the layouts that kernels read: where a mesh's arrays are, and what
// fills them.
#ifndef BUOY_BAKE_H
#define BUOY_BAKE_H

#include "mesh/leaves.h"
#include "soup/soup.h"

struct buoy_bake_query {
    const struct buoy_soup *soup;
    struct buoy_topology *topology; // of the soup: whether it is closed, and where not
    unsigned keep;                  // flags BUOY_MESH_KEEP_…
    bool closing;                   // leave room for how it was closed
};

// A mesh, and what is known of it until it is finished.
struct buoy_baked {
    struct buoy_mesh *mesh;
    struct buoy_triangles triangles; // the mesh's, whether it keeps them or not
    uint32_t *order;                 // the triangles, sorted in space
    void *memory;                    // of all but the mesh
};

// Makes a mesh of a soup. BUOY_ERROR_MEMORY, and no mesh. Whether or not, the caller finishes it.
enum buoy_status buoy_mesh_bake(const struct buoy_bake_query *query, struct buoy_baked *baked);

// Frees all but the mesh and what it keeps.
void buoy_baked_finish(struct buoy_baked *baked);

// Finds how the spread of a mesh is answered (buoy_mesh_spread()); again if `closed` has changed.
void buoy_mesh_find_spread(struct buoy_mesh *mesh);

// Packs spheres into a mesh, for volume/spheres: at most `count`, the largest first; fewer if there
// is no more room, none in a body that is thinner everywhere than the cells of the grid that is
// searched. The mesh must be closed. Returns BUOY_OK or BUOY_ERROR_MEMORY.
enum buoy_status buoy_spheres_pack(struct buoy_mesh *mesh, uint32_t count);

// Writes the right checksum into an image of that many bytes, for those who craft them.
void buoy_image_seal(void *image, size_t bytes);

// ---------------------------------------------------------------------------------- layouts

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

// Fill the layouts of a mesh whose frame and triangles are set; BUOY_ERROR_MEMORY if out of memory.
// `origin` is that of the coordinates that are not rounded. The tree leaves the triangles in the
// order in which its leaves hold them in `order`, unless that is NULL; blocks take them in an
// order; facets are filled after blocks.
enum buoy_status buoy_tree_fill(struct buoy_mesh *mesh, const double origin[3],
                                const struct buoy_pair *pairs, size_t pair_count, uint32_t *order);
void buoy_blocks_fill(struct buoy_mesh *mesh, const double origin[3], const uint32_t *order);
enum buoy_status buoy_facets_fill(struct buoy_mesh *mesh);
void buoy_indexed_fill(struct buoy_mesh *mesh, const double origin[3]);

#endif
