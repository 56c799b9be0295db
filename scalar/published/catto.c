// volume/catto/scalar: the published listing in single precision, compiled without
// auto-vectorisation: the baseline of every speed-up.
#include "base/arithmetic.h"

#define CATTO_FUNCTION buoy_volume_catto_scalar
#include "catto_listing.h"

size_t buoy_volume_catto_scratch_bytes(const struct buoy_mesh *mesh) {
    return mesh->vertex_count * sizeof(float);
}
