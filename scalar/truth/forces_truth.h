// The formulas of buoyancy_forces.h in long double, as they are written there: everything in the
// world's frame, linear equations by elimination.
#ifndef BUOY_FORCES_TRUTH_H
#define BUOY_FORCES_TRUTH_H

#include "buoyancy_forces.h"

typedef long double real;

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

#endif
