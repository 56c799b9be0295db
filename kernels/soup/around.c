// How often surfaces wind around points: a tree over the points, from its root to its leaves. And
// which triangles the other parts of a mesh hide.
//
// If a surface does not come near a box, it winds equally often around all points in the box. So
// each cluster of points has a bounding box. Surfaces that stay away from the box are counted once
// for the whole cluster, along the line through any of its points; the other surfaces are passed on
// to the cluster's two halves. A nested shell is passed on to few clusters per level: those that
// its surface runs through.
#include "base/arithmetic.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "buoyancy_pressure.h"
#include "soup/pierce.h"

// Up to this many surfaces are counted point by point, without the tree. Most meshes have no more.
#define FEW 4

// The work that one listed wind counts as. Winds take memory, which is bounded by this.
#define WORK_OF_WIND 64

struct search {
    const struct buoy_around_query *query;
    struct buoy_around *around;
    struct buoy_pierce *pierce;
    struct buoy_place *places; // the points, clustered
    uint32_t *list;            // surfaces; those near the current cluster come first
    size_t wind_capacity;
};

static struct buoy_corner point_at(const struct search *search, size_t place) {
    return buoy_pierce_oblique(search->query->points + 3 * (size_t)search->places[place].item);
}

// Begins a node with no winds. There are at most as many nodes as in a binary tree with one point
// per leaf.
static void add_node(struct search *search, uint32_t parent) {
    struct buoy_around *around = search->around;
    around->nodes[around->node_count++] = (struct buoy_cluster_node){
        .parent = parent, .first = around->wind_count, .end = around->wind_count};
}

// Adds a surface to the last node if it winds around a point.
static enum buoy_status add_wind(struct search *search, uint32_t surface,
                                 const struct buoy_corner *point) {
    struct buoy_around *around = search->around;
    const struct buoy_turns turns =
        buoy_pierce_turns(search->pierce, surface, NULL, point, search->query->touching);
    const struct buoy_wind wind = {
        surface, turns.above + (search->query->above_alone ? turns.above : turns.below)};
    if (wind.turns == 0) {
        return BUOY_OK;
    }
    if (around->wind_count == search->wind_capacity) {
        search->wind_capacity += search->wind_capacity / 2 + 64;
        struct buoy_wind *winds =
            buoy_grow(around->winds, search->wind_capacity, sizeof *around->winds);
        if (!winds) {
            return BUOY_ERROR_MEMORY;
        }
        around->winds = winds;
    }
    around->winds[around->wind_count++] = wind;
    around->nodes[around->node_count - 1].end = around->wind_count;
    around->work += WORK_OF_WIND;
    return BUOY_OK;
}

static int compare_winds(const void *left, const void *right) {
    const uint32_t a = ((const struct buoy_wind *)left)->surface;
    const uint32_t b = ((const struct buoy_wind *)right)->surface;
    return a < b ? -1 : a > b;
}

// Ends the last node and returns it. A node without winds is dropped, and its parent returned.
static uint32_t end_node(struct search *search) {
    struct buoy_around *around = search->around;
    const struct buoy_cluster_node *node = &around->nodes[around->node_count - 1];
    if (node->first == node->end) {
        --around->node_count;
        return node->parent;
    }
    buoy_sort(around->winds + node->first, node->end - node->first, sizeof *around->winds,
              compare_winds);
    return around->node_count - 1;
}

static enum buoy_status check_work(const struct search *search) {
    return search->around->work + search->pierce->work > search->query->most_work
               ? BUOY_ERROR_TOO_LARGE
               : BUOY_OK;
}

static enum buoy_status visit(struct search *search, uint32_t parent, size_t first, size_t end,
                              size_t listed) {
    const double touching = search->query->touching;
    struct buoy_corner point = point_at(search, first);
    struct buoy_pierce_box box = {{point.x, point.y, point.z}, {point.x, point.y, point.z}};
    for (size_t i = first + 1; i < end; ++i) {
        const struct buoy_corner p = point_at(search, i);
        const double x[3] = {p.x, p.y, p.z};
        for (int k = 0; k < 3; ++k) {
            box.low[k] = x[k] < box.low[k] ? x[k] : box.low[k];
            box.high[k] = x[k] > box.high[k] ? x[k] : box.high[k];
        }
    }
    // Tiny: no larger than the distance that counts as touching, so that whatever comes near the
    // box comes near each of its points.
    bool one = true, tiny = true;
    for (int k = 0; k < 3; ++k) {
        one = one && box.low[k] == box.high[k];
        tiny = tiny && box.high[k] - box.low[k] < touching;
    }
    enum buoy_status status = BUOY_OK;
    if (!one && !tiny && listed > FEW) {
        // A node lists the surfaces that stay away; the others move to the front of the list.
        size_t near = 0;
        add_node(search, parent);
        for (size_t i = 0; i < listed && status == BUOY_OK; ++i) {
            const uint32_t surface = search->list[i];
            if (buoy_pierce_near(search->pierce, surface, &box, touching)) {
                search->list[i] = search->list[near];
                search->list[near++] = surface;
            } else {
                status = add_wind(search, surface, &point);
            }
        }
        listed = near;
        parent = end_node(search);
        BUOY_TRY(status);
        BUOY_TRY(check_work(search));
    }
    if (!one && !tiny && listed > FEW) {
        const size_t middle = first + buoy_cluster_split(end - first, 1);
        BUOY_TRY(visit(search, parent, first, middle, listed));
        return visit(search, parent, middle, end, listed);
    }
    // Points at the same position share a node, which lists every surface that winds around them.
    while (first < end) {
        const size_t next = one ? end : first + 1;
        point = point_at(search, first);
        add_node(search, parent);
        for (size_t i = 0; i < listed && status == BUOY_OK; ++i) {
            status = add_wind(search, search->list[i], &point);
        }
        const uint32_t node = end_node(search);
        for (; first < next; ++first) {
            search->around->node_of_point[search->places[first].item] = node;
        }
        BUOY_TRY(status);
        BUOY_TRY(check_work(search));
    }
    return BUOY_OK;
}

enum buoy_status buoy_around_find(const struct buoy_around_query *query,
                                  struct buoy_around *around) {
    const struct buoy_surfaces *surfaces = query->surfaces;
    const size_t points = query->point_count;
    memset(around, 0, sizeof *around);
    around->nodes = buoy_allocate(2 * points + 1, sizeof *around->nodes);
    around->node_of_point = buoy_allocate(points + 1, sizeof *around->node_of_point);
    struct search search = {
        .query = query,
        .around = around,
        .pierce = buoy_pierce_make(surfaces),
        .places = buoy_allocate(points + 1, sizeof *search.places),
        .list = buoy_allocate(surfaces->count + (size_t)1, sizeof *search.list),
    };
    enum buoy_status status = BUOY_ERROR_MEMORY;
    if (around->nodes && around->node_of_point && search.pierce && search.places && search.list) {
        for (uint32_t i = 0; i < points; ++i) {
            const struct buoy_corner p = buoy_pierce_oblique(query->points + 3 * (size_t)i);
            search.places[i] = (struct buoy_place){
                // Half of each: oblique coordinates may exceed the range of float.
                .x = {(float)(0.5 * p.x), (float)(0.5 * p.y), (float)(0.5 * p.z)},
                .item = i,
            };
        }
        if (surfaces->count > FEW) {
            buoy_cluster(search.places, points, 1);
        }
        for (uint32_t s = 0; s < surfaces->count; ++s) {
            search.list[s] = s;
        }
        status = points == 0 ? BUOY_OK : visit(&search, BUOY_NO_NODE, 0, points, surfaces->count);
        around->work += search.pierce->work;
    }
    buoy_pierce_free(search.pierce);
    buoy_release(search.places);
    buoy_release(search.list);
    if (status != BUOY_OK) {
        buoy_around_free(around);
    }
    return status;
}

void buoy_around_free(struct buoy_around *around) {
    buoy_release(around->winds);
    buoy_release(around->nodes);
    buoy_release(around->node_of_point);
    memset(around, 0, sizeof *around);
}

// ------------------------------------------------------------------------------- hidden triangles

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

// How often one part winds around the points of a node.
static int64_t turns_of(const struct buoy_around *around, uint32_t node, uint32_t part) {
    const struct buoy_wind key = {.surface = part};
    for (; node != BUOY_NO_NODE; node = around->nodes[node].parent) {
        const struct buoy_cluster_node *n = &around->nodes[node];
        const struct buoy_wind *wind =
            n->first == n->end ? NULL
                               : bsearch(&key, around->winds + n->first, n->end - n->first,
                                         sizeof *around->winds, compare_winds);
        if (wind) {
            return wind->turns;
        }
    }
    return 0;
}

// A triangle is hidden if its centre lies within the other closed parts.
static enum buoy_status find_hidden(const struct buoy_soup *soup,
                                    const struct buoy_topology *topology, uint8_t *hidden) {
    const size_t n = soup->triangle_count;
    uint32_t *closed = buoy_allocate(n, sizeof *closed); // the closed part, part_count for none
    float *centres = buoy_allocate(3 * n, sizeof *centres);
    int64_t *sums = NULL;
    struct buoy_around around = {0};
    enum buoy_status status = BUOY_ERROR_MEMORY;
    if (closed && centres) {
        for (size_t t = 0; t < n; ++t) {
            const uint32_t *corner = soup->indices + 3 * t, part = topology->part_of_triangle[t];
            closed[t] =
                part != BUOY_NO_PART && topology->part_closed[part] ? part : topology->part_count;
            for (size_t k = 0; k < 3; ++k) {
                double sum = 0.0;
                for (size_t c = 0; c < 3; ++c) {
                    sum += soup->positions[3 * (size_t)corner[c] + k];
                }
                centres[3 * t + k] = (float)(sum / 3.0);
            }
        }
        const struct buoy_surfaces surfaces = {
            .soup = soup, .count = topology->part_count, .of_triangle = closed};
        // Only the crossings above: a centre may lie exactly in the surface of another part.
        const struct buoy_around_query query = {.surfaces = &surfaces,
                                                .points = centres,
                                                .point_count = (uint32_t)n,
                                                .above_alone = true,
                                                .most_work = BUOY_AROUND_WORK(n)};
        status = buoy_around_find(&query, &around);
    }
    if (status == BUOY_OK) {
        sums = sum_winds(&around);
        status = sums ? BUOY_OK : BUOY_ERROR_MEMORY;
    }
    for (size_t t = 0; status == BUOY_OK && t < n; ++t) {
        const uint32_t node = around.node_of_point[t];
        const int64_t all = node == BUOY_NO_NODE ? 0 : sums[node];
        hidden[t] = all - turns_of(&around, node, topology->part_of_triangle[t]) > 0;
    }
    buoy_around_free(&around);
    buoy_release(sums);
    buoy_release(closed);
    buoy_release(centres);
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
    struct buoy_topology topology = {0};
    enum buoy_status status = BUOY_ERROR_MEMORY;
    if (soup.positions && soup.indices) {
        buoy_mesh_copy_own(mesh, soup.positions, soup.indices);
        status = buoy_topology_find(&soup, &topology);
    }
    if (status == BUOY_OK) {
        status = find_hidden(&soup, &topology, hidden);
    }
    buoy_topology_free(&topology);
    buoy_soup_free(&soup);
    return status == BUOY_OK ? buoy_succeed(error)
                             : buoy_fail(error, status, "%s", buoy_status_text(status));
}
