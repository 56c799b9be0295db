/**
 * @file buoyancy_forces.h
 * From volumes to forces, and from bodies to both: buoyancy, drag, and what a simulation's step
 * needs in one call. Words, units, threads and floating point are those of buoyancy.h and
 * buoyancy_water.h; all of it is deterministic, unless a chosen kernel is not, and allocates
 * nothing.
 *
 * Frames. The world's, in metres, seconds, kilograms and radians, unless something says mesh's.
 * Torques are about the body's centre of mass.
 *
 * Sources. E. Catto, "Exact Buoyancy for Polyhedra", Game Programming Gems 6 (2006), equations
 * 2.5.1–2.5.4 (buoyancy), 2.5.14 (linear drag) and 2.5.15 (angular drag); K. Deeter,
 * "Dynamics of a Floating Object", University of British Columbia (2003): in waves, buoyancy acts
 * along the water's local normal.
 */
#ifndef BUOYANCY_FORCES_H
#define BUOYANCY_FORCES_H

#include "buoyancy_water.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A force, and its torque about the centre of mass. Newtons, newton metres. */
struct buoy_force {
    double force[3], torque[3];
};

/** How a body moves, as drag sees it. */
struct buoy_drag_motion {
    double centre_of_mass[3];
    double velocity[3];         /**< of the centre of mass, m/s */
    double angular_velocity[3]; /**< rad/s */
};

/** What is submerged of a body. */
struct buoy_submerged {
    double volume;      /**< m³ */
    double centre[3];   /**< c, of buoyancy */
    double wetted_area; /**< m²; of quadratic drag only */
};

/* --------------------------------------------------------------------------- formulas */

/**
 * Buoyancy ρ V g n at the centre of buoyancy (Catto 2.5.1–2.5.4).
 *
 * @param up the water's upward normal n, of unit length
 */
BUOY_API void buoy_buoyancy_force(const struct buoy_submerged *wet, const double centre_of_mass[3],
                                  const double up[3], double density, double gravity,
                                  struct buoy_force *force);

/** What resists a body in the water. All zero: nothing does. */
struct buoy_drag {
    double linear;    /**< β_l, 1/s, ≥ 0: Catto's, about 1 to 10 */
    double angular;   /**< β_a, 1/s, ≥ 0: Catto's, about 0.1 to 10 */
    double quadratic; /**< C_D, without dimension, ≥ 0: 0.05 of a hull, 1 of a crate */
};

/** What drag needs to know of a body at rest. */
struct buoy_drag_body {
    double mass;   /**< kg, > 0 */
    double volume; /**< of the whole body, V_T, m³, > 0 */
    double length; /**< L, m: the mean of the three extents of its box in its own frame */
    double inverse_inertia[9]; /**< I⁻¹, 3 × 3 by rows, about the centre of mass, world's axes,
                                    1/(kg m²); 0 of a body that cannot be turned */
};

/**
 * Drag of a submerged body, with r = c − x from its centre of mass and u = v + ω × r − v_w its
 * velocity through the water at its centre of buoyancy:
 *   F = −k u at c,  k = β_l m V/V_T + ½ ρ C_D S/4 |u|;   torque r × F − b ω,  b = β_a m V/V_T L²
 * (Catto 2.5.14, 2.5.15; the quadratic part takes S/4, the mean projection of a convex surface of
 * wetted area S after Cauchy, for the area that faces the flow).
 *
 * Within a step dt the u that F resists is the one at the step's end, u' = (1 + dt k K)⁻¹ u with
 * K a = a/m + (I⁻¹ (r × a)) × r, then likewise ω' = (1 + dt b I⁻¹)⁻¹ (ω + dt I⁻¹ (r × F)). So the
 * energy of the motion through the water never grows, and neither part turns a motion round,
 * however strong the drag and long the step. With dt = 0 it is the above.
 *
 * @param water_velocity v_w at c
 * @param dt             the step, s, ≥ 0
 */
BUOY_API void buoy_drag_force(const struct buoy_submerged *wet, const struct buoy_drag_body *body,
                              const struct buoy_drag_motion *motion, const double water_velocity[3],
                              double density, const struct buoy_drag *drag, double dt,
                              struct buoy_force *force);

/* ----------------------------------------------------------------------------- crowds */

/** The water that a body meets. */
struct buoy_met_water {
    double up[3];       /**< its upward normal, of unit length */
    double velocity[3]; /**< at the body's centre of buoyancy, m/s */
};

/** Bodies of which it is known what is submerged, count of each. */
struct buoy_forces_query {
    const struct buoy_submerged *submerged;
    const struct buoy_drag_body *bodies;
    const struct buoy_drag_motion *motions;
    const struct buoy_met_water *waters;
    size_t count;
    double density, gravity; /**< kg/m³, > 0; m/s², ≥ 0 */
    struct buoy_drag drag;
    double dt; /**< s, ≥ 0 */
};

/** No bodies, sea water, no drag, no step. Programs that start from it keep compiling, and keep
    their meaning, when a later version adds a member. */
BUOY_API struct buoy_forces_query buoy_forces_query_default(void);

/** What the water does to a body. */
struct buoy_forces {
    struct buoy_force buoyancy, drag;
};

/**
 * buoy_buoyancy_force() and buoy_drag_force() of many bodies at once, by `forces/auto/best`: to the
 * bit what these say, at every place in the arrays and in any company, and several times as fast.
 *
 * Errors. With ε = 2⁻⁵³ and r, u, k and b as above, buoyancy is within 64 ε of ρ g V, its torque
 * within 128 ε of ρ g V |r|. Drag is within 64 ε κ² of f = k (|v| + |ω| |r| + |v_w|), its torque
 * within 128 ε κ² of f |r| + b (|ω| + dt tr I⁻¹ f |r|), where
 *   κ = 1 + dt (k (3/m + |r|² tr I⁻¹) + b tr I⁻¹)
 * bounds how much of a motion there is for each part of it that is left after the step: 1 without
 * a step, below 2 of most that floats, 1000 of what a thousandth of the step would stop.
 *
 * @param results receives count answers; must overlap nothing
 * @param error   receives status and message; may be NULL
 * @return BUOY_OK; or, with a message that names the first body that is wrong, and results not
 *         defined: BUOY_ERROR_ARGUMENT (missing pointer; density, mass or V_T ≤ 0; gravity, V, S, a
 *         coefficient or the step < 0; a normal whose length is not 1 to within 0.01),
 *         BUOY_ERROR_NON_FINITE (a number not finite or beyond 1e12, forces beyond doubles),
 *         BUOY_ERROR_UNKNOWN_NAME or BUOY_ERROR_NOT_RUNNABLE as buoy_volume_compute()
 */
BUOY_API enum buoy_status buoy_forces_compute(const struct buoy_forces_query *query,
                                              struct buoy_forces *BUOY_RESTRICT results,
                                              struct buoy_error *error);

/**
 * Like buoy_forces_compute(), on a chosen kernel.
 *
 * @return also BUOY_ERROR_ARGUMENT (not a kernel of the family `forces`), BUOY_ERROR_NOT_RUNNABLE
 */
BUOY_API enum buoy_status buoy_forces_with(const struct buoy_kernel *kernel,
                                           const struct buoy_forces_query *query,
                                           struct buoy_forces *BUOY_RESTRICT results,
                                           struct buoy_error *error);

/* ----------------------------------------------------------------------------- bodies */

/** A rigid body. */
struct buoy_body {
    const struct buoy_mesh *mesh; /**< may be shared; closed, or dry wherever it is open */
    struct buoy_pose pose;
    double velocity[3];         /**< of the centre of mass, m/s */
    double angular_velocity[3]; /**< rad/s */
    double centre_of_mass[3];   /**< in the mesh's frame */
    double mass;                /**< kg, > 0 */
    double inverse_inertia[9];  /**< 3 × 3 by rows, about the centre of mass, mesh's axes,
                                     1/(kg m²); 0 of a body that cannot be turned */
};

/** No mesh, no mass, at rest at the origin. Programs that start from it keep compiling, and keep
    their meaning, when a later version adds a member. */
BUOY_API struct buoy_body buoy_body_default(void);

/** Bodies in water. */
struct buoy_body_query {
    const struct buoy_body *bodies; /**< count of them */
    size_t count;
    const struct buoy_water *water;
    struct buoy_drag drag;
    double dt; /**< the step, s: within it drag reverses nothing; 0: drag as it is now */

    /**
     * NULL: volumes and wetted areas by `hydrostatics/auto/best`, body by body. Or a kernel of the
     * family `volume`, which buoy_volume_jobs() gives all bodies at once: faster, most of all
     * `volume/auto/tuned` for crowds, but without wetted areas, so that quadratic drag must be 0.
     */
    const struct buoy_kernel *kernel;

    void *scratch; /**< 64-byte aligned; buoy_body_scratch_bytes() of it */
    size_t scratch_bytes;
};

/** No bodies, no water, no drag, no step. Programs that start from it keep compiling, and keep
    their meaning, when a later version adds a member. */
BUOY_API struct buoy_body_query buoy_body_query_default(void);

/** What the water does to a body. */
struct buoy_body_forces {
    struct buoy_force buoyancy, drag;
    double volume;      /**< submerged, m³ */
    double centre[3];   /**< of buoyancy; the centre of the mesh's box if dry */
    double wetted_area; /**< m²; 0 where a volume kernel was asked */
};

/** Scratch memory that buoy_body_forces_compute() needs, in bytes; 0 without a kernel. */
BUOY_API size_t buoy_body_scratch_bytes(const struct buoy_kernel *kernel,
                                        const struct buoy_body *bodies, size_t count,
                                        struct buoy_error *error);

/**
 * Forces of still, flowing or wavy water on bodies: V and c below the water, buoyancy along the
 * water's normal, drag limited by the step.
 *
 * A body meets waves and patches as a plane: the least-squares fit to the heights at 3 × 3 places
 * around its middle, a quarter of its diagonal apart. So forces follow a body, a wave or a patch
 * without a jump, and waves longer than the body lift and tilt it as they should. Of shorter ones
 * it meets what they are at those places: mostly less than their height, but all of that where a
 * quarter of the diagonal is a whole number of wavelengths. Leave out what is as short as that, or
 * ask the family `pressure` (buoyancy_pressure.h), which is the exact way in steep waves, too.
 * A patch must reach that far beyond the body, and a cell more: outside, its border's heights hold,
 * and change at once when it follows. In a pool a body floats as a whole while the centre of its
 * box is inside; unlike `pressure`, which asks each triangle, it does so from one moment to the
 * next.
 *
 * An answer is the same alone and in company, whatever the other bodies are, unless the kernel is
 * not deterministic. Any number of threads may ask at once, each with scratch of its own.
 *
 * @param results receives count answers; must overlap nothing
 * @param error   receives status and message; may be NULL
 * @return BUOY_OK; or, with a message that names the first body that is wrong, and results not
 *         defined: BUOY_ERROR_ARGUMENT (missing pointer, mass ≤ 0, a mesh that encloses nothing, no
 *         unit quaternion, coefficient or step < 0, not a volume kernel, quadratic drag asked of
 *         one, what buoy_water_check() says), BUOY_ERROR_NON_FINITE (a number not finite or beyond
 *         1e12, water's heights or current there not finite, forces beyond doubles),
 *         BUOY_ERROR_OPEN (an open edge is wet), BUOY_ERROR_SCRATCH, BUOY_ERROR_UNKNOWN_NAME or
 *         BUOY_ERROR_NOT_RUNNABLE as buoy_volume_compute()
 */
BUOY_API enum buoy_status buoy_body_forces_compute(const struct buoy_body_query *query,
                                                   struct buoy_body_forces *BUOY_RESTRICT results,
                                                   struct buoy_error *error);

#ifdef __cplusplus
}
#endif

#endif
