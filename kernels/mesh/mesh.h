// The layout of a baked mesh: what every kernel reads. Engines see it as an opaque pointer.
//
// The baked frame: x_baked = (x − centre) / scale, with scale a power of two that brings the
// bounding box's half extents to at most 1. Moving to the centre keeps the accuracy independent of
// how far the mesh lies from its origin; dividing by a power of two is exact and keeps areas,
// volumes and their products far from overflow and underflow, so that no guard in any kernel needs
// to know the size of the body.
#ifndef BUOY_MESH_H
#define BUOY_MESH_H

#include <float.h>
#include <stdbool.h>
#include <stddef.h>

#include "buoyancy_mesh.h"

// The conditioning κ up to which a body is compact. A part of the body of size s is cut askew by a
// float's rounding u of the diagonal D, which an apex up to D away turns into an error of some
// (D/s)² u/20 of the volume; κ is at least 6 D/s, so up to 60 that stays below 3e-7.
#define BUOY_COMPACT 60.0

// A body is scattered if the terms of its volume, without their signs and counted from the middle
// of its surface, add up to more than so many times the volume: its parts lie far apart, or it is
// the thin wall of a large room. Errors of sums in float exceeded two conditioning floors at 40
// times the volume, and 20 floors at 500.
#define BUOY_SCATTERED 3.0

// Logical width of the layout, whatever the register width.
#define BUOY_LANES 16

// 16 triangles, expanded: corner k of triangle i is (x[k][i], y[k][i], z[k][i]). The frame is the
// baked one; for bodies that are not compact it is moved by tree.shift, from an origin so chosen
// that every coordinate is what the caller gave, not rounded: heights taken from it in double are
// right to their own last bit, however small the cut and however large the body. The outward area
// vector A = ½ (v2 − v1) × (v3 − v1) is (ax, ay, az)[i], and av[i] = A·v1. The last block is padded
// with triangles that are a single point: no area, no tail path.
struct buoy_block {
    float x[3][BUOY_LANES], y[3][BUOY_LANES], z[3][BUOY_LANES];
    double ax[BUOY_LANES], ay[BUOY_LANES], az[BUOY_LANES], av[BUOY_LANES];
};

// The corners of the same 16 triangles, as numbers of buoy_points' vertices.
struct buoy_facets {
    uint32_t vertex[3][BUOY_LANES];
};

// 16 vertices in the mesh's own frame, numbered in the order in which the blocks first meet them,
// so that neighbours lie together. The last ones repeat the last vertex.
struct buoy_points {
    float x[BUOY_LANES], y[BUOY_LANES], z[BUOY_LANES];
};

// Axis-aligned bounding boxes of 16 consecutive blocks: centres and half extents in the blocks'
// frame, a little larger than the blocks, so that a test in float that says dry or wet is right.
// The last node is padded with boxes of centre 0 and extents far below 0: never wet, never cut.
struct buoy_node {
    float cx[BUOY_LANES], cy[BUOY_LANES], cz[BUOY_LANES];
    float ex[BUOY_LANES], ey[BUOY_LANES], ez[BUOY_LANES];
};

// What a wholly submerged set of triangles contributes to V and V c, for any apex; blocks' frame.
// With X = v1 + v2 + v3 and k = A·v1, sums over the triangles of
//   m[0] = k, m[1..3] = A, m[4..6] = k X, m[7 + 3i + j] = X_i A_j.
struct buoy_moments {
    double m[16];
};

// The areas |A| of a block's triangles.
struct buoy_areas {
    float area[BUOY_LANES];
};

// A leaf of the tree: 8 pairs of triangles. Pair i is a triangle (a, b, c) and the one across its
// edge b–c, (d, c, b): a is point i of the arrays [0] and d point 8 + i, b is point i of the arrays
// [1] and c point 8 + i. So 16 triangles have v1 in [0], v2 in [1], and v3 in [1] with its halves
// exchanged. No coordinate is rounded: all are moved by tree.shift, as are the blocks of
// bodies that are not compact. A triangle without a partner has d = b. A leaf that is not full
// is padded with pairs that are a single point: no area, no tail path.
struct buoy_leaf {
    float x[2][BUOY_LANES], y[2][BUOY_LANES], z[2][BUOY_LANES];
};

// The number of directions. Every vector is a sum, with weights ≥ 0, of three of them that are at
// most 55° apart.
#define BUOY_DIRECTIONS 13

// Enough for the most leaves: 2²⁷ triangles, none of which has a partner.
#define BUOY_MAX_LEVELS 6

// How 16 items of the tree extend along 13 directions: the axes and the diagonals of the faces and
// of the cube (leaves.h). In steps of the grid, rounded outward; lanes without an item have low
// > high everywhere.
struct buoy_bounds {
    struct {
        int16_t low[BUOY_LANES], high[BUOY_LANES];
    } along[BUOY_DIRECTIONS];
};

// The items of level 0 are the leaves, those of level k + 1 the nodes of level k. A level's item i
// is in its node i / 16; the highest level has one node. All levels' nodes and moments are stored
// consecutively: node n of level k is nodes[first_node[k] + n], the moments of its item i are
// moments[first_item[k] + i]. More follows the nodes and the moments (leaves.h).
struct buoy_tree {
    double shift[3]; // added to the leaves' coordinates, each at most 2
    uint32_t leaf_count, level_count;
    struct buoy_leaf *leaves;
    struct buoy_bounds *nodes;
    struct buoy_moments *moments;
    uint8_t *large; // leaf_count: 1 if a triangle of the leaf is large (layouts.c); NULL if none is
    uint32_t first_node[BUOY_MAX_LEVELS], first_item[BUOY_MAX_LEVELS];
    uint32_t node_count, item_count; // of all levels
    uint32_t pair_count;             // of all leaves
};

// Where water may be flush (plane.h), baked frame: along each axis ascending, x's from 0 to
// end[0], y's from there to end[1], z's to end[2]; one each at least.
struct buoy_levels {
    uint32_t end[3];
    float at[];
};

// A sphere within the body, baked frame, and the share of the body's volume that it stands for.
struct buoy_sphere {
    double at[3], radius, share;
};

// The surface as it was given: structures of arrays, vertex_count or triangle_count each.
struct buoy_triangles {
    float *px, *py, *pz;     // less `origin`
    float *x, *y, *z;        // baked frame
    uint32_t *i0, *i1, *i2;  // in the order given
    double *given;           // x,y,z of each vertex if they were doubles, else NULL
    uint32_t *open_vertices; // open_vertex_count
    uint32_t valence;        // most triangles that meet at a vertex
};

// Blocks, 64-byte aligned; the triangles are sorted in space.
struct buoy_blocks {
    uint32_t block_count, node_count;
    struct buoy_block *blocks;
    struct buoy_node *nodes; // node_count = ⌈block_count / 16⌉
    struct buoy_moments *moments;
    struct buoy_areas *areas;
    double *block_areas; // block_count: sums of |A|
    uint32_t *order;     // triangle_count: which of the triangles given is the i-th of the blocks

    // For heights above water that is not plane: block_count facets, and the vertices they name.
    // Lane i of point node n bounds all triangles that have a vertex of points 16 n + i, in the
    // blocks' frame: if it is dry, so are they, and those vertices' heights are not needed. NULL
    // without BUOY_MESH_KEEP_FACETS.
    uint32_t points_count, point_node_count;
    struct buoy_facets *facets;
    struct buoy_points *points;
    struct buoy_node *point_nodes;
};

// The most vertices and triangles of a mesh that `volume/indexed` reads by its vertices.
#define BUOY_INDEXED_VERTICES 64
#define BUOY_INDEXED_TRIANGLES 128

// Meshes of up to so many triangles are clipped as they are: two vectors at most, in lanes that
// crowds can follow.
#define BUOY_INDEXED_FEW 32

// 16 triangles by the numbers of their vertices: corner k in bits 8 k to 8 k + 7, the first again
// in the highest ones. With A the outward area vector and v1 … v3 the corners in the baked frame,
// each found in double and rounded once: A, k = A·v1 and X = v1 + v2 + v3. The last block is padded
// with triangles that are thrice vertex 0: no area.
struct buoy_indexed_block {
    uint32_t corners[BUOY_LANES];
    float k[BUOY_LANES], ax[BUOY_LANES], ay[BUOY_LANES], az[BUOY_LANES];
    float x[3][BUOY_LANES];
};

// Begins at a cache line, and its arrays follow in the same piece of memory. What a query of
// `volume` reads comes first, because of a small mesh that is met cold every line counts: three
// lines for `indexed`, four for `hierarchy`.
struct buoy_mesh {
    // Frame.
    _Alignas(64) double centre[3]; // of the bounding box, as given
    double scale;                  // a power of two
    double inverse_scale;
    double half_extent[3]; // baked frame, each ≤ 1

    // The surface in the baked frame: its centroid, and its second moments about it per area. They
    // tell where the body is along each direction, and so where its waterplane may be (see
    // buoy_section_centre).
    double surface_centre[3];
    double surface_spread[3][3];

    double volume; // baked frame

    // Conditioning up to BUOY_COMPACT: heights rounded to float at the body's size suffice.
    bool compact;

    // Beyond BUOY_SCATTERED: terms of the volume are added up in double.
    bool scattered;

    bool closed;     // no open or inconsistently wound edges, and not inside_out
    bool in_doubles; // positions were doubles, not all of them floats
    uint32_t triangle_count;
    union {
        // If it is_indexed, its vertices in the baked frame: x's, y's and z's, buoy_indexed_room()
        // of each, the last vertex repeated to the end; then buoy_indexed_blocks(), and
        // buoy_indexed_exact().
        float *indexed;
        // Ends of open or inconsistently wound edges, x,y,z of each in the mesh's own frame; none
        // if closed.
        float *open_points;
    };
    uint32_t vertex_count;
    uint16_t kept;   // flags BUOY_MESH_KEEP_…; TREE of all that are not indexed
    bool is_indexed; // buoy_may_be_indexed()
    bool is_box;     // answered by closed forms (making/bake.c)

    struct buoy_tree tree; // over all triangles, or its shift alone (BUOY_MESH_KEEP_TREE)

    // What only some methods read; NULL unless the caller asked for it (enum buoy_mesh_flags).
    struct buoy_triangles *triangles;
    struct buoy_blocks *blocks;

    // Whole-body properties beyond the volume, baked frame, double precision.
    double centroid[3];
    double volume_spread[6]; // second moments of the volume about its centroid, per volume, as
                             // those of struct buoy_spread
    double spread_length;    // of buoy_mesh_spread()
    double area;
    double perimeter, squares; // sums over triangles: of perimeters, of longest edges squared

    // The mesh's own frame: given places less `origin`, which is 0 if these were floats, and the
    // centre if they were doubles. In it the centre is at `middle`, exactly.
    double origin[3], middle[3];
    double moved; // bound on how far vertices lie from where they were given, baked frame

    // The volume that a closed surface winds around backwards, and how far that may be off; baked
    // frame. Beyond a thousandth of the volume the mesh is inside out: made only because the caller
    // accepts that, and not closed, so that no answer is kept between nothing and all. If a
    // thousandth can be neither excluded nor shown, or is accepted, bounds are withheld.
    double inverted, inverted_doubt;
    bool inside_out, withheld;

    bool in_image; // the arrays and spheres are the caller's (buoy_mesh_load())

    bool spread_is_box; // because the body's own cannot be right

    uint32_t open_vertex_count; // of open_points

    // Vertices merged into one at another position, and how far apart two of them were; as given.
    size_t merged_vertices;
    double merged_distance;

    struct buoy_closing *closing; // how BUOY_MESH_CLOSE closed it, or NULL

    // Spheres packed into the body, for volume/spheres alone, if the caller asked for any.
    struct buoy_sphere *spheres;
    uint16_t sphere_count;

    uint8_t frame; // in which it was given (enum buoy_frame)

    uint32_t level_count; // of buoy_levels_behind(); 0 unless in_doubles

    size_t bytes; // everything held, but for the spheres
};

_Static_assert(sizeof(void *) != 8 ||
                   offsetof(struct buoy_mesh, tree) + offsetof(struct buoy_tree, first_node) <= 256,
               "four lines");

// Where a mesh's leaves are, or what `indexed` reads, known before anything of it has been read.
static inline const void *buoy_arrays_behind(const struct buoy_mesh *mesh) {
    return mesh + 1;
}

// Whether a mesh can be kept by its vertices: small, without open edges, and compact, so that
// heights in float suffice. Of BUOY_INDEXED_FEW triangles it has no more vertices, and of 16
// vertices no more triangles, unless triangles lie upon each other.
static inline bool buoy_may_be_indexed(const struct buoy_mesh *mesh) {
    const bool few = mesh->triangle_count <= BUOY_INDEXED_FEW;
    return mesh->vertex_count <= (few ? BUOY_INDEXED_FEW : BUOY_INDEXED_VERTICES) &&
           (few || mesh->vertex_count > BUOY_LANES) &&
           mesh->triangle_count <= BUOY_INDEXED_TRIANGLES && (mesh->closed || mesh->inside_out) &&
           mesh->compact && !mesh->scattered;
}

// Room for vertices, as tables in registers have it: 16, 32, 48 or 64.
static inline uint32_t buoy_indexed_room(const struct buoy_mesh *mesh) {
    return (mesh->vertex_count + BUOY_LANES - 1) / BUOY_LANES * BUOY_LANES;
}

// The triangles of a mesh that is_indexed, 16 by 16; room: buoy_indexed_room().
static inline struct buoy_indexed_block *buoy_indexed_blocks(const struct buoy_mesh *mesh,
                                                             uint32_t room) {
    return (struct buoy_indexed_block *)(void *)(mesh->indexed + 3 * (size_t)room);
}

// Its vertices again, moved by tree.shift and not rounded.
static inline float *buoy_indexed_exact(const struct buoy_mesh *mesh, uint32_t room) {
    return (float *)(buoy_indexed_blocks(mesh, room) +
                     (mesh->triangle_count + BUOY_LANES - 1) / BUOY_LANES);
}

// What is added to the coordinates of the blocks, each at most 2: nothing on compact bodies.
static inline const double *buoy_blocks_shift(const struct buoy_mesh *mesh) {
    static const double none[3] = {0.0, 0.0, 0.0};
    return mesh->compact ? none : mesh->tree.shift;
}

// How a body's volume spreads about its centroid: what a body as a whole is taken for where its
// surface does not matter, in waves and by angular drag. In a frame whose origin is the middle of
// the body's bounding box.
struct buoy_spread {
    double centroid[3];
    double second[6]; // second moments about it, per volume: xx, xy, xz, yy, yz, zz
    double length;    // the mean of the three extents of the box with the same second moments
};

// Makes it from a centroid and second moments. If these cannot be a body's, as may be where a mesh
// is open or covers space twice, they are replaced by those of its bounding box: `sound` is false
// if that is known. Returns whether they were not.
bool buoy_spread_make(const double centroid[3], double second[3][3], const double half_extent[3],
                      bool sound, struct buoy_spread *spread);

// Where member i, j of a symmetric matrix is among its six.
static inline int buoy_symmetric(int i, int j) {
    const int low = i < j ? i : j;
    return low * (5 - low) / 2 + (i < j ? j : i);
}

// The body's second moments, in metres, or those of its bounding box where they cannot be right.
struct buoy_spread buoy_mesh_spread(const struct buoy_mesh *mesh);

// BUOY_ERROR_LAYOUT, naming a flag, unless the mesh keeps all layouts needed; `what` reads them.
enum buoy_status buoy_check_kept(const struct buoy_mesh *mesh, unsigned needed, const char *what,
                                 struct buoy_error *error);

// Copies out the vertices in the mesh's own frame, and the triangles, which the mesh has.
void buoy_mesh_copy_own(const struct buoy_mesh *mesh, float *positions, uint32_t *indices);

// The documented error bounds scale with κ beyond 60 (ordinary bodies have 10–130).
double buoy_mesh_conditioning(const struct buoy_mesh *mesh);

#endif
