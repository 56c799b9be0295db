// Boxes below the water in closed form, in double: share and centroid from + − × ÷, min, max and
// selects, with one late division; for the step, on whatever lanes_<isa>.h came before.
//
// The box is seen as the unit cube, mirrored so that no component of the normal is negative, with
// its axes in the order of pᵢ = 2 |nᵢ| hᵢ, halved throughout: a ≤ b ≤ c. What is found is the side
// of the water that holds less of the box, and of that the lowest corner is the origin: u, v, w in
// [0, 1] along the axes of a, b, c, below a u + b v + c w = α. Without the lid w = 1 the height of
// the water over (u, v) is w = (α − a u − b v)/c; the pyramid above the lid is subtracted. Over u
// up to u₁ every v is wet; over u from u₁ to u₀ those v are wet up to (α − a u)/b, which sinks
// linearly, so that two nodes of Gauss are exact, as cubics are all that occurs.
//
// With h = α − a u − b v, the integrals are W = ∫ h, W₂ = 6 ∫ h²/2 · 2, U = 6 ∫ u h/a and V
// likewise, each scaled so that nothing is divided by what may be 0.
#ifndef BUOY_BOX_WET_H
#define BUOY_BOX_WET_H

#include "pairs.h"

// |depth| from which on a box is wholly wet or dry, times the length of n.
VECTORS_INLINE doubles box_reach(const doubles n[3], const doubles half[3]) {
    const doubles x = doubles_mul(doubles_abs(n[0]), half[0]);
    const doubles y = doubles_mul(doubles_abs(n[1]), half[1]);
    return doubles_add(x, doubles_add(y, doubles_mul(doubles_abs(n[2]), half[2])));
}

// x < y ? a : b, without a branch in plain C: which way a box is turned is not to be foretold.
VECTORS_INLINE doubles box_wet_if_less(doubles x, doubles y, doubles a, doubles b) {
    return pairs_first(pairs_if_less(pairs_both(x), pairs_both(y), pairs_both(a), pairs_both(b)));
}

// Exchanges a and b where x < y.
VECTORS_INLINE void box_wet_exchange(doubles x, doubles y, doubles *a, doubles *b) {
    const pairs were = pairs_of(*a, *b), turned = pairs_of(*b, *a);
    const pairs are = pairs_if_less(pairs_both(x), pairs_both(y), turned, were);
    *a = pairs_first(are);
    *b = pairs_second(are);
}

// n: the water's normal in the box's frame, of any length; depth: of the middle below the water,
// times that length; half: extents in metres. Sets the wet share of the volume and its centroid r
// from the middle, in metres.
VECTORS_INLINE void box_wet(const doubles n[3], doubles depth, const doubles half[3],
                            doubles *share, doubles r[3]) {
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0), two = doubles_splat(2.0);
    const doubles three = doubles_splat(3.0), halved = doubles_splat(0.5);
    const doubles m0 = doubles_mul(doubles_abs(n[0]), half[0]);
    const doubles m1 = doubles_mul(doubles_abs(n[1]), half[1]);
    const doubles m2 = doubles_mul(doubles_abs(n[2]), half[2]);
    const doubles sum = doubles_add(m0, doubles_add(m1, m2)); // frames exchange the last two
    const doubles left = doubles_max(doubles_sub(sum, doubles_abs(depth)), zero);
    const doubles alpha = doubles_mul(halved, left);
    // Sorted: a ≤ b ≤ c.
    const doubles low01 = doubles_min(m0, m1), high01 = doubles_max(m0, m1);
    const doubles middle = doubles_min(m2, high01), c = doubles_max(m2, high01);
    const doubles least = doubles_at_least(doubles_times(0x1p-60, sum), 0x1p-900);
    const doubles thin = doubles_min(middle, low01), a = doubles_max(thin, least);
    const doubles flat = doubles_max(middle, low01), b = doubles_max(flat, least);
    const doubles per_a = doubles_div(one, a), per_b = doubles_div(one, b);
    const doubles per_c = doubles_div(one, doubles_max(c, least));
    const doubles over_b = doubles_max(doubles_sub(alpha, b), zero);
    const doubles u1 = doubles_min(doubles_mul(over_b, per_a), one);
    const doubles u0 = doubles_min(doubles_mul(alpha, per_a), one);
    const doubles at_end = doubles_max(doubles_sub(alpha, a), zero);
    const doubles high = doubles_min(doubles_mul(alpha, per_b), one);
    const doubles low = doubles_min(doubles_mul(at_end, per_b), one);
    const doubles over_low = doubles_max(doubles_sub(over_b, a), zero);
    // Up to u₁: all of v.
    const doubles both = doubles_add(over_b, over_low);
    const doubles squares = doubles_muladd(over_b, over_b, doubles_mul(over_low, both));
    const doubles bracket = doubles_muladd(two, b, doubles_mul(three, both));
    doubles w = doubles_mul(doubles_mul(halved, u1), doubles_add(both, b));
    doubles w2 = doubles_mul(u1, doubles_muladd(b, bracket, doubles_mul(two, squares)));
    doubles u = doubles_mul(doubles_mul(u1, u1), doubles_sub(three, doubles_mul(two, u1)));
    doubles v = u1;
    // From u₁ to u₀: part of v, at two nodes.
    const doubles gauss = doubles_splat(0.21132486540518713);
    const doubles width = doubles_sub(u0, u1), across = doubles_mul(gauss, width);
    const doubles down = doubles_mul(gauss, doubles_sub(high, low));
    const doubles p = doubles_add(u1, across), q = doubles_sub(u0, across);
    const doubles x = doubles_sub(high, down), y = doubles_add(low, down);
    const doubles x2 = doubles_mul(x, x), y2 = doubles_mul(y, y), sum2 = doubles_add(x2, y2);
    const doubles sum3 = doubles_muladd(x2, x, doubles_mul(y2, y)), area = doubles_mul(width, b);
    const doubles at_p = doubles_mul(doubles_mul(p, doubles_sub(one, p)), x);
    const doubles at_q = doubles_mul(doubles_mul(q, doubles_sub(one, q)), y);
    w = doubles_muladd(doubles_mul(doubles_splat(0.25), area), sum2, w);
    w2 = doubles_muladd(doubles_mul(area, b), sum3, w2);
    u = doubles_muladd(doubles_mul(three, width), doubles_add(at_p, at_q), u);
    v = doubles_muladd(width, doubles_sub(doubles_mul(doubles_splat(1.5), sum2), sum3), v);
    // The tip above the lid.
    const doubles tip =
        doubles_min(doubles_max(doubles_sub(alpha, c), zero), doubles_mul(halved, a));
    const doubles ty = doubles_mul(tip, per_a), tz = doubles_mul(tip, per_b);
    const doubles square = doubles_mul(ty, tz), volume = doubles_mul(square, tip);
    const doubles side = doubles_mul(halved, square);
    w = doubles_sub(w, doubles_mul(doubles_splat(1.0 / 6.0), volume));
    w2 = doubles_sub(w2, doubles_mul(volume, doubles_muladd(two, c, doubles_mul(halved, tip))));
    u = doubles_sub(u, doubles_mul(side, doubles_mul(ty, doubles_sub(two, ty))));
    v = doubles_sub(v, doubles_mul(side, doubles_mul(tz, doubles_sub(two, tz))));
    // The other side's first moments are the same, but for the sign.
    const doubles rest = box_wet_if_less(zero, depth, doubles_sub(c, w), w);
    const doubles per = doubles_div(one, doubles_max(rest, doubles_splat(0x1p-900)));
    const doubles sixth = doubles_mul(doubles_splat(1.0 / 6.0), per);
    // Exactly 0 along axes that are level.
    doubles ta = doubles_mul(thin, doubles_mul(u, sixth));
    doubles tb = doubles_mul(flat, doubles_mul(v, sixth));
    doubles tc = doubles_sub(doubles_mul(w, per), doubles_mul(w2, doubles_mul(per_c, sixth)));
    // Of a pose that is symmetric, so is the centroid, whatever the order of the axes.
    tb = box_wet_if_less(thin, flat, tb, ta);
    tc = box_wet_if_less(flat, c, tc, tb);
    *share = doubles_mul(rest, per_c);
    box_wet_exchange(middle, low01, &ta, &tb);
    box_wet_exchange(m2, high01, &tb, &tc);
    box_wet_exchange(m1, m0, &ta, &tb);
    const doubles t[3] = {ta, tb, tc};
    for (int i = 0; i < 3; ++i) {
        const doubles down_by = doubles_sub(zero, t[i]);
        r[i] = doubles_mul(box_wet_if_less(n[i], zero, t[i], down_by), half[i]);
    }
}

#endif
