// shapes/cylinder and shapes/capsule, and what they share with shapes_cone.h: the turned frame, and
// how questions are read and answers written. Lanes are bodies, numbers are doubles. A template,
// included by every_method.h once for each instruction set.
//
// Frame. A body of revolution about z is turned about its axis until the unit normal is (s, 0, c),
// s ≥ 0: the water is s x + c z < d. By symmetry, centroids have y = 0.
#ifndef BUOY_SHAPES_ROUND_H
#define BUOY_SHAPES_ROUND_H

#include "shapes_axial.h"
#include "shapes_turns.h"

#define ROUND_PI AXIAL_PI
// Divisors are at least this where they may be 0; then their quotients are not used, or are 0.
#define ROUND_LEAST 0x1p-600
// s and c are taken to be at least this, which moves no point of a body by a measurable distance.
#define ROUND_LEAST_SLOPE AXIAL_LEAST_SLOPE
// A body is dry if less than this share of its extent along the normal is submerged: rounding of
// the normal and of the offset is as large.
#define ROUND_LEAST_DEPTH 0x1p-46
// A centroid above the water by less than this share of that is at the water.
#define ROUND_LEVEL 0x1p-4

// The water in a body's turned frame.
struct round_water {
    doubles s, c, d; // s x + c z < d
    doubles per_s;   // 1/s
    doubles ux, uy;  // where the turned x axis points
    doubles up;      // −1 if z is mirrored, which makes c ≥ ROUND_LEAST_SLOPE; else 1
};

// Turns the water n·x < d; mirrors it for bodies that are symmetric to z = 0. Squares of floats
// neither overflow nor vanish in double.
VECTORS_INLINE struct round_water round_turn(const doubles n[3], doubles d, bool symmetric) {
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    const doubles flat = doubles_add(doubles_square(n[0]), doubles_square(n[1]));
    const doubles length = doubles_sqrt(doubles_add(flat, doubles_square(n[2])));
    const doubles least = doubles_mul(length, doubles_splat(ROUND_LEAST_SLOPE));
    const doubles across = doubles_max(doubles_sqrt(flat), least);
    const doubles both = doubles_div(one, doubles_mul(length, across));
    const doubles per_length = doubles_mul(across, both), per_across = doubles_mul(length, both);
    const doubles c = doubles_mul(n[2], per_length);
    const doubles up = doubles_if_less(c, zero, doubles_splat(-1.0), one);
    return (struct round_water){
        .s = doubles_mul(across, per_length),
        .c = symmetric ? doubles_at_least(doubles_abs(c), ROUND_LEAST_SLOPE) : c,
        .d = doubles_mul(d, per_length),
        .per_s = doubles_mul(length, per_across),
        .ux = doubles_mul(n[0], per_across),
        .uy = doubles_mul(n[1], per_across),
        .up = symmetric ? up : one,
    };
}

// ----------------------------------------------------------------------------------- volumes

// A body's answer in the turned frame: V, and the first moments V x and V z.
struct round_answer {
    doubles volume, x, z;
};

// A whole body: its volume, half its surface, its half extents, its lowest point, and how far that
// is below and its highest point above the origin, along the normal.
struct round_body {
    doubles volume, half_surface, across, along, low_x, low_z, extent, height;
};

// What rounding of the normal and of the offset may move a plane by.
VECTORS_INLINE doubles round_least_depth(const struct round_water *water,
                                         const struct round_body *body) {
    const doubles all = doubles_add(body->extent, doubles_abs(water->d));
    return doubles_mul(all, doubles_splat(ROUND_LEAST_DEPTH));
}

// Writes a turn of answers. Errors, 1e-13 or less and 1e-9 of cones, may carry them out of their
// ranges: then they are moved to the limit, and the centroid toward the lowest point
// until it is down at the water.
VECTORS_INLINE void round_write(const struct round_water *water, const struct round_body *body,
                                const struct round_answer *answer, struct buoy_volume *results) {
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    const doubles least = round_least_depth(water, body);
    const doubles depth = doubles_add(water->d, body->extent);
    const doubles dry = doubles_sub(body->height, water->d);
    const doubles some = doubles_min(answer->volume, body->volume);
    const doubles wet = doubles_if_less(least, dry, some, body->volume);
    const doubles volume = doubles_if_less(least, depth, wet, zero);
    const doubles per = doubles_div(one, doubles_at_least(answer->volume, ROUND_LEAST));
    const doubles inverse = doubles_if_less(least, depth, per, zero);
    doubles x = doubles_mul(answer->x, inverse), z = doubles_mul(answer->z, inverse);
    const doubles level = doubles_muladd(water->c, z, doubles_mul(water->s, x));
    const doubles above =
        doubles_sub(doubles_sub(level, water->d), doubles_mul(least, doubles_splat(ROUND_LEVEL)));
    const doubles lift = doubles_max(above, zero);
    const doubles down = doubles_div(lift, doubles_at_least(doubles_add(lift, depth), ROUND_LEAST));
    const doubles over = doubles_if_less(least, depth, down, zero);
    x = doubles_clamp(doubles_muladd(over, doubles_sub(body->low_x, x), x), body->across);
    z = doubles_clamp(doubles_muladd(over, doubles_sub(body->low_z, z), z), body->along);
    // 0 is added so that no 0 is negative.
    doubles_store4((double *)results, 4, volume, doubles_add(doubles_mul(x, water->ux), zero),
                   doubles_add(doubles_mul(x, water->uy), zero),
                   doubles_add(doubles_mul(z, water->up), zero));
}

// A cylinder or a capsule, in radii.
VECTORS_INLINE struct axial_pose round_pose(doubles r, doubles h, const struct round_water *water) {
    const doubles per_r = doubles_div(doubles_splat(1.0), r);
    return (struct axial_pose){
        .s = water->s,
        .c = water->c,
        .per_2s = doubles_times(0.5, water->per_s),
        .k = doubles_mul(h, per_r),
        .t = doubles_mul(water->d, per_r),
    };
}

typedef struct round_body round_body_of(doubles r, doubles h, const struct round_water *water);
typedef struct round_answer round_answer_of(doubles r, doubles h, const struct round_water *water);

// Answers whole turns of bodies that are symmetric to z = 0, as shapes_turns.h wants it.
VECTORS_INLINE bool round_volumes(const struct buoy_shape *shapes, const struct buoy_plane *planes,
                                  size_t count, struct buoy_volume *results,
                                  round_body_of *find_body, round_answer_of *find) {
    lanes_mask good = lanes_less(lanes_splat(0.0f), lanes_splat(1.0f));
    for (size_t i = 0; i < count; i += LANES_WIDTH) {
        struct shapes_turn turn;
        good = lanes_and(good, shapes_read(&shapes[i], &planes[i], 2, &turn));
        for (size_t k = 0; k < LANES_WIDTH; k += DOUBLES_WIDTH) {
            const struct shapes_question question = shapes_question_at(&turn, k);
            const doubles r = question.size[0], h = question.size[1];
            const struct round_water water = round_turn(question.n, question.d, true);
            const struct round_body body = find_body(r, h, &water);
            const struct round_answer answer = find(r, h, &water);
            round_write(&water, &body, &answer, &results[i + k]);
        }
    }
    return shapes_all(good);
}

// ---------------------------------------------------------------------------------- surfaces

// A waterplane: its area, first and second moments along m = (c, 0, −s), where ℓ = c x − s z, about
// ℓ = origin, and the second moment across it, about y = 0.
struct round_plane {
    doubles origin;
    doubles area, first, second, across;
};

// Sets a surface. Dry bodies are those of round_write().
VECTORS_INLINE void round_set_surface(const struct round_water *water,
                                      const struct round_body *body,
                                      const struct round_plane *plane, doubles wetted,
                                      doubles surface[SHAPES_FIELDS]) {
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    const doubles least = round_least_depth(water, body);
    const doubles depth = doubles_add(water->d, body->extent);
    const doubles area =
        doubles_if_less(least, depth, doubles_min(plane->area, body->half_surface), zero);
    const doubles per = doubles_div(one, doubles_at_least(area, ROUND_LEAST));
    const doubles mean = doubles_mul(plane->first, per);
    const doubles along =
        doubles_max(doubles_sub(plane->second, doubles_mul(plane->first, mean)), zero);
    const doubles l = doubles_add(mean, plane->origin), s = water->s, c = water->c;
    const doubles across_at = doubles_muladd(l, c, doubles_mul(water->d, s));
    const doubles along_at = doubles_sub(doubles_mul(water->d, c), doubles_mul(l, s));
    const doubles x = doubles_clamp(across_at, body->across);
    const doubles z = doubles_mul(doubles_clamp(along_at, body->along), water->up);
    // Upright, any direction is as good as the other.
    const doubles square = doubles_add(doubles_square(water->ux), doubles_square(water->uy));
    const doubles ux = doubles_if_less(square, doubles_splat(0.5), one, water->ux), uy = water->uy;
    const doubles mx = doubles_mul(c, ux), my = doubles_mul(c, uy);
    const doubles mz = doubles_negative(doubles_mul(s, water->up));
    const doubles some = doubles_if_less(zero, area, along, zero);
    const doubles across = doubles_if_less(zero, area, plane->across, zero);
    surface[SHAPES_WETTED_AREA] = doubles_if_less(least, depth, wetted, zero);
    surface[SHAPES_WATERPLANE_AREA] = area;
    surface[SHAPES_CENTROID] =
        doubles_if_less(zero, area, doubles_add(doubles_mul(x, ux), zero), zero);
    surface[SHAPES_CENTROID + 1] =
        doubles_if_less(zero, area, doubles_add(doubles_mul(x, uy), zero), zero);
    surface[SHAPES_CENTROID + 2] = doubles_if_less(zero, area, doubles_add(z, zero), zero);
    doubles *moments = &surface[SHAPES_MOMENTS];
    moments[0] =
        doubles_muladd(doubles_mul(mx, mx), some, doubles_mul(doubles_mul(uy, uy), across));
    moments[1] = doubles_sub(doubles_mul(doubles_mul(mx, my), some),
                             doubles_mul(doubles_mul(ux, uy), across));
    moments[2] = doubles_mul(doubles_mul(mx, mz), some);
    moments[3] =
        doubles_muladd(doubles_mul(my, my), some, doubles_mul(doubles_mul(ux, ux), across));
    moments[4] = doubles_mul(doubles_mul(my, mz), some);
    moments[5] = doubles_mul(doubles_mul(mz, mz), some);
    for (int i = 0; i < 6; ++i) {
        moments[i] = doubles_add(moments[i], zero); // never −0
    }
}

// --------------------------------------------------------------------------------------- cylinders

// shapes_axial.h has the mathematics. J. W. Harris and H. Stocker, Handbook of Mathematics and
// Computational Science (1998), has a closed form of the cylindrical wedge, which loses digits if
// it is thin. This one is ours.

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

// ---------------------------------------------------------------------------------------- capsules

// A capsule is a cylinder and two half balls, cut at the seams z = ±h.

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
    // Adds the half balls' segments of their discs, with the middles of the discs at ℓ = ∓end; the
    // segments lie away from the wall.
    const pairs r2 = pairs_both(doubles_square(r)), q2 = pairs_mul(discs.q2, r2);
    const pairs q4 = pairs_square(q2), area = pairs_mul(q2, discs.segment);
    const pairs side = pairs_of(doubles_splat(-2.0 / 3.0), doubles_splat(2.0 / 3.0));
    const pairs chord = pairs_mul(q2, discs.sine2); // q² sin²β
    const pairs moment = pairs_mul(side, pairs_mul(chord, pairs_sqrt(chord)));
    const pairs twist =
        pairs_mul(discs.sc, pairs_sub(pairs_splat(1.0), pairs_times(2.0, discs.sine2)));
    const pairs second = pairs_times(0.25, pairs_mul(q4, pairs_sub(discs.beta, twist)));
    const pairs off = pairs_sub(pairs_of(doubles_negative(end), end), pairs_both(plane.origin));
    const pairs first = pairs_muladd(off, area, moment);
    const pairs about = pairs_muladd(off, pairs_add(first, moment), second);
    plane.area = doubles_add(plane.area, pairs_sum(area));
    plane.first = doubles_add(plane.first, pairs_sum(first));
    plane.second = doubles_add(plane.second, pairs_sum(about));
    const pairs across = pairs_mul(q4, discs.q);
    plane.across = doubles_muladd(doubles_splat(2.0 / 3.0), pairs_sum(across), plane.across);
    const struct round_body body = capsule_body(r, h, &water);
    const doubles wetted = doubles_mul(doubles_square(r), sums.area);
    round_set_surface(&water, &body, &plane, wetted, surface);
}

bool BUOY_VARIANT(buoy_shapes_capsule)(const struct buoy_shapes_query *query,
                                       struct buoy_volume *restrict results) {
    return shapes_answer(query, results, capsule_volumes, capsule_wetting);
}

#endif
