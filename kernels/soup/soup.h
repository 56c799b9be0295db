// A triangle soup: vertices and triangles on their way to becoming a mesh, owned and editable; and
// what is asked of it. Why it is refused.
#ifndef BUOY_SOUP_H
#define BUOY_SOUP_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/status.h"

struct buoy_soup {
    float *positions; // x,y,z per vertex, less `origin`
    size_t vertex_count;
    uint32_t *indices; // three per triangle, counter-clockwise from outside
    size_t triangle_count;
    double origin[3]; // 0 unless the positions were given as doubles that are no floats
    double *given;    // those doubles, x,y,z per vertex; else NULL
};

// The i-th of a caller's indices.
static inline uint32_t buoy_index_of(const struct buoy_mesh_input *input, size_t i) {
    return input->indices ? input->indices[i] : input->indices16[i];
}

// Copies and checks a caller's arrays: pointers, counts, finite coordinates, indices in range.
// Doubles are rounded to float relative to the centre of the triangles' bounding box.
// Flags other than those checks are not looked at.
enum buoy_status buoy_soup_copy(const struct buoy_mesh_input *input, struct buoy_soup *soup,
                                struct buoy_error *error);
// As if a soup were a caller's, in its own frame.
enum buoy_status buoy_soup_copy_again(const struct buoy_soup *soup, struct buoy_soup *copy);
void buoy_soup_free(struct buoy_soup *soup);

// A coordinate of a vertex as it was given.
static inline double buoy_soup_given(const struct buoy_soup *soup, size_t vertex, size_t axis) {
    return soup->given ? soup->given[3 * vertex + axis]
                       : (double)soup->positions[3 * vertex + axis];
}

// A vertex, and a triangle's corners, less an origin.
static inline void buoy_soup_vertex(const struct buoy_soup *soup, size_t vertex,
                                    const double origin[3], double x[3]) {
    const float *p = soup->positions + 3 * vertex;
    x[0] = p[0] - origin[0];
    x[1] = p[1] - origin[1];
    x[2] = p[2] - origin[2];
}
static inline void buoy_soup_corners(const struct buoy_soup *soup, size_t triangle,
                                     const double origin[3], double v[3][3]) {
    for (size_t k = 0; k < 3; ++k) {
        buoy_soup_vertex(soup, soup->indices[3 * triangle + k], origin, v[k]);
    }
}

// The bounding box of all vertices.
void buoy_soup_box(const struct buoy_soup *soup, double low[3], double high[3]);

static inline bool buoy_uses_vertex_twice(const struct buoy_soup *soup, size_t triangle) {
    const uint32_t *corner = soup->indices + 3 * triangle;
    return corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0];
}

// Winds a triangle the other way.
static inline void buoy_turn_triangle(uint32_t corner[3]) {
    const uint32_t second = corner[1];
    corner[1] = corner[2];
    corner[2] = second;
}

// Merges vertices at equal positions (−0 equals +0), keeping the first of each and their order.
enum buoy_status buoy_soup_weld(struct buoy_soup *soup);
// Keeps the vertices v with kept[v] = v. Each of the others is replaced by kept[v], which is an
// earlier vertex, or BUOY_UNUSED_VERTEX. Leaves the new number of each vertex in `kept`.
#define BUOY_UNUSED_VERTEX UINT32_MAX
void buoy_soup_keep_vertices(struct buoy_soup *soup, uint32_t *kept);
// Drops triangles that use a vertex twice; returns how many.
size_t buoy_soup_drop_degenerate(struct buoy_soup *soup);
// Drops vertices that no triangle uses: they would stretch the bounding box. Renumbers `vertices`,
// `count` vertices in use, along with the triangles.
enum buoy_status buoy_soup_drop_unused(struct buoy_soup *soup, uint32_t *vertices, size_t count);
// Makes the winding of each connected part consistent where its edges allow, then outward, or
// inward where the part is a cavity inside others. Adds the triangles turned to `flipped`.
// BUOY_ERROR_TOO_LARGE, and no triangle turned, if the parts are too tangled to tell.
enum buoy_status buoy_soup_fix_winding(struct buoy_soup *soup, size_t *flipped);

// The message to the user about BUOY_ERROR_TOO_LARGE.
#define BUOY_TANGLED                                                                               \
    "too many parts cross each other, or lie within rounding of each other, to tell bodies from "  \
    "cavities"

// A triangle's vertices in an order that does not depend on where it begins or which way it is
// wound.
struct buoy_triple {
    uint32_t vertex[3]; // ascending
    uint32_t odd;       // 1 if the triangle's own order is an odd permutation of that
    uint32_t triangle;
};

// All triangles sorted by their vertices, then by their winding unless `either_way`, which makes
// none odd, then by their numbers; NULL if out of memory.
struct buoy_triple *buoy_triples_sort(const struct buoy_soup *soup, bool either_way);

static inline bool buoy_triples_same(const struct buoy_triple *a, const struct buoy_triple *b) {
    return memcmp(a->vertex, b->vertex, sizeof a->vertex) == 0;
}

// ------------------------------------------------------------------------------------ refusals

// Why meshes are refused, and what helps: one table, from which all refusals take their last words,
// and the guide its table. Programs in other languages put their own words for flags.

// ROW(NAME, why a mesh is refused, as the guide puts it, what helps).
#define BUOY_CURES(ROW)                                                                            \
    ROW(SPLIT, "faces do not share vertices at equal positions",                                   \
        "BUOY_MESH_WELD merges equal positions, which closes it")                                  \
    ROW(APART, "vertices that should be one lie a little apart",                                   \
        "BUOY_MESH_REPAIR merges them, which closes it")                                           \
    ROW(WOUND, "triangles are wound inward, or against each other",                                \
        "BUOY_MESH_REPAIR winds it outward")                                                       \
    ROW(TWICE, "triangles are written twice",                                                      \
        "BUOY_MESH_REPAIR drops what is written twice, which closes it")                           \
    ROW(OPEN, "it has holes, or surfaces that end within it",                                      \
        "BUOY_MESH_CLOSE puts lids on open edges")                                                 \
    ROW(INSIDE_OUT, "it crosses itself and is inside out in part",                                 \
        "BUOY_MESH_ACCEPT_INSIDE_OUT takes the signed sum, without bounds")                        \
    ROW(FLAT, "it is flat",                                                                        \
        "nothing is inside a sheet: give it thickness, or float a box instead")                    \
    ROW(NUMBER, "a coordinate is infinite or not a number", "mend it where the mesh is made")      \
    ROW(FAR, "a vertex is beyond float's range from the others",                                   \
        "scale the mesh down, or drop that vertex")                                                \
    ROW(INDEX, "a triangle names a vertex that is not there",                                      \
        "indices count from 0, within all vertices of the mesh")                                   \
    ROW(LARGE, "it has too many triangles or vertices",                                            \
        "split it, or leave out detail: water does not see it")                                    \
    ROW(TANGLED, "too many of its parts cross each other", "merge such parts, or wind each outward")

#define BUOY_CAUSE(name, cause, words) BUOY_CAUSE_##name,
enum buoy_cause {
    BUOY_CURES(BUOY_CAUSE) BUOY_CAUSES
};
#undef BUOY_CAUSE

extern const char *const buoy_cures[BUOY_CAUSES]; // the end of each refusal

// Refuses a mesh: as buoy_fail(), and says what helps. If not all fits, what is wrong is cut.
enum buoy_status buoy_refuse_for(struct buoy_error *error, enum buoy_status status,
                                 enum buoy_cause cause, const char *format, ...) BUOY_PRINTF(4, 5);
#ifdef __clang_analyzer__ // as buoy_fail()
#define buoy_refuse_for(error, status, cause, ...)                                                 \
    ((void)(buoy_refuse_for)(error, status, cause, __VA_ARGS__), (status))
#endif

// -------------------------------------------------------------------------------------- forests

// Disjoint sets as a forest in an array: parent[i] ≤ i, and a root is its own parent.

static inline void buoy_forest_init(uint32_t *parent, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        parent[i] = i;
    }
}

static inline uint32_t buoy_forest_root(uint32_t *parent, uint32_t i) {
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

static inline void buoy_forest_unite(uint32_t *parent, uint32_t i, uint32_t j) {
    const uint32_t a = buoy_forest_root(parent, i), b = buoy_forest_root(parent, j);
    if (a < b) {
        parent[b] = a;
    } else {
        parent[a] = b;
    }
}

// Replaces each element's parent by the number of its set, in the order of their roots; returns
// how many sets there are.
static inline uint32_t buoy_forest_number(uint32_t *parent, uint32_t count) {
    uint32_t sets = 0;
    for (uint32_t i = 0; i < count; ++i) {
        parent[i] = parent[i] == i ? sets++ : parent[parent[i]];
    }
    return sets;
}

// ---------------------------------------------------------------------------------------- edges

// A mesh is closed at an edge if as many of its triangles run along it one way as the other.
enum buoy_edge_kind {
    BUOY_EDGE_CLOSED,
    BUOY_EDGE_INCONSISTENT, // two triangles that run the same way
    BUOY_EDGE_OPEN,         // a single triangle
    BUOY_EDGE_UNBALANCED,   // more than two triangles, and not as many each way
};

// In place of a part number, for triangles that use a vertex twice. They enclose nothing, have no
// edges here, and connect no other triangles.
#define BUOY_NO_PART UINT32_MAX

struct buoy_topology {
    size_t edges, open_edges, inconsistent_edges, unbalanced_edges;
    size_t non_manifold_edges; // more than two triangles, balanced or not
    bool closed;               // no open, inconsistent or unbalanced edge

    // The first triangle, in the order given, on an edge that is not closed; valid if !closed.
    uint32_t fault_triangle, fault_from, fault_to;
    enum buoy_edge_kind fault_kind;

    // Ends of all edges that are not closed, ascending, no repeats.
    uint32_t *open_vertices;
    size_t open_vertex_count;

    // Parts: triangles connected over edges, numbered in the order of their first triangles.
    uint32_t *part_of_triangle; // triangle_count
    bool *part_closed;          // part_count
    uint32_t part_count;

    // The half-edges as buoy_half_edges_sort() sorts them, for as long as no triangle is dropped.
    uint32_t *sorted;
    size_t sorted_count;
};

enum buoy_status buoy_topology_find(const struct buoy_soup *soup, struct buoy_topology *topology);
void buoy_topology_free(struct buoy_topology *topology);

// Half-edge h runs from corner h % 3 of triangle h / 3 to that triangle's next corner.
static inline uint32_t buoy_half_edge_from(const struct buoy_soup *soup, uint32_t h) {
    return soup->indices[h];
}

static inline uint32_t buoy_half_edge_to(const struct buoy_soup *soup, uint32_t h) {
    return soup->indices[h % 3 == 2 ? h - 2 : h + 1];
}

// Sorts the half-edges so that those of one edge are neighbours, in the order of their triangles.
// Triangles that use a vertex twice are left out. The caller frees them; NULL if out of memory.
uint32_t *buoy_half_edges_sort(const struct buoy_soup *soup, size_t *count);

// The half-edges sorted[first] to sorted[end − 1] are those of one edge, between the vertices `low`
// and `high`: `up` of them run from low to high, `down` the other way.
struct buoy_edge {
    size_t first, end;
    size_t up, down;
    uint32_t low, high;
};

// Goes on to the next edge, or from {0} to the first one; false after the last.
bool buoy_edge_next(const struct buoy_soup *soup, const uint32_t *sorted, size_t count,
                    struct buoy_edge *edge);

// The net boundary of a soup: the half-edges that would close it, as loops. Loop i runs along
// vertices[start[i]] … vertices[start[i + 1] − 1] and back to its first vertex; it has at least
// three vertices, and none of them twice. Triangles that run along a loop's edges in its direction
// close the soup there.
struct buoy_loops {
    uint32_t *vertices;
    size_t *start; // count + 1
    size_t count;
};

// An edge that n more triangles use one way than the other is part of n loops. As many missing
// half-edges begin at a vertex as end there, for each triangle enters and leaves its corners;
// therefore they always make up loops. A walk along them cuts off a loop whenever it meets itself.
// O(n) for n half-edges, once these are sorted.
enum buoy_status buoy_loops_find(const struct buoy_soup *soup, struct buoy_loops *loops);
void buoy_loops_free(struct buoy_loops *loops);

// -------------------------------------------------------------------------------- in space

// An item's place in space: the centre of its corners.
struct buoy_place {
    float x[3];
    uint32_t item;
};

// Reorders places so that each aligned run of `run`, 16 `run`, 16² `run` … items is a compact
// cluster. The order is that of a k-d tree, split near the median of the longest axis, at a
// multiple of the largest such run. Ties are broken by item number, so the order depends on the
// input alone. O(n log n) expected.
void buoy_cluster(struct buoy_place *places, size_t count, size_t run);

// Where buoy_cluster() splits `count` > run places: how many go to the left.
size_t buoy_cluster_split(size_t count, size_t run);

// The triangles (a, b, c) and (d, c, b), or only the first of them: then d = b. `first` is the
// half-edge from b to c, `second` that from c to b, or BUOY_NO_HALF_EDGE.
struct buoy_pair {
    uint32_t a, b, c, d;
    uint32_t first, second;
};
#define BUOY_NO_HALF_EDGE UINT32_MAX

// Puts each triangle into one pair. In a closed mesh nearly all triangles find a partner: each has
// three neighbours, and the graph of neighbours has no bridges, so that a perfect matching exists
// (Petersen's theorem). `topology` is that of the soup, whose half-edges are sorted here if they
// are not. The caller frees `pairs`.
enum buoy_status buoy_pair_triangles(const struct buoy_soup *soup, struct buoy_topology *topology,
                                     struct buoy_pair **pairs, size_t *count);

#endif
