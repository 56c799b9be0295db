// Drag and lift of polygons in pools, and of discs below a line and in pools.
//
// A disc of radius r whose centre moves at v, with θ the angle from v to the normal of its rim:
// n·v = |v| cos θ and e·v = −|v| sin θ. Each part r dθ of the rim with cos θ > 0 has the drag and
// lift of an edge, so that the sums over an arc are, with z = sin θ from one end to the other,
//   drag −C_D ρ r |v| (z₂ − z₁) v,    lift −C_L ρ r |v| (z₂² − z₁²)/2 v⊥:
// r (z₂ − z₁) is the width of the arc as seen along the motion. On the leading half, z names each
// point of the rim, and arcs are intervals of z, whose ends are where the rim meets the water's
// outline. Whether an interval is wet, its middle says.
#include "base/arithmetic.h"

#include "base/status.h"
#include "plane2d/drag2d.h"
#include "plane2d/twofold.h"

// A line through a point, that water is on the negative side of; n of any length > 0.
struct side {
    struct buoy_point n, on;
};

// Water with straight sides, or a round pool.
struct water {
    struct side sides[BUOY_MAX_POOL_VERTICES];
    size_t side_count;
    const struct buoy_circle *round; // NULL for straight sides
};

static double height(const struct side *side, struct buoy_point x) {
    return side->n.x * (x.x - side->on.x) + side->n.y * (x.y - side->on.y);
}

// The sides of a convex pool, relative to an origin.
static void find_sides(const struct buoy_polygon *pool, bool clockwise, struct buoy_point origin,
                       struct water *water) {
    const double outward = clockwise ? -1.0 : 1.0;
    struct buoy_point a = buoy_polygon_vertex(pool, pool->count - 1);
    for (size_t i = 0; i < pool->count; ++i) {
        const struct buoy_point b = buoy_polygon_vertex(pool, i);
        if (a.x != b.x || a.y != b.y) {
            struct side *side = &water->sides[water->side_count++];
            side->n = (struct buoy_point){outward * (b.y - a.y), outward * (a.x - b.x)};
            side->on = (struct buoy_point){a.x - origin.x, a.y - origin.y};
        }
        a = b;
    }
}

// --------------------------------------------------------------------------------- polygons

// Narrows the part of the edge from v1 to v2, from `enters` to `leaves` of its length, to what is
// inside a round pool: half a chord either way of where the edge's line is next to the centre.
static void cut_by_circle(const struct buoy_circle *pool, struct buoy_point v1,
                          struct buoy_point v2, double *enters, double *leaves) {
    const double x = v2.x - v1.x, y = v2.y - v1.y, length = sqrt(x * x + y * y), r = pool->radius;
    const double from_x = v1.x - pool->centre[0], from_y = v1.y - pool->centre[1];
    const double away = fabs(buoy_cross(x, y, from_x, from_y)) / length;
    if (!(away < r)) { // also an edge without length
        *leaves = *enters;
        return;
    }
    const double half = sqrt((r - away) * (r + away));
    const double foot = -(x * from_x + y * from_y) / length;
    *enters = fmax(*enters, (foot - half) / length);
    *leaves = fmin(*leaves, (foot + half) / length);
}

// Adds the part of the edge from v1 to v2 that is in the water.
static void add_inside(struct buoy_drag2d *drag, const struct water *water, struct buoy_point v1,
                       struct buoy_point v2, bool clockwise) {
    double enters = 0.0, leaves = 1.0;
    if (water->round) {
        cut_by_circle(water->round, v1, v2, &enters, &leaves);
    }
    for (size_t i = 0; i < water->side_count; ++i) {
        const double s1 = height(&water->sides[i], v1), s2 = height(&water->sides[i], v2);
        if (s1 >= 0.0 && s2 >= 0.0) {
            return;
        }
        if (s1 >= 0.0 || s2 >= 0.0) {
            const double t = s1 / (s1 - s2);
            enters = s1 >= 0.0 && t > enters ? t : enters;
            leaves = s2 >= 0.0 && t < leaves ? t : leaves;
        }
    }
    if (enters < leaves) {
        const double x = v2.x - v1.x, y = v2.y - v1.y;
        const struct buoy_point a = {v1.x + enters * x, v1.y + enters * y};
        const struct buoy_point cut = {v1.x + leaves * x, v1.y + leaves * y};
        const struct buoy_point b = leaves < 1.0 ? cut : v2;
        buoy_drag2d_add_edge(drag, clockwise ? b : a, clockwise ? a : b);
    }
}

static enum buoy_status answer_polygon(const struct buoy_polygon *polygon,
                                       const struct water *water, struct buoy_drag2d *sums,
                                       struct buoy_error *error) {
    struct buoy_polygon_info info;
    BUOY_TRY(buoy_polygon_get_info(polygon, &info, error));
    struct buoy_point v1 = buoy_polygon_vertex(polygon, polygon->count - 1);
    for (size_t i = 0; i < polygon->count; ++i) {
        const struct buoy_point v2 = buoy_polygon_vertex(polygon, i);
        add_inside(sums, water, v1, v2, info.area < 0.0);
        v1 = v2;
    }
    return BUOY_OK;
}

// ------------------------------------------------------------------------------------- discs

// A disc's leading half, in units of its radius, and where the water's outline meets it.
struct rim {
    struct buoy_point ahead; // the direction of motion
    double z[2 * BUOY_MAX_POOL_VERTICES + 2];
    size_t count;
};

// Adds the place p on the rim, if it is on the leading half, in order.
static void add_place(struct rim *rim, double x, double y) {
    if (rim->ahead.x * x + rim->ahead.y * y > 0.0) {
        const double z = buoy_cross(rim->ahead.x, rim->ahead.y, x, y);
        size_t i = rim->count++;
        for (; i > 0 && rim->z[i - 1] > z; --i) {
            rim->z[i] = rim->z[i - 1];
        }
        rim->z[i] = z;
    }
}

// Adds the two places where the line n·x = d meets the rim, n of unit length, d in radii.
static void add_chord(struct rim *rim, struct buoy_point n, double d) {
    if (fabs(d) < 1.0) {
        const double half = sqrt((1.0 - d) * (1.0 + d));
        add_place(rim, d * n.x - half * n.y, d * n.y + half * n.x);
        add_place(rim, d * n.x + half * n.y, d * n.y - half * n.x);
    }
}

// Where the rim meets the water's outline, seen from the disc's centre.
static void find_places(const struct water *water, const struct buoy_circle *circle,
                        struct rim *rim) {
    const double r = circle->radius;
    for (size_t i = 0; i < water->side_count; ++i) {
        const struct side *side = &water->sides[i];
        const double size = sqrt(side->n.x * side->n.x + side->n.y * side->n.y);
        add_chord(rim, (struct buoy_point){side->n.x / size, side->n.y / size},
                  (side->n.x * side->on.x + side->n.y * side->on.y) / (size * r));
    }
    if (water->round) {
        const double x = (double)water->round->centre[0] - circle->centre[0];
        const double y = (double)water->round->centre[1] - circle->centre[1];
        const double distance = sqrt(x * x + y * y), pool = water->round->radius;
        if (distance > 0.0) {
            // The chord that both have: d² + r² − R² as (d − R)(d + R) + r².
            add_chord(rim, (struct buoy_point){x / distance, y / distance},
                      ((distance - pool) * (distance + pool) + r * r) / (2.0 * distance * r));
        }
    }
}

// Whether a place on the rim, relative to the disc's centre, is in the water.
static bool is_wet(const struct water *water, const struct buoy_circle *circle,
                   struct buoy_point at) {
    for (size_t i = 0; i < water->side_count; ++i) {
        if (height(&water->sides[i], at) >= 0.0) {
            return false;
        }
    }
    if (!water->round) {
        return true;
    }
    const double x = at.x + circle->centre[0] - water->round->centre[0];
    const double y = at.y + circle->centre[1] - water->round->centre[1];
    const double pool = water->round->radius;
    return x * x + y * y < pool * pool;
}

// Adds the drag and lift of the wet arcs of the leading half, which act at the disc's centre.
static void add_rim(struct buoy_drag2d *drag, const struct water *water,
                    const struct buoy_circle *circle) {
    const double r = circle->radius;
    const struct buoy_point centre = {circle->centre[0], circle->centre[1]};
    const struct buoy_point v = buoy_drag2d_velocity(drag->motion, centre);
    const double speed = sqrt(v.x * v.x + v.y * v.y);
    if (!(speed > 0.0)) {
        return;
    }
    struct rim rim = {.ahead = {v.x / speed, v.y / speed}};
    double width = 0.0, slant = 0.0, begin = -1.0;
    find_places(water, circle, &rim);
    for (size_t i = 0; i <= rim.count; ++i) {
        const double end = i < rim.count ? rim.z[i] : 1.0, z = 0.5 * (begin + end);
        const double c = sqrt((1.0 - z) * (1.0 + z));
        const struct buoy_point middle = {r * (c * rim.ahead.x - z * rim.ahead.y),
                                          r * (c * rim.ahead.y + z * rim.ahead.x)};
        if (begin < end && is_wet(water, circle, middle)) {
            width += end - begin;
            slant += 0.5 * (end - begin) * (end + begin);
        }
        begin = end;
    }
    buoy_drag2d_add(drag, centre, v, drag->drag_scale * r * speed * width,
                    -drag->lift_scale * r * speed * slant);
}

// From a disc's centre to the line.
static struct side side_of(const struct buoy_line *line, const struct buoy_circle *circle) {
    const double nx = line->normal[0], ny = line->normal[1];
    const struct buoy_twofold along =
        buoy_exact_sum(nx * circle->centre[0], ny * circle->centre[1]); // floats'
    const double t = -buoy_twofold_add(along, (struct buoy_twofold){-(double)line->d, 0.0}).high /
                     (nx * nx + ny * ny);
    return (struct side){{nx, ny}, {t * nx, t * ny}};
}

// ------------------------------------------------------------------------------------- answers

// The water, as seen from a disc's centre, or from the origin for a polygon.
static enum buoy_status examine_water(const struct buoy_drag2d_query *query, struct water *water,
                                      struct buoy_error *error) {
    const struct buoy_circle *circle = query->circle;
    struct buoy_polygon_info info;
    if (query->line) {
        BUOY_TRY(buoy_line_examine(query->line, "water", error));
        if (circle) {
            water->sides[water->side_count++] = side_of(query->line, circle);
        }
    } else if (query->pool) {
        BUOY_TRY(buoy_pool_examine(query->pool, &info, error));
        const struct buoy_point origin = {circle ? (double)circle->centre[0] : 0.0,
                                          circle ? (double)circle->centre[1] : 0.0};
        find_sides(query->pool, info.area < 0.0, origin, water);
    } else {
        BUOY_TRY(buoy_circle_examine(query->basin, "pool", error));
        water->round = query->basin;
    }
    return BUOY_OK;
}

enum buoy_status buoy_drag2d_compute(const struct buoy_drag2d_query *query,
                                     struct buoy_force2d *restrict drag,
                                     struct buoy_force2d *restrict lift, struct buoy_error *error) {
    BUOY_REFUSE_IF(!query || !query->motion || !drag || !lift, ARGUMENT, "no motion or no result");
    BUOY_REFUSE_IF(!query->polygon == !query->circle ||
                       !!query->line + !!query->pool + !!query->basin != 1,
                   ARGUMENT, "give a polygon or a circle, and one of line, pool and basin");
    struct buoy_drag2d sums;
    struct water water = {.side_count = 0};
    if (query->polygon && query->line) {
        return buoy_drag2d_below(query, drag, lift, error);
    }
    BUOY_TRY(buoy_drag2d_begin(query, &sums, error));
    if (query->circle) {
        BUOY_TRY(buoy_circle_examine(query->circle, "circle", error));
    }
    BUOY_TRY(examine_water(query, &water, error));
    if (query->polygon) {
        BUOY_TRY(answer_polygon(query->polygon, &water, &sums, error));
    } else {
        add_rim(&sums, &water, query->circle);
    }
    return buoy_drag2d_end(&sums, drag, lift, error);
}
