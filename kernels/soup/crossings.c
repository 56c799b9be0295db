// Which triangles of a surface cross each other: a hierarchy of boxes against itself, then
// triangles in pairs. Heights above planes, and intervals on the line that two planes share:
// Möller, "A fast triangle-triangle intersection test" (1997).
#include "base/arithmetic.h"

#include "soup/lobes.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/vector.h"

// ------------------------------------------------------------------------- pairs of triangles

// How high a point is above the plane of a facet, times twice the facet's area.
static double height_above(const struct buoy_pierce_facet *facet, const double x[3]) {
    const double *n = facet->normal, *o = facet->corner[0];
    return n[0] * (x[0] - o[0]) + n[1] * (x[1] - o[1]) + n[2] * (x[2] - o[2]);
}

void buoy_heights_above(const struct buoy_pierce_facet *facet, double corner[3][3],
                        double height[3]) {
    for (int i = 0; i < 3; ++i) {
        height[i] = height_above(facet, corner[i]);
    }
}

// The point of an edge at height 0, from whichever end.
static void cut_edge(const double from[3], const double to[3], double h_from, double h_to,
                     double point[3]) {
    const double t = h_from / (h_from - h_to);
    for (int k = 0; k < 3; ++k) {
        point[k] = from[k] + t * (to[k] - from[k]);
    }
}

// The corner that is alone on its side of a plane, -1 if there is none. Height 0 is below.
static int lone_corner(const double height[3]) {
    const bool up[3] = {height[0] > 0.0, height[1] > 0.0, height[2] > 0.0};
    return up[0] == up[1] ? (up[1] == up[2] ? -1 : 2) : (up[0] == up[2] ? 1 : 0);
}

int buoy_cut_triangle(double corner[3][3], const double height[3], double next[3], double last[3]) {
    const int lone = lone_corner(height);
    if (lone >= 0) {
        const int n = (lone + 1) % 3, l = (lone + 2) % 3;
        cut_edge(corner[lone], corner[n], height[lone], height[n], next);
        cut_edge(corner[lone], corner[l], height[lone], height[l], last);
    }
    return lone;
}

// Above 0 if a point of a facet's plane is on the inner side of one of the facet's edges.
static double inside_edge(const struct buoy_pierce_facet *facet, int i, const double point[3]) {
    const double *corner = facet->corner[i], *next = facet->corner[(i + 1) % 3];
    double edge[3], to[3], inward[3];
    for (int k = 0; k < 3; ++k) {
        edge[k] = next[k] - corner[k];
        to[k] = point[k] - corner[k];
    }
    buoy_cross_product(facet->normal, edge, inward);
    return buoy_dot(inward, to);
}

bool buoy_segment_meets(const struct buoy_pierce_facet *facet, const double from[3],
                        const double to[3]) {
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 3; ++i) {
        const double at_from = inside_edge(facet, i, from), at_to = inside_edge(facet, i, to);
        if (at_from <= 0.0 && at_to <= 0.0) {
            return false;
        }
        const double t = at_from / (at_from - at_to);
        low = at_from < 0.0 ? fmax(low, t) : low;
        high = at_to < 0.0 ? fmin(high, t) : high;
    }
    return low < high;
}

int buoy_turn_between(const struct buoy_pierce_facet *crosser, const double from[3],
                      const double to[3]) {
    const double above_from = height_above(crosser, from), above_to = height_above(crosser, to);
    double point[3];
    if ((above_from > 0.0) == (above_to > 0.0)) {
        return 0;
    }
    cut_edge(from, to, above_from, above_to, point);
    for (int i = 0; i < 3; ++i) {
        if (inside_edge(crosser, i, point) <= 0.0) {
            return 0;
        }
    }
    return above_from > 0.0 ? (int)crosser->copies : -(int)crosser->copies;
}

// Triangles that share nothing cross if their parts of the line that their planes share overlap.
static bool cross_apart(double a[3][3], double b[3][3], const double above_b[3],
                        const double above_a[3]) {
    double p[2][3], q[2][3];
    if (buoy_cut_triangle(a, above_b, p[0], p[1]) < 0 ||
        buoy_cut_triangle(b, above_a, q[0], q[1]) < 0) {
        return false;
    }
    int along = 0; // the axis along which the points are farthest apart
    double widest = -1.0;
    for (int k = 0; k < 3; ++k) {
        const double width = fabs(p[1][k] - p[0][k]) + fabs(q[1][k] - q[0][k]);
        along = width > widest ? k : along;
        widest = width > widest ? width : widest;
    }
    return fmin(p[0][along], p[1][along]) < fmax(q[0][along], q[1][along]) &&
           fmin(q[0][along], q[1][along]) < fmax(p[0][along], p[1][along]);
}

// Two triangles with a common edge meet nowhere else, unless one is folded onto the other.
static bool cross(struct buoy_pierce_facet *one, struct buoy_pierce_facet *other) {
    double(*a)[3] = one->corner, (*b)[3] = other->corner, above_b[3], above_a[3];
    unsigned shared = 0, a0 = 0, b0 = 0; // how many corners; the last of them, in each
    for (unsigned i = 0; i < 3; ++i) {
        for (unsigned j = 0; j < 3; ++j) {
            const unsigned same = one->vertex[i] == other->vertex[j];
            shared += same;
            a0 |= same * i;
            b0 |= same * j;
        }
    }
    if (shared > 1) {
        return false;
    }
    const unsigned a1 = (a0 + 1) % 3, a2 = (a0 + 2) % 3, b1 = (b0 + 1) % 3, b2 = (b0 + 2) % 3;
    buoy_heights_above(other, a, above_b);
    if (shared == 1) {
        above_b[a0] = above_b[a1]; // 0 but for rounding: on no side
    }
    if (lone_corner(above_b) < 0) {
        return false;
    }
    buoy_heights_above(one, b, above_a);
    if (shared == 0) {
        return cross_apart(a, b, above_b, above_a);
    }
    // Triangles that share a corner cross if, on the line that their planes share, both lie on the
    // same side of it.
    if ((above_b[a1] > 0.0) == (above_b[a2] > 0.0) || (above_a[b1] > 0.0) == (above_a[b2] > 0.0)) {
        return false;
    }
    double p[3], q[3], sum = 0.0;
    cut_edge(a[a1], a[a2], above_b[a1], above_b[a2], p);
    cut_edge(b[b1], b[b2], above_a[b1], above_a[b2], q);
    for (int k = 0; k < 3; ++k) {
        sum += (p[k] - a[a0][k]) * (q[k] - b[b0][k]);
    }
    return sum > 0.0;
}

// ----------------------------------------------------------------------------- the hierarchy

// The boxes of 16 facets, as shares of the largest coordinate, a little larger than they are.
struct leaf {
    float low[3][BUOY_LANES], high[3][BUOY_LANES];
};

#define LEAF_SLACK 0x1p-22f

struct meeting {
    struct buoy_pierce *pierce;
    struct buoy_pierce_levels levels;
    size_t first;        // facet of the surface
    struct leaf *leaves; // of the surface
    uint64_t most_work;
    struct buoy_crossings *crossings;
    enum buoy_status status;
};

// The most pairs that are listed, which take 512 bytes per triangle.
#define MOST_PAIRS(triangles) (4096 + 64 * (size_t)(triangles))

static void add_pair(struct meeting *m, size_t one, size_t other) {
    struct buoy_crossings *c = m->crossings;
    if (c->count == MOST_PAIRS(m->pierce->surfaces.soup->triangle_count)) {
        m->status = BUOY_ERROR_TOO_LARGE;
        return;
    }
    if (c->count == c->room) {
        const size_t room = 2 * c->room + 64;
        struct buoy_crossing_pair *pairs = buoy_grow(c->pairs, room, sizeof *pairs);
        if (!pairs) {
            m->status = BUOY_ERROR_MEMORY;
            return;
        }
        c->pairs = pairs;
        c->room = room;
    }
    c->pairs[c->count++] = (struct buoy_crossing_pair){(uint32_t)one, (uint32_t)other};
}

// Lanes after the last facet are at no place.
static void fill_leaf(const struct meeting *m, size_t index, struct leaf *leaf) {
    const double inverse = 1.0 / m->pierce->largest;
    for (size_t lane = 0; lane < BUOY_LANES; ++lane) {
        const size_t i = index * BUOY_LANES + lane;
        const struct buoy_pierce_facet *facet = &m->pierce->facets[m->first + i];
        for (int k = 0; k < 3; ++k) {
            float low = INFINITY, high = -INFINITY;
            for (int c = 0; c < 3 && i < m->levels.items[0]; ++c) {
                const float x = (float)(facet->corner[c][k] * inverse);
                low = x < low ? x : low;
                high = x > high ? x : high;
            }
            leaf->low[k][lane] = low - LEAF_SLACK;
            leaf->high[k][lane] = high + LEAF_SLACK;
        }
    }
}

// The lanes of a leaf, as bits, that overlap a box.
static unsigned find_near(const struct leaf *leaf, const float low[3], const float high[3]) {
    static const int bit[BUOY_LANES] = {1,       1 << 1,  1 << 2,  1 << 3, 1 << 4,  1 << 5,
                                        1 << 6,  1 << 7,  1 << 8,  1 << 9, 1 << 10, 1 << 11,
                                        1 << 12, 1 << 13, 1 << 14, 1 << 15};
    int near = 0;
    for (int i = 0; i < BUOY_LANES; ++i) {
        const int is_near = (leaf->low[0][i] <= high[0]) & (leaf->high[0][i] >= low[0]) &
                            (leaf->low[1][i] <= high[1]) & (leaf->high[1][i] >= low[1]) &
                            (leaf->low[2][i] <= high[2]) & (leaf->high[2][i] >= low[2]);
        near |= is_near ? bit[i] : 0;
    }
    return (unsigned)near;
}

static const struct buoy_pierce_box *box_at(const struct meeting *m, int level, size_t index) {
    return &m->pierce->boxes[m->levels.first[level] + index];
}

// Compares the triangles of two leaves, or of one.
static void meet_facets(struct meeting *m, size_t one, size_t other) {
    const struct leaf *a = &m->leaves[one], *b = &m->leaves[other];
    const size_t first = m->first + one * BUOY_LANES, second = m->first + other * BUOY_LANES;
    const struct buoy_pierce_box *box = box_at(m, 0, other);
    const double inverse = 1.0 / m->pierce->largest;
    float low[3], high[3];
    for (int k = 0; k < 3; ++k) {
        low[k] = (float)(box->low[k] * inverse);
        high[k] = (float)(box->high[k] * inverse);
    }
    m->pierce->work += 2 * BUOY_LANES;
    for (unsigned lanes = find_near(a, low, high); lanes != 0; lanes &= lanes - 1) {
        const unsigned i = (unsigned)__builtin_ctz(lanes);
        for (int k = 0; k < 3; ++k) {
            low[k] = a->low[k][i];
            high[k] = a->high[k][i];
        }
        unsigned near = find_near(b, low, high);
        near &= one == other ? ~0u << i << 1 : ~0u; // of one leaf those after this one
        for (; near != 0; near &= near - 1) {
            const unsigned j = (unsigned)__builtin_ctz(near);
            ++m->pierce->work;
            if (cross(&m->pierce->facets[first + i], &m->pierce->facets[second + j])) {
                add_pair(m, first + i, second + j);
            }
        }
    }
}

static bool overlap(const struct buoy_pierce_box *a, const struct buoy_pierce_box *b) {
    return a->low[0] <= b->high[0] && b->low[0] <= a->high[0] && a->low[1] <= b->high[1] &&
           b->low[1] <= a->high[1] && a->low[2] <= b->high[2] && b->low[2] <= a->high[2];
}

// The boxes of the level below, in a box, that overlap another one.
static int list_near(const struct meeting *m, int level, size_t index,
                     const struct buoy_pierce_box *box, size_t near[BUOY_LANES]) {
    const size_t end = (index + 1) * BUOY_LANES, last = m->levels.items[level];
    int count = 0;
    for (size_t i = index * BUOY_LANES; i < (end < last ? end : last); ++i) {
        near[count] = i;
        count += overlap(box_at(m, level - 1, i), box);
    }
    return count;
}

// Compares what is in two boxes of a level, or in one with itself.
static void meet(struct meeting *m, int level, size_t one, size_t other) {
    if (m->pierce->work > m->most_work && m->status == BUOY_OK) {
        m->status = BUOY_ERROR_TOO_LARGE;
    }
    if (m->status != BUOY_OK) {
        return;
    }
    if (level == 0) {
        meet_facets(m, one, other);
        return;
    }
    size_t a[BUOY_LANES], b[BUOY_LANES];
    const int a_count = list_near(m, level, one, box_at(m, level, other), a);
    const int b_count = list_near(m, level, other, box_at(m, level, one), b);
    m->pierce->work += 2 * BUOY_LANES + (uint64_t)(a_count * b_count);
    for (int i = 0; i < a_count; ++i) {
        for (int j = one == other ? i : 0; j < b_count; ++j) {
            if (overlap(box_at(m, level - 1, a[i]), box_at(m, level - 1, b[j]))) {
                meet(m, level - 1, a[i], b[j]);
            }
        }
    }
}

enum buoy_status buoy_crossings_find(struct buoy_pierce *pierce, uint64_t most_work,
                                     struct buoy_crossings *crossings) {
    memset(crossings, 0, sizeof *crossings);
    struct meeting m = {.pierce = pierce, .most_work = most_work, .crossings = crossings};
    for (uint32_t s = 0; s < pierce->surfaces.count && m.status == BUOY_OK; ++s) {
        m.levels = buoy_pierce_levels(&pierce->surface[s]);
        m.first = pierce->surface[s].first;
        const size_t leaves = (m.levels.items[0] + BUOY_LANES - 1) / BUOY_LANES;
        m.leaves = buoy_allocate(leaves, sizeof *m.leaves);
        if (!m.leaves) {
            m.status = BUOY_ERROR_MEMORY;
            break;
        }
        for (size_t i = 0; i < leaves; ++i) {
            fill_leaf(&m, i, &m.leaves[i]);
        }
        if (leaves > 0) {
            meet(&m, m.levels.top, 0, 0);
        }
        buoy_release(m.leaves);
    }
    if (m.status != BUOY_OK) {
        buoy_crossings_free(crossings);
    }
    return m.status;
}

void buoy_crossings_free(struct buoy_crossings *crossings) {
    buoy_release(crossings->pairs);
    memset(crossings, 0, sizeof *crossings);
}
