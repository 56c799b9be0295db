// Cylinders and capsules below the water in closed form, for the `shapes` templates and the step:
// shares, centroids and wetted areas from + − × ÷ √, on whatever lanes_<isa>.h came before. Lanes
// are bodies, numbers are doubles, lengths are in radii.
//
// Frame. The axis is z, turned so that the unit normal is (s, 0, c), s ≥ 0, and mirrored so that
// c ≥ 0; the water is s x + c z < t. The body's straight part is 2 k high.
//
// Rims. The rims z = ±k are cut at x = a, b = (t ∓ c k)/s, clamped to [−1, 1], a ≤ b: −1 is a dry
// rim, 1 a wet one. Half sines √((1 + a)/2) and half cosines √((1 − a)/2) lose nothing where a rim
// is barely wet or barely dry; S(a) is the area of the segment of the unit disc left of a.
//
// Straight part. At x a chord of half length y = √(1 − x²) is wet up to the share f of the height:
// f = 1 left of a, 0 right of b, and between f = f_b + (b − x) s/(2 c k), where f_b is not 0 if the
// lower rim is wholly wet. The clamps cover all cases of the two ends. With integrals from a to b,
//   V   = 2 k (S(a) + 2 ∫ y f dx)
//   V x = −⅔ (s/c) ∫ y³ dx
//   V z = −4 k² ∫ y f (1 − f) dx.
// The last two are fluxes of vector fields that have none through the wall and the ends: V x of
// (x² + y² − 1) x̂/2, V z of (z² − k²) ẑ/2. Only the waterplane counts. ∫ xⁿ y dx has closed forms
// in S and y, whose differences lose digits where a and b are close: an axis that is almost level,
// a thin disc, a cylinder that is barely wet or barely dry. There, four nodes of Gauss and Legendre
// do, in q, the half sine or half cosine of which less is there: x = ±(2 q² − 1), and ∫ y dx is
// ∫ 8 q² √(1 − q²) dq, as smooth at the end of the disc as in its middle. The share f falls with
// q², and nothing is divided by c.
//
// Half balls. Let the centre of one be e = t ∓ c k below the water. The water cuts its ball in a
// disc of radius q = √(1 − e²), of which a segment with the half angle β at its middle belongs to
// this half: β = arccos(−e c/(s q)) for the upper, π less that for the lower one, sin β = y/q with
// y of the seam. On the sphere, waterline and seam enclose the angle ι, cos ι = ±c/q, sin ι =
// s sin β (Gauss and Bonnet): the wet part of the half sphere has the area 2 (ι + e β), and, seen
// from the centre, the volume
//   v = ⅓ (2 (ι + e β) + e q² (β − sin β cos β)).
// Clamped to [0, π], both angles cover all cases of a seam, wet, dry or cut. First moments about
// the centre need waterplane and seam alone, because (x, 0, z) is −½ of the gradient of 1 − x² −
// y² − z², which is 0 on the sphere:
//   ∫ x = −⅔ s q⁴ Q,   ∫ z = −⅔ c q⁴ Q ± ⅔ ∫ y³ dx from −1 to the seam's a or b,
//   Q = ⅜ (β − sin β cos β) − ¼ sin³β cos β.
// The seams' integrals differ by the straight part's.
//
// Centroids are sums of parts along the normal n and the axis e: (x, z) is (x/s) n + (z − c x/s) e,
// and x/s is finite also where s is 0.
#ifndef BUOY_SHAPES_AXIAL_H
#define BUOY_SHAPES_AXIAL_H

#include "vectors.h"

#define AXIAL_PI 3.14159265358979323846

// s is taken to be at least this, which moves no point of a body by a measurable distance.
#define AXIAL_LEAST_SLOPE 0x1p-300
// An axis with a smaller s is as good as upright.
#define AXIAL_UPRIGHT 0x1p-45
// An end that lies in the water is dry: this share of c k is subtracted from the depths of rims.
#define AXIAL_LITTLE 0x1p-200
// Divisors are at least this where they may be 0; then their quotients are not used, or are 0.
#define AXIAL_LEAST 0x1p-400
// Up to this distance of a from b, four nodes are better than closed forms.
#define AXIAL_CLOSE 0x1p-9
// Up to this q² less than half of a ball that is wet is a thin cap.
#define AXIAL_THIN 0x1p-8

// p₀ x³ + p₁ x² + p₂ x + p₃.
VECTORS_INLINE pairs axial_cubic(const double p[4], pairs x, pairs x2) {
    const pairs high = pairs_muladd(pairs_splat(p[0]), x, pairs_splat(p[1]));
    const pairs low = pairs_muladd(pairs_splat(p[2]), x, pairs_splat(p[3]));
    return pairs_muladd(high, x2, low);
}
// Sixteen coefficients, highest power first, in short chains.
VECTORS_INLINE pairs axial_polynomial(const double p[16], pairs x) {
    const pairs x2 = pairs_square(x), x4 = pairs_square(x2), x8 = pairs_square(x4);
    const pairs high = pairs_muladd(axial_cubic(p, x, x2), x4, axial_cubic(p + 4, x, x2));
    const pairs low = pairs_muladd(axial_cubic(p + 8, x, x2), x4, axial_cubic(p + 12, x, x2));
    return pairs_muladd(high, x8, low);
}

// The angles, 0 to π, with these sines ≥ 0 and cosines and their squares, from (arcsin √y / √y − 1)
// / y, 0 ≤ y ≤ 1/2: within 2.4e-14 (Chebyshev's interpolation). The squares may be known earlier.
VECTORS_INLINE pairs axial_angles(pairs sine, pairs cosine, pairs sine2, pairs cosine2) {
    static const double p[16] = {
        0x1.ae4d39051bb19p-2, -0x1.3aec6627518aap+0, 0x1.ba9a64c6e7a78p+0, -0x1.75380c6df8405p+0,
        0x1.ae6546c311f5dp-1, -0x1.4efd3a0a9491cp-2, 0x1.ad655b1235671p-4, -0x1.53f024af6a459p-7,
        0x1.ddbbecbb498fap-7, 0x1.bf0a6d602a4bbp-7,  0x1.1cb18288d5f22p-6, 0x1.6e86ed77cae53p-6,
        0x1.f1c73f0a19a85p-6, 0x1.6db6db2b427c0p-5,  0x1.333333336577cp-4, 0x1.55555555554f1p-3,
    };
    const pairs size = pairs_abs(cosine), zero = pairs_splat(0.0);
    const pairs x = pairs_if_less(sine, size, sine, cosine);
    const pairs y = pairs_if_less(sine2, cosine2, sine2, cosine2);
    const pairs arc = pairs_muladd(pairs_mul(x, y), axial_polynomial(p, y), x);
    const pairs obtuse = pairs_sub(pairs_splat(AXIAL_PI), arc);
    const pairs flat = pairs_if_less(cosine, zero, obtuse, arc);
    return pairs_if_less(sine, size, flat, pairs_sub(pairs_splat(0.5 * AXIAL_PI), arc));
}

// θ − sin θ cos θ, 0 ≤ θ ≤ π/2, the areas of the segments x < −cos θ of the unit disc, from y =
// sin² θ/2 and x, its root. It is x³ times a function of y: within 5.3e-16 (Chebyshev's
// interpolation).
VECTORS_INLINE pairs axial_segments(pairs x, pairs y) {
    static const double p[16] = {
        -0x1.60b4a12069bd2p-3, 0x1.f983f3fa78d9ep-2,  -0x1.6196ec7dde449p-1, 0x1.26dc4aadf9eb4p-1,
        -0x1.564e347d4ce74p-2, 0x1.002a08081be0cp-3,  -0x1.79fd53c16ae10p-5, -0x1.9c0221d52c4a0p-9,
        -0x1.0bda6cd06e672p-6, -0x1.6456f6f869468p-6, -0x1.13c479eb58a99p-5, -0x1.d17372550b060p-5,
        -0x1.c71c7524f84cdp-4, -0x1.2492492156d6ap-2, -0x1.999999999ad28p+0, 0x1.5555555555557p+2,
    };
    return pairs_mul(pairs_mul(x, y), axial_polynomial(p, y));
}

// The slope of the axis, the half height, and the depth of the middle.
struct axial_pose {
    doubles s, c, per_2s, k, t; // per_2s: 1/(2 s), for what is computed first
};

// Both rims, the upper one first.
struct axial_rims {
    pairs depth;        // of their middles, along the normal
    pairs wet, dry;     // (1 + a)/2, (1 − a)/2
    pairs sine, cosine; // their roots
    pairs a, y, y2, y3; // y, its square and its cube
    pairs area;         // S(a)
};

VECTORS_INLINE struct axial_rims axial_rims_at(doubles high, doubles low,
                                               const struct axial_pose *pose) {
    const pairs s = pairs_both(pose->s), per_2s = pairs_both(pose->per_2s);
    const pairs depth = pairs_of(high, low), clamped = pairs_clamp(depth, s);
    struct axial_rims rims = {.depth = depth};
    rims.wet = pairs_mul(pairs_add(s, clamped), per_2s);
    rims.dry = pairs_mul(pairs_sub(s, clamped), per_2s);
    rims.sine = pairs_sqrt(rims.wet);
    rims.cosine = pairs_sqrt(rims.dry);
    rims.a = pairs_sub(rims.wet, rims.dry);
    rims.y = pairs_times(2.0, pairs_mul(rims.sine, rims.cosine));
    rims.y2 = pairs_times(4.0, pairs_mul(rims.wet, rims.dry));
    rims.y3 = pairs_mul(rims.y2, rims.y);
    const pairs x = pairs_if_less(rims.wet, rims.dry, rims.sine, rims.cosine);
    const pairs less = axial_segments(x, pairs_if_less(rims.wet, rims.dry, rims.wet, rims.dry));
    const pairs more = pairs_sub(pairs_splat(AXIAL_PI), less);
    rims.area = pairs_if_less(rims.wet, rims.dry, less, more);
    return rims;
}

// The half angles θ of the rims' wet arcs, from S = θ − sin θ cos θ.
VECTORS_INLINE pairs axial_arcs(const struct axial_rims *rims) {
    return pairs_sub(rims->area, pairs_mul(rims->a, rims->y));
}

// Integrals from a to b.
struct axial_integrals {
    doubles volume;   // 2 ∫ y f dx
    doubles fourth;   // ∫ y³ dx
    doubles lean;     // ∫ y³ dx / (2 c k)
    doubles middle;   // ∫ y f (1 − f) dx
    doubles wall;     // ∫ f dθ
    doubles plane[3]; // ∫ y ((b − x)/(2 c k))ⁿ dx / (2 c k)
};

struct axial_straight {
    struct axial_rims rims;
    doubles rise, per_rise; // 2 c k
    pairs f;                // at a and b
    struct axial_integrals sums;
};

// The second of a pair less the first.
VECTORS_INLINE doubles axial_change(pairs a) {
    return doubles_sub(pairs_second(a), pairs_first(a));
}

VECTORS_INLINE struct axial_integrals axial_closed(const struct axial_straight *cut,
                                                   const struct axial_pose *pose) {
    const struct axial_rims *rims = &cut->rims;
    const doubles b = pairs_second(rims->a), fb = pairs_second(cut->f);
    const doubles slope = doubles_mul(pose->s, cut->per_rise), all = axial_change(rims->area);
    const doubles cubes = doubles_times(0.25, axial_change(pairs_mul(rims->a, rims->y3)));
    const doubles m0 = doubles_times(0.5, all); // ∫ xⁿ y dx
    const doubles m1 = doubles_times(-1.0 / 3.0, axial_change(rims->y3));
    const doubles m2 = doubles_sub(doubles_times(0.125, all), cubes);
    const doubles e1 = doubles_sub(doubles_mul(b, m0), m1); // ∫ (b − x)ⁿ y dx
    const doubles e2 = doubles_muladd(b, doubles_sub(e1, m1), m2);
    const doubles fourth = doubles_muladd(doubles_splat(0.375), all, cubes);
    const doubles rest = doubles_sub(doubles_splat(1.0), fb);
    const doubles bend =
        doubles_sub(doubles_mul(doubles_sub(rest, fb), e1), doubles_mul(slope, e2));
    const doubles arc = axial_change(axial_arcs(rims));
    const doubles fan = doubles_muladd(b, arc, axial_change(rims->y)); // ∫ (b − x) dθ
    const doubles per = cut->per_rise, per2 = doubles_square(per);
    return (struct axial_integrals){
        .volume = doubles_sub(doubles_mul(doubles_muladd(slope, b, fb), all),
                              doubles_mul(doubles_twice(slope), m1)),
        .fourth = fourth,
        .lean = doubles_mul(fourth, cut->per_rise),
        .middle = doubles_muladd(doubles_mul(fb, rest), m0, doubles_mul(slope, bend)),
        .wall = doubles_muladd(fb, arc, doubles_mul(slope, fan)),
        .plane = {doubles_mul(m0, per), doubles_mul(e1, per2),
                  doubles_mul(e2, doubles_mul(per, per2))},
    };
}

VECTORS_INLINE struct axial_integrals axial_nodes(const struct axial_straight *cut, doubles apart) {
    static const double places[2][2] = {{0.069431844202973712, 0.930568155797026288},
                                        {0.330009478207571868, 0.669990521792428132}};
    static const double weights[2] = {0.173927422568726929, 0.326072577431273071};
    const struct axial_rims *rims = &cut->rims;
    const pairs none = pairs_splat(0.0), all = pairs_splat(1.0);
    const pairs side = pairs_both(pairs_sum(rims->a)); // < 0: less is wet than dry
    const pairs dry = pairs_of(pairs_second(rims->cosine), pairs_first(rims->cosine));
    const pairs ends = pairs_if_less(side, none, rims->sine, dry);
    const doubles q0 = pairs_first(ends), sum = pairs_sum(ends);
    const doubles per_sum = doubles_div(doubles_splat(1.0), doubles_at_least(sum, AXIAL_LEAST));
    const doubles width = doubles_times(0.5, doubles_mul(doubles_mul(apart, cut->rise), per_sum));
    const pairs first = pairs_if_less(side, none, all, none); // (b − x)/(b − a) at q₀
    const pairs per_sums = pairs_both(per_sum);
    const pairs change = pairs_if_less(side, none, pairs_negative(per_sums), per_sums);
    const doubles fb = pairs_second(cut->f), drop = doubles_sub(pairs_first(cut->f), fb);
    pairs volume = none, fourth = none, middle = none, wall = none;
    pairs plane[3] = {none, none, none};
    for (int i = 0; i < 2; ++i) {
        const pairs place = pairs_of(doubles_splat(places[i][0]), doubles_splat(places[i][1]));
        const pairs q = pairs_muladd(place, pairs_both(width), pairs_both(q0));
        const pairs square = pairs_square(q), less = pairs_sub(all, square);
        const pairs root = pairs_sqrt(less);
        const pairs chord = pairs_times(weights[i], pairs_mul(square, root));
        const pairs part = pairs_mul(place, pairs_add(pairs_both(q0), q));
        const pairs g = pairs_muladd(part, change, first);
        const pairs f = pairs_muladd(g, pairs_both(drop), pairs_both(fb));
        const pairs wet = pairs_mul(chord, f), moment = pairs_mul(chord, g);
        volume = pairs_add(volume, wet);
        middle = pairs_muladd(wet, pairs_sub(all, f), middle);
        fourth = pairs_muladd(pairs_mul(square, less), chord, fourth);
        wall = pairs_muladd(pairs_splat(weights[i]), pairs_div(f, root), wall);
        plane[0] = pairs_add(plane[0], chord);
        plane[1] = pairs_add(plane[1], moment);
        plane[2] = pairs_muladd(moment, g, plane[2]);
    }
    const doubles scale = doubles_times(8.0, width); // y dx = 8 q² √(1 − q²) dq, y dθ = dx
    const doubles per_rise = doubles_times(4.0, doubles_mul(per_sum, apart));
    const doubles cubes = doubles_times(4.0, pairs_sum(fourth));
    const doubles moment = doubles_mul(per_rise, apart);
    return (struct axial_integrals){
        .volume = doubles_mul(doubles_twice(scale), pairs_sum(volume)),
        .fourth = doubles_mul(scale, cubes),
        .lean = doubles_mul(per_rise, cubes),
        .middle = doubles_mul(scale, pairs_sum(middle)),
        .wall = doubles_mul(doubles_times(2.0, width), pairs_sum(wall)),
        .plane = {doubles_mul(per_rise, pairs_sum(plane[0])),
                  doubles_mul(moment, pairs_sum(plane[1])),
                  doubles_mul(doubles_mul(moment, apart), pairs_sum(plane[2]))},
    };
}

VECTORS_INLINE void axial_cut(const struct axial_pose *pose, struct axial_straight *cut) {
    const doubles one = doubles_splat(1.0), ck = doubles_mul(pose->c, pose->k);
    const doubles little = doubles_times(AXIAL_LITTLE, ck);
    const doubles high = doubles_sub(doubles_sub(pose->t, ck), little);
    const doubles low = doubles_sub(doubles_add(pose->t, ck), little);
    cut->rise = doubles_add(ck, ck);
    cut->per_rise = doubles_div(one, doubles_at_least(cut->rise, AXIAL_LEAST_SLOPE));
    cut->rims = axial_rims_at(high, low, pose);
    const pairs ends = pairs_of(doubles_add(low, pose->s), doubles_sub(low, pose->s));
    const pairs heights = pairs_mul(ends, pairs_both(cut->per_rise));
    cut->f = pairs_min(pairs_max(heights, pairs_splat(0.0)), pairs_splat(1.0));
    const doubles wet = pairs_second(cut->rims.wet), dry = pairs_first(cut->rims.dry);
    const doubles shares = doubles_times(2.0, doubles_min(wet, dry));
    const doubles apart = // b − a, over 2 c k
        doubles_min(doubles_twice(pose->per_2s), doubles_mul(shares, cut->per_rise));
    const doubles span = doubles_mul(apart, cut->rise);
#if DOUBLES_WIDTH == 1
    cut->sums = span < AXIAL_CLOSE ? axial_nodes(cut, apart) : axial_closed(cut, pose);
#else
    const doubles close = doubles_splat(AXIAL_CLOSE);
    const struct axial_integrals nodes = axial_nodes(cut, apart), closed = axial_closed(cut, pose);
    cut->sums.volume = doubles_if_less(span, close, nodes.volume, closed.volume);
    cut->sums.fourth = doubles_if_less(span, close, nodes.fourth, closed.fourth);
    cut->sums.lean = doubles_if_less(span, close, nodes.lean, closed.lean);
    cut->sums.middle = doubles_if_less(span, close, nodes.middle, closed.middle);
    cut->sums.wall = doubles_if_less(span, close, nodes.wall, closed.wall);
    for (int i = 0; i < 3; ++i) {
        cut->sums.plane[i] = doubles_if_less(span, close, nodes.plane[i], closed.plane[i]);
    }
#endif
}

// Volume, first moments and wetted area of what is wet, in radii.
struct axial_sums {
    doubles volume, x_per_s, z, area;
};

// Without the ends, over 2 k; z also over k.
VECTORS_INLINE struct axial_sums axial_wall(const struct axial_straight *cut) {
    const doubles top = pairs_first(cut->rims.area), arc = pairs_first(axial_arcs(&cut->rims));
    return (struct axial_sums){
        .volume = doubles_add(top, cut->sums.volume),
        .x_per_s = doubles_times(-2.0 / 3.0, cut->sums.lean),
        .z = doubles_times(-2.0, cut->sums.middle),
        .area = doubles_times(2.0, doubles_add(arc, cut->sums.wall)),
    };
}

// The water's cuts through both half balls, the upper one first: segments of discs.
struct axial_discs {
    pairs e, q2;                          // the depth of the centre, q²
    pairs sine2, sc, beta, iota, segment; // sin²β, sin β cos β; β − sin β cos β
    pairs q;                              // Q
};

// Where little of a half ball is wet: ⅔ q⁴ |e| ∫ sin⁴/(1 − q² sin²), term by term; Q is the first.
VECTORS_INLINE pairs axial_thin_caps(const struct axial_discs *discs) {
    static const double more[3] = {5.0 / 6.0, 7.0 / 8.0, 9.0 / 10.0};
    static const double less[3] = {1.0 / 6.0, 1.0 / 8.0, 1.0 / 10.0};
    pairs power = pairs_mul(discs->sine2, discs->sc);
    pairs term = discs->q, scale = discs->q2, sum = discs->q;
    for (int i = 0; i < 3; ++i) { // ∫ sin⁴⁺²ⁿ = ((3 + 2 n) ∫ sin²⁺²ⁿ − sin³⁺²ⁿ cos)/(4 + 2 n)
        power = pairs_mul(power, discs->sine2);
        term = pairs_sub(pairs_times(more[i], term), pairs_times(less[i], power));
        sum = pairs_muladd(scale, term, sum);
        scale = pairs_mul(scale, discs->q2);
    }
    const pairs square = pairs_square(discs->q2);
    return pairs_mul(pairs_times(-2.0 / 3.0, pairs_mul(discs->e, square)), sum);
}

VECTORS_INLINE struct axial_discs axial_discs_at(const struct axial_rims *seams,
                                                 const struct axial_pose *pose) {
    const doubles one = doubles_splat(1.0), less = doubles_splat(-1.0);
    const pairs all = pairs_splat(1.0), e = pairs_clamp(seams->depth, all);
    const pairs q2 = pairs_mul(pairs_sub(all, e), pairs_add(all, e));
    const pairs per_q2 = pairs_div(all, pairs_max(q2, pairs_splat(AXIAL_LEAST)));
    const pairs per_q = pairs_mul(pairs_sqrt(q2), per_q2);
    const pairs steep = pairs_mul(e, pairs_both(doubles_mul(pose->c, doubles_twice(pose->per_2s))));
    const pairs c = pairs_both(pose->c), s = pairs_both(pose->s);
    const pairs across = pairs_clamp(pairs_mul(steep, per_q), all);
    const pairs level = pairs_min(pairs_mul(c, per_q), all);
    const pairs sine = pairs_min(pairs_mul(seams->y, per_q), all);
    const pairs cosine = pairs_mul(pairs_of(less, one), across);
    const pairs cosine2 = pairs_min(pairs_mul(pairs_square(steep), per_q2), all);
    const pairs level2 = pairs_min(pairs_mul(pairs_square(c), per_q2), all);
    struct axial_discs discs = {.e = e, .q2 = q2};
    discs.sine2 = pairs_min(pairs_mul(seams->y2, per_q2), all);
    discs.sc = pairs_mul(sine, cosine);
    discs.beta = axial_angles(sine, cosine, discs.sine2, cosine2);
    discs.iota = axial_angles(pairs_mul(s, sine), pairs_mul(pairs_of(one, less), level),
                              pairs_mul(pairs_square(s), discs.sine2), level2);
    discs.segment = pairs_sub(discs.beta, discs.sc);
    discs.q = pairs_sub(pairs_times(0.375, discs.segment),
                        pairs_times(0.25, pairs_mul(discs.sine2, discs.sc)));
    return discs;
}

VECTORS_INLINE struct axial_sums axial_capsule_sums(const struct axial_straight *cut,
                                                    const struct axial_discs *discs,
                                                    const struct axial_pose *pose) {
    const struct axial_sums wall = axial_wall(cut);
    const pairs e = discs->e, one = pairs_splat(1.0), limit = pairs_splat(AXIAL_THIN);
    const pairs area = pairs_times(2.0, pairs_muladd(e, discs->beta, discs->iota));
    const pairs pyramids = pairs_muladd(pairs_mul(e, discs->q2), discs->segment, area);
    const pairs thick = pairs_times(1.0 / 3.0, pyramids);
    const pairs wide = pairs_if_less(e, pairs_splat(0.0), discs->q2, one);
#if DOUBLES_WIDTH == 1
    const bool any = doubles_min(pairs_first(wide), pairs_second(wide)) < AXIAL_THIN;
    const pairs volume = any ? pairs_if_less(wide, limit, axial_thin_caps(discs), thick) : thick;
#else
    const pairs volume = pairs_if_less(wide, limit, axial_thin_caps(discs), thick);
#endif
    const doubles tube = doubles_twice(pose->k);
    const doubles planes =
        doubles_times(2.0 / 3.0, pairs_sum(pairs_mul(pairs_square(discs->q2), discs->q)));
    const doubles across =
        doubles_muladd(doubles_splat(2.0 / 3.0), cut->sums.fourth, doubles_mul(pose->c, planes));
    const doubles apart = doubles_sub(doubles_mul(tube, wall.z), axial_change(volume));
    return (struct axial_sums){
        .volume = doubles_muladd(tube, wall.volume, pairs_sum(volume)),
        .x_per_s = doubles_sub(doubles_mul(tube, wall.x_per_s), planes),
        .z = doubles_sub(doubles_mul(pose->k, apart), across),
        .area = doubles_muladd(tube, wall.area, pairs_sum(area)),
    };
}

// ------------------------------------------------------------------------------- the answers

// What is wet of a body: its share of the volume; its centroid, up × n + along × the axis from the
// body's middle, in metres, n the unit normal of the water, upward; its area in m².
struct axial_wet {
    doubles share, up, along, area;
};

// s², from c = n · axis.
VECTORS_INLINE doubles axial_square_of_slope(doubles c) {
    const doubles square = doubles_sub(doubles_splat(1.0), doubles_square(c));
    return doubles_at_least(square, AXIAL_LEAST_SLOPE * AXIAL_LEAST_SLOPE);
}

VECTORS_INLINE struct axial_pose axial_pose_of(doubles t, doubles c, doubles tall) {
    const doubles s2 = axial_square_of_slope(c), s = doubles_sqrt(s2);
    return (struct axial_pose){
        .s = s,
        .c = doubles_abs(c),
        .per_2s = doubles_mul(s, doubles_div(doubles_splat(0.5), s2)), // beside the root
        .k = tall,
        .t = t,
    };
}

VECTORS_INLINE void axial_answer(const struct axial_sums *sums, const struct axial_pose *pose,
                                 doubles c, doubles share, doubles radius, struct axial_wet *wet) {
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    const doubles per = doubles_div(one, doubles_at_least(sums->volume, AXIAL_LEAST));
    // |x/s| is at most 1/s. On an axis upright to within a rounding, x/s is taken to be 0: next to
    // nothing being wet, it may be so long that what `up` and `along` leave of each other is noise.
    const doubles most =
        doubles_if_less(pose->s, doubles_splat(AXIAL_UPRIGHT), zero, doubles_twice(pose->per_2s));
    const doubles up = doubles_clamp(doubles_mul(sums->x_per_s, per), most);
    const doubles side = pairs_choice(c, zero, doubles_negative(sums->z), sums->z);
    const doubles along = doubles_sub(doubles_mul(side, per), doubles_mul(up, c));
    wet->share = doubles_share(share);
    wet->up = doubles_mul(up, radius);
    wet->along = doubles_mul(along, radius);
    wet->area = doubles_mul(sums->area, doubles_square(radius));
}

// t: depth of the middle below the water in radii, any finite number; c = n · axis, −1 to 1; tall:
// half height / radius.
VECTORS_INLINE void axial_wet_cylinder(doubles t, doubles c, doubles tall, doubles radius,
                                       struct axial_wet *found) {
    const struct axial_pose pose = axial_pose_of(t, c, tall);
    struct axial_straight cut;
    axial_cut(&pose, &cut);
    struct axial_sums sums = axial_wall(&cut); // over 2 k, but for the area
    const doubles share = doubles_times(1.0 / AXIAL_PI, sums.volume);
    sums.z = doubles_mul(tall, sums.z);
    sums.area = doubles_muladd(doubles_twice(tall), sums.area, pairs_sum(cut.rims.area));
    axial_answer(&sums, &pose, c, share, radius, found);
}

// tall: half the straight part / radius; per_volume: radius³ / the capsule's volume.
VECTORS_INLINE void axial_wet_capsule(doubles t, doubles c, doubles tall, doubles radius,
                                      doubles per_volume, struct axial_wet *found) {
    const struct axial_pose pose = axial_pose_of(t, c, tall);
    struct axial_straight cut;
    axial_cut(&pose, &cut);
    const struct axial_discs discs = axial_discs_at(&cut.rims, &pose);
    const struct axial_sums sums = axial_capsule_sums(&cut, &discs, &pose);
    axial_answer(&sums, &pose, c, doubles_mul(sums.volume, per_volume), radius, found);
}

// |t| from which on a body is wholly wet or dry.
VECTORS_INLINE doubles axial_reach_cylinder(doubles c, doubles tall) {
    return doubles_muladd(doubles_abs(c), tall, doubles_sqrt(axial_square_of_slope(c)));
}
VECTORS_INLINE doubles axial_reach_capsule(doubles c, doubles tall) {
    return doubles_muladd(doubles_abs(c), tall, doubles_splat(1.0));
}

// Wetted area, m²: what the two above say, alone.
VECTORS_INLINE doubles axial_area_cylinder(doubles t, doubles c, doubles tall, doubles radius) {
    struct axial_wet found;
    axial_wet_cylinder(t, c, tall, radius, &found);
    return found.area;
}
VECTORS_INLINE doubles axial_area_capsule(doubles t, doubles c, doubles tall, doubles radius) {
    struct axial_wet found;
    axial_wet_capsule(t, c, tall, radius, doubles_splat(1.0), &found);
    return found.area;
}

#endif
