// Primitive shapes of a step's bodies that are not plain: what is submerged of them, and how much
// of their surface is wet. For templates, on whatever lanes_<isa>.h came before.
#ifndef BUOY_STEP_SHAPES_H
#define BUOY_STEP_SHAPES_H

#include "box_wet.h"
#include "step_plain_forms.h"

// Shapes of a turn in their own frames, and the water that they meet.
struct step_shapes {
    step3 n;
    doubles depth, size[3];
};

// What is wet of them.
struct step_found {
    doubles share, area;
    step3 centre;
};

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

static STEP_INLINE doubles step_find_box(const struct step_shapes *box, bool drags,
                                         struct step_found *found) {
    const doubles zero = doubles_splat(0.0);
    const doubles n[3] = {box->n.x, box->n.y, box->n.z};
    const doubles *h = box->size;
    const struct plain_side side = plain_side_of(box->depth, box_reach(n, h));
    doubles share, r[3];
    box_wet(n, box->depth, h, &share, r);
    const step3 none = {zero, zero, zero};
    found->share = doubles_if_less(zero, side.cut, share, side.whole);
    found->centre = step3_if_less(zero, side.cut, (step3){r[0], r[1], r[2]}, none);
    found->area = zero;
    if (drags) {
        const doubles m[3] = {times(doubles_abs(n[0]), h[0]), times(doubles_abs(n[1]), h[1]),
                              times(doubles_abs(n[2]), h[2])};
        for (int x = 0; x < 3; ++x) {
            found->area = plus(found->area, step_wet_faces(m, h, box->depth, x));
        }
    }
    return times(doubles_splat(8.0), times(times(h[0], h[1]), h[2]));
}

static STEP_INLINE doubles step_find_ball(const struct step_shapes *shape,
                                          struct step_found *found) {
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0), radius = shape->size[0];
    const doubles square = times(radius, radius), t = times(shape->depth, per(radius));
    struct plain_ball ball;
    plain_wet_ball(t, radius, &ball);
    const doubles high = plus(one, doubles_max(doubles_min(t, one), minus(zero, one)));
    found->share = ball.share;
    found->centre = step3_scale(minus(zero, ball.arm), shape->n);
    found->area = times(doubles_splat(2.0 * AXIAL_PI), times(square, high));
    return times(doubles_splat(4.0 / 3.0 * AXIAL_PI), times(square, radius));
}

// Capsules and cylinders, along z.
static STEP_INLINE doubles step_find_axial(const struct step_shapes *shape, bool is_capsule,
                                           struct step_found *found) {
    const doubles zero = doubles_splat(0.0), radius = shape->size[0], c = shape->n.z;
    const doubles per_radius = per(radius), tall = times(shape->size[1], per_radius);
    const doubles t = times(shape->depth, per_radius), square = times(radius, radius);
    const doubles straight = plus(shape->size[1], shape->size[1]);
    const doubles mean = // length of a cylinder of that radius and volume
        is_capsule ? plus(straight, times(doubles_splat(4.0 / 3.0), radius)) : straight;
    const doubles volume = times(doubles_splat(AXIAL_PI), times(square, mean));
    const doubles around = // area over 2 π times the radius
        is_capsule ? plus(straight, plus(radius, radius)) : plus(straight, radius);
    const doubles all = times(doubles_splat(2.0 * AXIAL_PI), times(radius, around));
    const struct plain_side side =
        plain_side_of(t, is_capsule ? axial_reach_capsule(c, tall) : axial_reach_cylinder(c, tall));
    struct axial_wet wet;
    if (is_capsule) {
        axial_wet_capsule(t, c, tall, radius, doubles_div(times(square, radius), volume), &wet);
    } else {
        axial_wet_cylinder(t, c, tall, radius, &wet);
    }
    const step3 across = step3_scale(wet.up, shape->n), none = {zero, zero, zero};
    const step3 centre = {across.x, across.y, plus(across.z, wet.along)};
    found->share = doubles_if_less(zero, side.cut, wet.share, side.whole);
    found->centre = step3_if_less(zero, side.cut, centre, none);
    found->area = doubles_if_less(zero, side.cut, wet.area, times(all, side.whole));
    return volume;
}

// Shapes of one of the kinds that have forms of their own here, in place.
static STEP_INLINE void step_find_shapes(enum buoy_shape_kind kind, bool drags, size_t count,
                                         struct step_rows *rows) {
    const doubles zero = doubles_splat(0.0);
    for (size_t i = 0; i < count; i += DOUBLES_WIDTH) {
        doubles n[3];
        struct step_shapes shapes;
        struct step_found found;
        step_load3(rows->normal[0], i, n);
        step_load3(rows->size[0], i, shapes.size);
        shapes.n = (step3){n[0], n[1], n[2]};
        shapes.depth = doubles_load(&rows->depth[i]);
        const doubles whole = kind == BUOY_SHAPE_BOX ? step_find_box(&shapes, drags, &found)
                              : kind == BUOY_SHAPE_SPHERE
                                  ? step_find_ball(&shapes, &found)
                                  : step_find_axial(&shapes, kind == BUOY_SHAPE_CAPSULE, &found);
        doubles_store(&rows->volume[i], times(whole, found.share));
        doubles_store(&rows->centre[0][i], found.centre.x);
        doubles_store(&rows->centre[1][i], found.centre.y);
        doubles_store(&rows->centre[2][i], found.centre.z);
        // A body that displaces nothing is not wet.
        doubles_store(&rows->area[i], zero);
        if (drags) {
            doubles_store(&rows->area[i], doubles_if_less(zero, found.share, found.area, zero));
        }
    }
}

static __attribute__((noinline)) void step_find_boxes(bool drags, size_t count,
                                                      struct step_rows *rows) {
    step_find_shapes(BUOY_SHAPE_BOX, drags, count, rows);
}
static __attribute__((noinline)) void step_find_balls(size_t count, struct step_rows *rows) {
    step_find_shapes(BUOY_SHAPE_SPHERE, true, count, rows);
}
static __attribute__((noinline)) void step_find_capsules(size_t count, struct step_rows *rows) {
    step_find_shapes(BUOY_SHAPE_CAPSULE, true, count, rows);
}
static __attribute__((noinline)) void step_find_cylinders(size_t count, struct step_rows *rows) {
    step_find_shapes(BUOY_SHAPE_CYLINDER, true, count, rows);
}

#endif
