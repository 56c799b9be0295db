// shapes/box: lanes = boxes. A template, included by every_method.h once for each instruction set,
// after box_corners.h: volumes and centres are those of box/corners, bit for bit. Surfaces are
// found here, in double.
//
// The box is seen as the cube −1 ≤ ξ ≤ 1, mirrored so that no component of the normal is negative:
// p·ξ = d with pᵢ = |nᵢ|hᵢ, exact products. On the edge along axis j on which ξᵢ = ±1 and ξₖ = ±1,
// the water stands up to
//   ξⱼ = (d ∓ pᵢ ∓ pₖ)/pⱼ, clamped to −1 … 1.
// These twelve numbers are all there is to it. On each face they are the two ends P and Q of the
// waterline, which coincide in a corner if the face is wholly wet or dry; neighbouring faces share
// them, so that the waterline has no gaps. The sums are compensated: between two of the numbers
// that all but cancel, where a face is almost flush with the water, hardly a bit is lost. If an
// edge lies in the water, the subtraction of a little from d ∓ pᵢ ∓ pₖ decides which of its two
// faces is wet there.
//
// Wetted area: a face is wet in all columns up to P, and in trapezoids from P to Q. Waterplane:
// triangles from the middle p of the waterline to each of its six parts; with corners at p + u and
// p + v, a triangle of area A has
//   ∫ (x − p) dA = A (u + v)/3,   ∫ (x − p)(x − p)ᵀ dA = A (u uᵀ + v vᵀ + (u + v)(u + v)ᵀ)/12.
#include "shapes_turns.h"

// What is subtracted from heights, and the least divisor, which is far less; in shares of Σp.
#define BOX_LITTLE 0x1p-320
#define BOX_LEAST 0x1p-400

struct box_cut {
    doubles h[3], p[3], d; // half extents, p, and d between −2Σp and 2Σp
    doubles sum;           // Σp
    doubles sign[3];       // of the normal's components
    doubles n[3];          // |nᵢ|/|n|
    // Along each axis: ξ on the edge with the next axis at −1 or +1, and the one after at −1 or +1.
    doubles edge[3][2][2];
};

// A part of the waterline: on the face ξᵢ = ±1, with the other two axes in cyclic order.
struct box_part {
    int axis;
    doubles level;      // ±1
    doubles p[2], q[2]; // the ends P and Q: P has the lesser first coordinate
};

static inline struct box_cut box_find_cut(const struct shapes_question *question) {
    struct box_cut cut;
    const doubles one = doubles_splat(1.0), less = doubles_splat(-1.0);
    const doubles n = doubles_sqrt(doubles_dot(question->n, question->n));
    for (int i = 0; i < 3; ++i) {
        const doubles size = doubles_abs(question->n[i]);
        // −1 if n < 0: floats are not less than 2⁻¹⁴⁹.
        const doubles large = doubles_muladd(question->n[i], doubles_splat(0x1p200), one);
        cut.sign[i] = doubles_max(doubles_min(large, one), less);
        cut.h[i] = question->size[i];
        cut.n[i] = doubles_div(size, n);
        cut.p[i] = doubles_mul(size, question->size[i]);
    }
    cut.sum = doubles_add(doubles_add(cut.p[0], cut.p[1]), cut.p[2]);
    const doubles far = doubles_add(cut.sum, cut.sum);
    cut.d = doubles_max(doubles_min(question->d, far), doubles_sub(doubles_splat(0.0), far));
    return cut;
}

// (a + b) + c, as if rounded but once where a + b and c cancel.
static inline doubles box_sum(doubles a, doubles b, doubles c) {
    const doubles sum = doubles_add(a, b), of_b = doubles_sub(sum, a);
    const doubles lost_a = doubles_sub(a, doubles_sub(sum, of_b)), lost_b = doubles_sub(b, of_b);
    return doubles_add(doubles_add(sum, c), doubles_add(lost_a, lost_b));
}

static inline struct box_part box_find_part(const struct box_cut *cut, int axis, int upper) {
    const int j = (axis + 1) % 3, k = (axis + 2) % 3;
    return (struct box_part){
        .axis = axis,
        .level = doubles_splat(upper ? 1.0 : -1.0),
        // Edges along j have k next and then `axis`; edges along k have `axis` next and then j.
        .p = {cut->edge[j][1][upper], cut->edge[k][upper][0]},
        .q = {cut->edge[j][0][upper], cut->edge[k][upper][1]},
    };
}

// One end of a part, seen from `from`.
static inline void box_place(const struct box_cut *cut, const struct box_part *part,
                             const doubles end[2], const doubles from[3], doubles u[3]) {
    const int i = part->axis, j = (i + 1) % 3, k = (i + 2) % 3;
    u[i] = doubles_mul(cut->h[i], doubles_sub(part->level, from[i]));
    u[j] = doubles_mul(cut->h[j], doubles_sub(end[0], from[j]));
    u[k] = doubles_mul(cut->h[k], doubles_sub(end[1], from[k]));
}

// Sums over the waterplane, about the middle: area × 2, first moments × 6, second moments × 24.
struct box_sums {
    doubles area, first[3], second[6];
};

static inline void box_add_triangle(const struct box_cut *cut, const struct box_part *part,
                                    const doubles middle[3], struct box_sums *sums) {
    doubles u[3], v[3], cross[3], both[3];
    box_place(cut, part, part->p, middle, u);
    box_place(cut, part, part->q, middle, v);
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        cross[i] = doubles_sub(doubles_mul(u[j], v[k]), doubles_mul(u[k], v[j]));
        both[i] = doubles_add(u[i], v[i]);
    }
    const doubles area = doubles_abs(doubles_dot(cut->n, cross));
    sums->area = doubles_add(sums->area, area);
    for (int i = 0, m = 0; i < 3; ++i) {
        sums->first[i] = doubles_muladd(area, both[i], sums->first[i]);
        for (int j = i; j < 3; ++j, ++m) {
            const doubles ends = doubles_muladd(u[i], u[j], doubles_mul(v[i], v[j]));
            sums->second[m] =
                doubles_muladd(area, doubles_muladd(both[i], both[j], ends), sums->second[m]);
        }
    }
}

static inline void box_waterplane(const struct box_cut *cut, const struct box_part parts[6],
                                  doubles surface[SHAPES_FIELDS]) {
    const doubles zero = doubles_splat(0.0);
    struct box_sums sums = {zero, {zero, zero, zero}, {zero, zero, zero, zero, zero, zero}};
    doubles middle[3];
    // The middle of the waterline, in the cube.
    doubles lengths = doubles_splat(0.0);
    middle[0] = middle[1] = middle[2] = lengths;
    for (int f = 0; f < 6; ++f) {
        const struct box_part *part = &parts[f];
        const int i = part->axis, j = (i + 1) % 3, k = (i + 2) % 3;
        // |Δξ| + |Δη| is as good a length as any; and twice the middle of the part.
        const doubles length =
            doubles_add(doubles_sub(part->q[0], part->p[0]), doubles_sub(part->p[1], part->q[1]));
        lengths = doubles_add(lengths, length);
        middle[i] = doubles_muladd(length, doubles_add(part->level, part->level), middle[i]);
        middle[j] = doubles_muladd(length, doubles_add(part->p[0], part->q[0]), middle[j]);
        middle[k] = doubles_muladd(length, doubles_add(part->p[1], part->q[1]), middle[k]);
    }
    const doubles per_length =
        doubles_div(doubles_splat(0.5), doubles_max(lengths, doubles_splat(BOX_LEAST)));
    for (int i = 0; i < 3; ++i) {
        middle[i] = doubles_mul(middle[i], per_length);
    }
    for (int f = 0; f < 6; ++f) {
        box_add_triangle(cut, &parts[f], middle, &sums);
    }
    // Areas are 0, or far above 10⁻¹⁶⁰ and below 10⁸⁰.
    const doubles any =
        doubles_min(doubles_mul(sums.area, doubles_splat(0x1p600)), doubles_splat(1.0));
    const doubles per = doubles_div(any, doubles_max(sums.area, doubles_splat(0x1p-600)));
    surface[SHAPES_WATERPLANE_AREA] = doubles_mul(doubles_splat(0.5), sums.area);
    for (int i = 0, m = 0; i < 3; ++i) {
        const doubles shift =
            doubles_mul(doubles_splat(1.0 / 3.0), doubles_mul(sums.first[i], per));
        const doubles w = doubles_muladd(doubles_mul(cut->h[i], middle[i]), any, shift);
        surface[SHAPES_CENTROID + i] = doubles_add(doubles_mul(w, cut->sign[i]), zero);
        for (int j = i; j < 3; ++j, ++m) {
            const doubles about = doubles_mul(doubles_mul(sums.first[i], per), sums.first[j]);
            const doubles moment =
                doubles_sub(doubles_mul(sums.second[m], doubles_splat(1.0 / 24.0)),
                            doubles_mul(about, doubles_splat(1.0 / 18.0)));
            surface[SHAPES_MOMENTS + m] =
                i == j ? doubles_max(moment, zero)
                       : doubles_add(doubles_mul(moment, doubles_mul(cut->sign[i], cut->sign[j])),
                                     zero);
        }
    }
}

static inline void box_wetting(const struct shapes_question *question,
                               doubles surface[SHAPES_FIELDS]) {
    struct box_cut cut = box_find_cut(question);
    struct box_part parts[6];
    doubles wetted = doubles_splat(0.0);
    // Where the water crosses edges.
    const doubles one = doubles_splat(1.0), less = doubles_splat(-1.0);
    const doubles zero = doubles_splat(0.0);
    const doubles little = doubles_mul(cut.sum, doubles_splat(BOX_LITTLE));
    const doubles least = doubles_mul(cut.sum, doubles_splat(BOX_LEAST));
    for (int j = 0; j < 3; ++j) {
        const doubles a = cut.p[(j + 1) % 3], b = cut.p[(j + 2) % 3];
        const doubles per = doubles_div(one, doubles_max(cut.p[j], least));
        const doubles down_a = doubles_sub(zero, a), down_b = doubles_sub(zero, b);
        const doubles heights[2][2] = {{box_sum(cut.d, a, b), box_sum(cut.d, a, down_b)},
                                       {box_sum(cut.d, down_a, b), box_sum(cut.d, down_a, down_b)}};
        for (int s = 0; s < 4; ++s) {
            const doubles height = doubles_sub(heights[s / 2][s % 2], little);
            cut.edge[j][s / 2][s % 2] =
                doubles_max(doubles_min(doubles_mul(height, per), one), less);
        }
    }
    for (int f = 0; f < 6; ++f) {
        parts[f] = box_find_part(&cut, f / 2, f % 2);
        const doubles face = doubles_mul(cut.h[(f / 2 + 1) % 3], cut.h[(f / 2 + 2) % 3]);
        // The wet share of a face, 4 times.
        const struct box_part *part = &parts[f];
        const doubles columns = doubles_add(part->p[0], doubles_splat(1.0));
        const doubles mean = doubles_mul(doubles_splat(0.5), doubles_add(part->p[1], part->q[1]));
        const doubles trapezoids =
            doubles_mul(doubles_sub(part->q[0], part->p[0]), doubles_add(mean, doubles_splat(1.0)));
        wetted =
            doubles_muladd(face, doubles_muladd(doubles_splat(2.0), columns, trapezoids), wetted);
    }
    surface[SHAPES_WETTED_AREA] = wetted;
    box_waterplane(&cut, parts, surface);
}

static inline bool box_volumes(const struct buoy_shape *shapes, const struct buoy_plane *planes,
                               size_t count, struct buoy_volume *results) {
    const struct buoy_shapes_query query = {.shapes = shapes, .planes = planes, .count = count};
    return BUOY_VARIANT(buoy_box_corners)(&query, results);
}

bool BUOY_VARIANT(buoy_shapes_box)(const struct buoy_shapes_query *query,
                                   struct buoy_volume *restrict results) {
    return shapes_answer(query, results, box_volumes, box_wetting);
}
