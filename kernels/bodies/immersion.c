// A body put into its water: frames, levels, and which side of them its bounding box is on.
#include "base/arithmetic.h"

#include "bodies/immersion.h"

#include <string.h>

#include "water/water.h"

// A float beyond any box.
#define FARTHEST 1e30

// The mesh's bounding box along a direction of its own frame: its middle, and its reach from there.
static double find_reach(const struct buoy_mesh *mesh, const double along[3], double *middle) {
    *middle = buoy_dot(along, mesh->middle);
    double reach = 0.0;
    for (int i = 0; i < 3; ++i) {
        reach += fabs(along[i]) * mesh->half_extent[i];
    }
    return reach * mesh->scale;
}

// The side of a body in a bounded pool, from the side that it would be on without the pool.
static void bound(struct buoy_immersion *immersion) {
    const struct buoy_region *region = immersion->water->region;
    immersion->pooled = false;
    for (int i = 0; region && i < 3; ++i) {
        double middle;
        const double reach = find_reach(immersion->mesh, immersion->rotation.row[i], &middle);
        middle += immersion->position[i];
        if (middle + reach < region->low[i] || middle - reach > region->high[i] ||
            region->low[i] == region->high[i]) { // which holds no water
            immersion->side = BUOY_SIDE_DRY;
        } else if (middle - reach < region->low[i] || middle + reach > region->high[i]) {
            immersion->pooled = true;
        }
    }
    if (immersion->pooled && immersion->side == BUOY_SIDE_WET) {
        immersion->side = BUOY_SIDE_CUT;
    }
}

double buoy_immersion_flush(const struct buoy_immersion *immersion) {
    double middle;
    return immersion->water->kind == BUOY_WATER_PLANE && !immersion->pooled &&
                   buoy_axis_along(immersion->up) < 0
               ? BUOY_FLUSH * find_reach(immersion->mesh, immersion->up, &middle) /
                     immersion->length
               : 0.0;
}

void buoy_immerse(const struct buoy_pressure_query *query, struct buoy_immersion *immersion) {
    immersion->mesh = query->mesh;
    immersion->water = query->water;
    buoy_pose_rotation(&query->pose, &immersion->rotation);
    memcpy(immersion->position, query->pose.position, sizeof immersion->position);
    if (query->mesh->in_doubles) {
        double origin[3];
        buoy_rotate(&immersion->rotation, query->mesh->origin, origin);
        for (int i = 0; i < 3; ++i) {
            immersion->position[i] += origin[i];
        }
    }
    // The direction up in the world, and how high a plane, or the 0 of other water, lies along it.
    const struct buoy_plane64 plane = buoy_level_of(query->water);
    const bool flat = query->water->kind == BUOY_WATER_PLANE;
    const double up[3] = {flat ? plane.normal[0] : 0.0, flat ? plane.normal[1] : 0.0,
                          flat ? plane.normal[2] : 1.0};
    immersion->length = buoy_length(up); // floats' squares neither vanish nor overflow
    immersion->level = buoy_dot(up, immersion->position) - (flat ? plane.d : query->water->level);
    buoy_rotate_back(&immersion->rotation, up, immersion->up);
    immersion->low = immersion->high = 0.0;
    if (flat) {
        const double offset = -immersion->level * query->mesh->inverse_scale;
        immersion->level = -buoy_settle(query->mesh, immersion->up, offset) * query->mesh->scale;
    } else if (query->water->kind == BUOY_WATER_PATCH) {
        immersion->low = query->water->patch->lowest;
        immersion->high = query->water->patch->highest;
    } else if (query->water->kind == BUOY_WATER_WAVES) {
        const struct buoy_waves *waves = query->water->waves;
        for (size_t i = 0; i < waves->count; ++i) {
            immersion->high += waves->waves[i].amplitude;
        }
        immersion->high *= 1.0 + 1e-5; // sines and sums are rounded
        immersion->low = -immersion->high;
    }
    double middle;
    const double reach = find_reach(query->mesh, immersion->up, &middle);
    middle += immersion->level;
    // A vertex on the water is dry, and so is a face there.
    immersion->side = middle - reach >= immersion->high * immersion->length ? BUOY_SIDE_DRY
                      : middle + reach < immersion->low * immersion->length ? BUOY_SIDE_WET
                                                                            : BUOY_SIDE_CUT;
    bound(immersion);
}

void buoy_block_origin(const struct buoy_mesh *mesh, double origin[3]) {
    for (int i = 0; i < 3; ++i) {
        origin[i] = mesh->middle[i] - buoy_blocks_shift(mesh)[i] * mesh->scale;
    }
}

struct buoy_baked_plane buoy_level_plane(const struct buoy_immersion *immersion, double height) {
    double origin[3];
    buoy_block_origin(immersion->mesh, origin);
    const double per_length = 1.0 / immersion->length;
    const double above = (buoy_dot(immersion->up, origin) + immersion->level) * per_length - height;
    struct buoy_baked_plane plane = {
        .offset = buoy_clamp(-above * immersion->mesh->inverse_scale, -FARTHEST, FARTHEST),
        .side = BUOY_SIDE_CUT,
    };
    for (int i = 0; i < 3; ++i) {
        plane.n[i] = immersion->up[i] * per_length;
    }
    plane.nx = (float)plane.n[0];
    plane.ny = (float)plane.n[1];
    plane.nz = (float)plane.n[2];
    plane.d = (float)plane.offset;
    return plane;
}

void buoy_find_drift(const struct buoy_immersion *immersion,
                     const struct buoy_surface_motion *motion, struct buoy_drift *drift) {
    const struct buoy_water *water = immersion->water;
    double through[3];
    for (int i = 0; i < 3; ++i) {
        through[i] = motion->velocity[i] - (water->current_at ? 0.0 : water->current[i]);
    }
    buoy_rotate_back(&immersion->rotation, through, drift->start);
    buoy_rotate_back(&immersion->rotation, motion->angular_velocity, drift->spin);
    if (immersion->mesh->in_doubles) {
        buoy_add_cross(drift->spin, immersion->mesh->origin, drift->start);
    }
}

bool buoy_find_current(const struct buoy_immersion *immersion, double *points, size_t count,
                       double *velocities) {
    const struct buoy_water *water = immersion->water;
    for (size_t i = 0; i < 3 * count; i += 3) {
        const double x[3] = {points[i], points[i + 1], points[i + 2]};
        buoy_rotate(&immersion->rotation, x, points + i);
        for (size_t k = 0; k < 3; ++k) {
            points[i + k] += immersion->position[k];
        }
    }
    water->current_at(water->current_context, points, count, velocities);
    for (size_t i = 0; i < 3 * count; i += 3) {
        const double v[3] = {velocities[i], velocities[i + 1], velocities[i + 2]};
        if (!(buoy_dot(v, v) <= BUOY_MOST_SPEED * BUOY_MOST_SPEED)) {
            return false;
        }
        buoy_rotate_back(&immersion->rotation, v, velocities + i);
    }
    return true;
}

void buoy_wrench_to_world(const struct buoy_immersion *immersion, const double point[3],
                          const double force[3], const double torque[3], double world_force[3],
                          double world_torque[3]) {
    double arm[3], given[3];
    for (int i = 0; i < 3; ++i) {
        given[i] = immersion->mesh->origin[i] + point[i];
    }
    buoy_rotate(&immersion->rotation, given, arm);
    buoy_rotate(&immersion->rotation, force, world_force);
    buoy_rotate(&immersion->rotation, torque, world_torque);
    buoy_add_cross(arm, world_force, world_torque);
}

void buoy_pressure_answer(const struct buoy_immersion *immersion,
                          const struct buoy_pressure_sums *sums, struct buoy_pressure *result) {
    const struct buoy_mesh *mesh = immersion->mesh;
    const double weight = -immersion->water->density * immersion->water->gravity;
    const double unit = sums->unit, whole = mesh->area * (mesh->scale * mesh->scale);
    const double density = immersion->water->density, area = unit * unit, volume = area * unit;
    double force[3], torque[3], drag[3], turn[3];
    for (int i = 0; i < 3; ++i) {
        force[i] = weight * volume * sums->force[i];
        torque[i] = weight * (volume * unit) * sums->torque[i];
        drag[i] = density * area * sums->drag_force[i];
        turn[i] = density * volume * sums->drag_torque[i];
    }
    buoy_wrench_to_world(immersion, sums->origin, force, torque, result->force, result->torque);
    buoy_wrench_to_world(immersion, sums->origin, drag, turn, result->drag_force,
                         result->drag_torque);
    const double wetted = sums->area * area;
    result->wetted_area = wetted < whole ? wetted : whole;
}

void buoy_pressure_answer_dry(struct buoy_pressure *result) {
    *result = (struct buoy_pressure){.wetted_area = 0.0};
}

void buoy_pressure_answer_wet(const struct buoy_immersion *immersion,
                              struct buoy_pressure *result) {
    const struct buoy_mesh *mesh = immersion->mesh;
    const double scale = mesh->scale, none[3] = {0.0, 0.0, 0.0};
    const double weight = immersion->water->density * immersion->water->gravity;
    const double volume = mesh->volume * (scale * scale * scale);
    double centroid[3], force[3];
    for (int i = 0; i < 3; ++i) {
        centroid[i] = mesh->middle[i] + mesh->centroid[i] * scale;
        force[i] = weight * volume * (immersion->up[i] / immersion->length);
    }
    buoy_wrench_to_world(immersion, centroid, force, none, result->force, result->torque);
    result->wetted_area = mesh->area * (scale * scale);
}

// ------------------------------------------------------------------------------------- waterlines

// Waterlines: where triangles cross the water.

// The point where the edge between corners j and k meets the water: the same to the bit for both
// triangles at the edge, and for either order of its ends.
static void cut(const struct buoy_immersion *immersion,
                const struct buoy_waterline_triangle *triangle, int j, int k, double point[3]) {
    if (triangle->vertex[j] > triangle->vertex[k]) {
        const int swap = j;
        j = k;
        k = swap;
    }
    const double sj = fabs(triangle->s[j]), sk = fabs(triangle->s[k]), share = sj / (sj + sk);
    double a[3], b[3];
    buoy_rotate(&immersion->rotation, triangle->x[j], a);
    buoy_rotate(&immersion->rotation, triangle->x[k], b);
    for (int i = 0; i < 3; ++i) {
        a[i] += immersion->position[i];
        b[i] += immersion->position[i];
        point[i] = a[i] + share * (b[i] - a[i]);
    }
}

// Keeps what is inside the pool of a segment; false if nothing is. Ends inside stay as they are.
static bool clip(const struct buoy_immersion *immersion, double segment[6]) {
    const struct buoy_region *region = immersion->water->region;
    for (int i = 0; i < 6; ++i) {
        const int axis = i % 3;
        const double sign = i < 3 ? 1.0 : -1.0;
        const double wall = i < 3 ? region->low[axis] : region->high[axis];
        double *const ends[2] = {segment, segment + 3};
        const double s[2] = {sign * (ends[0][axis] - wall), sign * (ends[1][axis] - wall)};
        if (s[0] < 0.0 && s[1] < 0.0) {
            return false;
        }
        for (int k = 0; k < 2; ++k) {
            if (s[k] < 0.0) {
                const double share = s[1 - k] / (s[1 - k] - s[k]);
                for (int j = 0; j < 3; ++j) {
                    ends[k][j] = ends[1 - k][j] + share * (ends[k][j] - ends[1 - k][j]);
                }
            }
        }
    }
    return true;
}

// Going round a triangle counter-clockwise as seen from outside, the water is entered at the
// segment's start and left at its end.
void buoy_waterline_add(const struct buoy_immersion *immersion,
                        const struct buoy_waterline_triangle *triangle,
                        struct buoy_waterline *waterline) {
    const double *s = triangle->s;
    const bool wet[3] = {s[0] < 0.0, s[1] < 0.0, s[2] < 0.0};
    if (wet[0] == wet[1] && wet[1] == wet[2]) {
        return;
    }
    double segment[6] = {0.0};
    for (int k = 0; k < 3; ++k) {
        const int next = (k + 1) % 3;
        if (wet[k] != wet[next]) {
            cut(immersion, triangle, k, next, wet[next] ? segment : segment + 3);
        }
    }
    if (immersion->pooled && !clip(immersion, segment)) {
        return;
    }
    const size_t index = waterline->count++;
    if (index < waterline->capacity) {
        memcpy(waterline->points + 6 * index, segment, sizeof segment);
    }
}

void buoy_waterline_find(const struct buoy_immersion *immersion, const float *heights,
                         struct buoy_waterline *waterline) {
    const struct buoy_mesh *mesh = immersion->mesh;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        struct buoy_waterline_triangle triangle;
        for (int k = 0; k < 3; ++k) {
            const uint32_t v = mesh->blocks->facets[t / BUOY_LANES].vertex[k][t % BUOY_LANES];
            const struct buoy_points *points = &mesh->blocks->points[v / BUOY_LANES];
            triangle.vertex[k] = v;
            triangle.s[k] = heights[v];
            triangle.x[k][0] = points->x[v % BUOY_LANES];
            triangle.x[k][1] = points->y[v % BUOY_LANES];
            triangle.x[k][2] = points->z[v % BUOY_LANES];
        }
        buoy_waterline_add(immersion, &triangle, waterline);
    }
}
