// Shared by the approximations whose bodies are made of spheres: what of a sphere is below the
// water, and where.
#ifndef BUOY_SPHERE_CAPS_H
#define BUOY_SPHERE_CAPS_H

#include <math.h>

#include "mesh/plane.h"

// Sums over spheres, in shares of the whole body's volume.
struct buoy_sphere_sums {
    double up[3], offset; // the water in the baked frame, with a normal of length 1
    double v, vc[3];
};

static inline struct buoy_sphere_sums buoy_sphere_sums(const struct buoy_baked_plane *plane) {
    const double per_length = sqrt(buoy_inverse_n2(plane));
    return (struct buoy_sphere_sums){
        .up = {plane->n[0] * per_length, plane->n[1] * per_length, plane->n[2] * per_length},
        .offset = plane->offset * per_length,
    };
}

// The submerged share of a sphere's diameter; 0 if it is dry.
static inline double buoy_sphere_depth(const struct buoy_sphere_sums *sums, const double at[3],
                                       double radius) {
    const double height = buoy_dot(sums->up, at) - sums->offset;
    return buoy_clamp((radius - height) / (2.0 * radius), 0.0, 1.0);
}

// The share of a sphere's volume that is submerged, if k of its diameter is: with h = 2 r k, a cap
// of height h has π h² (3 r − h) / 3 of 4 π r³ / 3.
static inline double buoy_cap_share(double k) {
    return k * k * (3.0 - 2.0 * k);
}

// How far the cap's centroid lies below the sphere's centre: 3 (2 r − h)² / (4 (3 r − h)).
static inline double buoy_cap_drop(double k, double radius) {
    return 3.0 * radius * (1.0 - k) * (1.0 - k) / (3.0 - 2.0 * k);
}

// Adds a volume that acts at a depth below a point.
static inline void buoy_add_cap(struct buoy_sphere_sums *sums, const double at[3], double volume,
                                double drop) {
    sums->v += volume;
    for (int i = 0; i < 3; ++i) {
        sums->vc[i] += volume * (at[i] - drop * sums->up[i]);
    }
}

// The answer from shares of the whole volume.
static inline void buoy_answer_spheres(const struct buoy_mesh *mesh,
                                       const struct buoy_baked_plane *plane,
                                       const struct buoy_sphere_sums *sums,
                                       struct buoy_volume *result) {
    const double whole = mesh->volume;
    const double vc[3] = {whole * sums->vc[0], whole * sums->vc[1], whole * sums->vc[2]};
    buoy_answer_sums(mesh, plane, whole * sums->v, vc, result);
}

#endif
