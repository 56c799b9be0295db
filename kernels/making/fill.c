// Filling a closed soup: its pockets, in which water would stand if it rained, and sealed cavities
// become part of the body.
//
// Water on a vertex runs along the edge that falls most steeply, down to a vertex without such an
// edge: the bottom of its basin. The surface around a bottom faces up if water stands there, in a
// pocket, and down if it is the underside of a body. Basins that meet are joined, lowest pass
// first. Where a pocket meets the underside of what is smaller, such as a thwart's, that hangs
// within it and belongs to it; where it meets that of the larger body around it, it spills, and is
// as large as it gets. A cavity never meets another basin. The triangles of a pocket that is large
// enough go, and its rim gets a lid.
#include "base/arithmetic.h"

#include "making/repair.h"

#include <math.h>

#include "base/memory.h"

// What is smaller than this share of the body's volume is a dent, and stays.
#define DENT 0.01

struct basin {
    uint32_t joined;       // itself, or one that it has been joined to
    bool pocket, spilt;    // spilt: a pocket that has met the body around it
    float low[2], high[2]; // extents from above
    double depth;          // of the pass where it spills, as a height
    double facing;         // twice the area seen from above of the triangles at its bottom
    double space;          // volume of a pocket, below its pass
};

// A pass between the basins of an edge's ends.
struct pass {
    float height;
    uint32_t a, b;
};

static float height_of(const struct buoy_soup *soup, uint32_t vertex) {
    return soup->positions[3 * (size_t)vertex + 2];
}

// Lower, or as low and earlier.
static bool is_lower(const struct buoy_soup *soup, uint32_t a, uint32_t b) {
    const float za = height_of(soup, a), zb = height_of(soup, b);
    return za < zb || (za == zb && a < b);
}

static void look_down(const struct buoy_soup *soup, uint32_t from, uint32_t to, uint32_t *down,
                      double *steepest) {
    if (!is_lower(soup, to, from)) {
        return;
    }
    double square = 0.0;
    for (size_t k = 0; k < 3; ++k) {
        const double difference = (double)soup->positions[3 * (size_t)from + k] -
                                  (double)soup->positions[3 * (size_t)to + k];
        square += difference * difference;
    }
    const double fall = (double)height_of(soup, from) - (double)height_of(soup, to);
    const double slope = square > 0.0 ? fall / sqrt(square) : 0.0;
    if (down[from] == from || slope > steepest[from]) {
        down[from] = to;
        steepest[from] = slope;
    }
}

// Leaves the bottom of each vertex's basin in `down`.
static void drain(const struct buoy_soup *soup, uint32_t *down, double *steepest) {
    for (uint32_t v = 0; v < soup->vertex_count; ++v) {
        down[v] = v;
    }
    for (size_t h = 0; h < 3 * soup->triangle_count; ++h) {
        const uint32_t a = soup->indices[h], b = soup->indices[h % 3 == 2 ? h - 2 : h + 1];
        look_down(soup, a, b, down, steepest);
        look_down(soup, b, a, down, steepest);
    }
    for (uint32_t v = 0; v < soup->vertex_count; ++v) {
        uint32_t bottom = v;
        while (down[bottom] != bottom) {
            bottom = down[bottom];
        }
        for (uint32_t at = v; at != bottom;) {
            const uint32_t next = down[at];
            down[at] = bottom;
            at = next;
        }
    }
}

static uint32_t root_of(struct basin *basins, uint32_t at) {
    while (basins[at].joined != at) {
        basins[at].joined = basins[basins[at].joined].joined;
        at = basins[at].joined;
    }
    return at;
}

static double seen_area(const struct basin *basin) {
    return ((double)basin->high[0] - (double)basin->low[0]) *
           ((double)basin->high[1] - (double)basin->low[1]);
}

// Twice a triangle's area as seen from above, positive if it faces up; its height in the middle.
static double facing_up(const struct buoy_soup *soup, size_t t, double *middle) {
    const float *p[3];
    *middle = 0.0;
    for (size_t c = 0; c < 3; ++c) {
        p[c] = &soup->positions[3 * (size_t)soup->indices[3 * t + c]];
        *middle += (double)p[c][2] / 3.0;
    }
    return ((double)p[1][0] - (double)p[0][0]) * ((double)p[2][1] - (double)p[0][1]) -
           ((double)p[1][1] - (double)p[0][1]) * ((double)p[2][0] - (double)p[0][0]);
}

static uint32_t lowest_of(const struct buoy_soup *soup, size_t t) {
    const uint32_t *corner = &soup->indices[3 * t];
    uint32_t lowest = corner[0];
    for (int c = 1; c < 3; ++c) {
        lowest = is_lower(soup, corner[c], lowest) ? corner[c] : lowest;
    }
    return lowest;
}

static int compare_passes(const void *left, const void *right) {
    const struct pass *a = left, *b = right;
    return a->height != b->height ? (a->height < b->height ? -1 : 1)
           : a->a != b->a         ? (a->a < b->a ? -1 : 1)
           : a->b != b->b         ? (a->b < b->b ? -1 : 1)
                                  : 0;
}

static void begin_basins(const struct buoy_soup *soup, const uint32_t *bottoms,
                         struct basin *basins) {
    for (uint32_t v = 0; v < soup->vertex_count; ++v) {
        basins[v] = (struct basin){.joined = v,
                                   .low = {INFINITY, INFINITY},
                                   .high = {-INFINITY, -INFINITY},
                                   .depth = (double)INFINITY};
    }
    for (uint32_t v = 0; v < soup->vertex_count; ++v) {
        struct basin *basin = &basins[bottoms[v]];
        for (size_t k = 0; k < 2; ++k) {
            basin->low[k] = fminf(basin->low[k], soup->positions[3 * (size_t)v + k]);
            basin->high[k] = fmaxf(basin->high[k], soup->positions[3 * (size_t)v + k]);
        }
    }
    for (size_t h = 0; h < 3 * soup->triangle_count; ++h) {
        const uint32_t v = soup->indices[h];
        double middle;
        if (bottoms[v] == v) {
            basins[v].facing += facing_up(soup, h / 3, &middle);
        }
    }
    for (uint32_t v = 0; v < soup->vertex_count; ++v) {
        basins[v].pocket = basins[v].facing > 0.0;
    }
}

static void join(struct basin *basins, uint32_t into, uint32_t from) {
    basins[from].joined = into;
    for (int k = 0; k < 2; ++k) {
        basins[into].low[k] = fminf(basins[into].low[k], basins[from].low[k]);
        basins[into].high[k] = fmaxf(basins[into].high[k], basins[from].high[k]);
    }
}

static void meet(struct basin *basins, const struct pass *pass) {
    const uint32_t a = root_of(basins, pass->a), b = root_of(basins, pass->b);
    if (a == b || (basins[a].spilt && basins[b].spilt)) {
        return;
    }
    if (basins[a].pocket == basins[b].pocket) {
        join(basins, basins[b].spilt ? b : a, basins[b].spilt ? a : b);
        return;
    }
    const uint32_t pocket = basins[a].pocket ? a : b, body = basins[a].pocket ? b : a;
    if (seen_area(&basins[body]) < seen_area(&basins[pocket])) {
        join(basins, pocket, body);
    } else if (!basins[pocket].spilt) {
        basins[pocket].spilt = true;
        basins[pocket].depth = (double)pass->height;
    }
}

// Joins what meets, and measures pockets.
static void join_basins(const struct buoy_soup *soup, const uint32_t *bottoms, struct pass *passes,
                        struct basin *basins) {
    size_t count = 0;
    for (size_t h = 0; h < 3 * soup->triangle_count; ++h) {
        const uint32_t a = soup->indices[h], b = soup->indices[h % 3 == 2 ? h - 2 : h + 1];
        if (bottoms[a] != bottoms[b] && a < b) {
            const float za = height_of(soup, a), zb = height_of(soup, b);
            passes[count++] = (struct pass){za > zb ? za : zb, bottoms[a], bottoms[b]};
        }
    }
    buoy_sort(passes, count, sizeof *passes, compare_passes);
    for (size_t i = 0; i < count; ++i) {
        meet(basins, &passes[i]);
    }
    for (size_t t = 0; t < soup->triangle_count; ++t) {
        struct basin *basin = &basins[root_of(basins, bottoms[lowest_of(soup, t)])];
        double middle;
        const double facing = 0.5 * facing_up(soup, t, &middle);
        // A cavity is closed, so that the height from which depths count does not matter.
        const double depth = isinf(basin->depth) ? -middle : basin->depth - middle;
        basin->space += facing * depth;
    }
}

// Whether a triangle belongs to a pocket: not the flat top of its rim.
static bool is_within(const struct buoy_soup *soup, size_t t, const uint32_t *bottoms,
                      struct basin *basins) {
    const uint32_t root = root_of(basins, bottoms[lowest_of(soup, t)]);
    bool within = true;
    for (size_t c = 0; c < 3; ++c) {
        const uint32_t v = soup->indices[3 * t + c];
        const bool as_high = !((double)height_of(soup, v) < basins[root].depth);
        within = within && (!as_high || root_of(basins, bottoms[v]) == root ||
                            height_of(soup, lowest_of(soup, t)) < height_of(soup, v));
    }
    return within;
}

static void drop_pockets(struct buoy_soup *soup, const uint32_t *bottoms, struct basin *basins,
                         double least, size_t *dropped) {
    size_t kept = 0;
    for (size_t t = 0; t < soup->triangle_count; ++t) {
        const struct basin *basin = &basins[root_of(basins, bottoms[lowest_of(soup, t)])];
        if (basin->pocket && basin->space > least && is_within(soup, t, bottoms, basins)) {
            ++*dropped;
            continue;
        }
        for (size_t c = 0; c < 3; ++c) {
            soup->indices[3 * kept + c] = soup->indices[3 * t + c];
        }
        ++kept;
    }
    soup->triangle_count = kept;
}

enum buoy_status buoy_soup_fill(struct buoy_soup *soup, size_t *dropped) {
    const size_t n = soup->vertex_count;
    uint32_t *bottoms = buoy_allocate(n, sizeof *bottoms);
    double *steepest = buoy_allocate_zeroed(n, sizeof *steepest);
    struct basin *basins = buoy_allocate(n, sizeof *basins);
    struct pass *passes = buoy_allocate(3 * soup->triangle_count, sizeof *passes);
    const bool enough = bottoms && steepest && basins && passes;
    *dropped = 0;
    if (enough) {
        double volume = 0.0, middle;
        for (size_t t = 0; t < soup->triangle_count; ++t) {
            const double facing = facing_up(soup, t, &middle);
            volume += 0.5 * facing * middle;
        }
        drain(soup, bottoms, steepest);
        begin_basins(soup, bottoms, basins);
        join_basins(soup, bottoms, passes, basins);
        drop_pockets(soup, bottoms, basins, DENT * volume, dropped);
    }
    buoy_release(bottoms);
    buoy_release(steepest);
    buoy_release(basins);
    buoy_release(passes);
    return enough ? BUOY_OK : BUOY_ERROR_MEMORY;
}
