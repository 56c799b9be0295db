// shapes/sphere and shapes/ellipsoid, by their caps: lanes = bodies, numbers are doubles. A
// template, included by every_method.h once for each instruction set.
//
// An ellipsoid is the unit ball stretched by A = diag(a, b, c), and the plane n·x = d is seen from
// the ball at the distance d/g from its centre, g = |A n|, along m = A n/g. Of the two caps that it
// cuts off the ball, the smaller one is
//   k = 1 − |d|/g = (γ − δ)/(γ + √γ |d|),  γ = g², δ = d²
// high (0 ≤ k ≤ 1, clamped): γ − δ is all that a plane close to the surface leaves. With w the
// height of the wet cap, k or 2 − k, and v that of the dry one,
//   V = abc π w² (3 − w)/3,   c = −A m ¾ v²/(1 + v).
// (A cap's centroid is ¾ (2 − w)²/(3 − w) from the ball's centre.) There is no difference of the
// volumes of two caps, and no case: c has all digits also where little is dry.
//
// Squares of products of floats are normal numbers, without scaling.
#include "mesh/kinds.h"
#include "shapes_turns.h"

#define CAPS_PI 3.14159265358979323846

// A cut through the unit ball.
struct caps_cut {
    doubles up[3];    // m
    doubles per_g, k; // 1/g, and the height of the smaller cap
    doubles middle;   // d/g: where the cut's middle is on m
    doubles wet, dry; // the heights of both caps
};

VECTORS_INLINE struct caps_cut caps_find_cut(const struct shapes_question *question) {
    struct caps_cut cut;
    doubles side[3];
    const doubles one = doubles_splat(1.0);
    for (int i = 0; i < 3; ++i) {
        side[i] = doubles_mul(question->n[i], question->size[i]);
    }
    const doubles square = doubles_dot(side, side), d = question->d;
    const doubles left = doubles_at_least(doubles_sub(square, doubles_mul(d, d)), 0.0);
    const doubles g = doubles_sqrt(square), reach = doubles_add(g, doubles_abs(d));
    const doubles both = doubles_div(one, doubles_mul(g, reach));
    cut.per_g = doubles_mul(reach, both);
    cut.k = doubles_min(doubles_mul(left, both), one);
    // 1 if more than half is wet, else 0: floats are 0 or at least 2⁻¹⁴⁹.
    const doubles more = doubles_share(doubles_times(0x1p200, d));
    const doubles far = doubles_sub(one, cut.k), rest = doubles_twice(far);
    cut.wet = doubles_muladd(rest, more, cut.k);
    cut.dry = doubles_muladd(rest, doubles_sub(one, more), cut.k);
    // γ − δ is 0, or at least 2⁻⁵⁴ γ.
    const doubles any = doubles_min(doubles_times(0x1p60, cut.k), one);
    cut.middle = doubles_mul(doubles_mul(doubles_sub(doubles_twice(more), one), far), any);
    for (int i = 0; i < 3; ++i) {
        cut.up[i] = doubles_mul(side[i], cut.per_g);
    }
    return cut;
}

// A sphere has one size; the others may be anything.
VECTORS_INLINE void caps_make_ball(struct shapes_question *question, int sizes) {
    if (sizes == 1) {
        question->size[1] = question->size[2] = question->size[0];
    }
}

// Writes a turn of answers.
VECTORS_INLINE void caps_answer(const struct shapes_question *question,
                                struct buoy_volume *results) {
    const struct caps_cut cut = caps_find_cut(question);
    const doubles *size = question->size, w = cut.wet, zero = doubles_splat(0.0);
    const doubles all = doubles_mul(doubles_mul(size[0], size[1]), size[2]);
    const doubles shape =
        doubles_mul(doubles_square(w), doubles_sub(doubles_splat(3.0), w)); // 4 if all is wet
    const doubles volume = doubles_times(CAPS_PI / 3.0, doubles_mul(all, shape));
    const doubles any = doubles_min(doubles_times(0x1p60, w), doubles_splat(1.0));
    const doubles square = doubles_times(-0.75, doubles_mul(doubles_square(cut.dry), any));
    const doubles lean = doubles_div(square, doubles_add(doubles_splat(1.0), cut.dry));
    doubles c[3];
    for (int i = 0; i < 3; ++i) {
        const doubles along = doubles_mul(cut.up[i], size[i]);
        c[i] = doubles_add(doubles_mul(along, lean), zero); // never −0
    }
    doubles_store4((double *)results, 4, volume, c[0], c[1], c[2]);
}

// Answers whole turns of questions about bodies of one size or three, as shapes_turns.h wants it.
VECTORS_INLINE bool caps_volumes(const struct buoy_shape *shapes, const struct buoy_plane *planes,
                                 size_t count, struct buoy_volume *results, int sizes) {
    lanes_mask good = lanes_less(lanes_splat(0.0f), lanes_splat(1.0f));
    for (size_t i = 0; i < count; i += LANES_WIDTH) {
        struct shapes_turn turn;
        good = lanes_and(good, shapes_read(&shapes[i], &planes[i], sizes, &turn));
        for (size_t k = 0; k < LANES_WIDTH; k += DOUBLES_WIDTH) {
            struct shapes_question question = shapes_question_at(&turn, k);
            caps_make_ball(&question, sizes);
            caps_answer(&question, &results[i + k]);
        }
    }
    return shapes_all(good);
}

// --------------------------------------------------------------------------------- surfaces

// The waterplane is the image of a disc of area π r², r² = k (2 − k), about (d/g) m. Stretching by
// A multiplies areas across m by abc |n|/g; and a disc's second moments about its middle are ¼ r²
// of its area across m, so those of the image are ¼ r² A (1 − m mᵀ) A of its area.
static inline void caps_waterplane(const struct shapes_question *question,
                                   const struct caps_cut *cut, doubles surface[SHAPES_FIELDS]) {
    const doubles *size = question->size, *m = cut->up, zero = doubles_splat(0.0);
    const doubles r2 = doubles_mul(cut->k, doubles_sub(doubles_splat(2.0), cut->k));
    const doubles n = doubles_sqrt(doubles_dot(question->n, question->n));
    const doubles all = doubles_mul(doubles_mul(size[0], size[1]), size[2]);
    const doubles stretch = doubles_mul(all, doubles_mul(n, cut->per_g));
    const doubles area = doubles_mul(doubles_mul(doubles_splat(CAPS_PI), r2), stretch);
    const doubles spread = doubles_mul(doubles_mul(area, r2), doubles_splat(0.25));
    doubles a[3], across[3];
    surface[SHAPES_WATERPLANE_AREA] = area;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const doubles w = doubles_mul(doubles_mul(size[i], m[i]), cut->middle);
        surface[SHAPES_CENTROID + i] = doubles_add(w, zero); // never −0
        a[i] = doubles_mul(size[i], m[i]);
        across[i] = doubles_mul(doubles_mul(size[i], size[i]),
                                doubles_muladd(m[j], m[j], doubles_mul(m[k], m[k])));
    }
    doubles *moments = &surface[SHAPES_MOMENTS];
    for (int i = 0; i < 3; ++i) {
        for (int j = i; j < 3; ++j) {
            *moments++ = i == j ? doubles_mul(spread, across[i])
                                : doubles_sub(zero, doubles_mul(spread, doubles_mul(a[i], a[j])));
        }
    }
}

// ----------------------------------------------------------------------------------------- spheres

// All three semi-axes are r.
static inline bool sphere_volumes(const struct buoy_shape *shapes, const struct buoy_plane *planes,
                                  size_t count, struct buoy_volume *results) {
    return caps_volumes(shapes, planes, count, results, 1);
}

// A cap's area is 2π r × its height.
static inline void sphere_wetting(const struct shapes_question *question,
                                  doubles surface[SHAPES_FIELDS]) {
    struct shapes_question ball = *question;
    caps_make_ball(&ball, 1);
    const struct caps_cut cut = caps_find_cut(&ball);
    const doubles r2 = doubles_mul(ball.size[0], ball.size[0]);
    surface[SHAPES_WETTED_AREA] =
        doubles_mul(doubles_mul(doubles_splat(2.0 * CAPS_PI), r2), cut.wet);
    caps_waterplane(&ball, &cut, surface);
}

bool BUOY_VARIANT(buoy_shapes_sphere)(const struct buoy_shapes_query *query,
                                      struct buoy_volume *restrict results) {
    return shapes_answer(query, results, sphere_volumes, sphere_wetting);
}

// -------------------------------------------------------------------------------------- ellipsoids

static inline bool ellipsoid_volumes(const struct buoy_shape *shapes,
                                     const struct buoy_plane *planes, size_t count,
                                     struct buoy_volume *results) {
    return caps_volumes(shapes, planes, count, results, 3);
}

static inline void ellipsoid_wetting(const struct shapes_question *question,
                                     doubles surface[SHAPES_FIELDS]) {
    const struct caps_cut cut = caps_find_cut(question);

    // Four numbers a body, twice: a, b, c, k; m and the height of the wet cap.
    double first[4 * DOUBLES_WIDTH], second[4 * DOUBLES_WIDTH], area[4 * DOUBLES_WIDTH];
    doubles_store4(first, 4, question->size[0], question->size[1], question->size[2], cut.k);
    doubles_store4(second, 4, cut.up[0], cut.up[1], cut.up[2], cut.wet);
    for (size_t i = 0; i < DOUBLES_WIDTH; ++i) {
        const double *size = &first[4 * i], *m = &second[4 * i], k = size[3], wet = m[3];
        area[4 * i + 1] = area[4 * i + 2] = area[4 * i + 3] = 0.0;
        if (i > 0 && memcmp(size, first, 4 * sizeof *size) == 0 &&
            memcmp(m, second, 4 * sizeof *m) == 0) {
            area[4 * i] = area[0]; // copies that fill a turn up are not worth the time
            continue;
        }
        const double cap = k > 0.0 ? buoy_ellipsoid_cap_area(size, m, k) : 0.0;
        area[4 * i] = wet > 1.0 ? buoy_ellipsoid_area(size) - cap : cap;
    }
    doubles wetted, none[3];
    doubles_load4(area, 4, &wetted, &none[0], &none[1], &none[2]);
    surface[SHAPES_WETTED_AREA] = wetted;
    caps_waterplane(question, &cut, surface);
}

bool BUOY_VARIANT(buoy_shapes_ellipsoid)(const struct buoy_shapes_query *query,
                                         struct buoy_volume *restrict results) {
    return shapes_answer(query, results, ellipsoid_volumes, ellipsoid_wetting);
}
