// What the library itself asks of volumes.
#ifndef BUOY_VOLUME_H
#define BUOY_VOLUME_H

#include "dispatch/dispatch.h"
#include "mesh/plane.h"

// Whether a single question needs no further check: about a closed mesh and a plain plane, on an
// instruction set that was found. Most questions are.
static inline bool buoy_is_plain_question(const struct buoy_mesh *mesh,
                                          const struct buoy_plane *planes, size_t count,
                                          const void *results) {
    return count == 1 && mesh && planes && results && mesh->closed &&
           buoy_plane_is_plain(planes, (double)planes->d) && buoy_place_in_use() > 0;
}

// Planes as a query has them: in float, `offsets`, which may be NULL, replacing their d; or in
// double.
struct buoy_planes {
    const struct buoy_plane *planes;
    const double *offsets;
    const struct buoy_plane64 *planes64;
    size_t count;
};

// Finds the first plane from `begin` on that cannot be used, because it is not finite or its normal
// is zero, and writes why; `count` if there is none.
size_t buoy_find_bad_plane(const struct buoy_planes *given, size_t begin, struct buoy_error *cause);

#define BUOY_PLANES_TWICE                                                                          \
    "the query has planes in float, or offsets, and in double: give one of them"

// Answers a query on a kernel of the family that runs, with the scratch memory that it needs; all
// of it was checked. Wet open edges make NaN.
void buoy_volume_answer(const struct buoy_kernel *kernel, const struct buoy_volume_query *query,
                        struct buoy_volume *restrict results);

#endif
