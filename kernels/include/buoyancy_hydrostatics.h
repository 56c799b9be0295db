/**
 * @file buoyancy_hydrostatics.h
 * Hydrostatics of closed triangle meshes: the `hydrostatics` family of libbuoyancy's public
 * interface. What buoyancy.h says about words, units, frames, errors, arrays, threads and floating
 * point holds here, too.
 *
 * Words. The **wetted area** is the area of the submerged surface, without the cut. The
 * **waterplane** is the cut itself: the part of the water's surface that the body takes up. Its
 * **centroid** w is the centre of flotation.
 *
 * A fin without thickness, whose triangles lie on each other back to back, displaces nothing and
 * has no waterplane, but is wetted on both sides: if it alone is submerged, the volume is 0 and the
 * wetted area is not.
 *
 * Limiting cases. A point exactly on the plane is dry, hence a face that lies in the plane is not
 * wetted; the waterplane closes the submerged part. A box that floats exactly at its deck has its
 * deck as waterplane; a box that only touches the water from above has no waterplane.
 *
 * Flush. What lies in the water by the caller's numbers, decimals or doubles, lies in it here. If
 * positions are given as doubles, which are rounded, water square to an axis is put exactly at the
 * level of a face, or of the body's end, that it is level with to within their rounding. With the
 * water aslant, a face is taken to lie in it if each of its corners is nearer than rounding: 2⁻²²
 * of the body's reach along the normal, on compact bodies 2⁻²⁰; areas and the waterplane are then
 * those of water that is lower by twice as much, and the volume is as it was.
 */
#ifndef BUOYANCY_HYDROSTATICS_H
#define BUOYANCY_HYDROSTATICS_H

#include "buoyancy_mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A body below a water plane, in the mesh's frame. */
struct buoy_hydrostatics {
    double volume;          /**< submerged volume */
    double centre[3];       /**< centre of buoyancy */
    double wetted_area;     /**< submerged surface's area, both sides where it has no thickness */
    double waterplane_area; /**< dV/dh, for water that rises by h along its normal */
    double waterplane_centroid[3]; /**< w; the mesh's centre if there is no waterplane */
    /** The waterplane's second moments ∫ (x − w)ᵢ (x − w)ⱼ dA: xx is ∫ (x − wₓ)² dA, not a moment
        of inertia about x; 0 without a waterplane. @{ */
    double xx, xy, xz, yy, yz, zz;
    /** @} */
};

/** A mesh, and planes of water. */
struct buoy_hydrostatics_query {
    const struct buoy_mesh *mesh;        /**< the body */
    const struct buoy_plane *planes;     /**< count planes in the mesh's frame */
    size_t count;                        /**< number of planes; may be 0 */
    const struct buoy_kernel *kernel;    /**< the kernel that answers; NULL: the library chooses */
    const struct buoy_plane64 *planes64; /**< NULL, or count planes in place of `planes`, which is
                                              NULL then, as in buoy_volume_query */
    bool without_waterplane; /**< true: find volume, centre and wetted area alone, as quadratic drag
                                  needs them, in less time; they have the same bits, and the answer
                                  has no waterplane */
    uint8_t *failed;         /**< NULL, or receives for each plane 1 if it failed, else 0 */
};

/** Computes the hydrostatics of a mesh below each of some planes, by `hydrostatics/auto/best`: the
    same bits on every machine.

    Accuracy. Heights of vertices are computed in float on compact bodies (κ ≤ 60), where their
    error is up to 5 Σ|nᵢ xᵢ| u with u = 2⁻²⁴ and coordinates relative to a point near the middle of
    the waterplane; otherwise their relative error is u. Such an error moves the waterline along
    each triangle that it crosses. The error of an area is the area of the strips over which the
    waterline may move, plus 10 u of the wetted area (70 u on meshes of 1,000 triangles or more).
    The error of the waterplane's first moment is the strips' area times their distance, and the
    error of its second moments the strips' area times the distance squared.
    kernels/bounds/bounds_hydrostatics.c proves a bound for each query. On ordinary hulls in random
    poses, errors of areas stay below 2·10⁻⁷ of the whole surface, and errors of first and second
    moments below that times the diagonal and times its square. If a body penetrates itself, parts
    that are inside out may have a negative waterplane with its centroid anywhere: centroids are
    then moved into the bounding box. The volume and the centre have the bits of `volume/hierarchy`,
    but on bodies of more than 16 triangles of which some are large for the volume.

    results: receives query->count answers; NaN where an open edge is wet.
    Returns as buoy_volume_compute(). */
BUOY_API enum buoy_status buoy_hydrostatics_compute(const struct buoy_hydrostatics_query *query,
                                                    struct buoy_hydrostatics *BUOY_RESTRICT results,
                                                    struct buoy_error *error);

/* -------------------------------------------------------------------------------- draft */

/** How buoy_draft() found its answer, and the body's hydrostatics there. */
struct buoy_draft_info {
    unsigned evaluations;        /**< how often hydrostatics were computed */
    unsigned checks;             /**< how often the volume was computed in double */
    struct buoy_hydrostatics at; /**< for the plane found, as by buoy_hydrostatics_compute() */
};

/** Finds how deep a body floats in a given attitude: the offset d of the water plane {n·x = d}
    below which the body displaces a given volume. Newton's method in brackets takes three
    evaluations or less for most bodies, 13 at most, and computes the volume once in double. The
    bits are the same on every machine.

    Accuracy. Whatever the body, BUOY_OK is a promise about the volume below the plane, for the
    vertices, the normal and d exactly as they are: it differs from the volume that was asked for by
    at most 10⁻⁶ of the whole body. If less than 1/1000 of the body was asked for, the difference is
    at most 1/1000 of the volume asked for or 10⁻¹⁰ of the whole body, whichever is more; a body
    that is asked to displace less than 10⁻¹⁰ of itself may displace nothing.

    Double precision may be too coarse for this promise in two ways. Sums over the surface have
    errors of 10⁻¹⁴ κ to 10⁻¹³ κ of the whole body. And d itself is coarse for a body far from the
    origin of its frame: of two neighbouring doubles, one displaces too little, the other too much.
    If these errors exceed what is promised, the answer is BUOY_ERROR_PRECISION. That does not
    happen if κ is below 10⁴, nor, where a thousandth of the body or more is asked for, if it is
    below 10⁵; it is the rule for less than 10⁻⁷ of the body if κ is beyond 10⁶. κ is computed with
    half the product of each triangle's two shorter edges in place of its area: for an obtuse sliver
    that is more than the area.

    If the volume is 0, d is the lowest vertex's n·x; if it is the whole volume, d is the highest
    vertex's. If several planes displace the same volume, the answer may be any of them. For open
    meshes, only planes that leave every open edge dry are considered.

    normal: n, in the mesh's frame, of any length > 0, up out of the water.
    volume: the volume to displace: from 0 to the mesh's own, plus 10⁻⁶ of that for rounding.
    d: receives the offset, in units of the normal's length.
    info: receives details; may be NULL.
    Returns BUOY_ERROR_NON_FINITE (volume or normal not finite, normal zero, or so long that d would
    be no double); BUOY_ERROR_RANGE (the body cannot displace that volume); BUOY_ERROR_OPEN (it
    cannot without wetting an open edge); BUOY_ERROR_PRECISION (see above); BUOY_ERROR_ARGUMENT. */
BUOY_API enum buoy_status buoy_draft(const struct buoy_mesh *mesh, const double normal[3],
                                     double volume, double *d, struct buoy_draft_info *info,
                                     struct buoy_error *error);

/* ---------------------------------------------------------------------------- stability */

/** Metacentric radii BM = I / V: how far above the centre of buoyancy the metacentre lies for small
    rotations about the waterplane's principal axes. 0 where V is 0. */
struct buoy_metacentric_radii {
    double transverse;   /**< the smaller one, for rolling about `axis`, metres */
    double longitudinal; /**< the larger one, for pitching about the axis across it, metres */
    double axis[3];      /**< principal axis along which the waterplane is longest, unit length */
};

/** Computes the metacentric radii of a body below the plane for which its hydrostatics were
    computed.
    body: hydrostatics for the plane.
    normal: the plane's normal, of any length > 0.
    radii: receives the answer, in the mesh's frame.
    Returns BUOY_ERROR_NON_FINITE if the normal is zero, a number is not finite, or the answer would
    not be. */
BUOY_API enum buoy_status buoy_metacentric_radii_compute(const struct buoy_hydrostatics *body,
                                                         const float normal[3],
                                                         struct buoy_metacentric_radii *radii,
                                                         struct buoy_error *error);

/** Computes the stiffness of buoyancy: how force and torque change when the body moves and the
    water does not, K = −∂(F, τ) / ∂(u, θ), for implicit integrators and equilibrium solvers.

    Still water with the upward normal n exerts the force F = γ V n at c. The body is displaced by u
    and rotated by the small vector θ about a point o that moves with it; the torque about o is τ =
    (c − o) × F. With n of unit length, r = x − o, r_c and r_w for the centre of buoyancy and the
    waterplane's centroid, A the waterplane's area, J = ∫ r rᵀ dA over it, and N v = n × v,

        K = γ | A n nᵀ           A n (r_w × n)ᵀ                       |
              | A (r_w × n) nᵀ   Nᵀ J N + V ((r_c·n) 1 − r_c nᵀ)      |

    The weight's part is not included; the caller adds it. Rows and columns are x, y, z of forces
    and displacements, then x, y, z of torques and rotations, along the mesh's axes: if n is z,
    heave, roll and pitch have the indices 2, 3 and 4.

    Source: J. N. Newman, Marine Hydrodynamics, chapter 6, where the weight is included and n is z.

    body: hydrostatics for the plane.
    normal: the plane's normal, of any length > 0.
    density: weight density of the water γ = ρ g, N/m³.
    point: o, in the mesh's frame.
    stiffness: receives K, by rows.
    Returns as buoy_metacentric_radii_compute(). */
BUOY_API enum buoy_status buoy_stiffness(const struct buoy_hydrostatics *body,
                                         const float normal[3], double density,
                                         const double point[3], double stiffness[6][6],
                                         struct buoy_error *error);

#ifdef __cplusplus
}
#endif

#endif
