// Area and centroid of the intersection of a polygon and a convex pool: I. E. Sutherland and G. W.
// Hodgman, "Reentrant Polygon Clipping", Communications of the ACM 17 (1974), as they meant it.
// Each edge of the pool is a stage that hands the vertices it makes on to the next one at once, so
// that no clipped polygon is ever stored and a polygon may have any number of vertices. The clipped
// parts of a polygon that is not convex are connected by edges along the pool's, there and back,
// which enclose nothing.
#include "base/arithmetic.h"

#include <stdio.h>

#include "base/status.h"
#include "plane2d/polygon.h"

// An edge of the pool: where heights are taken from, and the normal that points out of it.
struct stage {
    struct buoy_point on, normal;
    bool started;
    struct buoy_point first, last; // vertices that came in
    double first_height, last_height;
};

struct clipper {
    struct stage stages[BUOY_MAX_POOL_VERTICES];
    size_t stage_count;
    struct buoy_point origin; // which all points are relative to
    // The output of the last stage: signed, doubled area about the first vertex, and the sum of
    // each triangle's area times its corners.
    bool started;
    struct buoy_point first, last;
    double area, x, y;
};

static void add_up(struct clipper *clipper, struct buoy_point v) {
    if (!clipper->started) {
        clipper->started = true;
        clipper->first = v;
    } else {
        const struct buoy_point o = clipper->first, u = clipper->last;
        const double k = buoy_cross(u.x - o.x, u.y - o.y, v.x - o.x, v.y - o.y);
        clipper->area += k;
        clipper->x += k * (o.x + u.x + v.x);
        clipper->y += k * (o.y + u.y + v.y);
    }
    clipper->last = v;
}

static void feed(struct clipper *clipper, size_t i, struct buoy_point v);

// Hands on the point where the edge from `last` to a vertex of height s leaves or enters the pool.
static void feed_crossing(struct clipper *clipper, size_t i, struct buoy_point v, double s) {
    const struct stage *stage = &clipper->stages[i];
    if ((stage->last_height < 0.0) != (s < 0.0)) {
        const struct buoy_point u = stage->last;
        const double t = stage->last_height / (stage->last_height - s);
        feed(clipper, i + 1, (struct buoy_point){u.x + t * (v.x - u.x), u.y + t * (v.y - u.y)});
    }
}

static void feed(struct clipper *clipper, size_t i, struct buoy_point v) {
    if (i == clipper->stage_count) {
        add_up(clipper, v);
        return;
    }
    struct stage *stage = &clipper->stages[i];
    const double s = stage->normal.x * (v.x - stage->on.x) + stage->normal.y * (v.y - stage->on.y);
    if (stage->started) {
        feed_crossing(clipper, i, v, s);
    } else {
        stage->started = true;
        stage->first = v;
        stage->first_height = s;
    }
    stage->last = v;
    stage->last_height = s;
    if (s < 0.0) {
        feed(clipper, i + 1, v);
    }
}

static void finish(struct clipper *clipper) {
    for (size_t i = 0; i < clipper->stage_count; ++i) {
        const struct stage *stage = &clipper->stages[i];
        if (stage->started) {
            feed_crossing(clipper, i, stage->first, stage->first_height);
        }
    }
}

static struct buoy_point relative(const struct clipper *clipper, const struct buoy_polygon *polygon,
                                  size_t i) {
    const struct buoy_point v = buoy_polygon_vertex(polygon, i);
    return (struct buoy_point){v.x - clipper->origin.x, v.y - clipper->origin.y};
}

// Turns the pool's edges into stages; `outward` is 1 if it runs counter-clockwise, else −1.
static void make_stages(struct clipper *clipper, const struct buoy_polygon *pool, double outward) {
    for (size_t i = 0; i < pool->count; ++i) {
        // Not relative to the origin: far away from it, all of a small pool is one point.
        const struct buoy_point a = buoy_polygon_vertex(pool, i);
        const struct buoy_point b = buoy_polygon_vertex(pool, (i + 1) % pool->count);
        if (a.x != b.x || a.y != b.y) {
            struct stage *stage = &clipper->stages[clipper->stage_count++];
            *stage = (struct stage){.on = relative(clipper, pool, i)};
            stage->normal = (struct buoy_point){outward * (b.y - a.y), outward * (a.x - b.x)};
        }
    }
}

static void answer(const struct clipper *clipper, const struct buoy_polygon_info *polygon,
                   const struct buoy_polygon_info *pool, struct buoy_area *result) {
    const double *low = polygon->minimum, *high = polygon->maximum;
    result->area = 0.5 * fabs(clipper->area);
    result->centre[0] = 0.5 * (low[0] + high[0]);
    result->centre[1] = 0.5 * (low[1] + high[1]);
    if (result->area > 0.0) {
        const double x = clipper->origin.x + clipper->x / (3.0 * clipper->area);
        const double y = clipper->origin.y + clipper->y / (3.0 * clipper->area);
        result->centre[0] =
            buoy_between(x, fmax(low[0], pool->minimum[0]), fmin(high[0], pool->maximum[0]));
        result->centre[1] =
            buoy_between(y, fmax(low[1], pool->minimum[1]), fmin(high[1], pool->maximum[1]));
    }
}

enum buoy_status buoy_pool_examine(const struct buoy_polygon *pool, struct buoy_polygon_info *info,
                                   struct buoy_error *error) {
    BUOY_TRY(buoy_polygon_examine(pool, "pool", error));
    BUOY_TRY(buoy_polygon_get_info(pool, info, error));
    BUOY_REFUSE_IF(pool->count < 3 || pool->count > BUOY_MAX_POOL_VERTICES, ARGUMENT,
                   "pool: %u vertices; 3 to %u are allowed", (unsigned)pool->count,
                   BUOY_MAX_POOL_VERTICES);
    BUOY_REFUSE_IF(!info->convex, ARGUMENT, "pool: not convex");
    return BUOY_OK;
}

enum buoy_status buoy_polygon_in_polygon(const struct buoy_polygon *polygon,
                                         const struct buoy_polygon *pool, struct buoy_area *result,
                                         struct buoy_error *error) {
    struct buoy_polygon_info about_polygon, about_pool;
    BUOY_REFUSE_IF(!result, ARGUMENT, "no result");
    BUOY_TRY(buoy_pool_examine(pool, &about_pool, error));
    BUOY_TRY(buoy_polygon_get_info(polygon, &about_polygon, error));
    // The origin is on the smaller of the two: no point of the intersection is farther from it than
    // that one's size.
    const bool small_pool = about_pool.diagonal < about_polygon.diagonal;
    struct clipper clipper = {.origin = buoy_polygon_vertex(small_pool ? pool : polygon, 0)};
    make_stages(&clipper, pool, about_pool.area > 0.0 ? 1.0 : -1.0);
    for (size_t i = 0; i < polygon->count; ++i) {
        feed(&clipper, 0, relative(&clipper, polygon, i));
    }
    finish(&clipper);
    answer(&clipper, &about_polygon, &about_pool, result);
    return BUOY_OK;
}
