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

#define AXIAL_PI 3.14159265358979323846
#define AXIAL_INLINE static inline __attribute__((always_inline))

// s is taken to be at least this, which moves no point of a body by a measurable distance.
#define AXIAL_LEAST_SLOPE 0x1p-300
// An end that lies in the water is dry: this much is subtracted from the depths of rims.
#define AXIAL_LITTLE 0x1p-200
// Divisors are at least this where they may be 0; then their quotients are not used, or are 0.
#define AXIAL_LEAST 0x1p-400
// Up to this distance of a from b, four nodes are better than closed forms.
#define AXIAL_CLOSE 0.01

AXIAL_INLINE doubles axial_at_least(doubles a, double least) {
    return doubles_max(a, doubles_splat(least));
}
AXIAL_INLINE doubles axial_at_most(doubles a, double most) {
    return doubles_min(a, doubles_splat(most));
}
AXIAL_INLINE doubles axial_times(double a, doubles b) {
    return doubles_mul(doubles_splat(a), b);
}
AXIAL_INLINE doubles axial_square(doubles a) {
    return doubles_mul(a, a);
}
AXIAL_INLINE doubles axial_negative(doubles a) {
    return doubles_sub(doubles_splat(0.0), a);
}
AXIAL_INLINE doubles axial_abs(doubles a) {
    return doubles_max(a, axial_negative(a));
}
// a, but no less than −limit and no more than limit.
AXIAL_INLINE doubles axial_clamp(doubles a, doubles limit) {
    return doubles_min(doubles_max(a, axial_negative(limit)), limit);
}

// p₀ x³ + p₁ x² + p₂ x + p₃.
AXIAL_INLINE doubles axial_cubic(const double p[4], doubles x, doubles x2) {
    const doubles high = doubles_muladd(doubles_splat(p[0]), x, doubles_splat(p[1]));
    const doubles low = doubles_muladd(doubles_splat(p[2]), x, doubles_splat(p[3]));
    return doubles_muladd(high, x2, low);
}
// Twelve coefficients, highest power first, in short chains.
AXIAL_INLINE doubles axial_polynomial(const double p[12], doubles x) {
    const doubles x2 = axial_square(x), x4 = axial_square(x2);
    const doubles high = axial_cubic(p, x, x2), middle = axial_cubic(p + 4, x, x2);
    return doubles_muladd(doubles_muladd(high, x4, middle), x4, axial_cubic(p + 8, x, x2));
}

// The angle, 0 to π, with this sine ≥ 0 and cosine, from (arcsin √y / √y − 1) / y, 0 ≤ y ≤ 1/2:
// within 4.1e-11 (Chebyshev's interpolation).
AXIAL_INLINE doubles axial_angle(doubles sine, doubles cosine) {
    static const double p[12] = {
        0x1.76020a8746ae9p-3, -0x1.63634279a6629p-2, 0x1.5b1ba556b0131p-2, -0x1.5cd68bf0c924cp-3,
        0x1.2da9683adb436p-4, 0x1.7c628cf410d04p-15, 0x1.3d624404189a5p-6, 0x1.6b8acd1365601p-6,
        0x1.f1efe6cd87ef6p-6, 0x1.6db64d758973dp-5,  0x1.333333f35cdcfp-4, 0x1.555555552a8ffp-3,
    };
    const doubles size = axial_abs(cosine), zero = doubles_splat(0.0);
    const doubles x = doubles_if_less(sine, size, sine, cosine), y = axial_square(x);
    const doubles arc = doubles_muladd(doubles_mul(x, y), axial_polynomial(p, y), x);
    const doubles obtuse = doubles_sub(doubles_splat(AXIAL_PI), arc);
    const doubles flat = doubles_if_less(cosine, zero, obtuse, arc);
    return doubles_if_less(sine, size, flat, doubles_sub(doubles_splat(0.5 * AXIAL_PI), arc));
}

// θ − sin θ cos θ, 0 ≤ θ ≤ π/2, the area of the segment x < −cos θ of the unit disc, from x = sin
// θ/2. It is x³ times a function of x²: within 7.4e-12 (Chebyshev's interpolation).
AXIAL_INLINE doubles axial_segment(doubles x) {
    static const double p[12] = {
        0.0,
        -0x1.8d49015951560p-4,
        0x1.313ad0cb125d6p-3,
        -0x1.1bad03cbce778p-3,
        0x1.6b95ffa5ef039p-5,
        -0x1.400ea41757cb9p-5,
        -0x1.f45848c5a44fdp-6,
        -0x1.d44acad01ebb3p-5,
        -0x1.c7052749d0333p-4,
        -0x1.249279b824033p-2,
        -0x1.99999972646e3p+0,
        0x1.555555555023cp+2,
    };
    const doubles y = axial_square(x);
    return doubles_mul(doubles_mul(x, y), axial_polynomial(p, y));
}

// The slope of the axis, and the half height.
struct axial_pose {
    doubles s, c, per_s, k;
};

// A rim's cut.
struct axial_rim {
    doubles wet, dry;     // (1 + a)/2, (1 − a)/2
    doubles sine, cosine; // their roots
    doubles a, y, y3;     // y and its cube
    doubles area;         // S(a)
};

// depth: of the rim's middle along the normal.
AXIAL_INLINE struct axial_rim axial_rim_at(doubles depth, const struct axial_pose *pose) {
    const doubles clamped = axial_clamp(depth, pose->s), per_2s = axial_times(0.5, pose->per_s);
    struct axial_rim rim;
    rim.wet = doubles_mul(doubles_add(pose->s, clamped), per_2s);
    rim.dry = doubles_mul(doubles_sub(pose->s, clamped), per_2s);
    rim.sine = doubles_sqrt(rim.wet);
    rim.cosine = doubles_sqrt(rim.dry);
    rim.a = doubles_sub(rim.wet, rim.dry);
    rim.y = axial_times(2.0, doubles_mul(rim.sine, rim.cosine));
    rim.y3 = doubles_mul(axial_square(rim.y), rim.y);
    const doubles less = axial_segment(doubles_min(rim.sine, rim.cosine));
    const doubles most = doubles_sub(doubles_splat(AXIAL_PI), less);
    rim.area = doubles_if_less(rim.dry, rim.wet, most, less);
    return rim;
}

// The half angle θ of a rim's wet arc, from S = θ − sin θ cos θ.
AXIAL_INLINE doubles axial_arc(const struct axial_rim *rim) {
    return doubles_sub(rim->area, doubles_mul(rim->a, rim->y));
}

// Integrals from a to b, each times what makes it finite.
struct axial_integrals {
    doubles volume; // ∫ y f dx
    doubles fourth; // ∫ y³ dx
    doubles lean;   // ∫ y³ dx / (2 c k)
    doubles middle; // ∫ y f (1 − f) dx
    doubles wall;   // ∫ f dθ
};

struct axial_straight {
    doubles high, low; // depths of the rims' middles
    struct axial_rim top, bottom;
    doubles rise, per_rise; // 2 c k
    doubles fa, fb;         // f at a and b
    struct axial_integrals sums;
};

AXIAL_INLINE struct axial_integrals axial_closed(const struct axial_straight *cut,
                                                 const struct axial_pose *pose) {
    const struct axial_rim *top = &cut->top, *bottom = &cut->bottom;
    const doubles b = bottom->a, fb = cut->fb, slope = doubles_mul(pose->s, cut->per_rise);
    const doubles all = doubles_sub(bottom->area, top->area);
    const doubles cubes = doubles_sub(doubles_mul(b, bottom->y3), doubles_mul(top->a, top->y3));
    const doubles m0 = axial_times(0.5, all); // ∫ xⁿ y dx
    const doubles m1 = axial_times(1.0 / 3.0, doubles_sub(top->y3, bottom->y3));
    const doubles m2 = doubles_sub(axial_times(0.125, all), axial_times(0.25, cubes));
    const doubles e1 = doubles_sub(doubles_mul(b, m0), m1); // ∫ (b − x)ⁿ y dx
    const doubles e2 = doubles_muladd(b, doubles_sub(e1, m1), m2);
    const doubles fourth = doubles_muladd(doubles_splat(0.375), all, axial_times(0.25, cubes));
    const doubles rest = doubles_sub(doubles_splat(1.0), fb);
    const doubles bend =
        doubles_sub(doubles_mul(doubles_sub(rest, fb), e1), doubles_mul(slope, e2));
    const doubles ta = axial_arc(top), tb = axial_arc(bottom), arc = doubles_sub(tb, ta);
    const doubles fan = doubles_muladd(b, arc, doubles_sub(bottom->y, top->y)); // ∫ (b − x) dθ
    return (struct axial_integrals){
        .volume = doubles_muladd(fb, m0, doubles_mul(slope, e1)),
        .fourth = fourth,
        .lean = doubles_mul(fourth, cut->per_rise),
        .middle = doubles_muladd(doubles_mul(fb, rest), m0, doubles_mul(slope, bend)),
        .wall = doubles_muladd(fb, arc, doubles_mul(slope, fan)),
    };
}

// How far a is from b, over 2 c k.
AXIAL_INLINE doubles axial_apart(const struct axial_straight *cut, const struct axial_pose *pose) {
    const doubles ends = axial_times(2.0, doubles_min(cut->bottom.wet, cut->top.dry));
    return doubles_min(pose->per_s, doubles_mul(ends, cut->per_rise));
}

AXIAL_INLINE struct axial_integrals axial_nodes(const struct axial_straight *cut, doubles apart) {
    static const double place[4] = {0.069431844202973712, 0.330009478207571868,
                                    0.669990521792428132, 0.930568155797026288};
    static const double weight[4] = {0.173927422568726929, 0.326072577431273071,
                                     0.326072577431273071, 0.173927422568726929};
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    const doubles side = doubles_add(cut->top.a, cut->bottom.a); // < 0: less is wet than dry
    const doubles q0 = doubles_if_less(side, zero, cut->top.sine, cut->bottom.cosine);
    const doubles q1 = doubles_if_less(side, zero, cut->bottom.sine, cut->top.cosine);
    const doubles from = doubles_if_less(side, zero, cut->fa, cut->fb);
    const doubles to = doubles_if_less(side, zero, cut->fb, cut->fa);
    const doubles per_sum = doubles_div(one, axial_at_least(doubles_add(q0, q1), AXIAL_LEAST));
    const doubles width = axial_times(0.5, doubles_mul(doubles_mul(apart, cut->rise), per_sum));
    const doubles change = doubles_mul(doubles_sub(to, from), per_sum);
    doubles volume = zero, fourth = zero, middle = zero, wall = zero;
    for (int i = 0; i < 4; ++i) {
        const doubles step = axial_times(place[i], width), q = doubles_add(q0, step);
        const doubles square = axial_square(q), less = doubles_sub(one, square);
        const doubles root = doubles_sqrt(less), chord = doubles_mul(square, root);
        const doubles part = axial_times(place[i], doubles_add(q0, q));
        const doubles f = doubles_muladd(part, change, from);
        const doubles wet = axial_times(weight[i], doubles_mul(chord, f));
        const doubles cube = doubles_mul(doubles_mul(square, less), chord);
        volume = doubles_add(volume, wet);
        middle = doubles_muladd(wet, doubles_sub(one, f), middle);
        fourth = doubles_muladd(doubles_splat(4.0 * weight[i]), cube, fourth);
        wall = doubles_muladd(doubles_splat(0.25 * weight[i]), doubles_div(f, root), wall);
    }
    const doubles scale = axial_times(8.0, width); // dx = 4 q dq, y = 2 q √(1 − q²), y dθ = dx
    const doubles per_scale = axial_times(4.0, doubles_mul(per_sum, apart));
    return (struct axial_integrals){
        .volume = doubles_mul(scale, volume),
        .fourth = doubles_mul(scale, fourth),
        .lean = doubles_mul(per_scale, fourth),
        .middle = doubles_mul(scale, middle),
        .wall = doubles_mul(scale, wall),
    };
}

AXIAL_INLINE doubles axial_choose(doubles apart, doubles nodes, doubles closed) {
    return doubles_if_less(apart, doubles_splat(AXIAL_CLOSE), nodes, closed);
}

AXIAL_INLINE void axial_cut(doubles t, const struct axial_pose *pose, struct axial_straight *cut) {
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    const doubles ck = doubles_mul(pose->c, pose->k),
                  below = doubles_sub(t, doubles_splat(AXIAL_LITTLE));
    cut->rise = doubles_add(ck, ck);
    cut->per_rise = doubles_div(one, axial_at_least(cut->rise, AXIAL_LEAST_SLOPE));
    cut->high = doubles_sub(below, ck);
    cut->low = doubles_add(below, ck);
    cut->top = axial_rim_at(cut->high, pose);
    cut->bottom = axial_rim_at(cut->low, pose);
    const doubles at_b = doubles_mul(doubles_sub(cut->low, pose->s), cut->per_rise);
    const doubles at_a = doubles_mul(doubles_add(cut->low, pose->s), cut->per_rise);
    cut->fb = doubles_min(doubles_max(at_b, zero), one);
    cut->fa = doubles_min(doubles_max(at_a, zero), one);
    const doubles apart = axial_apart(cut, pose), span = doubles_mul(apart, cut->rise);
#if DOUBLES_WIDTH == 1
    cut->sums = span < AXIAL_CLOSE ? axial_nodes(cut, apart) : axial_closed(cut, pose);
#else
    const struct axial_integrals nodes = axial_nodes(cut, apart), closed = axial_closed(cut, pose);
    cut->sums.volume = axial_choose(span, nodes.volume, closed.volume);
    cut->sums.fourth = axial_choose(span, nodes.fourth, closed.fourth);
    cut->sums.lean = axial_choose(span, nodes.lean, closed.lean);
    cut->sums.middle = axial_choose(span, nodes.middle, closed.middle);
    cut->sums.wall = axial_choose(span, nodes.wall, closed.wall);
#endif
}

// Volume, first moments and wetted area of what is wet.
struct axial_sums {
    doubles volume, x_per_s, z, area;
};

// Without the ends, over 2 π k; z also over k.
AXIAL_INLINE struct axial_sums axial_wall(const struct axial_straight *cut) {
    const doubles twice = axial_times(2.0, cut->sums.volume);
    return (struct axial_sums){
        .volume = axial_times(1.0 / AXIAL_PI, doubles_add(cut->top.area, twice)),
        .x_per_s = axial_times(-2.0 / 3.0 / AXIAL_PI, cut->sums.lean),
        .z = axial_times(-2.0 / AXIAL_PI, cut->sums.middle),
        .area = axial_times(2.0 / AXIAL_PI, doubles_add(axial_arc(&cut->top), cut->sums.wall)),
    };
}

// A half ball; its z is about its centre, without the seam's part.
struct axial_half {
    doubles volume, area, planes; // planes: q⁴ Q
};

AXIAL_INLINE struct axial_half axial_half_ball(doubles depth, const struct axial_rim *seam,
                                               const struct axial_pose *pose, bool upper) {
    const doubles one = doubles_splat(1.0), e = axial_clamp(depth, one);
    const doubles q2 = doubles_mul(doubles_sub(one, e), doubles_add(one, e));
    const doubles per_q2 = doubles_div(one, axial_at_least(q2, AXIAL_LEAST));
    const doubles per_q = doubles_mul(doubles_sqrt(q2), per_q2);
    const doubles steep = doubles_mul(doubles_mul(e, pose->c), pose->per_s);
    const doubles across = axial_clamp(doubles_mul(steep, per_q), one);
    const doubles level = doubles_min(doubles_mul(pose->c, per_q), one);
    const doubles sine = doubles_min(doubles_mul(seam->y, per_q), one);
    const doubles cosine = upper ? axial_negative(across) : across;
    const doubles beta = axial_angle(sine, cosine);
    const doubles iota =
        axial_angle(doubles_mul(pose->s, sine), upper ? level : axial_negative(level));
    const doubles sc = doubles_mul(sine, cosine), segment = doubles_sub(beta, sc);
    const doubles s3c = doubles_mul(axial_square(sine), sc);
    const doubles area = axial_times(2.0, doubles_muladd(e, beta, iota));
    const doubles pyramids = doubles_muladd(doubles_mul(e, q2), segment, area);
    const doubles q = doubles_sub(axial_times(0.375, segment), axial_times(0.25, s3c));
    return (struct axial_half){
        .volume = axial_times(1.0 / 3.0, pyramids),
        .area = area,
        .planes = doubles_mul(axial_square(q2), q),
    };
}

AXIAL_INLINE struct axial_sums axial_cylinder_sums(doubles t, const struct axial_pose *pose) {
    struct axial_straight cut;
    axial_cut(t, pose, &cut);
    struct axial_sums sums = axial_wall(&cut);
    const doubles tall = axial_times(2.0 * AXIAL_PI, pose->k);
    const doubles lids = doubles_add(cut.top.area, cut.bottom.area);
    sums.z = doubles_mul(sums.z, pose->k);
    sums.area = doubles_muladd(tall, sums.area, lids);
    return sums;
}

AXIAL_INLINE struct axial_sums axial_capsule_sums(doubles t, const struct axial_pose *pose) {
    struct axial_straight cut;
    axial_cut(t, pose, &cut);
    const struct axial_sums wall = axial_wall(&cut);
    const struct axial_half up = axial_half_ball(cut.high, &cut.top, pose, true);
    const struct axial_half low = axial_half_ball(cut.low, &cut.bottom, pose, false);
    const doubles tube = axial_times(2.0 * AXIAL_PI, pose->k);
    const doubles planes = axial_times(2.0 / 3.0, doubles_add(up.planes, low.planes));
    const doubles across =
        doubles_muladd(doubles_splat(2.0 / 3.0), cut.sums.fourth, doubles_mul(pose->c, planes));
    const doubles apart = doubles_sub(up.volume, low.volume);
    const doubles along = doubles_mul(pose->k, doubles_muladd(tube, wall.z, apart));
    return (struct axial_sums){
        .volume = doubles_muladd(tube, wall.volume, doubles_add(up.volume, low.volume)),
        .x_per_s = doubles_sub(doubles_mul(tube, wall.x_per_s), planes),
        .z = doubles_sub(along, across),
        .area = doubles_muladd(tube, wall.area, doubles_add(up.area, low.area)),
    };
}

// ------------------------------------------------------------------------------- the answers

// What is wet of a body: its share of the volume; its centroid, up × n + along × the axis from the
// body's middle, in metres, n the unit normal of the water, upward; its area in m².
struct axial_wet {
    doubles share, up, along, area;
};

AXIAL_INLINE struct axial_pose axial_pose_of(doubles c, doubles tall) {
    const doubles size = axial_at_most(axial_abs(c), 1.0);
    const doubles square = doubles_sub(doubles_splat(1.0), axial_square(size));
    const doubles s2 = axial_at_least(square, AXIAL_LEAST_SLOPE * AXIAL_LEAST_SLOPE);
    const doubles s = doubles_sqrt(s2);
    return (struct axial_pose){
        .s = s,
        .c = size,
        .per_s = doubles_mul(s, doubles_div(doubles_splat(1.0), s2)),
        .k = tall,
    };
}

AXIAL_INLINE void axial_answer(const struct axial_sums *sums, const struct axial_pose *pose,
                               doubles c, doubles longest, doubles share, doubles radius,
                               struct axial_wet *wet) {
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    const doubles per = doubles_div(one, axial_at_least(sums->volume, AXIAL_LEAST));
    // Barely wet, V may have no digit: the centroid is within the body all the same.
    const doubles up = axial_clamp(doubles_mul(sums->x_per_s, per), pose->per_s);
    const doubles z = axial_clamp(doubles_mul(sums->z, per), longest);
    const doubles along = doubles_if_less(c, zero, axial_negative(z), z);
    wet->share = doubles_max(doubles_min(share, one), zero);
    wet->up = doubles_mul(up, radius);
    wet->along = doubles_mul(doubles_sub(along, doubles_mul(up, c)), radius);
    wet->area = doubles_mul(sums->area, axial_square(radius));
}

// t: depth of the middle below the water in radii, any finite number; c = n · axis, −1 to 1; tall:
// half height / radius.
AXIAL_INLINE void axial_wet_cylinder(doubles t, doubles c, doubles tall, doubles radius,
                                     struct axial_wet *found) {
    const struct axial_pose pose = axial_pose_of(c, tall);
    const struct axial_sums sums = axial_cylinder_sums(t, &pose);
    axial_answer(&sums, &pose, c, tall, sums.volume, radius, found);
}

// tall: half the straight part / radius; per_volume: radius³ / the capsule's volume.
AXIAL_INLINE void axial_wet_capsule(doubles t, doubles c, doubles tall, doubles radius,
                                    doubles per_volume, struct axial_wet *found) {
    const struct axial_pose pose = axial_pose_of(c, tall);
    const struct axial_sums sums = axial_capsule_sums(t, &pose);
    const doubles longest = doubles_add(tall, doubles_splat(1.0));
    axial_answer(&sums, &pose, c, longest, doubles_mul(sums.volume, per_volume), radius, found);
}

// |t| from which on a body is wholly wet or dry.
AXIAL_INLINE doubles axial_reach_cylinder(doubles c, doubles tall) {
    const struct axial_pose pose = axial_pose_of(c, tall);
    return doubles_muladd(pose.c, tall, pose.s);
}
AXIAL_INLINE doubles axial_reach_capsule(doubles c, doubles tall) {
    return doubles_muladd(axial_abs(c), tall, doubles_splat(1.0));
}

// Wetted area, m²: what the two above say, alone.
AXIAL_INLINE doubles axial_area_cylinder(doubles t, doubles c, doubles tall, doubles radius) {
    struct axial_wet found;
    axial_wet_cylinder(t, c, tall, radius, &found);
    return found.area;
}
AXIAL_INLINE doubles axial_area_capsule(doubles t, doubles c, doubles tall, doubles radius) {
    struct axial_wet found;
    axial_wet_capsule(t, c, tall, radius, doubles_splat(1.0), &found);
    return found.area;
}

#endif
