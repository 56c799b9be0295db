// polygon/clip/scalar: any number of vertices, in double. Sutherland and Hodgman's clipping against
// one line, without building the clipped polygon; simd/polygon_batch.h does the same for eight
// vertices at most.
//
// Method. With p on the line, the clipped polygon falls apart into triangles p v1 v2 over its
// edges; what clipping adds lies on the line and contributes nothing. With k = (v1 − p) × (v2 − p),
//   2 A = Σ f k,   6 A c = Σ f k (β₁v1 + β₂v2 + p)
// where f is the submerged share of an edge: 1 and β = (1, 1) if it is wet; if only v1 is wet,
// f = t = s1/(s1 − s2), and with u = −s2/(s1 − s2), not 1 − t, β = (1 + u, t).
//
// Apex. Any p on the line would do in exact arithmetic. The middle of the points where the outline
// meets the line lies in the waterline of a convex polygon: then no triangle is negative and
// nothing cancels, however slender or little wet the polygon. If a polygon has no such points, p is
// a vertex.
#include "base/arithmetic.h"
#include "base/hot.h"

#include "dispatch/methods.h"
#include "plane2d/polygon.h"

// One polygon, its line, and what the first look at them finds.
struct clip {
    const struct buoy_polygon *polygon;
    const struct buoy_line *line;
    struct buoy_point origin; // the first vertex, which coordinates are relative to
    struct buoy_rectangle box;
    size_t crossings;
    struct buoy_point sum; // of the points where the outline meets the line
    bool wet;              // whether any of it is wet
};

static struct buoy_point relative(const struct clip *clip, struct buoy_point v) {
    return (struct buoy_point){v.x - clip->origin.x, v.y - clip->origin.y};
}

static void look(struct clip *clip) {
    struct buoy_point v1 = buoy_polygon_vertex(clip->polygon, clip->polygon->count - 1);
    double s1 = buoy_line_height(clip->line, v1);
    clip->origin = buoy_polygon_vertex(clip->polygon, 0);
    clip->box = (struct buoy_rectangle){v1.x, v1.y, v1.x, v1.y};
    for (size_t i = 0; i < clip->polygon->count; ++i) {
        const struct buoy_point v2 = buoy_polygon_vertex(clip->polygon, i);
        const double s2 = buoy_line_height(clip->line, v2);
        buoy_rectangle_add(&clip->box, v2);
        if ((s1 < 0.0) != (s2 < 0.0)) {
            const double t = s1 / (s1 - s2);
            const struct buoy_point a = relative(clip, v1);
            clip->sum.x += a.x + t * (v2.x - v1.x);
            clip->sum.y += a.y + t * (v2.y - v1.y);
            ++clip->crossings;
        }
        clip->wet = clip->wet || s2 < 0.0;
        v1 = v2;
        s1 = s2;
    }
}

// Relative to the origin.
static struct buoy_point find_apex(const struct clip *clip) {
    if (clip->crossings == 0) {
        return (struct buoy_point){0.0, 0.0};
    }
    const double per_crossing = 1.0 / (double)clip->crossings;
    return (struct buoy_point){clip->sum.x * per_crossing, clip->sum.y * per_crossing};
}

// Σ f k and Σ f k (β₁v1 + β₂v2), relative to the origin.
struct sums {
    double area, x, y;
};

static void add_edge(struct sums *sums, struct buoy_point p, struct buoy_point v1,
                     struct buoy_point v2, double s1, double s2) {
    double k = buoy_cross(v1.x - p.x, v1.y - p.y, v2.x - p.x, v2.y - p.y);
    double f = 1.0, beta1 = 1.0, beta2 = 1.0;
    if (s2 >= 0.0) {
        const double per_size = 1.0 / (s1 - s2);
        f = beta2 = s1 * per_size;
        beta1 = 1.0 - s2 * per_size;
    } else if (s1 >= 0.0) {
        const double per_size = 1.0 / (s2 - s1);
        f = beta1 = s2 * per_size;
        beta2 = 1.0 - s1 * per_size;
    }
    k *= f;
    sums->area += k;
    sums->x += k * (beta1 * v1.x + beta2 * v2.x);
    sums->y += k * (beta1 * v1.y + beta2 * v2.y);
}

static struct sums add_up(const struct clip *clip, struct buoy_point p) {
    struct sums sums = {0.0, 0.0, 0.0};
    struct buoy_point v1 = buoy_polygon_vertex(clip->polygon, clip->polygon->count - 1);
    double s1 = buoy_line_height(clip->line, v1);
    for (size_t i = 0; i < clip->polygon->count; ++i) {
        const struct buoy_point v2 = buoy_polygon_vertex(clip->polygon, i);
        const double s2 = buoy_line_height(clip->line, v2);
        if (s1 < 0.0 || s2 < 0.0) {
            add_edge(&sums, p, relative(clip, v1), relative(clip, v2), s1, s2);
        }
        v1 = v2;
        s1 = s2;
    }
    return sums;
}

static void answer(const struct buoy_polygon *polygon, const struct buoy_line *line,
                   struct buoy_area *result) {
    struct clip clip = {.polygon = polygon, .line = line};
    struct sums sums = {0.0, 0.0, 0.0};
    struct buoy_point p = {0.0, 0.0};
    look(&clip);
    if (clip.wet) {
        p = find_apex(&clip);
        sums = add_up(&clip, p);
    }
    const struct buoy_rectangle *box = &clip.box;
    result->area = 0.5 * fabs(sums.area);
    if (result->area > 0.0) {
        result->centre[0] = clip.origin.x + (sums.x / sums.area + p.x) / 3.0;
        result->centre[1] = clip.origin.y + (sums.y / sums.area + p.y) / 3.0;
        buoy_keep_in_wet_rectangle(box, line->normal[0], line->normal[1], line->d,
                                   &result->centre[0], &result->centre[1]);
    } else {
        result->centre[0] = 0.5 * (box->low_x + box->high_x);
        result->centre[1] = 0.5 * (box->low_y + box->high_y);
    }
}

bool buoy_polygon_clip_scalar(const struct buoy_polygon_query *query,
                              struct buoy_area *restrict results) {
    for (size_t i = 0; i < query->count; ++i) {
        if (!buoy_polygon_is_valid(&query->polygons[i]) || !buoy_line_is_valid(&query->lines[i])) {
            return false;
        }
        answer(&query->polygons[i], &query->lines[i], &results[i]);
    }
    return true;
}

// ------------------------------------------------------------------------------------------- discs

// basin/arcs/scalar: polygons in pools that are discs, in closed form: the library's own function,
// question by question.

bool buoy_basin_arcs_scalar(const struct buoy_polygon *polygons, const struct buoy_circle *basins,
                            size_t count, struct buoy_area *restrict results) {
    for (size_t i = 0; i < count; ++i) {
        if (buoy_polygon_in_circle(&polygons[i], &basins[i], &results[i], NULL) != BUOY_OK) {
            return false;
        }
    }
    return true;
}
