// The submerged share of each triangle, from the heights of its corners alone. For templates, on
// whatever lanes_<isa>.h came before.
//
// Method (E. Catto, "Exact Buoyancy for Polyhedra", Game Programming Gems 6, 2006, in apex form):
// with p any point on the water, A a triangle's outward area vector and h = A·(v1 − p),
//   V = ⅓ Σ f h,   V c = 1/12 Σ h (β₁v1 + β₂v2 + β₃v3 + f p)
// where f is the submerged fraction of the triangle's area and β the weights of its corners. All
// parts of a clipped triangle are coplanar and share h, so no clipped vertex is ever built.
#ifndef BUOY_WEIGHTS_H
#define BUOY_WEIGHTS_H

#include "mesh/plane.h"

// For what is short where a register holds 16 lanes, and long otherwise: inlined always or never.
// Left to compilers, that would depend on what else a source holds.
#if LANES_WIDTH == BUOY_LANES
#define INLINE_IF_WHOLE inline __attribute__((always_inline))
#else
#define INLINE_IF_WHOLE __attribute__((noinline, unused))
#endif

// Heights in float, for bounding boxes and compact bodies.
static inline lanes weights_height(const struct buoy_baked_plane *plane, lanes x, lanes y,
                                   lanes z) {
    const lanes s = lanes_muladd(x, lanes_splat(plane->nx), lanes_splat(-plane->d));
    return lanes_muladd(z, lanes_splat(plane->nz), lanes_muladd(y, lanes_splat(plane->ny), s));
}

// Heights in double, rounded once to float, of LANES_WIDTH points.
static inline lanes weights_height_in_double(const struct buoy_baked_plane *plane, const float *x,
                                             const float *y, const float *z) {
    return lanes_height(x, y, z, plane->n, plane->offset);
}

// Corners less deep than this count as dry, in the baked frame, where bodies have a size of about
// 1. That moves the water by 10⁻³⁰ of the body. The heights of a cut edge's ends then add up to
// more than this: the sum's reciprocal is finite, and the edge's shares do not suffer from the
// coarse steps of floats near the end of their range.
#define WEIGHTS_LEAST_DEPTH 0x1p-100f

// Which corners are submerged.
static inline lanes_mask weights_are_submerged(lanes s) {
    return lanes_less(s, lanes_splat(-WEIGHTS_LEAST_DEPTH));
}

// How the water cuts triangles. The odd corner, alone on its side, is called a; the others are b
// and c, in the triangle's order unless a was exchanged with one of them. With t = |s_a| / (|s_a| +
// |s_b|) the share of the edge from a to the water and u = 1 − t the rest, never found by
// subtraction, a is below the water in case A and above in case B. A wet triangle is case B with t
// = 0, a dry one case A with t = 0.
//
// t and u of an edge do not depend on which of its ends is a: triangles that share the edge agree
// to the bit on where the water cuts it.
struct weights_cut {
    lanes tb, ub, tc, uc;
    lanes_mask cut, most;  // cut at all; two or three corners submerged: case B
    lanes_mask odd2, odd3; // a was exchanged with corner 2, 3
};

// The cut from the three heights; m: which of them weights_are_submerged().
static inline __attribute__((always_inline)) struct weights_cut
weights_cut_of(const lanes s[3], const lanes_mask m[3]) {
    const lanes one = lanes_splat(1.0f);
    const lanes_mask m12 = lanes_xor(m[0], m[1]), m13 = lanes_xor(m[0], m[2]);
    const lanes_mask m23 = lanes_xor(m[1], m[2]);
    struct weights_cut cut = {
        .cut = lanes_or(m12, m13),
        .most = lanes_or(lanes_and(m[0], m[1]), lanes_and(m[2], m12)),
        .odd2 = lanes_and(m12, m23),
        .odd3 = lanes_and(m13, m23),
    };
    lanes a = lanes_abs(s[0]), b = lanes_abs(s[1]), c = lanes_abs(s[2]);
    lanes_swap_if(cut.odd2, &a, &b);
    lanes_swap_if(cut.odd3, &a, &c);
    // The shares of an edge that is not cut are not needed, but must be numbers.
    const lanes least = lanes_splat(WEIGHTS_LEAST_DEPTH);
    const lanes ab = lanes_div(one, lanes_max(lanes_add(a, b), least));
    const lanes ac = lanes_div(one, lanes_max(lanes_add(a, c), least));
    a = lanes_keep(cut.cut, a);
    cut.tb = lanes_mul(a, ab);
    cut.tc = lanes_mul(a, ac);
    cut.ub = lanes_select(cut.cut, lanes_mul(b, ab), one);
    cut.uc = lanes_select(cut.cut, lanes_mul(c, ac), one);
    return cut;
}

// f and β, as at the head of this file. Case A and case B become one formula:
//   x = 0, w = t_b t_c in case A;  x = u_b, w = t_b u_c in case B;  f = x + w.
static inline __attribute__((always_inline)) void weights_of_cut(const struct weights_cut *cut,
                                                                 lanes *f, lanes beta[3]) {
    const lanes one = lanes_splat(1.0f);
    const lanes tb = cut->tb, tc = cut->tc, ub = cut->ub, uc = cut->uc;
    const lanes is_b = lanes_keep(cut->most, one); // 1 in case B
    const lanes is_a = lanes_sub(one, is_b);
    const lanes x = lanes_keep(cut->most, ub);
    const lanes w = lanes_mul(tb, lanes_select(cut->most, uc, tc));
    *f = lanes_add(x, w);
    lanes beta_a = lanes_muladd(x, x, lanes_mul(w, lanes_add(lanes_add(ub, uc), is_a)));
    lanes beta_b = lanes_muladd(x, lanes_add(one, tb), lanes_mul(w, tb));
    lanes beta_c = lanes_muladd(w, lanes_add(tc, is_b), x);
    lanes_swap_if(cut->odd3, &beta_a, &beta_c);
    lanes_swap_if(cut->odd2, &beta_a, &beta_b);
    beta[0] = beta_a;
    beta[1] = beta_b;
    beta[2] = beta_c;
}

static inline __attribute__((always_inline)) void
weights_of(const lanes s[3], const lanes_mask m[3], lanes *f, lanes beta[3]) {
    const struct weights_cut cut = weights_cut_of(s, m);
    weights_of_cut(&cut, f, beta);
}

// Adds a × b to sums of LANES_WIDTH logical lanes.
static inline void weights_accumulate(float *sum, lanes a, lanes b) {
    lanes_store(sum, lanes_muladd(a, b, lanes_load(sum)));
}

static inline lanes weights_sum(const lanes beta[3], const lanes x[3]) {
    return lanes_muladd(beta[2], x[2], lanes_muladd(beta[1], x[1], lanes_mul(beta[0], x[0])));
}

// --------------------------------------------------------------------------------------- in double

// Lanes have no masks for doubles, and none are needed: corners are sorted by height. The odd
// corner a is the highest in case B, where the middle one is submerged, else the lowest; b is at
// the other end, and c is the middle one. Three comparisons put the weights back in the triangle's
// order. Corners of the same height may change places, which changes no share.

// A reciprocal of more than this is finite. A body has a size of about 1: triangles all of whose
// corners are that close to the water have no volume from an apex on it.
#define WEIGHTS64_LEAST 0x1p-1000

// f and β from the heights of the corners; below 0 is submerged.
static inline __attribute__((always_inline)) void weights64_of(const doubles s[3], doubles *f,
                                                               doubles beta[3]) {
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    const doubles least = doubles_splat(WEIGHTS64_LEAST);
    // Heights in order, by comparisons of pairs.
    const doubles low = doubles_min(s[0], s[1]), high = doubles_max(s[0], s[1]);
    const doubles lowest = doubles_min(low, s[2]), upper = doubles_max(low, s[2]);
    const doubles m = doubles_min(high, upper), highest = doubles_max(high, upper);
    // A wet triangle is case B with a at the water, a dry one case A.
    const doubles depth = doubles_max(doubles_sub(zero, lowest), zero);
    const doubles rise = doubles_max(highest, zero);
    const doubles a = doubles_if_less(m, zero, rise, depth);
    const doubles b = doubles_if_less(m, zero, depth, rise);
    const doubles c = doubles_max(m, doubles_sub(zero, m));
    const doubles ab = doubles_div(one, doubles_max(doubles_add(a, b), least));
    const doubles ac = doubles_div(one, doubles_max(doubles_add(a, c), least));
    const doubles tb = doubles_mul(a, ab), ub = doubles_mul(b, ab);
    const doubles tc = doubles_mul(a, ac), uc = doubles_mul(c, ac);
    const doubles is_a = doubles_if_less(m, zero, zero, one);
    const doubles is_b = doubles_if_less(m, zero, one, zero);
    const doubles x = doubles_if_less(m, zero, ub, zero);
    const doubles w = doubles_mul(tb, doubles_if_less(m, zero, uc, tc));
    *f = doubles_add(x, w);
    const doubles beta_a =
        doubles_muladd(x, x, doubles_mul(w, doubles_add(doubles_add(ub, uc), is_a)));
    const doubles beta_b = doubles_muladd(x, doubles_add(one, tb), doubles_mul(w, tb));
    const doubles beta_c = doubles_muladd(w, doubles_add(tc, is_b), x);
    // Back in the triangle's order: whether the first of a pair is less says which were exchanged.
    const doubles of_lowest = doubles_if_less(m, zero, beta_b, beta_a);
    const doubles of_highest = doubles_if_less(m, zero, beta_a, beta_b);
    const doubles of_high = doubles_if_less(high, upper, beta_c, of_highest);
    const doubles of_upper = doubles_if_less(high, upper, of_highest, beta_c);
    const doubles of_low = doubles_if_less(low, s[2], of_lowest, of_upper);
    beta[0] = doubles_if_less(s[0], s[1], of_low, of_high);
    beta[1] = doubles_if_less(s[0], s[1], of_high, of_low);
    beta[2] = doubles_if_less(low, s[2], of_upper, of_lowest);
}

// ------------------------------------------------------------------------------------------ depths

// The integrals of depth over the submerged part of each triangle, from the heights of its corners
// alone.
//
// With A the triangle's area and d the depth, linear over it,
//   ∫ d dA = A/3 q,   ∫ d x dA = A/12 (γ₁v1 + γ₂v2 + γ₃v3),
// and Σγ = 4 q. A triangle whose corners are at depths d₁, d₂, d₃ ≥ 0, with the sum S, has q = S
// and γₖ = S + dₖ. The submerged part of a cut triangle is put together from such triangles, with
// corners on the water in place of the corners above it; a + t (b − a) is u a + t b.
// Case A is one triangle of area w with corners a and both cuts. Case B is one of area x with
// corners b, c and the cut towards b, and one of area w with corners c and both cuts. No term is
// negative. The cut of an edge depends on its two heights alone, so that the triangles on both
// sides of the edge agree on where the water is.

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
