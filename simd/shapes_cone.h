// shapes/cone: lanes = cones. A template, included by every_method.h once for each instruction set.
//
// Seen from the tip. With ζ = h − z the distance below the tip, H = 2 h and k = R/H, the wall is
// x² + y² = (k ζ)², and the water s x + c z < d is s x < p + c ζ, p = d − c h. The wet part
// consists of the pyramids from the tip over the wet part of the base and over the waterplane:
//   V = ⅓ (p A_W + H A_b),   V (x, ζ) = ¾ · ⅓ (p A_W (x_W, ζ_W) + H A_b (x_b, H)),
//   A_b = R² (θ − sin θ cos θ),   A_b x_b = −⅔ R³ sin³θ, with θ of the base's rim.
// p > 0: the tip is wet and all terms are positive. p < 0: the tip is dry, and terms cancel where
// the water is close to the base everywhere; see below.
//
// Waterplane. It is a segment of an ellipse, a parabola or a hyperbola. It reaches from its vertex,
// at ζ₁ = P/(k s + C), to the base, or to its other vertex, at ζ₂, if it is a whole ellipse. P =
// |p|; C is c if the tip is dry, −c if it is wet. Its length X, from ζ₁ to ζ₁ + s X, is the smaller
// of R (1 ± t)/(k s + C) and 2 k P/((C + k s) (C − k s)). At the share τ of it, half a chord is y,
// y² = g² τ (1 + m τ), g² = 2 k P X, m ≥ −1. With y₁ half the chord at τ = 1, m = (y₁/g)² − 1 and
//   ∫ dA = 2 X ∫ y dτ = 2 X (y₁ + g) G₀,   ∫ τ dA = 2 X (y₁ + g) G₁,
// where G depends on ν = (y₁ − g)/(y₁ + g) alone: −1 a whole ellipse, 0 a parabola, 1 two straight
// lines, and nothing special happens between: polynomials in ν do for all. A_W = ∫ dA,
// and its centroid lies the share ∫ τ dA/A_W of X from the vertex.
//
// Dry tip, water close to the base. From the tip, a ray at x = −k ζ cos θ is wet from ζ_W to H, and
// 1 − ζ_W/H = η = D/(D + P), where D is how deep the wall's foot is below the water:
//   V = ⅔ R² H ∫ sin²θ (3 η − 3 η² + η³) dθ,   V x = −½ R³ H ∫ sin²θ cos θ (1 − (1 − η)⁴) dθ,
//   V (z + h) = 2 R² H² ∫ sin²θ η² (½ − ⅔ η + ¼ η²) dθ
// over the wet rim: terms of one sign, and smooth where η is small.
#ifndef BUOY_SHAPES_CONE_H
#define BUOY_SHAPES_CONE_H

#include "shapes_round.h"

// Where the vertex is deeper below the tip than this share of H, the water is close to the base.
#define CONE_CLOSE 0.96875
// Divisors are at least this share of the cone's extent along the normal.
#define CONE_LEAST 0x1p-100
// P is taken to be at least this share of it.
#define CONE_LEAST_P 0x1p-80

// An end that lies in the water is dry: this share of the cone's extent is subtracted from the
// depth of the base.
#define CONE_LITTLE 0x1p-200

// Polynomials are Chebyshev's interpolation, at as many points as they have coefficients, highest
// power first. The interval and the largest error relative to the function are given.

// Even and odd powers apart: two chains of half the length.
VECTORS_INLINE doubles cone_polynomial(const double *coefficients, int count, doubles x) {
    const doubles x2 = doubles_mul(x, x);
    doubles one = doubles_splat(coefficients[0]), other = doubles_splat(coefficients[1]);
    for (int i = 2; i + 1 < count; i += 2) {
        one = doubles_muladd(one, x2, doubles_splat(coefficients[i]));
        other = doubles_muladd(other, x2, doubles_splat(coefficients[i + 1]));
    }
    if (count % 2 == 0) {
        return doubles_muladd(one, x, other);
    }
    one = doubles_muladd(one, x2, doubles_splat(coefficients[count - 1]));
    return doubles_muladd(other, x, one);
}

// Sine and cosine of an angle from 0 to π/4: sin √y / √y within 4.8e-12, cos √y within 7.9e-14.
VECTORS_INLINE void cone_sine_cosine(doubles angle, doubles *sine, doubles *cosine) {
    static const double s[] = {
        0x1.6cb7496931eebp-19, -0x1.a00ee7e5cea35p-13, 0x1.1111074b326d2p-7,
        -0x1.55555549480f4p-3, 0x1.fffffffff67c3p-1,
    };
    static const double c[] = {
        -0x1.23c5c15441a00p-22, 0x1.a00e9685da9c4p-16, -0x1.6c16b2d3e61f5p-10,
        0x1.5555554476425p-5,   -0x1.ffffffffe3763p-2, 0x1.ffffffffffe0bp-1,
    };
    const doubles y = doubles_square(angle);
    *sine = doubles_mul(angle, cone_polynomial(s, 5, y));
    *cosine = cone_polynomial(c, 6, y);
}

// The rim of a circle of radius R in a plane of constant z: the water is x < R t there. Its wet arc
// is x = −R cos θ, |θ| ≤ θ₁ = arccos(−t), and t is clamped to [−1, 1]: 0 is a dry circle, π a wet
// one. Half angles a = θ/2 have sin²a = (1 + t)/2, cos²a = (1 − t)/2, which lose nothing where the
// circle is barely wet or barely dry.
struct cone_rim {
    doubles wet, dry; // 1 + t and 1 − t
    doubles sine, cosine;
};

// θ − sin θ cos θ of a rim: the area of the wet segment of the unit disc.
VECTORS_INLINE doubles cone_segment(const struct cone_rim *rim) {
    const doubles x = doubles_min(rim->sine, rim->cosine);
    const doubles less = pairs_first(axial_segments(pairs_both(x), pairs_both(doubles_square(x))));
    const doubles more = doubles_sub(doubles_splat(ROUND_PI), less);
    return doubles_if_less(rim->cosine, rim->sine, more, less);
}

// Gauss and Legendre's nodes on [−1, 1], in pairs ±x, and their weights.
#define CONE_PAIRS 4
static const double cone_gauss[CONE_PAIRS][2] = {
    {0.183434642495649805, 0.362683783378361983},
    {0.525532409916328986, 0.313706645877887287},
    {0.796666477413626740, 0.222381034453374471},
    {0.960289856497536232, 0.101228536290376259},
};

// An arc of half angles from 0 to that of a rim, a₁.
struct cone_arc {
    doubles sine1, cosine1;
    doubles width;        // a₁
    doubles sine, cosine; // of half of it
};

VECTORS_INLINE struct cone_arc cone_arc_to(const struct cone_rim *rim) {
    struct cone_arc arc = {.sine1 = rim->sine, .cosine1 = rim->cosine};
    const pairs sine = pairs_both(rim->sine), cosine = pairs_both(rim->cosine);
    const pairs sine2 = pairs_square(sine), cosine2 = pairs_square(cosine);
    arc.width = pairs_first(axial_angles(sine, cosine, sine2, cosine2));
    cone_sine_cosine(doubles_mul(doubles_splat(0.5), arc.width), &arc.sine, &arc.cosine);
    return arc;
}

// A node of an arc, at half angle a.
struct cone_node {
    doubles square; // ¼ sin²θ = sin²a cos²a
    doubles cosine; // cos θ
    doubles left;   // ½ (t₁ − t) = sin(a₁ − a) sin(a₁ + a)
};

VECTORS_INLINE struct cone_node cone_node_at(const struct cone_arc *arc, doubles sine,
                                             doubles cosine, doubles to_end) {
    const doubles sum =
        doubles_muladd(arc->sine1, cosine, doubles_mul(arc->cosine1, sine)); // sin(a₁ + a)
    const doubles both = doubles_mul(doubles_sub(cosine, sine), doubles_add(cosine, sine));
    return (struct cone_node){doubles_square(doubles_mul(sine, cosine)), both,
                              doubles_mul(to_end, sum)};
}

// The two nodes of pair i.
VECTORS_INLINE void cone_nodes(const struct cone_arc *arc, double x, struct cone_node nodes[2]) {
    doubles sine, cosine;
    cone_sine_cosine(doubles_mul(doubles_splat(0.5 * x), arc->width), &sine, &cosine);
    const doubles sc = doubles_mul(arc->sine, cosine), cs = doubles_mul(arc->cosine, sine);
    const doubles cc = doubles_mul(arc->cosine, cosine), ss = doubles_mul(arc->sine, sine);
    const doubles more = doubles_add(sc, cs), less = doubles_sub(sc, cs);
    nodes[0] = cone_node_at(arc, less, doubles_add(cc, ss), more);
    nodes[1] = cone_node_at(arc, more, doubles_sub(cc, ss), less);
}

// G₀ and G₁: within 3.4e-9 and 1.8e-10. They end in (1 − ν)⁴ log (1 − ν) and (1 − ν)⁶ log (1 − ν),
// but near ν = 1 the waterplane's share of V, P A_W, vanishes like 1 − ν.
VECTORS_INLINE doubles cone_waterplane_area(doubles nu) {
    static const double p[] = {
        -0x1.97cd44040bbd0p-16, -0x1.de3fd570fd5f8p-16, 0x1.3d2a1936e384ap-14,
        0x1.705dddc28fe75p-14,  -0x1.acf9cdf994bd5p-14, -0x1.f38ca55829cf0p-14,
        0x1.1a1e406dde569p-14,  0x1.4003df896b550p-14,  -0x1.302286d34bbfep-15,
        -0x1.98e5469ff30b1p-15, -0x1.0304e8f374f8ap-15, -0x1.58e7b860bb833p-14,
        -0x1.17f301f4de5a2p-12, -0x1.2ecb7caa94644p-10, -0x1.a019d1c2318b7p-7,
        0x1.d41d48bb85c6cp-4,   0x1.11111107910a3p-4,   0x1.5555555297d2bp-2,
    };
    return cone_polynomial(p, 18, nu);
}
VECTORS_INLINE doubles cone_waterplane_moment(doubles nu) {
    static const double p[] = {
        0x1.8fc5d6b39a5b4p-23,  0x1.3662872b79ccfp-22, -0x1.83e6c9931afc0p-23,
        -0x1.a64dd4ee6b4c0p-23, 0x1.9fa0adcc78de5p-21, 0x1.cd8a26e4425a0p-20,
        0x1.0ea7d2ee92ceep-18,  0x1.04b2938aa6262p-16, 0x1.748583efc3a82p-14,
        0x1.5d2ea5ff23b24p-10,  -0x1.1bb4a51e60953p-6, 0x1.0410409e1b92bp-4,
        0x1.5f15f15fcf0bcp-4,   0x1.9999999a1f701p-3,
    };
    return cone_polynomial(p, 14, nu);
}

// A cone below the water. Lengths across the axis are in R, along it in H; s R, c H, p and what
// they are compared with in their sum, the extent.
struct cone_cut {
    struct cone_rim rim; // of the base
    doubles extent;      // |c| H + s R
    doubles w, lean;     // s R, c H
    doubles tip, base;   // how deep tip and middle of the base are
    doubles fall;        // k s + C
    doubles vertex;      // ζ₁
    doubles length;      // X, in R H/extent
    doubles chord, g;    // y₁, g
};

VECTORS_INLINE struct cone_cut cone_cut_by(doubles r, doubles h, const struct round_water *water) {
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    const doubles ch = doubles_mul(water->c, h), wide = doubles_mul(water->s, r);
    struct cone_cut cut;
    cut.extent = doubles_add(wide, doubles_twice(doubles_abs(ch)));
    const doubles both = doubles_div(one, doubles_mul(wide, cut.extent));
    const doubles per_extent = doubles_mul(wide, both);
    const doubles per_w = doubles_mul(doubles_square(cut.extent), both);
    cut.w = doubles_mul(wide, per_extent);
    cut.lean = doubles_mul(doubles_twice(ch), per_extent);
    cut.tip = doubles_mul(doubles_sub(water->d, ch), per_extent);
    cut.base =
        doubles_sub(doubles_mul(doubles_add(water->d, ch), per_extent), doubles_splat(CONE_LITTLE));
    const doubles clamped = doubles_clamp(cut.base, cut.w), half = doubles_splat(0.5);
    cut.rim.wet = doubles_mul(doubles_add(cut.w, clamped), per_w);
    cut.rim.dry = doubles_mul(doubles_sub(cut.w, clamped), per_w);
    cut.rim.sine = doubles_sqrt(doubles_mul(half, cut.rim.wet));
    cut.rim.cosine = doubles_sqrt(doubles_mul(half, cut.rim.dry));
    cut.chord = doubles_twice(doubles_mul(cut.rim.sine, cut.rim.cosine));

    // P; where the water meets the tip, its floor makes of the cut what it is nearly: a point or
    // two straight lines.
    const doubles p = doubles_at_least(doubles_abs(cut.tip), CONE_LEAST_P);
    const doubles axial = doubles_if_less(zero, cut.tip, doubles_negative(cut.lean), cut.lean); // C
    const doubles open = doubles_if_less(zero, cut.tip, cut.rim.dry, cut.rim.wet);
    const doubles fall = doubles_at_least(doubles_add(cut.w, axial), CONE_LEAST);
    const doubles beyond = doubles_at_least(doubles_sub(axial, cut.w), CONE_LEAST);
    const doubles inverse = doubles_div(one, doubles_mul(fall, beyond));
    const doubles per_fall = doubles_mul(beyond, inverse);
    const doubles ellipse = doubles_mul(doubles_twice(p), doubles_mul(fall, inverse));
    cut.vertex = doubles_min(doubles_mul(p, per_fall), one);
    cut.length = doubles_mul(doubles_min(open, ellipse), per_fall);
    cut.g = doubles_sqrt(doubles_mul(doubles_twice(p), cut.length));
    return cut;
}

// ν, and y₁ + g.
VECTORS_INLINE doubles cone_conic(const struct cone_cut *cut, doubles *sum) {
    *sum = doubles_add(cut->chord, cut->g);
    return doubles_div(doubles_sub(cut->chord, cut->g), doubles_at_least(*sum, CONE_LEAST));
}

// V/(R² H), V x/(R³ H) and V (z + h)/(R² H²).
VECTORS_INLINE struct round_answer cone_pyramids(const struct cone_cut *cut) {
    const doubles zero = doubles_splat(0.0), third = doubles_splat(1.0 / 3.0);
    doubles sum;
    const doubles nu = cone_conic(cut, &sum);
    const doubles scale = doubles_mul(doubles_mul(cut->tip, doubles_twice(cut->length)), sum);
    const doubles plane = doubles_mul(scale, cone_waterplane_area(nu)); // p A_W
    const doubles along = doubles_mul(doubles_mul(scale, cut->length), cone_waterplane_moment(nu));
    const doubles side =
        doubles_if_less(zero, cut->tip, cut->vertex, doubles_negative(cut->vertex));
    const doubles plane_x = doubles_muladd(cut->lean, along, doubles_mul(plane, side));
    const doubles plane_z = doubles_muladd(cut->w, along, doubles_mul(plane, cut->vertex));
    const doubles base = cone_segment(&cut->rim);
    const doubles base_x =
        doubles_mul(doubles_mul(doubles_square(cut->chord), cut->chord), doubles_splat(-2.0 / 3.0));
    const doubles quarter = doubles_splat(0.25);
    const doubles volume = doubles_mul(third, doubles_add(plane, base));
    const doubles below = doubles_mul(quarter, doubles_add(plane_z, base)); // V ζ
    return (struct round_answer){
        .volume = volume,
        .x = doubles_mul(quarter, doubles_add(plane_x, base_x)),
        .z = doubles_sub(volume, below),
    };
}

// What is submerged where the water is close to the base: rays from the tip.
VECTORS_INLINE struct round_answer cone_rays(const struct cone_cut *cut) {
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    const struct cone_arc arc = cone_arc_to(&cut->rim);
    const doubles twice = doubles_twice(cut->w);
    const doubles p = doubles_at_least(doubles_abs(cut->tip), CONE_LEAST);
    const doubles excess = doubles_max(doubles_sub(cut->base, cut->w), zero);
    doubles volume = zero, x = zero, z = zero;
    for (int i = 0; i < CONE_PAIRS; ++i) {
        struct cone_node nodes[2];
        cone_nodes(&arc, cone_gauss[i][0], nodes);
        const doubles weight = doubles_splat(cone_gauss[i][1]);
        const doubles depth[2] = {doubles_muladd(twice, nodes[0].left, excess),
                                  doubles_muladd(twice, nodes[1].left, excess)};
        const doubles all[2] = {doubles_add(depth[0], p), doubles_add(depth[1], p)};
        const doubles inverse = doubles_div(one, doubles_mul(all[0], all[1]));
        for (int k = 0; k < 2; ++k) {
            const doubles eta = doubles_mul(depth[k], doubles_mul(all[1 - k], inverse));
            const doubles wet = doubles_mul(doubles_mul(weight, nodes[k].square), eta);
            const doubles third =
                doubles_muladd(eta, doubles_sub(eta, doubles_splat(3.0)), doubles_splat(3.0));
            const doubles fourth = doubles_muladd(
                eta, doubles_muladd(eta, doubles_sub(doubles_splat(4.0), eta), doubles_splat(-6.0)),
                doubles_splat(4.0));
            const doubles up = doubles_muladd(
                eta, doubles_muladd(eta, doubles_splat(0.25), doubles_splat(-2.0 / 3.0)),
                doubles_splat(0.5));
            volume = doubles_muladd(wet, third, volume);
            x = doubles_muladd(doubles_mul(wet, nodes[k].cosine), fourth, x);
            z = doubles_muladd(doubles_mul(wet, eta), up, z);
        }
    }
    return (struct round_answer){
        .volume = doubles_mul(doubles_mul(doubles_splat(8.0 / 3.0), arc.width), volume),
        .x = doubles_mul(doubles_mul(doubles_splat(-2.0), arc.width), x),
        .z = doubles_mul(doubles_mul(doubles_splat(8.0), arc.width), z),
    };
}

VECTORS_INLINE struct round_body cone_body(doubles r, doubles h, const struct round_water *water) {
    const doubles zero = doubles_splat(0.0), square = doubles_square(r), tall = doubles_twice(h);
    const doubles tip = doubles_mul(water->c, h), disc = doubles_mul(water->s, r);
    const doubles rim = doubles_add(disc, tip), below = doubles_negative(tip);
    const doubles slant = doubles_sqrt(doubles_add(square, doubles_square(tall)));
    const doubles around = doubles_mul(r, doubles_splat(0.5 * ROUND_PI));
    return (struct round_body){
        .volume = doubles_mul(doubles_mul(doubles_splat(2.0 / 3.0 * ROUND_PI), square), h),
        .half_surface = doubles_mul(around, doubles_add(r, slant)),
        .across = r,
        .along = h,
        .low_x = doubles_if_less(rim, below, zero, doubles_negative(r)),
        .low_z = doubles_if_less(rim, below, h, doubles_negative(h)),
        .extent = doubles_max(below, rim),
        .height = doubles_max(tip, doubles_sub(disc, tip)),
    };
}

// One pass over a whole body would be one long chain of operations. With short passes over a
// portion a processor works on several bodies at once, which is faster by a sixth.
struct cone_turn {
    doubles r, h;
    struct round_water water;
    struct cone_cut cut;
    struct round_answer pyramids, rays;
};

// Writes a turn of answers.
VECTORS_INLINE void cone_write(const struct cone_turn *turn, struct buoy_volume *results) {
    const struct cone_cut *cut = &turn->cut;
    const struct round_answer *pyramids = &turn->pyramids, *rays = &turn->rays;
    const doubles zero = doubles_splat(0.0), limit = doubles_splat(CONE_CLOSE);
    const doubles vertex = doubles_if_less(cut->tip, zero, cut->vertex, zero);
    const doubles volume = doubles_if_less(limit, vertex, rays->volume, pyramids->volume);
    const doubles x = doubles_if_less(limit, vertex, rays->x, pyramids->x);
    const doubles up = doubles_if_less(limit, vertex, rays->z, pyramids->z);
    const doubles r = turn->r, tall = doubles_twice(turn->h);
    const doubles all = doubles_mul(doubles_square(r), tall);
    const doubles above = doubles_mul(tall, doubles_sub(up, doubles_times(0.5, volume)));
    const struct round_answer answer = {
        .volume = doubles_mul(all, volume),
        .x = doubles_mul(doubles_mul(all, r), x),
        .z = doubles_mul(all, above),
    };
    const struct round_body body = cone_body(r, turn->h, &turn->water);
    round_write(&turn->water, &body, &answer, results);
}

static inline bool cone_volumes(const struct buoy_shape *shapes, const struct buoy_plane *planes,
                                size_t count, struct buoy_volume *results) {
    lanes_mask good = lanes_less(lanes_splat(0.0f), lanes_splat(1.0f));
    struct cone_turn turns[SHAPES_PORTION / DOUBLES_WIDTH];
    size_t some = 0;
    for (size_t i = 0; i < count; i += LANES_WIDTH) {
        struct shapes_turn turn;
        good = lanes_and(good, shapes_read(&shapes[i], &planes[i], 2, &turn));
        for (size_t k = 0; k < LANES_WIDTH; k += DOUBLES_WIDTH) {
            const struct shapes_question question = shapes_question_at(&turn, k);
            struct cone_turn *cone = &turns[some++];
            cone->r = question.size[0];
            cone->h = question.size[1];
            cone->water = round_turn(question.n, question.d, false);
        }
    }
    for (size_t i = 0; i < some; ++i) {
        turns[i].cut = cone_cut_by(turns[i].r, turns[i].h, &turns[i].water);
    }
    for (size_t i = 0; i < some; ++i) {
        turns[i].pyramids = cone_pyramids(&turns[i].cut);
    }
    for (size_t i = 0; i < some; ++i) {
        turns[i].rays = cone_rays(&turns[i].cut);
    }
    for (size_t i = 0; i < some; ++i) {
        cone_write(&turns[i], &results[i * DOUBLES_WIDTH]);
    }
    return shapes_all(good);
}

// The second moments ∫ τ² and ⅓ ∫ y³/(y₁ + g)³, likewise: within 5e-12 and 1.1e-11.
VECTORS_INLINE doubles cone_waterplane_second(doubles nu) {
    static const double p[] = {
        -0x1.bc7faa041ab40p-28, -0x1.a7d76fc203188p-27, -0x1.760a983dccb09p-29,
        -0x1.e846bb94346a2p-27, -0x1.815e778ba4263p-24, -0x1.4c142c30cc4e0p-22,
        -0x1.7062b1bc9216ap-20, -0x1.42bd72eed4c87p-17, -0x1.7f68f1d9708b6p-13,
        0x1.975f419ddfca9p-9,   -0x1.fd3719353658ep-7,  0x1.4afd6a0b131e7p-5,
        0x1.451451450fc96p-4,   0x1.249249248e6aap-3,
    };
    return cone_polynomial(p, 14, nu);
}
VECTORS_INLINE doubles cone_waterplane_across(doubles nu) {
    static const double p[] = {
        0x1.fc9c1fb59d3c1p-28,  0x1.056a37e063c2cp-26, 0x1.24f73d58ec5e7p-27, 0x1.2e01ae7d49c13p-25,
        0x1.8e7e9b6dc1f50p-23,  0x1.c0e63f2952aa7p-21, 0x1.8349bd1e98f09p-18, 0x1.cc12bf7840d8cp-14,
        -0x1.e8d8b523d9598p-10, 0x1.3187771eb5e65p-7,  0x1.a6031a591c41ep-6,  0x1.a35a35a02c296p-4,
        0x1.075075075519ap-4,   0x1.99999999aa44dp-5,
    };
    return cone_polynomial(p, 14, nu);
}

// The wall leans by the same angle everywhere, so its wet area is that of its shadow on the base,
// A_b − c A_W, times slant/R.
static inline void cone_wetting(const struct shapes_question *question,
                                doubles surface[SHAPES_FIELDS]) {
    const doubles zero = doubles_splat(0.0);
    const doubles r = question->size[0], h = question->size[1], tall = doubles_twice(h);
    const struct round_water water = round_turn(question->n, question->d, false);
    const struct cone_cut cut = cone_cut_by(r, h, &water);
    doubles sum;
    const doubles nu = cone_conic(&cut, &sum);
    const doubles length =
        doubles_mul(doubles_mul(r, tall), doubles_div(cut.length, cut.extent)); // X
    const doubles scale = doubles_mul(doubles_twice(length), doubles_mul(r, sum));
    const doubles cube = doubles_mul(r, sum), square = doubles_square(length);
    const doubles side = doubles_if_less(zero, cut.tip, cut.vertex, doubles_negative(cut.vertex));
    const doubles x = doubles_mul(r, side), z = doubles_sub(h, doubles_mul(tall, cut.vertex));
    const struct round_plane plane = {
        .origin = doubles_sub(doubles_mul(water.c, x), doubles_mul(water.s, z)),
        .area = doubles_mul(scale, cone_waterplane_area(nu)),
        .first = doubles_mul(doubles_mul(scale, length), cone_waterplane_moment(nu)),
        .second = doubles_mul(doubles_mul(scale, square), cone_waterplane_second(nu)),
        .across = doubles_mul(doubles_mul(doubles_splat(1.0 / 3.0), scale),
                              doubles_mul(doubles_square(cube), cone_waterplane_across(nu))),
    };
    const doubles base = doubles_mul(doubles_square(r), cone_segment(&cut.rim));
    const doubles shadow = doubles_max(doubles_sub(base, doubles_mul(water.c, plane.area)), zero);
    const doubles slant = doubles_sqrt(doubles_add(doubles_square(r), doubles_square(tall)));
    const doubles wetted = doubles_muladd(shadow, doubles_div(slant, r), base);
    const struct round_body body = cone_body(r, h, &water);
    round_set_surface(&water, &body, &plane, wetted, surface);
}

bool BUOY_VARIANT(buoy_shapes_cone)(const struct buoy_shapes_query *query,
                                    struct buoy_volume *restrict results) {
    return shapes_answer(query, results, cone_volumes, cone_wetting);
}

#endif
