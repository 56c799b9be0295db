// Closing a soup, and filling it.
//
// A loop of three open edges takes one triangle; a longer one takes a fan around its centroid. If
// the loop is plane, the fan adds to the volume what any other lid in that plane would add, also
// where the loop is not convex and the fan folds over.
//
// A closed soup is filled: its pockets, in which water would stand if it rained, and sealed
// cavities become part of the body. Water on a vertex runs along the edge that falls most steeply,
// down to a vertex without such an edge: the bottom of its basin. The surface around a bottom faces
// up if water stands there, in a pocket, and down if it is the underside of a body. Basins that
// meet are joined, lowest pass first. Where a pocket meets the underside of what is smaller, such
// as a thwart's, that hangs within it and belongs to it; where it meets that of the larger body
// around it, it spills, and is as large as it gets. A cavity never meets another basin. The
// triangles of a pocket that is large enough go, and its rim gets a lid.
#include "base/arithmetic.h"

#include "making/repair.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/vector.h"
#include "mesh/leaves.h"

// -------------------------------------------------------------------------------------- lids

static void add_triangle(struct buoy_soup *soup, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t *corner = soup->indices + 3 * soup->triangle_count++;
    corner[0] = a;
    corner[1] = b;
    corner[2] = c;
}

// Adds a loop's lid, for which there is room; returns the loop's length. Its centroid is the mean
// of its edges' middles, weighted by their lengths, so that a side of many short edges counts as
// much as the same side in one piece.
static double add_lid(struct buoy_soup *soup, const uint32_t *loop, size_t count) {
    static const double none[3] = {0.0, 0.0, 0.0};
    double origin[3], length = 0.0, sum[3] = {0.0, 0.0, 0.0};
    buoy_soup_vertex(soup, loop[0], none, origin); // near the loop, wherever that is
    for (size_t i = 0; i < count; ++i) {
        double a[3], b[3];
        buoy_soup_vertex(soup, loop[i], none, a);
        buoy_soup_vertex(soup, loop[i + 1 < count ? i + 1 : 0], none, b);
        const double edge = buoy_distance(a, b);
        length += edge;
        for (int k = 0; k < 3; ++k) {
            sum[k] += edge * (0.5 * (a[k] + b[k]) - origin[k]);
        }
    }
    if (count == 3) {
        add_triangle(soup, loop[0], loop[1], loop[2]);
        return length;
    }
    const uint32_t apex = (uint32_t)soup->vertex_count++;
    for (int k = 0; k < 3; ++k) {
        const size_t i = 3 * (size_t)apex + (size_t)k;
        soup->positions[i] = (float)(origin[k] + (length > 0.0 ? sum[k] / length : 0.0));
        if (soup->given) {
            soup->given[i] = soup->origin[k] + (double)soup->positions[i];
        }
    }
    for (size_t i = 0; i < count; ++i) {
        add_triangle(soup, loop[i], loop[i + 1 < count ? i + 1 : 0], apex);
    }
    return length;
}

// Makes room for a vertex and as many triangles as there are edges for each loop.
static enum buoy_status make_room(struct buoy_soup *soup, const struct buoy_loops *loops,
                                  struct buoy_error *error) {
    const size_t vertices = soup->vertex_count + loops->count;
    const size_t triangles = soup->triangle_count + loops->start[loops->count];
    if (vertices > BUOY_MAX_TRIANGLES || triangles > BUOY_MAX_TRIANGLES) {
        return buoy_refuse_for(
            error, BUOY_ERROR_TOO_LARGE, BUOY_CAUSE_LARGE,
            "the mesh would have %zu triangles once its %zu loops of open edges are "
            "closed: at most %lu are allowed",
            triangles, loops->count, (unsigned long)BUOY_MAX_TRIANGLES);
    }
    float *positions = buoy_grow(soup->positions, vertices, 3 * sizeof *positions);
    soup->positions = positions ? positions : soup->positions;
    uint32_t *indices = buoy_grow(soup->indices, triangles, 3 * sizeof *indices);
    soup->indices = indices ? indices : soup->indices;
    double *given = soup->given ? buoy_grow(soup->given, vertices, 3 * sizeof *given) : NULL;
    const bool enough = positions && indices && (given || !soup->given);
    soup->given = given ? given : soup->given;
    return enough ? BUOY_OK : buoy_fail_memory(error);
}

static enum buoy_status add_lids(struct buoy_soup *soup, struct buoy_closing *closing,
                                 struct buoy_error *error) {
    struct buoy_loops loops;
    if (buoy_loops_find(soup, &loops) != BUOY_OK) {
        return buoy_fail_memory(error);
    }
    const size_t before = soup->triangle_count;
    const enum buoy_status status = loops.count > 0 ? make_room(soup, &loops, error) : BUOY_OK;
    for (size_t i = 0; i < loops.count && status == BUOY_OK; ++i) {
        closing->length +=
            add_lid(soup, loops.vertices + loops.start[i], loops.start[i + 1] - loops.start[i]);
    }
    closing->loops = loops.count;
    closing->edges = loops.start[loops.count];
    closing->added_triangles = soup->triangle_count - before;
    buoy_loops_free(&loops);
    return status;
}

// ----------------------------------------------------------------------------------- filling

// What is smaller than this share of the body's volume is a dent, and stays.
#define DENT 0.01

struct basin {
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

static uint32_t lowest_of(const struct buoy_soup *soup, size_t t) {
    const uint32_t *corner = &soup->indices[3 * t];
    uint32_t lowest = corner[0];
    for (int c = 1; c < 3; ++c) {
        lowest = is_lower(soup, corner[c], lowest) ? corner[c] : lowest;
    }
    return lowest;
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

// Leaves the bottom of each vertex's basin in `down`: it is the root of a forest, in which basins
// are joined later.
static void drain(const struct buoy_soup *soup, uint32_t *down, double *steepest) {
    static const double none[3] = {0.0, 0.0, 0.0};
    buoy_forest_init(down, (uint32_t)soup->vertex_count);
    for (uint32_t h = 0; h < 6 * soup->triangle_count; ++h) {
        uint32_t from = buoy_half_edge_from(soup, h / 2), to = buoy_half_edge_to(soup, h / 2);
        if (h % 2 == 1) {
            const uint32_t first = from;
            from = to;
            to = first;
        }
        if (is_lower(soup, to, from)) {
            double a[3], b[3];
            buoy_soup_vertex(soup, from, none, a);
            buoy_soup_vertex(soup, to, none, b);
            const double length = buoy_distance(a, b);
            const double slope = length > 0.0 ? (a[2] - b[2]) / length : 0.0;
            if (down[from] == from || slope > steepest[from]) {
                down[from] = to;
                steepest[from] = slope;
            }
        }
    }
    for (uint32_t v = 0; v < soup->vertex_count; ++v) {
        down[v] = buoy_forest_root(down, v);
    }
}

static void begin_basins(const struct buoy_soup *soup, const uint32_t *bottoms,
                         struct basin *basins) {
    for (uint32_t v = 0; v < soup->vertex_count; ++v) {
        basins[v] = (struct basin){
            .low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}, .depth = (double)INFINITY};
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

static int compare_passes(const void *left, const void *right) {
    const struct pass *a = left, *b = right;
    return a->height != b->height ? (a->height < b->height ? -1 : 1)
           : a->a != b->a         ? (a->a < b->a ? -1 : 1)
           : a->b != b->b         ? (a->b < b->b ? -1 : 1)
                                  : 0;
}

static void join(uint32_t *bottoms, struct basin *basins, uint32_t into, uint32_t from) {
    bottoms[from] = into;
    for (int k = 0; k < 2; ++k) {
        basins[into].low[k] = fminf(basins[into].low[k], basins[from].low[k]);
        basins[into].high[k] = fmaxf(basins[into].high[k], basins[from].high[k]);
    }
}

static double seen_area(const struct basin *basin) {
    return ((double)basin->high[0] - (double)basin->low[0]) *
           ((double)basin->high[1] - (double)basin->low[1]);
}

static void meet(uint32_t *bottoms, struct basin *basins, const struct pass *pass) {
    const uint32_t a = buoy_forest_root(bottoms, pass->a), b = buoy_forest_root(bottoms, pass->b);
    if (a == b || (basins[a].spilt && basins[b].spilt)) {
        return;
    }
    if (basins[a].pocket == basins[b].pocket) {
        join(bottoms, basins, basins[b].spilt ? b : a, basins[b].spilt ? a : b);
        return;
    }
    const uint32_t pocket = basins[a].pocket ? a : b, body = basins[a].pocket ? b : a;
    if (seen_area(&basins[body]) < seen_area(&basins[pocket])) {
        join(bottoms, basins, pocket, body);
    } else if (!basins[pocket].spilt) {
        basins[pocket].spilt = true;
        basins[pocket].depth = (double)pass->height;
    }
}

// Joins what meets, and measures pockets.
static void join_basins(const struct buoy_soup *soup, uint32_t *bottoms, struct pass *passes,
                        struct basin *basins) {
    size_t count = 0;
    for (uint32_t h = 0; h < 3 * soup->triangle_count; ++h) {
        const uint32_t a = buoy_half_edge_from(soup, h), b = buoy_half_edge_to(soup, h);
        if (bottoms[a] != bottoms[b] && a < b) {
            const float za = height_of(soup, a), zb = height_of(soup, b);
            passes[count++] = (struct pass){za > zb ? za : zb, bottoms[a], bottoms[b]};
        }
    }
    buoy_sort(passes, count, sizeof *passes, compare_passes);
    for (size_t i = 0; i < count; ++i) {
        meet(bottoms, basins, &passes[i]);
    }
    for (size_t t = 0; t < soup->triangle_count; ++t) {
        struct basin *basin = &basins[buoy_forest_root(bottoms, lowest_of(soup, t))];
        double middle;
        const double facing = 0.5 * facing_up(soup, t, &middle);
        // A cavity is closed, so that the height from which depths count does not matter.
        const double depth = isinf(basin->depth) ? -middle : basin->depth - middle;
        basin->space += facing * depth;
    }
}

// Drops the triangles of pockets, which are open at the top, and of sealed cavities, if they hold
// more than `least`; returns how many. What is left is open along the pockets' rims, whose flat
// tops stay.
static size_t drop_pockets(struct buoy_soup *soup, uint32_t *bottoms, const struct basin *basins,
                           double least) {
    size_t kept = 0;
    const size_t triangles = soup->triangle_count;
    for (size_t t = 0; t < triangles; ++t) {
        const uint32_t lowest = lowest_of(soup, t), root = buoy_forest_root(bottoms, lowest);
        bool within = basins[root].pocket && basins[root].space > least;
        for (size_t c = 0; c < 3 && within; ++c) {
            const uint32_t v = soup->indices[3 * t + c];
            const bool as_high = !((double)height_of(soup, v) < basins[root].depth);
            within = !as_high || buoy_forest_root(bottoms, v) == root ||
                     height_of(soup, lowest) < height_of(soup, v);
        }
        if (!within) {
            memmove(soup->indices + 3 * kept++, soup->indices + 3 * t, 3 * sizeof *soup->indices);
        }
    }
    soup->triangle_count = kept;
    return triangles - kept;
}

static enum buoy_status drop_filled(struct buoy_soup *soup, size_t *dropped) {
    const size_t n = soup->vertex_count;
    uint32_t *bottoms = buoy_allocate(n, sizeof *bottoms);
    double *steepest = buoy_allocate_zeroed(n, sizeof *steepest);
    struct basin *basins = buoy_allocate(n, sizeof *basins);
    struct pass *passes = buoy_allocate(3 * soup->triangle_count, sizeof *passes);
    const bool enough = bottoms && steepest && basins && passes;
    if (enough) {
        double volume = 0.0, middle;
        for (size_t t = 0; t < soup->triangle_count; ++t) {
            const double facing = facing_up(soup, t, &middle);
            volume += 0.5 * facing * middle;
        }
        drain(soup, bottoms, steepest);
        begin_basins(soup, bottoms, basins);
        join_basins(soup, bottoms, passes, basins);
        *dropped = drop_pockets(soup, bottoms, basins, DENT * volume);
    }
    buoy_release(bottoms);
    buoy_release(steepest);
    buoy_release(basins);
    buoy_release(passes);
    return enough ? BUOY_OK : BUOY_ERROR_MEMORY;
}

// ------------------------------------------------------------------------------------- whole

enum buoy_status buoy_soup_close(struct buoy_soup *soup, double tolerance, bool fills,
                                 struct buoy_repairs *repairs, struct buoy_closing *closing,
                                 struct buoy_error *error) {
    const unsigned before_lids = BUOY_MESH_WELD | BUOY_MESH_DROP_REPEATED;
    struct buoy_topology topology;
    size_t repeated = 0, dropped = 0;
    *closing = (struct buoy_closing){0};
    enum buoy_status status = buoy_soup_repair(soup, before_lids, tolerance, repairs, &topology);
    buoy_topology_free(&topology);
    // Faces that are meant to be seen from both sides enclose nothing.
    if (status != BUOY_OK || buoy_soup_void_repeated(soup, true, &repeated) != BUOY_OK) {
        return buoy_fail_memory(error);
    }
    closing->merged_vertices = repairs->welded + repairs->merged;
    closing->dropped_triangles = buoy_soup_drop_degenerate(soup);
    if (soup->triangle_count == 0) {
        return buoy_refuse_for(error, BUOY_ERROR_ZERO_VOLUME, BUOY_CAUSE_FLAT,
                               "every triangle uses a vertex twice: the mesh encloses nothing");
    }
    status = buoy_soup_fix_winding(soup, &closing->turned_triangles);
    if (status == BUOY_OK) {
        BUOY_TRY(add_lids(soup, closing, error));
        if (closing->loops > 0) {
            // Only now is it known which side of each part is its outside.
            status = buoy_soup_fix_winding(soup, &closing->turned_triangles);
        }
    }
    if (status != BUOY_OK) {
        return buoy_fail_winding(error, status);
    }
    if (fills && drop_filled(soup, &dropped) != BUOY_OK) {
        return buoy_fail_memory(error);
    }
    closing->dropped_triangles += dropped;
    // Of a mesh that had open edges only the lids on rims are told apart from then on.
    return dropped > 0 ? add_lids(soup, closing, error) : BUOY_OK;
}

void buoy_closing_measure(const struct buoy_mesh *mesh, struct buoy_closing *closing) {
    const uint32_t first = mesh->triangle_count - (uint32_t)closing->added_triangles;
    const double square = mesh->scale * mesh->scale;
    double area = 0.0, three_volumes = 0.0;
    for (uint32_t t = first; t < mesh->triangle_count; ++t) {
        double v[3][3], outward[3];
        buoy_exact_corners(mesh, mesh->middle, t, v);
        buoy_area_vector(v, outward);
        three_volumes += buoy_dot(outward, v[0]);
        area += buoy_length(outward);
    }
    closing->added_area = area * square;
    closing->added_volume = three_volumes / 3.0 * (square * mesh->scale);
}
