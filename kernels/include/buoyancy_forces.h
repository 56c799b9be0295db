/**
 * @file buoyancy_forces.h
 * Forces of the water on bodies: buoyancy and drag, from submerged parts that are known, or from
 * the poses of bodies in any water, in one call for a simulation's step. What buoyancy.h and
 * buoyancy_water.h say about words, errors, arrays, threads and floating point holds here, too.
 * Nothing here allocates memory. All of it is deterministic, unless a chosen kernel is not.
 *
 * Units and frames. Metres, seconds, kilograms, radians; the world's frame, unless a description
 * says the mesh's. Torques are about the body's centre of mass.
 *
 * Sources. E. Catto, "Exact Buoyancy for Polyhedra", Game Programming Gems 6 (2006), equations
 * 2.5.1–2.5.4 (buoyancy), 2.5.14 (linear drag) and 2.5.15 (angular drag); K. Deeter, "Dynamics of a
 * Floating Object", University of British Columbia (2003): in waves, buoyancy acts along the
 * water's local normal.
 */
#ifndef BUOYANCY_FORCES_H
#define BUOYANCY_FORCES_H

#include "buoyancy_shapes.h"
#include "buoyancy_water.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A force and its torque. */
struct buoy_force {
    /** The force in newtons, and its torque about the centre of mass in newton metres. @{ */
    double force[3], torque[3];
    /** @} */
};

/** How a body moves. */
struct buoy_drag_motion {
    double centre_of_mass[3];   /**< x, in the world */
    double velocity[3];         /**< v, of the centre of mass, m/s */
    double angular_velocity[3]; /**< ω, rad/s */
};

/** The submerged part of a body. */
struct buoy_submerged {
    double volume;      /**< V, m³ */
    double centre[3];   /**< c, centre of buoyancy, in the world */
    double wetted_area; /**< S, m²; used by quadratic drag only */
};

/* --------------------------------------------------------------------------- formulas */

/** Computes the force of buoyancy ρ V g n at the centre of buoyancy (Catto 2.5.1–2.5.4). Checks
    nothing.
    wet: what is submerged.
    centre_of_mass: the point that the torque is about.
    up: the water's upward normal n, of unit length.
    density: ρ of the water, kg/m³.
    gravity: g, its magnitude, m/s².
    force: receives the answer. */
BUOY_API void buoy_buoyancy_force(const struct buoy_submerged *wet, const double centre_of_mass[3],
                                  const double up[3], double density, double gravity,
                                  struct buoy_force *force);

/** Coefficients of drag. With zeros there is no drag. */
struct buoy_drag {
    double linear;    /**< β_l, 1/s, ≥ 0: Catto's, about 1 to 10 */
    double angular;   /**< β_a, 1/s, ≥ 0: Catto's, about 0.1 to 10 */
    double quadratic; /**< C_D, dimensionless, ≥ 0: 0.05 for a hull, 1 for a crate */
};

/** Properties of a body that drag depends on. */
struct buoy_drag_body {
    double mass;   /**< m, kg, > 0 */
    double volume; /**< V_T, volume of the whole body, m³, > 0 */
    double length; /**< L, m: for a box the mean of its three extents; see buoyancy_step.h */
    double inverse_inertia[9]; /**< I⁻¹, 3 × 3 by rows, about the centre of mass, world's axes,
                                    1/(kg m²), with Ixx = ∫ (y² + z²) dm, Ixy = −∫ x y dm; 0 for
                                    a body that cannot be turned */
};

/** Returns a struct to start from: a body of 1 kg, 1 m³ and 1 m that cannot be turned. */
BUOY_API struct buoy_drag_body buoy_drag_body_default(void);

/** Computes the drag on a body in the water. Checks nothing. With r = c − x from the centre of mass
    to the centre of buoyancy, and u = v + ω × r − v_w the velocity through the water there:
      F = −k u at c,  k = β_l m V/V_T + ½ ρ C_D S/4 |u|;   torque r × F − b ω,  b = β_a m V/V_T L²
    (Catto 2.5.14, 2.5.15). The quadratic part takes S/4 for the area that faces the flow: the mean
    projection of a convex surface of area S (Cauchy).

    Within a step dt, drag resists the velocity at the end of the step, u' = (1 + dt k K)⁻¹ u with K
    a = a/m + (I⁻¹ (r × a)) × r, and then ω' = (1 + dt b I⁻¹)⁻¹ (ω + dt I⁻¹ (r × F)). So the energy
    of the motion through the water never grows, and neither part reverses a motion, however strong
    the drag and however long the step. With dt = 0 the formulas above hold as they are.

    wet: what is submerged.
    body: the body's properties.
    motion: how it moves.
    water_velocity: v_w at c, m/s.
    density: ρ of the water, kg/m³.
    drag: coefficients.
    dt: the step, s, ≥ 0.
    force: receives the answer. */
BUOY_API void buoy_drag_force(const struct buoy_submerged *wet, const struct buoy_drag_body *body,
                              const struct buoy_drag_motion *motion, const double water_velocity[3],
                              double density, const struct buoy_drag *drag, double dt,
                              struct buoy_force *force);

/* ----------------------------------------------------------------------------- crowds */

/** The water that a body meets. */
struct buoy_met_water {
    double up[3];       /**< its upward normal, of unit length */
    double velocity[3]; /**< its velocity at the body's centre of buoyancy, m/s */
};

/** Bodies whose submerged parts are known. */
struct buoy_forces_query {
    const struct buoy_submerged *submerged; /**< count submerged parts */
    const struct buoy_drag_body *bodies;    /**< count properties */
    const struct buoy_drag_motion *motions; /**< count motions */
    const struct buoy_met_water *waters;    /**< the water that each of count bodies meets */
    size_t count;                           /**< number of bodies; may be 0 */
    /** The water's density, kg/m³, > 0, and the magnitude of gravity, m/s², ≥ 0. @{ */
    double density, gravity;
    /** @} */
    struct buoy_drag drag;            /**< coefficients, the same for all bodies */
    double dt;                        /**< the step, s, ≥ 0 */
    const struct buoy_kernel *kernel; /**< the kernel that answers; NULL: the library chooses */
    uint8_t *failed;                  /**< NULL, or receives for each body 1 if it failed, else 0 */
};

/** Returns a struct to start from: no bodies, sea water, no drag, no step. */
BUOY_API struct buoy_forces_query buoy_forces_query_default(void);

/** Forces of the water on a body. */
struct buoy_forces {
    /** Buoyancy and drag. @{ */
    struct buoy_force buoyancy, drag;
    /** @} */
};

/** Computes what buoy_buoyancy_force() and buoy_drag_force() do, for many bodies at once, by
    `forces/auto/best`. An answer has the same bits as from these functions, at every place in the
    arrays and whatever else is in them, and takes a fraction of their time.

    Accuracy. With ε = 2⁻⁵³ and r, u, k and b as above, the error of buoyancy is at most 64 ε ρ g V,
    and the error of its torque 128 ε ρ g V |r|. With f = k (|v| + |ω| |r| + |v_w|), the error of
    drag is at most 64 ε κ² f, and the error of its torque 128 ε κ² (f |r| + b (|ω| + dt tr I⁻¹ f
    |r|)), where κ = 1 + dt (k (3/m + |r|² tr I⁻¹) + b tr I⁻¹) bounds by what factor drag slows the
    body within the step: 1 without a step, below 2 for most floating bodies, 1000 if a thousandth
    of the step would stop the body.

    Returns BUOY_ERROR_ELEMENT (a mass or V_T ≤ 0, V or S < 0, a normal whose length is not 1 to
    within 0.01, a number not finite or beyond its limit, forces beyond doubles, drag so strong that
    doubles cannot solve for it within the step, at κ of some 1e15: that body gets NaN);
    BUOY_ERROR_ARGUMENT (a density ≤ 0; gravity, a coefficient or the step < 0);
    BUOY_ERROR_NON_FINITE (one of these not finite or beyond its limit). */
BUOY_API enum buoy_status buoy_forces_compute(const struct buoy_forces_query *query,
                                              struct buoy_forces *BUOY_RESTRICT results,
                                              struct buoy_error *error);

/* ----------------------------------------------------------------------------- bodies */

/** Forces of the water on a body, and what they follow from. */
struct buoy_body_forces {
    /** Buoyancy and drag, with torques about the centre of mass. @{ */
    struct buoy_force buoyancy, drag;
    /** @} */
    double volume;      /**< submerged volume, m³ */
    double centre[3];   /**< centre of buoyancy in the world; if dry, the body's middle */
    double wetted_area; /**< m², as buoyancy_step.h says */
};

/* ------------------------------------------------------------------------- four columns */

/** Computes the submerged volume of a box in water of any shape from four columns, after Deeter's
    cube in waves, but for their places: an approximation, for comparisons of cost and error. The
    columns are the quarters of the box along the axis that rises most from one end of the box to
    the other; each is submerged up to where its middle line meets the water, whose height is taken
    above the column's middle, as if the water were level around it. In a pool, columns whose middle
    is outside are dry.

    Error. In level water that crosses all four sides and neither end, the volume is exact and the
    righting arm is three quarters of the true one; otherwise the volume is off by up to 1/12 of the
    box. Take waves of length λ along which the box has the length l, long and low enough to meet
    the sides alone: the volume heaves by cos(π l/2λ) of what the wave raises at the box's middle,
    where sin(π l/λ)/(π l/λ) is exact. That is a share of (π l/λ)²/24 too much, 1 % at λ = 6 l, and
    wholly wrong from λ = l down. A wave of slope s also tilts the water around each column, which
    is neglected: on a box tilted by an angle a, that costs some s tan a of each level.

    At corners, columns stand where Deeter has them: at the four lower corners of the box, the lower
    ends of four edges along the axis that rises most. Each stands for a quarter of the box and is
    submerged by its corner's depth, the water's height above it. In level water the volume of an
    upright box is exact; a tilt by an angle a costs a share of 1 − cos a, and for small a the
    righting arm is three times the true one. In waves the volume heaves by cos(π l/λ), a share of
    (π l/λ)²/3 too little, 9 % at λ = 6 l, and turned about from λ = 2 l down.

    box: the box, a BUOY_SHAPE_BOX.
    pose: where its frame lies in the world.
    water: the water; a plane less steep than 1e9.
    at_corners: whether columns stand at the lower corners.
    result: receives the volume and its centre in the world; for a dry box, 0 and the box's middle.
    Returns BUOY_ERROR_ARGUMENT (a half extent that is not > 0 and finite, a rotation that is not a
    unit quaternion, or as buoy_water_check()); BUOY_ERROR_NON_FINITE (a number not finite, a place
    beyond 1e18). */
BUOY_API enum buoy_status buoy_box_on_columns(const struct buoy_shape *box,
                                              const struct buoy_pose *pose,
                                              const struct buoy_water *water, bool at_corners,
                                              struct buoy_volume *BUOY_RESTRICT result,
                                              struct buoy_error *error);

#ifdef __cplusplus
}
#endif

#endif
