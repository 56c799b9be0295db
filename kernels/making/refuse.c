// Refusing a mesh that is not closed: its first fault, and what would help.
#include "base/arithmetic.h"

#include "making/repair.h"

#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "base/vector.h"
#include "mesh/leaves.h"
#include "soup/soup.h"

// Vertices this close to a plane, as a share of the distance between them, are in it: rounding to
// float moves each by less than 2⁻²⁴ of its coordinates.
#define ROUNDING 0x1p-22

// Whether repairs close the soup. They stand if the next ones are tried.
static bool closes(struct buoy_soup *soup, unsigned flags, double tolerance,
                   struct buoy_repairs *repairs) {
    struct buoy_topology topology;
    const enum buoy_status status = buoy_soup_repair(soup, flags, tolerance, repairs, &topology);
    const bool closed = status == BUOY_OK && topology.closed;
    buoy_topology_free(&topology);
    return closed;
}

// The least that would close the mesh, among what was not asked for; lids close any. Consumes the
// soup. `more` is what else there is to say.
static enum buoy_cause find_cause(const struct buoy_refusal *refusal, char *more, size_t size) {
    struct buoy_soup *soup = refusal->soup;
    const unsigned flags = refusal->input->flags;
    const bool weld = !(flags & BUOY_MESH_WELD) && refusal->topology->open_edges > 0;
    const bool wind = !(flags & BUOY_MESH_FIX_WINDING);
    struct buoy_repairs repairs;
    if (weld && closes(soup, BUOY_MESH_WELD, -1.0, &repairs)) {
        return BUOY_CAUSE_SPLIT;
    }
    if (wind && closes(soup, BUOY_MESH_FIX_WINDING, -1.0, &repairs)) {
        return BUOY_CAUSE_WOUND;
    }
    if (closes(soup, BUOY_MESH_REPAIR, 0.0, &repairs)) {
        if (repairs.merged > 0) {
            snprintf(more, size, "; %zu vert%s up to %.2g apart", repairs.merged,
                     repairs.merged == 1 ? "ex lies" : "ices lie", repairs.distance);
        }
        return repairs.merged > 0 ? BUOY_CAUSE_APART : BUOY_CAUSE_TWICE;
    }
    if (!wind && refusal->topology->fault_kind == BUOY_EDGE_INCONSISTENT) {
        snprintf(more, size, "; this surface is one-sided");
    }
    return BUOY_CAUSE_OPEN;
}

// A sheet without open edges is flat, however it is wound. Its vertices lie within rounding of the
// plane of its largest triangle.
static bool is_flat(const struct buoy_refusal *refusal) {
    const struct buoy_soup *soup = refusal->soup;
    const float *origin = soup->positions;
    double normal[3] = {0.0}, area = 0.0, extent = 0.0, reach = 0.0;
    for (size_t t = 0; t < soup->triangle_count; ++t) {
        double v[3][3], vector[3];
        for (size_t i = 0; i < 9; ++i) {
            const size_t at = 3 * (size_t)soup->indices[3 * t + i / 3] + i % 3;
            v[i / 3][i % 3] = (double)soup->positions[at] - (double)origin[i % 3];
        }
        buoy_area_vector(v, vector);
        if (buoy_length(vector) > area) {
            area = buoy_length(vector);
            memcpy(normal, vector, sizeof normal);
        }
    }
    for (size_t i = 0; i < soup->vertex_count; ++i) {
        double x[3];
        for (size_t k = 0; k < 3; ++k) {
            x[k] = (double)soup->positions[3 * i + k] - (double)origin[k];
        }
        extent = fmax(extent, fabs(buoy_dot(normal, x)));
        reach = fmax(reach, buoy_length(x));
    }
    return refusal->topology->open_edges == 0 && extent <= ROUNDING * area * reach;
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
    if (is_flat(refusal)) {
        return buoy_refuse_for(refusal->error, BUOY_ERROR_ZERO_VOLUME, BUOY_CAUSE_FLAT,
                               "the mesh is flat: all its vertices lie in one plane");
    }
    if (!refusal->error) {
        return status;
    }
    const size_t t = topology->fault_triangle;
    const uint32_t *welded = refusal->soup->indices + 3 * t;
    const uint32_t given[3] = {buoy_index_of(refusal->input, 3 * t),
                               buoy_index_of(refusal->input, 3 * t + 1),
                               buoy_index_of(refusal->input, 3 * t + 2)};
    unsigned long from = 0, to = 0;
    for (int k = 0; k < 3; ++k) {
        from = welded[k] == topology->fault_from ? given[k] : from;
        to = welded[k] == topology->fault_to ? given[k] : to;
    }
    char edge[32], fault[100], counts[120] = "", more[100] = "";
    snprintf(edge, sizeof edge, "%lu-%lu", from, to);
    describe_fault(refusal, edge, fault, sizeof fault);
    add_count(counts, sizeof counts, topology->open_edges, "open");
    add_count(counts, sizeof counts, topology->inconsistent_edges, "wound inconsistently");
    add_count(counts, sizeof counts, topology->unbalanced_edges, "unbalanced");
    const enum buoy_cause cause = find_cause(refusal, more, sizeof more);
    return buoy_refuse_for(refusal->error, status, cause,
                           "triangle %zu (vertices %lu, %lu, %lu): %s; edges in all: %s%s", t,
                           (unsigned long)given[0], (unsigned long)given[1],
                           (unsigned long)given[2], fault, counts, more);
}
