// The area of a disc below a line, in another disc, or in a polygon, and of a polygon in a disc:
// closed forms.
//
// A chord cuts a segment of height h and half chord w = √(h (2r − h)) off a disc. Half the angle
// that the chord subtends at the centre is φ with tan φ/2 = h/w, and the segment's area is ½ r² (2φ
// − sin 2φ). The segment's first moment about the centre is ⅔ w³, whichever side of the centre the
// chord is on: so the centre of the rest of the disc needs no difference either.
#include "base/arithmetic.h"

#include <stdio.h>

#include "base/status.h"
#include "base/vector.h"
#include "plane2d/polygon.h"

// x − sin x for 0 ≤ x ≤ 2, as x³/3! − x⁵/5! + …: a difference would lose the digits of small x.
static double arc_less_chord(double x) {
    double sum = 0.0;
    for (int k = 12; k >= 1; --k) {
        sum = (1.0 - x * x * sum) / (2 * k * (2 * k + 1));
    }
    return x * x * x * sum;
}

struct segment {
    double area, half_chord;
};

// The segment of height h, where 2r − h is `rest`. The smaller of the two must be right to its last
// digits.
static struct segment find_segment(double r, double h, double rest) {
    const bool larger = h > rest;
    const double small = larger ? rest : h;
    struct segment segment = {0.0, 0.0};
    if (small > 0.0) {
        const double w = sqrt(small * (r + (r - small))), x = 4.0 * buoy_arctangent(small / w);
        segment.half_chord = w;
        segment.area =
            x <= 2.0 ? 0.5 * r * r * arc_less_chord(x) : 0.5 * r * r * x - w * (r - small);
    }
    if (larger) {
        segment.area = BUOY_PI * r * r - segment.area;
    }
    return segment;
}

enum buoy_status buoy_circle_examine(const struct buoy_circle *circle, const char *what,
                                     struct buoy_error *error) {
    BUOY_REFUSE_IF(!circle, ARGUMENT, "%s: missing", what);
    BUOY_REFUSE_IF(!isfinite(circle->centre[0]) || !isfinite(circle->centre[1]) ||
                       !isfinite(circle->radius),
                   NON_FINITE, "%s: (%g, %g), %g is not finite", what, (double)circle->centre[0],
                   (double)circle->centre[1], (double)circle->radius);
    BUOY_REFUSE_IF(!(circle->radius > 0.0f), ARGUMENT, "%s: a radius of %g is not > 0", what,
                   (double)circle->radius);
    return buoy_succeed(error);
}

static void answer_nothing(const struct buoy_circle *circle, struct buoy_area *result) {
    *result = (struct buoy_area){0.0, {circle->centre[0], circle->centre[1]}};
}

static void answer_all(const struct buoy_circle *circle, struct buoy_area *result) {
    const double r = circle->radius;
    *result = (struct buoy_area){BUOY_PI * r * r, {circle->centre[0], circle->centre[1]}};
}

// ------------------------------------------------------------------------------ below a line

static void answer_below(const struct buoy_circle *circle, const struct buoy_line *line,
                         struct buoy_area *result) {
    const double nx = line->normal[0], ny = line->normal[1], r = circle->radius,
                 size = sqrt(nx * nx + ny * ny);
    // n·c − d, which may be next to nothing compared with its terms.
    const struct buoy_twofold along =
        buoy_exact_sum(nx * circle->centre[0], ny * circle->centre[1]); // floats'
    const struct buoy_twofold height =
        buoy_twofold_add(along, (struct buoy_twofold){-(double)line->d, 0.0});
    const struct buoy_twofold size2 = buoy_exact_sum(nx * nx, ny * ny), r2 = {r * r, 0.0};
    // The smaller segment's height r − |s|, as (r²n² − m²) / |n| (r|n| + |m|).
    const double left = buoy_twofold_add(buoy_twofold_times(r2, size2),
                                         buoy_twofold_negate(buoy_twofold_times(height, height)))
                            .high;
    const double s = height.high / size, low = left / (size * size * (r + fabs(s)));
    const struct segment wet = s > 0.0 ? find_segment(r, low, r + s) : find_segment(r, r - s, low);
    if (s > 0.0 && !(wet.area > 0.0)) {
        answer_nothing(circle, result);
    } else if (!(left > 0.0)) {
        answer_all(circle, result);
    } else {
        const double w = wet.half_chord, away = w * w * w / wet.area * (2.0 / 3.0);
        const double step = buoy_between(away, s, r) / size; // the centroid is below the line
        *result = (struct buoy_area){
            wet.area, {circle->centre[0] - step * nx, circle->centre[1] - step * ny}};
    }
}

enum buoy_status buoy_circle_compute(const struct buoy_circle *circles,
                                     const struct buoy_line *lines, size_t count,
                                     struct buoy_area *restrict results, struct buoy_error *error) {
    BUOY_REFUSE_IF(count > 0 && (!circles || !lines || !results), ARGUMENT, "no %s",
                   !circles ? "circles"
                   : !lines ? "lines"
                            : "room for results");
    struct buoy_elements elements;
    buoy_elements_begin(&elements, NULL);
    for (size_t i = 0; i < count; ++i) {
        struct buoy_error *cause = buoy_elements_cause(&elements, i);
        char of_circle[40], of_line[40];
        snprintf(of_circle, sizeof of_circle, "circle %zu", i);
        snprintf(of_line, sizeof of_line, "line %zu", i);
        if (buoy_circle_examine(&circles[i], of_circle, cause) == BUOY_OK &&
            buoy_line_examine(&lines[i], of_line, cause) == BUOY_OK) {
            answer_below(&circles[i], &lines[i], &results[i]);
        } else {
            buoy_elements_fail(&elements, i);
            buoy_make_nan(&results[i], sizeof results[i]);
        }
    }
    return buoy_elements_end(&elements, count, error);
}

// ---------------------------------------------------------------------------------- two discs

static struct buoy_twofold square(struct buoy_twofold a) {
    return buoy_twofold_times(a, a);
}

enum buoy_status buoy_circle_in_circle(const struct buoy_circle *circle,
                                       const struct buoy_circle *pool, struct buoy_area *result,
                                       struct buoy_error *error) {
    BUOY_REFUSE_IF(!result, ARGUMENT, "no result");
    BUOY_TRY(buoy_circle_examine(circle, "circle", error));
    BUOY_TRY(buoy_circle_examine(pool, "pool", error));
    const struct buoy_twofold x = buoy_exact_sum(pool->centre[0], -(double)circle->centre[0]);
    const struct buoy_twofold y = buoy_exact_sum(pool->centre[1], -(double)circle->centre[1]);
    const double r1 = circle->radius, r2 = pool->radius;
    const struct buoy_twofold d2 = buoy_twofold_add(square(x), square(y));
    const struct buoy_twofold sum2 = square(buoy_exact_sum(r1, r2));
    const struct buoy_twofold difference2 = square(buoy_exact_sum(r1, -r2));
    // (r1 + r2)² − d² and d² − (r1 − r2)², which are small if the discs all but touch.
    const double outer = buoy_twofold_add(sum2, buoy_twofold_negate(d2)).high;
    const double inner = buoy_twofold_add(d2, buoy_twofold_negate(difference2)).high;
    if (outer <= 0.0) { // apart
        answer_nothing(circle, result);
        return BUOY_OK;
    }
    if (inner <= 0.0) { // one in the other
        answer_all(r1 < r2 ? circle : pool, result);
        return BUOY_OK;
    }
    // Two segments on a common chord: heights of both and the rests of the diameters, as products.
    // Their first moments about their own centres are equal but for sign, so that the first moment
    // of the lens is that of the second segment's area at the second centre.
    const double d = sqrt(d2.high), per_d = 0.5 / d, around = r1 + r2 + d, overlap = outer / around;
    const double larger = d + fabs(r1 - r2), smaller = inner / larger;
    const double d_more = r1 >= r2 ? larger : smaller; // d + r1 − r2
    const double d_less = r1 >= r2 ? smaller : larger; // d − r1 + r2
    const struct segment one = find_segment(r1, overlap * d_less * per_d, around * d_more * per_d);
    const struct segment two = find_segment(r2, overlap * d_more * per_d, around * d_less * per_d);
    const double area = one.area + two.area, share = two.area / area;
    if (area > 0.0) {
        *result = (struct buoy_area){
            area, {circle->centre[0] + share * x.high, circle->centre[1] + share * y.high}};
    } else {
        answer_nothing(circle, result);
    }
    return BUOY_OK;
}

// ----------------------------------------------------------------------------- disc and polygon

// Signed sums over the polygon's edges: triangles for the parts of edges inside the disc, and for
// the parts outside the arcs in front of them, as the disc's centre sees them. A pool is summed
// about the disc's centre, by sectors. A body is summed about a point near it, by the arcs' chords
// and segments, so that a small body in a large pool keeps its digits.
struct sums {
    double r, area, x, y;
    bool met;                       // an edge has a part inside
    double turn;                    // of a body: the arcs' angles
    const struct buoy_point *about; // of a body: the point, relative to the disc's centre
};

// An edge's line relative to the disc's centre: its point at t is `distance` n + t u, with u along
// the edge and n a quarter turn clockwise of u. However far the edge's ends are, all values are
// right to a few roundings: t, relative to the distance of its end.
struct span {
    double ux, uy, distance;
    double begin, end; // t of the edge's ends
};

static struct buoy_point point_at(const struct span *span, double t) {
    return (struct buoy_point){span->distance * span->uy + t * span->ux,
                               t * span->uy - span->distance * span->ux};
}

// The triangle between the point that sums are about, p and q.
static void add_straight(struct sums *sums, struct buoy_point p, struct buoy_point q) {
    const double px = p.x - sums->about->x, py = p.y - sums->about->y;
    const double qx = q.x - sums->about->x, qy = q.y - sums->about->y;
    const double area = 0.5 * buoy_cross(px, py, qx, qy);
    sums->area += area;
    sums->x += area * (px + qx) / 3.0;
    sums->y += area * (py + qy) / 3.0;
}

// The arc in front of the line from t = a to b, at most half a turn: its chord and its segment.
static void add_arc(struct sums *sums, const struct span *span, double a, double b) {
    const double r = sums->r, away = fabs(span->distance);
    const struct buoy_point from = point_at(span, a), to = point_at(span, b);
    const double per_from = r / sqrt(from.x * from.x + from.y * from.y);
    const double per_to = r / sqrt(to.x * to.x + to.y * to.y);
    const struct buoy_point p = {from.x * per_from, from.y * per_from};
    const struct buoy_point q = {to.x * per_to, to.y * per_to};
    const double x = q.x - p.x, y = q.y - p.y, w2 = 0.25 * (x * x + y * y); // half chord²
    const double angle = buoy_angle(b, away) - buoy_angle(a, away);
    const double turn = span->distance < 0.0 ? -angle : angle;
    const double size = fabs(turn),
                 less = size <= 2.0 ? arc_less_chord(size)
                                    : size - fabs(buoy_cross(p.x, p.y, q.x, q.y)) / (r * r);
    const double area = 0.5 * r * r * (turn < 0.0 ? -less : less);
    add_straight(sums, p, q);
    sums->turn += turn;
    sums->area += area;
    sums->x += w2 * y / 3.0 - area * sums->about->x;
    sums->y -= w2 * x / 3.0 + area * sums->about->y;
}

// From t = a to b, inside.
static void add_triangle(struct sums *sums, const struct span *span, double a, double b) {
    const double area = 0.5 * span->distance * (b - a);
    const struct buoy_point p = point_at(span, a), q = point_at(span, b);
    sums->area += area;
    sums->x += area * (p.x + q.x) / 3.0;
    sums->y += area * (p.y + q.y) / 3.0;
    sums->met = true;
}

// From t = a to b, outside. Angles are relative to the line's nearest point, so that even half a
// turn goes around the right side.
static void add_sector(struct sums *sums, const struct span *span, double a, double b) {
    const double r = sums->r, distance = span->distance, away = fabs(distance);
    const double angle = buoy_angle(b, away) - buoy_angle(a, away);
    const struct buoy_point p = point_at(span, a), q = point_at(span, b);
    const double per_p = 1.0 / sqrt(distance * distance + a * a);
    const double per_q = 1.0 / sqrt(distance * distance + b * b);
    sums->area += 0.5 * r * r * (distance < 0.0 ? -angle : angle);
    sums->x += r * r * r / 3.0 * (q.y * per_q - p.y * per_p);
    sums->y += r * r * r / 3.0 * (p.x * per_p - q.x * per_q);
}

// (a − c) × (b − a) of floats: the sum of six products that doubles hold exactly. The roundings of
// the sum are added up in turn (T. Ogita, S. M. Rump and S. Oishi, "Accurate Sum and Dot Product",
// SIAM Journal on Scientific Computing 26, 2005: SumK, K = 6).
static double cross_about(struct buoy_point c, struct buoy_point a, struct buoy_point b) {
    double terms[6] = {a.x * b.y, -a.y * b.x, b.x * c.y, -b.y * c.x, c.x * a.y, -c.y * a.x};
    for (int pass = 0; pass < 5; ++pass) {
        for (int i = 1; i < 6; ++i) {
            const struct buoy_twofold sum = buoy_exact_sum(terms[i], terms[i - 1]);
            terms[i] = sum.high;
            terms[i - 1] = sum.low;
        }
    }
    double sum = 0.0;
    for (int i = 0; i < 6; ++i) {
        sum += terms[i];
    }
    return sum;
}

// The edge from a to b; its parts outside, inside and outside again, if it has them.
static void add_edge(struct sums *sums, struct buoy_point c, struct buoy_point a,
                     struct buoy_point b) {
    const double x = b.x - a.x, y = b.y - a.y, length = sqrt(x * x + y * y), r = sums->r;
    if (length == 0.0) {
        return;
    }
    struct span span = {x / length, y / length, cross_about(c, a, b) / length, 0.0, 0.0};
    span.begin = (a.x - c.x) * span.ux + (a.y - c.y) * span.uy;
    span.end = (b.x - c.x) * span.ux + (b.y - c.y) * span.uy;
    const double away = fabs(span.distance);
    const double half = away < r ? sqrt((r - away) * (r + away)) : 0.0; // chord
    const double enters = span.begin > -half ? span.begin : -half;
    const double leaves = span.end < half ? span.end : half;
    void (*const outside)(struct sums *, const struct span *, double, double) =
        sums->about ? add_arc : add_sector;
    if (!(enters < leaves)) {
        outside(sums, &span, span.begin, span.end);
        return;
    }
    if (enters > span.begin) {
        outside(sums, &span, span.begin, enters);
    }
    if (sums->about) {
        const struct buoy_point p = {a.x - c.x, a.y - c.y}, q = {b.x - c.x, b.y - c.y};
        add_straight(sums, enters > span.begin ? point_at(&span, enters) : p,
                     leaves < span.end ? point_at(&span, leaves) : q);
        sums->met = true;
    } else {
        add_triangle(sums, &span, enters, leaves);
    }
    if (leaves < span.end) {
        outside(sums, &span, leaves, span.end);
    }
}

static void add_edges(struct sums *sums, struct buoy_point centre,
                      const struct buoy_polygon *polygon) {
    struct buoy_point a = buoy_polygon_vertex(polygon, polygon->count - 1);
    for (size_t i = 0; i < polygon->count; ++i) {
        const struct buoy_point b = buoy_polygon_vertex(polygon, i);
        add_edge(sums, centre, a, b);
        a = b;
    }
}

enum buoy_status buoy_circle_in_polygon(const struct buoy_circle *circle,
                                        const struct buoy_polygon *pool, struct buoy_area *result,
                                        struct buoy_error *error) {
    BUOY_REFUSE_IF(!result, ARGUMENT, "no result");
    BUOY_TRY(buoy_circle_examine(circle, "circle", error));
    BUOY_TRY(buoy_polygon_examine(pool, "pool", error));
    const double r = circle->radius, x = circle->centre[0], y = circle->centre[1];
    const struct buoy_point centre = {x, y};
    struct sums sums = {.r = r};
    add_edges(&sums, centre, pool);
    answer_nothing(circle, result);
    if (!sums.met) {
        // How often the pool runs around the disc: whole turns, but for rounding.
        result->area = BUOY_PI * r * r * floor(fabs(sums.area) / (BUOY_PI * r * r) + 0.5);
    } else if (sums.area != 0.0) {
        result->area = fabs(sums.area);
        result->centre[0] = buoy_between(x + sums.x / sums.area, x - r, x + r);
        result->centre[1] = buoy_between(y + sums.y / sums.area, y - r, y + r);
    }
    return BUOY_OK;
}

enum buoy_status buoy_polygon_in_circle(const struct buoy_polygon *polygon,
                                        const struct buoy_circle *pool, struct buoy_area *result,
                                        struct buoy_error *error) {
    BUOY_REFUSE_IF(!result, ARGUMENT, "no result");
    struct buoy_polygon_info info;
    BUOY_TRY(buoy_circle_examine(pool, "pool", error));
    BUOY_TRY(buoy_polygon_get_info(polygon, &info, error));
    // The corners and the centre of the box that both bounding boxes have in common.
    const double r = pool->radius, c[2] = {pool->centre[0], pool->centre[1]};
    double low[2], high[2], middle[2];
    for (int i = 0; i < 2; ++i) {
        low[i] = fmax(info.minimum[i], c[i] - r);
        high[i] = fmin(info.maximum[i], c[i] + r);
        middle[i] = 0.5 * low[i] + 0.5 * high[i];
        result->centre[i] = 0.5 * (info.minimum[i] + info.maximum[i]);
    }
    result->area = 0.0;
    if (low[0] > high[0] || low[1] > high[1]) {
        return BUOY_OK;
    }
    const struct buoy_point about = {middle[0] - c[0], middle[1] - c[1]};
    struct sums sums = {.r = r, .about = &about};
    add_edges(&sums, (struct buoy_point){c[0], c[1]}, polygon);
    if (!sums.met) { // all of the disc, or nothing
        sums.area = BUOY_PI * r * r * floor(fabs(sums.turn) / (2.0 * BUOY_PI) + 0.5);
        sums.x = -sums.area * about.x;
        sums.y = -sums.area * about.y;
    }
    if (sums.area != 0.0) {
        result->area = fabs(sums.area);
        result->centre[0] = buoy_between(middle[0] + sums.x / sums.area, low[0], high[0]);
        result->centre[1] = buoy_between(middle[1] + sums.y / sums.area, low[1], high[1]);
    }
    return BUOY_OK;
}
