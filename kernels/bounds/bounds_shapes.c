// Error bounds of the `shapes` and, at the end, the `box` methods, for any shape and plane: shares
// of the whole volume, of the bounding box's diagonal where at least 0.1 % of the shape is
// submerged, and of the whole surface. u = 2⁻²⁴.
#include "base/arithmetic.h"

#include <math.h>

#include "dispatch/methods.h"
#include "mesh/kinds.h"

// What is computed in double, from the sizes as they are: some hundred roundings, and differences
// that leave at least a thousandth of what they are taken from. Spheres and ellipsoids
// (simd/shapes_caps.h) have no difference but γ − δ, which is right to 3 ε of γ: k and V are right
// to some 8 ε, of 1 and of the whole, centroids likewise. (Met: 6e-16.)
#define IN_DOUBLE 0x1p-36

// The rule's error falls by e^(−δ) with each node, where δ is about the inverse aspect ratio
// (mesh/solids.c), but what changes within δ is a share of about δ² of the surface: of the
// kink that remains, 512 nodes miss less than 10⁻⁵. Not proven, but four times what was met among
// ten thousand cuts against 32,768 nodes: 2e-8 up to 1:30, 2.3e-7 up to 1:100, 5e-6 up to
// 1:1000, 1.2e-5 at 1:10,000.
static double ellipsoid_area_bound(const float size[3]) {
    const double longest = (double)fmaxf(fmaxf(size[0], size[1]), size[2]);
    const double shortest = (double)fminf(fminf(size[0], size[1]), size[2]);
    const double aspect = longest / shortest;
    return aspect <= 30.0 ? 1e-7 : aspect <= 100.0 ? 1e-6 : aspect <= 1000.0 ? 2e-5 : 1e-4;
}

// Flat faces. Where a face is almost level with the water, its wetted share and the waterplane
// change from nothing to the whole face while the water rises by 2 e, e being the face's half
// extent along the normal; a box's rectangle and a cylinder's disc gain at most 1/e of themselves
// for each unit of depth. In double, roundings of the normal and of the offset move the plane by
// less than 2⁻⁵⁰ of the shape's extent, and cylinders and cones count as dry up to
// ROUND_LEAST_DEPTH (simd/shapes_round.h).
#define FLAT_DEPTH 0x1p-50
#define FLAT_DRY_DEPTH 0x1p-45

// The share of a face that may be wet in error: of a face whose middle lies so far below the water.
static double flat_share(double middle, double half_extent, double depth) {
    if (fabs(middle) > half_extent + depth) {
        return 0.0;
    }
    return half_extent > 2.0 * depth ? 2.0 * depth / half_extent : 1.0;
}

// Lets flat faces count in the bounds of surfaces. Everything is in lengths of the normal.
static void flat_add(struct buoy_shapes_bounds *bounds, double share) {
    bounds->wetted_area += share;
    bounds->waterplane += share;
}

static void flat_box(const float size[3], const struct buoy_plane *plane,
                     struct buoy_shapes_bounds *bounds) {
    const double d = plane->d, whole = (double)size[0] * size[1] + (double)size[1] * size[2] +
                                       (double)size[2] * size[0];
    double high[3], extent = fabs(d);
    for (int i = 0; i < 3; ++i) {
        high[i] = fabs((double)plane->normal[i]) * size[i];
        extent += high[i];
    }
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const double face = 0.5 * size[j] * size[k] / whole, half = high[j] + high[k];
        flat_add(bounds, face * flat_share(d - high[i], half, FLAT_DEPTH * extent));
        flat_add(bounds, face * flat_share(d + high[i], half, FLAT_DEPTH * extent));
    }
}

// The ends of a cylinder, or the base of a cone; dry is the depth up to which these count as dry.
static void flat_discs(const struct buoy_shape *shape, const struct buoy_plane *plane, double dry,
                       struct buoy_shapes_bounds *bounds) {
    const double r = shape->size[0], h = shape->size[1], d = plane->d, c = plane->normal[2];
    const double half = r * sqrt((double)plane->normal[0] * plane->normal[0] +
                                 (double)plane->normal[1] * plane->normal[1]);
    const double extent = half + fabs(c) * h + fabs(d);
    const double lowest = dry * extent, highest = FLAT_DEPTH * extent; // for ends at that place
    const bool cone = shape->kind == BUOY_SHAPE_CONE;
    const double disc = cone ? r / (r + sqrt(r * r + 4.0 * h * h)) : 0.5 * r / (r + 2.0 * h);
    flat_add(bounds, disc * flat_share(d + c * h, half, c >= 0.0 ? lowest : highest));
    if (!cone) {
        flat_add(bounds, disc * flat_share(d - c * h, half, c <= 0.0 ? lowest : highest));
    }
}

// Cylinders and capsules (simd/shapes_axial.h). Everything is in double, ε = 2⁻⁵³. Polynomials are
// right to 5e-16 and 2.4e-14. Closed forms are used where a and b are w = 2⁻⁹ apart or more. S(a)
// and S(b) are right to some 4 ε of themselves, and so ∫ y dx, ∫ (b − x) y dx and ∫ (b − x)² y dx
// to 8 ε of S(b). V / (2 π k) has 2/π times 1/w of the second: 512 × 8 ε × 2 = 9e-13. Half balls,
// whose angles are right to 1e-14, miss 5e-15 of a ball. Four nodes within w miss nothing of V: 8
// q² √(1 − q²) f is of degree 4 but for the root, whose fourth power of q, q² < 2⁻¹⁰, they miss by
// 1e-10 of what is within w, 3e-5 of V at the end of the disc. (Met: 1.1e-13.)
#define AXIAL_VOLUME 2e-12

// z / (2 k) has 1/π times 1/w² of the third over V / (2 π k), which is at least 2/5 S(b)/π, as of a
// wedge that begins at the end of the disc: 2¹⁸ × 8 ε × 5/2 = 6e-10. x has 1/w of a sum of that
// kind: 1e-12. Nodes miss 3e-7 of z's moment where water is near the end of the disc: where little
// is wet that is less than .1 % of V, and where little is dry it is 3e-5 of V. (Met: 6.4e-11.)
#define AXIAL_CENTROID 1e-9

// Cones (simd/shapes_cone.h). G₀ is right to 3.4e-9 of itself, and the pyramid over the waterplane
// is no larger than the cone: 3.4e-9 of V. Where the water is close to the base, at most 9 % of the
// cone is wet, as found by eight nodes of Gauss and Legendre. For cos ωx on [−1, 1] they err by at
// most 2.22e-18 ω¹⁶. 3 sin²θ η, η ~ 1 + cos θ, has ω = 3π/2 at most, an error of 1.7e-8 of the
// amplitude: 1.5e-9.
#define CONE_VOLUME 6e-9

// Pyramids: the wet part is at least 1/30 of the pyramid over the base, since ζ_W is on average
// half as far from H as the vertex is, at least 1/64: 30 × 2 × 3.4e-9. Close to the base, V x has
// ½ sin²θ cos θ · 4 η, η ~ 1 + cos θ, with cos 4θ/8, and V ⅔ sin²θ · 3 η: R × 1.6e-6, and the
// diagonal is more than 2.8 R: 5.8e-7. (Met: 2.6e-7.)
#define CONE_CENTROID 8e-7

// Where the water only touches a wall along a line, a depth δ wets a strip of half width √(2 R δ).
// A body counts as dry up to δ = 2⁻⁴⁶ of its extent and |d| (simd/shapes_round.h), at most 2⁻⁴⁵ R
// on a level axis: the strip is 2⁻²¹ R wide, 2⁻²¹/2π = 7.6e-8 of the wall. All else is smaller: G₀
// leaves 3.4e-9.
#define ROUND_SURFACE 1e-7
// In double, the normal's and the offset's roundings are such a δ: 2⁻⁵¹ R.
#define TOUCH_IN_DOUBLE 2e-8

// The bounds of each kind's own method.
void buoy_bound_shapes(const struct buoy_shape *shape, const struct buoy_plane *plane,
                       struct buoy_shapes_bounds *bounds) {
    const enum buoy_shape_kind kind = buoy_kind_of(shape);
    *bounds =
        (struct buoy_shapes_bounds){AXIAL_VOLUME, AXIAL_CENTROID, ROUND_SURFACE, ROUND_SURFACE};
    switch (kind) {
    case BUOY_SHAPE_CAPSULE:
        return;
    case BUOY_SHAPE_CYLINDER:
        flat_discs(shape, plane, FLAT_DRY_DEPTH, bounds);
        return;
    case BUOY_SHAPE_CONE:
        bounds->volume = CONE_VOLUME;
        bounds->centroid = CONE_CENTROID;
        flat_discs(shape, plane, FLAT_DRY_DEPTH, bounds);
        return;
    case BUOY_SHAPE_SPHERE:
    case BUOY_SHAPE_ELLIPSOID:
        *bounds = (struct buoy_shapes_bounds){IN_DOUBLE, IN_DOUBLE, IN_DOUBLE, IN_DOUBLE};
        if (kind == BUOY_SHAPE_ELLIPSOID) {
            bounds->wetted_area = ellipsoid_area_bound(shape->size);
        }
        return;
    default: { // boxes; volume and centre are those of box/corners
        const struct buoy_volume_bounds of_box = buoy_bound_box_corners(0);
        *bounds = (struct buoy_shapes_bounds){of_box.volume, of_box.centroid, IN_DOUBLE, IN_DOUBLE};
        flat_box(shape->size, plane, bounds);
    }
    }
}

// In double throughout.
void buoy_bound_shapes_reference(const struct buoy_shape *shape, const struct buoy_plane *plane,
                                 struct buoy_shapes_bounds *bounds) {
    const bool arcs = shape->kind == BUOY_SHAPE_ELLIPSOID;
    const bool discs = shape->kind == BUOY_SHAPE_CYLINDER || shape->kind == BUOY_SHAPE_CONE;
    const bool walls = discs || shape->kind == BUOY_SHAPE_CAPSULE;
    const double surface = walls ? TOUCH_IN_DOUBLE : IN_DOUBLE;
    *bounds = (struct buoy_shapes_bounds){
        IN_DOUBLE, IN_DOUBLE, arcs ? ellipsoid_area_bound(shape->size) : surface, surface};
    if (discs) {
        flat_discs(shape, plane, FLAT_DEPTH, bounds);
    } else if (shape->kind == BUOY_SHAPE_BOX) {
        flat_box(shape->size, plane, bounds);
    }
}

// ------------------------------------------------------------------------------------------- boxes

// Error bounds of the `box` methods, for any box and plane: shares of the box's volume, and of its
// diagonal where at least 0.1 % of it is submerged. u = 2⁻²⁴.

// The wet share f ≤ 1/2 of the smaller side depends only on the ratios of a, b, c and α
// (simd/box_corners.h), and grows only with α. So rounding each by u of itself moves f by at most 2
// u α df/dα, and α df/dα ≤ 9/8, which a cube on its corner reaches when half of it is wet: 2 ¼ u. S
// is a sum of positive parts. Up to u₁: u₁ is right to 3 u of itself, α to 1 ½ u, a product: 5 ½ u.
// From u₁ on: x to 3 u where it is large, x² and y² to 7 u, their sum to 8 u, width and products 2
// u: 10 u; the width's error from u₁ is the opposite of the first part's. The tip, at most 1/8 of
// what it is subtracted from, is right to 11 u; two more sums. So S is right to 14 u, f = S/c to 15
// u, 7 ½ u of the box; and the rest, 1 − f, is rounded by u/2: 10 ¼ u = 6.1e-7 if all roundings
// conspire. (Met: 2.0e-7 over millions of random boxes, 2.7e-7 by climbing.)
//
// t = N/S ≤ 1 is a share of a half extent. Of N's parts only p (1 − p), 1 ½ x² − x³ and 1 − W/c are
// differences, and these stay so large that N's errors, of half extents, stay below 18 u: p and 1 −
// p are off by 4 u, their products with x by 6 u of x, and a x/S ≤ 3. S adds 7 u, at t = 1/2; then
// three products, and 2 ¼ u from rounding a, b, c and α: 31 u of a half extent along each axis,
// 15.5 u of the diagonal. On the larger side, t f/(1 − f) ≤ 1/2, S cancels, and 1 − f is off by 21
// u of itself: less. (Met: 2.0e-7, and 2.8e-7 by climbing.)
struct buoy_volume_bounds buoy_bound_box_corners(unsigned voxels) {
    (void)voxels;
    return (struct buoy_volume_bounds){.volume = 10.25 * 0x1p-24, .centroid = 15.5 * 0x1p-24};
}

// As published: wrong by anything that is possible (scalar/published/boxes.c), up to the way from
// the middle of the box to a corner. Also for box/deeter.
struct buoy_volume_bounds buoy_bound_box_celis(unsigned voxels) {
    (void)voxels;
    return (struct buoy_volume_bounds){.volume = 1.0, .centroid = 0.5};
}

// Each quarter of the box is filled up to the level in its middle. That is the quarter's mean
// level, unless the water crosses an end of the box within the quarter, at worst in its middle:
// then up to half the mean of |x + y| is missed, where the level varies by x and by y, each at most
// a quarter of the height either way: 1/12.
//
// Both centroids lie on the deeper half of the box along each axis: half a diagonal.
struct buoy_volume_bounds buoy_bound_box_columns(unsigned voxels) {
    (void)voxels;
    return (struct buoy_volume_bounds){.volume = 1.0 / 12.0, .centroid = 0.5};
}

// A column of cells is as high as the water in its middle, within half a cell; at an end of the box
// 1/6 of a cell is missed, as above with cells for quarters.
//
// If 1/1000 of the box is submerged, a misplaced ΔV moves the centroid by 1000 ΔV × its
// displacement, but no farther than any method can err.
struct buoy_volume_bounds buoy_bound_box_voxel(unsigned voxels) {
    const double volume = 2.0 / (3.0 * (voxels ? voxels : 64));
    return (struct buoy_volume_bounds){.volume = volume, .centroid = fmin(1000.0 * volume, 0.5)};
}
