// Forces in the plane: buoyancy, and drag and lift after C. Campbell's tutorial "Buoyancy" for
// Box2D (iforce2d.net, 2013). buoyancy_polygon.h has the formulas and the differences from the
// tutorial.
#include "base/arithmetic.h"

#include <float.h>
#include <stdio.h>

#include "base/status.h"
#include "base/vector.h"
#include "plane2d/drag2d.h"

struct buoy_point buoy_drag2d_velocity(const struct buoy_motion2d *motion, struct buoy_point at) {
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
    const struct buoy_point c = {wet->centre[0], wet->centre[1]},
                            u = buoy_drag2d_velocity(motion, c);
    const double scale = -linear * density * sqrt(wet->area) * sqrt(u.x * u.x + u.y * u.y);
    *force = (struct buoy_force2d){{0.0, 0.0},
                                   -angular * density * wet->area * motion->angular_velocity};
    add_force(motion, c, scale * u.x, scale * u.y, force);
}

static void add_resistance(struct buoy_drag2d *drag, struct buoy_point at, double k, double l) {
    const double x = at.x - drag->motion->point[0], y = at.y - drag->motion->point[1];
    struct buoy_resistance2d *sums = &drag->resistance;
    sums->k += k;
    sums->kx += k * x;
    sums->ky += k * y;
    sums->krr += k * (x * x + y * y);
    sums->l += l;
    sums->lx += l * x;
    sums->ly += l * y;
}

void buoy_drag2d_add(struct buoy_drag2d *drag, struct buoy_point at, struct buoy_point u, double k,
                     double l) {
    add_force(drag->motion, at, -k * u.x, -k * u.y, &drag->drag);
    add_force(drag->motion, at, l * -u.y, l * u.x, &drag->lift);
    if (drag->motion->dt > 0.0) {
        add_resistance(drag, at, k, l);
    }
}

// With u = |u| û, l n and l e the normal and direction times the edge's length, |u|² (n·û) û =
// (n·u) u: only the lift is divided by a speed that may be 0.
void buoy_drag2d_add_edge(struct buoy_drag2d *drag, struct buoy_point a, struct buoy_point b) {
    const struct buoy_point middle = {0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
    const struct buoy_point u = buoy_drag2d_velocity(drag->motion, middle);
    const double ex = b.x - a.x, ey = b.y - a.y;
    const double length = sqrt(ex * ex + ey * ey), speed = sqrt(u.x * u.x + u.y * u.y);
    const double across = ey * u.x - ex * u.y, along = ex * u.x + ey * u.y; // l n·u, l e·u
    if (across > 0.0 && speed > 0.0) {
        buoy_drag2d_add(drag, middle, u, drag->drag_scale * across,
                        drag->lift_scale * across * (along / (length * speed)));
    }
}

// Force and torque, as three numbers, of drag and of lift, of the motion q = (v, ω).
static void resist(const struct buoy_resistance2d *sums, const double q[3], double drag[3],
                   double lift[3]) {
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

// The motion at the end of the step: kernels/bodies/resistance.c in the plane.
static void find_end(const struct buoy_resistance2d *sums, const struct buoy_motion2d *motion,
                     const double change[3], double q[3]) {
    double a[3][3];
    for (int j = 0; j < 3; ++j) {
        double axis[3] = {0.0, 0.0, 0.0}, drag[3], lift[3];
        axis[j] = 1.0;
        resist(sums, axis, drag, lift);
        for (int i = 0; i < 3; ++i) {
            a[i][j] = axis[i] - motion->dt * change[i] * (drag[i] + lift[i]);
        }
    }
    solve(a, q);
}

// Replaces drag and lift by those of the motion at the end of the step. Their sum f is scaled by
// the largest factor up to 1 with which f·q' ≤ 0, which is 1 but for roundings. False if they are
// beyond doubles.
static bool resist_within_step(struct buoy_drag2d *sums) {
    const struct buoy_motion2d *motion = sums->motion;
    const double change[3] = {motion->inverse_mass, motion->inverse_mass, motion->inverse_inertia};
    const double q[3] = {motion->velocity[0], motion->velocity[1], motion->angular_velocity};
    double after[3] = {q[0], q[1], q[2]}, drag[3], lift[3];
    find_end(&sums->resistance, motion, change, after);
    resist(&sums->resistance, after, drag, lift);
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

static enum buoy_status check_step(const struct buoy_motion2d *motion, double drag,
                                   struct buoy_error *error) {
    const double given[] = {motion->dt, motion->inverse_mass, motion->inverse_inertia};
    BUOY_REFUSE_IF(!buoy_within(given, motion->dt == 0.0 ? 1 : 3, DBL_MAX), NON_FINITE,
                   "the step, the inverse mass or the inverse inertia is not finite");
    return motion->dt == 0.0 || (motion->dt > 0.0 && motion->inverse_mass >= 0.0 &&
                                 motion->inverse_inertia >= 0.0 && drag >= 0.0)
               ? BUOY_OK
               : buoy_fail(error, BUOY_ERROR_ARGUMENT,
                           "with a step, it, the inverse mass, the inverse inertia and the "
                           "coefficient of drag must be 0 or more");
}

enum buoy_status buoy_drag2d_begin(const struct buoy_drag2d_query *query, struct buoy_drag2d *drag,
                                   struct buoy_error *error) {
    const struct buoy_motion2d *motion = query->motion;
    const double given[] = {
        motion->point[0],         motion->point[1], motion->velocity[0], motion->velocity[1],
        motion->angular_velocity, query->density,   query->drag,         query->lift};
    BUOY_REFUSE_IF(!buoy_within(given, sizeof given / sizeof *given, DBL_MAX), NON_FINITE,
                   "the motion, the density or a coefficient is not finite");
    *drag = (struct buoy_drag2d){.motion = motion,
                                 .drag_scale = query->density * query->drag,
                                 .lift_scale = query->density * query->lift};
    return check_step(motion, drag->drag_scale, error);
}

enum buoy_status buoy_drag2d_end(struct buoy_drag2d *sums, struct buoy_force2d *drag,
                                 struct buoy_force2d *lift, struct buoy_error *error) {
    BUOY_REFUSE_IF(sums->motion->dt > 0.0 && !resist_within_step(sums), NON_FINITE,
                   "drag within the step is beyond doubles");
    *drag = sums->drag;
    *lift = sums->lift;
    return buoy_succeed(error);
}

// Adds the wet part of the edge from v1 to v2, turned round if the polygon runs clockwise.
static void add_wet_part(struct buoy_drag2d *drag, const struct buoy_line *water,
                         struct buoy_point v1, struct buoy_point v2, bool clockwise) {
    const double s1 = buoy_line_height(water, v1), s2 = buoy_line_height(water, v2);
    if (s1 >= 0.0 && s2 >= 0.0) {
        return;
    }
    const double t = s1 < 0.0 && s2 < 0.0 ? 0.0 : s1 / (s1 - s2); // a level wet edge has no cut
    const struct buoy_point cut = {v1.x + t * (v2.x - v1.x), v1.y + t * (v2.y - v1.y)};
    const struct buoy_point a = s1 < 0.0 ? v1 : cut, b = s2 < 0.0 ? v2 : cut;
    buoy_drag2d_add_edge(drag, clockwise ? b : a, clockwise ? a : b);
}

enum buoy_status buoy_drag2d_below(const struct buoy_drag2d_query *query,
                                   struct buoy_force2d *restrict drag,
                                   struct buoy_force2d *restrict lift, struct buoy_error *error) {
    const struct buoy_polygon *polygon = query->polygon;
    struct buoy_drag2d sums = {.motion = query->motion};
    struct buoy_polygon_info info;
    BUOY_TRY(buoy_drag2d_begin(query, &sums, error));
    BUOY_TRY(buoy_line_examine(query->line, "water", error));
    BUOY_TRY(buoy_polygon_get_info(polygon, &info, error));
    struct buoy_point v1 = buoy_polygon_vertex(polygon, polygon->count - 1);
    for (size_t i = 0; i < polygon->count; ++i) {
        const struct buoy_point v2 = buoy_polygon_vertex(polygon, i);
        add_wet_part(&sums, query->line, v1, v2, info.area < 0.0);
        v1 = v2;
    }
    return buoy_drag2d_end(&sums, drag, lift, error);
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
