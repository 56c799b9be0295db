// Repairing the winding: make each surface consistent across its edges, then turn whole surfaces
// outward, or inward where they are cavities.
//
// A patch is what can be reached across edges of exactly two triangles, which say how the one must
// be wound given the other; of its two windings the one that turns fewer triangles is taken. A
// shell is one patch, or several that only together are balanced at an edge of more triangles;
// shells are turned as a whole. A one-sided patch (a Möbius band, a Klein bottle) stays as given,
// and so does its shell; buoy_topology_find() still reports it as inconsistent.
//
// Cost: linear, plus for each shell that is wound inward the boxes of all larger shells and the
// triangles of those whose box holds it.
#include "soup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "forest.h"
#include "topology.h"

#define NONE UINT32_MAX
#define PROBES 8

// Triangles turned together: winding.list[first] to winding.list[end − 1].
struct shell {
    size_t first, end;
    double low[3], high[3]; // bounding box
    double volume;          // 0 if its sign is not certain, or it is one-sided
    bool one_sided;
};

struct winding {
    const struct buoy_soup *soup;
    uint32_t *mate;   // of each half-edge: the other one, if its edge has exactly two, else NONE
    uint32_t *group;  // of each triangle: first its patch, then its shell
    uint32_t *list;   // the triangles, those of a group together
    bool *turn;       // triangles wound against the order given
    bool *one_sided;  // of each patch
    uint32_t *forest; // over the patches: which make up a shell
    int32_t *balance; // of each patch at an edge
    uint32_t patch_count;
    struct shell *shells;
    uint32_t shell_count;
};

static void free_winding(struct winding *w) {
    free(w->mate);
    free(w->group);
    free(w->list);
    free(w->turn);
    free(w->one_sided);
    free(w->forest);
    free(w->balance);
    free(w->shells);
}

static bool allocate(struct winding *w) {
    const size_t n = w->soup->triangle_count;
    w->mate = malloc(3 * sizeof *w->mate * n);
    w->group = malloc(n * sizeof *w->group);
    w->list = malloc(n * sizeof *w->list);
    w->turn = calloc(n, sizeof *w->turn);
    w->one_sided = calloc(n, sizeof *w->one_sided);
    w->forest = malloc(n * sizeof *w->forest);
    w->balance = calloc(n, sizeof *w->balance);
    return w->mate && w->group && w->list && w->turn && w->one_sided && w->forest && w->balance;
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

// Winds the triangles reached from list[first] like it; returns the end of their list.
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

// Unites the patches that only together are balanced at an edge.
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
        for (size_t i = edge.first; i < edge.end; ++i) {
            const uint32_t patch = w->group[sorted[i] / 3];
            if (w->balance[patch] != 0) {
                unbalanced = unbalanced == NONE ? patch : unbalanced;
                buoy_forest_unite(w->forest, unbalanced, patch);
                w->balance[patch] = 0;
            }
        }
    }
}

// Numbers the shells and lists their triangles one shell after another.
static bool list_shells(struct winding *w) {
    w->shell_count = buoy_forest_number(w->forest, w->patch_count);
    w->shells = calloc(w->shell_count, sizeof *w->shells);
    if (!w->shells) {
        return false;
    }
    for (size_t t = 0; t < w->soup->triangle_count; ++t) {
        const bool one_sided = w->one_sided[w->group[t]];
        w->group[t] = w->forest[w->group[t]];
        struct shell *shell = &w->shells[w->group[t]];
        shell->one_sided = shell->one_sided || one_sided;
        ++shell->end;
    }
    for (uint32_t s = 1; s < w->shell_count; ++s) {
        w->shells[s].first = w->shells[s - 1].end;
        w->shells[s].end += w->shells[s].first;
    }
    for (uint32_t s = 0; s < w->shell_count; ++s) {
        w->shells[s].end = w->shells[s].first;
    }
    for (uint32_t t = 0; t < w->soup->triangle_count; ++t) {
        w->list[w->shells[w->group[t]].end++] = t;
    }
    return true;
}

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double c[3]) {
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

// A triangle's corners, as wound now, seen from a point.
static void corners_from(const struct winding *w, uint32_t triangle, const double point[3],
                         double corner[3][3]) {
    for (int k = 0; k < 3; ++k) {
        const int from = w->turn[triangle] ? (3 - k) % 3 : k;
        const size_t v = w->soup->indices[3 * (size_t)triangle + (size_t)from];
        for (size_t axis = 0; axis < 3; ++axis) {
            corner[k][axis] = w->soup->positions[3 * v + axis] - point[axis];
        }
    }
}

static void find_box(const struct winding *w, struct shell *shell) {
    for (int k = 0; k < 3; ++k) {
        shell->low[k] = (double)INFINITY;
        shell->high[k] = -(double)INFINITY;
    }
    const double origin[3] = {0.0};
    for (size_t i = shell->first; i < shell->end; ++i) {
        double corner[3][3];
        corners_from(w, w->list[i], origin, corner);
        for (int c = 0; c < 3; ++c) {
            for (int k = 0; k < 3; ++k) {
                shell->low[k] = fmin(shell->low[k], corner[c][k]);
                shell->high[k] = fmax(shell->high[k], corner[c][k]);
            }
        }
    }
}

// The volume of a shell, closed by a fan around the centre of its box. An open shell's depends on
// that apex: moving it by δ adds ⅓ δ·A, A the sum of all area vectors. The sign is certain if it
// is the same for every apex in the box.
static void find_volume(const struct winding *w, struct shell *shell) {
    double centre[3], six_volume = 0.0, twice_area[3] = {0.0};
    for (int k = 0; k < 3; ++k) {
        centre[k] = 0.5 * (shell->low[k] + shell->high[k]);
    }
    for (size_t i = shell->first; i < shell->end; ++i) {
        double c[3][3], area[3], ab[3], ac[3];
        corners_from(w, w->list[i], centre, c);
        for (int k = 0; k < 3; ++k) {
            ab[k] = c[1][k] - c[0][k];
            ac[k] = c[2][k] - c[0][k];
        }
        cross(ab, ac, area);
        six_volume += dot(area, c[0]);
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

static void turn_shell(struct winding *w, struct shell *shell) {
    for (size_t i = shell->first; i < shell->end; ++i) {
        w->turn[w->list[i]] = !w->turn[w->list[i]];
    }
    shell->volume = -shell->volume;
}

// Solid angle of a triangle seen from the origin, positive from behind (Van Oosterom and Strackee,
// "The solid angle of a plane triangle", 1983).
static double solid_angle(double c[3][3]) {
    double normal[3];
    cross(c[1], c[2], normal);
    const double a = sqrt(dot(c[0], c[0])), b = sqrt(dot(c[1], c[1])), d = sqrt(dot(c[2], c[2]));
    const double cosine =
        a * b * d + dot(c[0], c[1]) * d + dot(c[1], c[2]) * a + dot(c[2], c[0]) * b;
    return 2.0 * atan2(dot(c[0], normal), cosine);
}

static bool holds(const struct shell *shell, const double point[3]) {
    return shell->low[0] <= point[0] && point[0] <= shell->high[0] && shell->low[1] <= point[1] &&
           point[1] <= shell->high[1] && shell->low[2] <= point[2] && point[2] <= shell->high[2];
}

// How often the first `count` shells wind around a point.
static double winding_number(const struct winding *w, uint32_t count, const double point[3]) {
    double angle = 0.0;
    for (const struct shell *shell = w->shells; shell < w->shells + count; ++shell) {
        if (!holds(shell, point)) {
            continue;
        }
        for (size_t i = shell->first; i < shell->end; ++i) {
            double corner[3][3];
            corners_from(w, w->list[i], point, corner);
            angle += solid_angle(corner);
        }
    }
    return angle / (4.0 * 3.14159265358979323846);
}

// Whether a shell lies in the body of larger ones, which come before it. The number is whole
// unless the shell touches another there, which is asked again at another of its corners.
static bool is_cavity(const struct winding *w, uint32_t index) {
    const struct shell *shell = &w->shells[index];
    double number = 0.0;
    for (size_t probe = 0; probe < PROBES; ++probe) {
        const size_t i = shell->first + (shell->end - shell->first) * probe / PROBES;
        const float *p = w->soup->positions + 3 * (size_t)w->soup->indices[3 * w->list[i]];
        number = winding_number(w, index, (const double[3]){p[0], p[1], p[2]});
        if (fabs(number - round(number)) < 0.0625) {
            break;
        }
    }
    return number > 0.75;
}

static int compare_shells(const void *left, const void *right) {
    const struct shell *a = left, *b = right;
    const double va = fabs(a->volume), vb = fabs(b->volume);
    if (va != vb) {
        return va > vb ? -1 : 1;
    }
    return a->first < b->first ? -1 : a->first > b->first;
}

// Turns shells outward or, in the body of others, inward. Larger ones first: what a shell lies in
// is then settled. A mesh that is inside out as a whole, cavities included, is turned as a whole.
static void orient_shells(struct winding *w) {
    double total = 0.0;
    for (uint32_t s = 0; s < w->shell_count; ++s) {
        find_box(w, &w->shells[s]);
        find_volume(w, &w->shells[s]);
        total += w->shells[s].volume;
    }
    qsort(w->shells, w->shell_count, sizeof *w->shells, compare_shells);
    for (uint32_t s = 0; s < w->shell_count; ++s) {
        struct shell *shell = &w->shells[s];
        if (total < 0.0 && !shell->one_sided) {
            turn_shell(w, shell);
        }
        if (shell->volume < 0.0 && !is_cavity(w, s)) {
            turn_shell(w, shell);
        }
    }
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
        if (list_shells(&w)) {
            orient_shells(&w);
            *flipped = apply_turns(&w, soup->indices);
            status = BUOY_OK;
        }
    }
    free(sorted);
    free_winding(&w);
    return status;
}
