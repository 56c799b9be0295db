/**
 * @file buoyancy_equilibrium.h
 * How bodies float: curves of form, righting arms, and attitudes of equilibrium in still water.
 * What buoyancy.h says about words, units, frames, errors, arrays, threads and floating point holds
 * here, too. Nothing here allocates memory; all of it returns the same bits on every machine.
 *
 * Precision. Everything here computes in double, from the vertices as given: coordinates relative
 * to the mesh's centre are right to 10⁻¹⁵ of the diagonal D, volumes and moments to some 10⁻¹⁵ κ.
 * The kernels of `hydrostatics`, which round heights to float, are faster, but righting arms from
 * them are only good to some 10⁻⁷ D κ. An evaluation spends its time on the triangles at the
 * waterline, and little on the others; a draft takes three to five evaluations.
 *
 * Frames. Directions are in the mesh's frame: as a body heels, it is the upward normal n of the
 * water that turns. Directions may have any length > 0.
 *
 * Source: A. Biran and R. López Pulido, Ship Hydrostatics and Stability, chapters 2, 4 and 5.
 * Dupin (1814) showed that a body is at rest where the height of its centre of mass above its
 * centre of buoyancy is stationary, and that the second derivatives of this height are the
 * metacentric heights.
 */
#ifndef BUOYANCY_EQUILIBRIUM_H
#define BUOYANCY_EQUILIBRIUM_H

#include "buoyancy_hydrostatics.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------------------------------- curves of form */

/** A row of the curves of form: the body upright, at a draft. */
struct buoy_form {
    double draft;                /**< height of the water above the keel (the lowest
                                      vertex), metres */
    double d;                    /**< the water's offset, n·x for n of unit length */
    struct buoy_hydrostatics at; /**< volume, areas and moments, computed in double */
    double bm_transverse;        /**< the smaller metacentric radius I / V; 0 where V is 0 */
    double bm_longitudinal;      /**< the larger one */
};

/** Computes curves of form: a body's hydrostatics at a series of drafts.
    up: n, up out of the water.
    drafts: count heights of the water above the lowest vertex, metres; NULL for equal steps between
    keel and top: row i, from 0 on, (i + 1) / (count + 1) of the way up.
    count: number of rows; may be 0.
    rows: receives count rows; all numbers but draft and d are NaN where an open edge is wet.
    Returns BUOY_ERROR_ELEMENT (a draft is not finite: its row gets NaN); BUOY_ERROR_NON_FINITE (up
    is zero or not finite). */
BUOY_API enum buoy_status buoy_curves_of_form(const struct buoy_mesh *mesh, const double up[3],
                                              const double *drafts, size_t count,
                                              struct buoy_form *rows, struct buoy_error *error);

/* ----------------------------------------------------------------------- righting arms */

/** A body that floats freely. */
struct buoy_floating {
    const struct buoy_mesh *mesh; /**< its surface */
    double volume;                /**< V, the volume to displace: mass over the water's
                                       density, > 0 */
    double centre_of_mass[3];     /**< g, in the mesh's frame */
};

/** How a body is heeled. */
struct buoy_heeling {
    double up[3];    /**< k, the upward direction without heel */
    double axis[3];  /**< e, the axis of heel, right-handed; its component along k is removed */
    bool fixed_trim; /**< whether it is held level along e; otherwise it trims freely */
};

/** Returns a struct to start from: up z, axis x, free trim. */
BUOY_API struct buoy_heeling buoy_heeling_default(void);

/** A point of the righting-arm curve. */
struct buoy_righting_arm {
    double heel_degrees; /**< φ */
    double arm;          /**< GZ, metres: the arm of the couple of weight and buoyancy about
                              e projected onto the horizontal; positive if, at φ > 0, it
                              rights the body */
    double trim_degrees; /**< τ = asin(−n·e): positive where the end towards +e is down */
    double d;            /**< the water's offset, n·x */
    double up[3];        /**< n, of unit length */
};

/** Computes righting arms. A body heeled by φ has n = (s sin φ + k cos φ) cos τ − e sin τ with s =
    k × e. With fixed trim τ is 0. With free trim the body trims from level, downhill in E = n·(g −
    c), until E is least along τ, so that no trimming moment acts. A body on which none acts when it
    is level stays level, even if that is unstable. Each arm depends on its own angle alone. Sines
    and arctangents are the library's own.

    Accuracy. The displaced volume, which must be at least 10⁻⁹ of the whole, is right to 10⁻¹⁴ of
    itself or to 4·10⁻¹⁶ of the surface's area times the longest half extent, whichever is more. The
    trimming moment left over has an arm of at most 10⁻¹² of the longest half extent, and the
    righting arm is right to some 10⁻¹⁵ κ of that extent.

    body: what floats.
    heeling: how it is heeled.
    heel_degrees: count angles φ, each at most 10⁶.
    count: number of angles; may be 0.
    arms: receives count arms; all numbers but the heel are NaN where the body trims until it stands
    on its end, or cannot float with its open edges dry.
    Returns BUOY_ERROR_ELEMENT (an angle is not finite or too large: its arm gets NaN);
    BUOY_ERROR_ARGUMENT (up and axis are parallel); BUOY_ERROR_NON_FINITE (a number of the body or
    its heeling is not finite, a direction zero); BUOY_ERROR_RANGE (the volume is not above 0, or
    the mesh cannot displace it). */
BUOY_API enum buoy_status buoy_righting_arms(const struct buoy_floating *body,
                                             const struct buoy_heeling *heeling,
                                             const double *heel_degrees, size_t count,
                                             struct buoy_righting_arm *BUOY_RESTRICT arms,
                                             struct buoy_error *error);

/* ------------------------------------------------------------------------- equilibrium */

/** An attitude in which a body floats at rest. */
struct buoy_attitude {
    double up[3];     /**< n, of unit length, in the mesh's frame */
    double d;         /**< the water's offset, n·x */
    double volume;    /**< V, the displaced volume */
    double centre[3]; /**< c, centre of buoyancy */
    /** Metacentric heights, metres: eigenvalues of the waterplane's second moments over V, less the
     * height of the centre of mass above c. @{ */
    double gm_min, gm_max;
    /** @} */
    double energy; /**< n·(g − c), metres: the potential energy over the weight */
    bool stable;   /**< whether no attitude nearby has less energy */
    bool family;   /**< whether it stands for a family (buoy_equilibria()) */
};

/** Finds the stable attitude to which a body rolls from a given one: downhill in n·(g − c), always
    at the draft that displaces its mass. If it starts at rest in an unstable attitude, it is pushed
    off first.

    Accuracy. The slope of the energy at the answer is at most 10⁻¹² of the longest half extent, so
    that n is off by some 10⁻¹² / (gm_min / half extent).

    body: what floats.
    start: direction up to start from, in the mesh's frame.
    attitude: receives the answer.
    Returns as buoy_righting_arms(); BUOY_ERROR_OPEN (it cannot float with `start` up and its open
    edges dry); BUOY_ERROR_PRECISION (none found: an open edge would get wet on the way, or κ is so
    large that double is too coarse). */
BUOY_API enum buoy_status buoy_equilibrium(const struct buoy_floating *body, const double start[3],
                                           struct buoy_attitude *attitude,
                                           struct buoy_error *error);

/** What to look for, and from where. */
struct buoy_equilibria_options {
    bool all;      /**< also attitudes that are not stable: saddles and maxima of the energy */
    uint64_t seed; /**< turns the set of directions to start from */
};

/** Finds the attitudes in which a body floats at rest, lowest energy first. It searches from 60
    directions and then from 216 others. It goes on with 864 and with 3456 as long as a round finds
    something new or, if all attitudes are looked for and each is isolated, as long as minima −
    saddles + maxima is not 2. An attitude with a narrow basin may be missed; another seed starts
    from other directions.

    Attitudes within 0.01° of each other are one. A family is ten or more attitudes connected by
    walks along which the energy changes by less than 10⁻⁴ of the body's least half extent; its
    lowest attitude represents it. Bodies that float alike however they are turned, and have fine
    enough facets, have families; gm_min is then the curvature of the ripple that the facets make.
    Of attitudes whose energies differ by rounding only, the one with the larger up[0], then up[1],
    then up[2] comes first.

    body: what floats.
    options: what to look for.
    attitudes: receives up to `capacity` attitudes.
    capacity: length of the array: 64 is enough for most bodies, 1000 for nearly all.
    count: receives their number.
    Returns as buoy_righting_arms(); BUOY_ERROR_SCRATCH if there are more than `capacity` attitudes;
    the array then holds those found first. After any other error nothing is written. */
BUOY_API enum buoy_status buoy_equilibria(const struct buoy_floating *body,
                                          const struct buoy_equilibria_options *options,
                                          struct buoy_attitude *attitudes, size_t capacity,
                                          size_t *count, struct buoy_error *error);

#ifdef __cplusplus
}
#endif

#endif
