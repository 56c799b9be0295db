// Sample lines through a closed soup: a grid of columns, each followed from below.
#include "winding/lines.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "mesh/columns.h"

// How many crossings and rows of triangles may be visited.
#define VISITS (1 << 22)

// Crossings of a line closer than this, times the diagonal, are at one height: 64 units in the
// last place of a float.
#define TOUCHING 0x1p-18

struct level {
    double z;
    int sign;
};

// The heights at which lines meet the surface. When all are collected, those of line i are
// levels[start[i − 1]] to levels[start[i] − 1]; until then start[i] is the place of its next one.
struct lines {
    const struct buoy_soup *soup;
    double low[3], size[3], diagonal; // of the bounding box
    uint32_t per_side;
    uint32_t *start;
    struct level *levels;
};

static void read_corners(const struct buoy_soup *soup, size_t triangle, struct buoy_corner c[3]) {
    for (size_t k = 0; k < 3; ++k) {
        const float *p = soup->positions + 3 * (size_t)soup->indices[3 * triangle + k];
        c[k] = (struct buoy_corner){p[0], p[1], p[2]};
    }
}

// The bounding box of the vertices that triangles use.
static void find_box(struct lines *lines) {
    double squares = 0.0;
    for (size_t k = 0; k < 3; ++k) {
        double low = (double)INFINITY, high = -(double)INFINITY;
        for (size_t i = 0; i < 3 * lines->soup->triangle_count; ++i) {
            const double x = lines->soup->positions[3 * (size_t)lines->soup->indices[i] + k];
            low = x < low ? x : low;
            high = x > high ? x : high;
        }
        lines->low[k] = low;
        lines->size[k] = high - low;
        squares += lines->size[k] * lines->size[k];
    }
    lines->diagonal = sqrt(squares);
}

// Makes the grid coarser until little enough is visited. The crossings are the triangles' areas
// projected along z, in cells; the rows are their extents along y, in cells.
static void choose_grid(struct lines *lines) {
    double shadow = 0.0, height = 0.0;
    for (size_t t = 0; t < lines->soup->triangle_count; ++t) {
        struct buoy_corner c[3];
        read_corners(lines->soup, t, c);
        shadow += 0.5 * fabs((c[1].x - c[0].x) * (c[2].y - c[0].y) -
                             (c[1].y - c[0].y) * (c[2].x - c[0].x));
        height += fmax(fmax(c[0].y, c[1].y), c[2].y) - fmin(fmin(c[0].y, c[1].y), c[2].y);
    }
    const double x = lines->size[0], y = lines->size[1];
    while (lines->per_side > 1 &&
           shadow / (x * y) * lines->per_side * lines->per_side + height / y * lines->per_side >
               VISITS) {
        lines->per_side /= 2;
    }
}

static void count_crossing(void *context, const struct buoy_crossing *crossing) {
    struct lines *lines = context;
    ++lines->start[crossing->j * lines->per_side + crossing->i + 1];
}

static void store_crossing(void *context, const struct buoy_crossing *crossing) {
    struct lines *lines = context;
    const uint32_t line = crossing->j * lines->per_side + crossing->i;
    lines->levels[lines->start[line]++] = (struct level){crossing->z, crossing->sign};
}

static void visit(struct lines *lines, buoy_crossing_visitor *visitor) {
    const double kx = lines->per_side / lines->size[0], ky = lines->per_side / lines->size[1];
    for (size_t t = 0; t < lines->soup->triangle_count; ++t) {
        struct buoy_corner c[3];
        read_corners(lines->soup, t, c);
        for (int k = 0; k < 3; ++k) {
            c[k].x = (c[k].x - lines->low[0]) * kx - 0.5;
            c[k].y = (c[k].y - lines->low[1]) * ky - 0.5;
        }
        buoy_visit_crossings(lines->per_side, c, visitor, lines);
    }
}

static int compare_levels(const void *left, const void *right) {
    const double a = ((const struct level *)left)->z, b = ((const struct level *)right)->z;
    return (a > b) - (a < b);
}

// Most lines meet the surface twice.
static void sort_levels(struct level *levels, size_t count) {
    if (count != 2) {
        buoy_sort(levels, count, sizeof *levels, compare_levels);
    } else if (levels[0].z > levels[1].z) {
        const struct level swap = levels[0];
        levels[0] = levels[1];
        levels[1] = swap;
    }
}

// Follows a line upward.
static void follow(const struct lines *lines, uint32_t line, double *longest,
                   struct buoy_sight *sight) {
    const uint32_t first = line ? lines->start[line - 1] : 0, end = lines->start[line];
    struct level *levels = lines->levels;
    const double width[2] = {lines->size[0] / lines->per_side, lines->size[1] / lines->per_side};
    if (first == end) {
        return;
    }
    sort_levels(levels + first, end - first);
    int winding = 0;
    for (uint32_t i = first; i + 1 < end; ++i) {
        winding += levels[i].sign;
        const double stretch = levels[i + 1].z - levels[i].z;
        if (winding == 0 || winding == 1 || !(stretch > TOUCHING * lines->diagonal)) {
            continue;
        }
        sight->overlap = true;
        if (winding < 0) {
            sight->inverted_volume -= winding * stretch * width[0] * width[1];
        }
        if (winding < 0 && stretch > *longest) {
            *longest = stretch;
            const uint32_t column = line % lines->per_side, row = line / lines->per_side;
            sight->inverted_at[0] = lines->low[0] + (column + 0.5) * width[0];
            sight->inverted_at[1] = lines->low[1] + (row + 0.5) * width[1];
            sight->inverted_at[2] = 0.5 * (levels[i].z + levels[i + 1].z);
        }
    }
}

// Collects the crossings; false if out of memory.
static bool collect(struct lines *lines) {
    const size_t count = (size_t)lines->per_side * lines->per_side;
    lines->start = buoy_allocate_zeroed(count + 1, sizeof *lines->start);
    if (!lines->start) {
        return false;
    }
    visit(lines, count_crossing);
    for (size_t i = 0; i < count; ++i) {
        lines->start[i + 1] += lines->start[i];
    }
    lines->levels = buoy_allocate(lines->start[count] + (size_t)1, sizeof *lines->levels);
    if (!lines->levels) {
        return false;
    }
    visit(lines, store_crossing);
    return true;
}

enum buoy_status buoy_lines_look(const struct buoy_soup *soup, uint32_t per_side,
                                 struct buoy_sight *sight) {
    memset(sight, 0, sizeof *sight);
    struct lines lines = {.soup = soup, .per_side = per_side};
    find_box(&lines);
    if (!(lines.size[0] > 0.0 && lines.size[1] > 0.0)) {
        return BUOY_OK; // flat
    }
    choose_grid(&lines);
    const bool collected = collect(&lines);
    double longest = 0.0;
    for (uint32_t i = 0; collected && i < lines.per_side * lines.per_side; ++i) {
        follow(&lines, i, &longest, sight);
    }
    buoy_release(lines.start);
    buoy_release(lines.levels);
    return collected ? BUOY_OK : BUOY_ERROR_MEMORY;
}
