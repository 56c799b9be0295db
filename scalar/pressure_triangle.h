// A triangle in the water and its submerged part, in double.
#ifndef SCALAR_PRESSURE_TRIANGLE_H
#define SCALAR_PRESSURE_TRIANGLE_H

#include <stdbool.h>

#include "base/vector.h"

// A triangle: its corners relative to the mesh's centre, in the mesh's frame; its area times its
// outward normal; its corners' depths; the submerged share f of its area, and the weights β of its
// corners (kernels/mesh/shares.h): the submerged part's centre is Σ β v / 3 f.
struct walk_triangle {
    double v[3][3], area[3], depth[3];
    double f, beta[3];
};

static inline void walk_weigh(const double weights[3], const double v[3][3], double divisor,
                              double x[3]) {
    for (int i = 0; i < 3; ++i) {
        x[i] = (weights[0] * v[0][i] + weights[1] * v[1][i] + weights[2] * v[2][i]) / divisor;
    }
}

// The corner that is alone on its side of the water, or −1.
static inline int walk_odd_corner(const double depth[3]) {
    const bool wet[3] = {depth[0] > 0.0, depth[1] > 0.0, depth[2] > 0.0};
    return wet[0] == wet[1] ? (wet[1] == wet[2] ? -1 : 2) : wet[1] == wet[2] ? 0 : 1;
}

static inline void walk_find_share(struct walk_triangle *triangle) {
    const double *d = triangle->depth;
    const int a = walk_odd_corner(d);
    if (a < 0) {
        triangle->f = d[0] > 0.0 ? 1.0 : 0.0;
        triangle->beta[0] = triangle->beta[1] = triangle->beta[2] = triangle->f;
        return;
    }
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    const double tb = d[a] / (d[a] - d[b]), tc = d[a] / (d[a] - d[c]);
    const double ub = d[b] / (d[b] - d[a]), uc = d[c] / (d[c] - d[a]);
    const bool case_a = d[a] > 0.0;
    const double x = case_a ? 0.0 : ub, w = tb * (case_a ? tc : uc);
    triangle->f = x + w;
    triangle->beta[a] = x * x + w * (ub + uc + (case_a ? 1.0 : 0.0));
    triangle->beta[b] = x * (1.0 + tb) + w * tb;
    triangle->beta[c] = x + w * (tc + (case_a ? 0.0 : 1.0));
}

static inline void walk_find_area(struct walk_triangle *triangle) {
    double edges[2][3];
    for (int i = 0; i < 3; ++i) {
        edges[0][i] = 0.5 * (triangle->v[1][i] - triangle->v[0][i]);
        edges[1][i] = triangle->v[2][i] - triangle->v[0][i];
        triangle->area[i] = 0.0;
    }
    buoy_add_cross(edges[0], edges[1], triangle->area);
}

#endif
