// Closing a soup: repaired as far as possible, then a lid on every loop of open edges.
#ifndef BUOY_CLOSE_H
#define BUOY_CLOSE_H

#include "making/repair.h"
#include "mesh/mesh.h"

// Makes a closed soup of any soup. The triangles that are added come last. Vertices near each other
// are merged before, as buoy_soup_repair() does. Fills in what buoy_closing_measure() leaves alone.
// BUOY_ERROR_ZERO_VOLUME if no triangle has three vertices, BUOY_ERROR_MEMORY,
// BUOY_ERROR_TOO_LARGE: too many parts touch, or too many loops are open.
// With `fills`, pockets and cavities are filled once all is closed (fill.h), and lids cover the
// pockets' rims.
enum buoy_status buoy_soup_close(struct buoy_soup *soup, double tolerance, bool fills,
                                 struct buoy_repairs *repairs, struct buoy_closing *closing,
                                 struct buoy_error *error);

// Measures the lids of the mesh that was made of a closed soup: their area, and the volume between
// them and the mesh's centre.
void buoy_closing_measure(const struct buoy_mesh *mesh, struct buoy_closing *closing);

#endif
