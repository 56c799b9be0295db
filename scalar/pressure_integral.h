// The pressure of still water over the submerged part of a triangle, in double: the method of
// pressure/kerner64. simd/pressure_weights.h has the formulas for q and γ.
#ifndef SCALAR_PRESSURE_INTEGRAL_H
#define SCALAR_PRESSURE_INTEGRAL_H

#include "pressure_walk.h"

// From the odd corner a: case A if only a is submerged, case B if only a is not.
static inline void integral_cut(const double d[3], int a, double *q, double gamma[3]) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    const double tb = d[a] / (d[a] - d[b]), tc = d[a] / (d[a] - d[c]);
    const double ub = d[b] / (d[b] - d[a]), uc = d[c] / (d[c] - d[a]);
    if (d[a] > 0.0) {
        *q = tb * tc * d[a];
        gamma[a] = *q * (2.0 + ub + uc);
        gamma[b] = *q * tb;
        gamma[c] = *q * tc;
    } else {
        const double sum = ub * (d[b] + d[c]), rest = tb * uc * d[c];
        *q = sum + rest;
        gamma[a] = ub * sum + (ub + uc) * rest;
        gamma[b] = (1.0 + tb) * sum + ub * d[b] + tb * rest;
        gamma[c] = sum + ub * d[c] + (2.0 + tc) * rest;
    }
}

// ∫ depth dA / A × 3 and the weights γ of the corners in ∫ depth x dA / A × 12.
static inline void integral_weigh(const struct walk_triangle *triangle, double *q,
                                  double gamma[3]) {
    const double *d = triangle->depth;
    *q = d[0] + d[1] + d[2];
    for (int k = 0; k < 3; ++k) {
        gamma[k] = *q + d[k];
    }
    if (triangle->f < 1.0) {
        integral_cut(d, walk_odd_corner(d), q, gamma);
    }
}

// Adds a triangle's pressure from those; `moment` receives ∫ depth x dA / A.
static inline void integral_add(const struct walk_triangle *triangle, double q,
                                const double gamma[3], double moment[3],
                                struct buoy_pressure_sums *sums) {
    walk_weigh(gamma, triangle->v, 12.0, moment);
    for (int i = 0; i < 3; ++i) {
        sums->force[i] += q / 3.0 * triangle->area[i];
    }
    buoy_add_cross(moment, triangle->area, sums->torque);
}

#endif
