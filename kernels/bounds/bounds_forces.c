// Error bounds of the family `forces`, as buoyancy_forces.h documents them: for buoyancy shares of
// ρ g V and of ρ g V |r|; for drag shares of f κ², and of the torques of f and b, × κ². They hold
// for all methods, which do the same operations (../../scalar/forces_catto.c).
//
// Rounding, with ε = 2⁻⁵³ and κ as in buoyancy_forces.h. Buoyancy takes five roundings, its torque
// eight. Drag: u is within 6 ε of |v| + |ω| |r| + |v_w|, and k within 10 ε of itself and as much as
// |u|. M = 1 + dt k K is symmetric with eigenvalues from 1 to κ. Its entries are off by 12 ε κ at
// most, M⁻¹ by 21 ε κ, because M⁻¹ is no larger than 1. The system is solved by cofactors, with λ₁
// ≥ λ₂ ≥ λ₃ ≥ 1: the cofactors are rounded by 2 ε λ₁² and divided by the determinant λ₁ λ₂ λ₃; the
// determinant is a sum of three products of λ₁ and λ₁ λ₂ at most, off by 9 ε λ₁² λ₂: each costs
// some 10 ε λ₁ of the answer. So F is within 64 ε κ of f, times κ to be safe. The torque takes r ×
// F, and the same again for ω', whose right side contains F by dt tr I⁻¹ |r|, and b: twice as much
// of the torque's measure in buoyancy_forces.h. (tests/climb: 0.21 of these.)
#include "base/arithmetic.h"

#include "dispatch/methods.h"

#define EPSILON 0x1p-53

double buoy_bound_forces_force(void) {
    return 64.0 * EPSILON;
}

double buoy_bound_forces_torque(void) {
    return 2.0 * buoy_bound_forces_force();
}
