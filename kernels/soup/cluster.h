// Sorting triangles in space, so that 16 consecutive ones lie close together.
#ifndef BUOY_CLUSTER_H
#define BUOY_CLUSTER_H

#include <stddef.h>
#include <stdint.h>

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

#endif
