// The conditioning floor of a query: the largest change of V when each vertex moves up or down by
// half a float's step of the largest term of its height, |n_x x|, |n_y y|, |n_z z| or |d|, relative
// to the mesh's centre: what float cannot tell apart.
//
// A vertex that moves along n by δ moves the surface of its triangles, by δ there and by less
// towards their other corners: V changes by
//   δ Σ β A·n / 3,
// with β the weight of the vertex in a triangle's wet part, as in simd/weights.h. The changes add
// up if each δ has the sign of its sum.
#include "base/arithmetic.h"

#include <math.h>
#include <string.h>

#include "dispatch/methods.h"
#include "mesh/clipping.h"
#include "mesh/corners.h"
#include "mesh/plane.h"

// Half a float's step at x.
static double half_ulp(double x) {
    int exponent;
    frexp(x, &exponent);
    return x == 0.0 ? 0.0 : ldexp(1.0, exponent - 25);
}

// The change of V per height of each vertex, in the baked frame, times |n|.
static void find_slopes(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                        double *slopes) {
    memset(slopes, 0, mesh->vertex_count * sizeof *slopes);
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        const uint32_t corners[3] = {mesh->triangles->i0[t], mesh->triangles->i1[t],
                                     mesh->triangles->i2[t]};
        double v[3][3], s[3], beta[3], area[3];
        buoy_exact_corners(mesh, mesh->middle, t, v);
        buoy_area_vector(v, area);
        for (int k = 0; k < 3; ++k) {
            s[k] = buoy_dot(plane->n, v[k]) - plane->offset;
        }
        buoy_clip_triangle(s, beta);
        for (int k = 0; k < 3; ++k) {
            slopes[corners[k]] += beta[k] * buoy_dot(area, plane->n) / 3.0;
        }
    }
}

double buoy_conditioning_floor(const struct buoy_mesh *mesh, const struct buoy_plane *plane,
                               double *slopes) {
    const struct buoy_baked_plane baked = buoy_bake_plane(mesh, plane);
    const double *n = baked.n, per_length = sqrt(buoy_inverse_n2(&baked));
    double floor = 0.0;
    find_slopes(mesh, &baked, slopes);
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        double v[3], largest = fabs(baked.offset);
        buoy_exact_vertex(mesh, mesh->middle, i, v);
        for (int k = 0; k < 3; ++k) {
            largest = fmax(largest, fabs(n[k] * v[k]));
        }
        floor += fabs(slopes[i]) * per_length * half_ulp(largest * per_length);
    }
    return floor * (mesh->scale * mesh->scale * mesh->scale);
}
