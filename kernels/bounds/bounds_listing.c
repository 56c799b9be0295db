// Error bounds of the baselines: the published listing in float and in double, the voxel
// count, and approximations.
//
// The listing (scalar/published/catto_listing.h). r is its type's unit roundoff, L a triangle's
// longest edge, D the body's diagonal and R = D + the apex's depth below it: no corner is farther
// from the apex than R.
// 1. Coordinates are rounded into the baked frame, by √3 r at most: the listing then answers for a
//    body whose closed surface has moved by that, so that V has changed by the area times it.
// 2. Heights are off by at most δ, as in bounds_volume.c: ⅓ Σ |h| Δf.
// 3. A tetrahedron ⅙ (a × b)·c is off by 8 r of |a| |b| |c|; a triangle makes up to two. A cut
//    point is a + t (b − a), t off by 2 r and each step rounded: by ε = r (4 L + 2) in all, which
//    changes a tetrahedron by ε (L² + 3 L R) / 6.
// 4. Each of N additions rounds the sum so far: N r ⅓ Σ f |h|.
// 5. The apex is rounded off the water, by some 8 r, which changes V by a third of that times the
//    waterplane.
//
// The apex is the foot of a vertex; rounding may decide of which one. Σ f |h| is a convex function
// of the apex, so that it is largest at one of the feet of the bounding box's corners.
#include "base/arithmetic.h"

#include <float.h>
#include <math.h>

#include "base/vector.h"
#include "dispatch/methods.h"
#include "mesh/corners.h"
#include "mesh/plane.h"
#include "mesh/shares.h"

// The listing's type and guards.
struct listing {
    double r;
    double least; // share of the reach, or of V_total, below which it answers 0
};

struct listing_sums {
    double volume;               // V × 3
    double heights[8];           // Σ Δf |h|, for an apex at the foot of each corner of the box
    double fractions[8];         // Σ f |h| at s − δ
    double count, area, squares; // of triangles that are not dry; of their L²
    double cut;                  // Σ (4 L + 2) (L² + 3 L R) of those that the water cuts
    double deepest;
};

static void feet_of_box(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                        double feet[8][3]) {
    const double inverse_n2 = buoy_inverse_n2(plane);
    for (int j = 0; j < 8; ++j) {
        double s = -plane->offset;
        for (int i = 0; i < 3; ++i) {
            feet[j][i] = j >> i & 1 ? mesh->half_extent[i] : -mesh->half_extent[i];
            s += plane->n[i] * feet[j][i];
        }
        for (int i = 0; i < 3; ++i) {
            feet[j][i] -= plane->n[i] * s * inverse_n2;
        }
    }
}

// Corners of a triangle in the baked frame, its heights and their errors: products and sums are
// rounded, in the order x n_x, y, z, d.
static void find_heights(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                         uint32_t t, double r, double v[3][3], double s[3], double delta[3]) {
    const double *n = plane->n;
    double away = 0.0; // the terms that cancel in the offset, in double
    for (int i = 0; i < 3; ++i) {
        away += fabs(n[i] * mesh->centre[i]) * mesh->inverse_scale;
    }
    buoy_exact_corners(mesh, mesh->middle, t, v);
    for (int k = 0; k < 3; ++k) {
        const double x = n[0] * v[k][0], y = n[1] * v[k][1], z = n[2] * v[k][2];
        s[k] = x + y + z - plane->offset;
        delta[k] = 1.001 * r *
                       (4.0 * fabs(x) + 4.0 * fabs(y) + 3.0 * fabs(z) + 2.0 * fabs(plane->offset)) +
                   0x1p-50 * (1.0 + fabs(plane->offset) + away);
    }
}

static void add_triangle(double v[3][3], const double s[3], const double delta[3], double radius,
                         double feet[8][3], struct listing_sums *sums) {
    const double most = buoy_submerged_share(s, delta, -1.0);
    const bool cut = buoy_may_be_cut(s, delta);
    if (!cut && most == 0.0) {
        return;
    }
    const double f = buoy_submerged_share(s, delta, 0.0),
                 least = buoy_submerged_share(s, delta, 1.0);
    double a[3], longest = 0.0;
    buoy_area_vector(v, a);
    for (int k = 0; k < 3; ++k) {
        double edge[3];
        for (int i = 0; i < 3; ++i) {
            edge[i] = v[(k + 1) % 3][i] - v[k][i];
        }
        longest = fmax(longest, buoy_length(edge));
        sums->deepest = fmax(sums->deepest, delta[k] - s[k]);
    }
    for (int j = 0; j < 8; ++j) {
        double h = 0.0;
        for (int i = 0; i < 3; ++i) {
            h += a[i] * (v[0][i] - feet[j][i]);
        }
        sums->volume += j == 0 ? f * h : 0.0;
        sums->heights[j] += fmax(most - f, f - least) * fabs(h);
        sums->fractions[j] += most * fabs(h);
    }
    sums->squares += longest * longest;
    if (cut) {
        sums->cut += (4.0 * longest + 2.0) * (longest * longest + 3.0 * longest * radius);
    }
    sums->count += 1.0;
    sums->area += buoy_length(a);
}

static struct buoy_volume_bounds listing_bounds(const struct buoy_mesh *mesh,
                                                const struct buoy_plane *given,
                                                struct listing listing) {
    const struct buoy_baked_plane plane = buoy_bake_plane(mesh, given);
    struct listing_sums sums = {0};
    double feet[8][3];
    feet_of_box(mesh, &plane, feet);
    const double diagonal = 2.0 * buoy_length(mesh->half_extent), r = listing.r;
    const double radius = diagonal + fmin(2.0 * plane.reach, plane.reach + fabs(plane.offset));
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        double v[3][3], s[3], delta[3];
        find_heights(mesh, &plane, t, listing.r, v, s, delta);
        add_triangle(v, s, delta, radius, feet, &sums);
    }
    double heights = 0.0, fractions = 0.0;
    for (int j = 0; j < 8; ++j) {
        heights = fmax(heights, sums.heights[j] / 3.0);
        fractions = fmax(fractions, sums.fractions[j] / 3.0);
    }
    const double rounded = 2.0 * r * (8.0 * sums.squares * radius + sums.cut) / 6.0 +
                           2.0 * sums.count * r * fractions + 8.0 * r * sums.area +
                           1.01 * sqrt(3.0) * r * mesh->area;
    const double v = sums.volume / 3.0, total = fabs(mesh->volume);
    double off = heights + rounded + 2.0 * listing.least * total;
    if (sums.deepest <= 2.0 * listing.least * plane.reach) {
        off += fabs(v);
    }
    struct buoy_volume_bounds bounds = {.volume = off / total, .centroid = 1.0};
    if (v > 2.0 * off) {
        // A mean of tetrahedra's centroids, none of which is farther away than R and each rounded
        // by 6 r of R.
        const double moved = 2.0 * radius * off + 6.0 * r * radius * fractions;
        // The centroid is then rounded in the caller's frame, and so is the reference it is
        // compared with.
        const double away = buoy_length(mesh->centre) * mesh->inverse_scale + diagonal;
        bounds.centroid = fmin(1.0, (moved / (v - off) + 2.0 * 0x1p-53 * away) / diagonal);
    }
    return bounds;
}

struct buoy_volume_bounds buoy_bound_catto(const struct buoy_mesh *mesh,
                                           const struct buoy_plane *plane, unsigned voxels) {
    (void)voxels;
    return listing_bounds(mesh, plane, (struct listing){0x1p-24, 2.0 * FLT_EPSILON});
}

struct buoy_volume_bounds buoy_bound_catto64(const struct buoy_mesh *mesh,
                                             const struct buoy_plane *plane, unsigned voxels) {
    (void)voxels;
    return listing_bounds(mesh, plane, (struct listing){0x1p-53, 2.0 * DBL_EPSILON});
}

// Only cells that the surface or the water crosses are miscounted. They lie within a cell's
// diagonal, r, of the surface or the water: for each triangle in a plate 2 r thick, a cylinder
// about each edge and a sphere about each vertex; for the water in a disc.
struct buoy_volume_bounds buoy_bound_voxel(const struct buoy_mesh *mesh,
                                           const struct buoy_plane *plane, unsigned voxels) {
    (void)plane;
    const double pi = 3.14159265358979323846;
    const double diagonal = 2.0 * buoy_length(mesh->half_extent),
                 r = diagonal / (voxels ? voxels : 64);
    double edges = 0.0; // each edge belongs to two triangles
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        const uint32_t corner[3] = {mesh->triangles->i0[t], mesh->triangles->i1[t],
                                    mesh->triangles->i2[t]};
        for (int k = 0; k < 3; ++k) {
            const uint32_t a = corner[k], b = corner[(k + 1) % 3];
            const double edge[3] = {(double)mesh->triangles->x[a] - (double)mesh->triangles->x[b],
                                    (double)mesh->triangles->y[a] - (double)mesh->triangles->y[b],
                                    (double)mesh->triangles->z[a] - (double)mesh->triangles->z[b]};
            edges += 0.5 * buoy_length(edge);
        }
    }
    const double disc = 0.5 * diagonal + r;
    const double off = 2.0 * r * (mesh->area + pi * disc * disc) + pi * r * r * edges +
                       4.0 / 3.0 * pi * r * r * r * mesh->vertex_count;
    // At most the whole volume, which the count may round differently, and nowhere but in the box.
    return (struct buoy_volume_bounds){.volume = fmin(1.0 + 1e-6, off / fabs(mesh->volume)),
                                       .centroid = 1.0};
}

// Nothing is proven of these approximations. The bounds hold for every answer that is possible at
// all: a volume between 0 and V_total, but for its last rounding, and a centroid in the bounding
// box.
struct buoy_volume_bounds buoy_bound_possible(const struct buoy_mesh *mesh,
                                              const struct buoy_plane *plane, unsigned voxels) {
    (void)mesh;
    (void)plane;
    (void)voxels;
    return (struct buoy_volume_bounds){.volume = 1.0 + 1e-6, .centroid = 1.0};
}
