// A volume below a plane in double, with a bound on its error.
//
// With s the height n·x − d, the field s n/|n|² has divergence 1 and is 0 on the water, so that by
// Gauss V is its flux through the submerged part of the surface:
//   V = Σ (A·n) ∫ s dA / (A |n|²) = −Σ (A·n) q / 3|n|²,
// where q is three times a triangle's mean depth, counting points that are not submerged as 0.
// Errors of heights have less effect on this sum than on a sum of tetrahedra: depth is a mean of
// the corners' heights or 0, so that if those are off by δ, V is off by no more than δ × the
// submerged surface, whatever triangles lie flush with the water.
//
// Dry leaves are left out. Wet leaves have Σ (A·n)(s₁ + s₂ + s₃) = nᵀ (Σ X Aᵀ) n − 3 d n·ΣA in
// their moments (mesh.h).
//
// Error, in the baked frame, ε = 2⁻⁵³. Heights: products, sums, and the offset, which is found with
// its cancelled digits: 8 ε h, h the largest magnitude among the terms of s. Each term is off by 16
// of its roundings, and its area vector by 4 ε × the product of its two shortest edges, from which
// it is computed. Sums over a leaf add 24 roundings of its terms; the sum of all leaves, which
// carries its lost digits along, 2. Moments are computed from any two edges, and corners are
// up to 3 from their origin: for a box of size l, the moments of 16
// triangles are off by 64 ε l² + 128 ε l. Leaves of needles, whose area is less than l² / 4, are
// therefore not taken for wet. Only the heights' errors do not vanish with the depth. The sum of
// all these is no more than 8 ε / |n| × (h Σ over leaves of their area + 8 h Σ over wet ones of 4
// of their area and 2 l + 4 Σ over others of depth × edges).
#include "base/arithmetic.h"

#include "queries/displaced.h"

#include <math.h>

#include "base/vector.h"
#include "mesh/fine_offset.h"
#include "mesh/leaves.h"
#include "mesh/plane.h"
#include "mesh/round_plane.h"
#include "mesh/shares.h"

struct displacing {
    const struct buoy_mesh *mesh;
    struct buoy_baked_plane plane;
    double shifted; // the offset in the leaves' frame
    double sum, lost;
    double doubt;   // the bound on the error, but for its factor
    double largest; // h
};

// Adds without losing digits (Neumaier).
static void add(struct displacing *body, double term) {
    const double next = body->sum + term;
    body->lost +=
        fabs(body->sum) >= fabs(term) ? (body->sum - next) + term : (term - next) + body->sum;
    body->sum = next;
}

// −(A·n) q of the triangle in a slot. Edges are differences of corners as given, each rounded once.
static double triangle_flux(struct displacing *body, uint32_t slot) {
    static const double nothing[3] = {0.0, 0.0, 0.0}, here[3] = {0.0, 0.0, 0.0};
    const double *n = body->plane.n;
    double p[3][3], s[3], edges[3][3], length[3], twice[3];
    buoy_slot_corners(body->mesh, slot, body->mesh->tree.shift, p);
    for (int k = 0; k < 3; ++k) {
        s[k] = buoy_dot(n, p[k]) - body->plane.offset;
    }
    const double depth = buoy_mean_depth(s, nothing);
    if (depth == 0.0) {
        return 0.0;
    }
    buoy_slot_corners(body->mesh, slot, here, p);
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < 3; ++i) {
            edges[k][i] = p[(k + 1) % 3][i] - p[k][i];
        }
        length[k] = buoy_length(edges[k]);
    }
    const int longest = length[0] >= length[1] && length[0] >= length[2] ? 0
                        : length[1] >= length[2]                         ? 1
                                                                         : 2;
    const int a = (longest + 1) % 3, b = (longest + 2) % 3;
    buoy_cross_product(edges[a], edges[b], twice);
    body->doubt += 4.0 * depth * length[a] * length[b];
    return -1.5 * buoy_dot(twice, n) * depth;
}

static void add_cut_leaf(struct displacing *body, uint32_t leaf) {
    double sum = 0.0;
    for (uint32_t i = 0; i < BUOY_LANES; ++i) {
        sum += triangle_flux(body, leaf * BUOY_LANES + i);
    }
    add(body, sum);
    body->doubt += body->largest * buoy_leaf_area(body->mesh, leaf);
}

static void add_wet_leaf(struct displacing *body, uint32_t leaf, double size) {
    const struct buoy_tree *tree = &body->mesh->tree;
    const double *m = tree->moments[leaf].m, *n = body->plane.n;
    double sum = -3.0 * body->shifted * buoy_dot(&m[1], n);
    for (int i = 0; i < 3; ++i) {
        sum += n[i] * buoy_dot(&m[7 + 3 * i], n);
    }
    add(body, sum);
    body->doubt += body->largest * (33.0 * buoy_item_areas(tree)[leaf] + 16.0 * size);
}

static void add_leaf(struct displacing *body, uint32_t leaf, const struct buoy_span *span) {
    const struct buoy_tree *tree = &body->mesh->tree;
    const enum buoy_leaf_side side = buoy_leaf_side(body->mesh, leaf, span);
    const double size = side == BUOY_LEAF_WET ? buoy_leaf_size(tree, leaf) : 0.0;
    if (side == BUOY_LEAF_WET && 4.0 * buoy_item_areas(tree)[leaf] > size * size) {
        add_wet_leaf(body, leaf, size);
    } else if (side != BUOY_LEAF_DRY) {
        add_cut_leaf(body, leaf);
    }
}

// The plane in the baked frame; nothing of it is rounded to float.
static struct buoy_baked_plane bake_plane(const struct buoy_mesh *mesh,
                                          const struct buoy_plane64 *given) {
    const struct buoy_plane64 scaled = buoy_scale_plane64(given);
    const double *n = scaled.normal, *half = mesh->half_extent;
    struct buoy_baked_plane plane = {.n = {n[0], n[1], n[2]}};
    plane.offset = buoy_fine_sum(mesh, plane.n, scaled.d);
    plane.reach = fabs(n[0]) * half[0] + fabs(n[1]) * half[1] + fabs(n[2]) * half[2];
    return plane;
}

struct buoy_displaced buoy_displaced_below(const struct buoy_mesh *mesh,
                                           const struct buoy_plane64 *plane) {
    struct displacing body = {.mesh = mesh, .plane = bake_plane(mesh, plane)};
    const double *n = body.plane.n, *shift = mesh->tree.shift;
    // Water far above the body displaces as much as water just above it.
    body.plane.offset =
        buoy_clamp(body.plane.offset, -2.0 * body.plane.reach, 2.0 * body.plane.reach);
    body.shifted = body.plane.offset + buoy_dot(n, shift);
    body.largest = body.plane.reach + 2.0 * fabs(body.plane.offset) +
                   2.0 * (fabs(n[0] * shift[0]) + fabs(n[1] * shift[1]) + fabs(n[2] * shift[2]));
    const struct buoy_span span = buoy_span_of(&body.plane);
    for (uint32_t i = 0; i < buoy_leaf_count(mesh); ++i) {
        add_leaf(&body, i, &span);
    }
    const double s3 = mesh->scale * mesh->scale * mesh->scale;
    return (struct buoy_displaced){
        .volume = (body.sum + body.lost) * buoy_inverse_n2(&body.plane) / 3.0 * s3,
        .error = 8.0 * BUOY_DOUBLE_ROUNDOFF * body.doubt * sqrt(buoy_inverse_n2(&body.plane)) * s3,
    };
}
