// Which triangles share which edges, and which edges are faulty.
#ifndef BUOY_TOPOLOGY_H
#define BUOY_TOPOLOGY_H

#include "soup/soup.h"

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
// Triangles that use a vertex twice are left out. The caller frees `sorted`.
enum buoy_status buoy_half_edges_sort(const struct buoy_soup *soup, uint32_t **sorted,
                                      size_t *count);

// The half-edges sorted[first] to sorted[end − 1] are those of one edge: `up` of them run from its
// lower vertex to its higher one, `down` the other way.
struct buoy_edge {
    size_t first, end;
    size_t up, down;
};

// The edge that starts at sorted[first].
struct buoy_edge buoy_edge_scan(const struct buoy_soup *soup, const uint32_t *sorted, size_t count,
                                size_t first);

#endif
