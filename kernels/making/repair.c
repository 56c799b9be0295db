// Repairing a soup: vertices merged, repeated triangles left out, winding mended. What could change
// a sound mesh is done on trial: it stands if fewer edges are faulty afterwards.
#include "making/repair.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "base/vector.h"
#include "soup/forest.h"

// ----------------------------------------------------------------------- repeated triangles

// A triangle's vertices in ascending order, whether its own order is an odd permutation of that,
// and the triangle.
struct triple {
    uint32_t vertex[3], odd, triangle;
};

static struct triple triple_of(const struct buoy_soup *soup, uint32_t triangle, bool either_way) {
    struct triple triple = {.triangle = triangle};
    memcpy(triple.vertex, soup->indices + 3 * (size_t)triangle, sizeof triple.vertex);
    uint32_t *v = triple.vertex;
    for (int i = 0; i < 3; ++i) { // three exchanges sort three numbers
        const int k = i == 1 ? 1 : 0;
        if (v[k + 1] < v[k]) {
            const uint32_t swap = v[k];
            v[k] = v[k + 1];
            v[k + 1] = swap;
            triple.odd ^= !either_way;
        }
    }
    return triple;
}

static int compare_triples(const void *left, const void *right) {
    const struct triple *a = left, *b = right;
    const uint32_t one[] = {a->vertex[0], a->vertex[1], a->vertex[2], a->odd, a->triangle};
    const uint32_t two[] = {b->vertex[0], b->vertex[1], b->vertex[2], b->odd, b->triangle};
    for (int k = 0; k < 5; ++k) {
        if (one[k] != two[k]) {
            return one[k] < two[k] ? -1 : 1;
        }
    }
    return 0;
}

enum buoy_status buoy_soup_void_repeated(struct buoy_soup *soup, bool either_way,
                                         size_t *repeated) {
    const size_t count = soup->triangle_count;
    struct triple *triples = buoy_allocate(count, sizeof *triples);
    if (!triples) {
        return BUOY_ERROR_MEMORY;
    }
    for (uint32_t t = 0; t < count; ++t) {
        triples[t] = triple_of(soup, t, either_way);
    }
    buoy_sort(triples, count, sizeof *triples, compare_triples);
    for (size_t i = 1; i < count; ++i) {
        const struct triple *a = &triples[i - 1], *b = &triples[i];
        const uint32_t *v = b->vertex;
        if (memcmp(a->vertex, v, sizeof a->vertex) == 0 && a->odd == b->odd && v[0] < v[1] &&
            v[1] < v[2]) {
            uint32_t *corner = soup->indices + 3 * (size_t)b->triangle;
            corner[1] = corner[2] = corner[0];
            ++*repeated;
        }
    }
    buoy_release(triples);
    return BUOY_OK;
}

// ----------------------------------------------------------------------------- near vertices

// A vertex, and where it is along a direction that the edges of few bodies are perpendicular to.
struct stop {
    double along;
    uint32_t vertex;
};

static const double direction[3] = {0.6230, 0.5374, 0.5682};

static int compare_stops(const void *left, const void *right) {
    const struct stop *a = left, *b = right;
    return a->along != b->along ? (a->along < b->along ? -1 : 1)
                                : (a->vertex > b->vertex) - (a->vertex < b->vertex);
}

static void read_vertex(const struct buoy_soup *soup, uint32_t vertex, double x[3]) {
    for (size_t k = 0; k < 3; ++k) {
        x[k] = soup->positions[3 * (size_t)vertex + k];
    }
}

static double find_diagonal(const struct buoy_soup *soup) {
    double extent[3];
    for (size_t k = 0; k < 3; ++k) {
        double low = (double)INFINITY, high = -(double)INFINITY;
        for (size_t i = 0; i < 3 * soup->triangle_count; ++i) {
            const double x = soup->positions[3 * (size_t)soup->indices[i] + k];
            low = fmin(low, x);
            high = fmax(high, x);
        }
        extent[k] = high - low;
    }
    return buoy_length(extent);
}

// Joins ends of faulty edges that are within a distance of each other; `kept` is a forest over all
// vertices.
static enum buoy_status join_near(const struct buoy_soup *soup,
                                  const struct buoy_topology *topology, double most,
                                  uint32_t *kept) {
    const size_t count = topology->open_vertex_count;
    struct stop *stops = buoy_allocate(count, sizeof *stops);
    if (!stops) {
        return BUOY_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; ++i) {
        double x[3];
        read_vertex(soup, topology->open_vertices[i], x);
        stops[i] = (struct stop){buoy_dot(direction, x), topology->open_vertices[i]};
    }
    buoy_sort(stops, count, sizeof *stops, compare_stops);
    // The direction is shorter than 1, but rounding may set two stops apart by more.
    for (size_t i = 0; i < count; ++i) {
        double a[3];
        read_vertex(soup, stops[i].vertex, a);
        const double end = stops[i].along + most + 0x1p-50 * fabs(stops[i].along);
        for (size_t j = i + 1; j < count && stops[j].along <= end; ++j) {
            double b[3];
            read_vertex(soup, stops[j].vertex, b);
            if (buoy_distance(a, b) <= most) {
                buoy_forest_unite(kept, stops[i].vertex, stops[j].vertex);
            }
        }
    }
    buoy_release(stops);
    return BUOY_OK;
}

static enum buoy_status merge_near(struct buoy_soup *soup, const struct buoy_topology *topology,
                                   double most, struct buoy_repairs *repairs) {
    uint32_t *kept = buoy_allocate(soup->vertex_count, sizeof *kept);
    enum buoy_status status = BUOY_ERROR_MEMORY;
    if (kept) {
        buoy_forest_init(kept, (uint32_t)soup->vertex_count);
        status = join_near(soup, topology, most, kept);
    }
    for (uint32_t v = 0; status == BUOY_OK && v < soup->vertex_count; ++v) {
        kept[v] = buoy_forest_root(kept, v);
        if (kept[v] != v) {
            double a[3], b[3];
            read_vertex(soup, v, a);
            read_vertex(soup, kept[v], b);
            repairs->distance = fmax(repairs->distance, buoy_distance(a, b));
            ++repairs->merged;
        }
    }
    if (status == BUOY_OK) {
        buoy_soup_keep_vertices(soup, kept);
    }
    buoy_release(kept);
    return status;
}

// ------------------------------------------------------------------------------------- trials

static size_t count_faults(const struct buoy_topology *topology) {
    return topology->open_edges + topology->inconsistent_edges + topology->unbalanced_edges;
}

static enum buoy_status copy(const struct buoy_soup *soup, struct buoy_soup *trial) {
    const struct buoy_mesh_input input = {.positions = soup->given ? NULL : soup->positions,
                                          .positions64 = soup->given,
                                          .vertex_count = soup->vertex_count,
                                          .indices = soup->indices,
                                          .triangle_count = soup->triangle_count};
    return buoy_soup_copy(&input, trial, NULL);
}

// Does a repair on trial: leaves out repeated triangles if `most` is below 0, else merges vertices
// up to `most` apart. Keeps its result, and the repairs, if fewer edges are faulty.
static enum buoy_status attempt(struct buoy_soup *soup, double most, struct buoy_repairs *repairs,
                                struct buoy_topology *topology) {
    struct buoy_soup trial;
    struct buoy_topology after = {0};
    struct buoy_repairs more = *repairs;
    enum buoy_status status = copy(soup, &trial);
    if (status == BUOY_OK) {
        status = most < 0.0 ? buoy_soup_void_repeated(&trial, false, &more.repeated)
                            : merge_near(&trial, topology, most, &more);
    }
    const bool changed = more.repeated > repairs->repeated || more.merged > repairs->merged;
    if (status == BUOY_OK && changed) {
        status = buoy_topology_find(&trial, &after);
    }
    if (status == BUOY_OK && changed && count_faults(&after) < count_faults(topology)) {
        const struct buoy_soup replaced = *soup;
        const struct buoy_topology before = *topology;
        *soup = trial;
        *topology = after;
        *repairs = more;
        trial = replaced;
        after = before;
    }
    buoy_soup_free(&trial);
    buoy_topology_free(&after);
    return status;
}

static enum buoy_status fix_winding(struct buoy_soup *soup, struct buoy_repairs *repairs) {
    size_t turned = 0;
    const enum buoy_status status = buoy_soup_fix_winding(soup, &turned);
    repairs->turned += turned;
    return status;
}

enum buoy_status buoy_soup_repair(struct buoy_soup *soup, unsigned flags, double tolerance,
                                  struct buoy_repairs *repairs, struct buoy_topology *topology) {
    const size_t vertices = soup->vertex_count;
    enum buoy_status status = BUOY_OK;
    memset(repairs, 0, sizeof *repairs);
    memset(topology, 0, sizeof *topology);
    if (flags & BUOY_MESH_WELD) {
        status = buoy_soup_weld(soup);
        repairs->welded = vertices - soup->vertex_count;
    }
    if (status == BUOY_OK && flags & BUOY_MESH_FIX_WINDING) {
        status = fix_winding(soup, repairs);
    }
    if (status == BUOY_OK) {
        status = buoy_topology_find(soup, topology);
    }
    if (status == BUOY_OK && !topology->closed && flags & BUOY_MESH_DROP_REPEATED) {
        status = attempt(soup, -1.0, repairs, topology);
    }
    if (status == BUOY_OK && !topology->closed && flags & BUOY_MESH_WELD && tolerance >= 0.0) {
        const double share = tolerance > 0.0 ? tolerance : BUOY_WELD_TOLERANCE;
        status = attempt(soup, share * find_diagonal(soup), repairs, topology);
    }
    if (status == BUOY_OK && flags & BUOY_MESH_FIX_WINDING &&
        (repairs->repeated > 0 || repairs->merged > 0)) {
        status = fix_winding(soup, repairs);
        buoy_topology_free(topology);
        if (status == BUOY_OK) {
            status = buoy_topology_find(soup, topology);
        }
    }
    return status;
}
