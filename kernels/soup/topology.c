// Which triangles share which edges: half-edges sorted by their ends, then swept edge by edge. The
// net boundary: missing half-edges, sorted by where they begin, then walked along.
#include "base/arithmetic.h"

#include "soup/soup.h"

#include <string.h>

#include "base/memory.h"

#define NONE UINT32_MAX

// Stable counting sort of half-edges by a vertex of each. `start` has room for vertex_count + 1
// numbers.
static void sort_by_vertex(size_t vertex_count, const uint32_t *vertex, const uint32_t *from,
                           size_t count, uint32_t *start, uint32_t *to) {
    memset(start, 0, (vertex_count + 1) * sizeof *start);
    for (size_t i = 0; i < count; ++i) {
        ++start[vertex[from[i]] + 1];
    }
    for (size_t v = 0; v < vertex_count; ++v) {
        start[v + 1] += start[v];
    }
    for (size_t i = 0; i < count; ++i) {
        to[start[vertex[from[i]]]++] = from[i];
    }
}

uint32_t *buoy_half_edges_sort(const struct buoy_soup *soup, size_t *count) {
    const size_t most = 3 * soup->triangle_count;
    uint32_t *order = buoy_allocate(most, sizeof *order);
    uint32_t *spare = buoy_allocate(most, sizeof *spare);
    uint32_t *low = buoy_allocate(most, sizeof *low), *high = buoy_allocate(most, sizeof *high);
    uint32_t *start = buoy_allocate(soup->vertex_count + 1, sizeof *start);
    *count = 0;
    if (order && spare && low && high && start) {
        for (uint32_t t = 0; t < soup->triangle_count; ++t) {
            const uint32_t *corner = soup->indices + 3 * (size_t)t;
            if (buoy_uses_vertex_twice(soup, t)) {
                continue;
            }
            for (uint32_t k = 0; k < 3; ++k) {
                const uint32_t h = 3 * t + k, a = corner[k], b = corner[k == 2 ? 0 : k + 1];
                low[h] = a < b ? a : b;
                high[h] = a < b ? b : a;
                order[(*count)++] = h;
            }
        }
        sort_by_vertex(soup->vertex_count, high, order, *count, start, spare);
        sort_by_vertex(soup->vertex_count, low, spare, *count, start, order);
    } else {
        buoy_release(order);
        order = NULL;
    }
    buoy_release(spare);
    buoy_release(low);
    buoy_release(high);
    buoy_release(start);
    return order;
}

bool buoy_edge_next(const struct buoy_soup *soup, const uint32_t *sorted, size_t count,
                    struct buoy_edge *edge) {
    *edge = (struct buoy_edge){.first = edge->end, .end = edge->end};
    if (edge->first == count) {
        return false;
    }
    const uint32_t one = buoy_half_edge_from(soup, sorted[edge->first]);
    const uint32_t other = buoy_half_edge_to(soup, sorted[edge->first]);
    edge->low = one < other ? one : other;
    edge->high = one < other ? other : one;
    for (; edge->end < count; ++edge->end) {
        const uint32_t a = buoy_half_edge_from(soup, sorted[edge->end]);
        const uint32_t b = buoy_half_edge_to(soup, sorted[edge->end]);
        if (a == edge->low && b == edge->high) {
            ++edge->up;
        } else if (a == edge->high && b == edge->low) {
            ++edge->down;
        } else {
            break;
        }
    }
    return true;
}

static enum buoy_edge_kind edge_kind(const struct buoy_edge *edge) {
    if (edge->up == edge->down) {
        return BUOY_EDGE_CLOSED;
    }
    switch (edge->end - edge->first) {
    case 1:
        return BUOY_EDGE_OPEN;
    case 2:
        return BUOY_EDGE_INCONSISTENT;
    default:
        return BUOY_EDGE_UNBALANCED;
    }
}

// Counts the edges, joins triangles across them, and marks what is at those that are not closed:
// triangles, and vertices.
static void sweep_edges(const struct buoy_soup *soup, struct buoy_topology *topology,
                        bool *triangle_faulty, bool *vertex_open) {
    const uint32_t *sorted = topology->sorted;
    uint32_t fault = NONE; // the first half-edge that is not closed
    struct buoy_edge edge = {0};
    while (buoy_edge_next(soup, sorted, topology->sorted_count, &edge)) {
        const uint32_t first = sorted[edge.first];
        const enum buoy_edge_kind kind = edge_kind(&edge);
        ++topology->edges;
        topology->open_edges += kind == BUOY_EDGE_OPEN;
        topology->inconsistent_edges += kind == BUOY_EDGE_INCONSISTENT;
        topology->unbalanced_edges += kind == BUOY_EDGE_UNBALANCED;
        topology->non_manifold_edges += edge.end - edge.first > 2;
        if (kind != BUOY_EDGE_CLOSED) {
            vertex_open[edge.low] = true;
            vertex_open[edge.high] = true;
            for (size_t i = edge.first; i < edge.end; ++i) {
                triangle_faulty[sorted[i] / 3] = true;
            }
            if (first < fault) {
                fault = first;
                topology->fault_kind = kind;
            }
        }
        for (size_t i = edge.first + 1; i < edge.end; ++i) {
            buoy_forest_unite(topology->part_of_triangle, first / 3, sorted[i] / 3);
        }
    }
    topology->closed = fault == NONE;
    if (!topology->closed) {
        topology->fault_triangle = fault / 3;
        topology->fault_from = buoy_half_edge_from(soup, fault);
        topology->fault_to = buoy_half_edge_to(soup, fault);
    }
}

// Makes lists of what is marked; false if out of memory.
static bool list_faults(const struct buoy_soup *soup, const bool *triangle_faulty,
                        const bool *vertex_open, struct buoy_topology *topology) {
    size_t open = 0, listed = 0;
    for (size_t v = 0; v < soup->vertex_count; ++v) {
        open += vertex_open[v];
    }
    topology->open_vertex_count = open;
    topology->open_vertices = buoy_allocate(open, sizeof *topology->open_vertices);
    topology->part_closed = buoy_allocate(topology->part_count, sizeof *topology->part_closed);
    if (!topology->open_vertices || !topology->part_closed) {
        return false;
    }
    for (uint32_t v = 0; v < soup->vertex_count; ++v) {
        if (vertex_open[v]) {
            topology->open_vertices[listed++] = v;
        }
    }
    memset(topology->part_closed, true, topology->part_count);
    for (size_t t = 0; t < soup->triangle_count; ++t) {
        if (triangle_faulty[t]) {
            topology->part_closed[topology->part_of_triangle[t]] = false;
        }
    }
    return true;
}

enum buoy_status buoy_topology_find(const struct buoy_soup *soup, struct buoy_topology *topology) {
    const size_t triangles = soup->triangle_count;
    memset(topology, 0, sizeof *topology);
    topology->sorted = buoy_half_edges_sort(soup, &topology->sorted_count);
    uint32_t *part = buoy_allocate(triangles, sizeof *part);
    topology->part_of_triangle = part;
    bool *triangle_faulty = buoy_allocate_zeroed(triangles, sizeof *triangle_faulty);
    bool *vertex_open = buoy_allocate_zeroed(soup->vertex_count, sizeof *vertex_open);
    bool enough = topology->sorted && part && triangle_faulty && vertex_open;
    if (enough) {
        buoy_forest_init(part, (uint32_t)triangles);
        sweep_edges(soup, topology, triangle_faulty, vertex_open);
        // A triangle's parent comes before it and already has its part's number.
        for (uint32_t t = 0; t < triangles; ++t) {
            part[t] = buoy_uses_vertex_twice(soup, t) ? BUOY_NO_PART
                      : part[t] == t                  ? topology->part_count++
                                                      : part[part[t]];
        }
        enough = list_faults(soup, triangle_faulty, vertex_open, topology);
    }
    buoy_release(triangle_faulty);
    buoy_release(vertex_open);
    if (!enough) {
        buoy_topology_free(topology);
    }
    return enough ? BUOY_OK : BUOY_ERROR_MEMORY;
}

void buoy_topology_free(struct buoy_topology *topology) {
    buoy_release(topology->sorted);
    buoy_release(topology->open_vertices);
    buoy_release(topology->part_of_triangle);
    buoy_release(topology->part_closed);
    memset(topology, 0, sizeof *topology);
}

// ------------------------------------------------------------------------------------------- loops

// The missing half-edges: those from vertex v end at to[next[v]] … to[end[v] − 1].
struct missing {
    uint32_t *to;
    size_t *next, *end; // of each vertex
    size_t count;
};

// Counts the missing half-edges, and lists them if there is a list.
static void visit_edges(const struct buoy_soup *soup, const uint32_t *sorted, size_t count,
                        struct missing *missing) {
    struct buoy_edge edge = {0};
    missing->count = 0;
    while (buoy_edge_next(soup, sorted, count, &edge)) {
        const bool upward = edge.up < edge.down;
        const uint32_t from = upward ? edge.low : edge.high;
        const size_t times = upward ? edge.down - edge.up : edge.up - edge.down;
        for (size_t i = 0; i < times; ++i) {
            if (missing->to) {
                missing->to[missing->end[from]] = upward ? edge.high : edge.low;
            }
            ++missing->end[from];
        }
        missing->count += times;
    }
}

// False if out of memory.
static bool find_missing(const struct buoy_soup *soup, struct missing *missing) {
    size_t sorted_count, begun = 0;
    uint32_t *sorted = buoy_half_edges_sort(soup, &sorted_count);
    missing->next = buoy_allocate_zeroed(soup->vertex_count + 1, sizeof *missing->next);
    missing->end = buoy_allocate_zeroed(soup->vertex_count + 1, sizeof *missing->end);
    if (sorted && missing->next && missing->end) {
        visit_edges(soup, sorted, sorted_count, missing);
        missing->to = buoy_allocate(missing->count, sizeof *missing->to);
    }
    if (missing->to) {
        for (size_t v = 0; v < soup->vertex_count; ++v) {
            missing->next[v] = begun;
            begun += missing->end[v];
            missing->end[v] = missing->next[v];
        }
        visit_edges(soup, sorted, sorted_count, missing);
    }
    buoy_release(sorted);
    return missing->to;
}

// Walks from a vertex until all missing half-edges that can be reached so are used up. `path` has
// the vertices since the start, `place` the place of each of them in the path.
static void walk_from(uint32_t start, struct missing *missing, uint32_t *path, uint32_t *place,
                      struct buoy_loops *loops) {
    size_t length = 1;
    path[0] = start;
    place[start] = 0;
    for (;;) {
        const uint32_t at = path[length - 1];
        if (missing->next[at] == missing->end[at]) {
            break; // only the start can be a dead end, for every loop has been cut off
        }
        const uint32_t to = missing->to[missing->next[at]++], first = place[to];
        if (first == NONE) {
            place[to] = (uint32_t)length;
            path[length++] = to;
            continue;
        }
        // The path's end is a loop. Its first vertex stays.
        size_t used = loops->start[loops->count];
        for (size_t i = first; i < length; ++i) {
            loops->vertices[used++] = path[i];
            place[path[i]] = i == first ? first : NONE;
        }
        length = first + 1;
        loops->start[++loops->count] = used;
    }
    place[start] = NONE;
}

enum buoy_status buoy_loops_find(const struct buoy_soup *soup, struct buoy_loops *loops) {
    const size_t vertices = soup->vertex_count;
    struct missing missing = {0};
    uint32_t *path = buoy_allocate(vertices + 1, sizeof *path);
    uint32_t *place = buoy_allocate(vertices + 1, sizeof *place);
    memset(loops, 0, sizeof *loops);
    bool enough = path && place && find_missing(soup, &missing);
    if (enough) {
        loops->vertices = buoy_allocate(missing.count, sizeof *loops->vertices);
        loops->start = buoy_allocate_zeroed(missing.count / 3 + 1, sizeof *loops->start);
        enough = loops->vertices && loops->start;
    }
    if (enough) {
        memset(place, 0xff, (vertices + 1) * sizeof *place); // all NONE
        for (uint32_t v = 0; v < vertices; ++v) {
            walk_from(v, &missing, path, place, loops);
        }
    } else {
        buoy_loops_free(loops);
    }
    buoy_release(missing.to);
    buoy_release(missing.next);
    buoy_release(missing.end);
    buoy_release(path);
    buoy_release(place);
    return enough ? BUOY_OK : BUOY_ERROR_MEMORY;
}

void buoy_loops_free(struct buoy_loops *loops) {
    buoy_release(loops->vertices);
    buoy_release(loops->start);
    memset(loops, 0, sizeof *loops);
}
