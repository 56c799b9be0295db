// shapes/capsule: lanes = capsules. A template, included by every_method.h once for each
// instruction set. A capsule is a cylinder and two half balls, cut at the seams z = ±h;
// shapes_axial.h has the mathematics.
#ifndef BUOY_SHAPES_CAPSULE_H
#define BUOY_SHAPES_CAPSULE_H

#include "shapes_cylinder.h"

VECTORS_INLINE struct round_body capsule_body(doubles r, doubles h,
                                              const struct round_water *water) {
    const doubles tall = doubles_add(h, r), square = doubles_square(r);
    const doubles extent = doubles_muladd(water->c, h, r);
    const doubles straight = doubles_mul(doubles_times(2.0 * ROUND_PI, square), h);
    const doubles ball = doubles_times(4.0 * ROUND_PI / 3.0, doubles_mul(square, r));
    return (struct round_body){
        .volume = doubles_add(straight, ball),
        .half_surface = doubles_mul(doubles_times(2.0 * ROUND_PI, r), tall),
        .across = r,
        .along = tall,
        .low_x = doubles_negative(doubles_mul(water->s, r)),
        .low_z = doubles_negative(doubles_muladd(water->c, r, h)),
        .extent = extent,
        .height = extent,
    };
}

VECTORS_INLINE struct round_answer capsule_answer(doubles r, doubles h,
                                                  const struct round_water *water) {
    const struct axial_pose pose = round_pose(r, h, water);
    struct axial_straight cut;
    axial_cut(&pose, &cut);
    const struct axial_discs discs = axial_discs_at(&cut.rims, &pose);
    const struct axial_sums sums = axial_capsule_sums(&cut, &discs, &pose);
    const doubles cube = doubles_mul(doubles_square(r), r), fourth = doubles_mul(cube, r);
    return (struct round_answer){
        .volume = doubles_mul(cube, sums.volume),
        .x = doubles_mul(fourth, doubles_mul(water->s, sums.x_per_s)),
        .z = doubles_mul(fourth, sums.z),
    };
}

static inline bool capsule_volumes(const struct buoy_shape *shapes, const struct buoy_plane *planes,
                                   size_t count, struct buoy_volume *results) {
    return round_volumes(shapes, planes, count, results, capsule_body, capsule_answer);
}

// Adds the half balls' segments of their discs, with the middles of the discs at ℓ = ∓end; the
// segments lie away from the wall.
VECTORS_INLINE void capsule_add_discs(const struct axial_discs *discs, doubles r, doubles end,
                                      struct round_plane *plane) {
    const pairs r2 = pairs_both(doubles_square(r)), q2 = pairs_mul(discs->q2, r2);
    const pairs q4 = pairs_square(q2), area = pairs_mul(q2, discs->segment);
    const pairs side = pairs_of(doubles_splat(-2.0 / 3.0), doubles_splat(2.0 / 3.0));
    const pairs chord = pairs_mul(q2, discs->sine2); // q² sin²β
    const pairs moment = pairs_mul(side, pairs_mul(chord, pairs_sqrt(chord)));
    const pairs twist =
        pairs_mul(discs->sc, pairs_sub(pairs_splat(1.0), pairs_times(2.0, discs->sine2)));
    const pairs second = pairs_times(0.25, pairs_mul(q4, pairs_sub(discs->beta, twist)));
    const pairs off = pairs_sub(pairs_of(doubles_negative(end), end), pairs_both(plane->origin));
    const pairs first = pairs_muladd(off, area, moment);
    const pairs about = pairs_muladd(off, pairs_add(first, moment), second);
    plane->area = doubles_add(plane->area, pairs_sum(area));
    plane->first = doubles_add(plane->first, pairs_sum(first));
    plane->second = doubles_add(plane->second, pairs_sum(about));
    const pairs across = pairs_mul(q4, discs->q);
    plane->across = doubles_muladd(doubles_splat(2.0 / 3.0), pairs_sum(across), plane->across);
}

static inline void capsule_wetting(const struct shapes_question *question,
                                   doubles surface[SHAPES_FIELDS]) {
    const doubles r = question->size[0], h = question->size[1];
    const struct round_water water = round_turn(question->n, question->d, true);
    const struct axial_pose pose = round_pose(r, h, &water);
    struct axial_straight cut;
    axial_cut(&pose, &cut);
    const struct axial_discs discs = axial_discs_at(&cut.rims, &pose);
    const struct axial_sums sums = axial_capsule_sums(&cut, &discs, &pose);
    // Where the water crosses the axis.
    const doubles end = doubles_mul(water.s, h);
    const doubles steep = doubles_div(doubles_mul(water.s, water.d), water.c);
    const doubles origin = doubles_negative(doubles_clamp(steep, end));
    struct round_plane plane = cylinder_waterplane(r, &cut, &pose, origin);
    capsule_add_discs(&discs, r, end, &plane);
    const struct round_body body = capsule_body(r, h, &water);
    const doubles wetted = doubles_mul(doubles_square(r), sums.area);
    round_set_surface(&water, &body, &plane, wetted, surface);
}

bool BUOY_VARIANT(buoy_shapes_capsule)(const struct buoy_shapes_query *query,
                                       struct buoy_volume *restrict results) {
    return shapes_answer(query, results, capsule_volumes, capsule_wetting);
}

#endif
