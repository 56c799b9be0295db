// Repairing the winding: each surface made consistent across its edges, then turned as a whole.
//
// A patch is a set of triangles connected across edges of exactly two triangles. At such an edge,
// one triangle's winding decides the other's, so a patch has two consistent windings; the one that
// turns fewer triangles is taken. A shell is one patch, or several patches that meet at an edge of
// more than two triangles and are balanced there only together. A one-sided patch (a Möbius band, a
// Klein bottle) stays as given, and so does its shell; buoy_topology_find() still reports it as
// inconsistent.
#include "base/arithmetic.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/vector.h"
#include "soup/pierce.h"
#include "soup/soup.h"

// ------------------------------------------------------------------------------------------ shells

// Turning whole surfaces outward, or inward where they are cavities.

// Surfaces that are turned as a whole: shells, each wound consistently.
struct shells {
    const struct buoy_soup *soup;
    uint32_t count;
    const uint32_t *shell_of_triangle;
    const bool *one_sided; // per shell: it has no outside and is left as it is
    const bool *rim;       // triangles at an edge where their shell is open or one-sided
    bool *turn;            // triangles to be wound against the order in the soup
};

// Surfaces closer to a point than this, times the mesh's extent in z, touch it: 64 units in the
// last place of a float.
#define TOUCHING 0x1p-18

struct shell {
    size_t first, end;      // its triangles are orientation.list[first] to [end − 1]
    double low[3], high[3]; // bounding box
    double volume;          // 0 if its sign is uncertain or the shell one-sided
    bool one_sided;
    bool turned;
};

struct orientation {
    const struct buoy_soup *soup;
    const bool *rim;
    bool *turn;
    struct shell *shells; // once sorted, the largest first
    uint32_t count;
    uint32_t *list;     // the triangles, those of a shell together
    uint32_t *shell_of; // per triangle: its place in `shells`
};

// Lists the triangles one shell after another.
static void list_shells(struct orientation *o, const struct shells *shells) {
    for (size_t t = 0; t < o->soup->triangle_count; ++t) {
        ++o->shells[shells->shell_of_triangle[t]].end;
    }
    size_t end = 0;
    for (uint32_t s = 0; s < o->count; ++s) {
        end += o->shells[s].end;
        o->shells[s].first = o->shells[s].end = end - o->shells[s].end;
        o->shells[s].one_sided = shells->one_sided[s];
    }
    for (uint32_t t = 0; t < o->soup->triangle_count; ++t) {
        o->list[o->shells[shells->shell_of_triangle[t]].end++] = t;
    }
}

// A triangle's corners, as wound now, seen from a point.
static void corners_from(const struct orientation *o, uint32_t triangle, const double point[3],
                         double corner[3][3]) {
    for (int k = 0; k < 3; ++k) {
        const int from = o->turn[triangle] ? (3 - k) % 3 : k;
        const size_t v = o->soup->indices[3 * (size_t)triangle + (size_t)from];
        for (size_t axis = 0; axis < 3; ++axis) {
            corner[k][axis] = o->soup->positions[3 * v + axis] - point[axis];
        }
    }
}

static void find_box(const struct orientation *o, struct shell *shell) {
    for (int k = 0; k < 3; ++k) {
        shell->low[k] = (double)INFINITY;
        shell->high[k] = -(double)INFINITY;
    }
    const double origin[3] = {0.0};
    for (size_t i = shell->first; i < shell->end; ++i) {
        double corner[3][3];
        corners_from(o, o->list[i], origin, corner);
        for (int c = 0; c < 3; ++c) {
            for (int k = 0; k < 3; ++k) {
                shell->low[k] = fmin(shell->low[k], corner[c][k]);
                shell->high[k] = fmax(shell->high[k], corner[c][k]);
            }
        }
    }
}

// The volume of a shell, closed by a fan around the centre of its box. For an open shell it depends
// on that apex: moving the apex by δ adds ⅓ δ·A, where A is the sum of all area vectors. The sign
// is certain if it is the same for every apex in the box.
static void find_volume(const struct orientation *o, struct shell *shell) {
    double centre[3], six_volume = 0.0, twice_area[3] = {0.0};
    for (int k = 0; k < 3; ++k) {
        centre[k] = 0.5 * (shell->low[k] + shell->high[k]);
    }
    for (size_t i = shell->first; i < shell->end; ++i) {
        double c[3][3], area[3], ab[3], ac[3];
        corners_from(o, o->list[i], centre, c);
        for (int k = 0; k < 3; ++k) {
            ab[k] = c[1][k] - c[0][k];
            ac[k] = c[2][k] - c[0][k];
        }
        buoy_cross_product(ab, ac, area);
        six_volume += buoy_dot(area, c[0]);
        for (int k = 0; k < 3; ++k) {
            twice_area[k] += area[k];
        }
    }
    double slack = 0.0;
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

static void sort_shells(struct orientation *o) {
    for (uint32_t s = 0; s < o->count; ++s) {
        find_box(o, &o->shells[s]);
        find_volume(o, &o->shells[s]);
    }
    buoy_sort(o->shells, o->count, sizeof *o->shells, compare_shells);
    for (uint32_t s = 0; s < o->count; ++s) {
        for (size_t i = o->shells[s].first; i < o->shells[s].end; ++i) {
            o->shell_of[o->list[i]] = s;
        }
    }
}

static const float *corner_of(const struct orientation *o, const struct shell *shell, size_t i) {
    const size_t h = 3 * (size_t)o->list[shell->first + i / 3] + i % 3;
    return o->soup->positions + 3 * (size_t)o->soup->indices[h];
}

// The shell's first and last vertex along (1, 1, 1). For a box these are opposite corners, so that
// only one of them can lie in a face that touches another shell.
static void find_ends(const struct orientation *o, const struct shell *shell,
                      const float *ends[2]) {
    ends[0] = ends[1] = corner_of(o, shell, 0);
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (size_t i = 0; i < 3 * (shell->end - shell->first); ++i) {
        const float *p = corner_of(o, shell, i);
        const double along = (double)p[0] + p[1] + p[2];
        if (along < low) {
            low = along;
            ends[0] = p;
        }
        if (along > high) {
            high = along;
            ends[1] = p;
        }
    }
}

static void turn_shell(struct orientation *o, struct shell *shell) {
    shell->turned = true;
    for (size_t i = shell->first; i < shell->end; ++i) {
        o->turn[o->list[i]] = !o->turn[o->list[i]];
    }
}

// How often shells wind around the points of a cluster: as they are wound now, and as they were
// given (made consistent). Both are half of the turns counted, which include the crossings above a
// point and those below it.
struct standing {
    double now, given;
};

// The sums of a node over the shells settled so far.
struct tally {
    size_t next; // the first wind not counted yet
    struct standing standing;
};

// Points among larger shells: point i is an end of shell `first` + i / 2.
struct company {
    const struct orientation *orientation;
    struct buoy_around around;
    struct tally *tallies; // one per node
    uint32_t first;
};

// Sums up a node's winds of all shells before the number `larger`, which are settled. Continues
// where the last call for this node ended.
static struct standing count_winds(struct company *company, uint32_t node, uint32_t larger) {
    const struct buoy_around *around = &company->around;
    struct tally *tally = &company->tallies[node];
    for (; tally->next < around->nodes[node].end; ++tally->next) {
        const struct buoy_wind wind = around->winds[tally->next];
        if (wind.surface >= larger) {
            break;
        }
        const double half = 0.5 * wind.turns;
        tally->standing.given += half;
        tally->standing.now += company->orientation->shells[wind.surface].turned ? -half : half;
    }
    return tally->standing;
}

// Whether a shell is a cavity of larger ones. An end inside them counts at most one, an end that
// touches them one half. The shell is inside if its two ends count more than one.
static bool is_cavity(struct company *company, uint32_t index) {
    double now = 0.0, inside_out = 0.0;
    for (uint32_t i = 0; i < 2; ++i) {
        struct standing sum = {0.0, 0.0};
        uint32_t node = company->around.node_of_point[2 * (index - company->first) + i];
        for (; node != BUOY_NO_NODE; node = company->around.nodes[node].parent) {
            const struct standing standing = count_winds(company, node, index);
            sum.now += standing.now;
            sum.given += standing.given;
        }
        now += fmin(sum.now, 1.0);
        inside_out += fmin(-sum.given, 1.0);
    }
    return now > 1.0 && (company->orientation->shells[index].volume < 0.0 || inside_out > 1.0);
}

// Settles the shells from the largest to the smallest.
static enum buoy_status settle(struct orientation *o, struct company *company) {
    company->tallies =
        buoy_allocate_zeroed(company->around.node_count + (size_t)1, sizeof *company->tallies);
    if (!company->tallies) {
        return BUOY_ERROR_MEMORY;
    }
    for (uint32_t n = 0; n < company->around.node_count; ++n) {
        company->tallies[n].next = company->around.nodes[n].first;
    }
    for (uint32_t s = company->first; s < o->count; ++s) {
        struct shell *shell = &o->shells[s];
        if (!shell->one_sided && (shell->volume < 0.0) != is_cavity(company, s)) {
            turn_shell(o, shell);
        }
    }
    buoy_release(company->tallies);
    return BUOY_OK;
}

// The question about the ends of all shells from a given one on; `ends` has room for them.
static enum buoy_status find_company(struct company *company, double touching, float *ends) {
    const struct orientation *o = company->orientation;
    for (uint32_t s = company->first; s < o->count; ++s) {
        const float *end[2];
        find_ends(o, &o->shells[s], end);
        memcpy(ends + 6 * (size_t)(s - company->first), end[0], 3 * sizeof *ends);
        memcpy(ends + 6 * (size_t)(s - company->first) + 3, end[1], 3 * sizeof *ends);
    }
    const struct buoy_surfaces surfaces = {
        .soup = o->soup,
        .count = o->count,
        .of_triangle = o->shell_of,
        .reversed = o->turn,
        .rim = o->rim,
    };
    const struct buoy_around_query query = {
        .surfaces = &surfaces,
        .points = ends,
        .point_count = 2 * (o->count - company->first),
        .touching = touching,
        .most_work = BUOY_AROUND_WORK(o->soup->triangle_count),
    };
    return buoy_around_find(&query, &company->around);
}

static enum buoy_status orient(struct orientation *o) {
    double low = (double)INFINITY, high = -(double)INFINITY;
    uint32_t inward = o->count;
    for (uint32_t s = o->count; s-- > 0;) {
        low = fmin(low, o->shells[s].low[2]);
        high = fmax(high, o->shells[s].high[2]);
        inward = o->shells[s].volume < 0.0 ? s : inward;
    }
    if (inward == o->count) {
        return BUOY_OK;
    }
    struct company company = {.orientation = o, .first = inward};
    float *ends = buoy_allocate(6 * (size_t)(o->count - inward), sizeof *ends);
    if (!ends) {
        return BUOY_ERROR_MEMORY;
    }
    enum buoy_status status = find_company(&company, TOUCHING * (high - low), ends);
    buoy_release(ends);
    if (status == BUOY_OK) {
        status = settle(o, &company);
    }
    buoy_around_free(&company.around);
    return status;
}

// Inverts `turn` for the triangles of each shell that must be turned:
// - A shell wound inward is turned outward, unless it is a cavity: both its ends lie within larger
//   shells.
// - A shell wound outward stays as it is, even within another: an overlap is the caller's decision.
//   Only if the body around it was wound inside out is it that body's cavity, and turned with it.
//
// An open shell counts as closed by a fan. It is turned if its volume is negative for every apex of
// the fan in its bounding box.
//
// Cost: O(n log n) for any number of shells that are nested or apart (around.h). Returns
// BUOY_ERROR_TOO_LARGE, and changes nothing, if far too many shells cross or touch.
static enum buoy_status orient_shells(const struct shells *shells) {
    const size_t triangles = shells->soup->triangle_count;
    struct orientation o = {
        .soup = shells->soup,
        .rim = shells->rim,
        .turn = shells->turn,
        .shells = buoy_allocate_zeroed(shells->count, sizeof *o.shells),
        .count = shells->count,
        .list = buoy_allocate(triangles, sizeof *o.list),
        .shell_of = buoy_allocate(triangles, sizeof *o.shell_of),
    };
    enum buoy_status status = BUOY_ERROR_MEMORY;
    if (o.shells && o.list && o.shell_of) {
        list_shells(&o, shells);
        sort_shells(&o);
        status = orient(&o);
    }
    buoy_release(o.shells);
    buoy_release(o.list);
    buoy_release(o.shell_of);
    return status;
}

// ----------------------------------------------------------------------------------------- winding

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
        const struct shells shells = {
            .soup = soup,
            .count = number_shells(&w),
            .shell_of_triangle = w.group,
            .one_sided = w.one_sided,
            .rim = w.rim,
            .turn = w.turn,
        };
        status = orient_shells(&shells);
    }
    if (status == BUOY_OK) {
        *flipped = apply_turns(&w, soup->indices);
    }
    buoy_release(sorted);
    free_winding(&w);
    return status;
}
