// The net boundary of a soup: missing half-edges, sorted by where they begin, then walked along.
#include "base/arithmetic.h"

#include "soup/loops.h"

#include <string.h>

#include "base/memory.h"
#include "soup/topology.h"

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
