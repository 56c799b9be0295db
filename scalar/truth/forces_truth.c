// The formulas of buoyancy_forces.h, and the forces of any water on a body, in long double.
#include "base/arithmetic.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "buoyancy_truth.h"
#include "mesh/mesh.h"
#include "water/water.h"

void real_cross(const real a[3], const real b[3], real c[3]) {
    for (int x = 0; x < 3; ++x) {
        const int y = (x + 1) % 3, z = (x + 2) % 3;
        c[x] = a[y] * b[z] - a[z] * b[y];
    }
}

real real_length(const real v[3]) {
    return sqrtl(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

// Solves m x = b, with b behind m, by elimination.
static void solve(real m[3][4], real x[3]) {
    for (int k = 0; k < 3; ++k) {
        for (int i = k + 1; i < 3; ++i) {
            if (fabsl(m[i][k]) > fabsl(m[k][k])) {
                real row[4];
                memcpy(row, m[i], sizeof row);
                memcpy(m[i], m[k], sizeof row);
                memcpy(m[k], row, sizeof row);
            }
        }
        for (int i = 0; i < 3; ++i) {
            const real factor = m[i][k] / m[k][k];
            for (int j = k; i != k && j < 4; ++j) {
                m[i][j] -= factor * m[k][j];
            }
        }
    }
    for (int k = 0; k < 3; ++k) {
        x[k] = m[k][3] / m[k][k];
    }
}

void real_invert(const real matrix[9], real inverse[9]) {
    for (int j = 0; j < 3; ++j) {
        real m[3][4], column[3];
        for (int i = 0; i < 3; ++i) {
            memcpy(m[i], &matrix[3 * i], 3 * sizeof m[i][0]);
            m[i][3] = i == j ? 1.0L : 0.0L;
        }
        solve(m, column);
        for (int i = 0; i < 3; ++i) {
            inverse[3 * i + j] = column[i];
        }
    }
}

// I⁻¹ v.
static void turn(const real inverse_inertia[9], const real v[3], real result[3]) {
    for (int i = 0; i < 3; ++i) {
        const real *row = &inverse_inertia[3 * i];
        result[i] = row[0] * v[0] + row[1] * v[1] + row[2] * v[2];
    }
}

// u' with (1 + s (1/m + (I⁻¹ (r × ·)) × r)) u' = u.
static void slow_down(const struct forces_case *body, real s, const real u[3], real later[3]) {
    real m[3][4];
    for (int j = 0; j < 3; ++j) {
        real axis[3] = {0.0L, 0.0L, 0.0L}, impulse[3], spin[3], column[3];
        axis[j] = 1.0L;
        real_cross(body->arm, axis, impulse);
        turn(body->inverse_inertia, impulse, spin);
        real_cross(spin, body->arm, column);
        for (int i = 0; i < 3; ++i) {
            m[i][j] = s * (column[i] + axis[i] / body->mass) + axis[i];
        }
        m[j][3] = u[j];
    }
    solve(m, later);
}

static void write_force(const real force[3], const real torque[3], struct buoy_force *result) {
    for (int i = 0; i < 3; ++i) {
        result->force[i] = (double)force[i];
        result->torque[i] = (double)torque[i];
    }
}

// The formulas of buoy_drag_force(), from k and b on.
static void find_drag(const struct forces_case *body, const struct forces_scales *scales,
                      struct buoy_force *result) {
    const real dt = body->dt;
    real later[3], force[3], torque[3], spin[3], m[3][4];
    slow_down(body, dt * scales->k, scales->through, later);
    for (int i = 0; i < 3; ++i) {
        force[i] = -scales->k * later[i];
    }
    real_cross(body->arm, force, torque);
    turn(body->inverse_inertia, torque, spin);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            m[i][j] = dt * scales->b * body->inverse_inertia[3 * i + j] + (i == j ? 1.0L : 0.0L);
        }
        m[i][3] = body->spin[i] + dt * spin[i];
    }
    solve(m, later);
    for (int i = 0; i < 3; ++i) {
        torque[i] -= scales->b * later[i];
    }
    write_force(force, torque, result);
}

struct forces_scales forces_find_scales(const struct forces_case *body) {
    struct forces_scales scales;
    const real *inverse = body->inverse_inertia;
    const real trace = inverse[0] + inverse[4] + inverse[8], dt = body->dt;
    const real mass = body->mass * body->volume / body->whole_volume;
    const real arm = real_length(body->arm), spin = real_length(body->spin);
    real spinning[3];
    real_cross(body->spin, body->arm, spinning);
    for (int i = 0; i < 3; ++i) {
        scales.through[i] = body->velocity[i] - body->flow[i] + spinning[i];
    }
    scales.k = body->linear * mass + body->density * body->quadratic * body->wetted_area / 8.0L *
                                         real_length(scales.through);
    scales.b = body->angular * mass * body->length * body->length;
    scales.weight = body->density * body->gravity * body->volume;
    scales.drag = scales.k * (real_length(body->velocity) + spin * arm + real_length(body->flow));
    scales.turning = scales.drag * arm + scales.b * (spin + dt * trace * scales.drag * arm);
    scales.conditioning =
        1.0L + dt * (scales.k * (3.0L / body->mass + arm * arm * trace) + scales.b * trace);
    return scales;
}

void forces_find_truth(const struct forces_case *body, struct buoy_forces *truth) {
    const struct forces_scales scales = forces_find_scales(body);
    const real force[3] = {scales.weight * body->up[0], scales.weight * body->up[1],
                           scales.weight * body->up[2]};
    real torque[3];
    real_cross(body->arm, force, torque);
    write_force(force, torque, &truth->buoyancy);
    find_drag(body, &scales, &truth->drag);
}

// ---------------------------------------------------------------------------------------- pressure

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

// How many cells lie between the first sample and a place, within the patch.
static real cells_along(real place, real origin, real spacing, uint32_t samples) {
    const real cells = (place - origin) / spacing;
    return fminl(fmaxl(cells, 0.0L), (real)(samples - 1));
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
    if (water->kind == BUOY_WATER_PATCH) {
        struct buoy_patch_grid grid;
        buoy_patch_get_grid(water->patch, &grid, NULL);
        real u = cells_along(world[0], (real)grid.origin[0], (real)grid.spacing[0], grid.columns);
        real v = cells_along(world[1], (real)grid.origin[1], (real)grid.spacing[1], grid.rows);
        const uint32_t i = u < grid.columns - 2 ? (uint32_t)u : grid.columns - 2;
        const uint32_t j = v < grid.rows - 2 ? (uint32_t)v : grid.rows - 2;
        const float *cell = water->patch->heights + (size_t)j * grid.columns + i;
        const real h00 = (real)cell[0], h10 = (real)cell[1];
        const real h01 = (real)cell[grid.columns], h11 = (real)cell[grid.columns + 1];
        u -= i;
        v -= j;
        // The weights of the corners of the triangle below or above the cell's diagonal.
        return world[2] - (u >= v ? h00 * (1.0L - u) + h10 * (u - v) + h11 * v
                                  : h00 * (1.0L - v) + h01 * (v - u) + h11 * u);
    }
    real height = 0.0L;
    for (size_t i = 0; i < body->waves->count; ++i) {
        const struct buoy_wave *wave = &body->waves->waves[i];
        const real k = 2.0L * PI / (real)wave->wavelength, theta = (real)wave->direction;
        const real omega = wave->period > 0.0f ? 2.0L * PI / (real)wave->period
                                               : sqrtl((real)body->waves->gravity * k);
        height +=
            (real)wave->amplitude * sinl(k * (world[0] * cosl(theta) + world[1] * sinl(theta)) -
                                         omega * (real)water->time + (real)wave->phase);
    }
    return world[2] - height;
}

// ------------------------------------------------------------------------------- surface

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
    const double *given = body.query->pose.rotation;
    const real norm = sqrtl((real)given[0] * given[0] + (real)given[1] * given[1] +
                            (real)given[2] * given[2] + (real)given[3] * given[3]);
    const real x = given[0] / norm, y = given[1] / norm, z = given[2] / norm, w = given[3] / norm;
    const real rows[3][3] = {
        {1.0L - 2.0L * (y * y + z * z), 2.0L * (x * y - z * w), 2.0L * (x * z + y * w)},
        {2.0L * (x * y + z * w), 1.0L - 2.0L * (x * x + z * z), 2.0L * (y * z - x * w)},
        {2.0L * (x * z - y * w), 2.0L * (y * z + x * w), 1.0L - 2.0L * (x * x + y * y)},
    };
    memcpy(body.rows, rows, sizeof rows);
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        const real place[3] = {(real)mesh->triangles->px[i] + (real)mesh->origin[0],
                               (real)mesh->triangles->py[i] + (real)mesh->origin[1],
                               (real)mesh->triangles->pz[i] + (real)mesh->origin[2]};
        struct point *vertex = &body.vertices[i];
        for (int k = 0; k < 3; ++k) {
            vertex->x[k] = dot(body.rows[k], place);
        }
        vertex->s = height_of(&body, vertex->x);
    }
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
