// Turning whole surfaces outward, or inward where they are cavities.
#include "base/arithmetic.h"

#include "soup/orient.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "base/vector.h"
#include "soup/around.h"

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
static void list_shells(struct orientation *o, const struct buoy_shells *shells) {
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

enum buoy_status buoy_shells_orient(const struct buoy_shells *shells) {
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
