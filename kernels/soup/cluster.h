// Sorting triangles in space, so that 16 consecutive ones lie close together; and pairing them
// across edges.
#ifndef BUOY_CLUSTER_H
#define BUOY_CLUSTER_H

#include <stddef.h>
#include <stdint.h>

#include "soup/topology.h"

// An item's place in space: the centre of its corners.
struct buoy_place {
    float x[3];
    uint32_t item;
};

// Reorders places so that each aligned run of `run`, 16 `run`, 16² `run` … items is a compact
// cluster. The order is that of a k-d tree, split near the median of the longest axis, at a
// multiple of the largest such run. Ties are broken by item number, so the order depends on the
// input alone. O(n log n) expected.
void buoy_cluster(struct buoy_place *places, size_t count, size_t run);

// Where buoy_cluster() splits `count` > run places: how many go to the left.
size_t buoy_cluster_split(size_t count, size_t run);

// The triangles (a, b, c) and (d, c, b), or only the first of them: then d = b. `first` is the
// half-edge from b to c, `second` that from c to b, or BUOY_NO_HALF_EDGE.
struct buoy_pair {
    uint32_t a, b, c, d;
    uint32_t first, second;
};
#define BUOY_NO_HALF_EDGE UINT32_MAX

// Puts each triangle into one pair. In a closed mesh nearly all triangles find a partner: each has
// three neighbours, and the graph of neighbours has no bridges, so that a perfect matching exists
// (Petersen's theorem). `topology` is that of the soup, whose half-edges are sorted here if they
// are not. The caller frees `pairs`.
enum buoy_status buoy_pair_triangles(const struct buoy_soup *soup, struct buoy_topology *topology,
                                     struct buoy_pair **pairs, size_t *count);

#endif
