// Boxes of a step: what is submerged of them, and how much of their surface is wet. For templates,
// on whatever lanes_<isa>.h came before.
#ifndef BUOY_STEP_BOXES_H
#define BUOY_STEP_BOXES_H

#include "box_corners.h"
#include "step_portion.h"

// What three passes over boxes hand on, as those of box_corners.h.
struct step_boxes {
    _Alignas(64) float m[3][STEP_PORTION], alpha[STEP_PORTION], t[3][STEP_PORTION], f[STEP_PORTION];
};

static STEP_INLINE void step_scale_boxes(const struct step_rows *rows, size_t i,
                                         struct step_boxes *boxes) {
    const lanes_double zero = lanes_double_splat(0.0);
    const lanes_double d = lanes_double_load(&rows->depth[i]);
    lanes_double wide[3];
    lanes m[3], alpha;
    for (int k = 0; k < 3; ++k) {
        const lanes_double n = lanes_double_load(&rows->normal[k][i]);
        const lanes_double size = lanes_double_max(n, lanes_double_sub(zero, n));
        wide[k] = lanes_double_mul(size, lanes_double_load(&rows->size[k][i]));
    }
    corners_reduce(wide, lanes_double_max(d, lanes_double_sub(zero, d)), m, &alpha);
    for (int k = 0; k < 3; ++k) {
        lanes_store(&boxes->m[k][i], m[k]);
    }
    lanes_store(&boxes->alpha[i], alpha);
}

static STEP_INLINE void step_find_boxes(const struct step_boxes *boxes, size_t i,
                                        struct step_rows *rows) {
    lanes h[3], n[3], t[3];
    lanes_double volume, centre[3];
    for (int k = 0; k < 3; ++k) {
        h[k] = lanes_narrow(lanes_double_load(&rows->size[k][i]));
        n[k] = lanes_narrow(lanes_double_load(&rows->normal[k][i]));
        t[k] = lanes_load(&boxes->t[k][i]);
    }
    const lanes d = lanes_narrow(lanes_double_load(&rows->depth[i]));
    corners_find(h, n, d, lanes_load(&boxes->alpha[i]), lanes_load(&boxes->f[i]), t, &volume,
                 centre);
    lanes_double_store(&rows->volume[i], volume);
    for (int k = 0; k < 3; ++k) {
        lanes_double_store(&rows->centre[k][i], centre[k]);
    }
}

// Volumes and centres of boxes, as box/corners finds them, but for planes that are not rounded.
static STEP_INLINE void step_solve_boxes_here(struct step_rows *rows, size_t count) {
    struct step_boxes boxes;
    for (size_t i = 0; i < count; i += LANES_WIDTH) {
        step_scale_boxes(rows, i, &boxes);
    }
    for (size_t i = 0; i < count; i += LANES_WIDTH) {
        const lanes m[3] = {lanes_load(&boxes.m[0][i]), lanes_load(&boxes.m[1][i]),
                            lanes_load(&boxes.m[2][i])};
        lanes f, t[3];
        corners_solve(m, lanes_load(&boxes.alpha[i]), &f, t);
        for (int k = 0; k < 3; ++k) {
            lanes_store(&boxes.t[k][i], t[k]);
        }
        lanes_store(&boxes.f[i], f);
    }
    for (size_t i = 0; i < count; i += LANES_WIDTH) {
        step_find_boxes(&boxes, i, rows);
    }
}

static void step_solve_boxes(struct step_rows *rows, size_t count) {
    step_solve_boxes_here(rows, count);
}

// The wet area of the two faces of boxes across axis x. On a face the plane lies at δ from its
// centre, as lengths along the normal, and with a ≤ b its half extents |n|h, the share below is
//   ½ + ½ δ/b                 if |δ| ≤ b − a,
//   t²/8ab, t = a + b − |δ|   of the smaller side else; t ≤ 2a, so that t/a is a share of an edge.
static inline doubles step_wet_faces(const doubles m[3], const doubles h[3], doubles d, int x) {
    const doubles zero = doubles_splat(0.0), half = doubles_splat(0.5), one = doubles_splat(1.0);
    const doubles least = doubles_splat(DBL_MIN);
    const int y = (x + 1) % 3, z = (x + 2) % 3;
    const doubles a = doubles_min(m[y], m[z]), b = doubles_max(m[y], m[z]);
    const doubles safe_a = doubles_max(a, least), safe_b = doubles_max(b, least);
    doubles share = zero;
    for (int side = 0; side < 2; ++side) {
        const doubles delta = side ? doubles_sub(d, m[x]) : doubles_add(d, m[x]);
        const doubles size = doubles_max(delta, doubles_sub(zero, delta));
        // How far the smaller side's share is from a half: linear up to b − a, then quadratic.
        const doubles t = doubles_max(doubles_sub(doubles_add(a, b), size), zero);
        const doubles edge = doubles_min(doubles_div(t, doubles_add(safe_a, safe_a)), one);
        const doubles corner =
            doubles_mul(doubles_mul(edge, edge), doubles_mul(half, doubles_div(a, safe_b)));
        const doubles over = doubles_max(doubles_sub(doubles_sub(b, a), size), zero);
        const doubles small =
            doubles_min(doubles_add(corner, doubles_mul(half, doubles_div(over, safe_b))), half);
        // 1 if δ > 0, else 0.
        const doubles up =
            doubles_min(doubles_mul(doubles_max(delta, zero), doubles_splat(0x1p1000)), one);
        const doubles sign = doubles_sub(doubles_add(up, up), one);
        share = doubles_add(share, doubles_sub(up, doubles_mul(sign, small)));
    }
    return doubles_mul(share, doubles_mul(doubles_splat(4.0), doubles_mul(h[y], h[z])));
}

// Wetted areas of boxes. A box that displaces nothing is not wet.
static void step_wet_boxes(struct step_rows *rows, size_t count) {
    const doubles zero = doubles_splat(0.0);
    for (size_t i = 0; i < count; i += DOUBLES_WIDTH) {
        doubles n[3], h[3], m[3];
        step_load3(rows->normal[0], i, n);
        step_load3(rows->size[0], i, h);
        const doubles d = doubles_load(&rows->depth[i]);
        for (int k = 0; k < 3; ++k) {
            m[k] = doubles_mul(doubles_max(n[k], doubles_sub(zero, n[k])), h[k]);
        }
        doubles area = step_wet_faces(m, h, d, 0);
        area = doubles_add(area, step_wet_faces(m, h, d, 1));
        area = doubles_add(area, step_wet_faces(m, h, d, 2));
        doubles_store(&rows->area[i], area);
    }
    for (size_t i = 0; i < count; ++i) {
        rows->area[i] = rows->volume[i] > 0.0 ? rows->area[i] : 0.0;
    }
}

#endif
