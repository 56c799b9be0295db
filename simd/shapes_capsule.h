// shapes/capsule: lanes = capsules. A template, included by every_method.h once for each
// instruction set.
//
// A capsule is the cylinder of shapes_cylinder.h and two half balls, cut at the seams z = ±h. Let R
// = 1, and let the centre of a half ball be e = (d ∓ c h)/R below the water along the normal. The
// water cuts the ball in a disc of radius q = √(1 − e²), of which a segment with the half angle β
// at its middle belongs to this half: β = arccos(−e c/(s q)) for the upper, π less that for the
// lower one, sin β = y₀/q, where y₀ = sin θ is half the seam's chord. On the sphere, waterline and
// seam enclose the angle ι, cos ι = ±c/q, sin ι = s sin β (Gauss and Bonnet): the wet part of the
// half sphere has the area 2 (ι + e β), and, seen from the centre, the volume
//   v = ⅓ (2 (ι + e β) + e q² (β − sin β cos β)).
// Clamped to [0, π], both angles cover all cases of a seam, wet, dry or cut. For e < 0 terms cancel
// where little is wet. There v is ⅔ ∫ (1 − e² sec²ψ)^{3/2} dψ over the angles ψ about y that the
// cap spans; with −e tan ψ = q cos β′ it is a series in T² = q²/e²,
//   v = ⅔ (q⁴/|e|) Σ (−T²)ʲ Qⱼ,   Qⱼ = ∫₀^β sin⁴ cos²ʲ,
//   Q₀ = ⅜ (β − sin β cos β) − ¼ sin³β cos β,   (2j + 4) Qⱼ = sin⁵β cos²ʲ⁻¹β + (2j − 1) Qⱼ₋₁.
// First moments of a half ball about its centre need waterplane and seam alone, because (x, 0, z)
// is −½ of the gradient of 1 − x² − y² − z², which is 0 on the sphere:
//   ∫ x = −⅔ s q⁴ Q₀,   ∫ z = −⅔ c q⁴ Q₀ ± ⅔ ∫₀^θ sin⁴,
// where the seams' integrals differ by the cylinder's ∫ sin⁴ between its rims.
#ifndef BUOY_SHAPES_CAPSULE_H
#define BUOY_SHAPES_CAPSULE_H

#include "shapes_cylinder.h"

// The series is used below this e, where T² < 0.063; its terms up to T¹² leave 1e-10.
#define CAPSULE_THIN (-0.97)
#define CAPSULE_TERMS 6
// No disc is taken to be smaller: q is 0, or 2⁻²⁷ or more.
#define CAPSULE_LEAST_DISC 0x1p-100

// A half ball of radius 1.
struct capsule_half {
    doubles e;
    doubles chord; // y₀
    doubles q2, q; // squared radius and radius of the disc
    doubles away;  // max(−e, ½)
    doubles per_q, per_away;
    doubles sine, cosine, beta, iota; // of the segment
    doubles segment;                  // β − sin β cos β
    doubles q0;                       // Q₀
    doubles volume;                   // v
};

ROUND_INLINE void capsule_find_disc(doubles e, const struct round_rim *seam,
                                    struct capsule_half *half) {
    const doubles one = doubles_splat(1.0);
    half->e = round_clamp(e, one);
    half->chord = round_twice(doubles_mul(seam->sine, seam->cosine));
    half->q2 = doubles_mul(doubles_sub(one, half->e), doubles_add(one, half->e));
    half->q = round_at_least(doubles_sqrt(half->q2), CAPSULE_LEAST_DISC);
    half->away = round_at_least(round_negative(half->e), 0.5);
}

// Four reciprocals by one division.
ROUND_INLINE void capsule_divide(struct capsule_half *up, struct capsule_half *low) {
    const doubles discs = doubles_mul(up->q, low->q), away = doubles_mul(up->away, low->away);
    const doubles all = doubles_div(doubles_splat(1.0), doubles_mul(discs, away));
    const doubles per_discs = doubles_mul(away, all), per_away = doubles_mul(discs, all);
    up->per_q = doubles_mul(low->q, per_discs);
    low->per_q = doubles_mul(up->q, per_discs);
    up->per_away = doubles_mul(low->away, per_away);
    low->per_away = doubles_mul(up->away, per_away);
}

// v where little is wet.
ROUND_INLINE doubles capsule_thin_volume(const struct capsule_half *half, doubles fifth) {
    const doubles cos2 = round_square(half->cosine);
    const doubles t2 = doubles_mul(half->q2, round_square(half->per_away));
    doubles term = fifth, q = half->q0, power = doubles_splat(1.0), sum = half->q0;
    for (int j = 1; j <= CAPSULE_TERMS; ++j) {
        q = doubles_muladd(doubles_splat((2.0 * j - 1.0) / (2 * j + 4)), q,
                           doubles_mul(doubles_splat(1.0 / (2 * j + 4)), term));
        term = doubles_mul(term, cos2);
        power = doubles_mul(power, round_negative(t2));
        sum = doubles_muladd(power, q, sum);
    }
    const doubles scale = doubles_mul(round_square(half->q2), half->per_away);
    return doubles_mul(doubles_splat(2.0 / 3.0), doubles_mul(scale, sum));
}

// Finds the angles of the upper or lower half.
ROUND_INLINE void capsule_find_angles(struct capsule_half *half, const struct round_water *water,
                                      bool upper) {
    const doubles one = doubles_splat(1.0);
    const doubles steep = doubles_mul(water->per_s, half->per_q);
    const doubles across = doubles_mul(doubles_mul(half->e, water->c), steep); // e c/(s q)
    half->sine = doubles_min(doubles_mul(half->chord, half->per_q), one);
    half->cosine = round_clamp(upper ? round_negative(across) : across, one);
    half->beta = round_angle(half->sine, half->cosine);
    const doubles level = doubles_min(doubles_mul(water->c, half->per_q), one); // cos ι
    half->iota =
        round_angle(doubles_mul(water->s, half->sine), upper ? level : round_negative(level));
}

// Finds the volume of a half.
ROUND_INLINE void capsule_solve(struct capsule_half *half) {
    const doubles e = half->e;
    const doubles sc = doubles_mul(half->sine, half->cosine), sine2 = round_square(half->sine);
    const doubles s3c = doubles_mul(sine2, sc);
    half->segment = doubles_sub(half->beta, sc);
    half->q0 =
        doubles_muladd(doubles_splat(0.375), half->segment, doubles_mul(doubles_splat(-0.25), s3c));
    const doubles area = doubles_muladd(e, half->beta, half->iota);
    const doubles pyramid = doubles_mul(doubles_mul(e, half->q2), half->segment);
    const doubles thick =
        doubles_mul(doubles_splat(1.0 / 3.0), doubles_add(round_twice(area), pyramid));
    const doubles thin = capsule_thin_volume(half, doubles_mul(sine2, s3c));
    half->volume = doubles_if_less(e, doubles_splat(CAPSULE_THIN), thin, thick);
}

struct capsule_cut {
    struct cylinder_cut straight;
    struct capsule_half up, low;
};

// Sets all of a cut but the arc and the halves' angles and volumes.
ROUND_INLINE void capsule_cut_by(doubles r, doubles h, const struct round_water *water,
                                 struct capsule_cut *cut) {
    cylinder_find_rims(r, h, water, &cut->straight);
    const struct cylinder_cut *straight = &cut->straight;
    capsule_find_disc(doubles_mul(straight->high, straight->per_r), &straight->top, &cut->up);
    capsule_find_disc(doubles_mul(straight->low, straight->per_r), &straight->bottom, &cut->low);
}

ROUND_INLINE struct round_body capsule_body(doubles r, doubles h, const struct round_water *water) {
    const doubles around = doubles_splat(2.0 * ROUND_PI), tall = doubles_add(h, r);
    const doubles square = round_square(r), extent = doubles_muladd(water->c, h, r);
    const doubles straight = doubles_mul(doubles_mul(around, square), h);
    const doubles ball = doubles_mul(doubles_splat(4.0 * ROUND_PI / 3.0), doubles_mul(square, r));
    return (struct round_body){
        .volume = doubles_add(straight, ball),
        .half_surface = doubles_mul(doubles_mul(around, r), tall),
        .across = r,
        .along = tall,
        .low_x = round_negative(doubles_mul(water->s, r)),
        .low_z = round_negative(doubles_muladd(water->c, r, h)),
        .extent = extent,
        .height = extent,
    };
}

// Writes a turn of answers, with lengths in radii.
ROUND_INLINE void capsule_write(doubles r, doubles h, const struct round_water *water,
                                const struct capsule_cut *cut, const struct cylinder_sums *sums,
                                struct buoy_volume *results) {
    const struct capsule_half *up = &cut->up, *low = &cut->low;
    const doubles third = doubles_splat(2.0 / 3.0), k = doubles_mul(h, cut->straight.per_r);
    const doubles twice = round_twice(k), cube = doubles_mul(doubles_mul(r, r), r);
    const doubles discs =
        doubles_muladd(round_square(up->q2), up->q0, doubles_mul(round_square(low->q2), low->q0));
    const doubles planes = doubles_mul(third, discs);
    const doubles ends = doubles_add(up->volume, low->volume);
    const doubles volume = doubles_muladd(twice, sums->volume, ends);
    const doubles x =
        doubles_sub(doubles_mul(twice, sums->moment_x), doubles_mul(water->s, planes));
    const doubles across = doubles_muladd(third, sums->fourth, doubles_mul(water->c, planes));
    const doubles apart = doubles_mul(k, doubles_sub(up->volume, low->volume));
    const doubles along = doubles_muladd(doubles_mul(twice, twice), sums->moment_z, apart);
    const struct round_answer answer = {
        .volume = doubles_mul(cube, volume),
        .x = doubles_mul(doubles_mul(cube, r), x),
        .z = doubles_mul(doubles_mul(cube, r), doubles_sub(along, across)),
    };
    const struct round_body body = capsule_body(r, h, water);
    round_write(water, &body, &answer, results);
}

static inline bool capsule_volumes(const struct buoy_shape *shapes, const struct buoy_plane *planes,
                                   size_t count, struct buoy_volume *results) {
    struct round_portion portion;
    struct capsule_cut cuts[ROUND_TURNS];
    struct cylinder_sums sums[ROUND_TURNS];
    const bool good = round_read(shapes, planes, count, true, &portion);
    const size_t turns = count / DOUBLES_WIDTH;
    for (size_t i = 0; i < turns; ++i) {
        capsule_cut_by(doubles_widen(&portion.r[i * DOUBLES_WIDTH]),
                       doubles_widen(&portion.h[i * DOUBLES_WIDTH]), &portion.water[i], &cuts[i]);
    }
    for (size_t i = 0; i < turns; ++i) {
        cylinder_find_arc(&cuts[i].straight);
        capsule_divide(&cuts[i].up, &cuts[i].low);
    }
    for (size_t i = 0; i < turns; ++i) {
        sums[i] = cylinder_integrate(&cuts[i].straight);
    }
    for (size_t i = 0; i < turns; ++i) {
        capsule_find_angles(&cuts[i].up, &portion.water[i], true);
        capsule_find_angles(&cuts[i].low, &portion.water[i], false);
    }
    for (size_t i = 0; i < turns; ++i) {
        capsule_solve(&cuts[i].up);
        capsule_solve(&cuts[i].low);
    }
    for (size_t i = 0; i < turns; ++i) {
        capsule_write(doubles_widen(&portion.r[i * DOUBLES_WIDTH]),
                      doubles_widen(&portion.h[i * DOUBLES_WIDTH]), &portion.water[i], &cuts[i],
                      &sums[i], &results[i * DOUBLES_WIDTH]);
    }
    return good;
}

// Adds a half's segment of its disc, whose centre is at ℓ = centre; the segment lies towards
// `side`.
ROUND_INLINE void capsule_add_disc(const struct capsule_half *half, doubles r, doubles centre,
                                   double side, struct round_plane *plane) {
    const doubles r2 = round_square(r), q2 = doubles_mul(half->q2, r2);
    const doubles q4 = round_square(q2), sine2 = round_square(half->sine);
    const doubles sc = doubles_mul(half->sine, half->cosine);
    const doubles area = doubles_mul(q2, half->segment);
    const doubles q3 = doubles_mul(q2, doubles_mul(half->q, r));
    const doubles moment = doubles_mul(doubles_splat(side * 2.0 / 3.0),
                                       doubles_mul(q3, doubles_mul(sine2, half->sine)));
    const doubles twist = doubles_mul(sc, doubles_sub(doubles_splat(1.0), round_twice(sine2)));
    const doubles second =
        doubles_mul(doubles_splat(0.25), doubles_mul(q4, doubles_sub(half->beta, twist)));
    const doubles off = doubles_sub(centre, plane->origin);
    const doubles first = doubles_muladd(off, area, moment);
    plane->area = doubles_add(plane->area, area);
    plane->first = doubles_add(plane->first, first);
    plane->second =
        doubles_add(plane->second, doubles_muladd(off, doubles_add(first, moment), second));
    plane->across =
        doubles_muladd(doubles_splat(2.0 / 3.0), doubles_mul(q4, half->q0), plane->across);
}

// The wet area of a half sphere of radius 1, from its volume: 3 v − e A.
ROUND_INLINE doubles capsule_sphere(const struct capsule_half *half) {
    const doubles area = doubles_mul(half->q2, half->segment);
    return doubles_sub(doubles_mul(doubles_splat(3.0), half->volume), doubles_mul(half->e, area));
}

static inline void capsule_wetting(const struct shapes_question *question,
                                   doubles surface[SHAPES_FIELDS]) {
    const doubles r = question->size[0], h = question->size[1];
    const struct round_water water = round_turn(question->n, question->d, true);
    struct capsule_cut cut;
    doubles wall;
    capsule_cut_by(r, h, &water, &cut);
    cylinder_find_arc(&cut.straight);
    capsule_divide(&cut.up, &cut.low);
    capsule_find_angles(&cut.up, &water, true);
    capsule_find_angles(&cut.low, &water, false);
    capsule_solve(&cut.up);
    capsule_solve(&cut.low);
    // Where the water crosses the axis.
    const doubles end = doubles_mul(water.s, h);
    const doubles steep = doubles_div(doubles_mul(water.s, water.d), water.c);
    const doubles origin = round_negative(round_clamp(steep, end));
    struct round_plane plane = cylinder_waterplane(r, h, &water, &cut.straight, origin, &wall);
    capsule_add_disc(&cut.up, r, round_negative(end), -1.0, &plane);
    capsule_add_disc(&cut.low, r, end, 1.0, &plane);
    const doubles spheres = doubles_add(capsule_sphere(&cut.up), capsule_sphere(&cut.low));
    const doubles wetted = doubles_muladd(round_square(r), spheres, wall);
    const struct round_body body = capsule_body(r, h, &water);
    round_set_surface(&water, &body, &plane, wetted, surface);
}

bool BUOY_VARIANT(buoy_shapes_capsule)(const struct buoy_shapes_query *query,
                                       struct buoy_volume *restrict results) {
    return shapes_answer(query, results, capsule_volumes, capsule_wetting);
}

#endif
