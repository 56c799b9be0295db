// The submerged share of a triangle, from the heights of its corners alone, in double, and the
// change of it that errors of the heights may cause; simd/weights.h does the same in float.
#ifndef BUOY_SHARES_H
#define BUOY_SHARES_H

#include <stdbool.h>

// Returns the submerged fraction f of a triangle's area, and the weights β of its corners (see
// simd/weights.h), Σβ = 3 f; a corner at height 0 is dry. All terms are positive, so that each is
// right to a few roundings of itself. No weight grows when a height does.
static inline double buoy_clip_triangle(const double s[3], double beta[3]) {
    const int below = (s[0] < 0.0) + (s[1] < 0.0) + (s[2] < 0.0);
    if (below == 0 || below == 3) {
        beta[0] = beta[1] = beta[2] = below == 3 ? 1.0 : 0.0;
        return beta[0];
    }
    // The corner alone on its side, and the shares of its two edges up to the water.
    const bool alone_below = below == 1;
    const int a = (s[0] < 0.0) == alone_below ? 0 : (s[1] < 0.0) == alone_below ? 1 : 2;
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    const double ab = s[a] - s[b], ac = s[a] - s[c];
    const double tb = s[a] / ab, ub = -s[b] / ab, tc = s[a] / ac, uc = -s[c] / ac;
    if (alone_below) {
        const double f = tb * tc;
        beta[a] = f * (1.0 + ub + uc);
        beta[b] = f * tb;
        beta[c] = f * tc;
        return f;
    }
    const double w = tb * uc;
    beta[a] = ub * ub + w * (ub + uc);
    beta[b] = ub * (1.0 + tb) + w * tb;
    beta[c] = ub + w * (1.0 + tc);
    return ub + w;
}

// For bounds. The submerged share f of a triangle's area never grows as any of its corners rises.
// If the heights s of its corners may each be off by δ, what is found to be submerged lies between
// the parts that are submerged with heights s + δ and s − δ: whatever is integrated over it is off
// by no more than the integrand's largest value over A (f(s − δ) − f(s + δ)). That holds for steep
// triangles, where f hardly changes, and for those flush with the water, where it leaps.

// The largest relative change when a number is rounded to float or double, with room for the
// products of successive roundings.
#define BUOY_FLOAT_ROUNDOFF 0x1.004p-24
#define BUOY_DOUBLE_ROUNDOFF 0x1.004p-53

// What simd/ defines: corners less deep than a share of the body count as dry (weights.h), and a
// number of blocks or leaves is added up in float between two flushes (sums.h). The values are
// repeated here, so that a kernel whose constants change does not loosen its own bounds.
#define BUOY_STATED_LEAST_DEPTH 0x1p-100
#define BUOY_STATED_FLUSH 64

// Whether the water may cut a triangle; f of corners next to the water rounds to 0 or 1.
static inline bool buoy_may_be_cut(const double s[3], const double delta[3]) {
    bool wet = true, dry = true;
    for (int i = 0; i < 3; ++i) {
        wet = wet && s[i] + delta[i] < 0.0;
        dry = dry && s[i] - delta[i] >= 0.0;
    }
    return !wet && !dry;
}

// f of corners at heights s + k δ.
static inline double buoy_submerged_share(const double s[3], const double delta[3], double k) {
    const double moved[3] = {s[0] + k * delta[0], s[1] + k * delta[1], s[2] + k * delta[2]};
    double beta[3];
    return buoy_clip_triangle(moved, beta);
}

// The mean depth over a triangle of its submerged points, from corners at heights s − δ and the
// shares of its edges as in simd/weights.h.
static inline double buoy_mean_depth(const double s[3], const double delta[3]) {
    double d[3];
    int wet = 0, odd = 0;
    for (int i = 0; i < 3; ++i) {
        d[i] = delta[i] - s[i];
        wet += d[i] > 0.0;
    }
    if (wet == 0 || wet == 3) {
        return wet == 3 ? (d[0] + d[1] + d[2]) / 3.0 : 0.0;
    }
    for (int i = 0; i < 3; ++i) {
        odd = (d[i] > 0.0) == (wet == 1) ? i : odd;
    }
    const double a = d[odd], b = d[(odd + 1) % 3], c = d[(odd + 2) % 3];
    if (wet == 1) {
        return a / (a - b) * (a / (a - c)) * a / 3.0;
    }
    return (b / (b - a) * (b + c) + a / (a - b) * (c / (c - a)) * c) / 3.0;
}

// At least f(s − δ) − f(s + δ), with room for the rounding of the difference.
static inline double buoy_share_change(const double s[3], const double delta[3]) {
    return buoy_submerged_share(s, delta, -1.0) - buoy_submerged_share(s, delta, 1.0) +
           16.0 * BUOY_DOUBLE_ROUNDOFF;
}

#endif
