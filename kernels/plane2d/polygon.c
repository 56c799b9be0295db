// The checked entry to the kernels of the `polygon` family, and descriptions of polygons.
// dispatch.c decides what the machine may run.
#include "base/arithmetic.h"

#include "plane2d/polygon.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"

enum buoy_status buoy_polygon_examine(const struct buoy_polygon *polygon, const char *what,
                                      struct buoy_error *error) {
    BUOY_REFUSE_IF(!polygon || !polygon->vertices, ARGUMENT, "%s: no vertices", what);
    BUOY_REFUSE_IF(polygon->count < 2, ARGUMENT, "%s: %u vertices; at least two are needed", what,
                   (unsigned)polygon->count);
    for (size_t i = 0; i < polygon->count; ++i) {
        const float *v = polygon->vertices + 2 * i;
        BUOY_REFUSE_IF(!isfinite(v[0]) || !isfinite(v[1]), NON_FINITE,
                       "%s: vertex %zu (%g, %g) is not finite", what, i, (double)v[0],
                       (double)v[1]);
    }
    return buoy_succeed(error);
}

enum buoy_status buoy_line_examine(const struct buoy_line *line, const char *what,
                                   struct buoy_error *error) {
    BUOY_REFUSE_IF(!line, ARGUMENT, "%s: missing", what);
    BUOY_REFUSE_IF(!isfinite(line->normal[0]) || !isfinite(line->normal[1]) || !isfinite(line->d),
                   NON_FINITE, "%s: (%g, %g), %g is not finite", what, (double)line->normal[0],
                   (double)line->normal[1], (double)line->d);
    BUOY_REFUSE_IF(line->normal[0] == 0.0f && line->normal[1] == 0.0f, NON_FINITE,
                   "%s: the normal is zero", what);
    return buoy_succeed(error);
}

// A query, and what answers it.
struct asked {
    const struct buoy_polygon_query *query;
    struct buoy_area *results;
    buoy_polygon_function *polygon;
};

static size_t find_fault(const void *question, size_t begin, struct buoy_error *cause) {
    const struct buoy_polygon_query *query = ((const struct asked *)question)->query;
    size_t i = begin;
    while (i < query->count && buoy_polygon_is_valid(&query->polygons[i]) &&
           buoy_line_is_valid(&query->lines[i])) {
        ++i;
    }
    if (i < query->count) {
        char what[40];
        snprintf(what, sizeof what, "polygon %zu", i);
        if (buoy_polygon_examine(&query->polygons[i], what, cause) == BUOY_OK) {
            snprintf(what, sizeof what, "line %zu", i);
            buoy_line_examine(&query->lines[i], what, cause);
        }
    }
    return i;
}

static void answer_run(const void *question, size_t first, size_t count) {
    const struct asked *asked = question;
    const struct buoy_polygon_query part = {
        .polygons = asked->query->polygons + first,
        .lines = asked->query->lines + first,
        .count = count,
    };
    asked->polygon(&part, asked->results + first);
}

static void forget(const void *question, size_t i) {
    const struct asked *asked = question;
    buoy_make_nan(&asked->results[i], sizeof asked->results[i]);
}

enum buoy_status buoy_polygon_compute(const struct buoy_polygon_query *query,
                                      struct buoy_area *restrict results,
                                      struct buoy_error *error) {
    BUOY_REFUSE_IF(!query, ARGUMENT, "no query");
    BUOY_REFUSE_IF(query->count > 0 && (!query->polygons || !query->lines || !results), ARGUMENT,
                   "%s missing",
                   !query->polygons ? "polygons are"
                   : !query->lines  ? "lines are"
                                    : "room for results is");
    BUOY_TRY(buoy_check_kernel(query->kernel, "polygon", error));
    buoy_polygon_function *polygon =
        query->kernel ? query->kernel->polygon : buoy_polygon_auto_best;
    if (polygon(query, results)) {
        return buoy_answered(query->failed, query->count, error);
    }
    const struct asked asked = {query, results, polygon};
    const struct buoy_runs runs = {&asked,     query->count, query->failed,
                                   find_fault, answer_run,   forget};
    return buoy_answer_runs(&runs, error);
}

// ------------------------------------------------------------------------------- description

// The edge that ends at a vertex.
static struct buoy_point edge_to(const struct buoy_polygon *polygon, size_t i) {
    const struct buoy_point a = buoy_polygon_vertex(polygon, (i > 0 ? i : polygon->count) - 1);
    const struct buoy_point b = buoy_polygon_vertex(polygon, i);
    return (struct buoy_point){b.x - a.x, b.y - a.y};
}

static bool is_nothing(struct buoy_point edge) {
    return edge.x == 0.0 && edge.y == 0.0;
}

static bool points_up(struct buoy_point edge) {
    return edge.y > 0.0 || (edge.y == 0.0 && edge.x > 0.0);
}

// The description in buoy_polygon_info, for a valid polygon: whether all corners turn to one side,
// by more than 10⁻⁶ rad if at all, and together once round. Angles are compared by their tangents,
// and whole turns counted by how often edges turn past the x axis.
static bool is_convex(const struct buoy_polygon *polygon) {
    const double straight = 1e-6;
    struct buoy_point a = {0.0, 0.0}; // the edge before
    bool left = false, right = false;
    long around = 0; // > 0: counter-clockwise
    for (size_t i = 0; i < polygon->count; ++i) {
        const struct buoy_point edge = edge_to(polygon, i);
        a = is_nothing(edge) ? a : edge;
    }
    for (size_t i = 0; i < polygon->count; ++i) {
        const struct buoy_point b = edge_to(polygon, i);
        if (is_nothing(b)) {
            continue;
        }
        const double cross = buoy_cross(a.x, a.y, b.x, b.y), along = a.x * b.x + a.y * b.y;
        const bool turns_back = cross == 0.0 && along < 0.0; // either way
        const double least = along > 0.0 ? straight * along : 0.0;
        left = left || cross > least || turns_back;
        right = right || cross < -least || turns_back;
        around += !points_up(a) && points_up(b) && cross > 0.0;
        around -= points_up(a) && !points_up(b) && cross < 0.0;
        a = b;
    }
    return left != right && labs(around) == 1;
}

enum buoy_status buoy_polygon_get_info(const struct buoy_polygon *polygon,
                                       struct buoy_polygon_info *info, struct buoy_error *error) {
    BUOY_REFUSE_IF(!info, ARGUMENT, "no room for what the polygon is");
    BUOY_TRY(buoy_polygon_examine(polygon, "polygon", error));
    const struct buoy_point o = buoy_polygon_vertex(polygon, 0);
    struct buoy_rectangle box = {o.x, o.y, o.x, o.y};
    *info = (struct buoy_polygon_info){.perimeter = 0.0};
    for (size_t i = 0; i < polygon->count; ++i) {
        const struct buoy_point v = buoy_polygon_vertex(polygon, i), edge = edge_to(polygon, i);
        buoy_rectangle_add(&box, v);
        info->perimeter += sqrt(edge.x * edge.x + edge.y * edge.y);
        info->area += 0.5 * buoy_cross(v.x - o.x, v.y - o.y, edge.x, edge.y);
    }
    info->minimum[0] = box.low_x;
    info->minimum[1] = box.low_y;
    info->maximum[0] = box.high_x;
    info->maximum[1] = box.high_y;
    const double width = box.high_x - box.low_x, height = box.high_y - box.low_y;
    info->diagonal = sqrt(width * width + height * height); // floats' squares fit into doubles
    info->conditioning =
        info->area != 0.0 ? info->perimeter * info->diagonal / fabs(info->area) : (double)INFINITY;
    info->convex = is_convex(polygon);
    return BUOY_OK;
}

// -------------------------------------------------------------------------------------- in a pool

// Area and centroid of the intersection of a polygon and a convex pool: I. E. Sutherland and G. W.
// Hodgman, "Reentrant Polygon Clipping", Communications of the ACM 17 (1974), as they meant it.
// Each edge of the pool is a stage that hands the vertices it makes on to the next one at once, so
// that no clipped polygon is ever stored and a polygon may have any number of vertices. The clipped
// parts of a polygon that is not convex are connected by edges along the pool's, there and back,
// which enclose nothing.

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
    if (i == clipper->stage_count && clipper->started) {
        const struct buoy_point o = clipper->first, u = clipper->last;
        const double k = buoy_cross(u.x - o.x, u.y - o.y, v.x - o.x, v.y - o.y);
        clipper->area += k;
        clipper->x += k * (o.x + u.x + v.x);
        clipper->y += k * (o.y + u.y + v.y);
    }
    if (i == clipper->stage_count) {
        clipper->first = clipper->started ? clipper->first : v;
        clipper->last = v;
        clipper->started = true;
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

static struct buoy_point relative(const struct clipper *clipper, const struct buoy_polygon *polygon,
                                  size_t i) {
    const struct buoy_point v = buoy_polygon_vertex(polygon, i);
    return (struct buoy_point){v.x - clipper->origin.x, v.y - clipper->origin.y};
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
    const double outward = about_pool.area > 0.0 ? 1.0 : -1.0;
    for (size_t i = 0; i < pool->count; ++i) {
        // Not relative to the origin: far away from it, all of a small pool is one point.
        const struct buoy_point a = buoy_polygon_vertex(pool, i);
        const struct buoy_point b = buoy_polygon_vertex(pool, (i + 1) % pool->count);
        if (a.x != b.x || a.y != b.y) {
            struct stage *stage = &clipper.stages[clipper.stage_count++];
            *stage = (struct stage){.on = relative(&clipper, pool, i)};
            stage->normal = (struct buoy_point){outward * (b.y - a.y), outward * (a.x - b.x)};
        }
    }
    for (size_t i = 0; i < polygon->count; ++i) {
        feed(&clipper, 0, relative(&clipper, polygon, i));
    }
    for (size_t i = 0; i < clipper.stage_count; ++i) {
        const struct stage *stage = &clipper.stages[i];
        if (stage->started) {
            feed_crossing(&clipper, i, stage->first, stage->first_height);
        }
    }
    const double *low = about_polygon.minimum, *high = about_polygon.maximum;
    const double found[2] = {clipper.origin.x + clipper.x / (3.0 * clipper.area),
                             clipper.origin.y + clipper.y / (3.0 * clipper.area)};
    result->area = 0.5 * fabs(clipper.area);
    for (int i = 0; i < 2; ++i) {
        result->centre[i] = result->area > 0.0
                                ? buoy_between(found[i], fmax(low[i], about_pool.minimum[i]),
                                               fmin(high[i], about_pool.maximum[i]))
                                : 0.5 * (low[i] + high[i]);
    }
    return BUOY_OK;
}
