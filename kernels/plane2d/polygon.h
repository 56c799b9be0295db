// What all functions on polygons and discs share.
#ifndef BUOY_POLYGON_H
#define BUOY_POLYGON_H

#include <math.h>

#include "buoyancy_polygon.h"

static inline bool buoy_polygon_is_valid(const struct buoy_polygon *polygon) {
    if (!polygon->vertices || polygon->count < 2) {
        return false;
    }
    for (size_t i = 0; i < 2 * (size_t)polygon->count; ++i) {
        if (!isfinite(polygon->vertices[i])) {
            return false;
        }
    }
    return true;
}

static inline bool buoy_line_is_valid(const struct buoy_line *line) {
    const bool zero = line->normal[0] == 0.0f && line->normal[1] == 0.0f;
    return !zero && isfinite(line->normal[0]) && isfinite(line->normal[1]) && isfinite(line->d);
}

// What is wrong with a polygon, or BUOY_OK; `what` names it at the message's head.
enum buoy_status buoy_polygon_examine(const struct buoy_polygon *polygon, const char *what,
                                      struct buoy_error *error);

// Like buoy_polygon_examine(), for a convex pool, which is described, too.
enum buoy_status buoy_pool_examine(const struct buoy_polygon *pool, struct buoy_polygon_info *info,
                                   struct buoy_error *error);

// Like buoy_polygon_examine(), for a line.
enum buoy_status buoy_line_examine(const struct buoy_line *line, const char *what,
                                   struct buoy_error *error);

// Like buoy_polygon_examine(), for a disc.
enum buoy_status buoy_circle_examine(const struct buoy_circle *circle, const char *what,
                                     struct buoy_error *error);

// A vertex in double, where products of two floats are exact, so that a vertex on the line has
// height 0.
struct buoy_point {
    double x, y;
};

static inline struct buoy_point buoy_polygon_vertex(const struct buoy_polygon *polygon, size_t i) {
    const float *v = polygon->vertices + 2 * i;
    return (struct buoy_point){v[0], v[1]};
}

// |n| times the height.
static inline double buoy_line_height(const struct buoy_line *line, struct buoy_point v) {
    return line->normal[0] * v.x + line->normal[1] * v.y - line->d;
}

static inline double buoy_cross(double ax, double ay, double bx, double by) {
    return ax * by - ay * bx;
}

// A bounding box.
struct buoy_rectangle {
    double low_x, low_y, high_x, high_y;
};

static inline void buoy_rectangle_add(struct buoy_rectangle *r, struct buoy_point v) {
    r->low_x = v.x < r->low_x ? v.x : r->low_x;
    r->low_y = v.y < r->low_y ? v.y : r->low_y;
    r->high_x = v.x > r->high_x ? v.x : r->high_x;
    r->high_y = v.y > r->high_y ? v.y : r->high_y;
}

static inline double buoy_between(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

// Moves c, if rounding put it outside the bounding box of a submerged body or above the water, to
// the nearest point that is in the box and not above the water. Both regions are convex and contain
// the true centroid: no error becomes larger.
static inline void buoy_keep_in_wet_rectangle(const struct buoy_rectangle *r, double nx, double ny,
                                              double d, double *cx, double *cy) {
    double x = buoy_between(*cx, r->low_x, r->high_x), y = buoy_between(*cy, r->low_y, r->high_y);
    const double height = nx * x + ny * y - d;
    if (height > 0.0) {
        // Straight down to the line; if that leaves the box, along the line back to the box.
        const double step = height / (nx * nx + ny * ny);
        const double down_x = x - step * nx, down_y = y - step * ny;
        x = buoy_between(down_x, r->low_x, r->high_x);
        y = buoy_between(down_y, r->low_y, r->high_y);
        if (x != down_x && ny != 0.0) {
            y = buoy_between((d - nx * x) / ny, r->low_y, r->high_y);
        } else if (y != down_y && nx != 0.0) {
            x = buoy_between((d - ny * y) / nx, r->low_x, r->high_x);
        }
    }
    *cx = x;
    *cy = y;
}

// The polygons that polygon/batch answers by itself: they have at most this many vertices, their
// size is between the smallest and the largest, and their wet area, times two, is more than a share
// of the square of their size. Heights above −BUOY_BATCH_LEAST count as dry, where the larger
// component of n is between 1 and 2.
#define BUOY_BATCH_VERTICES 8
#define BUOY_BATCH_SMALLEST 0x1p-20f
#define BUOY_BATCH_LARGEST 0x1p20f
#define BUOY_BATCH_LEAST_AREA 0x1p-14f
#define BUOY_BATCH_LEAST 1e-30f

// ------------------------------------------------------------------------------ twofold precision

// Sums and products in twice the precision of double, from + − × alone: differences of nearly equal
// numbers keep their digits. A twofold is the sum of its parts, `low` at most half a unit in the
// last place of `high`.
//
// Sources: O. Møller, "Quasi double-precision in floating point addition", BIT 5 (1965), and
// T. J. Dekker, "A floating-point technique for extending the available precision", Numerische
// Mathematik 18 (1971).

struct buoy_twofold {
    double high, low;
};

// a + b, exactly.
static inline struct buoy_twofold buoy_exact_sum(double a, double b) {
    const double sum = a + b, of_b = sum - a, of_a = sum - of_b;
    return (struct buoy_twofold){sum, (a - of_a) + (b - of_b)};
}

// a × b, exactly, for |a|, |b| < 2⁹⁰⁰ with a product that is 0 or > 2⁻⁹⁰⁰: halves of 26 bits have
// products that fit.
static inline struct buoy_twofold buoy_exact_product(double a, double b) {
    const double split = 0x1p27 + 1.0, product = a * b;
    const double a_high = split * a - (split * a - a), a_low = a - a_high;
    const double b_high = split * b - (split * b - b), b_low = b - b_high;
    const double high_left = a_high * b_high - product;
    return (struct buoy_twofold){product,
                                 a_low * b_low + (a_low * b_high + (a_high * b_low + high_left))};
}

// The sum, within 2⁻¹⁰³ of |a| + |b|.
static inline struct buoy_twofold buoy_twofold_add(struct buoy_twofold a, struct buoy_twofold b) {
    const struct buoy_twofold sum = buoy_exact_sum(a.high, b.high);
    return buoy_exact_sum(sum.high, sum.low + (a.low + b.low));
}

static inline struct buoy_twofold buoy_twofold_negate(struct buoy_twofold a) {
    return (struct buoy_twofold){-a.high, -a.low};
}

// The product, with a relative error of 2⁻¹⁰² at most.
static inline struct buoy_twofold buoy_twofold_times(struct buoy_twofold a, struct buoy_twofold b) {
    const struct buoy_twofold product = buoy_exact_product(a.high, b.high);
    return buoy_exact_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

#endif
