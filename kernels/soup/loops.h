// The net boundary of a soup: the half-edges that would close it, as loops.
#ifndef BUOY_LOOPS_H
#define BUOY_LOOPS_H

#include "soup/soup.h"

// Loop i runs along vertices[start[i]] … vertices[start[i + 1] − 1] and back to its first vertex;
// it has at least three vertices, and none of them twice. Triangles that run along a loop's edges
// in its direction close the soup there.
struct buoy_loops {
    uint32_t *vertices;
    size_t *start; // count + 1
    size_t count;
};

// An edge that n more triangles use one way than the other is part of n loops. As many missing
// half-edges begin at a vertex as end there, for each triangle enters and leaves its corners;
// therefore they always make up loops. A walk along them cuts off a loop whenever it meets itself.
// O(n) for n half-edges, once these are sorted.
enum buoy_status buoy_loops_find(const struct buoy_soup *soup, struct buoy_loops *loops);
void buoy_loops_free(struct buoy_loops *loops);

#endif
