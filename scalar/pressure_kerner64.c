// pressure/kerner64: Kerner's triangles, with the pressure integrated over each, in double and from
// the vertices as given; the reference of its family. simd/pressure_weights.h has the formulas for
// q and γ.
#include "pressure_walk.h"

// From the odd corner a: case A if only a is submerged, case B if only a is not.
static void cut(const double d[3], int a, double *q, double gamma[3]) {
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

static void add_integral(const struct buoy_immersion *immersion,
                         const struct walk_triangle *triangle, struct buoy_pressure_sums *sums) {
    const double *d = triangle->depth;
    double q = d[0] + d[1] + d[2], gamma[3] = {q + d[0], q + d[1], q + d[2]}, moment[3];
    (void)immersion;
    if (triangle->f == 0.0) {
        return;
    }
    if (triangle->f < 1.0) {
        cut(d, walk_odd_corner(d), &q, gamma);
    }
    walk_weigh(gamma, triangle->v, 12.0, moment);
    for (int i = 0; i < 3; ++i) {
        sums->force[i] += q / 3.0 * triangle->area[i];
    }
    buoy_add_cross(moment, triangle->area, sums->torque);
}

bool buoy_pressure_kerner64_scalar(const struct buoy_pressure_query *query,
                                   struct buoy_waterline *waterline,
                                   struct buoy_pressure *restrict result) {
    return walk(query, waterline, add_integral, true, result);
}
