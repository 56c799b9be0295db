// How far an answer of `hierarchy64` may be from the truth: a bound that holds for every closed
// mesh, and takes a few operations, because it looks at no triangle.
//
// Notation: as in bounds_volume.c, with ε = 2⁻⁵³. R is the body's reach from its centre, S that of
// its frames' origins (at most 2 R, mesh.h), p the apex, which lies on the plane: the middle of the
// waterplane or, for a body that is barely wet (simd/sums.h), the foot of its deepest corner,
// which is within √2 R of the centre. L = R + max(|p|, √2 R) is the farthest any corner is from it,
// P the sum of the triangles' perimeters, l the longest edge of a triangle.
//
// 1. Heights. The sum n·x − d has products that are exact, and terms that add up to no more than H
//    = Σ |nᵢ| (1 + 2 |shiftᵢ|) + |d|; with the offset's own terms, a dozen roundings of that. So a
//    height, divided by |n|, is off by δ ≤ 12 ε H / |n|. Corners at one place have one computed
//    height, so that computed heights are the exact ones of a body whose corners are moved along
//    the normal by at most δ. Its volume differs by at most δ Σ |A·n|, less than δ area, for A·n
//    does not change when corners move along n. What is computed is not its volume, but ⅓ Σ f h
//    with f of the body that is moved and h of the one that is not. 2 h is the determinant of the
//    ways from p to the corners. It is linear in the move of each, and the product of two moves,
//    which are parallel, has no part in it: h differs by at most ½ δ Σ |(vᵢ − p) × (vⱼ − p)| over
//    the triangle's edges, less than ½ δ L times its perimeter. In all V is off by less than
//    δ (area + L P / 6).
//
// 2. Sums. A term f h of 3 V is right to 32 roundings, and each addition rounds the sum so far: of
//    area × (L + S) at most, for what is wholly submerged is summed from the frame's origin. So is
//    the apex, by a few ε of its distance; off the plane by that, it changes V by as much × area.
//    The cross products in an h round 8 times products of edges, l² L. No answer adds up more terms
//    than there are triangles.
//
// 3. Centroid. ∫ (x − p) dV consists of the same h, times places: weights of moved corners instead
//    of others change it by at most L times as much as V, and so does each rounding, because sums
//    from the frame's origin are at most S ≤ 2 R farther off; what that leaves, the factor of three
//    between 3 V and V covers. Divided by V, c − p is off by less than (L + |c − p|) ΔV / (V − ΔV).
//
// 4. Lobes. Answers are kept between 0 and the whole volume, which sums over a surface that is
//    inside out somewhere may leave by as much as is inside out: what was found, and the doubt
//    about it, are added.
//
// 5. Rounding and merging before. Vertices and water were moved, relative to each other, by up to
//    δ, and are moved back: the volume changes by the integral over what is wet of the move along
//    the normal. That is less than δ times the largest wetted area on the way; each triangle's area
//    changes by less than 2 δ times its perimeter. The waterplane is the shadow of what is wet, and
//    no larger.
//
// All this is for rounding to nearest. In other modes ε is twice as large, and so are the bounds.
#include "base/arithmetic.h"

#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "buoyancy_kernels.h"
#include "dispatch/methods.h"
#include "mesh/leaves.h"
#include "mesh/plane.h"
#include "mesh/shares.h"

#define EPSILON BUOY_DOUBLE_ROUNDOFF

// Roundings of a term before it is added to others; of a height.
#define TERM 32.0
#define HEIGHT 12.0

// δ
static double height_doubt(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane) {
    double terms = fabs(plane->offset);
    for (int i = 0; i < 3; ++i) {
        terms += fabs(plane->n[i]) * (1.0 + 2.0 * fabs(mesh->tree.shift[i]));
    }
    return HEIGHT * EPSILON * terms * sqrt(buoy_inverse_n2(plane));
}

// The bounds in the baked frame, with what rounding vertices and plane before has changed.
static struct buoy_volume_error doubt_of(const struct buoy_mesh *mesh,
                                         const struct buoy_baked_plane *plane,
                                         const struct buoy_displacement *displacement, double v) {
    double p[3];
    buoy_section_centre(mesh, plane, p);
    const double reach = buoy_length(mesh->half_extent);
    const double farthest = reach + fmax(buoy_length(p), 1.5 * reach);
    const double away = buoy_length(mesh->tree.shift), items = mesh->triangle_count;
    struct buoy_volume_error doubt;
    doubt.volume =
        mesh->inverted + mesh->inverted_doubt +
        height_doubt(mesh, plane) * (2.0 * mesh->area + farthest * mesh->perimeter / 6.0) +
        EPSILON *
            ((TERM + items) * (farthest + away) * mesh->area + 8.0 * farthest * mesh->squares);
    doubt.volume +=
        displacement->by * (displacement->area + 4.0 * displacement->by * mesh->perimeter);
    doubt.centre = v > 2.0 * doubt.volume
                       ? fmin(2.0 * farthest * doubt.volume / (v - doubt.volume), 2.0 * reach)
                       : 2.0 * reach;
    return doubt;
}

struct buoy_volume_error buoy_bound_certificate(const struct buoy_mesh *mesh,
                                                const struct buoy_plane *given, double d,
                                                const struct buoy_displacement *displacement,
                                                const struct buoy_volume *answer) {
    const struct buoy_baked_plane plane = buoy_bake_plane_finely(mesh, given, d);
    const double scale = mesh->scale, cubed = scale * scale * scale;
    if (mesh->withheld) {
        return (struct buoy_volume_error){(double)INFINITY, (double)INFINITY};
    }
    const double above = fabs(plane.offset) - plane.reach;
    const struct buoy_displacement baked = {displacement->by * mesh->inverse_scale,
                                            displacement->area * mesh->inverse_scale *
                                                mesh->inverse_scale};
    const double doubtful = height_doubt(mesh, &plane) + 4.0 * baked.by; // |n| is below 4
    const bool far = isinf(above) || above > 4.0 * doubtful;
    if (plane.side == BUOY_SIDE_DRY && far) {
        return (struct buoy_volume_error){0.0, 0.0};
    }
    const struct buoy_volume_error doubt = doubt_of(mesh, &plane, &baked, answer->volume / cubed);
    // In the caller's frame, the volume and each coordinate are rounded once or twice more.
    const double rounded = 0x1p-51 * (buoy_length(answer->centre) + buoy_length(mesh->centre));
    return (struct buoy_volume_error){
        .volume = doubt.volume * cubed + 0x1p-51 * fabs(answer->volume),
        .centre = doubt.centre * scale + rounded,
    };
}

// -------------------------------------------------------------------------- the conditioning floor

// The conditioning floor of a query: the largest change of V when each vertex moves up or down by
// half a float's step of the largest term of its height, |n_x x|, |n_y y|, |n_z z| or |d|, relative
// to the mesh's centre: what float cannot tell apart.
//
// A vertex that moves along n by δ moves the surface of its triangles, by δ there and by less
// towards their other corners: V changes by
//   δ Σ β A·n / 3,
// with β the weight of the vertex in a triangle's wet part, as in simd/weights.h. The changes add
// up if each δ has the sign of its sum.

double buoy_conditioning_floor(const struct buoy_mesh *mesh, const struct buoy_plane *plane,
                               double *slopes) {
    const struct buoy_baked_plane baked = buoy_bake_plane(mesh, plane);
    const double *n = baked.n, per_length = sqrt(buoy_inverse_n2(&baked));
    double floor = 0.0;
    // The change of V per height of each vertex, in the baked frame, times |n|.
    memset(slopes, 0, mesh->vertex_count * sizeof *slopes);
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        const uint32_t corners[3] = {mesh->triangles->i0[t], mesh->triangles->i1[t],
                                     mesh->triangles->i2[t]};
        double v[3][3], s[3], beta[3], area[3];
        buoy_exact_corners(mesh, mesh->middle, t, v);
        buoy_area_vector(v, area);
        for (int k = 0; k < 3; ++k) {
            s[k] = buoy_dot(n, v[k]) - baked.offset;
        }
        buoy_clip_triangle(s, beta);
        for (int k = 0; k < 3; ++k) {
            slopes[corners[k]] += beta[k] * buoy_dot(area, n) / 3.0;
        }
    }
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        double v[3], largest = fabs(baked.offset);
        buoy_exact_vertex(mesh, mesh->middle, i, v);
        for (int k = 0; k < 3; ++k) {
            largest = fmax(largest, fabs(n[k] * v[k]));
        }
        largest *= per_length;
        int exponent;
        frexp(largest, &exponent); // for half a float's step
        floor += largest == 0.0 ? 0.0 : fabs(slopes[i]) * per_length * ldexp(1.0, exponent - 25);
    }
    return floor * (mesh->scale * mesh->scale * mesh->scale);
}
