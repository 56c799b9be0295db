// Which triangles share which edges, and what is wrong about it.
#ifndef BUOY_TOPOLOGY_H
#define BUOY_TOPOLOGY_H

#include "soup.h"

// An edge's triangles run along it as often one way as the other where the mesh is closed there.
enum buoy_edge_kind {
    BUOY_EDGE_CLOSED,
    BUOY_EDGE_INCONSISTENT, // exactly two triangles, the same way
    BUOY_EDGE_OPEN,         // any other imbalance
};

struct buoy_topology {
    size_t edges, open_edges, inconsistent_edges, non_manifold_edges;
    bool closed; // no open and no inconsistent edge

    // The first triangle, in the order given, on an edge that is not closed; valid if !closed.
    uint32_t fault_triangle, fault_from, fault_to;
    enum buoy_edge_kind fault_kind;

    // Ends of all edges that are not closed, ascending, no repeats.
    uint32_t *open_vertices;
    size_t open_vertex_count;

    // Parts: triangles connected over edges.
    uint32_t *part_of_triangle; // triangle_count
    uint32_t part_count;
};

enum buoy_status buoy_topology_find(const struct buoy_soup *soup, struct buoy_topology *topology);
void buoy_topology_free(struct buoy_topology *topology);

#endif
