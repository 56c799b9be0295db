// Caps of spheres and ellipsoids: lanes = bodies. The parts that shapes_sphere.h and
// shapes_ellipsoid.h share.
//
// An ellipsoid is the unit ball stretched by A = diag(a, b, c), and the plane n·x = d is seen from
// the ball at the distance d/g from its centre, g = |A n|, along m = A n/g. Of the two caps that it
// cuts off the ball, the smaller one is
//   k = 1 − |d|/g = (γ − δ)/(γ + √γ |d|),  γ = g², δ = d²
// high (0 ≤ k ≤ 1, clamped). γ − δ is found in double: it is all that a plane close to the surface
// leaves. With w the height of the wet cap, k or 2 − k, and v = 2 − w the height of the dry one,
//   V = abc π w² (3 − w)/3,   c = −A m ¾ v²/(1 + v).
// (A cap's centroid is ¾ (2 − w)²/(3 − w) from the ball's centre.) There is no difference of the
// volumes of two caps, and no case: c has all digits also where little is dry.
//
// Scale. |nᵢ| aᵢ and d are multiplied by a power of two that brings Σ|nᵢ|aᵢ into [1, 2), in double,
// where no product of two floats overflows. So 1/3 ≤ γ < 4.
//
// Rounding, u = 2⁻²⁴: kernels/bounds/bounds_shapes.c.
#ifndef BUOY_SHAPES_CAPS_H
#define BUOY_SHAPES_CAPS_H

#include "mesh/ellipsoid.h"
#include "shapes_turns.h"

#define CAPS_PI 3.14159265358979323846
// A plane farther than this is as good as there.
#define CAPS_FAR 16.0
// The centroid of a cap that is w high is w/3 below the water. Its distance from the ball's centre
// is right to 9 u, so up to this height, where w/3 = 21 u, rounding could lift it out of the water;
// there it is moved outward, and so down, by more.
#define CAPS_SHALLOW 0x1p-18f
#define CAPS_DEEPER (1.0f + 0x1p-20f)
// A smaller share of a semi-axis is none, before products of floats underflow: in all modes alike.
#define CAPS_LEAST_SHARE 0x1p-100f

// What the passes over a portion hand on. A sphere uses the first size only.
struct caps_portion {
    _Alignas(64) float size[3][SHAPES_PORTION];
    _Alignas(64) float down[3][SHAPES_PORTION]; // −nᵢ aᵢ, scaled
    _Alignas(64) float square[SHAPES_PORTION];  // γ
    _Alignas(64) float left[SHAPES_PORTION];    // γ − δ, or 0 if the plane misses the body
    _Alignas(64) float offset[SHAPES_PORTION];  // d, scaled
};

// Stores a turn of planes as the ball sees them: |nᵢ|aᵢ, times `scale`, and d.
static inline void caps_store(const lanes_double side[3], lanes_double scale, const lanes n[3],
                              lanes d, struct caps_portion *portion, size_t i) {
    const lanes zero = lanes_splat(0.0f);
    const lanes_double far = lanes_double_splat(CAPS_FAR), near = lanes_double_splat(-CAPS_FAR);
    const lanes_double moved = lanes_double_mul(lanes_widen(d), scale);
    const lanes_double offset = lanes_double_max(lanes_double_min(moved, far), near);
    lanes_double square = lanes_double_mul(side[0], side[0]);
    square = lanes_double_muladd(side[1], side[1], square);
    square = lanes_double_muladd(side[2], side[2], square);
    const lanes_double left = lanes_double_sub(square, lanes_double_mul(offset, offset));
    for (int k = 0; k < 3; ++k) {
        const lanes length = lanes_narrow(side[k]);
        const lanes_mask turned = lanes_less(n[k], zero);
        lanes_store(&portion->down[k][i], lanes_select(turned, length, lanes_sub(zero, length)));
    }
    lanes_store(&portion->square[i], lanes_narrow(square));
    lanes_store(&portion->left[i], lanes_narrow(lanes_double_max(left, lanes_double_splat(0.0))));
    lanes_store(&portion->offset[i], lanes_narrow(offset));
}

// Writes a turn of answers; a body has one size or three.
static inline void caps_answer(const struct caps_portion *portion, size_t i, int sizes,
                               struct buoy_volume *results) {
    const lanes zero = lanes_splat(0.0f), one = lanes_splat(1.0f), two = lanes_splat(2.0f);
    const lanes square = lanes_load(&portion->square[i]), offset = lanes_load(&portion->offset[i]);
    const lanes g = lanes_sqrt(square);
    const lanes k =
        lanes_div(lanes_load(&portion->left[i]), lanes_muladd(g, lanes_abs(offset), square));
    const lanes_mask more = lanes_less(zero, offset);
    const lanes rest = lanes_sub(two, k);
    const lanes wet = lanes_select(more, rest, k), dry = lanes_select(more, k, rest);
    const lanes_mask shallow = lanes_less(wet, lanes_splat(CAPS_SHALLOW));
    const lanes deeper =
        lanes_select(shallow, lanes_splat(0.75f * CAPS_DEEPER), lanes_splat(0.75f));
    const lanes lean =
        lanes_div(lanes_mul(lanes_mul(dry, dry), deeper), lanes_mul(g, lanes_add(one, dry)));
    const lanes per_side = lanes_keep(lanes_less(zero, wet), lean);
    lanes_double c[3], size[3];
    for (int x = 0; x < 3; ++x) {
        const lanes down = lanes_load(&portion->down[x][i]);
        const lanes share = lanes_min(lanes_mul(lanes_abs(down), per_side), one);
        const lanes t = lanes_keep(lanes_less(lanes_splat(CAPS_LEAST_SHARE), share), share);
        const lanes along = lanes_select(lanes_less(zero, down), t, lanes_sub(zero, t));
        size[x] = lanes_widen(lanes_load(&portion->size[sizes == 1 ? 0 : x][i]));
        c[x] = lanes_double_mul(lanes_widen(along), size[x]); // never −0
    }
    const lanes_double w = lanes_widen(wet);
    const lanes_double rise = lanes_double_sub(lanes_double_splat(3.0), w);
    lanes_double volume = lanes_double_mul(lanes_double_mul(size[0], size[1]), size[2]);
    volume = lanes_double_mul(volume, lanes_double_mul(lanes_double_mul(w, w), rise));
    volume = lanes_double_mul(volume, lanes_double_splat(CAPS_PI / 3.0));
    lanes_double_store4((double *)&results[i], volume, c[0], c[1], c[2]);
}

// First pass over a portion: reads LANES_WIDTH questions, and returns which are valid.
typedef lanes_mask caps_read(const struct buoy_shape *shapes, const struct buoy_plane *planes,
                             struct caps_portion *portion, size_t i);

// Answers whole turns of questions, as shapes_turns.h wants it. A template provides `read`; its
// bodies have one size or three. Inlined, because a call of `read` for every turn would cost more
// than it does.
static inline __attribute__((always_inline)) bool
caps_volumes(const struct buoy_shape *shapes, const struct buoy_plane *planes, size_t count,
             struct buoy_volume *results, caps_read *read, int sizes) {
    struct caps_portion portion;
    lanes_mask good = lanes_less(lanes_splat(0.0f), lanes_splat(1.0f));
    for (size_t i = 0; i < count; i += LANES_WIDTH) {
        good = lanes_and(good, read(shapes, planes, &portion, i));
    }
    for (size_t i = 0; i < count; i += LANES_WIDTH) {
        caps_answer(&portion, i, sizes, results);
    }
    return shapes_all(good);
}

// --------------------------------------------------------------------------------- surfaces

// A cut through the unit ball, in double. Squares of products of floats are normal numbers, without
// scaling.
struct caps_cut {
    doubles up[3];  // m
    doubles g, k;   // g, and the height of the smaller cap
    doubles middle; // d/g: where the cut's middle is on m
    doubles wet;    // the height of the wet cap
};

static inline struct caps_cut caps_find_cut(const struct shapes_question *question) {
    struct caps_cut cut;
    doubles side[3];
    const doubles zero = doubles_splat(0.0), two = doubles_splat(2.0);
    for (int i = 0; i < 3; ++i) {
        side[i] = doubles_mul(question->n[i], question->size[i]);
    }
    const doubles square = doubles_dot(side, side), d = question->d;
    const doubles left = doubles_max(doubles_sub(square, doubles_mul(d, d)), zero);
    cut.g = doubles_sqrt(square);
    cut.k = doubles_div(left, doubles_muladd(cut.g, shapes_abs(d), square));
    const doubles q = doubles_div(d, cut.g);
    cut.wet = doubles_min(doubles_muladd(two, doubles_max(q, zero), cut.k), two);
    // γ − δ is 0, or at least 2⁻⁵⁴ γ.
    const doubles any = doubles_min(doubles_mul(cut.k, doubles_splat(0x1p60)), doubles_splat(1.0));
    const doubles one = doubles_splat(1.0), least = doubles_splat(-1.0);
    cut.middle = doubles_mul(doubles_min(doubles_max(q, least), one), any);
    for (int i = 0; i < 3; ++i) {
        cut.up[i] = doubles_div(side[i], cut.g);
    }
    return cut;
}

// The waterplane is the image of a disc of area π r², r² = k (2 − k), about (d/g) m. Stretching by
// A multiplies areas across m by abc |n|/g; and a disc's second moments about its middle are ¼ r²
// of its area across m, so those of the image are ¼ r² A (1 − m mᵀ) A of its area.
static inline void caps_waterplane(const struct shapes_question *question,
                                   const struct caps_cut *cut, doubles surface[SHAPES_FIELDS]) {
    const doubles *size = question->size, *m = cut->up, zero = doubles_splat(0.0);
    const doubles r2 = doubles_mul(cut->k, doubles_sub(doubles_splat(2.0), cut->k));
    const doubles n = doubles_sqrt(doubles_dot(question->n, question->n));
    const doubles all = doubles_mul(doubles_mul(size[0], size[1]), size[2]);
    const doubles stretch = doubles_mul(all, doubles_div(n, cut->g));
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

#undef CAPS_FAR
#undef CAPS_SHALLOW
#undef CAPS_DEEPER
#undef CAPS_LEAST_SHARE

#endif
