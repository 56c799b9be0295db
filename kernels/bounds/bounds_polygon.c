// Documented error bounds of the `polygon` family, for each question: `verify`, `run`, the tests
// and tests/climb hold the kernels to them. They hold for every question, without exception.
//
// Notation. u: half a unit in the last place of the type of shares, products and sums. ε = 2⁻⁵³,
// the same for double, in which heights and coordinates are found. D: the diagonal. W = |nx| X +
// |ny| Y + |d| with X and Y the largest |x| and |y|. P: the perimeter.
//
// 2 A = Σ f k (scalar/polygon_clip.c) is wrong for five reasons.
//
// 1. Heights. Products of floats are exact in double, the two sums are rounded: δ = 2 ε W. Shares f
//    never grow with a height. So a kernel's f, before it is rounded, lies between f(s + δ) and f(s
//    − δ), and so does the true one: Σ (f(s − δ) − f(s + δ)) |k|. In a batch, heights between
//    −BUOY_BATCH_LEAST and 0 count as dry, and no further from 0 than they are: twice that is added
//    to δ.
// 2. Shares of edges that are cut: two heights rounded to float, which moves a share by 2 u (1 − f)
//    of itself, their sum, its reciprocal, a product: 5 u; and f k: one more. In double: 4 ε.
// 3. k. Coordinates are off by ε of the distance from the apex p (batch) or by that and ε D (clip),
//    both alike for an edge and its neighbour, so that k is off by 4 ε D²; its two products and
//    their difference add 2 ε D². In a batch k is rounded by u |k|. Here: 8 ε D² and u |k|.
// 4. Sums of m terms: m − 1 additions, each rounds at most u Σ f |k|.
// 5. The apex. Any point of the line would do; with the apex η above it, triangles over the
//    waterline are missed: η/|n| times its length, which is P/2 at most. The apex is found along
//    edges in double (clip, n vertices: 2 δ, and n + 6 roundings of D) or dropped onto the line in
//    double (batch: nine roundings of W). Here: η = 10 ε W + 2 (n + 8) ε |n| D for both.
//
// So edges that are wet lose m u, and edges that are cut (m + 6) u. In a convex polygon no term is
// negative and two edges are cut, so that Σ f |k| = 2 A: polygons for the batch, m ≤ 8, are within
// 14 u = 8.4e-7 of A. But |k| depends on the apex, and a kernel's apex is not quite the one found
// here: each share is off by 5 u, a sum of products adds n + 5, twice, because the apex is dropped
// onto the line, too: within 2 (n + 8) u D. A k changes by as much times the length of its edge: 32
// u P D in all, with P D ≤ 5.7 times the square of the larger side of the box. The batch leaves to
// clip every polygon whose 2 A is below 2⁻¹⁴ of that square; so this adds 0.18 at most, and 10⁻⁶ of
// A holds.
//
// Centroid. c − v₁ = N / 3 Σ f k, N = Σ f k (β₁r₁ + β₂r₂ + p), r = v − v₁. With c' the computed
// centroid, c' − c = (ΔN/3 − (c − v₁) Δ Σ f k) / (Σ f k)'. A change of f k changes N/3 by the
// change times a point of the polygon, which is D or less from c: D times all of the above (from 2
// and 3: 7 u). From 4, the sum's own roundings, 4/3 m u D, because p has a share in N. N has
// roundings of its own: β is right to 4 u, the product of β, f k and r adds 4 u, and r is itself
// rounded; then m + 1 additions: (9 + m) u of the sum of their terms without signs, which is at
// most 2 D Σ f |k|. A third of that counts: (6 + ⅔ m) u D Σ f |k|. Dropping p moves it by (n + 8) u
// D, n ≤ 8, a third of which counts; p times the area is a product and a sum: 6 u D Σ f k. In all
// (13 + 2 m) u D for wet edges, (19 + 2 m) u D for cut ones. Then c − v₁ has three more roundings,
// and v₁ + (c − v₁), in double, 2 ε (X + Y). Last, c' is moved to the nearest submerged point of
// the bounding box, which is no farther from c. Both are in the box: the error is no more than D.
//
// The bound is multiplied by 1 + 2⁻¹⁰, for products of small quantities and for roundings made
// here.
#include "base/arithmetic.h"

#include <math.h>

#include "dispatch/methods.h"
#include "mesh/plane.h"
#include "plane2d/polygon.h"

#define EPSILON 0x1p-53

// How a method computes.
struct arithmetic {
    double u;
    double least; // heights above −least count as dry, where the larger component of n is in [1, 2)
    bool narrow; // which of them are dry is seen in float
};

static const struct arithmetic in_double = {EPSILON, 0.0, false};
static const struct arithmetic in_float = {0x1p-24, (double)BUOY_BATCH_LEAST, true};

// A question and all that bounds need.
struct question {
    const struct buoy_polygon *polygon;
    const struct arithmetic *arithmetic;
    struct buoy_polygon_info info;
    double nx, ny, d, n; // scaled; |n|
    double delta, eta;   // of heights; of the apex
    double astray;       // how far a kernel's apex may be from the one here
    struct buoy_point origin, apex;
};

// What a kernel's terms add up to.
struct terms {
    double area;     // Σ f k
    double wet, cut; // Σ f |k| of edges that are wet, or cut
    double shifts;   // Σ (f(s − δ) − f(s + δ)) |k|
    double count;
};

static struct buoy_point vertex(const struct question *q, size_t i) {
    const struct buoy_point v = buoy_polygon_vertex(q->polygon, i % q->polygon->count);
    return (struct buoy_point){v.x - q->origin.x, v.y - q->origin.y};
}

// As kernels find it.
static double height(const struct question *q, size_t i) {
    const struct buoy_point v = buoy_polygon_vertex(q->polygon, i % q->polygon->count);
    return q->nx * v.x + q->ny * v.y - q->d;
}

static bool is_wet(const struct question *q, double s) {
    return q->arithmetic->narrow ? (float)s < -(float)q->arithmetic->least : s < 0.0;
}

// The submerged share of an edge.
static double share(double s1, double s2) {
    const double low = fmin(s1, s2), high = fmax(s1, s2);
    return low >= 0.0 ? 0.0 : high <= 0.0 ? 1.0 : -low / (high - low);
}

static struct question make_question(const struct buoy_polygon *polygon,
                                     const struct buoy_line *line,
                                     const struct arithmetic *arithmetic) {
    struct question q = {.polygon = polygon, .arithmetic = arithmetic};
    buoy_polygon_get_info(polygon, &q.info, NULL);
    const double ax = fabs((double)line->normal[0]), ay = fabs((double)line->normal[1]);
    const double k = buoy_power_of_two_below(fmax(ax, ay));
    q.nx = line->normal[0] * k;
    q.ny = line->normal[1] * k;
    q.d = line->d * k;
    q.n = sqrt(q.nx * q.nx + q.ny * q.ny);
    const double x = fmax(fabs(q.info.minimum[0]), fabs(q.info.maximum[0]));
    const double y = fmax(fabs(q.info.minimum[1]), fabs(q.info.maximum[1]));
    const double w = fabs(q.nx) * x + fabs(q.ny) * y + fabs(q.d);
    const double roundings = polygon->count + 8.0;
    q.delta = 2.0 * EPSILON * w + 2.0 * arithmetic->least;
    q.eta = 10.0 * EPSILON * w + 2.0 * roundings * EPSILON * q.n * q.info.diagonal;
    q.astray = 2.0 * roundings * arithmetic->u * q.info.diagonal;
    q.origin = buoy_polygon_vertex(polygon, 0);
    // The apex: the middle of the points where the outline meets the line, or the first vertex.
    double crossings = 0.0;
    for (size_t i = 0; i < polygon->count; ++i) {
        const double s1 = height(&q, i), s2 = height(&q, i + 1);
        if (is_wet(&q, s1) != is_wet(&q, s2)) {
            const struct buoy_point a = vertex(&q, i), b = vertex(&q, i + 1);
            const double t = fabs(s1) / (fabs(s1) + fabs(s2));
            q.apex.x += a.x + t * (b.x - a.x);
            q.apex.y += a.y + t * (b.y - a.y);
            crossings += 1.0;
        }
    }
    const double per = crossings > 0.0 ? 1.0 / crossings : 0.0;
    q.apex = (struct buoy_point){q.apex.x * per, q.apex.y * per};
    return q;
}

static struct terms add_terms(const struct question *q) {
    struct terms terms = {.area = 0.0};
    for (size_t i = 0; i < q->polygon->count; ++i) {
        const double s1 = height(q, i), s2 = height(q, i + 1), delta = q->delta;
        const struct buoy_point a = vertex(q, i), b = vertex(q, i + 1), p = q->apex;
        const double k = buoy_cross(a.x - p.x, a.y - p.y, b.x - p.x, b.y - p.y);
        const double x = b.x - a.x, y = b.y - a.y;
        const double size = fabs(k) + q->astray * sqrt(x * x + y * y);
        const double most = share(s1 - delta, s2 - delta), least = share(s1 + delta, s2 + delta);
        terms.area += share(s1, s2) * k;
        *(least == 1.0 ? &terms.wet : &terms.cut) += most * size;
        terms.shifts += (most - least) * size;
        terms.count += most > 0.0 ? 1.0 : 0.0;
    }
    return terms;
}

// Reasons 1, 3 and 5, where double is the cause.
static double doubled_area_in_double(const struct question *q, const struct terms *terms) {
    const double square = q->info.diagonal * q->info.diagonal;
    return terms->shifts + 8.0 * EPSILON * square * terms->count +
           q->eta / q->n * 0.5 * q->info.perimeter;
}

// The analysis of doubles holds unless their squares vanish, as the squares of the least floats do
// not. In a batch, each term loses whatever is below the least float.
static double doubled_area(const struct question *q, const struct terms *terms) {
    const double u = q->arithmetic->u, m = terms->count;
    const double lost = q->arithmetic->narrow ? 0x1p-140 : 0.0;
    return (1.0 + 0x1p-10) * (doubled_area_in_double(q, terms) +
                              u * (m * terms->wet + (m + 6.0) * terms->cut) + lost);
}

static struct buoy_polygon_bounds bounds_of(const struct question *q) {
    const struct terms terms = add_terms(q);
    const double u = q->arithmetic->u, m = terms.count, diagonal = q->info.diagonal;
    const double doubled = doubled_area(q, &terms);
    // The computed area, and the one found here, are each off the true one by as much.
    const double divisor = fabs(terms.area) - 2.0 * doubled;
    const double off = doubled_area_in_double(q, &terms) +
                       u * ((13.0 + 2.0 * m) * terms.wet + (19.0 + 2.0 * m) * terms.cut);
    const double x = fmax(fabs(q->info.minimum[0]), fabs(q->info.maximum[0]));
    const double y = fmax(fabs(q->info.minimum[1]), fabs(q->info.maximum[1]));
    const double of_sum = 2.0 * EPSILON * (x + y) + 3.0 * u * diagonal;
    const double bound = (1.0 + 0x1p-10) * (diagonal * off / divisor + of_sum);
    return (struct buoy_polygon_bounds){.area = 0.5 * doubled,
                                        .centroid = divisor > 0.0 && bound < diagonal
                                                        ? bound
                                                        : diagonal * (1.0 + 0x1p-10) +
                                                              4 * EPSILON * (x + y)};
}

// The batch answers in double what it surely leaves to polygon/clip.
struct buoy_polygon_bounds buoy_bound_polygon_batch(const struct buoy_polygon *polygon,
                                                    const struct buoy_line *line) {
    struct question q = make_question(polygon, line, &in_float);
    const double size =
        fmax(q.info.maximum[0] - q.info.minimum[0], q.info.maximum[1] - q.info.minimum[1]);
    const struct terms terms = add_terms(&q);
    const double most = fabs(terms.area) + 2.0 * doubled_area(&q, &terms);
    if (polygon->count > BUOY_BATCH_VERTICES || size < (double)BUOY_BATCH_SMALLEST ||
        size > (double)BUOY_BATCH_LARGEST ||
        (terms.count > 0.0 &&
         most < (1.0 - 0x1p-20) * (double)BUOY_BATCH_LEAST_AREA * size * size)) {
        q = make_question(polygon, line, &in_double);
    }
    return bounds_of(&q);
}

struct buoy_polygon_bounds buoy_bound_polygon_clip(const struct buoy_polygon *polygon,
                                                   const struct buoy_line *line) {
    const struct question q = make_question(polygon, line, &in_double);
    return bounds_of(&q);
}

// ------------------------------------------------------------------------------------------- basin

// The documented error bound of the family `basin`: of buoy_polygon_in_circle() (plane2d/circle.c).
//
// ε = 2⁻⁵³. An edge's line is found relative to the disc's centre: its distance, exact but for the
// quotient and the edge's length, 4 ε of itself; the middle of the chord, a product of differences,
// 4 ε of the vertices' distance from the centre. Vertices beyond the disc only say where an arc
// begins, by an angle that is right to 4 ε, so that distance counts up to r + D, D being the
// polygon's diagonal. So what is summed is the area inside another outline, every point of which is
// within 8 ε (2 r + D) of the true one. Such outlines differ by as much times their length: edges
// inside the disc have P in all, and n chords at most 2 r n; the arcs between them are no longer
// than 2 π r, and no longer than π/2 of the way that the polygon goes around them outside. L: the
// lesser of P and 2 r (n + π), twice.
//
// The sums have at most 3 n + 3 n terms, each of a triangle or a segment about a point within the
// box that both have in common. Each term is rounded by 8 ε of itself; their magnitudes add up to
// no more than L times the way from that point, S = D + 2 r at most.

double buoy_bound_basin(const struct buoy_polygon *polygon, const struct buoy_circle *basin) {
    struct buoy_polygon_info info = {.diagonal = 0.0};
    const double r = (double)basin->radius, n = (double)polygon->count;
    buoy_polygon_get_info(polygon, &info, NULL);
    const double length = 2.0 * fmin(info.perimeter, 2.0 * r * (n + 3.2));
    return 0x1p-53 * length * (8.0 + 8.0) * (2.0 * r + info.diagonal);
}
