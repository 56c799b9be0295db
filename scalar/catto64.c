// volume/catto64/scalar: the published listing in double precision, from vertices and plane as
// given, before they were rounded into the baked frame: the fast reference.
#include <float.h>

#include "plane.h"

// The difference is exact or rounded at 2^-53 of the body's size; the scale is a power of two.
#define BAKED(mesh, given, axis) (((double)(given) - (mesh)->centre[axis]) * (mesh)->inverse_scale)

// The plane's offset in the baked frame, d − n·centre. Far from the origin these cancel, and the
// rounding of each would move the water. So the centre is taken in two parts, whose products with a
// float are exact, and what the sum loses is summed too (Neumaier).
static double baked_offset(const struct buoy_mesh *mesh, const struct buoy_plane *given,
                           const struct buoy_baked_plane *baked) {
    const double largest =
        fmax(fabs((double)given->nx), fmax(fabs((double)given->ny), fabs((double)given->nz)));
    double sum = given->d * buoy_power_of_two_below(largest), lost = 0.0;
    for (int i = 0; i < 6; ++i) {
        const double centre = mesh->centre[i / 2], high = (float)centre;
        const double term = -baked->n[i / 2] * (i % 2 ? centre - high : high);
        const double next = sum + term;
        lost += fabs(sum) >= fabs(term) ? (sum - next) + term : (term - next) + sum;
        sum = next;
    }
    return (sum + lost) * mesh->inverse_scale;
}

#define CATTO_REAL double
#define CATTO_X(mesh, i) BAKED(mesh, (mesh)->px[i], 0)
#define CATTO_Y(mesh, i) BAKED(mesh, (mesh)->py[i], 1)
#define CATTO_Z(mesh, i) BAKED(mesh, (mesh)->pz[i], 2)
#define CATTO_OFFSET(mesh, given, baked) baked_offset(mesh, given, baked)
#define CATTO_LEAST_DEPTH (2.0 * DBL_EPSILON)
#define CATTO_LEAST_VOLUME DBL_EPSILON
#define CATTO_FUNCTION buoy_volume_catto64_scalar
#include "catto_listing.h"

size_t buoy_volume_catto64_scratch_bytes(const struct buoy_mesh *mesh) {
    return mesh->vertex_count * sizeof(double);
}
