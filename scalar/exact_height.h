// The height of a vertex above a plane in double, where that tells on which side it lies: shared by
// both exact references.
#ifndef BUOY_EXACT_HEIGHT_H
#define BUOY_EXACT_HEIGHT_H

#include <math.h>
#include <stdbool.h>

#include "mesh/mesh.h"

// Sets the height, in the units of vertices and plane as given. The four terms are exact and their
// sum errs by less than 3.01 × 2^-53 of their magnitudes; false where that may hide the sign.
static inline bool exact_height_tells(const struct buoy_mesh *mesh, const struct buoy_plane *plane,
                                      uint32_t vertex, double *height) {
    const double x = (double)plane->normal[0] * mesh->px[vertex],
                 y = (double)plane->normal[1] * mesh->py[vertex],
                 z = (double)plane->normal[2] * mesh->pz[vertex], d = (double)plane->d;
    *height = x + y + z - d;
    return fabs(*height) > 0x1p-51 * (fabs(x) + fabs(y) + fabs(z) + fabs(d));
}

#endif
