// The truth in long double, for tests and `verify`: formulas as they are documented, and integrals
// that share nothing with the kernels.
#ifndef BUOYANCY_TRUTH_H
#define BUOYANCY_TRUTH_H

#include "buoyancy_forces.h"
#include "buoyancy_polygon.h"
#include "buoyancy_pressure.h"
#include "buoyancy_step.h"

typedef long double real;

// The formulas of buoyancy_forces.h as they are written there: everything in the world's frame,
// linear equations by elimination.

// A body in the water.
struct forces_case {
    real arm[3];                     // r, from the centre of mass to the centre of buoyancy
    real velocity[3], spin[3];       // v, ω
    real up[3], flow[3];             // of the water: normal, velocity
    real volume, wetted_area;        // V, S
    real mass, whole_volume, length; // m, V_T, L
    real inverse_inertia[9];         // world's axes
    real density, gravity, dt;       // ρ, g, the step
    real linear, angular, quadratic; // coefficients of drag
};

// What the formulas go through.
struct forces_scales {
    real through[3]; // u, the velocity through the water at the centre of buoyancy
    real k, b;
    real weight;       // ρ g V
    real drag;         // f = k (|v| + |ω| |r| + |v_w|)
    real turning;      // f |r| + b (|ω| + dt tr I⁻¹ f |r|)
    real conditioning; // κ, by what factor drag slows the body within the step
};
struct forces_scales forces_find_scales(const struct forces_case *body);

void forces_find_truth(const struct forces_case *body, struct buoy_forces *truth);

void real_cross(const real a[3], const real b[3], real c[3]);
real real_length(const real v[3]);

// Inverts a 3 × 3 matrix that is not singular.
void real_invert(const real matrix[9], real inverse[9]);

// What is submerged of a shape, in long double, for planes in long double: meshes and boxes by
// clipping triangle by triangle, primitives that are round by integration along their axis. Shares
// nothing with the kernels.

// In the shape's frame. Relative errors are about 1e-15 of the whole, 1e-12 for round shapes; those
// of the wetted area of an ellipsoid of 1:10 are 1e-9.
struct submerged_truth {
    real volume;    // V
    real moment[3]; // ∫ x dV
    real area;      // wetted
};

// The part of a shape with n·x < d, where n has unit length; the whole shape if d is large. `mesh`
// is for BUOY_SHAPE_MESH. Returns BUOY_OK or BUOY_ERROR_MEMORY.
enum buoy_status submerged_truth_find(const struct buoy_shape *shape, const struct buoy_mesh *mesh,
                                      const real n[3], real d, struct submerged_truth *truth);

// The forces of any water on a body, in long double, as buoyancy_pressure.h states them: each
// triangle is clipped to a polygon where it is under water, and the polygon integrated from the
// middles of the edges of triangles that it is cut into. Kernels weigh the corners of whole
// triangles; shared is only how a patch stores the heights that it was given.

// The waves that a query's water was made of, if it is of waves.
struct pressure_waves {
    const struct buoy_wave *waves;
    size_t count;
    double gravity; // that they were made with
};

// For water that is not pooled, does not flow, and whose waves do not decay with depth; a motion
// without a step. Errors are about LDBL_EPSILON of the terms. Returns BUOY_OK or
// BUOY_ERROR_MEMORY.
enum buoy_status pressure_truth_find(const struct buoy_pressure_query *query,
                                     const struct pressure_waves *waves,
                                     struct buoy_pressure *truth);

// Polygons in discs by quadrature, in long double: the truth for the family `basin`. It shares no
// formula with it.

// The area that a polygon of at most 16 vertices has in common with a disc, and its centroid; of
// one that crosses itself, what runs one way less what runs the other. Area 0 and the centre of the
// polygon's bounding box if the two do not meet.
void buoy_basin_slices(const struct buoy_polygon *polygon, const struct buoy_circle *basin,
                       struct buoy_area *result);

#endif
