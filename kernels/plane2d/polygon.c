// The checked entry to the kernels of the `polygon` family, and descriptions of polygons.
// dispatch.c decides what the machine may run.
#include "base/arithmetic.h"

#include "plane2d/polygon.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/elements.h"
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

static enum buoy_status answer(buoy_polygon_function *polygon,
                               const struct buoy_polygon_query *query,
                               struct buoy_area *restrict results, struct buoy_error *error) {
    if (polygon(query, results)) {
        return buoy_answered(query->failed, query->count, error);
    }
    const struct asked asked = {query, results, polygon};
    const struct buoy_runs runs = {&asked,     query->count, query->failed,
                                   find_fault, answer_run,   forget};
    return buoy_answer_runs(&runs, error);
}

static enum buoy_status check_arrays(const struct buoy_polygon_query *query,
                                     const struct buoy_area *results, struct buoy_error *error) {
    BUOY_REFUSE_IF(!query, ARGUMENT, "no query");
    BUOY_REFUSE_IF(query->count > 0 && (!query->polygons || !query->lines || !results), ARGUMENT,
                   "%s missing",
                   !query->polygons ? "polygons are"
                   : !query->lines  ? "lines are"
                                    : "room for results is");
    return BUOY_OK;
}

enum buoy_status buoy_polygon_compute(const struct buoy_polygon_query *query,
                                      struct buoy_area *restrict results,
                                      struct buoy_error *error) {
    BUOY_TRY(check_arrays(query, results, error));
    BUOY_TRY(buoy_check_kernel(query->kernel, "polygon", error));
    return answer(query->kernel ? query->kernel->polygon : buoy_polygon_auto_best, query, results,
                  error);
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

// The turns of an outline's corners; angles are compared by their tangents, and whole turns counted
// by how often edges turn past the x axis.
struct turns {
    bool left, right; // by more than 10⁻⁶ rad
    long around;      // > 0: counter-clockwise
};

static void add_turn(struct turns *turns, struct buoy_point a, struct buoy_point b) {
    const double straight = 1e-6;
    const double cross = buoy_cross(a.x, a.y, b.x, b.y), along = a.x * b.x + a.y * b.y;
    const bool turns_back = cross == 0.0 && along < 0.0; // either way
    const double least = along > 0.0 ? straight * along : 0.0;
    turns->left = turns->left || cross > least || turns_back;
    turns->right = turns->right || cross < -least || turns_back;
    turns->around += !points_up(a) && points_up(b) && cross > 0.0;
    turns->around -= points_up(a) && !points_up(b) && cross < 0.0;
}

bool buoy_polygon_is_convex(const struct buoy_polygon *polygon) {
    struct buoy_point before = {0.0, 0.0};
    for (size_t i = 0; i < polygon->count; ++i) {
        const struct buoy_point edge = edge_to(polygon, i);
        before = is_nothing(edge) ? before : edge;
    }
    struct turns turns = {.around = 0};
    for (size_t i = 0; i < polygon->count; ++i) {
        const struct buoy_point edge = edge_to(polygon, i);
        if (!is_nothing(edge)) {
            add_turn(&turns, before, edge);
            before = edge;
        }
    }
    return turns.left != turns.right && labs(turns.around) == 1;
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
    info->convex = buoy_polygon_is_convex(polygon);
    return BUOY_OK;
}
