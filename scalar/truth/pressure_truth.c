// The forces of any water on a body, in long double.
#include "base/arithmetic.h"

#include "buoyancy_truth.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/mesh.h"
#include "water/water.h"

#define PI 3.141592653589793238462643383279502884L

// A point of the surface: from the pose's position, along the world's axes; and its height above
// the water.
struct point {
    real x[3], s;
};

struct body {
    const struct buoy_pressure_query *query;
    const struct pressure_waves *waves;
    real rows[3][3]; // of the rotation
    struct point *vertices;
    real force[3], torque[3], area;     // ∫ s n dA, ∫ s x × n dA
    real drag_force[3], drag_torque[3]; // / ρ
};

static real dot(const real a[3], const real b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// --------------------------------------------------------------------------------- water

static real wave_height(const struct pressure_waves *waves, real time, real x, real y) {
    real height = 0.0L;
    for (size_t i = 0; i < waves->count; ++i) {
        const struct buoy_wave *wave = &waves->waves[i];
        const real k = 2.0L * PI / (real)wave->wavelength, theta = (real)wave->direction;
        const real omega =
            wave->period > 0.0f ? 2.0L * PI / (real)wave->period : sqrtl((real)waves->gravity * k);
        height += (real)wave->amplitude *
                  sinl(k * (x * cosl(theta) + y * sinl(theta)) - omega * time + (real)wave->phase);
    }
    return height;
}

// How many cells lie between the first sample and a place, within the patch.
static real cells_along(real place, real origin, real spacing, uint32_t samples) {
    const real cells = (place - origin) / spacing;
    return fminl(fmaxl(cells, 0.0L), (real)(samples - 1));
}

static real patch_height(const struct buoy_patch *patch, real x, real y) {
    struct buoy_patch_grid grid;
    buoy_patch_get_grid(patch, &grid, NULL);
    real u = cells_along(x, (real)grid.origin[0], (real)grid.spacing[0], grid.columns);
    real v = cells_along(y, (real)grid.origin[1], (real)grid.spacing[1], grid.rows);
    const uint32_t i = u < grid.columns - 2 ? (uint32_t)u : grid.columns - 2;
    const uint32_t j = v < grid.rows - 2 ? (uint32_t)v : grid.rows - 2;
    const float *cell = patch->heights + (size_t)j * grid.columns + i;
    const real h00 = (real)cell[0], h10 = (real)cell[1];
    const real h01 = (real)cell[grid.columns], h11 = (real)cell[grid.columns + 1];
    u -= i;
    v -= j;
    // The weights of the corners of the triangle below or above the cell's diagonal.
    return u >= v ? h00 * (1.0L - u) + h10 * (u - v) + h11 * v
                  : h00 * (1.0L - v) + h01 * (v - u) + h11 * u;
}

static real height_of(const struct body *body, const real x[3]) {
    const struct buoy_water *water = body->query->water;
    real world[3];
    for (int i = 0; i < 3; ++i) {
        world[i] = x[i] + (real)body->query->pose.position[i];
    }
    if (water->kind == BUOY_WATER_PLANE) {
        const struct buoy_plane64 plane = buoy_level_of(water);
        const real n[3] = {(real)plane.normal[0], (real)plane.normal[1], (real)plane.normal[2]};
        return (dot(n, world) - (real)plane.d) / real_length(n);
    }
    return world[2] - (water->kind == BUOY_WATER_PATCH
                           ? patch_height(water->patch, world[0], world[1])
                           : wave_height(body->waves, (real)water->time, world[0], world[1]));
}

// ------------------------------------------------------------------------------- surface

static void find_rotation(struct body *body) {
    const double *given = body->query->pose.rotation;
    const real norm = sqrtl((real)given[0] * given[0] + (real)given[1] * given[1] +
                            (real)given[2] * given[2] + (real)given[3] * given[3]);
    const real x = given[0] / norm, y = given[1] / norm, z = given[2] / norm, w = given[3] / norm;
    const real rows[3][3] = {
        {1.0L - 2.0L * (y * y + z * z), 2.0L * (x * y - z * w), 2.0L * (x * z + y * w)},
        {2.0L * (x * y + z * w), 1.0L - 2.0L * (x * x + z * z), 2.0L * (y * z - x * w)},
        {2.0L * (x * z - y * w), 2.0L * (y * z + x * w), 1.0L - 2.0L * (x * x + y * y)},
    };
    memcpy(body->rows, rows, sizeof rows);
}

static void place_vertices(struct body *body) {
    const struct buoy_mesh *mesh = body->query->mesh;
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        const real given[3] = {(real)mesh->triangles->px[i] + (real)mesh->origin[0],
                               (real)mesh->triangles->py[i] + (real)mesh->origin[1],
                               (real)mesh->triangles->pz[i] + (real)mesh->origin[2]};
        struct point *vertex = &body->vertices[i];
        for (int k = 0; k < 3; ++k) {
            vertex->x[k] = dot(body->rows[k], given);
        }
        vertex->s = height_of(body, vertex->x);
    }
}

// The point of the way from a to b where its height is s; the height is taken as given, not found.
static struct point on_the_way(const struct point *a, const struct point *b, real t, real s) {
    struct point point = {.s = s};
    for (int i = 0; i < 3; ++i) {
        point.x[i] = a->x[i] + t * (b->x[i] - a->x[i]);
    }
    return point;
}

// Keeps what is submerged of a triangle, four corners at most; a corner on the water is dry.
static int clip(const struct point *const corners[3], struct point wet[4]) {
    int count = 0;
    for (int i = 0; i < 3; ++i) {
        const struct point *from = corners[i], *to = corners[(i + 1) % 3];
        if (from->s < 0.0L) {
            wet[count++] = *from;
        }
        if ((from->s < 0.0L) != (to->s < 0.0L)) {
            wet[count++] = on_the_way(from, to, from->s / (from->s - to->s), 0.0L);
        }
    }
    return count;
}

static void add_moment(const real x[3], const real force[3], real sum[3]) {
    real moment[3];
    real_cross(x, force, moment);
    for (int i = 0; i < 3; ++i) {
        sum[i] += moment[i];
    }
}

// Adds the pressure on a triangle that is submerged. `middle` collects its area × its centre.
static real add_pressure(struct body *body, const struct point *a, const struct point *b,
                         const struct point *c, real middle[3]) {
    const struct point *const ends[4] = {a, b, c, a};
    real ab[3], ac[3], normal[3];
    for (int i = 0; i < 3; ++i) {
        ab[i] = b->x[i] - a->x[i];
        ac[i] = c->x[i] - a->x[i];
    }
    real_cross(ab, ac, normal);
    const real area = real_length(normal) / 2.0L;
    for (int k = 0; k < 3; ++k) {
        const struct point at =
            on_the_way(ends[k], ends[k + 1], 0.5L, (ends[k]->s + ends[k + 1]->s) / 2.0L);
        real force[3];
        for (int i = 0; i < 3; ++i) {
            force[i] = at.s * normal[i] / 6.0L;
            body->force[i] += force[i];
            middle[i] += area * at.x[i] / 3.0L;
        }
        add_moment(at.x, force, body->torque);
    }
    return area;
}

// The formulas of struct buoy_surface_motion, of a part with a centre and a unit normal.
static void add_drag(struct body *body, real area, const real centre[3], const real n[3]) {
    const struct buoy_surface_motion *motion = body->query->motion;
    real spin[3], u[3], force[3];
    for (int i = 0; i < 3; ++i) {
        spin[i] = (real)motion->angular_velocity[i];
    }
    real_cross(spin, centre, u);
    for (int i = 0; i < 3; ++i) {
        u[i] += (real)motion->velocity[i];
    }
    const real speed = real_length(u), into = dot(n, u), sine = speed > 0.0L ? into / speed : 0.0L;
    real along[3], sliding[3];
    for (int i = 0; i < 3; ++i) {
        along[i] = speed > 0.0L ? u[i] / speed : 0.0L;
        sliding[i] = u[i] - into * n[i];
    }
    const real slip = real_length(sliding);
    for (int i = 0; i < 3; ++i) {
        const real leading = into > 0.0L ? speed * speed * sine : 0.0L;
        force[i] = -area * ((real)motion->drag * leading * along[i] +
                            (real)motion->lift * leading * (n[i] - sine * along[i]) +
                            (real)motion->skin * slip * sliding[i]);
        body->drag_force[i] += force[i];
    }
    add_moment(centre, force, body->drag_torque);
}

static void add_triangle(struct body *body, uint32_t t) {
    const struct buoy_mesh *mesh = body->query->mesh;
    const struct point *const corners[3] = {&body->vertices[mesh->triangles->i0[t]],
                                            &body->vertices[mesh->triangles->i1[t]],
                                            &body->vertices[mesh->triangles->i2[t]]};
    struct point wet[4];
    real area = 0.0L, middle[3] = {0.0L, 0.0L, 0.0L}, ab[3], ac[3], n[3];
    const int count = clip(corners, wet);
    for (int k = 2; k < count; ++k) {
        area += add_pressure(body, &wet[0], &wet[k - 1], &wet[k], middle);
    }
    body->area += area;
    if (!(area > 0.0L) || !body->query->motion) {
        return;
    }
    for (int i = 0; i < 3; ++i) {
        ab[i] = corners[1]->x[i] - corners[0]->x[i];
        ac[i] = corners[2]->x[i] - corners[0]->x[i];
        middle[i] /= area;
    }
    real_cross(ab, ac, n);
    const real size = real_length(n);
    for (int i = 0; i < 3; ++i) {
        n[i] /= size;
    }
    if (size > 0.0L) { // corners on a line leave a part with an area of roundings, and no normal
        add_drag(body, area, middle, n);
    }
}

enum buoy_status pressure_truth_find(const struct buoy_pressure_query *query,
                                     const struct pressure_waves *waves,
                                     struct buoy_pressure *truth) {
    const struct buoy_mesh *mesh = query->mesh;
    const real density = (real)query->water->density;
    struct body body = {.query = query, .waves = waves};
    body.vertices = calloc(mesh->vertex_count, sizeof *body.vertices);
    if (!body.vertices) {
        return BUOY_ERROR_MEMORY;
    }
    find_rotation(&body);
    place_vertices(&body);
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        add_triangle(&body, t);
    }
    free(body.vertices);
    for (int i = 0; i < 3; ++i) {
        truth->force[i] = (double)(density * (real)query->water->gravity * body.force[i]);
        truth->torque[i] = (double)(density * (real)query->water->gravity * body.torque[i]);
        truth->drag_force[i] = (double)(density * body.drag_force[i]);
        truth->drag_torque[i] = (double)(density * body.drag_torque[i]);
    }
    truth->wetted_area = (double)body.area;
    return BUOY_OK;
}
