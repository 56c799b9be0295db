// Repairing a soup: vertices merged, repeated triangles left out, winding mended. What could change
// a sound mesh is done on trial: it stands if fewer edges are faulty afterwards.
#include "base/arithmetic.h"

#include "making/repair.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/vector.h"

// ----------------------------------------------------------------------- repeated triangles

enum buoy_status buoy_soup_void_repeated(struct buoy_soup *soup, bool either_way,
                                         size_t *repeated) {
    struct buoy_triple *triples = buoy_triples_sort(soup, either_way);
    if (!triples) {
        return BUOY_ERROR_MEMORY;
    }
    for (size_t i = 1; i < soup->triangle_count; ++i) {
        const struct buoy_triple *a = &triples[i - 1], *b = &triples[i];
        const uint32_t *v = b->vertex;
        if (buoy_triples_same(a, b) && a->odd == b->odd && v[0] < v[1] && v[1] < v[2]) {
            uint32_t *corner = soup->indices + 3 * (size_t)b->triangle;
            corner[1] = corner[2] = corner[0];
            ++*repeated;
        }
    }
    buoy_release(triples);
    return BUOY_OK;
}

// ----------------------------------------------------------------------------- near vertices

// Vertices that become one: at first a vertex alone. Space is divided into cells a little wider
// than vertices may be apart; the cell is that of the vertex that the group began with.
struct group {
    double cell[3], low[3], high[3]; // its bounding box
    uint32_t vertex;                 // one of them
};

// The most groups of several vertices, or that may become so, that begin in one cell. Only
// contrived meshes have more: then the other vertices of that cell stay apart.
#define MOST_GROUPS 32

static int compare_cells(const double a[3], const double b[3]) {
    for (int k = 0; k < 3; ++k) {
        if (a[k] != b[k]) {
            return a[k] < b[k] ? -1 : 1;
        }
    }
    return 0;
}

static int compare_groups(const void *left, const void *right) {
    const struct group *a = left, *b = right;
    const int order = compare_cells(a->cell, b->cell);
    return order ? order : (a->vertex > b->vertex) - (a->vertex < b->vertex);
}

// The length of the bounding box's diagonal, and its lowest corner.
static double find_diagonal(const struct buoy_soup *soup, double corner[3]) {
    double extent[3];
    for (size_t k = 0; k < 3; ++k) {
        double low = (double)INFINITY, high = -(double)INFINITY;
        for (size_t i = 0; i < 3 * soup->triangle_count; ++i) {
            const double x = soup->positions[3 * (size_t)soup->indices[i] + k];
            low = fmin(low, x);
            high = fmax(high, x);
        }
        corner[k] = low;
        extent[k] = high - low;
    }
    return buoy_length(extent);
}

// Where to look for groups near a cell: rows of cells, each of them three long, but for the cell's
// own, in which later cells are still empty. A row's first group is at `at`; cells come in
// ascending order, so that it only moves on.
static const double rows[5][2] = {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 0}};

// The nearest of the groups before `one` that it may join, by the diagonal of the box around both;
// `count` if there is none.
static size_t find_near(const struct group *groups, size_t count, const struct group *one,
                        double *most, size_t at[5]) {
    size_t near = count;
    for (int r = 0; r < 5; ++r) {
        const double x = one->cell[0] + rows[r][0], y = one->cell[1] + rows[r][1];
        const double first[3] = {x, y, one->cell[2] - 1.0}, last[3] = {x, y, one->cell[2] + 1.0};
        while (at[r] < count && compare_cells(groups[at[r]].cell, first) < 0) {
            ++at[r];
        }
        for (size_t i = at[r]; i < count && compare_cells(groups[i].cell, last) <= 0; ++i) {
            double sides[3];
            for (int k = 0; k < 3; ++k) {
                sides[k] =
                    fmax(groups[i].high[k], one->high[k]) - fmin(groups[i].low[k], one->low[k]);
            }
            const double extent = buoy_length(sides);
            if (extent <= *most && (near == count || extent < *most)) {
                near = i;
                *most = extent;
            }
        }
    }
    return near;
}

// Merges ends of faulty edges as long as the box around those that become one has a diagonal of
// `most` or less. The time is that of sorting, wherever the vertices are: none is compared with
// more than 27 cells' groups.
static enum buoy_status merge_near(struct buoy_soup *soup, const struct buoy_topology *topology,
                                   double most, struct buoy_repairs *repairs) {
    static const double none[3] = {0.0, 0.0, 0.0};
    const size_t ends = topology->open_vertex_count;
    uint32_t *kept = buoy_allocate(soup->vertex_count, sizeof *kept); // a forest
    struct group *groups = buoy_allocate(ends, sizeof *groups);       // at first each end by itself
    double corner[3];
    if (!kept || !groups) {
        buoy_release(kept);
        buoy_release(groups);
        return BUOY_ERROR_MEMORY;
    }
    // A cell is wider by 2⁻¹⁰ than vertices may be apart, so that rounding cannot set two such
    // vertices two cells apart.
    const double width = fmax(most, 0x1p-40 * find_diagonal(soup, corner)) * (1.0 + 0x1p-10);
    for (size_t i = 0; i < ends; ++i) {
        struct group *group = &groups[i];
        group->vertex = topology->open_vertices[i];
        buoy_soup_vertex(soup, group->vertex, none, group->low);
        for (int k = 0; k < 3; ++k) {
            group->high[k] = group->low[k];
            group->cell[k] = floor((group->low[k] - corner[k]) / width);
        }
    }
    buoy_sort(groups, ends, sizeof *groups, compare_groups);
    buoy_forest_init(kept, (uint32_t)soup->vertex_count);
    size_t count = 0, at[5] = {0};
    for (size_t i = 0; i < ends; ++i) {
        const struct group one = groups[i];
        double extent = most;
        const size_t near = find_near(groups, count, &one, &extent, at);
        if (near < count) {
            struct group *group = &groups[near];
            for (int k = 0; k < 3; ++k) {
                group->low[k] = fmin(group->low[k], one.low[k]);
                group->high[k] = fmax(group->high[k], one.high[k]);
            }
            buoy_forest_unite(kept, group->vertex, one.vertex);
            repairs->distance = fmax(repairs->distance, extent);
        } else if (count < MOST_GROUPS ||
                   compare_cells(groups[count - MOST_GROUPS].cell, one.cell) != 0) {
            groups[count++] = one;
        }
    }
    for (uint32_t v = 0; v < soup->vertex_count; ++v) {
        kept[v] = buoy_forest_root(kept, v);
        repairs->merged += kept[v] != v;
    }
    buoy_soup_keep_vertices(soup, kept);
    buoy_release(kept);
    buoy_release(groups);
    return BUOY_OK;
}

// ------------------------------------------------------------------------------------- trials

static size_t count_faults(const struct buoy_topology *topology) {
    return topology->open_edges + topology->inconsistent_edges + topology->unbalanced_edges;
}

// Does a repair on trial: leaves out repeated triangles if `most` is below 0, else merges vertices
// up to `most` apart. Keeps its result, and the repairs, if fewer edges are faulty.
static enum buoy_status attempt(struct buoy_soup *soup, double most, struct buoy_repairs *repairs,
                                struct buoy_topology *topology) {
    struct buoy_soup trial;
    struct buoy_topology after = {0};
    struct buoy_repairs more = *repairs;
    enum buoy_status status = buoy_soup_copy_again(soup, &trial);
    if (status == BUOY_OK) {
        status = most < 0.0 ? buoy_soup_void_repeated(&trial, false, &more.repeated)
                            : merge_near(&trial, topology, most, &more);
    }
    if (status == BUOY_OK && (more.repeated > repairs->repeated || more.merged > repairs->merged)) {
        status = buoy_topology_find(&trial, &after);
        if (status == BUOY_OK && count_faults(&after) < count_faults(topology)) {
            buoy_soup_free(soup);
            buoy_topology_free(topology);
            *soup = trial;
            *topology = after;
            *repairs = more;
            return BUOY_OK;
        }
    }
    buoy_soup_free(&trial);
    buoy_topology_free(&after);
    return status;
}

enum buoy_status buoy_soup_repair(struct buoy_soup *soup, unsigned flags, double tolerance,
                                  struct buoy_repairs *repairs, struct buoy_topology *topology) {
    const size_t vertices = soup->vertex_count;
    memset(repairs, 0, sizeof *repairs);
    memset(topology, 0, sizeof *topology);
    if (flags & BUOY_MESH_WELD) {
        BUOY_TRY(buoy_soup_weld(soup));
        repairs->welded = vertices - soup->vertex_count;
    }
    if (flags & BUOY_MESH_FIX_WINDING) {
        BUOY_TRY(buoy_soup_fix_winding(soup, &repairs->turned));
    }
    BUOY_TRY(buoy_topology_find(soup, topology));
    if (!topology->closed && flags & BUOY_MESH_DROP_REPEATED) {
        BUOY_TRY(attempt(soup, -1.0, repairs, topology));
    }
    if (!topology->closed && flags & BUOY_MESH_WELD && tolerance >= 0.0) {
        const double share = tolerance > 0.0 ? tolerance : BUOY_WELD_TOLERANCE;
        double corner[3];
        BUOY_TRY(attempt(soup, share * find_diagonal(soup, corner), repairs, topology));
    }
    if (flags & BUOY_MESH_FIX_WINDING && (repairs->repeated > 0 || repairs->merged > 0)) {
        BUOY_TRY(buoy_soup_fix_winding(soup, &repairs->turned));
        buoy_topology_free(topology);
        BUOY_TRY(buoy_topology_find(soup, topology));
    }
    return BUOY_OK;
}

enum buoy_status buoy_fail_winding(struct buoy_error *error, enum buoy_status status) {
    return status == BUOY_ERROR_TOO_LARGE
               ? buoy_refuse_for(error, status, BUOY_CAUSE_TANGLED, BUOY_TANGLED)
               : buoy_fail_memory(error);
}
