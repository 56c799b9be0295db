// The integrals of depth over the submerged part of each triangle, from the heights of its corners
// alone. For templates, on whatever lanes_<isa>.h came before.
//
// With A the triangle's area and d the depth, linear over it,
//   ∫ d dA = A/3 q,   ∫ d x dA = A/12 (γ₁v1 + γ₂v2 + γ₃v3),
// and Σγ = 4 q. A triangle whose corners are at depths d₁, d₂, d₃ ≥ 0, with the sum S, has q = S
// and γₖ = S + dₖ. The submerged part of a cut triangle is put together from such triangles, with
// corners on the water in place of the corners above it; a + t (b − a) is u a + t b (weights.h).
// Case A is one triangle of area w with corners a and both cuts. Case B is one of area x with
// corners b, c and the cut towards b, and one of area w with corners c and both cuts. No term is
// negative. The cut of an edge depends on its two heights alone, so that the triangles on both
// sides of the edge agree on where the water is.
#ifndef BUOY_PRESSURE_WEIGHTS_H
#define BUOY_PRESSURE_WEIGHTS_H

#include "weights.h"

// x and w as above, and the wet share f of the area. da, db and dc are the corners' depths if they
// are submerged, else 0; the triangle of area w has a depth only in one corner, of depth e.
static inline void depths_of_cut(const struct weights_cut *cut, const lanes s[3],
                                 const lanes_mask m[3], lanes *f, lanes *q, lanes gamma[3]) {
    const lanes one = lanes_splat(1.0f), two = lanes_splat(2.0f);
    lanes da = lanes_keep(m[0], lanes_abs(s[0])), db = lanes_keep(m[1], lanes_abs(s[1]));
    lanes dc = lanes_keep(m[2], lanes_abs(s[2]));
    lanes_swap_if(cut->odd2, &da, &db);
    lanes_swap_if(cut->odd3, &da, &dc);
    const lanes is_b = lanes_keep(cut->most, one), is_a = lanes_sub(one, is_b);
    const lanes x = lanes_keep(cut->most, cut->ub);
    const lanes w = lanes_mul(cut->tb, lanes_select(cut->most, cut->uc, cut->tc));
    const lanes xs = lanes_mul(x, lanes_add(da, lanes_add(db, dc)));
    const lanes we = lanes_mul(w, lanes_select(cut->most, dc, da));
    *f = lanes_add(x, w);
    *q = lanes_add(xs, we);
    lanes a = lanes_muladd(cut->ub, xs, lanes_mul(x, da));
    lanes b = lanes_muladd(lanes_add(one, cut->tb), xs, lanes_mul(x, db));
    lanes c = lanes_muladd(x, dc, xs);
    a = lanes_muladd(we, lanes_muladd(two, is_a, lanes_add(cut->ub, cut->uc)), a);
    b = lanes_muladd(we, cut->tb, b);
    c = lanes_muladd(we, lanes_muladd(two, is_b, cut->tc), c);
    lanes_swap_if(cut->odd3, &a, &c);
    lanes_swap_if(cut->odd2, &a, &b);
    gamma[0] = a;
    gamma[1] = b;
    gamma[2] = c;
}

// For triangles wholly submerged. Depths may be taken from any level: the same level everywhere
// makes no difference to a closed surface.
static inline void depths_of_wet(const lanes s[3], lanes *q, lanes gamma[3]) {
    *q = lanes_sub(lanes_splat(0.0f), lanes_add(s[0], lanes_add(s[1], s[2])));
    for (int k = 0; k < 3; ++k) {
        gamma[k] = lanes_sub(*q, s[k]);
    }
}

#endif
