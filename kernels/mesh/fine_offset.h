// A plane in the baked frame whose offset is right to the last digits of double.
#ifndef BUOY_FINE_OFFSET_H
#define BUOY_FINE_OFFSET_H

#include "mesh/plane.h"

// An offset `sum` less n·centre, in the baked frame. Far from the origin these cancel, and the
// rounding of each would move the water. So the centre is taken in two parts, whose products with a
// float are exact, and what the sum loses is summed too (Neumaier).
static inline double buoy_fine_sum(const struct buoy_mesh *mesh, const double n[3], double sum) {
    double lost = 0.0;
    for (int i = 0; i < 6; ++i) {
        const double centre = mesh->centre[i / 2], high = (float)centre;
        const double term = -n[i / 2] * (i % 2 ? centre - high : high);
        const double next = sum + term;
        lost += fabs(sum) >= fabs(term) ? (sum - next) + term : (term - next) + sum;
        sum = next;
    }
    return buoy_settle(mesh, n, (sum + lost) * mesh->inverse_scale);
}

// An offset d in the baked frame.
static inline double buoy_fine_offset(const struct buoy_mesh *mesh, const struct buoy_plane *given,
                                      double d, const struct buoy_baked_plane *baked) {
    const double largest =
        fmax(fabs((double)given->normal[0]),
             fmax(fabs((double)given->normal[1]), fabs((double)given->normal[2])));
    return buoy_fine_sum(mesh, baked->n, d * buoy_power_of_two_below(largest));
}

// buoy_bake_plane_at() with that offset. Far out, where the sum overflows and any offset will do,
// it keeps its own.
static inline struct buoy_baked_plane
buoy_bake_plane_finely(const struct buoy_mesh *mesh, const struct buoy_plane *given, double d) {
    struct buoy_baked_plane baked = buoy_bake_plane_at(mesh, given, d);
    const double offset = buoy_fine_offset(mesh, given, d, &baked);
    if (isfinite(offset)) {
        baked.offset = offset;
        baked.d = (float)offset;
        buoy_find_side(mesh, &baked);
    }
    return baked;
}

#endif
