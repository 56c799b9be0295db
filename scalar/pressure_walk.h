// What the methods of `pressure` in double share: a triangle in the water and its submerged part; a
// pool's walls, which cut triangles; a walk over the triangles as given, which finds the submerged
// part of each, and its drag. Each method adds the pressure in its own way.
#ifndef SCALAR_PRESSURE_WALK_H
#define SCALAR_PRESSURE_WALK_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/vector.h"
#include "bodies/immersion.h"
#include "dispatch/methods.h"
#include "pressure_walk.h"

// A triangle: its corners relative to the mesh's centre, in the mesh's frame; its area times its
// outward normal; its corners' depths; the submerged share f of its area, and the weights β of its
// corners (kernels/mesh/shares.h): the submerged part's centre is Σ β v / 3 f.
struct walk_triangle {
    double v[3][3], area[3], depth[3];
    double f, beta[3];
};

static inline void walk_weigh(const double weights[3], const double v[3][3], double divisor,
                              double x[3]) {
    for (int i = 0; i < 3; ++i) {
        x[i] = (weights[0] * v[0][i] + weights[1] * v[1][i] + weights[2] * v[2][i]) / divisor;
    }
}

// The corner that is alone on its side of the water, or −1.
static inline int walk_odd_corner(const double depth[3]) {
    const bool wet[3] = {depth[0] > 0.0, depth[1] > 0.0, depth[2] > 0.0};
    return wet[0] == wet[1] ? (wet[1] == wet[2] ? -1 : 2) : wet[1] == wet[2] ? 0 : 1;
}

static inline void walk_find_share(struct walk_triangle *triangle) {
    const double *d = triangle->depth;
    const int a = walk_odd_corner(d);
    if (a < 0) {
        triangle->f = d[0] > 0.0 ? 1.0 : 0.0;
        triangle->beta[0] = triangle->beta[1] = triangle->beta[2] = triangle->f;
        return;
    }
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    const double tb = d[a] / (d[a] - d[b]), tc = d[a] / (d[a] - d[c]);
    const double ub = d[b] / (d[b] - d[a]), uc = d[c] / (d[c] - d[a]);
    const bool case_a = d[a] > 0.0;
    const double x = case_a ? 0.0 : ub, w = tb * (case_a ? tc : uc);
    triangle->f = x + w;
    triangle->beta[a] = x * x + w * (ub + uc + (case_a ? 1.0 : 0.0));
    triangle->beta[b] = x * (1.0 + tb) + w * tb;
    triangle->beta[c] = x + w * (tc + (case_a ? 0.0 : 1.0));
}

static inline void walk_find_area(struct walk_triangle *triangle) {
    double edges[2][3];
    for (int i = 0; i < 3; ++i) {
        edges[0][i] = 0.5 * (triangle->v[1][i] - triangle->v[0][i]);
        edges[1][i] = triangle->v[2][i] - triangle->v[0][i];
        triangle->area[i] = 0.0;
    }
    buoy_add_cross(edges[0], edges[1], triangle->area);
}

// -------------------------------------------------------------------------------------------- pool

// Bodies that reach beyond a pool's walls: the water acts on the surface of what is inside, closed
// by the cuts along the walls.
//
// A triangle across a wall is cut there. The cut through the body along a wall is put together from
// triangles with a common apex on the wall: one for each triangle of the body that crosses the
// wall, with the line in which it does. Areas count with their signs, so that the cut may have any
// shape. At the corner of two walls, the triangles of either's cut are cut by the other.

enum {
    POOL_WALLS = 6,
    POOL_CORNERS = 3 + POOL_WALLS, // of a triangle that every wall cuts
};

// A wall that the body's bounding box reaches beyond: row·x + offset is the distance into the pool
// of a point x, relative to the mesh's centre. In still water any apex will do: it is the foot of
// that centre. In waves the cut's pressure depends on it, in the second order: it is moved up along
// the wall until it is above the water, if the wall is not level, so that it has no jump. So it is
// for open meshes: what is missing of a cut's outline where the mesh is open, which must be dry,
// then adds nothing.
struct pool_wall {
    double row[3], offset, apex[3], apex_depth;
};

struct pool {
    struct pool_wall walls[POOL_WALLS];
    int count;
};

static inline double pool_distance(const struct pool_wall *wall, const double x[3]) {
    return buoy_dot(wall->row, x) + wall->offset;
}

static inline void pool_find_apex(const struct buoy_immersion *immersion, struct pool_wall *wall) {
    const struct buoy_mesh *mesh = immersion->mesh;
    double up[3], along[3], place[3], level = immersion->level;
    for (int i = 0; i < 3; ++i) {
        wall->apex[i] = -wall->offset * wall->row[i];
        up[i] = immersion->up[i] / immersion->length;
        level += immersion->up[i] * (mesh->middle[i] + wall->apex[i]);
    }
    const double across = buoy_dot(up, wall->row);
    for (int i = 0; i < 3; ++i) {
        along[i] = up[i] - across * wall->row[i];
    }
    const double rise = buoy_dot(along, along); // of a step `along`
    const bool flat = immersion->water->kind == BUOY_WATER_PLANE;
    const bool raised = rise > 1e-6 && !(flat && mesh->closed);
    const double missing = immersion->high + mesh->scale - level / immersion->length;
    for (int i = 0; i < 3; ++i) {
        wall->apex[i] += raised ? fmax(missing, 0.0) / rise * along[i] : 0.0;
        place[i] = mesh->middle[i] + wall->apex[i];
    }
    wall->apex_depth = -buoy_height_above(immersion, place);
}

static inline void pool_add_wall(const struct buoy_immersion *immersion, int axis, double sign,
                                 double at, struct pool *pool) {
    const struct buoy_mesh *mesh = immersion->mesh;
    const double *row = immersion->rotation.row[axis];
    double reach = 0.0;
    struct pool_wall wall;
    wall.offset = sign * ((buoy_dot(row, mesh->middle) + immersion->position[axis]) - at);
    for (int i = 0; i < 3; ++i) {
        reach += fabs(row[i]) * mesh->half_extent[i];
    }
    if (!(wall.offset < reach * mesh->scale * (1.0 + 0x1p-20))) {
        return; // all of the body is inside; or there is no wall
    }
    for (int i = 0; i < 3; ++i) {
        wall.row[i] = sign * row[i];
    }
    pool_find_apex(immersion, &wall);
    pool->walls[pool->count++] = wall;
}

static inline void pool_begin(const struct buoy_immersion *immersion, struct pool *pool) {
    const struct buoy_region *region = immersion->water->region;
    pool->count = 0;
    for (int i = 0; i < 3; ++i) {
        pool_add_wall(immersion, i, 1.0, region->low[i], pool);
        pool_add_wall(immersion, i, -1.0, region->high[i], pool);
    }
}

// A corner of a triangle's part, as shares of the triangle's corners.
struct pool_corner {
    double share[3];
};

// Where the edge from a corner inside to one outside meets a wall: the same to the bit for both
// triangles at an edge of the body.
static inline double pool_crossing(double inside, double outside) {
    return inside / (inside - outside);
}

// Cuts a polygon by a wall: returns the number of its corners inside.
static inline int pool_cut(const double distance[3], struct pool_corner corners[POOL_CORNERS],
                           int count) {
    struct pool_corner cut[POOL_CORNERS];
    int kept = 0;
    for (int i = 0; i < count; ++i) {
        const struct pool_corner *a = &corners[i], *b = &corners[(i + 1) % count];
        const double da = buoy_dot(a->share, distance), db = buoy_dot(b->share, distance);
        if (da >= 0.0 && kept < POOL_CORNERS) { // roundings must not make more of them
            cut[kept++] = *a;
        }
        if ((da >= 0.0) != (db >= 0.0) && kept < POOL_CORNERS) {
            const struct pool_corner *in = da >= 0.0 ? a : b, *out = da >= 0.0 ? b : a;
            const double t = da >= 0.0 ? pool_crossing(da, db) : pool_crossing(db, da);
            for (int k = 0; k < 3; ++k) {
                cut[kept].share[k] = in->share[k] + t * (out->share[k] - in->share[k]);
            }
            ++kept;
        }
    }
    memcpy(corners, cut, sizeof cut);
    return kept;
}

// Does something with a part of a triangle that is inside the pool.
typedef void pool_part(void *context, struct walk_triangle *part);

// Cuts a triangle by all walls but one, and hands over its parts.
static inline void pool_split(const struct pool *pool, int but, const struct walk_triangle *whole,
                              pool_part *add, void *context) {
    struct pool_corner corners[POOL_CORNERS] = {
        {{1.0, 0.0, 0.0}}, {{0.0, 1.0, 0.0}}, {{0.0, 0.0, 1.0}}};
    int count = 3;
    for (int w = 0; w < pool->count && count > 0; ++w) {
        const struct pool_wall *wall = &pool->walls[w];
        const double distance[3] = {pool_distance(wall, whole->v[0]),
                                    pool_distance(wall, whole->v[1]),
                                    pool_distance(wall, whole->v[2])};
        if (w != but && (distance[0] < 0.0 || distance[1] < 0.0 || distance[2] < 0.0)) {
            count = pool_cut(distance, corners, count);
        }
    }
    for (int i = 2; i < count; ++i) {
        const struct pool_corner *const of[3] = {&corners[0], &corners[i - 1], &corners[i]};
        const double *a = of[0]->share, *b = of[1]->share, *c = of[2]->share;
        const double size = (b[1] - a[1]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[1] - a[1]);
        struct walk_triangle part = {.f = 1.0, .beta = {1.0, 1.0, 1.0}};
        for (int k = 0; k < 3; ++k) {
            walk_weigh(of[k]->share, whole->v, 1.0, part.v[k]);
            part.depth[k] = buoy_dot(of[k]->share, whole->depth);
            part.area[k] = size * whole->area[k];
        }
        add(context, &part);
    }
}

// The share of the cut along a wall that a triangle of the body contributes: false if it does not
// cross the wall. Round the triangle, counter-clockwise as seen from outside, the pool is left at
// the one end of the line in which it meets the wall, and entered at the other.
static inline bool pool_find_fan(const struct pool_wall *wall, const struct walk_triangle *whole,
                                 struct walk_triangle *fan) {
    double distance[3];
    *fan = (struct walk_triangle){.f = 1.0, .beta = {1.0, 1.0, 1.0}};
    for (int k = 0; k < 3; ++k) {
        distance[k] = pool_distance(wall, whole->v[k]);
    }
    int ends = 0;
    for (int k = 0; k < 3; ++k) {
        const int next = (k + 1) % 3;
        const bool is_in = distance[k] >= 0.0;
        if (is_in == (distance[next] >= 0.0)) {
            continue;
        }
        const int in = is_in ? k : next, out = is_in ? next : k, at = is_in ? 2 : 1;
        const double t = pool_crossing(distance[in], distance[out]);
        for (int i = 0; i < 3; ++i) {
            fan->v[at][i] = whole->v[in][i] + t * (whole->v[out][i] - whole->v[in][i]);
        }
        fan->depth[at] = whole->depth[in] + t * (whole->depth[out] - whole->depth[in]);
        ++ends;
    }
    if (ends != 2) {
        return false;
    }
    memcpy(fan->v[0], wall->apex, sizeof fan->v[0]);
    fan->depth[0] = wall->apex_depth;
    walk_find_area(fan);
    return true;
}

// -------------------------------------------------------------------------------------------- walk

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

// What the force on a part of a given area and normal that moves at u is in terms of u, for a step:
// bodies/immersion.h. With û = u/|u|, the part of friction along u is C_S A |t| (|t|/|u|)² u.
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

// Adds the drag of a part, by buoyancy_pressure.h's formulas.
static inline void walk_add_drag(const struct buoy_immersion *immersion, struct walk_motion *moving,
                                 const struct walk_triangle *triangle,
                                 struct buoy_pressure_sums *sums) {
    const struct buoy_surface_motion *motion = moving->motion;
    const double size = buoy_length(triangle->area), area = size * triangle->f;
    double n[3], centre[3], point[3], u[3], t[3], force[3], current[3] = {0.0, 0.0, 0.0};
    if (!(area > 0.0)) {
        return;
    }
    walk_weigh(triangle->beta, triangle->v, 3.0 * triangle->f, centre);
    memcpy(u, moving->drift.start, sizeof u);
    buoy_add_cross(moving->drift.spin, centre, u);
    for (int i = 0; i < 3; ++i) {
        n[i] = triangle->area[i] / size;
        point[i] = immersion->mesh->middle[i] + centre[i];
    }
    if (immersion->water->current_at && !buoy_find_current(immersion, point, 1, current)) {
        moving->failed = true;
    }
    for (int i = 0; i < 3; ++i) {
        u[i] -= current[i];
    }
    const double p = buoy_dot(n, u), speed = buoy_length(u);
    const double leading = p > 0.0 ? p : 0.0, sine = speed > 0.0 ? p / speed : 0.0;
    for (int i = 0; i < 3; ++i) {
        t[i] = u[i] - p * n[i];
    }
    const double sliding = buoy_length(t);
    for (int i = 0; i < 3; ++i) {
        force[i] = -area * (motion->drag * leading * u[i] +
                            motion->lift * leading * (speed * n[i] - sine * u[i]) +
                            motion->skin * sliding * t[i]);
        sums->drag_force[i] += force[i];
    }
    buoy_add_cross(centre, force, sums->drag_torque);
    if (moving->resistance) {
        walk_add_resistance(moving, area, n, u, centre);
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
static inline __attribute__((always_inline)) void walk_fetch(const struct buoy_mesh *mesh,
                                                             uint32_t t, const double *heights,
                                                             double level, uint32_t given[3],
                                                             struct walk_triangle *triangle) {
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
            struct walk_triangle fan;
            if (pool_find_fan(&pool.walls[w], &triangle, &fan)) {
                pool_split(&pool, w, &fan, walk_add_cut, &walk);
            }
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
