// What a disc has below a line, in common with another disc, or with a polygon: closed forms.
//
// A chord cuts a segment of height h and half chord w = √(h (2r − h)) off a disc. Half the angle
// that it takes up at the centre is φ with tan φ/2 = h/w, and its area ½ r² (2φ − sin 2φ). The
// segment's first moment about the centre is ⅔ w³, whichever side of the centre the chord is on: so
// the centre of the rest of the disc needs no difference either.
#include <stdio.h>

#include "arctangent.h"
#include "polygon.h"
#include "status.h"

// x − sin x for 0 ≤ x ≤ 2, as x³/3! − x⁵/5! + …: as a difference it would lose what small x have.
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

// The segment of height h, where 2r − h is `rest`; the smaller of the two is taken to be right to
// its last digits.
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

static enum buoy_status examine(const struct buoy_circle *circle, const char *what,
                                struct buoy_error *error) {
    if (!circle) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "%s: missing", what);
    }
    if (!isfinite(circle->x) || !isfinite(circle->y) || !isfinite(circle->r)) {
        return buoy_fail(error, BUOY_ERROR_NON_FINITE, "%s: (%g, %g), %g is not finite", what,
                         (double)circle->x, (double)circle->y, (double)circle->r);
    }
    if (!(circle->r > 0.0f)) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "%s: a radius of %g is not > 0", what,
                         (double)circle->r);
    }
    return buoy_succeed(error);
}

static void answer_nothing(const struct buoy_circle *circle, struct buoy_area *result) {
    *result = (struct buoy_area){0.0, circle->x, circle->y};
}

static void answer_all(const struct buoy_circle *circle, struct buoy_area *result) {
    const double r = circle->r;
    *result = (struct buoy_area){BUOY_PI * r * r, circle->x, circle->y};
}

// ------------------------------------------------------------------------------ below a line

static void answer_below(const struct buoy_circle *circle, const struct buoy_line *line,
                         struct buoy_area *result) {
    const double nx = line->nx, ny = line->ny, r = circle->r, size = sqrt(nx * nx + ny * ny);
    const struct buoy_point centre = {circle->x, circle->y};
    const double s = buoy_line_height(line, centre) / size;
    const struct segment wet = find_segment(r, r - s, r + s);
    if (s >= r || !(wet.area > 0.0)) {
        answer_nothing(circle, result);
    } else if (s <= -r) {
        answer_all(circle, result);
    } else {
        const double w = wet.half_chord, away = w * w * w / wet.area * (2.0 / 3.0);
        const double step = buoy_between(away, s, r) / size; // the centroid is below the line
        *result = (struct buoy_area){wet.area, centre.x - step * nx, centre.y - step * ny};
    }
}

enum buoy_status buoy_circle(const struct buoy_circle *circles, const struct buoy_line *lines,
                             size_t count, struct buoy_area *restrict results,
                             struct buoy_error *error) {
    if (count > 0 && (!circles || !lines || !results)) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "circles, lines or room for results missing");
    }
    for (size_t i = 0; i < count; ++i) {
        char what[40];
        snprintf(what, sizeof what, "circle %zu", i);
        enum buoy_status status = examine(&circles[i], what, error);
        if (status == BUOY_OK) {
            snprintf(what, sizeof what, "line %zu", i);
            status = buoy_line_examine(&lines[i], what, error);
        }
        if (status != BUOY_OK) {
            return status;
        }
    }
    for (size_t i = 0; i < count; ++i) {
        answer_below(&circles[i], &lines[i], &results[i]);
    }
    return buoy_succeed(error);
}

// ---------------------------------------------------------------------------------- two discs

// Two segments on a common chord. Their first moments about either centre are alike but for sign,
// so that those of the lens leave only that of the second segment's area at the second centre.
static void answer_lens(const struct buoy_circle *circle, const struct buoy_circle *pool,
                        struct buoy_area *result) {
    const double x = (double)pool->x - circle->x, y = (double)pool->y - circle->y;
    const double d = sqrt(x * x + y * y), r1 = circle->r, r2 = pool->r;
    const double overlap = r1 + r2 - d, per_d = 0.5 / d;
    // Heights of both segments and what is left of the diameters, as products.
    const struct segment one = find_segment(r1, overlap * (r2 + (d - r1)) * per_d,
                                            (r1 + d + r2) * (d + (r1 - r2)) * per_d);
    const struct segment two = find_segment(r2, overlap * (r1 + (d - r2)) * per_d,
                                            (r1 + d + r2) * (d + (r2 - r1)) * per_d);
    const double area = one.area + two.area, share = two.area / area;
    if (area > 0.0) {
        *result = (struct buoy_area){area, circle->x + share * x, circle->y + share * y};
    } else {
        answer_nothing(circle, result);
    }
}

enum buoy_status buoy_circle_in_circle(const struct buoy_circle *circle,
                                       const struct buoy_circle *pool, struct buoy_area *result,
                                       struct buoy_error *error) {
    if (!result) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "no result");
    }
    enum buoy_status status = examine(circle, "circle", error);
    if (status == BUOY_OK) {
        status = examine(pool, "pool", error);
    }
    if (status != BUOY_OK) {
        return status;
    }
    const double x = (double)pool->x - circle->x, y = (double)pool->y - circle->y;
    const double d = sqrt(x * x + y * y), r1 = circle->r, r2 = pool->r;
    if (d >= r1 + r2) {
        answer_nothing(circle, result);
    } else if (d <= fabs(r1 - r2)) {
        answer_all(r1 < r2 ? circle : pool, result);
    } else {
        answer_lens(circle, pool, result);
    }
    return BUOY_OK;
}

// ----------------------------------------------------------------------------- disc and polygon

// Signed sums over the polygon's edges, about the disc's centre: triangles with what of an edge is
// inside, sectors under what of it is outside.
struct sums {
    double r, area, x, y;
    bool met; // an edge has a part inside
};

static void add_triangle(struct sums *sums, struct buoy_point a, struct buoy_point b) {
    const double area = 0.5 * buoy_cross(a.x, a.y, b.x, b.y);
    sums->area += area;
    sums->x += area * (a.x + b.x) / 3.0;
    sums->y += area * (a.y + b.y) / 3.0;
}

static struct buoy_point direction(struct buoy_point v) {
    const double size = sqrt(v.x * v.x + v.y * v.y);
    return (struct buoy_point){v.x / size, v.y / size};
}

static void add_sector(struct sums *sums, struct buoy_point a, struct buoy_point b) {
    const double r = sums->r;
    const struct buoy_point u = direction(a), v = direction(b);
    sums->area += 0.5 * r * r * buoy_angle(buoy_cross(u.x, u.y, v.x, v.y), u.x * v.x + u.y * v.y);
    sums->x += r * r * r / 3.0 * (v.y - u.y);
    sums->y += r * r * r / 3.0 * (u.x - v.x);
}

static struct buoy_point between(struct buoy_point a, struct buoy_point b, double t) {
    return (struct buoy_point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

// The edge from a to b; its parts outside, inside and outside again, as far as there are any.
static void add_edge(struct sums *sums, struct buoy_point a, struct buoy_point b) {
    const struct buoy_point e = {b.x - a.x, b.y - a.y};
    const double length2 = e.x * e.x + e.y * e.y;
    if (length2 == 0.0) {
        return;
    }
    const double cross = buoy_cross(a.x, a.y, e.x, e.y); // its line's distance × its length
    const double inside = sums->r * sums->r * length2 - cross * cross;
    const double foot = -(a.x * e.x + a.y * e.y) / length2;
    const double half = inside > 0.0 ? sqrt(inside) / length2 : 0.0;
    const double enters = buoy_between(foot - half, 0.0, 1.0);
    const double leaves = buoy_between(foot + half, 0.0, 1.0);
    if (!(enters < leaves)) {
        add_sector(sums, a, b);
        return;
    }
    const struct buoy_point p = enters > 0.0 ? between(a, b, enters) : a;
    const struct buoy_point q = leaves < 1.0 ? between(a, b, leaves) : b;
    if (enters > 0.0) {
        add_sector(sums, a, p);
    }
    add_triangle(sums, p, q);
    sums->met = true;
    if (leaves < 1.0) {
        add_sector(sums, q, b);
    }
}

enum buoy_status buoy_circle_in_polygon(const struct buoy_circle *circle,
                                        const struct buoy_polygon *pool, struct buoy_area *result,
                                        struct buoy_error *error) {
    if (!result) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "no result");
    }
    enum buoy_status status = examine(circle, "circle", error);
    if (status == BUOY_OK) {
        status = buoy_polygon_examine(pool, "pool", error);
    }
    if (status != BUOY_OK) {
        return status;
    }
    const double r = circle->r, x = circle->x, y = circle->y;
    struct sums sums = {.r = r};
    struct buoy_point a = buoy_polygon_vertex(pool, pool->count - 1);
    for (size_t i = 0; i < pool->count; ++i) {
        const struct buoy_point b = buoy_polygon_vertex(pool, i);
        add_edge(&sums, (struct buoy_point){a.x - x, a.y - y},
                 (struct buoy_point){b.x - x, b.y - y});
        a = b;
    }
    answer_nothing(circle, result);
    if (!sums.met) {
        // The pool runs around the disc, or not: whole turns but for rounding.
        result->area = BUOY_PI * r * r * floor(fabs(sums.area) / (BUOY_PI * r * r) + 0.5);
    } else if (sums.area != 0.0) {
        result->area = fabs(sums.area);
        result->cx = buoy_between(x + sums.x / sums.area, x - r, x + r);
        result->cy = buoy_between(y + sums.y / sums.area, y - r, y + r);
    }
    return BUOY_OK;
}
