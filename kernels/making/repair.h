// Repairing a soup, as far as that is safe.
#ifndef BUOY_REPAIR_H
#define BUOY_REPAIR_H

#include "soup/topology.h"

// What was done.
struct buoy_repairs {
    size_t welded;   // vertices merged into another at the same position
    size_t merged;   // vertices merged into another near by
    double distance; // the largest diagonal of a box around vertices that became one
    size_t repeated; // triangles that repeated another: they use one vertex three times now
    size_t turned;   // triangles
};

// Does the repairs among `flags`, bits of enum buoy_mesh_flags, but drops no triangle: their
// numbers stay, and what is to be dropped uses a vertex twice. `tolerance` as in struct
// buoy_mesh_input. Then finds the topology, to be freed by the caller, also after an error.
// BUOY_ERROR_MEMORY, or BUOY_ERROR_TOO_LARGE if parts are too tangled to be turned.
enum buoy_status buoy_soup_repair(struct buoy_soup *soup, unsigned flags, double tolerance,
                                  struct buoy_repairs *repairs, struct buoy_topology *topology);

// Makes all but the first of several triangles with the same three vertices, and the same winding
// unless `either_way`, use one vertex three times. Adds how many those are to `repeated`.
enum buoy_status buoy_soup_void_repeated(struct buoy_soup *soup, bool either_way, size_t *repeated);

#endif
