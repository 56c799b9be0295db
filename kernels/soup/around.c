// How often surfaces wind around points: a tree over the points, from its root to its leaves.
//
// If a surface does not come near a box, it winds equally often around all points in the box. So
// each cluster of points has a bounding box. Surfaces that stay away from the box are counted once
// for the whole cluster, along the line through any of its points; the other surfaces are passed on
// to the cluster's two halves. A nested shell is passed on to few clusters per level: those that
// its surface runs through.
#include "base/arithmetic.h"

#include "soup/pierce.h"

#include <string.h>

#include "base/memory.h"
#include "soup/soup.h"

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

static struct buoy_pierce_box box_around(const struct search *search, size_t first, size_t end) {
    struct buoy_corner p = point_at(search, first);
    struct buoy_pierce_box box = {{p.x, p.y, p.z}, {p.x, p.y, p.z}};
    for (size_t i = first + 1; i < end; ++i) {
        p = point_at(search, i);
        const double x[3] = {p.x, p.y, p.z};
        for (int k = 0; k < 3; ++k) {
            box.low[k] = x[k] < box.low[k] ? x[k] : box.low[k];
            box.high[k] = x[k] > box.high[k] ? x[k] : box.high[k];
        }
    }
    return box;
}

static bool is_point(const struct buoy_pierce_box *box) {
    return box->low[0] == box->high[0] && box->low[1] == box->high[1] &&
           box->low[2] == box->high[2];
}

// No larger than the distance that counts as touching, so that whatever comes near the box comes
// near each of its points.
static bool is_tiny(const struct search *search, const struct buoy_pierce_box *box) {
    const double most = search->query->touching;
    return box->high[0] - box->low[0] < most && box->high[1] - box->low[1] < most &&
           box->high[2] - box->low[2] < most;
}

// Begins a node with no winds. There are at most as many nodes as in a binary tree with one point
// per leaf.
static uint32_t add_node(struct search *search, uint32_t parent) {
    struct buoy_around *around = search->around;
    around->nodes[around->node_count] = (struct buoy_cluster_node){
        .parent = parent, .first = around->wind_count, .end = around->wind_count};
    return around->node_count++;
}

// Adds the surfaces that wind around a point to the last node.
static enum buoy_status add_wind(struct search *search, uint32_t surface,
                                 const struct buoy_corner *point) {
    struct buoy_around *around = search->around;
    const struct buoy_turns turns =
        buoy_pierce_turns(search->pierce, surface, point, search->query->touching);
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
    return search->around->work + buoy_pierce_work(search->pierce) > search->query->most_work
               ? BUOY_ERROR_TOO_LARGE
               : BUOY_OK;
}

// Points at the same position share a node, which lists every surface that winds around them.
static enum buoy_status visit_position(struct search *search, uint32_t parent, size_t first,
                                       size_t end, size_t listed) {
    const struct buoy_corner point = point_at(search, first);
    enum buoy_status status = BUOY_OK;
    add_node(search, parent);
    for (size_t i = 0; i < listed && status == BUOY_OK; ++i) {
        status = add_wind(search, search->list[i], &point);
    }
    const uint32_t node = end_node(search);
    for (size_t i = first; i < end; ++i) {
        search->around->node_of_point[search->places[i].item] = node;
    }
    return status == BUOY_OK ? check_work(search) : status;
}

// Lists the surfaces that stay away from a cluster in a node for it, and moves the others to the
// front of the list.
static enum buoy_status sift(struct search *search, const struct buoy_pierce_box *box, size_t first,
                             size_t *listed) {
    const struct buoy_corner point = point_at(search, first);
    size_t near = 0;
    for (size_t i = 0; i < *listed; ++i) {
        const uint32_t surface = search->list[i];
        if (buoy_pierce_near(search->pierce, surface, box, search->query->touching)) {
            search->list[i] = search->list[near];
            search->list[near++] = surface;
        } else if (add_wind(search, surface, &point) != BUOY_OK) {
            return BUOY_ERROR_MEMORY;
        }
    }
    *listed = near;
    return check_work(search);
}

static enum buoy_status visit(struct search *search, uint32_t parent, size_t first, size_t end,
                              size_t listed) {
    const struct buoy_pierce_box box = box_around(search, first, end);
    if (is_point(&box)) {
        return visit_position(search, parent, first, end, listed);
    }
    enum buoy_status status = BUOY_OK;
    if (listed > FEW && !is_tiny(search, &box)) {
        add_node(search, parent);
        status = sift(search, &box, first, &listed);
        parent = end_node(search);
    }
    if (listed <= FEW || is_tiny(search, &box)) {
        for (size_t i = first; i < end && status == BUOY_OK; ++i) {
            status = visit_position(search, parent, i, i + 1, listed);
        }
        return status;
    }
    const size_t middle = first + buoy_cluster_split(end - first, 1);
    if (status == BUOY_OK) {
        status = visit(search, parent, first, middle, listed);
    }
    return status == BUOY_OK ? visit(search, parent, middle, end, listed) : status;
}

static void place_points(struct search *search) {
    for (uint32_t i = 0; i < search->query->point_count; ++i) {
        const struct buoy_corner p = buoy_pierce_oblique(search->query->points + 3 * (size_t)i);
        search->places[i] = (struct buoy_place){
            // Half of each: oblique coordinates may exceed the range of float.
            .x = {(float)(0.5 * p.x), (float)(0.5 * p.y), (float)(0.5 * p.z)},
            .item = i,
        };
    }
    if (search->query->surfaces->count > FEW) {
        buoy_cluster(search->places, search->query->point_count, 1);
    }
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
        place_points(&search);
        for (uint32_t s = 0; s < surfaces->count; ++s) {
            search.list[s] = s;
        }
        status = points == 0 ? BUOY_OK : visit(&search, BUOY_NO_NODE, 0, points, surfaces->count);
        around->work += buoy_pierce_work(search.pierce);
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
