// Which triangles the other parts of a mesh hide.
#include "base/arithmetic.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"
#include "buoyancy_pressure.h"
#include "mesh/mesh.h"
#include "soup/pierce.h"
#include "soup/soup.h"

static void centre_of(const struct buoy_soup *soup, size_t triangle, float centre[3]) {
    for (size_t k = 0; k < 3; ++k) {
        double sum = 0.0;
        for (size_t c = 0; c < 3; ++c) {
            sum += soup->positions[3 * (size_t)soup->indices[3 * triangle + c] + k];
        }
        centre[k] = (float)(sum / 3.0);
    }
}

// How often all parts together wind around the points of each node. Parents come before children.
static int64_t *sum_winds(const struct buoy_around *around) {
    int64_t *sums = buoy_allocate(around->node_count + (size_t)1, sizeof *sums);
    for (uint32_t n = 0; sums && n < around->node_count; ++n) {
        const struct buoy_cluster_node *node = &around->nodes[n];
        sums[n] = node->parent == BUOY_NO_NODE ? 0 : sums[node->parent];
        for (size_t i = node->first; i < node->end; ++i) {
            sums[n] += around->winds[i].turns;
        }
    }
    return sums;
}

static int compare_surfaces(const void *key, const void *wind) {
    const uint32_t a = *(const uint32_t *)key, b = ((const struct buoy_wind *)wind)->surface;
    return a < b ? -1 : a > b;
}

// How often one part winds around the points of a node.
static int64_t turns_of(const struct buoy_around *around, uint32_t node, uint32_t part) {
    for (; node != BUOY_NO_NODE; node = around->nodes[node].parent) {
        const struct buoy_cluster_node *n = &around->nodes[node];
        const struct buoy_wind *wind =
            n->first == n->end ? NULL
                               : bsearch(&part, around->winds + n->first, n->end - n->first,
                                         sizeof *around->winds, compare_surfaces);
        if (wind) {
            return wind->turns;
        }
    }
    return 0;
}

// A triangle is hidden if its centre lies within the other closed parts.
static enum buoy_status judge(const struct buoy_topology *topology, size_t triangle_count,
                              const struct buoy_around *around, uint8_t *hidden) {
    int64_t *sums = sum_winds(around);
    for (size_t t = 0; sums && t < triangle_count; ++t) {
        const uint32_t node = around->node_of_point[t], part = topology->part_of_triangle[t];
        const int64_t all = node == BUOY_NO_NODE ? 0 : sums[node];
        hidden[t] = all - turns_of(around, node, part) > 0;
    }
    const enum buoy_status status = sums ? BUOY_OK : BUOY_ERROR_MEMORY;
    buoy_release(sums);
    return status;
}

// The closed part of each triangle, `part_count` for none.
static void find_closed(const struct buoy_topology *topology, size_t triangle_count,
                        uint32_t *closed) {
    for (size_t t = 0; t < triangle_count; ++t) {
        const uint32_t part = topology->part_of_triangle[t];
        closed[t] =
            part != BUOY_NO_PART && topology->part_closed[part] ? part : topology->part_count;
    }
}

static enum buoy_status search(const struct buoy_soup *soup, const struct buoy_topology *topology,
                               uint8_t *hidden) {
    const size_t n = soup->triangle_count;
    uint32_t *closed = buoy_allocate(n, sizeof *closed);
    float *centres = buoy_allocate(3 * n, sizeof *centres);
    enum buoy_status status = BUOY_ERROR_MEMORY;
    if (closed && centres) {
        find_closed(topology, n, closed);
        for (size_t t = 0; t < n; ++t) {
            centre_of(soup, t, centres + 3 * t);
        }
        const struct buoy_surfaces surfaces = {
            .soup = soup, .count = topology->part_count, .of_triangle = closed};
        // Only the crossings above: a centre may lie exactly in the surface of another part.
        const struct buoy_around_query query = {.surfaces = &surfaces,
                                                .points = centres,
                                                .point_count = (uint32_t)n,
                                                .above_alone = true,
                                                .most_work = BUOY_AROUND_WORK(n)};
        struct buoy_around around;
        status = buoy_around_find(&query, &around);
        if (status == BUOY_OK) {
            status = judge(topology, n, &around, hidden);
            buoy_around_free(&around);
        }
    }
    buoy_release(closed);
    buoy_release(centres);
    return status;
}

static enum buoy_status find(const struct buoy_soup *soup, uint8_t *hidden) {
    struct buoy_topology topology;
    BUOY_TRY(buoy_topology_find(soup, &topology));
    const enum buoy_status status = search(soup, &topology, hidden);
    buoy_topology_free(&topology);
    return status;
}

enum buoy_status buoy_mesh_find_hidden(const struct buoy_mesh *mesh, uint8_t *hidden,
                                       struct buoy_error *error) {
    BUOY_REFUSE_IF(!mesh || !hidden, ARGUMENT, mesh ? "no room for the answer" : "no mesh");
    BUOY_TRY(
        buoy_check_kept(mesh, BUOY_MESH_KEEP_TRIANGLES, "the search for hidden triangles", error));
    struct buoy_soup soup = {
        .positions = buoy_allocate(3 * (size_t)mesh->vertex_count, sizeof(float)),
        .vertex_count = mesh->vertex_count,
        .indices = buoy_allocate(3 * (size_t)mesh->triangle_count, sizeof(uint32_t)),
        .triangle_count = mesh->triangle_count,
    };
    enum buoy_status status = BUOY_ERROR_MEMORY;
    if (soup.positions && soup.indices) {
        buoy_mesh_copy_own(mesh, soup.positions, soup.indices);
        status = find(&soup, hidden);
    }
    buoy_release(soup.positions);
    buoy_release(soup.indices);
    return status == BUOY_OK ? buoy_succeed(error)
                             : buoy_fail(error, status, "%s", buoy_status_text(status));
}
