// volume/catto64/scalar: the published listing in double precision, from vertices and plane as
// given, not rounded into the baked frame: the fast reference.
#include "base/arithmetic.h"

#include <float.h>

#include "baked_in_double.h"

#define CATTO_REAL double
#define CATTO_X(mesh, of, i) BAKED(mesh, (of)->px[i], 0)
#define CATTO_Y(mesh, of, i) BAKED(mesh, (of)->py[i], 1)
#define CATTO_Z(mesh, of, i) BAKED(mesh, (of)->pz[i], 2)
#define CATTO_OFFSET(mesh, given, d, baked) buoy_fine_offset(mesh, given, d, baked)
#define CATTO_LEAST_DEPTH (2.0 * DBL_EPSILON)
#define CATTO_LEAST_VOLUME DBL_EPSILON
#define CATTO_FUNCTION buoy_volume_catto64_scalar
#include "catto_listing.h"

size_t buoy_volume_catto64_scratch_bytes(const struct buoy_mesh *mesh) {
    return mesh->vertex_count * sizeof(double);
}
