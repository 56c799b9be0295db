// Mending a soup, as far as that is safe: repairs, lids, fillings.
#ifndef BUOY_REPAIR_H
#define BUOY_REPAIR_H

#include "mesh/mesh.h"
#include "soup/soup.h"

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

// Makes a closed soup of any soup. The triangles that are added come last. Vertices near each other
// are merged before, as buoy_soup_repair() does. Fills in what buoy_closing_measure() leaves alone.
// BUOY_ERROR_ZERO_VOLUME if no triangle has three vertices, BUOY_ERROR_MEMORY,
// BUOY_ERROR_TOO_LARGE: too many parts touch, or too many loops are open.
// With `fills`, pockets and cavities are filled once all is closed, and lids cover the
// pockets' rims.
enum buoy_status buoy_soup_close(struct buoy_soup *soup, double tolerance, bool fills,
                                 struct buoy_repairs *repairs, struct buoy_closing *closing,
                                 struct buoy_error *error);

// Measures the lids of the mesh that was made of a closed soup: their area, and the volume between
// them and the mesh's centre.
void buoy_closing_measure(const struct buoy_mesh *mesh, struct buoy_closing *closing);

// Says why a repair, or a search, that turns parts could not finish.
enum buoy_status buoy_fail_winding(struct buoy_error *error, enum buoy_status status);

#endif
