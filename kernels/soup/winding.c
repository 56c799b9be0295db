// Repairing the winding: each surface made consistent across its edges, then turned as a whole.
//
// A patch is a set of triangles connected across edges of exactly two triangles. At such an edge,
// one triangle's winding decides the other's, so a patch has two consistent windings; the one that
// turns fewer triangles is taken. A shell is one patch, or several patches that meet at an edge of
// more than two triangles and are balanced there only together. A one-sided patch (a Möbius band, a
// Klein bottle) stays as given, and so does its shell; buoy_topology_find() still reports it as
// inconsistent.
#include "base/arithmetic.h"

#include <string.h>

#include "base/memory.h"
#include "soup/forest.h"
#include "soup/orient.h"
#include "soup/topology.h"

#define NONE UINT32_MAX

struct winding {
    const struct buoy_soup *soup;
    uint32_t *mate;   // per half-edge: the other one if its edge has two, else NONE
    uint32_t *group;  // per triangle: first its patch, then its shell
    uint32_t *list;   // the triangles, those of a patch together
    bool *turn;       // triangles wound against the order given
    bool *one_sided;  // one per patch, then one per shell
    bool *rim;        // triangles at an edge where their shell is not balanced
    uint32_t *forest; // over the patches; a tree is a shell
    int32_t *balance; // one per patch: its balance at the edge at hand
    uint32_t patch_count;
};

static void free_winding(struct winding *w) {
    buoy_release(w->mate);
    buoy_release(w->group);
    buoy_release(w->list);
    buoy_release(w->turn);
    buoy_release(w->one_sided);
    buoy_release(w->rim);
    buoy_release(w->forest);
    buoy_release(w->balance);
}

static bool allocate(struct winding *w) {
    const size_t n = w->soup->triangle_count;
    w->mate = buoy_allocate(3 * n, sizeof *w->mate);
    w->group = buoy_allocate(n, sizeof *w->group);
    w->list = buoy_allocate(n, sizeof *w->list);
    w->turn = buoy_allocate_zeroed(n, sizeof *w->turn);
    w->one_sided = buoy_allocate_zeroed(n, sizeof *w->one_sided);
    w->rim = buoy_allocate_zeroed(n, sizeof *w->rim);
    w->forest = buoy_allocate(n, sizeof *w->forest);
    w->balance = buoy_allocate_zeroed(n, sizeof *w->balance);
    return w->mate && w->group && w->list && w->turn && w->one_sided && w->rim && w->forest &&
           w->balance;
}

static void find_mates(struct winding *w, const uint32_t *sorted, size_t count) {
    memset(w->mate, 0xff, 3 * sizeof *w->mate * w->soup->triangle_count);
    for (struct buoy_edge edge = {.end = 0}; edge.end < count;) {
        edge = buoy_edge_scan(w->soup, sorted, count, edge.end);
        if (edge.end - edge.first == 2) {
            w->mate[sorted[edge.first]] = sorted[edge.first + 1];
            w->mate[sorted[edge.first + 1]] = sorted[edge.first];
        }
    }
}

// Winds all triangles that can be reached from list[first] consistently with it, and lists them
// behind it; returns the end of the list.
static size_t spread(struct winding *w, uint32_t patch, size_t first) {
    size_t end = first + 1, turned = 0;
    for (size_t i = first; i < end; ++i) {
        const uint32_t t = w->list[i];
        turned += w->turn[t];
        for (uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
            const uint32_t mate = w->mate[h];
            if (mate == NONE) {
                continue;
            }
            const bool alike =
                buoy_half_edge_from(w->soup, mate) == buoy_half_edge_from(w->soup, h);
            const uint32_t u = mate / 3;
            if (w->group[u] == NONE) {
                w->group[u] = patch;
                w->turn[u] = w->turn[t] != alike;
                w->list[end++] = u;
            } else if (w->turn[u] != (w->turn[t] != alike)) {
                w->one_sided[patch] = true;
            }
        }
    }
    const bool invert = 2 * turned > end - first;
    for (size_t i = first; i < end; ++i) {
        const uint32_t t = w->list[i];
        w->turn[t] = !w->one_sided[patch] && w->turn[t] != invert;
    }
    return end;
}

static void find_patches(struct winding *w) {
    memset(w->group, 0xff, w->soup->triangle_count * sizeof *w->group);
    size_t end = 0;
    for (uint32_t t = 0; t < w->soup->triangle_count; ++t) {
        if (w->group[t] == NONE) {
            w->group[t] = w->patch_count;
            w->list[end] = t;
            end = spread(w, w->patch_count++, end);
        }
    }
}

// Unites patches that are balanced at an edge only together. If they are not balanced even then,
// the edge is a rim of the shell.
static void join_patches(struct winding *w, const uint32_t *sorted, size_t count) {
    buoy_forest_init(w->forest, w->patch_count);
    for (struct buoy_edge edge = {.end = 0}; edge.end < count;) {
        edge = buoy_edge_scan(w->soup, sorted, count, edge.end);
        for (size_t i = edge.first; i < edge.end; ++i) {
            const uint32_t h = sorted[i];
            const bool up = buoy_half_edge_from(w->soup, h) < buoy_half_edge_to(w->soup, h);
            w->balance[w->group[h / 3]] += up != w->turn[h / 3] ? 1 : -1;
        }
        uint32_t unbalanced = NONE;
        int32_t sum = 0;
        for (size_t i = edge.first; i < edge.end; ++i) {
            const uint32_t patch = w->group[sorted[i] / 3];
            sum += w->balance[patch];
            if (w->balance[patch] != 0) {
                unbalanced = unbalanced == NONE ? patch : unbalanced;
                buoy_forest_unite(w->forest, unbalanced, patch);
                w->balance[patch] = 0;
            }
        }
        for (size_t i = edge.first; i < edge.end && sum != 0; ++i) {
            w->rim[sorted[i] / 3] = true;
        }
    }
}

// Replaces patches by shells; returns how many shells there are. No shell has a higher number than
// any of its patches, so that nothing is overwritten before it is read.
static uint32_t number_shells(struct winding *w) {
    const uint32_t count = buoy_forest_number(w->forest, w->patch_count);
    uint32_t seen = 0;
    for (uint32_t p = 0; p < w->patch_count; ++p) {
        const uint32_t shell = w->forest[p];
        const bool one_sided = w->one_sided[p];
        w->one_sided[shell] = shell < seen ? w->one_sided[shell] || one_sided : one_sided;
        seen = shell < seen ? seen : shell + 1;
    }
    for (size_t t = 0; t < w->soup->triangle_count; ++t) {
        w->group[t] = w->forest[w->group[t]];
    }
    return count;
}

static size_t apply_turns(const struct winding *w, uint32_t *indices) {
    size_t flipped = 0;
    for (size_t t = 0; t < w->soup->triangle_count; ++t) {
        if (w->turn[t]) {
            const uint32_t swap = indices[3 * t + 1];
            indices[3 * t + 1] = indices[3 * t + 2];
            indices[3 * t + 2] = swap;
            ++flipped;
        }
    }
    return flipped;
}

enum buoy_status buoy_soup_fix_winding(struct buoy_soup *soup, size_t *flipped) {
    *flipped = 0;
    uint32_t *sorted;
    size_t count;
    if (buoy_half_edges_sort(soup, &sorted, &count) != BUOY_OK) {
        return BUOY_ERROR_MEMORY;
    }
    struct winding w = {.soup = soup};
    enum buoy_status status = BUOY_ERROR_MEMORY;
    if (allocate(&w)) {
        find_mates(&w, sorted, count);
        find_patches(&w);
        join_patches(&w, sorted, count);
        const struct buoy_shells shells = {
            .soup = soup,
            .count = number_shells(&w),
            .shell_of_triangle = w.group,
            .one_sided = w.one_sided,
            .rim = w.rim,
            .turn = w.turn,
        };
        status = buoy_shells_orient(&shells);
    }
    if (status == BUOY_OK) {
        *flipped = apply_turns(&w, soup->indices);
    }
    buoy_release(sorted);
    free_winding(&w);
    return status;
}
