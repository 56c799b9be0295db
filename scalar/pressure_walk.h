// What the methods of `pressure` in double share: a walk over the triangles as given, which finds
// the submerged part of each, and its drag. Each method adds the pressure in its own way.
#ifndef SCALAR_PRESSURE_WALK_H
#define SCALAR_PRESSURE_WALK_H

#include <string.h>

#include "bodies/immersion.h"
#include "dispatch/methods.h"
#include "pressure_pool.h"
#include "pressure_triangle.h"

// Adds the pressure on the submerged part of a triangle.
typedef void walk_pressure(const struct buoy_immersion *immersion,
                           const struct walk_triangle *triangle, struct buoy_pressure_sums *sums);

// Heights of all vertices; the largest of them.
static inline double walk_find_heights(const struct buoy_immersion *immersion, double *heights) {
    const struct buoy_mesh *mesh = immersion->mesh;
    double highest = -(double)INFINITY;
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        const double p[3] = {mesh->triangles->px[i], mesh->triangles->py[i],
                             mesh->triangles->pz[i]};
        heights[i] = buoy_height_at(immersion, p);
        highest = heights[i] > highest ? heights[i] : highest;
    }
    return highest;
}

// -------------------------------------------------------------------------------------- drag

// A body that moves.
struct walk_motion {
    const struct buoy_surface_motion *motion; // NULL if it does not
    struct buoy_drift drift;                  // of the mesh's centre
    bool failed;                              // current_at gave an invalid velocity
    double *resistance;                       // with a step, its sums
};

static inline struct walk_motion walk_begin_motion(const struct buoy_immersion *immersion,
                                                   const struct buoy_surface_motion *motion,
                                                   double resistance[BUOY_RESISTANCE_SUMS]) {
    struct walk_motion moving = {.motion = motion};
    if (motion && motion->dt > 0.0) {
        memset(resistance, 0, BUOY_RESISTANCE_SUMS * sizeof *resistance);
        moving.resistance = resistance;
    }
    if (motion) {
        buoy_find_drift(immersion, motion, &moving.drift);
        buoy_add_cross(moving.drift.spin, immersion->mesh->middle, moving.drift.start);
    }
    return moving;
}

// A point's velocity through the water; the point is relative to the mesh's centre.
static inline void walk_velocity_at(const struct buoy_immersion *immersion,
                                    struct walk_motion *moving, const double x[3], double u[3]) {
    memcpy(u, moving->drift.start, 3 * sizeof *u);
    buoy_add_cross(moving->drift.spin, x, u);
    if (immersion->water->current_at) {
        double point[3], current[3];
        for (int i = 0; i < 3; ++i) {
            point[i] = immersion->mesh->middle[i] + x[i];
        }
        if (!buoy_find_current(immersion, point, 1, current)) {
            moving->failed = true;
            return;
        }
        for (int i = 0; i < 3; ++i) {
            u[i] -= current[i];
        }
    }
}

// buoyancy_pressure.h's formulas, for a part of a given area and normal that moves at u.
static inline void walk_find_drag(const struct buoy_surface_motion *motion, double area,
                                  const double n[3], const double u[3], double force[3]) {
    const double p = buoy_dot(n, u), speed = buoy_length(u);
    const double leading = p > 0.0 ? p : 0.0, sine = speed > 0.0 ? p / speed : 0.0;
    double t[3];
    for (int i = 0; i < 3; ++i) {
        t[i] = u[i] - p * n[i];
    }
    const double sliding = buoy_length(t);
    for (int i = 0; i < 3; ++i) {
        force[i] = -area * (motion->drag * leading * u[i] +
                            motion->lift * leading * (speed * n[i] - sine * u[i]) +
                            motion->skin * sliding * t[i]);
    }
}

// What the force on such a part is in terms of u, for a step: bodies/immersion.h. With û = u/|u|,
// the part of friction along u is C_S A |t| (|t|/|u|)² u.
static inline void walk_add_resistance(struct walk_motion *moving, double area, const double n[3],
                                       const double u[3], const double centre[3]) {
    const struct buoy_surface_motion *motion = moving->motion;
    const double p = buoy_dot(n, u), speed = buoy_length(u);
    if (!(speed > 0.0)) {
        return;
    }
    double t[3], g[3];
    for (int i = 0; i < 3; ++i) {
        t[i] = u[i] - p * n[i];
    }
    const double leading = p > 0.0 ? p : 0.0, sliding = buoy_length(t), along = sliding / speed;
    const double k = motion->drag * leading + motion->skin * sliding * along * along;
    const double across = motion->lift * leading - motion->skin * sliding * (p / speed);
    buoy_cross_product(n, u, g);
    for (int i = 0; i < 3; ++i) {
        g[i] = area * across * (g[i] / speed);
    }
    buoy_add_resistance(centre, area * k, g, moving->resistance);
}

static inline void walk_add_drag(const struct buoy_immersion *immersion, struct walk_motion *moving,
                                 const struct walk_triangle *triangle,
                                 struct buoy_pressure_sums *sums) {
    const double size = buoy_length(triangle->area);
    if (!(size * triangle->f > 0.0)) {
        return;
    }
    double n[3], centre[3], u[3], force[3];
    for (int i = 0; i < 3; ++i) {
        n[i] = triangle->area[i] / size;
    }
    walk_weigh(triangle->beta, triangle->v, 3.0 * triangle->f, centre);
    walk_velocity_at(immersion, moving, centre, u);
    walk_find_drag(moving->motion, size * triangle->f, n, u, force);
    for (int i = 0; i < 3; ++i) {
        sums->drag_force[i] += force[i];
    }
    buoy_add_cross(centre, force, sums->drag_torque);
    if (moving->resistance) {
        walk_add_resistance(moving, size * triangle->f, n, u, centre);
    }
}

// ------------------------------------------------------------------------------------- bodies

static inline void walk_add_segment(const struct buoy_immersion *immersion, const uint32_t given[3],
                                    const double depth[3], struct buoy_waterline *waterline) {
    const struct buoy_mesh *mesh = immersion->mesh;
    struct buoy_waterline_triangle triangle;
    for (int k = 0; k < 3; ++k) {
        triangle.vertex[k] = given[k];
        triangle.s[k] = -depth[k];
        triangle.x[k][0] = mesh->triangles->px[given[k]];
        triangle.x[k][1] = mesh->triangles->py[given[k]];
        triangle.x[k][2] = mesh->triangles->pz[given[k]];
    }
    buoy_waterline_add(immersion, &triangle, waterline);
}

// Triangle t, with depths below a level; its submerged part is still to be found.
static inline void walk_fetch(const struct buoy_mesh *mesh, uint32_t t, const double *heights,
                              double level, uint32_t given[3], struct walk_triangle *triangle) {
    given[0] = mesh->triangles->i0[t];
    given[1] = mesh->triangles->i1[t];
    given[2] = mesh->triangles->i2[t];
    for (int k = 0; k < 3; ++k) {
        triangle->v[k][0] = mesh->triangles->px[given[k]] - mesh->middle[0];
        triangle->v[k][1] = mesh->triangles->py[given[k]] - mesh->middle[1];
        triangle->v[k][2] = mesh->triangles->pz[given[k]] - mesh->middle[2];
        triangle->depth[k] = level - heights[given[k]];
    }
    walk_find_area(triangle);
}

// A body across a pool's walls.
struct walk_pooled {
    const struct buoy_immersion *immersion;
    walk_pressure *pressure;
    struct buoy_pressure_sums *sums;
    struct walk_motion *moving;
    bool drags; // the triangle that is looked at
};

// Adds a part of the cut along a wall, which has pressure but is no surface.
static inline void walk_add_cut(void *context, struct walk_triangle *part) {
    const struct walk_pooled *walk = context;
    walk_find_share(part);
    walk->pressure(walk->immersion, part, walk->sums);
}

// Adds a part of a triangle.
static inline void walk_add_part(void *context, struct walk_triangle *part) {
    const struct walk_pooled *walk = context;
    walk_add_cut(context, part);
    walk->sums->area += part->f * buoy_length(part->area);
    if (walk->drags) {
        walk_add_drag(walk->immersion, walk->moving, part, walk->sums);
    }
}

static inline bool walk_drags(const struct walk_motion *moving, uint32_t t) {
    return moving->motion && !(moving->motion->hidden && moving->motion->hidden[t]);
}

static void walk_through_pool(const struct buoy_immersion *immersion, const double *heights,
                              walk_pressure *pressure, struct buoy_waterline *waterline,
                              struct buoy_pressure_sums *sums, struct walk_motion *moving) {
    const struct buoy_mesh *mesh = immersion->mesh;
    struct walk_pooled walk = {
        .immersion = immersion, .pressure = pressure, .sums = sums, .moving = moving};
    struct pool pool;
    pool_begin(immersion, &pool);
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        struct walk_triangle triangle;
        uint32_t given[3];
        walk_fetch(mesh, t, heights, 0.0, given, &triangle);
        walk.drags = walk_drags(moving, t);
        pool_split(&pool, -1, &triangle, walk_add_part, &walk);
        for (int w = 0; w < pool.count; ++w) {
            pool_split_cut(&pool, w, &triangle, walk_add_cut, &walk);
        }
        if (waterline) {
            walk_add_segment(immersion, given, triangle.depth, waterline);
        }
    }
}

static inline void walk_over(const struct buoy_immersion *immersion, const double *heights,
                             bool below, walk_pressure *pressure, struct buoy_waterline *waterline,
                             struct buoy_pressure_sums *sums, struct walk_motion *moving) {
    const struct buoy_mesh *mesh = immersion->mesh;
    const double level = below ? heights[0] : 0.0;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        struct walk_triangle triangle = {.f = 1.0, .beta = {1.0, 1.0, 1.0}};
        uint32_t given[3];
        walk_fetch(mesh, t, heights, level, given, &triangle);
        if (!below) {
            walk_find_share(&triangle);
        }
        pressure(immersion, &triangle, sums);
        sums->area += triangle.f * buoy_length(triangle.area);
        if (walk_drags(moving, t)) {
            walk_add_drag(immersion, moving, &triangle, sums);
        }
        if (waterline && !below) {
            walk_add_segment(immersion, given, triangle.depth, waterline);
        }
    }
}

// Answers a query. `level_free`: for a body wholly submerged, the method may count depths from any
// level. Then depths are below the body's first vertex, and all of the body counts as submerged,
// whatever the sign of a depth.
static inline bool walk(const struct buoy_pressure_query *query, struct buoy_waterline *waterline,
                        walk_pressure *pressure, bool level_free,
                        struct buoy_pressure *restrict result) {
    struct buoy_immersion immersion;
    buoy_immerse(query, &immersion);
    if (immersion.side == BUOY_SIDE_DRY) {
        buoy_pressure_answer_dry(result);
        return true;
    }
    const struct buoy_mesh *mesh = query->mesh;
    const double *centre = mesh->middle;
    double *heights = query->scratch;
    const bool closed = mesh->closed && !immersion.pooled;
    const bool below = walk_find_heights(&immersion, heights) < 0.0 && closed && level_free;
    struct buoy_pressure_sums sums = {.origin = {centre[0], centre[1], centre[2]}, .unit = 1.0};
    double resistance[BUOY_RESISTANCE_SUMS];
    struct walk_motion moving = walk_begin_motion(&immersion, query->motion, resistance);
    if (immersion.pooled) {
        walk_through_pool(&immersion, heights, pressure, waterline, &sums, &moving);
    } else {
        walk_over(&immersion, heights, below, pressure, waterline, &sums, &moving);
    }
    if (!moving.failed) {
        buoy_pressure_answer(&immersion, &sums, result);
        if (below && query->water->kind == BUOY_WATER_PLANE) {
            buoy_pressure_answer_wet(&immersion, result);
        }
        if (moving.resistance) {
            buoy_pressure_resist(&immersion, moving.motion, &sums, moving.resistance, result);
        }
    }
    return !moving.failed;
}

#endif
