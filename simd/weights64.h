// The submerged share of each triangle in double, from the heights of its corners alone: the method
// and the formulas of weights.h. For templates, on whatever lanes_<isa>.h came before.
//
// Lanes have no masks for doubles, and none are needed: corners are sorted by height. The odd
// corner a is the highest in case B, where the middle one is submerged, else the lowest; b is at
// the other end, and c is the middle one. Three comparisons put the weights back in the triangle's
// order. Corners of the same height may change places, which changes no share.
#ifndef BUOY_WEIGHTS64_H
#define BUOY_WEIGHTS64_H

// A reciprocal of more than this is finite. A body has a size of about 1: triangles all of whose
// corners are that close to the water have no volume from an apex on it.
#define WEIGHTS64_LEAST 0x1p-1000

// The corners' heights in order, and pairs of them that were compared: whether the first of a pair
// is less says which corners were exchanged.
struct weights64_sorted {
    doubles lowest, middle, highest;
    doubles low01, high01, upper;
};

static inline struct weights64_sorted weights64_sort(const doubles s[3]) {
    struct weights64_sorted of;
    of.low01 = doubles_min(s[0], s[1]);
    of.high01 = doubles_max(s[0], s[1]);
    of.lowest = doubles_min(of.low01, s[2]);
    of.upper = doubles_max(of.low01, s[2]);
    of.middle = doubles_min(of.high01, of.upper);
    of.highest = doubles_max(of.high01, of.upper);
    return of;
}

// Weights of the lowest, middle and highest corner, in the order of the triangle's corners.
static inline void weights64_put_back(const struct weights64_sorted *of, const doubles s[3],
                                      doubles lowest, doubles middle, doubles highest,
                                      doubles beta[3]) {
    const doubles high01 = doubles_if_less(of->high01, of->upper, middle, highest);
    const doubles upper = doubles_if_less(of->high01, of->upper, highest, middle);
    const doubles low01 = doubles_if_less(of->low01, s[2], lowest, upper);
    beta[0] = doubles_if_less(s[0], s[1], low01, high01);
    beta[1] = doubles_if_less(s[0], s[1], high01, low01);
    beta[2] = doubles_if_less(of->low01, s[2], upper, lowest);
}

// f and β from the heights of the corners; below 0 is submerged.
static inline __attribute__((always_inline)) void weights64_of(const doubles s[3], doubles *f,
                                                               doubles beta[3]) {
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    const doubles least = doubles_splat(WEIGHTS64_LEAST);
    const struct weights64_sorted of = weights64_sort(s);
    const doubles m = of.middle;
    // A wet triangle is case B with a at the water, a dry one case A.
    const doubles depth = doubles_max(doubles_sub(zero, of.lowest), zero);
    const doubles rise = doubles_max(of.highest, zero);
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
    weights64_put_back(&of, s, doubles_if_less(m, zero, beta_b, beta_a), beta_c,
                       doubles_if_less(m, zero, beta_a, beta_b), beta);
}

#undef WEIGHTS64_LEAST

#endif
