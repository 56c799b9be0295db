/**
 * @file buoyancy_polygon.h
 * Buoyancy and drag in the plane, for engines like Box2D: the `polygon` family of libbuoyancy's
 * public interface, and circles. Threads and floating point are those of buoyancy.h; everything
 * here is deterministic.
 *
 * Words. The **height** of a point x above the line {x : n·x = d} is (n·x − d)/|n|; negative
 * heights are submerged, a point exactly on the line is dry. n points up, out of the water, and may
 * have any length > 0. The **diagonal** of a polygon is that of its bounding box, its
 * **conditioning** is κ = perimeter × diagonal / area: 5.7 for a square, 200 for a plank 1 : 100.
 *
 * Units and frames. Lengths are in metres (any unit works: nothing here has a scale), x to the
 * right, y up, angles counter-clockwise. Lines, motions and results are in the frame of the
 * vertices. A body's pose goes into its line: a world line n·x = d seen from a body at p with
 * rotation R is (Rᵀn)·x = d − n·p.
 *
 * Outlines. Vertices run clockwise or counter-clockwise, and areas are ≥ 0 either way. An outline
 * that crosses or repeats itself counts space as often as it runs around it counter-clockwise, less
 * as often as it does so clockwise, and the area is the absolute value of that sum: the lobes of a
 * figure of eight cancel each other.
 *
 * Sources. I. E. Sutherland and G. W. Hodgman, "Reentrant Polygon Clipping", Communications of the
 * ACM 17 (1974); E. Catto, "Exact Buoyancy for Polyhedra", Game Programming Gems 6 (2006), whose
 * apex on the water is here one on the line; C. Campbell, "Box2D C++ tutorials – Buoyancy",
 * iforce2d.net (2013), for drag and lift.
 */
#ifndef BUOYANCY_POLYGON_H
#define BUOYANCY_POLYGON_H

#include "buoyancy.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A polygon, where its owner keeps it: x and y of one vertex after another. */
struct buoy_polygon {
    const float *vertices; /**< 2 × count */
    uint32_t count;        /**< ≥ 2; of two vertices the area is 0 */
};

/** The water surface {x : n·x = d}; n has any length > 0 and points up. */
struct buoy_line {
    float normal[2]; /**< n */
    float d;
};

/** Submerged area and its centroid, the centre of buoyancy. */
struct buoy_area {
    double area;      /**< ≥ 0; 0 if dry or too shallow to resolve */
    double centre[2]; /**< of buoyancy; the centre of the bounding box where area is 0 */
};

/* ----------------------------------------------------------------------- below a line */

/**
 * Submerged area and centre of buoyancy of each polygon below its own line, by `polygon/auto/best`:
 * the same bits on every machine, at every place in the arrays and in any company. Polygons of up
 * to eight vertices, between 2⁻²⁰ and 2²⁰ across, are answered many at a time and in float where
 * that is enough; all others, and those of which less than 3·10⁻⁵ of their size squared is wet, one
 * by one in double.
 *
 * Accuracy. Of convex polygons the area is within 10⁻⁶ of itself, and the centre within 3·10⁻⁶ of
 * the diagonal D; of others without crossing edges, within κ_w times that, κ_w being perimeter × D
 * over the submerged area. Heights are found in double, which adds 4·10⁻¹⁵ (R + D) × perimeter to
 * the area and as much × D / area to the centre, R being how far the polygon and the line reach
 * from the origin, |x| + |y| + |d|/|n|. Of more than eight vertices, the latter is all there is,
 * times a quarter of their number. Nothing is promised of the centres of outlines that cross
 * themselves, but that they are below the water and in the bounding box.
 * kernels/bounds/bounds_polygon.c proves all this, and has closer bounds for each question.
 *
 * @param polygons count polygons
 * @param lines    count lines, each in the frame of the polygon of the same index
 * @param results  receives count answers; must overlap nothing
 * @param error    receives status and message; may be NULL
 * @return BUOY_OK; or, with a message that names the first index, BUOY_ERROR_ARGUMENT if a pointer
 *         is missing or a polygon has fewer than two vertices, BUOY_ERROR_NON_FINITE if a number is
 *         not finite or a normal is zero (what results then hold is not defined);
 *         BUOY_ERROR_UNKNOWN_NAME or BUOY_ERROR_NOT_RUNNABLE if the environment variable BUOY_ISA
 *         names nothing or nothing runnable
 */
BUOY_API enum buoy_status buoy_polygon_compute(const struct buoy_polygon *polygons,
                                               const struct buoy_line *lines, size_t count,
                                               struct buoy_area *BUOY_RESTRICT results,
                                               struct buoy_error *error);

/** A polygon query on a chosen kernel. */
struct buoy_polygon_query {
    const struct buoy_polygon *polygons; /**< count of them */
    const struct buoy_line *lines;       /**< count of them */
    size_t count;
};

/** No polygons. Programs that start from it keep compiling, and keep
    their meaning, when a later version adds a member. */
BUOY_API struct buoy_polygon_query buoy_polygon_query_default(void);

/**
 * Like buoy_polygon_compute(), on a chosen kernel.
 *
 * @return also BUOY_ERROR_ARGUMENT (not a polygon kernel), BUOY_ERROR_NOT_RUNNABLE
 */
BUOY_API enum buoy_status buoy_polygon_with(const struct buoy_kernel *kernel,
                                            const struct buoy_polygon_query *query,
                                            struct buoy_area *BUOY_RESTRICT results,
                                            struct buoy_error *error);

/** What polygons are like, computed in double. */
struct buoy_polygon_info {
    double minimum[2], maximum[2]; /**< bounding box */
    double diagonal;               /**< of the bounding box */
    double perimeter;
    double area;         /**< of the whole; > 0 if counter-clockwise, < 0 if clockwise */
    double conditioning; /**< κ = perimeter × diagonal / |area|, ∞ if that is 0 */
    bool convex; /**< turns one way only, once around; corners straight to 10⁻⁶ rad are no turns,
                      those that turn straight back are turns both ways */
};

/**
 * Describes a polygon.
 *
 * @return BUOY_OK, BUOY_ERROR_ARGUMENT or BUOY_ERROR_NON_FINITE, as buoy_polygon_compute()
 */
BUOY_API enum buoy_status buoy_polygon_get_info(const struct buoy_polygon *polygon,
                                                struct buoy_polygon_info *info,
                                                struct buoy_error *error);

/* ------------------------------------------------------------------------- in a pool */

/** The most vertices a convex pool may have. */
#define BUOY_MAX_POOL_VERTICES 64u

/**
 * Area and centroid of what a polygon, convex or not, has in common with a convex pool of water, by
 * Sutherland and Hodgman's clipping, in double, edge by edge of the pool. Corners of what they have
 * in common are right to some 10⁻¹⁵ of the larger one's size and of how far apart they lie.
 *
 * @param pool convex, of 3 to BUOY_MAX_POOL_VERTICES vertices, in the polygon's frame. Where a
 * corner turns the wrong way, by 10⁻⁶ rad at most (buoy_polygon_info), its edges' lines decide
 * @return BUOY_OK; BUOY_ERROR_ARGUMENT if a pointer is missing, a polygon has too few vertices or
 *         too many, or the pool is not convex; BUOY_ERROR_NON_FINITE
 */
BUOY_API enum buoy_status buoy_polygon_in_polygon(const struct buoy_polygon *polygon,
                                                  const struct buoy_polygon *pool,
                                                  struct buoy_area *result,
                                                  struct buoy_error *error);

/* --------------------------------------------------------------------------- circles */

/** A disc. */
struct buoy_circle {
    float centre[2];
    float radius; /**< > 0 */
};

/**
 * Submerged area and centre of buoyancy of each disc below its own line, in closed form (a circular
 * segment), in double: a few roundings of the answer itself, however little of the disc is wet, as
 * long as that is 10⁻¹⁵ r high or more (of less, 10⁻¹⁵ r / height more), and of the whole disc,
 * however little is dry. A dry disc has area 0 and the centre of buoyancy at its own centre.
 *
 * @param results receives count answers; must overlap nothing
 * @return BUOY_OK; or, with a message that names the first index, BUOY_ERROR_ARGUMENT if a pointer
 *         is missing or a radius not > 0, BUOY_ERROR_NON_FINITE (results are then untouched)
 */
BUOY_API enum buoy_status buoy_circle_compute(const struct buoy_circle *circles,
                                              const struct buoy_line *lines, size_t count,
                                              struct buoy_area *BUOY_RESTRICT results,
                                              struct buoy_error *error);

/**
 * What two discs have in common, a lens, in closed form: as precise as buoy_circle_compute().
 * Without anything in common the area is 0 and the centre the first disc's.
 */
BUOY_API enum buoy_status buoy_circle_in_circle(const struct buoy_circle *circle,
                                                const struct buoy_circle *pool,
                                                struct buoy_area *result, struct buoy_error *error);

/**
 * What a disc has in common with any simple polygon, in closed form, within some 10⁻¹⁵ of the
 * disc's area for each edge of the pool, however large that is and wherever both are; the centroid
 * within as much times r × disc's area / area.
 */
BUOY_API enum buoy_status buoy_circle_in_polygon(const struct buoy_circle *circle,
                                                 const struct buoy_polygon *pool,
                                                 struct buoy_area *result,
                                                 struct buoy_error *error);

/* ---------------------------------------------------------------------------- forces */

/**
 * A force and its torque about a point that the caller chose, counter-clockwise. A density in kg/m²
 * (that of the water times the thickness of the bodies) makes them newtons and newton metres.
 */
struct buoy_force2d {
    double force[2], torque;
};

/** How a body moves: its velocities relative to the water, which moves without turning. */
struct buoy_motion2d {
    double point[2];         /**< of the body, which torques are about: its centre of mass */
    double velocity[2];      /**< of that point less the water's */
    double angular_velocity; /**< rad/s, counter-clockwise */
};

/**
 * The buoyancy of what is submerged: density × gravity × area along n, at the centroid.
 *
 * @param wet     an answer of any of the above
 * @param water   the line; only its direction counts, and it is not zero
 * @param density of the water
 * @param gravity its magnitude
 * @param x, y    the point that the torque is about
 */
BUOY_API void buoy_buoyancy2d(const struct buoy_area *wet, const struct buoy_line *water,
                              double density, double gravity, double x, double y,
                              struct buoy_force2d *force);

/**
 * The tutorial's simple drag: with u the velocity of the wet part's centroid,
 *   F = −linear × density × √area × |u| u at the centroid,
 *   torque −angular × density × area × ω besides.
 * (The tutorial has neither √area in the one nor density in the other.)
 *
 * @param linear  without dimension; the tutorial's is 1
 * @param angular in m²/s; the tutorial's is 1
 */
BUOY_API void buoy_simple_drag2d(const struct buoy_area *wet, const struct buoy_motion2d *motion,
                                 double density, double linear, double angular,
                                 struct buoy_force2d *force);

/**
 * The tutorial's drag and lift of each leading edge. A wetted edge, or the wetted part of one, of
 * length l, direction e (counter-clockwise around the polygon) and outward normal n, whose middle
 * moves at u through the water with n·u > 0, feels there
 *   drag −C_D × density × l × |u|² (n·û) û      lift C_L × density × l × |u|² (n·û)(e·û) û⊥
 * with û = u/|u| and û⊥ that turned a quarter counter-clockwise: a flat plate's lift, in proportion
 * to sin × cos of its angle of attack. The surface of the water is no edge. (The tutorial takes it
 * for one, and caps forces at fixed newtons, lift on one side only: see buoy_limit_drag2d().) The
 * middle stands for all of an edge, so that a square turning about its centre feels none of this:
 * what brakes it is the angular part of buoy_simple_drag2d().
 *
 * A polygon whose area is 0 has two sides that count, any other only the one that faces out.
 *
 * @param drag_coefficient, lift_coefficient  C_D and C_L; the tutorial's are 0.25
 * @param drag, lift receive the sums, about the motion's point
 * @return as buoy_polygon_compute(); all else must be finite
 */
BUOY_API enum buoy_status
buoy_polygon_drag(const struct buoy_polygon *polygon, const struct buoy_line *water,
                  const struct buoy_motion2d *motion, double density, double drag_coefficient,
                  double lift_coefficient, struct buoy_force2d *BUOY_RESTRICT drag,
                  struct buoy_force2d *BUOY_RESTRICT lift, struct buoy_error *error);

/**
 * Shrinks a drag so that within a step it stops what it resists at most, and never drives it back:
 * the force does not turn round the velocity along it, nor the torque the angular velocity, and
 * both together, P = (F, torque), do not turn round the velocity along P, (v, ω) changing by (F/m,
 * torque/I) dt. A drag that would speed the body up becomes 0.
 *
 * @param motion          about the centre of mass
 * @param inverse_mass    0 of a body that cannot be moved
 * @param inverse_inertia about the centre of mass; 0 of a body that cannot be turned
 * @param dt              the step
 * @param force           the drag, about the motion's point; shrunk in place
 */
BUOY_API void buoy_limit_drag2d(const struct buoy_motion2d *motion, double inverse_mass,
                                double inverse_inertia, double dt, struct buoy_force2d *force);

#ifdef __cplusplus
}
#endif

#endif
