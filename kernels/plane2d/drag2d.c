// Forces in the plane: buoyancy, and drag and lift after C. Campbell's tutorial "Buoyancy" for
// Box2D (iforce2d.net, 2013). buoyancy_polygon.h has the formulas and the differences from the
// tutorial.
#include "base/arithmetic.h"

#include <float.h>
#include <stdio.h>

#include "base/status.h"
#include "base/vector.h"
#include "plane2d/polygon.h"

// One body's drag and lift, summed over what is wet of it.
struct sums {
    const struct buoy_motion2d *motion;
    double drag_scale, lift_scale; // density times coefficients
    struct buoy_force2d drag, lift;
    // For a step, sums over parts of the body, which are at r from the motion's point and have drag
    // −k u and lift l u⊥: Σ k, k r, k r·r, l, l r.
    double k, kx, ky, krr, l, lx, ly;
};

// The body's velocity at a point.
static struct buoy_point velocity_at(const struct buoy_motion2d *motion, struct buoy_point at) {
    return (struct buoy_point){
        motion->velocity[0] - motion->angular_velocity * (at.y - motion->point[1]),
        motion->velocity[1] + motion->angular_velocity * (at.x - motion->point[0])};
}

static void add_force(const struct buoy_motion2d *motion, struct buoy_point at, double fx,
                      double fy, struct buoy_force2d *force) {
    force->force[0] += fx;
    force->force[1] += fy;
    force->torque += buoy_cross(at.x - motion->point[0], at.y - motion->point[1], fx, fy);
}

void buoy_buoyancy2d(const struct buoy_area *wet, const struct buoy_line *water, double density,
                     double gravity, const double point[2], struct buoy_force2d *force) {
    const double nx = water->normal[0], ny = water->normal[1];
    const double scale = density * gravity * wet->area / sqrt(nx * nx + ny * ny);
    force->force[0] = scale * nx;
    force->force[1] = scale * ny;
    force->torque = buoy_cross(wet->centre[0] - point[0], wet->centre[1] - point[1],
                               force->force[0], force->force[1]);
}

void buoy_simple_drag2d(const struct buoy_area *wet, const struct buoy_motion2d *motion,
                        double density, double linear, double angular, struct buoy_force2d *force) {
    const struct buoy_point c = {wet->centre[0], wet->centre[1]}, u = velocity_at(motion, c);
    const double scale = -linear * density * sqrt(wet->area) * sqrt(u.x * u.x + u.y * u.y);
    *force = (struct buoy_force2d){{0.0, 0.0},
                                   -angular * density * wet->area * motion->angular_velocity};
    add_force(motion, c, scale * u.x, scale * u.y, force);
}

// Adds the drag −k u and the lift l u⊥ of a part that moves at u.
static void add_drag(struct sums *sums, struct buoy_point at, struct buoy_point u, double k,
                     double l) {
    add_force(sums->motion, at, -k * u.x, -k * u.y, &sums->drag);
    add_force(sums->motion, at, l * -u.y, l * u.x, &sums->lift);
    if (sums->motion->dt > 0.0) {
        const double x = at.x - sums->motion->point[0], y = at.y - sums->motion->point[1];
        sums->k += k;
        sums->kx += k * x;
        sums->ky += k * y;
        sums->krr += k * (x * x + y * y);
        sums->l += l;
        sums->lx += l * x;
        sums->ly += l * y;
    }
}

// Adds a wetted edge from a to b, counter-clockwise around the body. With u = |u| û, l n and l e
// the normal and direction times the edge's length, |u|² (n·û) û = (n·u) u: only the lift is
// divided by a speed that may be 0.
static void add_edge(struct sums *sums, struct buoy_point a, struct buoy_point b) {
    const struct buoy_point middle = {0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
    const struct buoy_point u = velocity_at(sums->motion, middle);
    const double ex = b.x - a.x, ey = b.y - a.y;
    const double length = sqrt(ex * ex + ey * ey), speed = sqrt(u.x * u.x + u.y * u.y);
    const double across = ey * u.x - ex * u.y, along = ex * u.x + ey * u.y; // l n·u, l e·u
    if (across > 0.0 && speed > 0.0) {
        add_drag(sums, middle, u, sums->drag_scale * across,
                 sums->lift_scale * across * (along / (length * speed)));
    }
}

// Force and torque, as three numbers, of drag and of lift, of the motion q = (v, ω).
static void resist(const struct sums *sums, const double q[3], double drag[3], double lift[3]) {
    drag[0] = -(sums->k * q[0] - sums->ky * q[2]);
    drag[1] = -(sums->k * q[1] + sums->kx * q[2]);
    drag[2] = -(sums->kx * q[1] - sums->ky * q[0] + sums->krr * q[2]);
    lift[0] = -(sums->l * q[1] + sums->lx * q[2]);
    lift[1] = sums->l * q[0] - sums->ly * q[2];
    lift[2] = sums->lx * q[0] + sums->ly * q[1];
}

// Solves a x = b in place, by elimination. It needs no pivoting: but for the scales of rows and
// columns, which pivots do not depend on, a's symmetric part is 1 and a matrix without negative
// eigenvalues. So is that of what is left after each step (for z with a z = 0 in the rows before,
// zᵀ a z ≥ z·z), and no pivot is below 1 but for roundings.
static void solve(double a[3][3], double x[3]) {
    for (int k = 0; k < 3; ++k) {
        a[k][k] = a[k][k] > 1.0 ? a[k][k] : 1.0;
        for (int i = k + 1; i < 3; ++i) {
            const double share = a[i][k] / a[k][k];
            for (int j = k; j < 3; ++j) {
                a[i][j] -= share * a[k][j];
            }
            x[i] -= share * x[k];
        }
    }
    for (int k = 2; k >= 0; --k) {
        for (int j = k + 1; j < 3; ++j) {
            x[k] -= a[k][j] * x[j];
        }
        x[k] /= a[k][k];
    }
}

// Replaces drag and lift by those of the motion at the end of the step
// (kernels/bodies/resistance.c, in the plane). Their sum f is scaled by the largest factor up to 1
// with which f·q' ≤ 0, which is 1 but for roundings. False if they are beyond doubles.
static bool resist_within_step(struct sums *sums) {
    const struct buoy_motion2d *motion = sums->motion;
    const double change[3] = {motion->inverse_mass, motion->inverse_mass, motion->inverse_inertia};
    const double q[3] = {motion->velocity[0], motion->velocity[1], motion->angular_velocity};
    double a[3][3], after[3] = {q[0], q[1], q[2]}, drag[3], lift[3];
    for (int j = 0; j < 3; ++j) {
        const double axis[3] = {j == 0, j == 1, j == 2};
        resist(sums, axis, drag, lift);
        for (int i = 0; i < 3; ++i) {
            a[i][j] = axis[i] - motion->dt * change[i] * (drag[i] + lift[i]);
        }
    }
    solve(a, after);
    resist(sums, after, drag, lift);
    double against = 0.0, most = 0.0, terms = 0.0;
    for (int i = 0; i < 3; ++i) {
        const double f = drag[i] + lift[i];
        against -= f * q[i];
        most += motion->dt * change[i] * f * f; // the first three are a speed
        terms += fabs(drag[i] * q[i]) + fabs(lift[i] * q[i]);
    }
    const double share = most - against <= 1e-14 * terms ? 1.0
                         : against > 0.0                 ? against / most
                                                         : 0.0;
    sums->drag = (struct buoy_force2d){{share * drag[0], share * drag[1]}, share * drag[2]};
    sums->lift = (struct buoy_force2d){{share * lift[0], share * lift[1]}, share * lift[2]};
    return buoy_within(drag, 3, DBL_MAX) && buoy_within(lift, 3, DBL_MAX) && isfinite(share);
}

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

// --------------------------------------------------------------------------------- polygons

// Adds the part of the edge from v1 to v2 that is in a pool. In a round one that is half a chord
// either way of where the edge's line is next to the centre.
static void add_inside(struct sums *sums, const struct water *water, struct buoy_point v1,
                       struct buoy_point v2, bool clockwise) {
    double enters = 0.0, leaves = 1.0;
    const double x = v2.x - v1.x, y = v2.y - v1.y;
    if (water->round) {
        const double length = sqrt(x * x + y * y), r = water->round->radius;
        const double from_x = v1.x - water->round->centre[0];
        const double from_y = v1.y - water->round->centre[1];
        const double away = fabs(buoy_cross(x, y, from_x, from_y)) / length;
        if (!(away < r)) { // also an edge without length
            return;
        }
        const double half = sqrt((r - away) * (r + away));
        const double foot = -(x * from_x + y * from_y) / length;
        enters = fmax(enters, (foot - half) / length);
        leaves = fmin(leaves, (foot + half) / length);
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
        const struct buoy_point a = {v1.x + enters * x, v1.y + enters * y};
        const struct buoy_point cut = {v1.x + leaves * x, v1.y + leaves * y};
        const struct buoy_point b = leaves < 1.0 ? cut : v2;
        add_edge(sums, clockwise ? b : a, clockwise ? a : b);
    }
}

// Adds the part of the edge from v1 to v2 that is below a line, turned round if the polygon runs
// clockwise.
static void add_below(struct sums *sums, const struct buoy_line *water, struct buoy_point v1,
                      struct buoy_point v2, bool clockwise) {
    const double s1 = buoy_line_height(water, v1), s2 = buoy_line_height(water, v2);
    if (s1 >= 0.0 && s2 >= 0.0) {
        return;
    }
    const double t = s1 < 0.0 && s2 < 0.0 ? 0.0 : s1 / (s1 - s2); // a level wet edge has no cut
    const struct buoy_point cut = {v1.x + t * (v2.x - v1.x), v1.y + t * (v2.y - v1.y)};
    const struct buoy_point a = s1 < 0.0 ? v1 : cut, b = s2 < 0.0 ? v2 : cut;
    add_edge(sums, clockwise ? b : a, clockwise ? a : b);
}

static enum buoy_status add_polygon(struct sums *sums, const struct buoy_drag2d_query *query,
                                    const struct water *water, struct buoy_error *error) {
    const struct buoy_polygon *polygon = query->polygon;
    struct buoy_polygon_info info;
    BUOY_TRY(buoy_polygon_get_info(polygon, &info, error));
    struct buoy_point v1 = buoy_polygon_vertex(polygon, polygon->count - 1);
    for (size_t i = 0; i < polygon->count; ++i) {
        const struct buoy_point v2 = buoy_polygon_vertex(polygon, i);
        if (query->line) {
            add_below(sums, query->line, v1, v2, info.area < 0.0);
        } else {
            add_inside(sums, water, v1, v2, info.area < 0.0);
        }
        v1 = v2;
    }
    return BUOY_OK;
}

// ------------------------------------------------------------------------------------- discs

// A disc of radius r whose centre moves at v, with θ the angle from v to the normal of its rim:
// n·v = |v| cos θ and e·v = −|v| sin θ. Each part r dθ of the rim with cos θ > 0 has the drag and
// lift of an edge, so that the sums over an arc are, with z = sin θ from one end to the other,
//   drag −C_D ρ r |v| (z₂ − z₁) v,    lift −C_L ρ r |v| (z₂² − z₁²)/2 v⊥:
// r (z₂ − z₁) is the width of the arc as seen along the motion. On the leading half, z names each
// point of the rim, and arcs are intervals of z, whose ends are where the rim meets the water's
// outline. Whether an interval is wet, its middle says.

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
static void add_rim(struct sums *sums, const struct water *water,
                    const struct buoy_circle *circle) {
    const double r = circle->radius;
    const struct buoy_point centre = {circle->centre[0], circle->centre[1]};
    const struct buoy_point v = velocity_at(sums->motion, centre);
    const double speed = sqrt(v.x * v.x + v.y * v.y);
    if (!(speed > 0.0)) {
        return;
    }
    struct rim rim = {.ahead = {v.x / speed, v.y / speed}};
    double width = 0.0, slant = 0.0, begin = -1.0;
    for (size_t i = 0; i < water->side_count; ++i) {
        const struct side *side = &water->sides[i];
        const double size = sqrt(side->n.x * side->n.x + side->n.y * side->n.y);
        add_chord(&rim, (struct buoy_point){side->n.x / size, side->n.y / size},
                  (side->n.x * side->on.x + side->n.y * side->on.y) / (size * r));
    }
    if (water->round) {
        const double x = (double)water->round->centre[0] - circle->centre[0];
        const double y = (double)water->round->centre[1] - circle->centre[1];
        const double distance = sqrt(x * x + y * y), pool = water->round->radius;
        if (distance > 0.0) {
            // The chord that both have: d² + r² − R² as (d − R)(d + R) + r².
            add_chord(&rim, (struct buoy_point){x / distance, y / distance},
                      ((distance - pool) * (distance + pool) + r * r) / (2.0 * distance * r));
        }
    }
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
    add_drag(sums, centre, v, sums->drag_scale * r * speed * width,
             -sums->lift_scale * r * speed * slant);
}

// ------------------------------------------------------------------------------------- answers

// Checks the water, and finds it as seen from a disc's centre, or from the origin for a polygon.
static enum buoy_status find_water(const struct buoy_drag2d_query *query, struct water *water,
                                   struct buoy_error *error) {
    const struct buoy_circle *circle = query->circle;
    const struct buoy_polygon *pool = query->pool;
    const double x = circle ? (double)circle->centre[0] : 0.0;
    const double y = circle ? (double)circle->centre[1] : 0.0;
    if (query->line) {
        BUOY_TRY(buoy_line_examine(query->line, "water", error));
        const double nx = query->line->normal[0], ny = query->line->normal[1];
        const struct buoy_twofold along = buoy_exact_sum(nx * x, ny * y); // floats'
        const struct buoy_twofold d = {-(double)query->line->d, 0.0};
        const double t = -buoy_twofold_add(along, d).high / (nx * nx + ny * ny);
        water->sides[water->side_count++] = (struct side){{nx, ny}, {t * nx, t * ny}};
    } else if (pool) {
        struct buoy_polygon_info info;
        BUOY_TRY(buoy_pool_examine(pool, &info, error));
        const double outward = info.area < 0.0 ? -1.0 : 1.0;
        struct buoy_point a = buoy_polygon_vertex(pool, pool->count - 1);
        for (size_t i = 0; i < pool->count; ++i) {
            const struct buoy_point b = buoy_polygon_vertex(pool, i);
            if (a.x != b.x || a.y != b.y) {
                water->sides[water->side_count++] = (struct side){
                    {outward * (b.y - a.y), outward * (a.x - b.x)}, {a.x - x, a.y - y}};
            }
            a = b;
        }
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
    struct water water = {.side_count = 0};
    const struct buoy_motion2d *motion = query->motion;
    const double given[] = {
        motion->point[0],         motion->point[1], motion->velocity[0], motion->velocity[1],
        motion->angular_velocity, query->density,   query->drag,         query->lift};
    const double step[] = {motion->dt, motion->inverse_mass, motion->inverse_inertia};
    BUOY_REFUSE_IF(!buoy_within(given, sizeof given / sizeof *given, DBL_MAX), NON_FINITE,
                   "the motion, the density or a coefficient is not finite");
    struct sums sums = {.motion = motion,
                        .drag_scale = query->density * query->drag,
                        .lift_scale = query->density * query->lift};
    BUOY_REFUSE_IF(!buoy_within(step, motion->dt == 0.0 ? 1 : 3, DBL_MAX), NON_FINITE,
                   "the step, the inverse mass or the inverse inertia is not finite");
    BUOY_REFUSE_IF(motion->dt != 0.0 && !(motion->dt > 0.0 && motion->inverse_mass >= 0.0 &&
                                          motion->inverse_inertia >= 0.0 && sums.drag_scale >= 0.0),
                   ARGUMENT,
                   "with a step, it, the inverse mass, the inverse inertia and the coefficient of "
                   "drag must be 0 or more");
    if (query->circle) {
        BUOY_TRY(buoy_circle_examine(query->circle, "circle", error));
    }
    BUOY_TRY(find_water(query, &water, error));
    if (query->polygon) {
        BUOY_TRY(add_polygon(&sums, query, &water, error));
    } else {
        add_rim(&sums, &water, query->circle);
    }
    BUOY_REFUSE_IF(motion->dt > 0.0 && !resist_within_step(&sums), NON_FINITE,
                   "drag within the step is beyond doubles");
    *drag = sums.drag;
    *lift = sums.lift;
    return buoy_succeed(error);
}

// The largest share of a drag F, up to 1, that does no more than bring to rest the motion it
// resists: −F·v = `against`, and F changes F·v by `change`.
static double bearable(double against, double change) {
    return change > against ? against / change : 1.0;
}

// First force and torque are limited each by itself, if they resist: otherwise one would be limited
// too little because of the other. Then both are limited together, P = (F, torque), with the change
// of velocity (F/m, torque/I) dt: one of them may drive the motion that the other resists.
void buoy_limit_drag2d(const struct buoy_motion2d *motion, double inverse_mass,
                       double inverse_inertia, double dt, struct buoy_force2d *force) {
    const double power =
        force->force[0] * motion->velocity[0] + force->force[1] * motion->velocity[1];
    if (power < 0.0) {
        const double squared =
            force->force[0] * force->force[0] + force->force[1] * force->force[1];
        const double share = bearable(-power, dt * inverse_mass * squared);
        force->force[0] *= share;
        force->force[1] *= share;
    }
    const double turning = force->torque * motion->angular_velocity;
    if (turning < 0.0) {
        force->torque *= bearable(-turning, dt * inverse_inertia * force->torque * force->torque);
    }
    const double along = force->force[0] * motion->velocity[0] +
                         force->force[1] * motion->velocity[1] +
                         force->torque * motion->angular_velocity;
    const double change =
        dt *
        (inverse_mass * (force->force[0] * force->force[0] + force->force[1] * force->force[1]) +
         inverse_inertia * force->torque * force->torque);
    const double share = along < 0.0 ? bearable(-along, change) : 0.0;
    force->force[0] *= share;
    force->force[1] *= share;
    force->torque *= share;
}
