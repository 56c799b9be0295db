// Error bounds of the `box` methods, for any box and plane: shares of the box's volume, and of its
// diagonal where at least 0.1 % of it is submerged. u = 2⁻²⁴.
#include "base/arithmetic.h"

#include <math.h>

#include "dispatch/methods.h"

// The wet share f ≤ 1/2 of the smaller side depends only on the ratios of a, b, c and α
// (simd/box_corners.h), and grows only with α. So rounding each by u of itself moves f by at most 2
// u α df/dα, and α df/dα ≤ 9/8, which a cube on its corner reaches when half of it is wet: 2 ¼ u. S
// is a sum of positive parts. Up to u₁: u₁ is right to 3 u of itself, α to 1 ½ u, a product: 5 ½ u.
// From u₁ on: x to 3 u where it is large, x² and y² to 7 u, their sum to 8 u, width and products 2
// u: 10 u; the width's error from u₁ is the opposite of the first part's. The tip, at most 1/8 of
// what it is subtracted from, is right to 11 u; two more sums. So S is right to 14 u, f = S/c to 15
// u, 7 ½ u of the box; and the rest, 1 − f, is rounded by u/2: 10 ¼ u = 6.1e-7 if all roundings
// conspire. (Met: 2.0e-7 over millions of random boxes, 2.7e-7 by climbing.)
double buoy_bound_box_corners_volume(unsigned voxels) {
    (void)voxels;
    return 10.25 * 0x1p-24;
}

// t = N/S ≤ 1 is a share of a half extent. Of N's parts only p (1 − p), 1 ½ x² − x³ and 1 − W/c are
// differences, and these stay so large that N's errors, of half extents, stay below 18 u: p and 1 −
// p are off by 4 u, their products with x by 6 u of x, and a x/S ≤ 3. S adds 7 u, at t = 1/2; then
// three products, and 2 ¼ u from rounding a, b, c and α: 31 u of a half extent along each axis,
// 15.5 u of the diagonal. On the larger side, t f/(1 − f) ≤ 1/2, S cancels, and 1 − f is off by 21
// u of itself: less. (Met: 2.0e-7, and 2.8e-7 by climbing.)
double buoy_bound_box_corners_centroid(unsigned voxels) {
    (void)voxels;
    return 15.5 * 0x1p-24;
}

// As published: wrong by anything that is possible (scalar/published/box_celis.c). Also for
// box/deeter.
double buoy_bound_box_celis_volume(unsigned voxels) {
    (void)voxels;
    return 1.0;
}

// From the middle of the box to a corner.
double buoy_bound_box_celis_centroid(unsigned voxels) {
    (void)voxels;
    return 0.5;
}

// Each quarter of the box is filled up to the level in its middle. That is the quarter's mean
// level, unless the water crosses an end of the box within the quarter, at worst in its middle:
// then up to half the mean of |x + y| is missed, where the level varies by x and by y, each at most
// a quarter of the height either way: 1/12.
double buoy_bound_box_columns_volume(unsigned voxels) {
    (void)voxels;
    return 1.0 / 12.0;
}

// Both centroids lie on the deeper half of the box along each axis: half a diagonal.
double buoy_bound_box_columns_centroid(unsigned voxels) {
    (void)voxels;
    return 0.5;
}

// A column of cells is as high as the water in its middle, within half a cell; at an end of the box
// 1/6 of a cell is missed, as above with cells for quarters.
double buoy_bound_box_voxel_volume(unsigned voxels) {
    return 2.0 / (3.0 * (voxels ? voxels : 64));
}

// If 1/1000 of the box is submerged, a misplaced ΔV moves the centroid by 1000 ΔV × its
// displacement, but no farther than any method can err.
double buoy_bound_box_voxel_centroid(unsigned voxels) {
    return fmin(1000.0 * buoy_bound_box_voxel_volume(voxels), 0.5);
}
