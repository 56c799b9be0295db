// A body put into its water: frames, levels, currents, and the conversion of a kernel's sums to an
// answer. Also what the two ways into `pressure` share.
#ifndef BUOY_IMMERSION_H
#define BUOY_IMMERSION_H

#include <math.h>

#include "bodies/pose.h"
#include "buoyancy_pressure.h"
#include "dispatch/methods.h"
#include "mesh/plane.h"
#include "water/water.h"

// Bounds to motions, so that nothing overflows in float.
#define BUOY_MOST_COEFFICIENT 1e6
#define BUOY_MOST_SPEED 1e9
// Bound to masses, their reciprocals, inverse inertias and steps, so that nothing overflows in
// double.
#define BUOY_MOST_INERTIA 1e30

// A body in its water. A point x of the mesh's own frame (mesh.h), which is the frame of all points
// here, lies (up·x + level) / length metres above level 0 of the water, which is the surface of a
// plane and otherwise z = the water's level. For a plane, `up` is its normal as given, in the
// mesh's frame: if the body is not turned, a vertex on the plane has height 0 to the last bit.
struct buoy_immersion {
    const struct buoy_mesh *mesh;
    const struct buoy_water *water;
    struct buoy_rotation rotation; // of the mesh's frame into the world's
    double position[3];            // of the own frame's origin
    double up[3], level, length;
    double low, high; // metres; the water's surface lies between them; 0 for a plane
    enum buoy_side side;
    bool pooled; // some of the body may lie outside the water's region
};

// The query has been checked.
void buoy_immerse(const struct buoy_pressure_query *query, struct buoy_immersion *immersion);

// How near to the water, in metres, vertices lie on it because the body is as good as flush with it
// (mesh/plane.h): below a plane that is square to none of the mesh's axes, and without walls, which
// cut triangles anywhere; else 0.
double buoy_immersion_flush(const struct buoy_immersion *immersion);

// The level surface at some height as a plane in the blocks' frame, for tests of boxes.
struct buoy_baked_plane buoy_level_plane(const struct buoy_immersion *immersion, double height);

// The origin of the blocks' frame.
void buoy_block_origin(const struct buoy_mesh *mesh, double origin[3]);

// A body's motion through the water along the mesh's axes: a point x moves at start + spin × x,
// less the water's velocity from current_at where that is set.
struct buoy_drift {
    double start[3], spin[3];
};
void buoy_find_drift(const struct buoy_immersion *immersion,
                     const struct buoy_surface_motion *motion, struct buoy_drift *drift);

// The water's velocity from its current_at, along the mesh's axes, at points: x,y,z of each.
// Overwrites the points. False if current_at gives an invalid velocity.
bool buoy_find_current(const struct buoy_immersion *immersion, double *points, size_t count,
                       double *velocities);

// Turns a force and a torque about a point into the world's, about the pose's position.
void buoy_wrench_to_world(const struct buoy_immersion *immersion, const double point[3],
                          const double force[3], const double torque[3], double world_force[3],
                          double world_torque[3]);

// Integrals over the submerged surface: ∫ depth dA, a vector: area times outward normal, and ∫
// depth x × dA, and the wetted area. Axes are the mesh's; x is relative to `origin`, and the unit
// of length is `unit` metres.
//
// Also the sums of drag, its force / ρ and torque / ρ in the same terms: velocities are in metres
// per second.
struct buoy_pressure_sums {
    double origin[3], unit;
    double force[3], torque[3], area;
    double drag_force[3], drag_torque[3];
};
void buoy_pressure_answer(const struct buoy_immersion *immersion,
                          const struct buoy_pressure_sums *sums, struct buoy_pressure *result);

void buoy_pressure_answer_dry(struct buoy_pressure *result);

// The pressure on a closed body wholly below a plane, by Archimedes; drag is left as it is.
void buoy_pressure_answer_wet(const struct buoy_immersion *immersion, struct buoy_pressure *result);

// --------------------------------------------------------------------------------- pressure

// Whether a body is so thin, with so few vertices whose roundings could average, that floats are
// not precise enough: then kerner64 answers for kerner.
static inline bool buoy_pressure_needs_doubles(const struct buoy_mesh *mesh) {
    return !mesh->compact && mesh->vertex_count <= 32;
}

// Checks a query; `waterline` may be NULL.
enum buoy_status buoy_check_pressure(const struct buoy_pressure_query *query,
                                     const struct buoy_waterline *waterline,
                                     const struct buoy_pressure *result, struct buoy_error *error);

// Whether an open edge of the mesh is under water, in a query that has been checked. Overwrites
// its scratch memory.
bool buoy_pressure_wets_open_edge(const struct buoy_pressure_query *query);

// The answer where that is so.
struct buoy_pressure buoy_pressure_unknown(void);

// How scalar/pressure.c ends.
enum buoy_detail_end {
    BUOY_DETAIL_FOUND,
    BUOY_DETAIL_BAD_CURRENT, // current_at gave an invalid velocity
    BUOY_DETAIL_TOO_FINE,    // more than BUOY_MOST_CUTS
};
enum buoy_detail_end buoy_pressure_detailed_scalar(const struct buoy_pressure_query *query,
                                                   struct buoy_pressure_detail *detail,
                                                   struct buoy_pressure *restrict result);

// ---------------------------------------------------------------------------------------- heights

// Heights above the water of a body's points, in double.

// The water's level at a place of the mesh's frame, in metres.
static inline double buoy_level_at(const struct buoy_immersion *immersion, const double p[3]) {
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
    if (water->wave_pressure == BUOY_WAVES_DECAY) {
        const double place[3] = {x, y, at[2] + (immersion->position[2] - water->level)};
        return buoy_waves_pressure_level(water->waves, water->time, place);
    }
    float height;
    struct buoy_surface surface = {.x = &x, .y = &y, .count = 1, .height = &height};
    buoy_water_auto_best(water->waves, water->time, &surface);
    return (double)height;
}

// The height above the water of a point of the mesh's frame, summed in the order of
// simd/pressure_kerner.h: both must find the same vertices on the water dry.
static inline double buoy_height_above(const struct buoy_immersion *immersion, const double p[3]) {
    const double *up = immersion->up;
    const double above = p[2] * up[2] + (p[1] * up[1] + (p[0] * up[0] + immersion->level));
    return (above - buoy_level_at(immersion, p)) / immersion->length;
}

// The height of a vertex, 0 if it is as good as flush with a plane.
static inline double buoy_height_at(const struct buoy_immersion *immersion, const double p[3]) {
    const double height = buoy_height_above(immersion, p);
    return fabs(height) <= buoy_immersion_flush(immersion) ? 0.0 : height;
}

// ------------------------------------------------------------------------------------- waterlines

// Waterlines: where triangles cross the water.

// A triangle's corners in the mesh's frame, numbers that tell vertices apart, and heights.
struct buoy_waterline_triangle {
    double x[3][3], s[3];
    uint32_t vertex[3];
};

// Adds a triangle's segment, if it has one.
void buoy_waterline_add(const struct buoy_immersion *immersion,
                        const struct buoy_waterline_triangle *triangle,
                        struct buoy_waterline *waterline);

// The whole waterline, from the heights of all points (mesh.h) in the mesh's unit of length.
void buoy_waterline_find(const struct buoy_immersion *immersion, const float *heights,
                         struct buoy_waterline *waterline);

// ------------------------------------------------------------------------------------- resistance

// How drag, lift and friction of a surface depend on its motion, and what they are within a step.

// Sums over the submerged parts of a surface. A part at x that moves at u through the water feels a
// force F = −k u + g × u, which any force is that takes energy: k = −F·u/|u|², g = u × F/|u|². The
// sums are, in this order: k; k x; k x xᵀ, as xx, yy, zz, xy, xz, yz; g; x gᵀ by rows; (x·g) x.
enum {
    BUOY_RESISTANCE_X = 1,
    BUOY_RESISTANCE_XX = 4,
    BUOY_RESISTANCE_G = 10,
    BUOY_RESISTANCE_XG = 13,
    BUOY_RESISTANCE_XGX = 22,
    BUOY_RESISTANCE_SUMS = 25,
};

static inline void buoy_add_resistance(const double x[3], double k, const double g[3],
                                       double sums[BUOY_RESISTANCE_SUMS]) {
    const double along = buoy_dot(x, g);
    sums[0] += k;
    for (int i = 0; i < 3; ++i) {
        sums[BUOY_RESISTANCE_X + i] += k * x[i];
        sums[BUOY_RESISTANCE_XX + i] += k * x[i] * x[i];
        sums[BUOY_RESISTANCE_G + i] += g[i];
        sums[BUOY_RESISTANCE_XGX + i] += along * x[i];
        for (int j = 0; j < 3; ++j) {
            sums[BUOY_RESISTANCE_XG + 3 * i + j] += x[i] * g[j];
        }
    }
    sums[BUOY_RESISTANCE_XX + 3] += k * x[0] * x[1];
    sums[BUOY_RESISTANCE_XX + 4] += k * x[0] * x[2];
    sums[BUOY_RESISTANCE_XX + 5] += k * x[1] * x[2];
}

// Whether I⁻¹ can be a body's: symmetric, without negative eigenvalues, to within roundings.
bool buoy_is_inverse_inertia(const double matrix[9]);

// Replaces the drag of an answer by that of the motion's step. `resistance`: the sums above, / ρ,
// with x from the sums' origin and counted in their unit.
void buoy_pressure_resist(const struct buoy_immersion *immersion,
                          const struct buoy_surface_motion *motion,
                          const struct buoy_pressure_sums *sums, const double *resistance,
                          struct buoy_pressure *result);

#endif
