// A body put into its water: frames, levels, currents, and the conversion of a kernel's sums to an
// answer. Also what the two ways into `pressure` share.
#ifndef BUOY_IMMERSION_H
#define BUOY_IMMERSION_H

#include <math.h>

#include "bodies/pose.h"
#include "buoyancy_pressure.h"
#include "mesh/plane.h"

// Bounds to motions, so that nothing overflows in float.
#define BUOY_MOST_COEFFICIENT 1e6
#define BUOY_MOST_SPEED 1e9
// Bound to masses, their reciprocals, inverse inertias and steps, so that nothing overflows in
// double.
#define BUOY_MOST_INERTIA 1e30

// A body in its water. A point x of the mesh's own frame (mesh.h), which is the frame of all points
// here, lies (up·x + level) / length metres above
// level 0 of the water, which is the surface of a plane and otherwise z = the water's level. For a
// plane, `up` is its normal as given, in the mesh's frame: if the body is not turned, a vertex on
// the plane has height 0 to the last bit.
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

// How scalar/pressure_detailed.c ends.
enum buoy_detail_end {
    BUOY_DETAIL_FOUND,
    BUOY_DETAIL_BAD_CURRENT, // current_at gave an invalid velocity
    BUOY_DETAIL_TOO_FINE,    // more than BUOY_MOST_CUTS
};
enum buoy_detail_end buoy_pressure_detailed_scalar(const struct buoy_pressure_query *query,
                                                   struct buoy_pressure_detail *detail,
                                                   struct buoy_pressure *restrict result);

#endif
