// pressure/kerner64: Kerner's triangles, with the integral of the pressure over each, in double and
// from the vertices as given; the reference of its family. simd/pressure_weights.h has the
// formulas.
#include "methods.h"
#include "patch.h"
#include "pressure.h"

// ----------------------------------------------------------------------------------- heights

// A vertex less the mesh's centre, in the mesh's frame.
static void corner(const struct buoy_mesh *mesh, uint32_t vertex, double x[3]) {
    x[0] = mesh->px[vertex] - mesh->centre[0];
    x[1] = mesh->py[vertex] - mesh->centre[1];
    x[2] = mesh->pz[vertex] - mesh->centre[2];
}

// The water's level at a place of the mesh's frame, in metres.
static double level_at(const struct buoy_immersion *immersion, const double p[3]) {
    const struct buoy_water *water = immersion->water;
    if (water->kind == BUOY_WATER_PLANE) {
        return 0.0;
    }
    double at[3];
    buoy_rotate(&immersion->rotation, p, at);
    const double x = at[0] + immersion->position[0], y = at[1] + immersion->position[1];
    if (water->kind == BUOY_WATER_PATCH) {
        return buoy_patch_height(water->patch, x, y);
    }
    float height;
    const struct buoy_surface_query query = {&x, &y, 1, &height, NULL, NULL};
    buoy_water_auto_best(water->waves, water->time, &query);
    return (double)height;
}

// Heights of all vertices; the greatest of them.
static double find_heights(const struct buoy_immersion *immersion, double *heights) {
    const struct buoy_mesh *mesh = immersion->mesh;
    double highest = -(double)INFINITY;
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        const double p[3] = {mesh->px[i], mesh->py[i], mesh->pz[i]};
        const double *up = immersion->up;
        // In this order, in which simd/pressure_heights.h has it, too: a vertex on the water that
        // is dry to the one shall be so to the other.
        const double above = p[2] * up[2] + (p[1] * up[1] + (p[0] * up[0] + immersion->level));
        heights[i] = (above - level_at(immersion, p)) / immersion->length;
        highest = heights[i] > highest ? heights[i] : highest;
    }
    return highest;
}

// --------------------------------------------------------------------------------- triangles

// What is submerged of a triangle: its share of the area, f, with the weights β of DESIGN §4, and q
// and γ.
struct part {
    double f, beta[3], q, gamma[3];
};

// From the depths of the corners and the odd one out, a: case A if it alone is submerged, case B if
// it alone is not.
static struct part cut(const double d[3], int a) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    const double tb = d[a] / (d[a] - d[b]), tc = d[a] / (d[a] - d[c]);
    const double ub = d[b] / (d[b] - d[a]), uc = d[c] / (d[c] - d[a]);
    struct part part;
    if (d[a] > 0.0) {
        const double w = tb * tc;
        part.f = w;
        part.beta[a] = w * (1.0 + ub + uc);
        part.beta[b] = w * tb;
        part.beta[c] = w * tc;
        part.q = w * d[a];
        part.gamma[a] = part.q * (2.0 + ub + uc);
        part.gamma[b] = part.q * tb;
        part.gamma[c] = part.q * tc;
    } else {
        const double w = tb * uc, sum = ub * (d[b] + d[c]), rest = w * d[c];
        part.f = ub + w;
        part.beta[a] = ub * ub + w * (ub + uc);
        part.beta[b] = ub * (1.0 + tb) + w * tb;
        part.beta[c] = ub + w * (1.0 + tc);
        part.q = sum + rest;
        part.gamma[a] = ub * sum + (ub + uc) * rest;
        part.gamma[b] = (1.0 + tb) * sum + ub * d[b] + tb * rest;
        part.gamma[c] = sum + ub * d[c] + (2.0 + tc) * rest;
    }
    return part;
}

static struct part whole(const double d[3]) {
    const double sum = d[0] + d[1] + d[2];
    return (struct part){1.0, {1.0, 1.0, 1.0}, sum, {sum + d[0], sum + d[1], sum + d[2]}};
}

static struct part submerged_part(const double d[3]) {
    const bool wet[3] = {d[0] > 0.0, d[1] > 0.0, d[2] > 0.0};
    if (wet[0] == wet[1] && wet[1] == wet[2]) {
        return wet[0] ? whole(d) : (struct part){.f = 0.0};
    }
    return cut(d, wet[1] == wet[2] ? 0 : wet[0] == wet[2] ? 1 : 2);
}

static void area_vector(double v[3][3], double area[3]) {
    double edges[2][3];
    for (int i = 0; i < 3; ++i) {
        edges[0][i] = 0.5 * (v[1][i] - v[0][i]);
        edges[1][i] = v[2][i] - v[0][i];
        area[i] = 0.0;
    }
    buoy_add_cross(edges[0], edges[1], area);
}

static void weigh(const double weights[3], double v[3][3], double divisor, double x[3]) {
    for (int i = 0; i < 3; ++i) {
        x[i] = (weights[0] * v[0][i] + weights[1] * v[1][i] + weights[2] * v[2][i]) / divisor;
    }
}

static void add_pressure(double v[3][3], const double area[3], const struct part *part,
                         struct buoy_pressure_sums *sums) {
    double moment[3];
    weigh(part->gamma, v, 12.0, moment);
    for (int i = 0; i < 3; ++i) {
        sums->force[i] += part->q / 3.0 * area[i];
    }
    buoy_add_cross(moment, area, sums->torque);
    sums->area += part->f * sqrt(buoy_dot(area, area));
}

// -------------------------------------------------------------------------------------- drag

// A body that moves.
struct moving {
    const struct buoy_surface_motion *motion; // NULL if it does not
    struct buoy_drift drift;                  // of the mesh's centre
    bool failed;                              // current_at gave what cannot be
};

// The velocity through the water of a point, less the mesh's centre.
static void velocity_at(const struct buoy_immersion *immersion, struct moving *moving,
                        const double x[3], double u[3]) {
    memcpy(u, moving->drift.start, 3 * sizeof *u);
    buoy_add_cross(moving->drift.spin, x, u);
    if (immersion->water->current_at) {
        double point[3], current[3];
        for (int i = 0; i < 3; ++i) {
            point[i] = immersion->mesh->centre[i] + x[i];
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

// buoyancy_pressure.h's formulas, on a part of a given area and normal that moves at u.
static void find_drag(const struct buoy_surface_motion *motion, double area, const double n[3],
                      const double u[3], double force[3]) {
    const double p = buoy_dot(n, u), speed = sqrt(buoy_dot(u, u));
    const double leading = p > 0.0 ? p : 0.0, sine = speed > 0.0 ? p / speed : 0.0;
    double t[3];
    for (int i = 0; i < 3; ++i) {
        t[i] = u[i] - p * n[i];
    }
    const double sliding = sqrt(buoy_dot(t, t));
    for (int i = 0; i < 3; ++i) {
        force[i] = -area * (motion->drag * leading * u[i] +
                            motion->lift * leading * (speed * n[i] - sine * u[i]) +
                            motion->skin * sliding * t[i]);
    }
}

static void add_drag(const struct buoy_immersion *immersion, struct moving *moving, double v[3][3],
                     const double area[3], const struct part *part,
                     struct buoy_pressure_sums *sums) {
    const double size = sqrt(buoy_dot(area, area));
    if (!(size * part->f > 0.0)) {
        return;
    }
    double centre[3], u[3], force[3];
    const double n[3] = {area[0] / size, area[1] / size, area[2] / size};
    weigh(part->beta, v, 3.0 * part->f, centre);
    velocity_at(immersion, moving, centre, u);
    find_drag(moving->motion, size * part->f, n, u, force);
    for (int i = 0; i < 3; ++i) {
        sums->drag_force[i] += force[i];
    }
    buoy_add_cross(centre, force, sums->drag_torque);
}

static struct moving begin_moving(const struct buoy_immersion *immersion,
                                  const struct buoy_surface_motion *motion) {
    struct moving moving = {.motion = motion};
    if (motion) {
        buoy_find_drift(immersion, motion, &moving.drift);
        buoy_add_cross(moving.drift.spin, immersion->mesh->centre, moving.drift.start);
    }
    return moving;
}

// ------------------------------------------------------------------------------------- bodies

static bool is_in_pool(const struct buoy_immersion *immersion, double v[3][3]) {
    const struct buoy_region *region = immersion->water->region;
    double centre[3], at[3];
    for (int i = 0; i < 3; ++i) {
        centre[i] = immersion->mesh->centre[i] + (v[0][i] + v[1][i] + v[2][i]) / 3.0;
    }
    buoy_rotate(&immersion->rotation, centre, at);
    for (int i = 0; i < 3; ++i) {
        at[i] += immersion->position[i];
        if (at[i] < region->low[i] || at[i] > region->high[i]) {
            return false;
        }
    }
    return true;
}

// With depths below a level; of a body wholly submerged from anywhere.
static void add_all(const struct buoy_immersion *immersion, const double *heights, bool below,
                    struct moving *moving, struct buoy_pressure_sums *sums) {
    const struct buoy_mesh *mesh = immersion->mesh;
    const double level = below ? heights[0] : 0.0;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        const uint32_t corners[3] = {mesh->i0[t], mesh->i1[t], mesh->i2[t]};
        double v[3][3], d[3], area[3];
        for (int k = 0; k < 3; ++k) {
            corner(mesh, corners[k], v[k]);
            d[k] = level - heights[corners[k]];
        }
        if (immersion->pooled && !is_in_pool(immersion, v)) {
            continue;
        }
        const struct part part = below ? whole(d) : submerged_part(d);
        area_vector(v, area);
        add_pressure(v, area, &part, sums);
        if (moving->motion && !(moving->motion->hidden && moving->motion->hidden[t])) {
            add_drag(immersion, moving, v, area, &part, sums);
        }
    }
}

bool buoy_pressure_kerner64_scalar(const struct buoy_pressure_query *query,
                                   struct buoy_pressure *restrict result) {
    struct buoy_immersion immersion;
    buoy_immerse(query, &immersion);
    if (immersion.side == BUOY_SIDE_DRY) {
        buoy_pressure_answer_dry(result);
        return true;
    }
    double *heights = query->scratch;
    const bool closed = query->mesh->closed && !immersion.pooled;
    const bool below = find_heights(&immersion, heights) < 0.0 && closed;
    const double *centre = query->mesh->centre;
    struct buoy_pressure_sums sums = {.origin = {centre[0], centre[1], centre[2]}, .unit = 1.0};
    struct moving moving = begin_moving(&immersion, query->motion);
    add_all(&immersion, heights, below, &moving, &sums);
    if (moving.failed) {
        return false;
    }
    buoy_pressure_answer(&immersion, &sums, result);
    if (below && query->water->kind == BUOY_WATER_PLANE) {
        buoy_pressure_answer_wet(&immersion, result);
    }
    return true;
}
