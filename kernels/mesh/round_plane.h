// Planes in double become planes in float, with an offset in double, for kernels.
#ifndef BUOY_ROUND_PLANE_H
#define BUOY_ROUND_PLANE_H

#include <float.h>

#include "base/rounding.h"
#include "mesh/plane.h"

// So many planes are rounded at a time.
#define BUOY_ROUNDED 32

// Planes, in the mesh's frame as before.
struct buoy_rounded_planes {
    struct buoy_plane planes[BUOY_ROUNDED];
    double offsets[BUOY_ROUNDED];
    double moved[BUOY_ROUNDED]; // bounds on how far the water moved anywhere in the bounding box
};

static inline bool buoy_is_float(double x) {
    return fabs(x) <= (double)FLT_MAX && buoy_rounded_to_float(x) == x;
}

// The power of two that brings the largest component of a normal, finite and not 0, into [1, 2), in
// two factors, because it may itself be denormal or beyond DBL_MAX.
struct buoy_two_powers {
    double first, second;
};

static inline struct buoy_two_powers buoy_powers_below(const double n[3]) {
    const double largest = fmax(fabs(n[0]), fmax(fabs(n[1]), fabs(n[2])));
    const double first = largest >= 0x1p1000 ? 0x1p-100 : largest < 0x1p-900 ? 0x1p100 : 1.0;
    return (struct buoy_two_powers){first, buoy_power_of_two_below(largest * first)};
}

// The plane times that factor. An offset that would overflow is far beyond any body.
static inline struct buoy_plane64 buoy_scale_plane64(const struct buoy_plane64 *plane) {
    const struct buoy_two_powers k = buoy_powers_below(plane->normal);
    const double *n = plane->normal, d = plane->d * k.first * k.second;
    return (struct buoy_plane64){
        {n[0] * k.first * k.second, n[1] * k.first * k.second, n[2] * k.first * k.second},
        buoy_clamp(d, -DBL_MAX, DBL_MAX)};
}

// Rounds a plane about the mesh's centre. Normals that are floats stay; others are brought to a
// length of about 1 by a power of two, which is exact.
//
// With r the rounded normal and n the given one, heights change by (r − n)·(x − c). The offset is
// right to four roundings of its terms. d and n may themselves be decimals, rounded to double.
static inline void buoy_round_plane(const struct buoy_mesh *mesh, const struct buoy_plane64 *given,
                                    struct buoy_plane *plane, double *offset, double *moved) {
    const double *n = given->normal, *c = mesh->centre;
    const bool floats = buoy_is_float(n[0]) && buoy_is_float(n[1]) && buoy_is_float(n[2]);
    const struct buoy_plane64 used = floats ? *given : buoy_scale_plane64(given);
    double terms = fabs(used.d), turned = 0.0, square = 0.0;
    *offset = used.d;
    for (int i = 0; i < 3; ++i) {
        const double scaled = used.normal[i];
        const double rounded = floats ? scaled : buoy_rounded_to_float(scaled);
        plane->normal[i] = (float)rounded;
        *offset += (rounded - scaled) * c[i];
        terms += fabs(scaled * c[i]);
        turned += fabs(rounded - scaled) * mesh->half_extent[i] * mesh->scale;
        square += rounded * rounded;
    }
    const bool exact = floats && buoy_is_float(given->d);
    *offset = buoy_clamp(*offset, -DBL_MAX, DBL_MAX);
    *moved = exact ? 0.0 : (turned * (1.0 + 0x1p-20) + 0x1p-51 * terms) / sqrt(square);
    plane->d = 0.0f;
}

static inline bool buoy_plane64_is_valid(const struct buoy_plane64 *plane) {
    const double *n = plane->normal;
    const bool zero = n[0] == 0.0 && n[1] == 0.0 && n[2] == 0.0;
    return !zero && isfinite(n[0]) && isfinite(n[1]) && isfinite(n[2]) && isfinite(plane->d);
}

static inline void buoy_round_planes(const struct buoy_mesh *mesh,
                                     const struct buoy_plane64 *planes, size_t count,
                                     struct buoy_rounded_planes *rounded) {
    for (size_t i = 0; i < count; ++i) {
        buoy_round_plane(mesh, &planes[i], &rounded->planes[i], &rounded->offsets[i],
                         &rounded->moved[i]);
    }
}

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
