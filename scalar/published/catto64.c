// volume/catto64/scalar: the published listing in double precision, from vertices and plane as
// given, not rounded into the baked frame: the fast reference.
#include "base/arithmetic.h"

#define CATTO_DOUBLE
#define CATTO_FUNCTION buoy_volume_catto64_scalar
#include "catto_listing.h"

size_t buoy_volume_catto64_scratch_bytes(const struct buoy_mesh *mesh) {
    return mesh->vertex_count * sizeof(double);
}
