/**
 * @file buoyancy_hydrodynamics.h
 * Drag and added mass by matrices, as in models of robots and ships: the coefficients come from
 * tests or from other programs, not from the body's shape. What buoyancy.h says about errors,
 * threads and floating point holds here, too. Nothing here allocates memory; results have the same
 * bits everywhere.
 *
 * Units and frames. Metres, seconds, kilograms, radians. Everything is given in the body's frame,
 * about one point o that is fixed in the body, mostly its centre of mass. Vectors of six numbers
 * are in the order surge, sway, heave, roll, pitch, yaw: along x, y and z, then about them.
 *
 * Signs. Matrices of drag and added mass have the sign with which they take energy: ≥ 0 on the
 * diagonal. T. I. Fossen's derivatives, and the parameters of gz-sim's Hydrodynamics plug-in, have
 * the other sign: linear[0][0] is −X_u (−xU), quadratic[0][0] −X_u|u| (−xUabsU), and
 * added_mass[0][0] −X_u̇ (−xDotU).
 *
 * Source: T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control (2011): equation
 * 3.44 (a rigid body's matrix), 6.41 and 6.43 (added mass and its Coriolis matrix), 6.57 (drag).
 */
#ifndef BUOYANCY_HYDRODYNAMICS_H
#define BUOYANCY_HYDRODYNAMICS_H

#include "buoyancy_mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Coefficients of a body. */
struct buoy_hydrodynamics {
    /** D_l, by rows: the wrench −D_l ν. Its symmetric part has no negative eigenvalue. */
    double linear[6][6];
    /** D_q, by rows: the wrench −Σ D_q[i][j] |ν_j| ν_j. */
    double quadratic[6][6];
    /** M_A, by rows: symmetric, without negative eigenvalues. */
    double added_mass[6][6];
};

/** How a body moves. */
struct buoy_hydrodynamic_motion {
    double velocity[6]; /**< ν through the water: the velocity of o minus the water's there, m/s;
                             and the angular velocity, rad/s */
    double share; /**< how much of the body counts, 0 to 1: all coefficients are multiplied by it.
                       V/V_T for bodies that emerge, else 1 */
    double dt;    /**< the step, s, ≥ 0; 0: forces as they are now, and the mass is not used */
    double mass[6][6]; /**< mass matrix of the body about o, by rows, without added mass: symmetric
                            and positive definite; see buoy_mass_matrix() */
};

/** Returns a struct to start from: at rest, with all of the body in the water, without a step. */
BUOY_API struct buoy_hydrodynamic_motion buoy_hydrodynamic_motion_default(void);

/** Wrenches of the water on a body that moves: force and torque about o, N and N m. */
struct buoy_hydrodynamic_forces {
    double drag[6];     /**< −(D_l + D_q |ν|) ν */
    double coriolis[6]; /**< −C_A(ν) ν, of the added mass; it does no work */
    /** The added mass that counts, share × M_A: the body moves as if it were part of its own mass.
        With a mass matrix M and other wrenches f, (M + added_mass) ν̇ = f + drag + coriolis − C(ν)
        ν, with C the Coriolis matrix of the body's own mass. */
    double added_mass[6][6];
};

/** Computes drag and the Coriolis wrench of added mass. With M_A = share × added_mass and (a, b) =
    M_A ν, a for translation and b for rotation, the Coriolis wrench is the force a × ω and the
    torque a × v + b × ω (6.43). Munk's torque, which turns a slender body across its course, is
    part of it.

    Steps. With M = mass + M_A, drag and Coriolis wrench are −D ν' and −C ν', with D = share × (D_l
    + D_q |ν|) and C as they are at the beginning of the step, and ν' the motion at its end, after a
    change by M⁻¹ (drag + coriolis) dt:
      (M + dt (D + C)) ν' = M ν.
    D takes energy and C does no work; so the energy ½ νᵀ M ν never grows by them, to within 10⁻¹³
    of it, and νᵀ M ν' ≥ 0: the motion never turns round, however strong drag is and however long
    the step. That holds as long as the symmetric part of D has no negative eigenvalue, which is so
    if D_q is diagonal. If it has one, because off-diagonal terms of D_q add energy, both wrenches
    are instead those without a step, multiplied by the largest factor up to 1 with which the energy
    does not grow: by 0 if they would speed the body up.

    Accuracy. Without a step, errors are some 10⁻¹⁵ of the sum of each number's terms; within a
    step, that times the condition number of M, with rows and columns scaled to a diagonal of 1.

    hydrodynamics: the coefficients.
    motion: how the body moves.
    forces: receives the answer.
    Returns BUOY_ERROR_ARGUMENT (a share that is not from 0 to 1, a step < 0; D_l's symmetric part
    or M_A with a negative eigenvalue, M_A not symmetric to within 1e-9; with a step, a mass that is
    not symmetric and positive definite: scaled to a diagonal of 1, no pivot of its Cholesky factor
    may be below 1e-12); BUOY_ERROR_NON_FINITE (a number not finite or beyond its limit, wrenches
    beyond doubles). */
BUOY_API enum buoy_status buoy_hydrodynamics_compute(const struct buoy_hydrodynamics *hydrodynamics,
                                                     const struct buoy_hydrodynamic_motion *motion,
                                                     struct buoy_hydrodynamic_forces *forces,
                                                     struct buoy_error *error);

/** Computes a rigid body's mass matrix about a point (3.44), with r from the point to the centre of
    mass and S r' = r × r':
      ( m 1    −m S           )
      ( m S    I − m S S      ).
    Checks nothing.
    mass: m, kg.
    centre_of_mass: in the body's frame.
    inertia: I, 3 × 3 by rows, about the centre of mass, kg m²: Ixx = ∫ (y² + z²) dm, Ixy = −∫ x y
    dm.
    point: o, in the body's frame.
    matrix: receives the matrix, by rows. */
BUOY_API void buoy_mass_matrix(double mass, const double centre_of_mass[3], const double inertia[9],
                               const double point[3], double matrix[6][6]);

#ifdef __cplusplus
}
#endif

#endif
