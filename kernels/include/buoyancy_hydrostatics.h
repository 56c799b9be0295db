/**
 * @file buoyancy_hydrostatics.h
 * Hydrostatics of closed triangle meshes: the `hydrostatics` family of libbuoyancy's public
 * interface. Words, units, frames, threads and floating point are those of buoyancy.h.
 *
 * Words. The **wetted area** is that of the submerged surface, without the cut. The **waterplane**
 * is the cut itself, the part of the water's surface that the body takes up; its **centroid** w is
 * the centre of flotation.
 *
 * A fin without thickness, whose triangles lie on each other back to back, displaces nothing, has
 * no waterplane, and is wetted on both sides: submerged alone, V is 0 and the wetted area is not.
 *
 * On the edge. A point exactly on the plane is dry, hence a face lying in the plane is not wetted;
 * the waterplane closes what is submerged. So a box that floats exactly at its deck has its deck as
 * waterplane, one that only touches the water from above has none. A face that is parallel to the
 * water to within rounding, some 10⁻⁷ of the diagonal, may be taken to lie on either side of it.
 */
#ifndef BUOYANCY_HYDROSTATICS_H
#define BUOYANCY_HYDROSTATICS_H

#include "buoyancy.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A body below a water plane, in the mesh's frame. */
struct buoy_hydrostatics {
    double volume;          /**< submerged, to the bit as `volume/blocks` has it */
    double centre[3];       /**< of buoyancy, the same */
    double wetted_area;     /**< of the submerged surface, both sides where it has no thickness */
    double waterplane_area; /**< dV/dh, for water that rises by h along its normal */
    double waterplane_centroid[3]; /**< w; without a waterplane, the mesh's centre */
    /** The waterplane's second moments ∫ (x − w)ᵢ (x − w)ⱼ dA; 0 without one. */
    double xx, xy, xz, yy, yz, zz;
};

/**
 * Hydrostatics for each plane, by `hydrostatics/auto/best`: the same bits on every machine.
 *
 * Accuracy. Heights of vertices are found in float on compact bodies (κ ≤ 60), where they are off
 * by up to 5 Σ|nᵢ xᵢ| u + 4 |d| u, u = 2⁻²⁴, about the mesh's centre, and else are right but for u
 * of themselves. What that does is to move the waterline along each triangle that it crosses: areas
 * are off by the strips it may have moved by and some 10 u of what is wet (70 u on meshes of 1,000
 * triangles or more), the waterplane's area times its centroid by those strips times their
 * distance, second moments by their distance squared. kernels/bounds/bounds_hydrostatics.c proves a
 * bound for each query. On ordinary hulls in random poses errors stay below 2·10⁻⁷ of the whole
 * surface's area, of that × the diagonal, of that × its square; next to a face that is parallel to
 * the water to within rounding, the face's area is in doubt, too. Parts of a body that are inside
 * out, because it penetrates itself, may have a waterplane below 0 and its centroid anywhere:
 * answers are then kept in the box. V and c have the bits of buoy_volume_compute() on meshes of up
 * to 250 triangles; for some larger ones that has another method.
 *
 * @param planes  count planes in the mesh's frame
 * @param results receives count answers; must not overlap planes. NaN where an open edge is wet
 * @return as buoy_volume_compute()
 */
BUOY_API enum buoy_status buoy_hydrostatics_compute(const struct buoy_mesh *mesh,
                                                    const struct buoy_plane *planes, size_t count,
                                                    struct buoy_hydrostatics *BUOY_RESTRICT results,
                                                    struct buoy_error *error);

/** A hydrostatics query on a chosen kernel. */
struct buoy_hydrostatics_query {
    const struct buoy_mesh *mesh;
    const struct buoy_plane *planes; /**< count of them, in the mesh's frame */
    const double *offsets;           /**< NULL, or count of them, to replace the planes' d */
    size_t count;
};

/** No mesh and no planes. Programs that start from it keep compiling, and keep
    their meaning, when a later version adds a member. */
BUOY_API struct buoy_hydrostatics_query buoy_hydrostatics_query_default(void);

/**
 * Like buoy_hydrostatics_compute(), on a chosen kernel, and with offsets finer than float.
 *
 * @return also BUOY_ERROR_ARGUMENT (not a hydrostatics kernel), BUOY_ERROR_NOT_RUNNABLE
 */
BUOY_API enum buoy_status buoy_hydrostatics_with(const struct buoy_kernel *kernel,
                                                 const struct buoy_hydrostatics_query *query,
                                                 struct buoy_hydrostatics *BUOY_RESTRICT results,
                                                 struct buoy_error *error);

/* -------------------------------------------------------------------------------- draft */

/** How buoy_draft() found its answer, and what it is good for. */
struct buoy_draft_info {
    unsigned evaluations;        /**< hydrostatics computed on the way */
    unsigned checks;             /**< volumes computed in double */
    struct buoy_hydrostatics at; /**< the body there, by buoy_hydrostatics_compute() */
};

/**
 * Finds how deep a body of given attitude floats: the offset d of the water plane {n·x = d} below
 * which it displaces a volume, by Newton's method in brackets, in three evaluations or less for
 * most bodies, 13 at most, and one look at the volume in double. The bits are the same on every
 * machine.
 *
 * Whatever the body, BUOY_OK means: what lies below the plane, of vertices, normal and d as they
 * are, is within 10⁻⁶ of the body's whole volume of what was asked. Of less than 1/1000 of it, it
 * is within 1/1000 of what was asked or within 10⁻¹⁰ of the whole, whichever is more: asked for
 * less than 10⁻¹⁰, nothing may be displaced. Two things in double precision may be coarser than
 * that: sums over the surface, by some 10⁻¹⁴ to 10⁻¹³ κ of the whole, and d itself, of bodies far
 * from the origin of their frame, where of two neighbouring doubles one displaces too little, the
 * other too much. Where these may make half of what is promised, the answer is
 * BUOY_ERROR_PRECISION: always beyond a κ of some 10⁷, and not below 10⁴, if κ is made of half the
 * product of every triangle's two shorter edges: of an obtuse sliver that is more than its area.
 * Next to a face that is parallel to the water info->at, which is found in float, may take the face
 * to be dry or wet, whatever is true.
 *
 * Nothing is displaced up to the lowest vertex, the answer to 0; all of it from the highest on, the
 * answer to the whole volume. Where several planes displace the same, any of them may be the
 * answer.
 *
 * For an open mesh only planes that wet no open edge are considered.
 *
 * @param normal three numbers, of any length > 0, up out of the water
 * @param volume of 0 to the mesh's own, and 10⁻⁶ of that beyond for rounding
 * @param d      receives the offset, in units of the normal's length; untouched by an error
 * @param info   receives the rest; may be NULL
 * @return BUOY_OK; BUOY_ERROR_NON_FINITE (volume or normal not finite, normal zero);
 *         BUOY_ERROR_RANGE (the body cannot displace that volume); BUOY_ERROR_OPEN (not without
 *         wetting an open edge); BUOY_ERROR_PRECISION (see above); BUOY_ERROR_ARGUMENT,
 * BUOY_ERROR_UNKNOWN_NAME and BUOY_ERROR_NOT_RUNNABLE as buoy_volume_compute()
 */
BUOY_API enum buoy_status buoy_draft(const struct buoy_mesh *mesh, const float normal[3],
                                     double volume, double *d, struct buoy_draft_info *info,
                                     struct buoy_error *error);

/* ---------------------------------------------------------------------------- stability */

/**
 * Metacentric radii BM = I / V: how far above the centre of buoyancy the metacentre lies for small
 * rotations about the waterplane's principal axes. 0 where V is 0.
 */
struct buoy_metacentric_radii {
    double transverse;   /**< the smaller: rolling, about the axis along which it is longest */
    double longitudinal; /**< the larger: pitching, about the axis across it */
    double axis[3];      /**< of unit length, in the plane: where the waterplane is longest */
};

/**
 * Metacentric radii of a body below the plane for which its hydrostatics were computed.
 *
 * @return BUOY_OK; BUOY_ERROR_ARGUMENT (a null pointer); BUOY_ERROR_NON_FINITE if the normal is
 * zero or anything given is not finite, or so that an answer would not be (nothing is written)
 */
BUOY_API enum buoy_status buoy_metacentric_radii_compute(const struct buoy_hydrostatics *body,
                                                         const float normal[3],
                                                         struct buoy_metacentric_radii *radii,
                                                         struct buoy_error *error);

/**
 * Stiffness of buoyancy: how force and torque change when the body moves while the water stays,
 * K = −∂(F, τ) / ∂(u, θ), for implicit integrators and equilibrium solvers.
 *
 * Still water, whose up is n, acts with F = γ V n at c. The body is displaced by u and turned by
 * the small vector θ about a point o that moves with it, about which the torque is
 * τ = (c − o) × F. With r = x − o of centroids, J = ∫ r rᵀ dA over the waterplane, A its area, n of
 * unit length and N v = n × v,
 *
 *     K = γ | A n nᵀ           A n (r_w × n)ᵀ                       |
 *           | A (r_w × n) nᵀ   Nᵀ J N + V ((r_c·n) 1 − r_c nᵀ)      |
 *
 * (J. N. Newman, Marine Hydrodynamics, chapter 6, there for one frame and with the weight, which is
 * the caller's to add.) Its rows and columns are x, y, z of forces and displacements, then of
 * torques and rotations, in the mesh's axes; heave, roll and pitch are 2, 3 and 4 where n is z.
 *
 * @param body    hydrostatics for the plane
 * @param normal  the plane's normal, of any length > 0
 * @param density weight density of the water γ = ρ g, N/m³
 * @param point   o, in the mesh's frame
 * @return as buoy_metacentric_radii_compute()
 */
BUOY_API enum buoy_status buoy_stiffness(const struct buoy_hydrostatics *body,
                                         const float normal[3], double density,
                                         const double point[3], double stiffness[6][6],
                                         struct buoy_error *error);

#ifdef __cplusplus
}
#endif

#endif
