// shapes/cylinder: lanes = cylinders. A template, included by every_method.h once for each
// instruction set. shapes_axial.h has the mathematics. shapes_capsule.h uses this one, too.
//
// Sources. J. W. Harris and H. Stocker, Handbook of Mathematics and Computational Science (1998),
// has a closed form of the cylindrical wedge, which loses digits if it is thin. This one is ours.
#ifndef BUOY_SHAPES_CYLINDER_H
#define BUOY_SHAPES_CYLINDER_H

#include "shapes_round.h"

VECTORS_INLINE struct round_body cylinder_body(doubles r, doubles h,
                                               const struct round_water *water) {
    const doubles extent = doubles_muladd(water->c, h, doubles_mul(water->s, r));
    const doubles around = doubles_times(ROUND_PI, r);
    return (struct round_body){
        .volume = doubles_mul(doubles_times(2.0 * ROUND_PI, doubles_square(r)), h),
        .half_surface = doubles_mul(around, doubles_add(r, doubles_twice(h))),
        .across = r,
        .along = h,
        .low_x = doubles_negative(r),
        .low_z = doubles_negative(h),
        .extent = extent,
        .height = extent,
    };
}

VECTORS_INLINE struct round_answer cylinder_answer(doubles r, doubles h,
                                                   const struct round_water *water) {
    const struct axial_pose pose = round_pose(r, h, water);
    struct axial_straight cut;
    axial_cut(&pose, &cut);
    const struct axial_sums wall = axial_wall(&cut);
    const doubles tube = doubles_mul(doubles_square(r), doubles_twice(h));
    return (struct round_answer){
        .volume = doubles_mul(tube, wall.volume),
        .x = doubles_mul(doubles_mul(tube, r), doubles_mul(water->s, wall.x_per_s)),
        .z = doubles_mul(doubles_mul(tube, h), wall.z),
    };
}

static inline bool cylinder_volumes(const struct buoy_shape *shapes,
                                    const struct buoy_plane *planes, size_t count,
                                    struct buoy_volume *results) {
    return round_volumes(shapes, planes, count, results, cylinder_body, cylinder_answer);
}

// The waterplane within the wall. Along it ℓ = (x − s t)/c, so that b is at ℓ_b = c b + s k on the
// lower rim, or higher up where that rim is wholly wet, and x is (b − x)/c before it.
VECTORS_INLINE struct round_plane cylinder_waterplane(doubles r, const struct axial_straight *cut,
                                                      const struct axial_pose *pose,
                                                      doubles origin) {
    const doubles *sums = cut->sums.plane, r2 = doubles_square(r);
    const doubles tall = doubles_twice(pose->k), b = pairs_second(cut->rims.a);
    const doubles z =
        doubles_mul(pose->k, doubles_sub(doubles_twice(pairs_second(cut->f)), doubles_splat(1.0)));
    const doubles end = doubles_sub(doubles_mul(pose->c, b), doubles_mul(pose->s, z));
    const doubles off = doubles_sub(doubles_mul(end, r), origin), step = doubles_mul(tall, r);
    const doubles chord = doubles_mul(doubles_twice(tall), r2);
    const doubles area = doubles_mul(chord, sums[0]);
    const doubles back = doubles_mul(doubles_mul(chord, step), sums[1]);
    const doubles square = doubles_mul(doubles_mul(chord, doubles_square(step)), sums[2]);
    const doubles first = doubles_sub(doubles_mul(off, area), back);
    const doubles lean = doubles_mul(doubles_mul(chord, r2), cut->sums.lean);
    return (struct round_plane){
        .origin = origin,
        .area = area,
        .first = first,
        .second = doubles_muladd(off, doubles_sub(first, back), square),
        .across = doubles_times(1.0 / 3.0, lean),
    };
}

static inline void cylinder_wetting(const struct shapes_question *question,
                                    doubles surface[SHAPES_FIELDS]) {
    const doubles r = question->size[0], h = question->size[1];
    const struct round_water water = round_turn(question->n, question->d, true);
    const struct axial_pose pose = round_pose(r, h, &water);
    struct axial_straight cut;
    axial_cut(&pose, &cut);
    const struct round_plane plane = cylinder_waterplane(r, &cut, &pose, doubles_splat(0.0));
    const doubles ends = pairs_sum(cut.rims.area);
    const doubles wall = doubles_mul(doubles_twice(pose.k), axial_wall(&cut).area);
    const doubles wetted = doubles_mul(doubles_square(r), doubles_add(ends, wall));
    const struct round_body body = cylinder_body(r, h, &water);
    round_set_surface(&water, &body, &plane, wetted, surface);
}

bool BUOY_VARIANT(buoy_shapes_cylinder)(const struct buoy_shapes_query *query,
                                        struct buoy_volume *restrict results) {
    return shapes_answer(query, results, cylinder_volumes, cylinder_wetting);
}

#endif
