// How much of each triangle is submerged, from the heights of its corners alone. For templates, on
// whatever lanes_<isa>.h came before.
//
// Method (E. Catto, "Exact Buoyancy for Polyhedra", Game Programming Gems 6, 2006, in apex form):
// with p any point on the water, A a triangle's outward area vector and h = A·(v1 − p),
//   V = ⅓ Σ f h,   V c = 1/12 Σ h (β₁v1 + β₂v2 + β₃v3 + f p)
// where f is the submerged fraction of the triangle's area and β the weights of its corners. All
// parts of a clipped triangle are coplanar and share h, so no clipped vertex is ever built.
#ifndef BUOY_WEIGHTS_H
#define BUOY_WEIGHTS_H

#include "plane.h"

// Heights in float, for bounding boxes and compact bodies.
static inline lanes height(const struct buoy_baked_plane *plane, lanes x, lanes y, lanes z) {
    const lanes s = lanes_muladd(x, lanes_splat(plane->nx), lanes_splat(-plane->d));
    return lanes_muladd(z, lanes_splat(plane->nz), lanes_muladd(y, lanes_splat(plane->ny), s));
}

// Heights in double, rounded once to float, of LANES_WIDTH points.
static inline lanes height_in_double(const struct buoy_baked_plane *plane, const float *x,
                                     const float *y, const float *z) {
    return lanes_height(x, y, z, plane->n, plane->offset);
}

// f and β of DESIGN §4 from the three heights; m: which of them are submerged.
//
// The odd corner is the one alone on its side; it is brought to a, the others are b and c. With
// t = |s_a| / (|s_a| + |s_b|) the share of the edge from a to the water and u = 1 − t the rest,
// never found by subtraction, case A (a below) and case B (a above) become one formula:
//   x = 0, w = t_b t_c in case A;  x = u_b, w = t_b u_c in case B;  f = x + w.
// A wet triangle is case B with t = 0, a dry one case A with t = 0.
static inline void weights(const lanes s[3], const lanes_mask m[3], lanes *f, lanes beta[3]) {
    const lanes one = lanes_splat(1.0f);
    const lanes_mask m12 = lanes_xor(m[0], m[1]), m13 = lanes_xor(m[0], m[2]);
    const lanes_mask m23 = lanes_xor(m[1], m[2]);
    const lanes_mask odd2 = lanes_and(m12, m23), odd3 = lanes_and(m13, m23);
    const lanes_mask cut = lanes_or(m12, m13);
    const lanes_mask most = lanes_or(lanes_and(m[0], m[1]), lanes_and(m[2], m12));

    lanes a = lanes_abs(s[0]), b = lanes_abs(s[1]), c = lanes_abs(s[2]);
    lanes_swap_if(odd2, &a, &b);
    lanes_swap_if(odd3, &a, &c);
    // A sum below the least is far below the rounding of either height; the quotients stay finite.
    const lanes least = lanes_splat(1e-30f);
    const lanes ab = lanes_div(one, lanes_max(lanes_add(a, b), least));
    const lanes ac = lanes_div(one, lanes_max(lanes_add(a, c), least));
    a = lanes_keep(cut, a);
    const lanes tb = lanes_mul(a, ab), tc = lanes_mul(a, ac);
    const lanes ub = lanes_select(cut, lanes_mul(b, ab), one);
    const lanes uc = lanes_select(cut, lanes_mul(c, ac), one);

    const lanes is_b = lanes_keep(most, one); // 1 in case B
    const lanes is_a = lanes_sub(one, is_b);
    const lanes x = lanes_keep(most, ub);
    const lanes w = lanes_mul(tb, lanes_select(most, uc, tc));
    *f = lanes_add(x, w);
    lanes beta_a = lanes_muladd(x, x, lanes_mul(w, lanes_add(lanes_add(ub, uc), is_a)));
    lanes beta_b = lanes_muladd(x, lanes_add(one, tb), lanes_mul(w, tb));
    lanes beta_c = lanes_muladd(w, lanes_add(tc, is_b), x);
    lanes_swap_if(odd3, &beta_a, &beta_c);
    lanes_swap_if(odd2, &beta_a, &beta_b);
    beta[0] = beta_a;
    beta[1] = beta_b;
    beta[2] = beta_c;
}

static inline lanes weighted(const lanes beta[3], const lanes x[3]) {
    return lanes_muladd(beta[2], x[2], lanes_muladd(beta[1], x[1], lanes_mul(beta[0], x[0])));
}

#endif
