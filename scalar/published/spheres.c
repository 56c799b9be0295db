// Approximations whose bodies are made of spheres.
#include "base/arithmetic.h"

#include <math.h>

#include "dispatch/methods.h"
#include "each_plane.h"
#include "mesh/plane.h"

// Sums over spheres, in shares of the whole body's volume.
struct sphere_sums {
    double up[3], offset; // the water in the baked frame, with a normal of length 1
    double v, vc[3];
};

static struct sphere_sums sphere_sums(const struct buoy_baked_plane *plane) {
    const double per_length = sqrt(buoy_inverse_n2(plane));
    return (struct sphere_sums){
        .up = {plane->n[0] * per_length, plane->n[1] * per_length, plane->n[2] * per_length},
        .offset = plane->offset * per_length,
    };
}

// The submerged share of a sphere's diameter; 0 if it is dry.
static double sphere_depth(const struct sphere_sums *sums, const double at[3], double radius) {
    const double height = buoy_dot(sums->up, at) - sums->offset;
    return buoy_clamp((radius - height) / (2.0 * radius), 0.0, 1.0);
}

// The share of a sphere's volume that is submerged, if k of its diameter is: with h = 2 r k, a cap
// of height h has π h² (3 r − h) / 3 of 4 π r³ / 3.
static double cap_share(double k) {
    return k * k * (3.0 - 2.0 * k);
}

// How far the cap's centroid lies below the sphere's centre: 3 (2 r − h)² / (4 (3 r − h)).
static double cap_drop(double k, double radius) {
    return 3.0 * radius * (1.0 - k) * (1.0 - k) / (3.0 - 2.0 * k);
}

// Adds a volume that acts at a depth below a point.
static void add_cap(struct sphere_sums *sums, const double at[3], double volume, double drop) {
    sums->v += volume;
    for (int i = 0; i < 3; ++i) {
        sums->vc[i] += volume * (at[i] - drop * sums->up[i]);
    }
}

// The answer from shares of the whole volume.
static void finish(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                   const struct sphere_sums *sums, struct buoy_volume *result) {
    const double whole = mesh->volume;
    const double vc[3] = {whole * sums->vc[0], whole * sums->vc[1], whole * sums->vc[2]};
    buoy_answer_sums(mesh, plane, whole * sums->v, vc, result);
}

// ------------------------------------------------------------------------------------------- eight

// volume/pontoons/scalar: an approximation. A few spheres float in place of the body, as users of
// Unreal Engine's buoyancy component and of Crest's probes place them: here eight, in the corners
// of the bounding box, each touching three of its faces, with half of the box's smallest half
// extent for a radius. Each stands for an eighth of the body's volume, and its force acts at its
// centre.
//
// Nothing of the body but its box and its volume is known, and no bound on the error is.

// The least radius, for an open mesh in an axis plane.
#define LEAST_RADIUS 0x1p-100

static void answer_pontoons(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                            struct buoy_volume *result) {
    const double *half = mesh->half_extent;
    double smallest = half[0] < half[1] ? half[0] : half[1];
    smallest = smallest < half[2] ? smallest : half[2];
    const double radius = 0.5 * smallest > LEAST_RADIUS ? 0.5 * smallest : LEAST_RADIUS;
    struct sphere_sums sums = sphere_sums(plane);
    for (unsigned corner = 0; corner < 8; ++corner) {
        double at[3];
        for (unsigned i = 0; i < 3; ++i) {
            at[i] = corner >> i & 1u ? half[i] - radius : radius - half[i];
        }
        const double wet = cap_share(sphere_depth(&sums, at, radius));
        add_cap(&sums, at, 0.125 * wet, 0.0);
    }
    finish(mesh, plane, &sums, result);
}

void buoy_volume_pontoons_scalar(const struct buoy_volume_query *query,
                                 struct buoy_volume *restrict results) {
    each_plane(query, answer_pontoons, results);
}

// ------------------------------------------------------------------------------------------ packed

// volume/spheres/scalar: an approximation. M. Fagerlund's "buoyancy particles" (for the Open
// Dynamics Engine, 2003): spheres inside the body, each of which displaces what its submerged cap
// holds, at the cap's centroid. They are packed when the mesh is made, if the caller asks for them
// (buoy_mesh_input.spheres, kernels/making/packing.c), and together count for the whole body's
// volume.
//
// A mesh without spheres is answered by volume/pontoons. The error falls slowly with the number of
// spheres, because what lies between them and the surface is missing where it is; no bound on it
// is known.

static void answer_spheres(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                           struct buoy_volume *result) {
    struct sphere_sums sums = sphere_sums(plane);
    for (uint32_t i = 0; i < mesh->sphere_count; ++i) {
        const struct buoy_sphere *sphere = &mesh->spheres[i];
        const double k = sphere_depth(&sums, sphere->at, sphere->radius);
        if (k > 0.0) {
            add_cap(&sums, sphere->at, sphere->share * cap_share(k), cap_drop(k, sphere->radius));
        }
    }
    finish(mesh, plane, &sums, result);
}

void buoy_volume_spheres_scalar(const struct buoy_volume_query *query,
                                struct buoy_volume *restrict results) {
    if (query->mesh->sphere_count == 0) {
        buoy_volume_pontoons_scalar(query, results);
        return;
    }
    each_plane(query, answer_spheres, results);
}
