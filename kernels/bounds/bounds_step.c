// Error bounds of the family `step`, beyond those of the kernels that answer a body's parts.
//
// Best-fit planes in waves (simd/step_waves.h), with u = 2⁻²⁴. Sines and cosines of phases that are
// found in double are within e = 3.7 u (bounds_water.c), and so are those of x, whose phase is that
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
// (bounds_forces.c) leave room for them. Drag: u and ω are turned into the frame, F and the torque
// back, which costs 32 ε of f and of the torque's measure; M and its solution are those of
// bounds_forces.c, with r as it is in the frame, where no position in the world rounds it. The
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
