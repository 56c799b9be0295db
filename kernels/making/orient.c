// Turning whole surfaces outward, or inward where they are cavities.
#include "orient.h"

#include <math.h>
#include <stdlib.h>

#include "pierce.h"
#include "vector.h"

// Surfaces closer to a point than this, times the mesh's extent in z, touch it: 64 units in the
// last place of a float.
#define TOUCHING 0x1p-18

struct shell {
    size_t first, end;      // its triangles are orientation.list[first] to [end − 1]
    double low[3], high[3]; // bounding box
    double volume;          // 0 if its sign is not certain, or it is one-sided
    bool one_sided;
    bool turned;
};

struct orientation {
    const struct buoy_soup *soup;
    bool *turn;
    struct shell *shells; // once sorted, the largest first
    uint32_t count;
    uint32_t *list;     // the triangles, those of a shell together
    uint32_t *shell_of; // of each triangle: its place in `shells`
    double touching;
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

// The volume of a shell, closed by a fan around the centre of its box. An open shell's depends on
// that apex: moving it by δ adds ⅓ δ·A, A the sum of all area vectors. The sign is certain if it
// is the same for every apex in the box.
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

// Larger ones first, so that what a shell lies in is settled before it.
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
    qsort(o->shells, o->count, sizeof *o->shells, compare_shells);
    for (uint32_t s = 0; s < o->count; ++s) {
        for (size_t i = o->shells[s].first; i < o->shells[s].end; ++i) {
            o->shell_of[o->list[i]] = s;
        }
    }
}

// How often shells wind around a point: as wound now, and as they were given, made consistent.
struct standing {
    const struct orientation *orientation;
    uint32_t larger; // only of shells before this one
    double now, given;
};

// Of a closed shell, the crossings below the point and those above it add up to the same number.
// The mean of the two gives a point on the surface one half, and one in an open bowl too.
static void count_crossing(void *context, uint32_t triangle, double beyond, int sign) {
    struct standing *standing = context;
    const struct orientation *o = standing->orientation;
    const uint32_t s = o->shell_of[triangle];
    if (s >= standing->larger || fabs(beyond) <= o->touching) {
        return;
    }
    const double half = (beyond < 0.0) == (sign > 0) ? 0.5 : -0.5;
    const double now = o->turn[triangle] ? -half : half;
    standing->now += now;
    standing->given += o->shells[s].turned ? -now : now;
}

static const float *corner_of(const struct orientation *o, const struct shell *shell, size_t i) {
    const size_t h = 3 * (size_t)o->list[shell->first + i / 3] + i % 3;
    return o->soup->positions + 3 * (size_t)o->soup->indices[h];
}

// The shell's first and last vertex along (1, 1, 1): of a box two opposite corners, so that only
// one of them lies in a face that touches another shell.
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

// Whether a shell is a cavity of larger ones. An end within counts one at most, an end touching
// them from within or without one half: above one, the shell is within.
static bool is_cavity(const struct orientation *o, const struct buoy_pierce *pierce,
                      uint32_t index) {
    const struct shell *shell = &o->shells[index];
    const float *ends[2];
    find_ends(o, shell, ends);
    double now = 0.0, inside_out = 0.0;
    for (int i = 0; i < 2; ++i) {
        struct standing standing = {o, index, 0.0, 0.0};
        buoy_pierce_visit(pierce, ends[i], count_crossing, &standing);
        now += fmin(standing.now, 1.0);
        inside_out += fmin(-standing.given, 1.0);
    }
    return now > 1.0 && (shell->volume < 0.0 || inside_out > 1.0);
}

static void turn_shell(struct orientation *o, struct shell *shell) {
    shell->turned = true;
    for (size_t i = shell->first; i < shell->end; ++i) {
        o->turn[o->list[i]] = !o->turn[o->list[i]];
    }
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
    o->touching = TOUCHING * (high - low);
    struct buoy_pierce *pierce = buoy_pierce_make(o->soup);
    if (!pierce) {
        return BUOY_ERROR_MEMORY;
    }
    for (uint32_t s = inward; s < o->count; ++s) {
        struct shell *shell = &o->shells[s];
        if (!shell->one_sided && (shell->volume < 0.0) != is_cavity(o, pierce, s)) {
            turn_shell(o, shell);
        }
    }
    buoy_pierce_free(pierce);
    return BUOY_OK;
}

enum buoy_status buoy_shells_orient(const struct buoy_shells *shells) {
    const size_t triangles = shells->soup->triangle_count;
    struct orientation o = {
        .soup = shells->soup,
        .turn = shells->turn,
        .shells = calloc(shells->count, sizeof *o.shells),
        .count = shells->count,
        .list = malloc(triangles * sizeof *o.list),
        .shell_of = malloc(triangles * sizeof *o.shell_of),
    };
    enum buoy_status status = BUOY_ERROR_MEMORY;
    if (o.shells && o.list && o.shell_of) {
        list_shells(&o, shells);
        sort_shells(&o);
        status = orient(&o);
    }
    free(o.shells);
    free(o.list);
    free(o.shell_of);
    return status;
}
