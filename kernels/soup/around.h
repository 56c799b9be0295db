// How often many surfaces wind around many points.
#ifndef BUOY_AROUND_H
#define BUOY_AROUND_H

#include "soup/pierce.h"

// The parent of the root of the tree of points.
#define BUOY_NO_NODE UINT32_MAX

// A surface, and how often it winds around some points: the count from the crossings above them
// plus the count from the crossings below. Surfaces with a sum of 0 are not listed.
struct buoy_wind {
    uint32_t surface;
    int32_t turns;
};

// A cluster of points. The surfaces in winds[first] to winds[end − 1], in ascending order, wind
// equally often around each of them.
struct buoy_cluster_node {
    uint32_t parent;
    size_t first, end;
};

// The surfaces that wind around a point are listed in its node and in all nodes above it. Thousands
// of nested shells are therefore not listed for each of thousands of points among them.
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
    const float *points; // three per point: x,y,z
    uint32_t point_count;
    double touching;  // crossings no further from a point do not count
    bool above_alone; // count the crossings above twice; for points that lie in a surface
    uint64_t most_work;
};

// The most work that is done: about 15 s, plus a minute per million triangles. The unit is one box
// or triangle looked at; a listed wind counts as 64, which bounds memory to 128 MB plus 512 bytes
// per triangle. A hundred thousand nested parts need about 200 units per triangle. Only parts that
// cross each other need more: 20 000 boxes of random sizes in one place need 8 000 per triangle,
// and parts that differ only by rounding need the square of their number.
#define BUOY_AROUND_WORK(triangles) ((UINT64_C(1) << 30) + 4096 * (uint64_t)(triangles))

// BUOY_ERROR_MEMORY, or BUOY_ERROR_TOO_LARGE if it takes more work than that.
enum buoy_status buoy_around_find(const struct buoy_around_query *query,
                                  struct buoy_around *around);
void buoy_around_free(struct buoy_around *around);

#endif
