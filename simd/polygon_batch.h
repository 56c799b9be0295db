// polygon/batch: lanes = polygons of up to eight vertices, as Box2D has them. A template, included
// by every_method.h once for each instruction set.
//
// The method is polygon/clip's (scalar/polygon_clip.c): shares f of edges come from heights alone;
// the apex p is on the line, in the middle of the points where the outline meets it; 2 A = Σ f k
// with k = (v1 − p) × (v2 − p), 6 A c = Σ f k (β₁v1 + β₂v2 + p). No vertex of a clipped polygon is
// built. No lane waits for another: each lane computes what it would alone, so that an answer
// depends neither on its neighbours nor on its place.
//
// Rounding. Heights and k are found in double from the vertices as given, and rounded once; p is
// dropped onto the line in double. So a share is right to a few roundings of itself, wherever the
// polygon lies, and so is every f k. In a convex polygon the f k have the same sign: nothing
// cancels, and A is right to a few roundings of itself. Centroids are sums in float relative to the
// first vertex. The apex is off by a few roundings of the polygon's size. Needles are thinner than
// that, so that their terms do cancel: an area that is small beside the square of the polygon's
// size is left to double.
//
// The water's side. Heights nearer to 0 than POLYGON_LEAST count as dry. So the two heights of an
// edge that the line cuts never vanish together, and the edge's shares add up to 1.
//
// Slots. A polygon's vertices are read in pairs; an odd last vertex is read together with the one
// before it, which therefore comes twice. Slots that are left hold the first vertex again. Edges
// without length and vertices at the origin add exactly nothing, so that the number of slots of a
// turn does not matter: the turn's largest polygon decides it.
//
// Unusual polygons are left to polygon/clip/scalar: those with more vertices, those so large or
// small that products of floats would overflow or vanish, those of which little is wet beside their
// size, and invalid questions.
#include <math.h>
#include <string.h>

#include "bits.h"
#include "dispatch/methods.h"
#include "mesh/mesh.h"
#include "mesh/plane.h"
#include "plane2d/polygon.h"

#define POLYGON_SLOTS BUOY_BATCH_VERTICES
#define POLYGON_SMALLEST BUOY_BATCH_SMALLEST
#define POLYGON_LARGEST BUOY_BATCH_LARGEST
#define POLYGON_LEAST BUOY_BATCH_LEAST

// Sixteen polygons.
struct polygon_block {
    _Alignas(64) float pairs[POLYGON_SLOTS / 2][BUOY_LANES][4]; // x y x y, as read
    _Alignas(64) float count[BUOY_LANES];

    _Alignas(64) float line[3][BUOY_LANES]; // nx, ny, d, as read
    _Alignas(64) double nx[BUOY_LANES], ny[BUOY_LANES], d[BUOY_LANES];
    _Alignas(64) double per_n2[BUOY_LANES]; // 1 / |n|²

    // For each slot; the one after a turn's last is the first again.
    _Alignas(64) float x[POLYGON_SLOTS + 1][BUOY_LANES], y[POLYGON_SLOTS + 1][BUOY_LANES];
    _Alignas(64) float s[POLYGON_SLOTS + 1][BUOY_LANES]; // heights
    // The shares before and after the line, of edges that the line cuts; 0 for other edges.
    _Alignas(64) float t1[POLYGON_SLOTS][BUOY_LANES], t2[POLYGON_SLOTS][BUOY_LANES];

    _Alignas(64) float low_x[BUOY_LANES], low_y[BUOY_LANES];
    _Alignas(64) float high_x[BUOY_LANES], high_y[BUOY_LANES];
    unsigned usual;                            // a bit for each lane
    _Alignas(64) float least_area[BUOY_LANES]; // least area, times two, for which float is right
    // The apex relative to the first vertex, before it is dropped onto the line; cut: 1 or 0.
    _Alignas(64) float apex_x[BUOY_LANES], apex_y[BUOY_LANES], cut[BUOY_LANES];
    _Alignas(64) float area[BUOY_LANES], cx[BUOY_LANES], cy[BUOY_LANES]; // twice the area
};

// Vectors processed at once: while one waits for a division, another goes on.
#define POLYGON_BLOCKS 2

// How many slots the turn from lane i on needs.
static inline unsigned polygon_count_slots(const struct polygon_block *block, int i) {
    float most = 0.0f;
    for (int l = i; l < i + LANES_WIDTH; ++l) {
        most = block->count[l] > most ? block->count[l] : most;
    }
    return ((unsigned)most + 1) / 2 * 2;
}

// Reads up to 16 questions; the lanes that are left repeat the last of them.
static inline void polygon_read_block(const struct buoy_polygon *polygons,
                                      const struct buoy_line *lines, size_t count,
                                      struct polygon_block *block) {
    static const float nothing[4];
    if (count < BUOY_LANES) {
        memset(block, 0, sizeof *block); // turns without a question are left out
    }
    block->usual = 0;
    for (int l = 0; l < BUOY_LANES; ++l) {
        const size_t i = (size_t)l < count ? (size_t)l : count - 1;
        // Nothing is read of a polygon for polygon/clip, which makes it too small.
        const struct buoy_polygon *polygon = &polygons[i];
        const bool usual = !!polygon->vertices & (polygon->count - 2 <= POLYGON_SLOTS - 2);
        const float *vertices = usual ? polygon->vertices : nothing;
        const size_t corners = usual ? polygon->count : 2, last = 2 * corners - 4;
        for (size_t j = 0; j < 2 * POLYGON_SLOTS; j += 4) {
            memcpy(block->pairs[j / 4][l], vertices + (j < last ? j : last), 4 * sizeof *vertices);
        }
        block->count[l] = (float)(int)corners;
        block->line[0][l] = lines[i].normal[0];
        block->line[1][l] = lines[i].normal[1];
        block->line[2][l] = lines[i].d;
    }
}

// Scales lines by powers of two, which round nothing, so that heights are of the polygon's own
// size.
static inline void polygon_scale_lines(struct polygon_block *block) {
    for (int l = 0; l < BUOY_LANES; ++l) {
        const double nx = block->line[0][l], ny = block->line[1][l];
        const double ax = fabs(nx), ay = fabs(ny);
        const double k = buoy_power_of_two_below(ax > ay ? ax : ay);
        const double scaled_x = nx * k, scaled_y = ny * k;
        block->nx[l] = scaled_x;
        block->ny[l] = scaled_y;
        block->d[l] = block->line[2][l] * k;
        block->per_n2[l] = 1.0 / (scaled_x * scaled_x + scaled_y * scaled_y);
    }
}

// Fills the slots of the turn from lane i on.
static inline void polygon_fill_slots(struct polygon_block *block, int i, unsigned slots) {
    const lanes count = lanes_load(&block->count[i]);
    lanes first_x = lanes_splat(0.0f), first_y = first_x;
    for (unsigned j = 0; j < slots; j += 2) {
        lanes x1, y1, x2, y2;
        lanes_load4(block->pairs[j / 2][i], &x1, &y1, &x2, &y2);
        first_x = j == 0 ? x1 : first_x;
        first_y = j == 0 ? y1 : first_y;
        const lanes_mask read = lanes_less(lanes_splat((float)j), count);
        lanes_store(&block->x[j][i], lanes_select(read, x1, first_x));
        lanes_store(&block->y[j][i], lanes_select(read, y1, first_y));
        lanes_store(&block->x[j + 1][i], lanes_select(read, x2, first_x));
        lanes_store(&block->y[j + 1][i], lanes_select(read, y2, first_y));
    }
    lanes_store(&block->x[slots][i], first_x);
    lanes_store(&block->y[slots][i], first_y);
}

// Heights and bounding boxes, and whether a polygon is usual.
static inline void polygon_measure(struct polygon_block *block, int i, unsigned slots) {
    const lanes_double nx = lanes_double_load(&block->nx[i]), ny = lanes_double_load(&block->ny[i]);
    const lanes_double d = lanes_double_load(&block->d[i]);
    const lanes zero = lanes_splat(0.0f);
    lanes low_x = lanes_load(&block->x[0][i]), low_y = lanes_load(&block->y[0][i]);
    lanes high_x = low_x, high_y = low_y;
    lanes defect = zero; // becomes NaN if a height is not finite
    for (unsigned j = 0; j < slots; ++j) {
        const lanes x = lanes_load(&block->x[j][i]), y = lanes_load(&block->y[j][i]);
        low_x = lanes_min(x, low_x);
        low_y = lanes_min(y, low_y);
        high_x = lanes_max(x, high_x);
        high_y = lanes_max(y, high_y);
        const lanes_double along_x = lanes_double_mul(lanes_widen(lanes_load(&block->x[j][i])), nx);
        const lanes_double along_y = lanes_double_mul(lanes_widen(lanes_load(&block->y[j][i])), ny);
        const lanes s = lanes_narrow(lanes_double_sub(lanes_double_add(along_x, along_y), d));
        defect = lanes_add(defect, lanes_mul(s, zero));
        lanes_store(&block->s[j][i], s);
    }
    lanes_store(&block->s[slots][i], lanes_load(&block->s[0][i]));
    lanes_store(&block->low_x[i], low_x);
    lanes_store(&block->low_y[i], low_y);
    lanes_store(&block->high_x[i], high_x);
    lanes_store(&block->high_y[i], high_y);
    // Whatever is not finite ends in a comparison that fails; so does a normal of 0.
    const lanes size = lanes_max(lanes_sub(high_x, low_x), lanes_sub(high_y, low_y));
    const lanes per_n2 = lanes_narrow(lanes_double_load(&block->per_n2[i]));
    lanes_mask usual = lanes_less(lanes_splat(POLYGON_SMALLEST), size);
    usual = lanes_and(usual, lanes_less(size, lanes_splat(POLYGON_LARGEST)));
    usual = lanes_and(usual, lanes_less(defect, lanes_splat(1.0f)));
    usual = lanes_and(usual, lanes_less(per_n2, lanes_splat(2.0f)));
    block->usual |= lanes_bits(usual) << i;
    const lanes square = lanes_mul(lanes_mul(size, size), lanes_splat(BUOY_BATCH_LEAST_AREA));
    lanes_store(&block->least_area[i], lanes_max(square, lanes_splat(POLYGON_LEAST)));
}

// A slot's coordinate relative to the first slot's.
static inline lanes polygon_local(const float *slot, const float *first) {
    return lanes_sub(lanes_load(slot), lanes_load(first));
}

// Cuts the edges, and finds the middle of the cuts.
static inline void polygon_cut_edges(struct polygon_block *block, int i, unsigned slots) {
    // One height of a cut edge is this or more; quotients of other edges stay finite.
    const lanes zero = lanes_splat(0.0f), one = lanes_splat(1.0f);
    const lanes least = lanes_splat(POLYGON_LEAST), wet = lanes_splat(-POLYGON_LEAST);
    lanes sum_x = zero, sum_y = zero, cuts = zero, t1_before = zero;
    lanes s1 = lanes_load(&block->s[0][i]);
    lanes_mask wet1 = lanes_less(s1, wet);
    for (unsigned j = 0; j < slots; ++j) {
        const lanes s2 = lanes_load(&block->s[j + 1][i]);
        const lanes_mask wet2 = lanes_less(s2, wet), cut = lanes_xor(wet1, wet2);
        const lanes size1 = lanes_abs(s1), size2 = lanes_abs(s2);
        const lanes per_size = lanes_div(one, lanes_max(lanes_add(size1, size2), least));
        const lanes t1 = lanes_keep(cut, lanes_mul(size1, per_size));
        const lanes t2 = lanes_keep(cut, lanes_mul(size2, per_size));
        lanes_store(&block->t1[j][i], t1);
        lanes_store(&block->t2[j][i], t2);
        // The cut is at t2 v1 + t1 v2: each vertex has the weights of its two edges.
        const lanes weight = lanes_add(t2, t1_before);
        sum_x = lanes_muladd(weight, polygon_local(&block->x[j][i], &block->x[0][i]), sum_x);
        sum_y = lanes_muladd(weight, polygon_local(&block->y[j][i], &block->y[0][i]), sum_y);
        cuts = lanes_add(cuts, lanes_keep(cut, one));
        t1_before = t1;
        s1 = s2;
        wet1 = wet2;
    }
    const lanes per_cuts = lanes_div(one, lanes_max(cuts, one));
    lanes_store(&block->apex_x[i], lanes_mul(sum_x, per_cuts));
    lanes_store(&block->apex_y[i], lanes_mul(sum_y, per_cuts));
    lanes_store(&block->cut[i], lanes_min(cuts, one));
}

// Σ f k and Σ f k (β₁v1 + β₂v2), relative to the first vertex.
static inline void polygon_sum(struct polygon_block *block, int i, unsigned slots) {
    const lanes zero = lanes_splat(0.0f), one = lanes_splat(1.0f);
    const lanes wet = lanes_splat(-POLYGON_LEAST);
    lanes_double px, py;
    // The apex: on the line if the line cuts the polygon, else the first vertex.
    const lanes_double nx = lanes_double_load(&block->nx[i]), ny = lanes_double_load(&block->ny[i]);
    px = lanes_double_add(lanes_widen(lanes_load(&block->x[0][i])),
                          lanes_widen(lanes_load(&block->apex_x[i])));
    py = lanes_double_add(lanes_widen(lanes_load(&block->y[0][i])),
                          lanes_widen(lanes_load(&block->apex_y[i])));
    const lanes_double along = lanes_double_add(lanes_double_mul(px, nx), lanes_double_mul(py, ny));
    const lanes_double height = lanes_double_sub(along, lanes_double_load(&block->d[i]));
    const lanes_double scale = lanes_double_mul(lanes_double_load(&block->per_n2[i]),
                                                lanes_widen(lanes_load(&block->cut[i])));
    const lanes_double step = lanes_double_mul(height, scale);
    px = lanes_double_sub(px, lanes_double_mul(nx, step));
    py = lanes_double_sub(py, lanes_double_mul(ny, step));
    lanes_double x1 = lanes_double_sub(lanes_widen(lanes_load(&block->x[0][i])), px);
    lanes_double y1 = lanes_double_sub(lanes_widen(lanes_load(&block->y[0][i])), py);
    lanes_mask wet1 = lanes_less(lanes_load(&block->s[0][i]), wet);
    lanes is_wet1 = lanes_keep(wet1, one);
    lanes area = zero, sum_x = zero, sum_y = zero, weight2_before = zero;
    for (unsigned j = 0; j < slots; ++j) {
        const lanes_double x2 = lanes_double_sub(lanes_widen(lanes_load(&block->x[j + 1][i])), px);
        const lanes_double y2 = lanes_double_sub(lanes_widen(lanes_load(&block->y[j + 1][i])), py);
        const lanes_mask wet2 = lanes_less(lanes_load(&block->s[j + 1][i]), wet);
        const lanes is_wet2 = lanes_keep(wet2, one);
        const lanes t1 = lanes_load(&block->t1[j][i]), t2 = lanes_load(&block->t2[j][i]);
        const lanes share = lanes_select(wet1, t1, t2);
        const lanes f = lanes_select(lanes_xor(wet1, wet2), share, is_wet1);
        const lanes k =
            lanes_narrow(lanes_double_sub(lanes_double_mul(x1, y2), lanes_double_mul(y1, x2)));
        const lanes fk = lanes_mul(f, k);
        area = lanes_add(area, fk);
        // β₁ = 1 + t2; if only v2 is wet, t2; if both are wet, 1. β₂ likewise.
        const lanes weight = lanes_muladd(fk, lanes_add(is_wet1, t2), weight2_before);
        sum_x = lanes_muladd(weight, polygon_local(&block->x[j][i], &block->x[0][i]), sum_x);
        sum_y = lanes_muladd(weight, polygon_local(&block->y[j][i], &block->y[0][i]), sum_y);
        weight2_before = lanes_mul(fk, lanes_add(is_wet2, t1));
        x1 = x2;
        y1 = y2;
        wet1 = wet2;
        is_wet1 = is_wet2;
    }
    const lanes size = lanes_abs(area);
    const lanes_mask little = lanes_less(size, lanes_load(&block->least_area[i]));
    // Where anything is wet: the terms of a needle may cancel to the last bit.
    const lanes_mask wet_at_all = lanes_less(zero, lanes_add(lanes_load(&block->cut[i]), is_wet1));
    block->usual &= ~(lanes_bits(lanes_and(wet_at_all, little)) << i);
    const lanes divisor = lanes_select(little, one, lanes_mul(area, lanes_splat(3.0f)));
    const lanes per_area = lanes_div(one, divisor);
    sum_x = lanes_muladd(lanes_load(&block->apex_x[i]), area, sum_x);
    sum_y = lanes_muladd(lanes_load(&block->apex_y[i]), area, sum_y);
    lanes_store(&block->area[i], area);
    lanes_store(&block->cx[i], lanes_mul(sum_x, per_area));
    lanes_store(&block->cy[i], lanes_mul(sum_y, per_area));
}

struct polygon_answers {
    double area[BUOY_LANES], cx[BUOY_LANES], cy[BUOY_LANES];
    double height[BUOY_LANES]; // of a centroid: above 0 by rounding, if at all
};

// Answers a question that the lanes could not answer, or not well enough.
static bool polygon_mend(const struct polygon_block *block, const struct buoy_polygon_query *alone,
                         unsigned l, struct polygon_answers *answers) {
    if (!(block->usual >> l & 1)) {
        struct buoy_area result;
        if (!buoy_polygon_clip_scalar(alone, &result)) {
            return false;
        }
        answers->area[l] = result.area;
        answers->cx[l] = result.centre[0];
        answers->cy[l] = result.centre[1];
    } else {
        const struct buoy_rectangle box = {block->low_x[l], block->low_y[l], block->high_x[l],
                                           block->high_y[l]};
        buoy_keep_in_wet_rectangle(&box, block->nx[l], block->ny[l], block->d[l], &answers->cx[l],
                                   &answers->cy[l]);
    }
    return true;
}

static bool polygon_store(const struct polygon_block *block, const struct buoy_polygon_query *query,
                          size_t first, size_t count, struct buoy_area *restrict results) {
    struct polygon_answers answers;
    // All in double: compilers produce bad code from loops that compare floats and then choose
    // among doubles.
    for (int l = 0; l < BUOY_LANES; ++l) {
        const double low_x = block->low_x[l], high_x = block->high_x[l];
        const double low_y = block->low_y[l], high_y = block->high_y[l];
        const double area = block->area[l], x = block->x[0][l], y = block->y[0][l];
        const double cx = buoy_between(x + block->cx[l], low_x, high_x);
        const double cy = buoy_between(y + block->cy[l], low_y, high_y);
        const double height = block->nx[l] * cx + block->ny[l] * cy - block->d[l];
        answers.height[l] = area != 0.0 ? height : 0.0;
        answers.area[l] = 0.5 * fabs(area);
        answers.cx[l] = area != 0.0 ? cx : 0.5 * (low_x + high_x);
        answers.cy[l] = area != 0.0 ? cy : 0.5 * (low_y + high_y);
    }
    const lanes zero = lanes_splat(0.0f);
    _Alignas(64) float height[BUOY_LANES];
    for (int l = 0; l < BUOY_LANES; ++l) {
        height[l] = (float)answers.height[l];
    }
    unsigned afloat = 0;
    for (int i = 0; i < BUOY_LANES; i += LANES_WIDTH) {
        afloat |= lanes_bits(lanes_less(zero, lanes_load(&height[i]))) << i;
    }
    unsigned special = (afloat | ~block->usual) & ((1u << count) - 1);
    for (; special; special &= special - 1) {
        const unsigned l = buoy_lowest_bit(special);
        const struct buoy_polygon_query alone = {
            .polygons = &query->polygons[first + l], .lines = &query->lines[first + l], .count = 1};
        if (!polygon_mend(block, &alone, l, &answers)) {
            return false;
        }
    }
    for (size_t l = 0; l < count; ++l) {
        results[first + l] = (struct buoy_area){answers.area[l], {answers.cx[l], answers.cy[l]}};
    }
    return true;
}

bool BUOY_VARIANT(buoy_polygon_batch)(const struct buoy_polygon_query *query,
                                      struct buoy_area *restrict results) {
    struct polygon_block blocks[POLYGON_BLOCKS];
    size_t counts[POLYGON_BLOCKS];
    for (size_t first = 0; first < query->count; first += POLYGON_BLOCKS * BUOY_LANES) {
        size_t used = 0;
        for (size_t i = first; used < POLYGON_BLOCKS && i < query->count; i += BUOY_LANES) {
            const size_t left = query->count - i;
            counts[used] = left < BUOY_LANES ? left : BUOY_LANES;
            polygon_read_block(&query->polygons[i], &query->lines[i], counts[used], &blocks[used]);
            ++used;
        }
        for (size_t b = 0; b < used; ++b) {
            polygon_scale_lines(&blocks[b]);
            for (int i = 0; i < (int)counts[b]; i += LANES_WIDTH) {
                const unsigned slots = polygon_count_slots(&blocks[b], i);
                polygon_fill_slots(&blocks[b], i, slots);
                polygon_measure(&blocks[b], i, slots);
                polygon_cut_edges(&blocks[b], i, slots);
            }
        }
        for (size_t b = 0; b < used; ++b) {
            for (int i = 0; i < (int)counts[b]; i += LANES_WIDTH) {
                polygon_sum(&blocks[b], i, polygon_count_slots(&blocks[b], i));
            }
        }
        for (size_t b = 0; b < used; ++b) {
            if (!polygon_store(&blocks[b], query, first + b * BUOY_LANES, counts[b], results)) {
                return false;
            }
        }
    }
    return true;
}
