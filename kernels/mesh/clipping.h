// The submerged share of a triangle, from the heights of its corners alone, in double;
// simd/weights.h does the same in float.
#ifndef BUOY_CLIPPING_H
#define BUOY_CLIPPING_H

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

#endif
