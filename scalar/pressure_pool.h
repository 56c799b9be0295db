// Bodies that reach beyond a pool's walls: the water acts on the surface of what is inside, closed
// by the cuts along the walls.
//
// A triangle across a wall is cut there. The cut through the body along a wall is put together from
// triangles with a common apex on the wall: one for each triangle of the body that crosses the
// wall, with the line in which it does. Areas count with their signs, so that the cut may have any
// shape. At the corner of two walls, the triangles of either's cut are cut by the other.
#ifndef SCALAR_PRESSURE_POOL_H
#define SCALAR_PRESSURE_POOL_H

#include <math.h>
#include <string.h>

#include "bodies/immersion.h"
#include "pressure_triangle.h"

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

// Hands over the parts of that share that the other walls leave.
static inline void pool_split_cut(const struct pool *pool, int w, const struct walk_triangle *whole,
                                  pool_part *add, void *context) {
    struct walk_triangle fan;
    if (pool_find_fan(&pool->walls[w], whole, &fan)) {
        pool_split(pool, w, &fan, add, context);
    }
}

#endif
