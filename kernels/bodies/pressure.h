// Which method of `pressure` answers for a mesh.
#ifndef BUOY_PRESSURE_H
#define BUOY_PRESSURE_H

#include "mesh/mesh.h"

// Whether a body is so thin, with so few vertices whose roundings could average, that floats are
// not precise enough: then kerner64 answers for kerner.
static inline bool buoy_pressure_needs_doubles(const struct buoy_mesh *mesh) {
    return !mesh->compact && mesh->vertex_count <= 32;
}

#endif
