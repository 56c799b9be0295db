// Bounds on the errors of a step's answers.
#ifndef BENCH_STEP_BOUNDS_H
#define BENCH_STEP_BOUNDS_H

#include "step_bodies.h"

struct step_bounds {
    double volume; // of V, m³
    double force;  // of buoyancy and drag together, N
    double torque; // N m, about the centre of mass
    double moment; // of V times the distance of c from its true place, m⁴
};

// For one of the bodies, which follow from the documented bounds of what answers its parts. Returns
// 0, or CLI_BAD after complaining.
int step_bounds_find(const struct step_bodies *bodies, size_t index, struct step_bounds *bounds);

#endif
