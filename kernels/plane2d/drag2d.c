// Forces in the plane: buoyancy, and drag and lift after C. Campbell's tutorial "Buoyancy" for
// Box2D (iforce2d.net, 2013). buoyancy_polygon.h has the formulas and the differences from the
// tutorial.
#include <float.h>
#include <stdio.h>

#include "base/status.h"
#include "base/vector.h"
#include "plane2d/polygon.h"

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

// One polygon's drag and lift. With u = |u| û, l n and l e the normal and direction times the
// edge's length, |u|² (n·û) û = (n·u) u: only the lift is divided by a speed that may be 0.
struct drag {
    const struct buoy_motion2d *motion;
    double drag_scale, lift_scale;
    struct buoy_force2d *drag, *lift;
};

// The wetted edge from a to b, counter-clockwise.
static void add_edge(const struct drag *drag, struct buoy_point a, struct buoy_point b) {
    const struct buoy_point middle = {0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
    const struct buoy_point u = velocity_at(drag->motion, middle);
    const double ex = b.x - a.x, ey = b.y - a.y;
    const double length = sqrt(ex * ex + ey * ey), speed = sqrt(u.x * u.x + u.y * u.y);
    const double across = ey * u.x - ex * u.y, along = ex * u.x + ey * u.y; // l n·u, l e·u
    if (!(across > 0.0) || !(speed > 0.0)) {
        return;
    }
    const double d = -drag->drag_scale * across;
    const double l = drag->lift_scale * across * (along / (length * speed));
    add_force(drag->motion, middle, d * u.x, d * u.y, drag->drag);
    add_force(drag->motion, middle, l * -u.y, l * u.x, drag->lift);
}

// Adds the wet part of the edge from v1 to v2, turned round if the polygon runs clockwise.
static void add_wet_part(const struct drag *drag, const struct buoy_line *water,
                         struct buoy_point v1, struct buoy_point v2, bool clockwise) {
    const double s1 = buoy_line_height(water, v1), s2 = buoy_line_height(water, v2);
    if (s1 >= 0.0 && s2 >= 0.0) {
        return;
    }
    const double t = s1 / (s1 - s2); // not used if both are wet
    const struct buoy_point cut = {v1.x + t * (v2.x - v1.x), v1.y + t * (v2.y - v1.y)};
    const struct buoy_point a = s1 < 0.0 ? v1 : cut, b = s2 < 0.0 ? v2 : cut;
    add_edge(drag, clockwise ? b : a, clockwise ? a : b);
}

enum buoy_status buoy_polygon_drag(const struct buoy_polygon *polygon,
                                   const struct buoy_line *water,
                                   const struct buoy_motion2d *motion, double density,
                                   double drag_coefficient, double lift_coefficient,
                                   struct buoy_force2d *restrict drag,
                                   struct buoy_force2d *restrict lift, struct buoy_error *error) {
    if (!motion || !drag || !lift) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "no motion or no result");
    }
    const double given[] = {motion->point[0],    motion->point[1],         motion->velocity[0],
                            motion->velocity[1], motion->angular_velocity, density,
                            drag_coefficient,    lift_coefficient};
    if (!buoy_within(given, sizeof given / sizeof *given, DBL_MAX)) {
        return buoy_fail(error, BUOY_ERROR_NON_FINITE,
                         "the motion, the density or a coefficient is not finite");
    }
    struct buoy_polygon_info info;
    enum buoy_status status = buoy_line_examine(water, "water", error);
    if (status == BUOY_OK) {
        status = buoy_polygon_get_info(polygon, &info, error);
    }
    if (status != BUOY_OK) {
        return status;
    }
    *drag = *lift = (struct buoy_force2d){{0.0, 0.0}, 0.0};
    const struct drag sums = {motion, density * drag_coefficient, density * lift_coefficient, drag,
                              lift};
    struct buoy_point v1 = buoy_polygon_vertex(polygon, polygon->count - 1);
    for (size_t i = 0; i < polygon->count; ++i) {
        const struct buoy_point v2 = buoy_polygon_vertex(polygon, i);
        add_wet_part(&sums, water, v1, v2, info.area < 0.0);
        v1 = v2;
    }
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

struct buoy_motion2d buoy_motion2d_default(void) {
    return (struct buoy_motion2d){0};
}
