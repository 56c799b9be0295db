// Repairing the winding: each surface made consistent across its edges, then turned as a whole.
//
// A patch is a set of triangles connected across edges of exactly two triangles. At such an edge,
// one triangle's winding decides the other's, so a patch has two consistent windings; the one that
// turns fewer triangles is taken. A shell is one patch, or several patches that meet at an edge of
// more than two triangles and are balanced there only together. A one-sided patch (a Möbius band, a
// Klein bottle) stays as given, and so does its shell; buoy_topology_find() still reports it as
// inconsistent.
//
// Then the shells are turned:
// - A shell wound inward is turned outward, unless it is a cavity: both its ends lie within larger
//   shells.
// - A shell wound outward stays as it is, even within another: an overlap is the caller's decision.
//   Only if the body around it was wound inside out is it that body's cavity, and turned with it.
//
// An open shell counts as closed by a fan. It is turned if its volume is negative for every apex of
// the fan in its bounding box.
//
// Cost: O(n log n) for any number of shells that are nested or apart (pierce.h).
#include "base/arithmetic.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/vector.h"
#include "soup/pierce.h"

#define NONE UINT32_MAX

// Surfaces closer to a point than this, times the mesh's extent in z, touch it: 64 units in the
// last place of a float.
#define TOUCHING 0x1p-18

struct shell {
    size_t first, end;      // its triangles are list[first] to list[end − 1]
    double low[3], high[3]; // bounding box
    double volume;          // 0 if its sign is uncertain or the shell one-sided
    bool one_sided;         // it has no outside and is left as it is
    bool turned;
};

// How often the shells settled so far wind around the points of a cluster: as they are wound now,
// and as they were given (made consistent). Both are half of the turns counted, which include the
// crossings above a point and those below it.
struct tally {
    size_t next; // the first wind not counted yet
    double now, given;
};

struct winding {
    const struct buoy_soup *soup;
    uint32_t *mate;  // per half-edge: the other one if its edge has two, else NONE
    uint32_t *group; // per triangle: first its patch, then its shell
    uint32_t *list;  // the triangles, those of a patch together, then those of a shell
    bool *turn;      // triangles wound against the order given

    uint32_t patch_count;
    bool *one_sided;  // one per patch
    uint32_t *forest; // over the patches; a tree is a shell
    int32_t *balance; // one per patch: its balance at the edge at hand
    bool *rim;        // triangles at an edge where their shell is open or one-sided

    uint32_t shell_count;
    struct shell *shells;      // once sorted, the largest first
    uint32_t first;            // shell wound inward; those before it stay as they are
    struct buoy_around around; // points 2 i and 2 i + 1: the ends of shell `first` + i
    struct tally *tallies;     // one per node
};

// ----------------------------------------------------------------------------------------- patches

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

static void find_patches(struct winding *w, const uint32_t *sorted, size_t count) {
    struct buoy_edge edge = {0};
    size_t end = 0;
    memset(w->mate, 0xff, 3 * sizeof *w->mate * w->soup->triangle_count);
    while (buoy_edge_next(w->soup, sorted, count, &edge)) {
        if (edge.end - edge.first == 2) {
            w->mate[sorted[edge.first]] = sorted[edge.first + 1];
            w->mate[sorted[edge.first + 1]] = sorted[edge.first];
        }
    }
    memset(w->group, 0xff, w->soup->triangle_count * sizeof *w->group);
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
    struct buoy_edge edge = {0};
    buoy_forest_init(w->forest, w->patch_count);
    while (buoy_edge_next(w->soup, sorted, count, &edge)) {
        for (size_t i = edge.first; i < edge.end; ++i) {
            const uint32_t h = sorted[i];
            const bool up = buoy_half_edge_from(w->soup, h) == edge.low;
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

// ------------------------------------------------------------------------------------------ shells

// Finds a shell's box, and its volume, closed by a fan around the box's centre. For an open shell
// it depends on that apex: moving the apex by δ adds ⅓ δ·A, where A is the sum of all area vectors.
// The sign is certain if it is the same for every apex in the box.
static void measure_shell(const struct winding *w, struct shell *shell) {
    double centre[3] = {0.0}, c[3][3], area[3], six_volume = 0.0, twice_area[3] = {0.0},
           slack = 0.0;
    for (int k = 0; k < 3; ++k) {
        shell->low[k] = (double)INFINITY;
        shell->high[k] = -(double)INFINITY;
    }
    for (size_t i = shell->first; i < shell->end; ++i) {
        buoy_soup_corners(w->soup, w->list[i], centre, c);
        for (int k = 0; k < 3; ++k) {
            shell->low[k] = fmin(fmin(shell->low[k], c[0][k]), fmin(c[1][k], c[2][k]));
            shell->high[k] = fmax(fmax(shell->high[k], c[0][k]), fmax(c[1][k], c[2][k]));
        }
    }
    for (int k = 0; k < 3; ++k) {
        centre[k] = 0.5 * (shell->low[k] + shell->high[k]);
    }
    for (size_t i = shell->first; i < shell->end; ++i) {
        const double sign = w->turn[w->list[i]] ? -1.0 : 1.0;
        buoy_soup_corners(w->soup, w->list[i], centre, c);
        buoy_twice_area_vector(c, area);
        six_volume += sign * buoy_dot(area, c[0]);
        for (int k = 0; k < 3; ++k) {
            twice_area[k] += sign * area[k];
        }
    }
    for (int k = 0; k < 3; ++k) {
        slack += 0.5 * (shell->high[k] - shell->low[k]) * fabs(twice_area[k]);
    }
    const bool certain = fabs(six_volume) > slack && !shell->one_sided;
    shell->volume = certain ? six_volume / 6.0 : 0.0;
}

// Larger shells first, so that those around a shell are settled before it.
static int compare_shells(const void *left, const void *right) {
    const struct shell *a = left, *b = right;
    const double va = fabs(a->volume), vb = fabs(b->volume);
    if (va != vb) {
        return va > vb ? -1 : 1;
    }
    return a->first < b->first ? -1 : a->first > b->first;
}

// Makes shells of the patches, and sorts them; false if out of memory.
static bool make_shells(struct winding *w) {
    const size_t triangles = w->soup->triangle_count;
    size_t end = 0;
    w->shell_count = buoy_forest_number(w->forest, w->patch_count);
    w->shells = buoy_allocate_zeroed(w->shell_count, sizeof *w->shells);
    if (!w->shells) {
        return false;
    }
    for (uint32_t p = 0; p < w->patch_count; ++p) {
        w->shells[w->forest[p]].one_sided |= w->one_sided[p];
    }
    for (size_t t = 0; t < triangles; ++t) {
        w->group[t] = w->forest[w->group[t]];
        ++w->shells[w->group[t]].end;
    }
    for (uint32_t s = 0; s < w->shell_count; ++s) {
        end += w->shells[s].end;
        w->shells[s].first = w->shells[s].end = end - w->shells[s].end;
    }
    for (uint32_t t = 0; t < triangles; ++t) {
        w->list[w->shells[w->group[t]].end++] = t;
    }
    for (uint32_t s = 0; s < w->shell_count; ++s) {
        measure_shell(w, &w->shells[s]);
    }
    buoy_sort(w->shells, w->shell_count, sizeof *w->shells, compare_shells);
    for (uint32_t s = 0; s < w->shell_count; ++s) {
        for (size_t i = w->shells[s].first; i < w->shells[s].end; ++i) {
            w->group[w->list[i]] = s;
        }
    }
    return true;
}

// A shell's first and last vertex along (1, 1, 1). For a box these are opposite corners, so that
// only one of them can lie in a face that touches another shell.
static void find_ends(const struct winding *w, const struct shell *shell, float ends[6]) {
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (size_t i = 3 * shell->first; i < 3 * shell->end; ++i) {
        const size_t h = 3 * (size_t)w->list[i / 3] + i % 3;
        const float *p = w->soup->positions + 3 * (size_t)w->soup->indices[h];
        const double along = (double)p[0] + p[1] + p[2];
        if (along < low) {
            low = along;
            memcpy(ends, p, 3 * sizeof *p);
        }
        if (along > high) {
            high = along;
            memcpy(ends + 3, p, 3 * sizeof *p);
        }
    }
}

// Asks how often the shells wind around the ends of those from the first inward one on.
static enum buoy_status find_around(struct winding *w) {
    const uint32_t asked = w->shell_count - w->first;
    double low = (double)INFINITY, high = -(double)INFINITY;
    float *ends = buoy_allocate(6 * (size_t)asked, sizeof *ends);
    if (!ends) {
        return BUOY_ERROR_MEMORY;
    }
    for (uint32_t s = 0; s < w->shell_count; ++s) {
        low = fmin(low, w->shells[s].low[2]);
        high = fmax(high, w->shells[s].high[2]);
    }
    for (uint32_t i = 0; i < asked; ++i) {
        find_ends(w, &w->shells[w->first + i], ends + 6 * (size_t)i);
    }
    const struct buoy_surfaces surfaces = {
        .soup = w->soup,
        .count = w->shell_count,
        .of_triangle = w->group,
        .reversed = w->turn,
        .rim = w->rim,
    };
    const struct buoy_around_query query = {
        .surfaces = &surfaces,
        .points = ends,
        .point_count = 2 * asked,
        .touching = TOUCHING * (high - low),
        .most_work = BUOY_AROUND_WORK(w->soup->triangle_count),
    };
    const enum buoy_status status = buoy_around_find(&query, &w->around);
    buoy_release(ends);
    return status;
}

// Whether a shell is a cavity of larger ones, which are settled. An end inside them counts at most
// one, an end that touches them one half. The shell is inside if its two ends count more than one.
static bool is_cavity(struct winding *w, uint32_t index) {
    const struct buoy_around *around = &w->around;
    double now = 0.0, inside_out = 0.0;
    for (uint32_t i = 0; i < 2; ++i) {
        double sum_now = 0.0, sum_given = 0.0;
        uint32_t node = around->node_of_point[2 * (index - w->first) + i];
        for (; node != BUOY_NO_NODE; node = around->nodes[node].parent) {
            // A node's winds of all larger shells: goes on where it ended for the shell before.
            struct tally *tally = &w->tallies[node];
            for (; tally->next < around->nodes[node].end; ++tally->next) {
                const struct buoy_wind wind = around->winds[tally->next];
                if (wind.surface >= index) {
                    break;
                }
                const double half = 0.5 * wind.turns;
                tally->given += half;
                tally->now += w->shells[wind.surface].turned ? -half : half;
            }
            sum_now += tally->now;
            sum_given += tally->given;
        }
        now += fmin(sum_now, 1.0);
        inside_out += fmin(-sum_given, 1.0);
    }
    return now > 1.0 && (w->shells[index].volume < 0.0 || inside_out > 1.0);
}

// Turns shells, from the largest to the smallest.
static enum buoy_status turn_shells(struct winding *w) {
    while (w->first < w->shell_count && !(w->shells[w->first].volume < 0.0)) {
        ++w->first;
    }
    if (w->first == w->shell_count) {
        return BUOY_OK;
    }
    BUOY_TRY(find_around(w));
    w->tallies = buoy_allocate_zeroed(w->around.node_count + (size_t)1, sizeof *w->tallies);
    if (!w->tallies) {
        return BUOY_ERROR_MEMORY;
    }
    for (uint32_t n = 0; n < w->around.node_count; ++n) {
        w->tallies[n].next = w->around.nodes[n].first;
    }
    for (uint32_t s = w->first; s < w->shell_count; ++s) {
        struct shell *shell = &w->shells[s];
        shell->turned = !shell->one_sided && (shell->volume < 0.0) != is_cavity(w, s);
        for (size_t i = shell->first; i < shell->end && shell->turned; ++i) {
            w->turn[w->list[i]] = !w->turn[w->list[i]];
        }
    }
    return BUOY_OK;
}

enum buoy_status buoy_soup_fix_winding(struct buoy_soup *soup, size_t *flipped) {
    const size_t n = soup->triangle_count;
    size_t count;
    uint32_t *sorted = buoy_half_edges_sort(soup, &count);
    struct winding w = {
        .soup = soup,
        .mate = buoy_allocate(3 * n, sizeof *w.mate),
        .group = buoy_allocate(n, sizeof *w.group),
        .list = buoy_allocate(n, sizeof *w.list),
        .turn = buoy_allocate_zeroed(n, sizeof *w.turn),
        .one_sided = buoy_allocate_zeroed(n, sizeof *w.one_sided),
        .rim = buoy_allocate_zeroed(n, sizeof *w.rim),
        .forest = buoy_allocate(n, sizeof *w.forest),
        .balance = buoy_allocate_zeroed(n, sizeof *w.balance),
    };
    enum buoy_status status = BUOY_ERROR_MEMORY;
    if (sorted && w.mate && w.group && w.list && w.turn && w.one_sided && w.rim && w.forest &&
        w.balance) {
        find_patches(&w, sorted, count);
        join_patches(&w, sorted, count);
        status = make_shells(&w) ? turn_shells(&w) : BUOY_ERROR_MEMORY;
    }
    for (size_t t = 0; status == BUOY_OK && t < n; ++t) {
        if (w.turn[t]) {
            buoy_turn_triangle(soup->indices + 3 * t);
            ++*flipped;
        }
    }
    buoy_around_free(&w.around);
    void *const arrays[] = {sorted, w.mate,   w.group,   w.list,   w.turn,   w.one_sided,
                            w.rim,  w.forest, w.balance, w.shells, w.tallies};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i) {
        buoy_release(arrays[i]);
    }
    return status;
}
