// Bounds of the numbers that callers may give, by quantity.
//
// What follows from the largest numbers stays far below doubles: momenta I ω to 1e42 and m v to
// 1e42, energies to 1e54, inertias about other points I + m r² to 1e54, determinants of three of
// them, and squares of those of six, to 1e162; buoyancy ρ g V to 1e54, its torque to 1e66, drag
// ½ ρ C S u² to 1e78 × u. Only products with what is as near 0 as others are large (a mass of
// 1e-300, a step of 1e12 with drag at its limit) are beyond doubles, and answers are looked through
// for them. Floats hold lengths to 1e12 with their squares and cubes; masses, inertias and forces
// are nowhere rounded to float but where callers want them stored so.
#ifndef BUOY_LIMITS_H
#define BUOY_LIMITS_H

#include "base/vector.h"
#include "buoyancy_mesh.h"

// Lengths and places, velocities, spins, times and steps, densities, gravity, coefficients of drag.
#define BUOY_FORCES_MOST 1e12

// Areas, volumes, masses, inertias and their inverses, forces, torques, matrices of drag and added
// mass.
#define BUOY_MASSES_MOST 1e30

// Numbers of one quantity.
struct buoy_quantity {
    const char *name;
    const double *numbers;
    int count;
    double most; // the limit
};

// Fails with BUOY_ERROR_NON_FINITE for a number of a quantity that is not finite or beyond its
// limit. The message names quantity, number and limit, after `of` and its index, unless that is
// NULL.
enum buoy_status buoy_fail_limit(const struct buoy_quantity *quantity, const char *of, size_t index,
                                 struct buoy_error *error);

// BUOY_OK; or fails for the first quantity that has such a number.
static inline enum buoy_status buoy_check_limits(const struct buoy_quantity *quantities,
                                                 size_t count, const char *of, size_t index,
                                                 struct buoy_error *error) {
    for (size_t q = 0; q < count; ++q) {
        if (!buoy_within(quantities[q].numbers, quantities[q].count, quantities[q].most)) {
            return buoy_fail_limit(&quantities[q], of, index, error);
        }
    }
    return BUOY_OK;
}

#endif
