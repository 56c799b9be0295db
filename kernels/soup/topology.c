// Which triangles share which edges: half-edges sorted by their ends, then swept edge by edge. The
// net boundary: missing half-edges, sorted by where they begin, then walked along.
#include "base/arithmetic.h"

#include "soup/soup.h"

#include <string.h>

#include "base/memory.h"

static bool uses_vertex_twice(const struct buoy_soup *soup, size_t triangle) {
    const uint32_t *corner = soup->indices + 3 * triangle;
    return corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0];
}

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

// Lists the half-edges, and writes down their lower and higher ends.
static size_t list_half_edges(const struct buoy_soup *soup, uint32_t *list, uint32_t *low,
                              uint32_t *high) {
    size_t count = 0;
    for (uint32_t t = 0; t < soup->triangle_count; ++t) {
        const uint32_t *corner = soup->indices + 3 * (size_t)t;
        if (uses_vertex_twice(soup, t)) {
            continue;
        }
        for (uint32_t k = 0; k < 3; ++k) {
            const uint32_t a = corner[k], b = corner[k == 2 ? 0 : k + 1];
            low[3 * t + k] = a < b ? a : b;
            high[3 * t + k] = a < b ? b : a;
            list[count++] = 3 * t + k;
        }
    }
    return count;
}

enum buoy_status buoy_half_edges_sort(const struct buoy_soup *soup, uint32_t **sorted,
                                      size_t *count) {
    const size_t most = 3 * soup->triangle_count;
    uint32_t *order = buoy_allocate(most, sizeof *order);
    uint32_t *spare = buoy_allocate(most, sizeof *spare);
    uint32_t *low = buoy_allocate(most, sizeof *low), *high = buoy_allocate(most, sizeof *high);
    uint32_t *start = buoy_allocate(soup->vertex_count + 1, sizeof *start);
    const bool enough = order && spare && low && high && start;
    if (enough) {
        *count = list_half_edges(soup, order, low, high);
        sort_by_vertex(soup->vertex_count, high, order, *count, start, spare);
        sort_by_vertex(soup->vertex_count, low, spare, *count, start, order);
    } else {
        buoy_release(order);
    }
    buoy_release(spare);
    buoy_release(low);
    buoy_release(high);
    buoy_release(start);
    *sorted = enough ? order : NULL;
    return enough ? BUOY_OK : BUOY_ERROR_MEMORY;
}

struct buoy_edge buoy_edge_scan(const struct buoy_soup *soup, const uint32_t *sorted, size_t count,
                                size_t first) {
    const uint32_t one = buoy_half_edge_from(soup, sorted[first]);
    const uint32_t other = buoy_half_edge_to(soup, sorted[first]);
    const uint32_t low = one < other ? one : other, high = one < other ? other : one;
    struct buoy_edge edge = {.first = first};
    size_t i = first;
    for (; i < count; ++i) {
        const uint32_t a = buoy_half_edge_from(soup, sorted[i]);
        const uint32_t b = buoy_half_edge_to(soup, sorted[i]);
        if (a == low && b == high) {
            ++edge.up;
        } else if (a == high && b == low) {
            ++edge.down;
        } else {
            break;
        }
    }
    edge.end = i;
    return edge;
}

// The memory of the sweep, besides its result.
struct sweep {
    uint32_t *parent;      // a forest over the triangles, joined across edges
    bool *triangle_faulty; // one per triangle: has an edge that is not closed
    bool *vertex_open;     // one per vertex: ends an edge that is not closed
    uint32_t fault;        // the first half-edge that is not closed
};

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

static void note_fault(const struct buoy_soup *soup, const uint32_t *sorted,
                       const struct buoy_edge *edge, struct sweep *sweep,
                       struct buoy_topology *topology) {
    const uint32_t first = sorted[edge->first];
    if (first < sweep->fault) {
        sweep->fault = first;
        topology->fault_kind = edge_kind(edge);
    }
    sweep->vertex_open[buoy_half_edge_from(soup, first)] = true;
    sweep->vertex_open[buoy_half_edge_to(soup, first)] = true;
    for (size_t i = edge->first; i < edge->end; ++i) {
        sweep->triangle_faulty[sorted[i] / 3] = true;
    }
}

static void sweep_edges(const struct buoy_soup *soup, const uint32_t *sorted, size_t count,
                        struct sweep *sweep, struct buoy_topology *topology) {
    for (struct buoy_edge edge = {.end = 0}; edge.end < count;) {
        edge = buoy_edge_scan(soup, sorted, count, edge.end);
        const enum buoy_edge_kind kind = edge_kind(&edge);
        ++topology->edges;
        topology->open_edges += kind == BUOY_EDGE_OPEN;
        topology->inconsistent_edges += kind == BUOY_EDGE_INCONSISTENT;
        topology->unbalanced_edges += kind == BUOY_EDGE_UNBALANCED;
        topology->non_manifold_edges += edge.end - edge.first > 2;
        if (kind != BUOY_EDGE_CLOSED) {
            note_fault(soup, sorted, &edge, sweep, topology);
        }
        for (size_t i = edge.first + 1; i < edge.end; ++i) {
            buoy_forest_unite(sweep->parent, sorted[edge.first] / 3, sorted[i] / 3);
        }
    }
    topology->closed = sweep->fault == UINT32_MAX;
    if (!topology->closed) {
        topology->fault_triangle = sweep->fault / 3;
        topology->fault_from = buoy_half_edge_from(soup, sweep->fault);
        topology->fault_to = buoy_half_edge_to(soup, sweep->fault);
    }
}

// Turns the forest into part numbers in place. A triangle's parent comes before it and already has
// its number.
static void number_parts(const struct buoy_soup *soup, uint32_t *parent, uint32_t *part_count) {
    for (uint32_t t = 0; t < soup->triangle_count; ++t) {
        if (uses_vertex_twice(soup, t)) {
            parent[t] = BUOY_NO_PART;
        } else {
            parent[t] = parent[t] == t ? (*part_count)++ : parent[parent[t]];
        }
    }
}

// Makes the lists of the result from the marks of the sweep.
static enum buoy_status gather(const struct buoy_soup *soup, const struct sweep *sweep,
                               struct buoy_topology *topology) {
    for (size_t v = 0; v < soup->vertex_count; ++v) {
        topology->open_vertex_count += sweep->vertex_open[v];
    }
    topology->open_vertices =
        buoy_allocate(topology->open_vertex_count, sizeof *topology->open_vertices);
    topology->part_closed = buoy_allocate(topology->part_count, sizeof *topology->part_closed);
    if (!topology->open_vertices || !topology->part_closed) {
        return BUOY_ERROR_MEMORY;
    }
    size_t listed = 0;
    for (uint32_t v = 0; v < soup->vertex_count; ++v) {
        if (sweep->vertex_open[v]) {
            topology->open_vertices[listed++] = v;
        }
    }
    memset(topology->part_closed, true, topology->part_count);
    for (size_t t = 0; t < soup->triangle_count; ++t) {
        if (sweep->triangle_faulty[t]) {
            topology->part_closed[topology->part_of_triangle[t]] = false;
        }
    }
    return BUOY_OK;
}

enum buoy_status buoy_topology_find(const struct buoy_soup *soup, struct buoy_topology *topology) {
    memset(topology, 0, sizeof *topology);
    if (buoy_half_edges_sort(soup, &topology->sorted, &topology->sorted_count) != BUOY_OK) {
        return BUOY_ERROR_MEMORY;
    }
    topology->part_of_triangle =
        buoy_allocate(soup->triangle_count, sizeof *topology->part_of_triangle);
    struct sweep sweep = {
        .parent = topology->part_of_triangle,
        .triangle_faulty =
            buoy_allocate_zeroed(soup->triangle_count, sizeof *sweep.triangle_faulty),
        .vertex_open = buoy_allocate_zeroed(soup->vertex_count, sizeof *sweep.vertex_open),
        .fault = UINT32_MAX,
    };
    enum buoy_status status = BUOY_ERROR_MEMORY;
    if (sweep.parent && sweep.triangle_faulty && sweep.vertex_open) {
        buoy_forest_init(sweep.parent, (uint32_t)soup->triangle_count);
        sweep_edges(soup, topology->sorted, topology->sorted_count, &sweep, topology);
        number_parts(soup, sweep.parent, &topology->part_count);
        status = gather(soup, &sweep, topology);
    }
    buoy_release(sweep.triangle_faulty);
    buoy_release(sweep.vertex_open);
    if (status != BUOY_OK) {
        buoy_topology_free(topology);
    }
    return status;
}

void buoy_topology_free(struct buoy_topology *topology) {
    buoy_release(topology->sorted);
    buoy_release(topology->open_vertices);
    buoy_release(topology->part_of_triangle);
    buoy_release(topology->part_closed);
    memset(topology, 0, sizeof *topology);
}

// ------------------------------------------------------------------------------------------- loops

#define NONE UINT32_MAX

// The missing half-edges: those from vertex v end at to[next[v]] … to[end[v] − 1].
struct missing {
    uint32_t *to;
    size_t *next, *end; // of each vertex
    size_t count;
};

// Calls for each missing half-edge; `missing->to` is NULL while they are counted.
static void visit_edges(const struct buoy_soup *soup, const uint32_t *sorted, size_t count,
                        struct missing *missing) {
    for (struct buoy_edge edge = {.end = 0}; edge.end < count;) {
        edge = buoy_edge_scan(soup, sorted, count, edge.end);
        const uint32_t a = buoy_half_edge_from(soup, sorted[edge.first]);
        const uint32_t b = buoy_half_edge_to(soup, sorted[edge.first]);
        const uint32_t low = a < b ? a : b, high = a < b ? b : a;
        const bool upward = edge.up < edge.down;
        const uint32_t from = upward ? low : high;
        const size_t times = upward ? edge.down - edge.up : edge.up - edge.down;
        for (size_t i = 0; i < times; ++i) {
            if (missing->to) {
                missing->to[missing->end[from]] = upward ? high : low;
            }
            ++missing->end[from];
        }
        missing->count += times;
    }
}

static enum buoy_status find_missing(const struct buoy_soup *soup, struct missing *missing) {
    uint32_t *sorted;
    size_t sorted_count;
    if (buoy_half_edges_sort(soup, &sorted, &sorted_count) != BUOY_OK) {
        return BUOY_ERROR_MEMORY;
    }
    missing->next = buoy_allocate_zeroed(soup->vertex_count + 1, sizeof *missing->next);
    missing->end = buoy_allocate_zeroed(soup->vertex_count + 1, sizeof *missing->end);
    if (missing->next && missing->end) {
        visit_edges(soup, sorted, sorted_count, missing);
        missing->to = buoy_allocate(missing->count, sizeof *missing->to);
    }
    const bool enough = missing->to != NULL;
    if (enough) {
        size_t begun = 0;
        for (size_t v = 0; v < soup->vertex_count; ++v) {
            missing->next[v] = begun;
            begun += missing->end[v];
            missing->end[v] = missing->next[v];
        }
        missing->count = 0;
        visit_edges(soup, sorted, sorted_count, missing);
    }
    buoy_release(sorted);
    return enough ? BUOY_OK : BUOY_ERROR_MEMORY;
}

static void free_missing(struct missing *missing) {
    buoy_release(missing->to);
    buoy_release(missing->next);
    buoy_release(missing->end);
}

// A walk: the vertices since its start, and the place of each of them in `path`.
struct walk {
    uint32_t *path, *place;
    size_t length;
};

// Cuts the loop that begins at a place of the path off its end. The loop's first vertex stays.
static void cut_loop(struct walk *walk, size_t first, struct buoy_loops *loops) {
    size_t used = loops->start[loops->count];
    for (size_t i = first; i < walk->length; ++i) {
        loops->vertices[used++] = walk->path[i];
        walk->place[walk->path[i]] = i == first ? (uint32_t)first : NONE;
    }
    walk->length = first + 1;
    loops->start[++loops->count] = used;
}

// Walks from a vertex until all missing half-edges that can be reached so are used up.
static void walk_from(uint32_t start, struct missing *missing, struct walk *walk,
                      struct buoy_loops *loops) {
    walk->path[0] = start;
    walk->place[start] = 0;
    walk->length = 1;
    for (;;) {
        const uint32_t at = walk->path[walk->length - 1];
        if (missing->next[at] == missing->end[at]) {
            break; // only the start can be a dead end, for every loop has been cut off
        }
        const uint32_t to = missing->to[missing->next[at]++];
        if (walk->place[to] != NONE) {
            cut_loop(walk, walk->place[to], loops);
        } else {
            walk->place[to] = (uint32_t)walk->length;
            walk->path[walk->length++] = to;
        }
    }
    walk->place[start] = NONE;
}

enum buoy_status buoy_loops_find(const struct buoy_soup *soup, struct buoy_loops *loops) {
    memset(loops, 0, sizeof *loops);
    struct missing missing = {0};
    struct walk walk = {0};
    enum buoy_status status = find_missing(soup, &missing);
    if (status == BUOY_OK) {
        walk.path = buoy_allocate(soup->vertex_count + 1, sizeof *walk.path);
        walk.place = buoy_allocate(soup->vertex_count + 1, sizeof *walk.place);
        loops->vertices = buoy_allocate(missing.count, sizeof *loops->vertices);
        loops->start = buoy_allocate_zeroed(missing.count / 3 + 1, sizeof *loops->start);
        const bool enough = walk.path && walk.place && loops->vertices && loops->start;
        status = enough ? BUOY_OK : BUOY_ERROR_MEMORY;
    }
    if (status == BUOY_OK) {
        memset(walk.place, 0xff, (soup->vertex_count + 1) * sizeof *walk.place); // all NONE
        for (uint32_t v = 0; v < soup->vertex_count; ++v) {
            walk_from(v, &missing, &walk, loops);
        }
    } else {
        buoy_loops_free(loops);
    }
    free_missing(&missing);
    buoy_release(walk.path);
    buoy_release(walk.place);
    return status;
}

void buoy_loops_free(struct buoy_loops *loops) {
    buoy_release(loops->vertices);
    buoy_release(loops->start);
    memset(loops, 0, sizeof *loops);
}
