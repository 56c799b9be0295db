// From a sound triangle soup to the layouts that kernels read: where a mesh's arrays are, and what
// fills them.
#ifndef BUOY_BAKE_H
#define BUOY_BAKE_H

#include <math.h>
#include <stddef.h>

#include "mesh/leaves.h"
#include "mesh/mesh.h"
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

// Frees the mesh and its arrays, but not its spheres.
void buoy_mesh_unbake(struct buoy_mesh *mesh);

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

// Fills mesh->indexed from the triangles. origin: of the coordinates that are not rounded, as that
// of the tree's leaves.
void buoy_indexed_fill(struct buoy_mesh *mesh, const double origin[3]);

// Packs spheres into a mesh, for volume/spheres: at most `count` spheres, the largest first; fewer
// if there is no more room, none in a body that is thinner everywhere than the cells of the grid
// that is searched. The mesh must be closed. Returns BUOY_OK or BUOY_ERROR_MEMORY.
enum buoy_status buoy_spheres_pack(struct buoy_mesh *mesh, uint32_t count);

// Writes the right checksum into an image of that many bytes, for those who craft them.
void buoy_image_seal(void *image, size_t bytes);

// The parts of layouts: moments, bounding boxes.

// Adds what a triangle of area vector a contributes; returns a·v1.
static inline double buoy_add_moments(struct buoy_moments *moments, double v[3][3],
                                      const double a[3]) {
    const double av = buoy_dot(a, v[0]);
    double *m = moments->m;
    m[0] += av;
    for (int i = 0; i < 3; ++i) {
        const double sum = v[0][i] + v[1][i] + v[2][i];
        m[1 + i] += a[i];
        m[4 + i] += av * sum;
        for (int j = 0; j < 3; ++j) {
            m[7 + 3 * i + j] += sum * a[j];
        }
    }
    return av;
}

// The smallest and largest coordinates of a set of points.
struct buoy_extent {
    float low[3], high[3];
};

static inline struct buoy_extent buoy_no_extent(void) {
    return (struct buoy_extent){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

static inline void buoy_extend(struct buoy_extent *extent, int axis, float x) {
    extent->low[axis] = x < extent->low[axis] ? x : extent->low[axis];
    extent->high[axis] = x > extent->high[axis] ? x : extent->high[axis];
}

// The margin of bounding boxes, in the blocks' frame: beyond the rounding of the test in float,
// some 8 roundings of 3 components of up to 2, each times a coordinate of up to 3.
#define BUOY_SLACK 0x1p-17f

// Centre and half extent along one axis.
static inline void buoy_bound(float low, float high, float *centre, float *extent) {
    *centre = 0.5f * (low + high);
    const float up = high - *centre, down = *centre - low;
    *extent = (up > down ? up : down) + BUOY_SLACK;
}

// Sets a bounding box of a node.
static inline void buoy_set_box(struct buoy_node *node, uint32_t lane,
                                const struct buoy_extent *extent) {
    const float *low = extent->low, *high = extent->high;
    buoy_bound(low[0], high[0], &node->cx[lane], &node->ex[lane]);
    buoy_bound(low[1], high[1], &node->cy[lane], &node->ey[lane]);
    buoy_bound(low[2], high[2], &node->cz[lane], &node->ez[lane]);
}

// Bounding boxes that no plane can find wet or cut, for a node's lanes from `first` on.
static inline void buoy_pad_boxes(struct buoy_node *node, uint32_t first) {
    for (uint32_t i = first; i < BUOY_LANES; ++i) {
        node->cx[i] = node->cy[i] = node->cz[i] = 0.0f;
        node->ex[i] = node->ey[i] = node->ez[i] = -1e30f;
    }
}

#endif
