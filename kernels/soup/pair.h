// Pairing triangles across edges.
#ifndef BUOY_PAIR_H
#define BUOY_PAIR_H

#include "soup/topology.h"

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
