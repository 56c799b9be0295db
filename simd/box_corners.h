// box/corners: lanes = boxes. A template, included by every_method.h once for each instruction set.
//
// Method. S. Celis, "Simulating Buoyancy" (2015), finds the volume of a box below a plane in closed
// form, as a sum over its corners; the centre of buoyancy is derived here. Sums over corners divide
// by the product of the normal's components, and lose all digits where one component is small,
// which is how bodies float. The formulas below lose no digits at any tilt.
//
// Unit cube. The box is mirrored so that no component of n is negative, and the side of the water
// that holds less of the box is taken. Its part is a u + b v + c w < α of the cube 0 ≤ u, v, w ≤ 1,
// where a ≤ b ≤ c are the |nᵢ|hᵢ, sorted, and 2α = Σ|nᵢ|hᵢ − |d|. Only their ratios matter: they
// are scaled by a power of two that brings their sum into [1, 2). (R. Scardovelli and S. Zaleski,
// J. Comput. Phys. 164, 2000, sort them likewise.)
//
// Volume. Above (u, v) the cut is W/c high, W = max(α − a u − b v, 0):
//   c V = S = ∫∫ W du dv − tip,
// where the tip is the part above the lid w = 1: a tetrahedron over a u + b v < ε, with ε = α − c ≤
// a/2 because 2α ≤ a + b + c, so that the tip has no lids of its own.
//
// Centroid. Rather than ū, t = 1 − 2ū is computed: the distance from the cube's centre in half
// extents, which is what rights a body. Integrated by parts along u, with 0 < W < c on the
// waterplane,
//   S t_u = a ∫∫ u (1 − u) du dv,   S t_v = b ∫∫ v (1 − v) du dv,   both over the waterplane,
//   S t_w = ∫∫ W (1 − W/c) du dv.
// So a small tilt has a small arm, right to its last digits, and no tilt has an arm of 0.
//
// Integrals over v. At u, α − a u is left; v is wet up to x = min((α − a u)/b, 1), and δ = max(α −
// a u − b, 0) is the height that remains at v = 1:
//   ∫W = b x²/2 + δ,   ∫W² = b² x³/3 + δ (δ + b),
//   ∫v (1 − v) = x²/2 − x³/3,   ∫u (1 − u) = u (1 − u) x.
// Integrals over u. Up to u₁ all of v is wet (x = 1); from u₁ to u₀ a part of v is wet (δ = 0). All
// integrands are polynomials of the third degree at most: the first integrals are written out, the
// second are taken by the two-point rule of Gauss and Legendre, which is exact.
//
// Rounding. All sums are of positive terms, with two exceptions. The tip is at most 1/8 of what it
// is subtracted from, and x³/3, 1 − u and 1 − W/c leave a quarter or more. Quotients by a or b are
// shares of the cube's edge. u₁ = (α − b)/a is noise if a is less than the rounding of α; but then
// x is 1, or nearly so, on both sides of u₁, and it does not matter where one formula takes over
// from the other. a, b, c and α are found in double and rounded once, because |d| may cancel all
// but the last bits of the sum.
#ifndef BUOY_BOX_CORNERS_H
#define BUOY_BOX_CORNERS_H

#include <math.h>
#include <string.h>

#include "dispatch/methods.h"
#include "shapes_turns.h"

// A side below this hardly differs from 0, because α is no finer than 2⁻⁵⁴; quotients by it stay
// finite.
#define CORNERS_LEAST_SIDE 0x1p-60f
// With a smaller S too little of the box is wet for float: products of S would underflow.
#define CORNERS_LEAST_S 0x1p-100f
// The centroid is at least α/4 below the water. Each t is right to 2⁻²¹ of itself, so that, up to
// this α, rounding could lift the centroid out of the water; there the centroid is moved outward,
// and so down, by more.
#define CORNERS_SHALLOW 0x1p-18f
#define CORNERS_DEEPER (1.0f + 0x1p-20f)

static inline void corners_scale(const lanes h[3], const lanes n[3], lanes d, lanes m[3],
                                 lanes *alpha) {
    lanes_double wide[3];
    for (int i = 0; i < 3; ++i) {
        wide[i] = lanes_double_mul(lanes_widen(lanes_abs(n[i])), lanes_widen(h[i]));
    }
    const lanes_double sum = lanes_double_add(lanes_double_add(wide[0], wide[1]), wide[2]);
    const lanes_double inverse = lanes_double_scale(sum);
    for (int i = 0; i < 3; ++i) {
        m[i] = lanes_narrow(lanes_double_mul(wide[i], inverse));
    }
    const lanes_double left = lanes_double_sub(sum, lanes_widen(lanes_abs(d)));
    // Bounded even if the plane misses the box by far, so that float does not overflow.
    const lanes_double scaled =
        lanes_double_max(lanes_double_mul(left, inverse), lanes_double_splat(-1.0));
    *alpha = lanes_mul(lanes_narrow(scaled), lanes_splat(0.5f));
}

// The wet share f of the box, on the side of the water that holds less of it, and the distance of
// that part's centroid from the box's centre, in half extents, along sorted sides m.
static inline void corners_close(const lanes m[3], lanes left, lanes *f, lanes t[3]) {
    const lanes zero = lanes_splat(0.0f), one = lanes_splat(1.0f), half = lanes_splat(0.5f);
    const lanes two = lanes_splat(2.0f), three = lanes_splat(3.0f);
    const lanes side = lanes_splat(CORNERS_LEAST_SIDE), alpha = lanes_max(left, zero);
    const lanes a = lanes_max(m[0], side), b = lanes_max(m[1], side), c = m[2];
    const lanes per_a = lanes_div(one, a), per_b = lanes_div(one, b);
    const lanes over_b = lanes_max(lanes_sub(alpha, b), zero); // δ at u = 0
    const lanes u1 = lanes_min(lanes_mul(over_b, per_a), one);
    const lanes u0 = lanes_min(lanes_mul(alpha, per_a), one);
    const lanes at_end = lanes_max(lanes_sub(alpha, a), zero); // α − a u at u = 1

    // Up to u₁, where all of v is wet: ∫∫W, 6 ∫∫W², 6 ∫∫u(1 − u) and 6 ∫∫v(1 − v).
    const lanes rest = lanes_max(lanes_sub(over_b, a), zero); // δ at u₁
    const lanes sum = lanes_add(over_b, rest);
    const lanes squares = lanes_muladd(over_b, over_b, lanes_mul(rest, sum)); // 3 × the mean of δ²
    const lanes bracket = lanes_muladd(two, b, lanes_mul(three, sum));
    lanes w = lanes_mul(lanes_mul(half, u1), lanes_add(sum, b));
    lanes w2 = lanes_mul(u1, lanes_muladd(b, bracket, lanes_mul(two, squares)));
    lanes u = lanes_mul(lanes_mul(u1, u1), lanes_sub(three, lanes_mul(two, u1)));
    lanes v = u1;

    // From u₁ to u₀, where v is wet up to x, which is `high` at u₁ and `low` at u₀.
    const lanes high = lanes_min(lanes_div(alpha, b), one); // divided, for f has their squares
    const lanes low = lanes_min(lanes_div(at_end, b), one);
    const lanes gauss = lanes_splat(0.21132487f); // (1 − 1/√3) / 2 from either end
    const lanes width = lanes_sub(u0, u1);
    const lanes across = lanes_mul(gauss, width), down = lanes_mul(gauss, lanes_sub(high, low));
    const lanes p = lanes_add(u1, across), q = lanes_sub(u0, across);
    const lanes x = lanes_sub(high, down), y = lanes_add(low, down); // at p and at q
    const lanes x2 = lanes_mul(x, x), y2 = lanes_mul(y, y);
    const lanes sum2 = lanes_add(x2, y2), sum3 = lanes_muladd(x2, x, lanes_mul(y2, y));
    const lanes sum_u = lanes_muladd(lanes_mul(p, lanes_sub(one, p)), x,
                                     lanes_mul(lanes_mul(q, lanes_sub(one, q)), y));
    const lanes sum_v = lanes_sub(lanes_mul(lanes_splat(1.5f), sum2), sum3);
    const lanes area = lanes_mul(width, b);
    w = lanes_muladd(lanes_mul(lanes_splat(0.25f), area), sum2, w);
    w2 = lanes_muladd(lanes_mul(area, b), sum3, w2);
    u = lanes_muladd(lanes_mul(three, width), sum_u, u);
    v = lanes_muladd(width, sum_v, v);

    // Less the tip.
    const lanes over_c = lanes_max(lanes_sub(alpha, c), zero);
    const lanes tip = lanes_min(over_c, lanes_mul(half, a));
    const lanes tip_u = lanes_mul(tip, per_a), tip_v = lanes_mul(tip, per_b);
    const lanes square = lanes_mul(tip_u, tip_v), volume = lanes_mul(square, tip); // 6 times
    const lanes base = lanes_mul(half, square);
    w = lanes_sub(w, lanes_mul(lanes_splat(1.0f / 6.0f), volume));
    w2 = lanes_sub(w2, lanes_mul(volume, lanes_muladd(half, tip, lanes_mul(two, c))));
    u = lanes_sub(u, lanes_mul(base, lanes_mul(tip_u, lanes_sub(two, tip_u))));
    v = lanes_sub(v, lanes_mul(base, lanes_mul(tip_v, lanes_sub(two, tip_v))));

    const lanes least = lanes_splat(CORNERS_LEAST_S);
    const lanes per_s = lanes_div(lanes_splat(1.0f / 6.0f), lanes_max(w, least));
    const lanes per_c = lanes_div(one, c);
    *f = lanes_keep(lanes_less(least, w), lanes_div(w, c)); // rounds once, × per_c twice
    t[0] = lanes_mul(m[0], lanes_mul(u, per_s));
    t[1] = lanes_mul(m[1], lanes_mul(v, per_s));
    t[2] = lanes_sub(one, lanes_mul(lanes_mul(w2, per_c), per_s));
}

// From sides and α to f and t, in the order of the axes.
static inline void corners_solve(const lanes sides[3], lanes alpha, lanes *f, lanes t[3]) {
    lanes m[3] = {sides[0], sides[1], sides[2]};
    lanes_mask swapped[3];
    const lanes low = lanes_min(m[0], m[1]), high = lanes_max(m[0], m[1]);
    const lanes middle = lanes_min(m[2], high);
    swapped[0] = lanes_less(m[1], m[0]);
    swapped[1] = lanes_less(m[2], high);
    swapped[2] = lanes_less(middle, low);
    m[2] = lanes_max(m[2], high);
    m[1] = lanes_max(middle, low);
    m[0] = lanes_min(middle, low);
    corners_close(m, alpha, f, t);
    lanes_swap_if(swapped[2], &t[0], &t[1]);
    lanes_swap_if(swapped[1], &t[1], &t[2]);
    lanes_swap_if(swapped[0], &t[0], &t[1]);
}

static inline void corners_answer(const lanes h[3], const lanes n[3], lanes d, lanes alpha, lanes f,
                                  const lanes t[3], struct buoy_volume *results) {
    lanes_double volume, c[3];
    const lanes zero = lanes_splat(0.0f), one = lanes_splat(1.0f);
    const lanes rest = lanes_sub(one, f);
    const lanes_mask any = lanes_less(zero, f), more = lanes_less(zero, d);
    const lanes_mask shallow = lanes_less(alpha, lanes_splat(CORNERS_SHALLOW));
    const lanes deeper = lanes_select(shallow, lanes_splat(CORNERS_DEEPER), one);
    const lanes scale = lanes_select(more, lanes_div(f, rest), lanes_keep(any, deeper));
    lanes_double size[3];
    for (int k = 0; k < 3; ++k) {
        const lanes arm = lanes_min(lanes_mul(t[k], scale), one);
        const lanes_mask turned = lanes_less(n[k], zero);
        const lanes along = lanes_select(turned, arm, lanes_sub(zero, arm)); // never −0
        size[k] = lanes_widen(h[k]);
        c[k] = lanes_double_mul(lanes_widen(along), size[k]);
    }
    const lanes wet = lanes_mul(lanes_splat(8.0f), lanes_select(more, rest, f));
    volume = lanes_double_mul(lanes_double_mul(size[0], size[1]), size[2]);
    volume = lanes_double_mul(volume, lanes_widen(wet));
    lanes_double_store4((double *)results, volume, c[0], c[1], c[2]);
}

// Answers LANES_WIDTH questions from beginning to end; false, with no result written, if one of
// them is invalid.
static inline bool corners_turn(const struct buoy_shape *boxes, const struct buoy_plane *planes,
                                struct buoy_volume *results) {
    lanes h[3], n[3], d, m[3], alpha, f, t[3];
    shapes_load(boxes, planes, h, n, &d);
    if (!shapes_all(shapes_valid(h, 3, n, d))) {
        return false;
    }
    corners_scale(h, n, d, m, &alpha);
    corners_solve(m, alpha, &f, t);
    corners_answer(h, n, d, alpha, f, t, results);
    return true;
}

// Answers fewer questions than a turn, in copies filled up to a whole turn.
static inline bool corners_rest(const struct buoy_shape *boxes, const struct buoy_plane *planes,
                                size_t count, struct buoy_volume *results) {
    struct buoy_shape turn_boxes[LANES_WIDTH];
    struct buoy_plane turn_planes[LANES_WIDTH];
    struct buoy_volume answers[LANES_WIDTH];
    if (count == 0) {
        return true;
    }
    for (size_t i = 0; i < LANES_WIDTH; ++i) {
        turn_boxes[i] = boxes[i < count ? i : 0];
        turn_planes[i] = planes[i < count ? i : 0];
    }
    if (!corners_turn(turn_boxes, turn_planes, answers)) {
        return false;
    }
    // Number by number, lest compilers call memcpy(), which takes 30 ns for what was just written.
    for (size_t i = 0; i < count; ++i) {
        results[i].volume = answers[i].volume;
        results[i].centre[0] = answers[i].centre[0];
        results[i].centre[1] = answers[i].centre[1];
        results[i].centre[2] = answers[i].centre[2];
    }
    return true;
}

// What three passes over a portion of the boxes hand on. Turns from beginning to end would be long
// chains of operations, each waiting for the one before. With three short passes a processor works
// on several turns at once, and is a quarter faster.
#define CORNERS_PORTION 64
struct corners_portion {
    _Alignas(64) float h[3][CORNERS_PORTION], n[3][CORNERS_PORTION], d[CORNERS_PORTION];
    _Alignas(64) float m[3][CORNERS_PORTION], alpha[CORNERS_PORTION];
    _Alignas(64) float t[3][CORNERS_PORTION], f[CORNERS_PORTION];
};

static inline void corners_load_rows(float (*rows)[CORNERS_PORTION], size_t i, lanes v[3]) {
    for (int k = 0; k < 3; ++k) {
        v[k] = lanes_load(&rows[k][i]);
    }
}

static inline void corners_store_rows(float (*rows)[CORNERS_PORTION], size_t i, const lanes v[3]) {
    for (int k = 0; k < 3; ++k) {
        lanes_store(&rows[k][i], v[k]);
    }
}

// Where the turn from question i on begins: the last one, unless it is full, takes in some that
// came before. They are answered again, with the same bits, which is cheaper than to copy the last
// ones.
static inline size_t corners_begin(size_t i, size_t count) {
    return i + LANES_WIDTH <= count ? i : count - LANES_WIDTH;
}

// Answers questions, at least a turn and at most a portion.
static inline void corners_turns(const struct buoy_shape *boxes, const struct buoy_plane *planes,
                                 size_t count, struct buoy_volume *results) {
    struct corners_portion portion;
    for (size_t i = 0; i < count; i += LANES_WIDTH) {
        const size_t from = corners_begin(i, count);
        lanes h[3], n[3], d, m[3], alpha;
        shapes_load(&boxes[from], &planes[from], h, n, &d);
        corners_scale(h, n, d, m, &alpha);
        corners_store_rows(portion.h, i, h);
        corners_store_rows(portion.n, i, n);
        corners_store_rows(portion.m, i, m);
        lanes_store(&portion.d[i], d);
        lanes_store(&portion.alpha[i], alpha);
    }
    for (size_t i = 0; i < count; i += LANES_WIDTH) {
        lanes m[3], f, t[3];
        corners_load_rows(portion.m, i, m);
        corners_solve(m, lanes_load(&portion.alpha[i]), &f, t);
        corners_store_rows(portion.t, i, t);
        lanes_store(&portion.f[i], f);
    }
    for (size_t i = 0; i < count; i += LANES_WIDTH) {
        lanes h[3], n[3], t[3];
        corners_load_rows(portion.h, i, h);
        corners_load_rows(portion.n, i, n);
        corners_load_rows(portion.t, i, t);
        corners_answer(h, n, lanes_load(&portion.d[i]), lanes_load(&portion.alpha[i]),
                       lanes_load(&portion.f[i]), t, &results[corners_begin(i, count)]);
    }
}

// Whether questions, at least a turn of them, are valid.
static inline bool corners_valid(const struct buoy_shape *boxes, const struct buoy_plane *planes,
                                 size_t count) {
    lanes_mask good = lanes_less(lanes_splat(0.0f), lanes_splat(1.0f));
    for (size_t i = 0; i < count; i += LANES_WIDTH) {
        const size_t from = corners_begin(i, count);
        lanes h[3], n[3], d;
        shapes_load(&boxes[from], &planes[from], h, n, &d);
        good = lanes_and(good, shapes_valid(h, 3, n, d));
    }
    return shapes_all(good);
}

bool BUOY_VARIANT(buoy_box_corners)(const struct buoy_shapes_query *query,
                                    struct buoy_volume *restrict results) {
    const struct buoy_shape *boxes = query->shapes;
    const struct buoy_plane *planes = query->planes;
    const size_t count = query->count;
    if (count <= LANES_WIDTH) {
        return count == LANES_WIDTH ? corners_turn(boxes, planes, results)
                                    : corners_rest(boxes, planes, count, results);
    }
    if (!corners_valid(boxes, planes, count)) {
        return false;
    }
    for (size_t i = 0; i < count; i += CORNERS_PORTION) {
        const size_t first = corners_begin(i, count), left = count - first;
        const size_t portion = left < CORNERS_PORTION ? left : CORNERS_PORTION;
        corners_turns(&boxes[first], &planes[first], portion, &results[first]);
    }
    return true;
}

#endif
