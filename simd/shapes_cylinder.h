// shapes/cylinder: lanes = cylinders. A template, included by every_method.h once for each
// instruction set. shapes_capsule.h uses it, too.
//
// In the turned frame of shapes_round.h, mirrored so that c ≥ 0, the water s x + c z < d crosses
// the rims z = ∓h at x = R t₁ and x = R t₀, t = (d ± c h)/(s R) clamped to [−1, 1], t₀ ≤ t₁. At x =
// −R cos θ a chord of half length R sin θ is wet up to the height f of 2h, f = 1 for θ < θ₀, 0 for
// θ > θ₁, and f = f₁ + (t₁ − t) s R/(2 c h) between: f₁ is not 0 if the lower rim is wholly wet.
// The clamps cover all cases of the two ends. With S = θ − sin θ cos θ and integrals over the θ
// between,
//   V   = 2 h R² (S(θ₀) + 2 ∫ sin²θ f dθ)
//   V x = −⅔ R⁴ (s/c) ∫ sin⁴θ dθ
//   V z = −4 h² R² ∫ sin²θ f (1 − f) dθ
// The last two are fluxes of vector fields that have none through the wall and the ends: V x of
// (x² + y² − R²) x̂/2, V z of (z² − h²) ẑ/2. Only the waterplane counts. All integrands have one
// sign: thin and barely wet bodies lose no digits. They are trigonometric polynomials of degree 4
// at most, for which eight nodes of Gauss and Legendre are right to 1e-6 of ∫ sin⁴ and 1e-9 of V if
// the whole waterplane is within the body, and to rounding soon if it is not.
//
// Level axis: θ₁ − θ₀ vanishes like c. It is found from t₁ − t₀ = 2 c h/(s R), not from t₁ and t₀.
//
// Sources. J. W. Harris and H. Stocker, Handbook of Mathematics and Computational Science (1998),
// has a closed form of the cylindrical wedge, which loses digits if it is thin. This one is ours.
#ifndef BUOY_SHAPES_CYLINDER_H
#define BUOY_SHAPES_CYLINDER_H

#include "shapes_round.h"

// A cylinder below the water.
struct cylinder_cut {
    doubles high, low; // how deep the middles of the upper and the lower end are
    struct round_rim top, bottom;
    doubles apart;        // t₁ − t₀
    struct round_arc arc; // from the upper to the lower rim
    doubles per_r;        // 1/R
    doubles whole, slope; // f₁ and 2 df/dt
};

// Integrals of a cylinder.
struct cylinder_sums {
    doubles volume;   // V / (2 h R²)
    doubles fourth;   // ∫ sin⁴θ dθ between the rims
    doubles moment_x; // V x / (2 h R³)
    doubles moment_z; // V z / (4 h² R²)
};

// Sets all of a cut but the arc.
ROUND_INLINE void cylinder_find_rims(doubles r, doubles h, const struct round_water *water,
                                     struct cylinder_cut *cut) {
    const doubles one = doubles_splat(1.0), zero = doubles_splat(0.0);
    const doubles w = doubles_mul(water->s, r), ch = doubles_mul(water->c, h);
    const doubles little = doubles_mul(doubles_add(w, ch), doubles_splat(ROUND_LITTLE));
    const doubles rise = round_twice(ch), high = doubles_sub(doubles_sub(water->d, ch), little);
    const doubles low = doubles_sub(doubles_add(water->d, ch), little);
    const doubles both = doubles_div(one, doubles_mul(r, rise));
    const doubles per_r = doubles_mul(rise, both), per_rise = doubles_mul(r, both);
    const doubles per_w = doubles_mul(water->per_s, per_r);
    cut->high = high;
    cut->low = low;
    cut->top = round_rim_of(high, w, per_w);
    cut->bottom = round_rim_of(low, w, per_w);
    const doubles clamped = doubles_min(cut->bottom.wet, cut->top.dry);
    cut->apart = doubles_min(doubles_mul(rise, per_w), clamped);
    const doubles above = doubles_min(doubles_max(doubles_sub(low, w), zero), rise);
    cut->per_r = per_r;
    cut->whole = doubles_mul(above, per_rise);
    cut->slope = round_twice(doubles_mul(w, per_rise));
}

ROUND_INLINE void cylinder_find_arc(struct cylinder_cut *cut) {
    cut->arc = round_arc_between(&cut->top, &cut->bottom, cut->apart);
}

// The height of the water at a node, as a share of 2 h.
ROUND_INLINE doubles cylinder_height(const struct cylinder_cut *cut,
                                     const struct round_node *node) {
    return doubles_muladd(node->left, cut->slope, cut->whole);
}

ROUND_INLINE struct cylinder_sums cylinder_integrate(const struct cylinder_cut *cut) {
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    doubles volume = zero, fourth = zero, middle = zero;
    for (int i = 0; i < ROUND_PAIRS; ++i) {
        const doubles weight = doubles_splat(round_gauss[i][1]);
        struct round_node nodes[2];
        doubles pair_volume = zero, pair_fourth = zero, pair_middle = zero;
        round_nodes(&cut->arc, round_gauss[i][0], nodes);
        for (int k = 0; k < 2; ++k) {
            const doubles square = nodes[k].square, f = cylinder_height(cut, &nodes[k]);
            const doubles wet = doubles_mul(square, f);
            pair_volume = doubles_add(pair_volume, wet);
            pair_fourth = doubles_muladd(square, square, pair_fourth);
            pair_middle = doubles_muladd(wet, doubles_sub(one, f), pair_middle);
        }
        volume = doubles_muladd(weight, pair_volume, volume);
        fourth = doubles_muladd(weight, pair_fourth, fourth);
        middle = doubles_muladd(weight, pair_middle, middle);
    }
    const doubles whole = round_segment(cut->top.sine, cut->top.cosine);
    const doubles four = doubles_mul(doubles_splat(4.0), cut->arc.width);
    const doubles all = doubles_mul(doubles_mul(doubles_splat(4.0), four), fourth);
    return (struct cylinder_sums){
        .volume = doubles_muladd(round_twice(four), volume, whole),
        .fourth = all,
        .moment_x = doubles_mul(doubles_splat(-1.0 / 3.0), doubles_mul(cut->slope, all)),
        .moment_z = round_negative(doubles_mul(four, middle)),
    };
}

ROUND_INLINE struct round_body cylinder_body(doubles r, doubles h,
                                             const struct round_water *water) {
    const doubles around = doubles_splat(2.0 * ROUND_PI), half_around = doubles_splat(ROUND_PI);
    const doubles extent = doubles_muladd(water->c, h, doubles_mul(water->s, r));
    return (struct round_body){
        .volume = doubles_mul(doubles_mul(around, round_square(r)), h),
        .half_surface = doubles_mul(doubles_mul(half_around, r), doubles_add(r, round_twice(h))),
        .across = r,
        .along = h,
        .low_x = round_negative(r),
        .low_z = round_negative(h),
        .extent = extent,
        .height = extent,
    };
}

ROUND_INLINE void cylinder_write(doubles r, doubles h, const struct round_water *water,
                                 const struct cylinder_sums *sums, struct buoy_volume *results) {
    const struct round_body body = cylinder_body(r, h, water);
    const doubles twice = round_twice(h), all = doubles_mul(round_square(r), twice);
    const struct round_answer answer = {
        .volume = doubles_mul(all, sums->volume),
        .x = doubles_mul(doubles_mul(all, r), sums->moment_x),
        .z = doubles_mul(doubles_mul(all, twice), sums->moment_z),
    };
    round_write(water, &body, &answer, results);
}

static inline bool cylinder_volumes(const struct buoy_shape *shapes,
                                    const struct buoy_plane *planes, size_t count,
                                    struct buoy_volume *results) {
    struct round_portion portion;
    struct cylinder_cut cuts[ROUND_TURNS];
    struct cylinder_sums sums[ROUND_TURNS];
    const bool good = round_read(shapes, planes, count, true, &portion);
    const size_t turns = count / DOUBLES_WIDTH;
    for (size_t i = 0; i < turns; ++i) {
        cylinder_find_rims(doubles_widen(&portion.r[i * DOUBLES_WIDTH]),
                           doubles_widen(&portion.h[i * DOUBLES_WIDTH]), &portion.water[i],
                           &cuts[i]);
    }
    for (size_t i = 0; i < turns; ++i) {
        cylinder_find_arc(&cuts[i]);
    }
    for (size_t i = 0; i < turns; ++i) {
        sums[i] = cylinder_integrate(&cuts[i]);
    }
    for (size_t i = 0; i < turns; ++i) {
        cylinder_write(doubles_widen(&portion.r[i * DOUBLES_WIDTH]),
                       doubles_widen(&portion.h[i * DOUBLES_WIDTH]), &portion.water[i], &sums[i],
                       &results[i * DOUBLES_WIDTH]);
    }
    return good;
}

// The waterplane of a cylinder, and its wet wall: 4 R h (θ₀ + ∫ f dθ). Along the waterplane, ℓ = ℓ₁
// − (t₁ − t) R/c from its end at t₁.
ROUND_INLINE struct round_plane cylinder_waterplane(doubles r, doubles h,
                                                    const struct round_water *water,
                                                    const struct cylinder_cut *cut, doubles origin,
                                                    doubles *wall) {
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0), two = doubles_splat(2.0);
    const doubles stretch = doubles_div(r, water->c);
    const doubles x = doubles_mul(r, doubles_sub(cut->bottom.wet, one));
    const doubles z = doubles_mul(h, doubles_sub(round_twice(cut->whole), one));
    const doubles end =
        doubles_sub(doubles_sub(doubles_mul(water->c, x), doubles_mul(water->s, z)), origin);
    doubles area = zero, first = zero, second = zero, fourth = zero, height = zero;
    for (int i = 0; i < 2 * ROUND_FINE_PAIRS; ++i) {
        const doubles weight = doubles_splat(round_fine_gauss[i / 2][1]);
        struct round_node nodes[2];
        round_nodes(&cut->arc, round_fine_gauss[i / 2][0], nodes);
        const struct round_node *node = &nodes[i % 2];
        const doubles l = doubles_sub(end, doubles_mul(round_twice(stretch), node->left));
        const doubles part = doubles_mul(weight, node->square), moment = doubles_mul(part, l);
        area = doubles_add(area, part);
        first = doubles_add(first, moment);
        second = doubles_muladd(moment, l, second);
        fourth = doubles_muladd(part, node->square, fourth);
        height = doubles_muladd(weight, cylinder_height(cut, node), height);
    }
    const doubles four = doubles_mul(doubles_splat(4.0), cut->arc.width);
    const doubles chord = doubles_mul(doubles_mul(round_twice(r), stretch), four);
    const doubles top = round_twice(round_angle(cut->top.sine, cut->top.cosine));
    const doubles wet = doubles_muladd(cut->arc.width, height, top);
    *wall = doubles_mul(doubles_mul(round_square(two), doubles_mul(r, h)), wet);
    return (struct round_plane){
        .origin = origin,
        .area = doubles_mul(chord, area),
        .first = doubles_mul(chord, first),
        .second = doubles_mul(chord, second),
        .across = doubles_mul(doubles_mul(doubles_splat(4.0 / 3.0), round_square(r)),
                              doubles_mul(chord, fourth)),
    };
}

static inline void cylinder_wetting(const struct shapes_question *question,
                                    doubles surface[SHAPES_FIELDS]) {
    const doubles r = question->size[0], h = question->size[1];
    const struct round_water water = round_turn(question->n, question->d, true);
    struct cylinder_cut cut;
    doubles wall;
    cylinder_find_rims(r, h, &water, &cut);
    cylinder_find_arc(&cut);
    const struct round_plane plane =
        cylinder_waterplane(r, h, &water, &cut, doubles_splat(0.0), &wall);
    const doubles ends = doubles_add(round_segment(cut.top.sine, cut.top.cosine),
                                     round_segment(cut.bottom.sine, cut.bottom.cosine));
    const doubles wetted = doubles_muladd(round_square(r), ends, wall);
    const struct round_body body = cylinder_body(r, h, &water);
    round_set_surface(&water, &body, &plane, wetted, surface);
}

bool BUOY_VARIANT(buoy_shapes_cylinder)(const struct buoy_shapes_query *query,
                                        struct buoy_volume *restrict results) {
    return shapes_answer(query, results, cylinder_volumes, cylinder_wetting);
}

#endif
