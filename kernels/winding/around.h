// How often many surfaces wind around many points.
#ifndef BUOY_AROUND_H
#define BUOY_AROUND_H

#include "winding/pierce.h"

// The parent of the root of the tree of points.
#define BUOY_NO_NODE UINT32_MAX

// A surface, and how often it winds around points: counted by the crossings above them and by those
// below, added up. Surfaces with 0 are not listed.
struct buoy_wind {
    uint32_t surface;
    int32_t turns;
};

// A cluster of points, around all of which the surfaces listed in winds[first] to winds[end − 1],
// in ascending order, wind alike.
struct buoy_cluster_node {
    uint32_t parent;
    size_t first, end;
};

// The surfaces that wind around a point are those listed for its node, and for all nodes above.
// So thousands of nested shells need not be listed for each of thousands of points among them.
struct buoy_around {
    struct buoy_wind *winds;
    struct buoy_cluster_node *nodes;
    uint32_t *node_of_point;
    size_t wind_count;
    uint32_t node_count;
    uint64_t work;
};

// The question.
struct buoy_around_query {
    const struct buoy_surfaces *surfaces;
    const float *points; // x,y,z of each
    uint32_t point_count;
    double touching;  // crossings no further from a point do not count
    bool above_alone; // for points in a surface: by the crossings above them, counted twice
    uint64_t most_work;
};

// The most work that is worth it: some 15 s, and a minute for each million triangles. Work is boxes
// and triangles looked at, and 64 for each wind listed, which bounds memory to 128 MB and 512 bytes
// a triangle. A hundred thousand parts in one another need some 200 a triangle. Only parts that
// cross each other need more: 20 000 boxes of all sizes at random in one place 8 000 a triangle,
// and parts that lie within rounding of each other their number squared.
#define BUOY_AROUND_WORK(triangles) ((UINT64_C(1) << 30) + 4096 * (uint64_t)(triangles))

// BUOY_ERROR_MEMORY, or BUOY_ERROR_TOO_LARGE if it takes more than the most work.
enum buoy_status buoy_around_find(const struct buoy_around_query *query,
                                  struct buoy_around *around);
void buoy_around_free(struct buoy_around *around);

#endif
