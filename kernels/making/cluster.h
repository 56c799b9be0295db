// Sorting triangles in space, so that 16 consecutive ones lie close together.
#ifndef BUOY_CLUSTER_H
#define BUOY_CLUSTER_H

#include <stddef.h>
#include <stdint.h>

// A triangle's place in space: the centre of its corners.
struct buoy_place {
    float x[3];
    uint32_t triangle;
};

// Reorders places so that each aligned run of 16, of 16², of 16³ … is a compact cluster: a k-d tree
// split at the median of the longest axis, at multiples of the largest such run. Ties are broken
// by triangle number, so the order depends on nothing but the input. O(n log n) expected.
void buoy_cluster(struct buoy_place *places, size_t count);

#endif
