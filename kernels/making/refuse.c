// Refusing a mesh that is not closed: its first fault, and the repair that would help.
#include "making/refuse.h"

#include <stdio.h>
#include <string.h>

#include "base/status.h"

static bool is_closed(const struct buoy_soup *soup) {
    struct buoy_topology topology;
    if (buoy_topology_find(soup, &topology) != BUOY_OK) {
        return false;
    }
    const bool closed = topology.closed;
    buoy_topology_free(&topology);
    return closed;
}

// The repairs, among those not asked for, that would close the mesh, or the reason why none can.
// Consumes the soup.
static const char *remedy(const struct buoy_refusal *refusal) {
    struct buoy_soup *soup = refusal->soup;
    const unsigned flags = refusal->input->flags;
    const bool weld = !(flags & BUOY_MESH_WELD) && refusal->topology->open_edges > 0;
    if (weld && buoy_soup_weld(soup) == BUOY_OK && is_closed(soup)) {
        return "; merging equal positions would close it";
    }
    if (flags & BUOY_MESH_FIX_WINDING) {
        const bool one_sided = refusal->topology->fault_kind == BUOY_EDGE_INCONSISTENT;
        return one_sided ? "; this surface is one-sided" : "";
    }
    size_t flipped;
    if (buoy_soup_fix_winding(soup, &flipped) == BUOY_OK && is_closed(soup)) {
        return weld ? "; merging equal positions and repairing the winding would close it"
                    : "; repairing the winding would close it";
    }
    return "";
}

// How many triangles run along the fault's edge in the fault's direction, how many in the other,
// and the last one in the fault's direction.
struct edge_use {
    size_t along, against;
    size_t last_along;
};

static struct edge_use find_use(const struct buoy_refusal *refusal) {
    const struct buoy_topology *topology = refusal->topology;
    const uint32_t from = topology->fault_from, to = topology->fault_to;
    struct edge_use use = {0};
    for (uint32_t h = 0; h < 3 * refusal->soup->triangle_count; ++h) {
        const uint32_t a = buoy_half_edge_from(refusal->soup, h);
        const uint32_t b = buoy_half_edge_to(refusal->soup, h);
        if (topology->part_of_triangle[h / 3] == BUOY_NO_PART) {
            continue;
        }
        if (a == from && b == to) {
            ++use.along;
            use.last_along = h / 3;
        }
        use.against += a == to && b == from;
    }
    return use;
}

// Says what is wrong at the first fault. `edge` names its edge.
static void describe_fault(const struct buoy_refusal *refusal, const char *edge, char *text,
                           size_t size) {
    const struct edge_use use = find_use(refusal);
    switch (refusal->topology->fault_kind) {
    case BUOY_EDGE_OPEN:
        snprintf(text, size, "its edge %s has no partner", edge);
        break;
    case BUOY_EDGE_INCONSISTENT:
        snprintf(text, size, "triangle %zu runs along its edge %s the same way", use.last_along,
                 edge);
        break;
    default:
        snprintf(text, size, "triangles at its edge %s: %zu one way, %zu the other", edge,
                 use.along, use.against);
    }
}

// Adds a count to a list of them, unless it is 0.
static void add_count(char *list, size_t size, size_t count, const char *what) {
    const size_t used = strlen(list);
    if (count > 0) {
        snprintf(list + used, size - used, "%s%zu %s", used ? ", " : "", count, what);
    }
}

// Refuses a mesh that is not closed. Names vertices as the caller numbers them.
enum buoy_status buoy_refuse(const struct buoy_refusal *refusal) {
    const struct buoy_topology *topology = refusal->topology;
    const enum buoy_status status =
        topology->fault_kind == BUOY_EDGE_INCONSISTENT ? BUOY_ERROR_WINDING : BUOY_ERROR_OPEN;
    if (!refusal->error) {
        return status;
    }
    const size_t t = topology->fault_triangle;
    const uint32_t *welded = refusal->soup->indices + 3 * t;
    const uint32_t *given = refusal->input->indices + 3 * t;
    unsigned long from = 0, to = 0;
    for (int k = 0; k < 3; ++k) {
        from = welded[k] == topology->fault_from ? given[k] : from;
        to = welded[k] == topology->fault_to ? given[k] : to;
    }
    char edge[32], fault[100], counts[120] = "";
    snprintf(edge, sizeof edge, "%lu-%lu", from, to);
    describe_fault(refusal, edge, fault, sizeof fault);
    add_count(counts, sizeof counts, topology->open_edges, "open");
    add_count(counts, sizeof counts, topology->inconsistent_edges, "wound inconsistently");
    add_count(counts, sizeof counts, topology->unbalanced_edges, "unbalanced");
    return buoy_fail(refusal->error, status,
                     "triangle %zu (vertices %lu, %lu, %lu): %s; edges in all: %s%s", t,
                     (unsigned long)given[0], (unsigned long)given[1], (unsigned long)given[2],
                     fault, counts, remedy(refusal));
}
