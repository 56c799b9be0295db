// What cylinder, capsule and cone share: the turned frame, angles and sines from + − × ÷ √, and
// Gauss's nodes along an arc of the rim. Lanes are bodies, numbers are doubles. For templates, on
// whatever lanes_<isa>.h came before.
//
// Frame. A body of revolution about z is turned about its axis until the unit normal is (s, 0, c),
// s ≥ 0: the water is s x + c z < d. By symmetry, centroids have y = 0.
//
// Rim. On a circle of radius R in a plane of constant z the water is x < R t. Its wet arc is
// x = −R cos θ, |θ| ≤ θ₁ = arccos(−t), and t is clamped to [−1, 1]: 0 is a dry circle, π a wet
// one. Half angles a = θ/2 have sin²a = (1 + t)/2, cos²a = (1 − t)/2, which lose nothing where the
// circle is barely wet or barely dry.
//
// Polynomials. All are Chebyshev's interpolation, at as many points as they have coefficients,
// highest power first. The interval and the largest error relative to the function are given.
#ifndef BUOY_SHAPES_ROUND_H
#define BUOY_SHAPES_ROUND_H

#include "shapes_turns.h"

#define ROUND_PI 3.14159265358979323846
// Divisors are at least this where they may be 0; then their quotients are not used, or are 0.
#define ROUND_LEAST 0x1p-600
// s and c are taken to be at least this, which moves no point of a body by a measurable distance.
#define ROUND_LEAST_SLOPE 0x1p-300
// An end that lies in the water is dry: this share of a body's extent is subtracted from the depths
// of rims.
#define ROUND_LITTLE 0x1p-200
// A body is dry if less than this share of its extent along the normal is submerged: rounding of
// the normal and of the offset is as large.
#define ROUND_LEAST_DEPTH 0x1p-46
// A centroid above the water by less than this share of that is at the water.
#define ROUND_LEVEL 0x1p-4

#define ROUND_INLINE static inline __attribute__((always_inline))

ROUND_INLINE doubles round_twice(doubles a) {
    return doubles_add(a, a);
}
ROUND_INLINE doubles round_square(doubles a) {
    return doubles_mul(a, a);
}
ROUND_INLINE doubles round_negative(doubles a) {
    return doubles_sub(doubles_splat(0.0), a);
}
ROUND_INLINE doubles round_abs(doubles a) {
    return doubles_max(a, round_negative(a));
}
ROUND_INLINE doubles round_at_least(doubles a, double least) {
    return doubles_max(a, doubles_splat(least));
}
// a, but no less than −limit and no more than limit.
ROUND_INLINE doubles round_clamp(doubles a, doubles limit) {
    return doubles_min(doubles_max(a, round_negative(limit)), limit);
}

// Even and odd powers apart: two chains of half the length.
ROUND_INLINE doubles round_polynomial(const double *coefficients, int count, doubles x) {
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

// (arcsin √y / √y − 1) / y, 0 ≤ y ≤ 1/2: within 4.1e-11.
ROUND_INLINE doubles round_arcsine_rest(doubles y) {
    static const double p[] = {
        0x1.76020a8746ae9p-3, -0x1.63634279a6629p-2, 0x1.5b1ba556b0131p-2, -0x1.5cd68bf0c924cp-3,
        0x1.2da9683adb436p-4, 0x1.7c628cf410d04p-15, 0x1.3d624404189a5p-6, 0x1.6b8acd1365601p-6,
        0x1.f1efe6cd87ef6p-6, 0x1.6db64d758973dp-5,  0x1.333333f35cdcfp-4, 0x1.555555552a8ffp-3,
    };
    return round_polynomial(p, 12, y);
}

// Sine and cosine of an angle from 0 to π/4: sin √y / √y within 4.8e-12, cos √y within 7.9e-14.
ROUND_INLINE void round_sine_cosine(doubles angle, doubles *sine, doubles *cosine) {
    static const double s[] = {
        0x1.6cb7496931eebp-19, -0x1.a00ee7e5cea35p-13, 0x1.1111074b326d2p-7,
        -0x1.55555549480f4p-3, 0x1.fffffffff67c3p-1,
    };
    static const double c[] = {
        -0x1.23c5c15441a00p-22, 0x1.a00e9685da9c4p-16, -0x1.6c16b2d3e61f5p-10,
        0x1.5555554476425p-5,   -0x1.ffffffffe3763p-2, 0x1.ffffffffffe0bp-1,
    };
    const doubles y = round_square(angle);
    *sine = doubles_mul(angle, round_polynomial(s, 5, y));
    *cosine = round_polynomial(c, 6, y);
}

// The angle, 0 to π, with this sine ≥ 0 and cosine.
ROUND_INLINE doubles round_angle(doubles sine, doubles cosine) {
    const doubles size = round_abs(cosine), zero = doubles_splat(0.0);
    const doubles x = doubles_if_less(sine, size, sine, cosine), y = round_square(x);
    const doubles arc = doubles_muladd(doubles_mul(x, y), round_arcsine_rest(y), x);
    const doubles obtuse = doubles_sub(doubles_splat(ROUND_PI), arc);
    const doubles flat = doubles_if_less(cosine, zero, obtuse, arc);
    return doubles_if_less(sine, size, flat, doubles_sub(doubles_splat(0.5 * ROUND_PI), arc));
}

// θ − sin θ cos θ, the area of the segment x < −cos θ of the unit disc, from sine and cosine of
// θ/2. With x = sin θ/2 it is x³ times a function of x²: within 7.4e-12.
ROUND_INLINE doubles round_segment(doubles sine, doubles cosine) {
    static const double p[] = {
        -0x1.8d49015951560p-4, 0x1.313ad0cb125d6p-3,  -0x1.1bad03cbce778p-3, 0x1.6b95ffa5ef039p-5,
        -0x1.400ea41757cb9p-5, -0x1.f45848c5a44fdp-6, -0x1.d44acad01ebb3p-5, -0x1.c7052749d0333p-4,
        -0x1.249279b824033p-2, -0x1.99999972646e3p+0, 0x1.555555555023cp+2,
    };
    const doubles x = doubles_min(sine, cosine), y = round_square(x);
    const doubles less = doubles_mul(doubles_mul(x, y), round_polynomial(p, 11, y));
    return doubles_if_less(cosine, sine, doubles_sub(doubles_splat(ROUND_PI), less), less);
}

// The water in a body's turned frame.
struct round_water {
    doubles s, c, d; // s x + c z < d
    doubles per_s;   // 1/s
    doubles ux, uy;  // where the turned x axis points
    doubles up;      // −1 if z is mirrored, which makes c ≥ ROUND_LEAST_SLOPE; else 1
};

// Turns the water n·x < d; mirrors it for bodies that are symmetric to z = 0. Squares of floats
// neither overflow nor vanish in double.
ROUND_INLINE struct round_water round_turn(const doubles n[3], doubles d, bool symmetric) {
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    const doubles flat = doubles_add(round_square(n[0]), round_square(n[1]));
    const doubles length = doubles_sqrt(doubles_add(flat, round_square(n[2])));
    const doubles least = doubles_mul(length, doubles_splat(ROUND_LEAST_SLOPE));
    const doubles across = doubles_max(doubles_sqrt(flat), least);
    const doubles both = doubles_div(one, doubles_mul(length, across));
    const doubles per_length = doubles_mul(across, both), per_across = doubles_mul(length, both);
    const doubles c = doubles_mul(n[2], per_length);
    const doubles up = doubles_if_less(c, zero, doubles_splat(-1.0), one);
    return (struct round_water){
        .s = doubles_mul(across, per_length),
        .c = symmetric ? round_at_least(round_abs(c), ROUND_LEAST_SLOPE) : c,
        .d = doubles_mul(d, per_length),
        .per_s = doubles_mul(length, per_across),
        .ux = doubles_mul(n[0], per_across),
        .uy = doubles_mul(n[1], per_across),
        .up = symmetric ? up : one,
    };
}

// Half the wet arc of a circle: sine and cosine of a = θ/2.
struct round_rim {
    doubles wet, dry; // 1 + t and 1 − t
    doubles sine, cosine;
};

// The rim of a circle of radius r whose centre is `depth` below the water along the normal; w =
// s r > 0.
ROUND_INLINE struct round_rim round_rim_of(doubles depth, doubles w, doubles per_w) {
    const doubles clamped = round_clamp(depth, w), half = doubles_splat(0.5);
    struct round_rim rim;
    rim.wet = doubles_mul(doubles_add(w, clamped), per_w);
    rim.dry = doubles_mul(doubles_sub(w, clamped), per_w);
    rim.sine = doubles_sqrt(doubles_mul(half, rim.wet));
    rim.cosine = doubles_sqrt(doubles_mul(half, rim.dry));
    return rim;
}

// Gauss and Legendre's nodes on [−1, 1], in pairs ±x, and their weights.
#define ROUND_PAIRS 4
static const double round_gauss[ROUND_PAIRS][2] = {
    {0.183434642495649805, 0.362683783378361983},
    {0.525532409916328986, 0.313706645877887287},
    {0.796666477413626740, 0.222381034453374471},
    {0.960289856497536232, 0.101228536290376259},
};

// An arc of half angles from a₀ to a₁.
struct round_arc {
    doubles sine1, cosine1;
    doubles width;                // a₁ − a₀
    doubles sine, cosine;         // of half the width
    doubles sine_mid, cosine_mid; // of the middle
};

// The arc between two rims, from 2 sin(a₁ − a₀) sin(a₁ + a₀) = t₁ − t₀ = difference, which may be
// known better than t₀ and t₁ are.
ROUND_INLINE struct round_arc round_arc_between(const struct round_rim *rim0,
                                                const struct round_rim *rim1, doubles difference) {
    struct round_arc arc = {.sine1 = rim1->sine, .cosine1 = rim1->cosine};
    const doubles sc = doubles_mul(rim1->sine, rim0->cosine);
    const doubles cc = doubles_mul(rim1->cosine, rim0->cosine);
    const doubles sum = doubles_muladd(rim1->cosine, rim0->sine, sc); // sin(a₁ + a₀)
    const doubles half = doubles_mul(doubles_splat(0.5), difference);
    const doubles ratio = doubles_div(half, round_at_least(sum, 0x1p-100));
    const doubles sine = doubles_min(ratio, doubles_splat(1.0));
    arc.width = round_angle(sine, doubles_muladd(rim1->sine, rim0->sine, cc));
    round_sine_cosine(doubles_mul(doubles_splat(0.5), arc.width), &arc.sine, &arc.cosine);
    arc.sine_mid = doubles_muladd(rim0->cosine, arc.sine, doubles_mul(rim0->sine, arc.cosine));
    arc.cosine_mid =
        doubles_sub(doubles_mul(rim0->cosine, arc.cosine), doubles_mul(rim0->sine, arc.sine));
    return arc;
}

// The arc from 0 to a rim.
ROUND_INLINE struct round_arc round_arc_to(const struct round_rim *rim) {
    struct round_arc arc = {.sine1 = rim->sine, .cosine1 = rim->cosine};
    arc.width = round_angle(rim->sine, rim->cosine);
    round_sine_cosine(doubles_mul(doubles_splat(0.5), arc.width), &arc.sine, &arc.cosine);
    arc.sine_mid = arc.sine;
    arc.cosine_mid = arc.cosine;
    return arc;
}

// A node of an arc, at half angle a.
struct round_node {
    doubles square; // ¼ sin²θ = sin²a cos²a
    doubles cosine; // cos θ
    doubles left;   // ½ (t₁ − t) = sin(a₁ − a) sin(a₁ + a)
};

ROUND_INLINE struct round_node round_node_at(const struct round_arc *arc, doubles sine,
                                             doubles cosine, doubles to_end) {
    const doubles sum =
        doubles_muladd(arc->sine1, cosine, doubles_mul(arc->cosine1, sine)); // sin(a₁ + a)
    const doubles both = doubles_mul(doubles_sub(cosine, sine), doubles_add(cosine, sine));
    return (struct round_node){round_square(doubles_mul(sine, cosine)), both,
                               doubles_mul(to_end, sum)};
}

// The two nodes of pair i.
ROUND_INLINE void round_nodes(const struct round_arc *arc, double x, struct round_node nodes[2]) {
    doubles sine, cosine;
    round_sine_cosine(doubles_mul(doubles_splat(0.5 * x), arc->width), &sine, &cosine);
    const doubles sc = doubles_mul(arc->sine_mid, cosine), cs = doubles_mul(arc->cosine_mid, sine);
    const doubles cc = doubles_mul(arc->cosine_mid, cosine), ss = doubles_mul(arc->sine_mid, sine);
    const doubles p = doubles_mul(arc->sine, cosine), q = doubles_mul(arc->cosine, sine);
    nodes[0] = round_node_at(arc, doubles_sub(sc, cs), doubles_add(cc, ss), doubles_add(p, q));
    nodes[1] = round_node_at(arc, doubles_add(sc, cs), doubles_sub(cc, ss), doubles_sub(p, q));
}

// ---------------------------------------------------------------------------------- portions

// One pass over a whole body would be one long chain of operations. With short passes over a
// portion a processor works on several turns at once, which halves the time.
#define ROUND_TURNS (SHAPES_PORTION / DOUBLES_WIDTH)

// What passes hand on: sizes as read, and the turned water.
struct round_portion {
    _Alignas(64) float r[SHAPES_PORTION], h[SHAPES_PORTION];
    _Alignas(64) float n[3][SHAPES_PORTION], d[SHAPES_PORTION];
    struct round_water water[ROUND_TURNS];
};

// Reads whole turns of questions; returns whether all are valid.
ROUND_INLINE bool round_read(const struct buoy_shape *shapes, const struct buoy_plane *planes,
                             size_t count, bool symmetric, struct round_portion *portion) {
    lanes_mask good = lanes_less(lanes_splat(0.0f), lanes_splat(1.0f));
    for (size_t i = 0; i < count; i += LANES_WIDTH) {
        lanes size[3], n[3], d;
        shapes_load(&shapes[i], &planes[i], size, n, &d);
        lanes_store(&portion->r[i], size[0]);
        lanes_store(&portion->h[i], size[1]);
        for (int k = 0; k < 3; ++k) {
            lanes_store(&portion->n[k][i], n[k]);
        }
        lanes_store(&portion->d[i], d);
        good = lanes_and(good, shapes_planes_valid(n, d));
        good = lanes_and(good, lanes_and(shapes_sizes_valid(size[0]), shapes_sizes_valid(size[1])));
    }
    for (size_t i = 0; i < count; i += DOUBLES_WIDTH) {
        const doubles n[3] = {doubles_widen(&portion->n[0][i]), doubles_widen(&portion->n[1][i]),
                              doubles_widen(&portion->n[2][i])};
        portion->water[i / DOUBLES_WIDTH] = round_turn(n, doubles_widen(&portion->d[i]), symmetric);
    }
    return shapes_all(good);
}

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
ROUND_INLINE doubles round_least_depth(const struct round_water *water,
                                       const struct round_body *body) {
    const doubles all = doubles_add(body->extent, round_abs(water->d));
    return doubles_mul(all, doubles_splat(ROUND_LEAST_DEPTH));
}

// Writes a turn of answers. The errors of polynomials and quadrature, 1e-9 or less, may carry them
// out of their ranges: then they are moved to the limit, and the centroid toward the lowest point
// until it is down at the water.
ROUND_INLINE void round_write(const struct round_water *water, const struct round_body *body,
                              const struct round_answer *answer, struct buoy_volume *results) {
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    const doubles least = round_least_depth(water, body);
    const doubles depth = doubles_add(water->d, body->extent);
    const doubles dry = doubles_sub(body->height, water->d);
    const doubles some = doubles_min(answer->volume, body->volume);
    const doubles wet = doubles_if_less(least, dry, some, body->volume);
    const doubles volume = doubles_if_less(least, depth, wet, zero);
    const doubles per = doubles_div(one, round_at_least(answer->volume, ROUND_LEAST));
    const doubles inverse = doubles_if_less(least, depth, per, zero);
    doubles x = doubles_mul(answer->x, inverse), z = doubles_mul(answer->z, inverse);
    const doubles level = doubles_muladd(water->c, z, doubles_mul(water->s, x));
    const doubles above =
        doubles_sub(doubles_sub(level, water->d), doubles_mul(least, doubles_splat(ROUND_LEVEL)));
    const doubles lift = doubles_max(above, zero);
    const doubles down = doubles_div(lift, round_at_least(doubles_add(lift, depth), ROUND_LEAST));
    const doubles over = doubles_if_less(least, depth, down, zero);
    x = round_clamp(doubles_muladd(over, doubles_sub(body->low_x, x), x), body->across);
    z = round_clamp(doubles_muladd(over, doubles_sub(body->low_z, z), z), body->along);
    // 0 is added so that no 0 is negative.
    doubles_store4((double *)results, 4, volume, doubles_add(doubles_mul(x, water->ux), zero),
                   doubles_add(doubles_mul(x, water->uy), zero),
                   doubles_add(doubles_mul(z, water->up), zero));
}

// ---------------------------------------------------------------------------------- surfaces

// Nodes of surfaces, for which time matters less: right to 1e-11.
#define ROUND_FINE_PAIRS 8
static const double round_fine_gauss[ROUND_FINE_PAIRS][2] = {
    {0.0950125098376374402, 0.189450610455068496}, {0.281603550779258913, 0.182603415044923589},
    {0.458016777657227386, 0.169156519395002538},  {0.617876244402643748, 0.149595988816576732},
    {0.755404408355003034, 0.124628971255533872},  {0.865631202387831744, 0.0951585116824927848},
    {0.944575023073232576, 0.0622535239386478929}, {0.989400934991649933, 0.0271524594117540949},
};

// A waterplane: its area, first and second moments along m = (c, 0, −s), where ℓ = c x − s z, about
// ℓ = origin, and the second moment across it, about y = 0.
struct round_plane {
    doubles origin;
    doubles area, first, second, across;
};

// Sets a surface. Dry bodies are those of round_write().
ROUND_INLINE void round_set_surface(const struct round_water *water, const struct round_body *body,
                                    const struct round_plane *plane, doubles wetted,
                                    doubles surface[SHAPES_FIELDS]) {
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    const doubles least = round_least_depth(water, body);
    const doubles depth = doubles_add(water->d, body->extent);
    const doubles area =
        doubles_if_less(least, depth, doubles_min(plane->area, body->half_surface), zero);
    const doubles per = doubles_div(one, round_at_least(area, ROUND_LEAST));
    const doubles mean = doubles_mul(plane->first, per);
    const doubles along =
        doubles_max(doubles_sub(plane->second, doubles_mul(plane->first, mean)), zero);
    const doubles l = doubles_add(mean, plane->origin), s = water->s, c = water->c;
    const doubles across_at = doubles_muladd(l, c, doubles_mul(water->d, s));
    const doubles along_at = doubles_sub(doubles_mul(water->d, c), doubles_mul(l, s));
    const doubles x = round_clamp(across_at, body->across);
    const doubles z = doubles_mul(round_clamp(along_at, body->along), water->up);
    // Upright, any direction is as good as the other.
    const doubles square = doubles_add(round_square(water->ux), round_square(water->uy));
    const doubles ux = doubles_if_less(square, doubles_splat(0.5), one, water->ux), uy = water->uy;
    const doubles mx = doubles_mul(c, ux), my = doubles_mul(c, uy);
    const doubles mz = round_negative(doubles_mul(s, water->up));
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

#endif
