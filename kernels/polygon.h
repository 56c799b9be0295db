// What all that answers about polygons shares.
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
    const bool zero = line->nx == 0.0f && line->ny == 0.0f;
    return !zero && isfinite(line->nx) && isfinite(line->ny) && isfinite(line->d);
}

// What is wrong with a polygon, or BUOY_OK; `what` names it at the message's head.
enum buoy_status buoy_polygon_examine(const struct buoy_polygon *polygon, const char *what,
                                      struct buoy_error *error);

// The same of a line.
enum buoy_status buoy_line_examine(const struct buoy_line *line, const char *what,
                                   struct buoy_error *error);

// A vertex in double: products of two floats are exact there, so that a vertex on the line has
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
    return line->nx * v.x + line->ny * v.y - line->d;
}

static inline double buoy_cross(double ax, double ay, double bx, double by) {
    return ax * by - ay * bx;
}

// As buoy_polygon_info says; of a polygon that is valid.
bool buoy_polygon_is_convex(const struct buoy_polygon *polygon);

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

// Moves c, where rounding put it outside the bounding box of something submerged or above the
// water, to the nearest point of the box, then, if need be, straight towards the box's deepest
// corner until it is submerged.
static inline void buoy_keep_in_wet_rectangle(const struct buoy_rectangle *r, double nx, double ny,
                                              double d, double *cx, double *cy) {
    const double x = buoy_between(*cx, r->low_x, r->high_x);
    const double y = buoy_between(*cy, r->low_y, r->high_y);
    const double corner_x = nx > 0.0 ? r->low_x : r->high_x;
    const double corner_y = ny > 0.0 ? r->low_y : r->high_y;
    double height = nx * x + ny * y - d;
    height = height > 0.0 ? height : 0.0;
    const double deepest = d - (nx * corner_x + ny * corner_y);
    const double step = height > 0.0 ? height / (height + deepest) : 0.0;
    *cx = x + step * (corner_x - x);
    *cy = y + step * (corner_y - y);
}

#endif
