// Error bounds of the family `step`, beyond those of the kernels that answer a body's parts; of
// `forces`, and of `waves`.
//
// Best-fit planes in waves (simd/step_waves.h), with u = 2⁻²⁴. Sines and cosines of phases that are
// found in double are within e = 3.7 u (below), and so are those of x, whose phase is that
// of a float's root: 1.5 u of x, by which F changes by 3 j₂(x) ≤ .92 and H by 15 j₃(x)/x ≤ .76 of
// themselves at most, as spherical Bessel functions have it: 1.4 u and 1.2 u. Where x ≥ 2,
//   F = 3 ((sin x)/x − cos x) / x²              is off by 3 (e/2 + e)/4 + 2 u    = 6.2 u,
//   H = 15 (3 (sin x) − 3x cos x − x² sin x)/x⁵ is off by 15 (1 + 6)/32 e + 7 u  = 19.2 u at most,
// at x = 2, with the rounding of F, which is multiplied by 15/4; below, by polynomials that are 1
// and small terms, within .22 u of their functions, both by 2 u. So a wave's height A sin φ F is
// off by e + 1.4 u + 6.2 u + 2 u = 13.3 u of A, and its slope A k cos φ H by e + 1.2 u + 19.2 u + 3
// u = 27.1 u of A k. Sums in float over eight waves add 8 u: 35.1 u = 2.1·10⁻⁶, within 3 × the
// bound of heights, 10⁻⁶, which has room for the place and the time in double, too.
// (tests/test_step_water.c: 0.27·10⁻⁶.)
// The plane's offset is found from the middle's own height, so that no distance from the origin
// multiplies an error; the height at the middle has the slope's error times its distance from the
// centroid on top.
//
// Forces, once V, c and S are known. With ε = 2⁻⁵³, a rotation's entries are off by 8 ε at most,
// and turning a vector into the model's frame or back is off by 16 ε of its length. Buoyancy is
// turned by none, its torque by two of these: n into the frame, r × n back; 64 ε and 128 ε
// (below) leave room for them. Drag: u and ω are turned into the frame, F and the torque
// back, which costs 32 ε of f and of the torque's measure; M and its solution are those of
// below, with r as it is in the frame, where no position in the world rounds it. The
// torque N⁻¹ (r × F − b ω) takes one solution with N of a right side that is off by 64 ε κ² of the
// measure. Together, twice the bounds of the family `forces`. (tests/test_step_forces.c compares
// with the formulas themselves, which err by as much.)
#include "base/arithmetic.h"

#include "dispatch/methods.h"

double buoy_bound_step_fit(void) {
    return 3.0 * buoy_bound_water_waves();
}

double buoy_bound_step_force(void) {
    return 2.0 * buoy_bound_forces_force();
}

double buoy_bound_step_torque(void) {
    return 2.0 * buoy_bound_forces_torque();
}

// ------------------------------------------------------------------------------------------ forces

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

#define EPSILON 0x1p-53

double buoy_bound_forces_force(void) {
    return 64.0 * EPSILON;
}

double buoy_bound_forces_torque(void) {
    return 2.0 * buoy_bound_forces_force();
}

// ------------------------------------------------------------------------------------------- waves

// Error bound of the method `waves` (../../simd/water_waves.h), as buoyancy_water.h documents it:
// for heights a share of the sum of all amplitudes, for slopes a share of the sum of amplitude ×
// wave number.
//
// Rounding, with u = 2⁻²⁴ and ε = 2⁻⁵³. In float: a test of every float in [2⁻¹³, ¼] finds the
// polynomial within 3.3 u of the sine, of itself; below, it is its first coefficient (½ u) and
// three roundings. r is rounded by u/4 at most, its fold and ¼ − a by u/8 where they are not exact,
// at a ≤ ⅛: as angles 1.6 u, which act on the sine by the cosine, so that a sine is within √(3.3² +
// 1.6²) u < 3.7 u. The amplitude, seven additions in float and one rounding of the sum make 12.7 u
// of the sum of amplitudes; slopes, whose steepness is rounded, too, 13.7 u: 8.2·10⁻⁷. In double,
// at |x|, |y| ≤ 10⁶ m and |t| ≤ 10⁶ s, for wavelengths and periods from 0.1 on: directions are
// within 4 ε of cos θ and sin θ (waves.c). Products of three roundings and the sums of three terms
// are some 10 ε of 2·10⁷ turns, products of time five ε of 10⁷: 2.8·10⁻⁸ turns, 1.8·10⁻⁷ rad.
// Together 10⁻⁶. If the processor does not round to the nearest, roundings are twice as large, and
// the polynomial is within 5.2 u: 2·10⁻⁶.

double buoy_bound_water_waves(void) {
    return 1e-6;
}
