// Boxes below the water in closed form, in double: share and centroid from + − × ÷, min, max and
// selects, with one late division; for the step, on whatever lanes_<isa>.h came before.
//
// The box is seen as the unit cube, mirrored so that no component of the normal is negative, with
// its axes in the order of their extents along the normal, a ≤ b ≤ c. What is found is the side of
// the water that holds less of the box; its lowest corner is the origin: u, v, w in [0, 1] along
// the axes of a, b, c, and a u + b v + c w < α. Over (u, v) it is h/c high, h = α − a u − b v, or 1
// below the lid w = 1; above the lid there is a pyramid, which is subtracted. Over u up to u₁ all
// of v is wet, over u from u₁ to u₀ the part up to (α − a u)/b, which sinks linearly: for the
// cubics that occur, two nodes of Gauss are exact.
//
// Over the wet part of the base, and less what is above the lid,
//   W = ∫ h,   W₂ = 6 ∫ h²,   U = 6 ∫ u (1 − u),   V = 6 ∫ v (1 − v).
// The share is W/c. First moments about the middle are fluxes of fields that have none through the
// faces, such as ½ u (1 − u) û: only the waterplane counts, and they are the same for the other
// side of the water, but for the sign. Nothing is divided by what may be 0.
#ifndef BUOY_BOX_WET_H
#define BUOY_BOX_WET_H

#include "vectors.h"

// |depth| from which on a box is wholly wet or dry, times the length of n.
VECTORS_INLINE doubles box_reach(const doubles n[3], const doubles half[3]) {
    const doubles x = doubles_mul(doubles_abs(n[0]), half[0]);
    const doubles y = doubles_mul(doubles_abs(n[1]), half[1]);
    return doubles_add(x, doubles_add(y, doubles_mul(doubles_abs(n[2]), half[2])));
}

// Exchanges a and b where x < y: which way a box is turned is not to be foretold.
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
    const pairs none = pairs_splat(0.0), all = pairs_splat(1.0), alphas = pairs_both(alpha);
    const pairs over = pairs_max(pairs_sub(alphas, pairs_of(b, a)), none);
    const doubles over_b = pairs_first(over), over_a = pairs_second(over);
    const pairs far = pairs_of(over_b, alpha);
    const pairs above = pairs_max(pairs_sub(far, pairs_of(a, c)), none);
    const pairs us = pairs_min(pairs_mul(far, pairs_both(per_a)), all);
    const pairs vs = pairs_min(pairs_mul(pairs_of(alpha, over_a), pairs_both(per_b)), all);
    const doubles over_low = pairs_first(above), u1 = pairs_first(us);
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
    const doubles width = doubles_sub(pairs_second(us), u1), across = doubles_mul(gauss, width);
    const doubles fall = doubles_sub(pairs_first(vs), pairs_second(vs));
    const doubles down = doubles_mul(gauss, fall);
    const pairs p = pairs_add(us, pairs_of(across, doubles_negative(across)));
    const pairs x = pairs_sub(vs, pairs_of(down, doubles_negative(down)));
    const pairs x2 = pairs_square(x), at_x = pairs_mul(pairs_mul(p, pairs_sub(all, p)), x);
    const doubles sum2 = pairs_sum(x2), sum3 = pairs_sum(pairs_mul(x2, x));
    const doubles area = doubles_mul(width, b);
    w = doubles_muladd(doubles_mul(doubles_splat(0.25), area), sum2, w);
    w2 = doubles_muladd(doubles_mul(area, b), sum3, w2);
    u = doubles_muladd(doubles_mul(three, width), pairs_sum(at_x), u);
    v = doubles_muladd(width, doubles_sub(doubles_mul(doubles_splat(1.5), sum2), sum3), v);
    // The tip above the lid.
    const doubles tip = doubles_min(pairs_second(above), doubles_mul(halved, a));
    const pairs t = pairs_mul(pairs_both(tip), pairs_of(per_a, per_b)),
                t2 = pairs_sub(pairs_splat(2.0), t);
    const doubles square = doubles_mul(pairs_first(t), pairs_second(t));
    const doubles volume = doubles_mul(square, tip), side = doubles_mul(halved, square);
    const pairs moments = pairs_mul(pairs_both(side), pairs_mul(t, t2));
    w = doubles_sub(w, doubles_mul(doubles_splat(1.0 / 6.0), volume));
    w2 = doubles_sub(w2, doubles_mul(volume, doubles_muladd(two, c, doubles_mul(halved, tip))));
    u = doubles_sub(u, pairs_first(moments));
    v = doubles_sub(v, pairs_second(moments));
    // The other side's first moments are the same, but for the sign.
    const doubles rest = pairs_choice(zero, depth, doubles_sub(c, w), w);
    const doubles per = doubles_div(one, doubles_max(rest, doubles_splat(0x1p-900)));
    const doubles sixth = doubles_mul(doubles_splat(1.0 / 6.0), per);
    // Exactly 0 along axes that are level.
    doubles ta = doubles_mul(thin, doubles_mul(u, sixth));
    doubles tb = doubles_mul(flat, doubles_mul(v, sixth));
    doubles tc = doubles_sub(doubles_mul(w, per), doubles_mul(w2, doubles_mul(per_c, sixth)));
    // The centroid of a symmetric pose is symmetric, too, whatever the order of the axes.
    tb = pairs_choice(thin, flat, tb, ta);
    tc = pairs_choice(flat, c, tc, tb);
    *share = doubles_mul(rest, per_c);
    box_wet_exchange(middle, low01, &ta, &tb);
    box_wet_exchange(m2, high01, &tb, &tc);
    box_wet_exchange(m1, m0, &ta, &tb);
    const doubles t_of[3] = {ta, tb, tc};
    for (int i = 0; i < 3; ++i) {
        const doubles down_by = doubles_negative(t_of[i]);
        r[i] = doubles_mul(pairs_choice(n[i], zero, t_of[i], down_by), half[i]);
    }
}

#endif
