/**
 * @file buoyancy_polygon.h
 * Buoyancy and drag in the plane, for engines like Box2D: the `polygon` family of libbuoyancy's
 * public interface, and circles. What buoyancy.h says about errors, arrays, threads and floating
 * point holds here, too. Everything here is deterministic and allocates nothing.
 *
 * Words. The **height** of a point x above the line {x : n·x = d} is (n·x − d)/|n|. A point with a
 * negative height is submerged, a point exactly on the line is dry. n points up, out of the water,
 * and may have any length > 0. The **diagonal** of a polygon is the diagonal of its bounding box.
 * κ = perimeter × diagonal / area is its **conditioning**: 5.7 for a square, 200 for a plank of
 * 1 : 100.
 *
 * Units and frames. Lengths are in metres (any unit works: nothing here has a scale), x to the
 * right, y up, angles counter-clockwise. Lines, motions and results are in the frame of the
 * vertices. For a body at position p with rotation R, the world line n·x = d is (Rᵀn)·x = d − n·p
 * in the body's frame.
 *
 * Outlines. Vertices run clockwise or counter-clockwise, and areas are ≥ 0 either way. If an
 * outline crosses or repeats itself, space counts as often as the outline runs around it
 * counter-clockwise, minus as often as it runs around it clockwise. The area is the absolute value
 * of that sum: the lobes of a figure of eight cancel each other.
 *
 * Sources. I. E. Sutherland and G. W. Hodgman, "Reentrant Polygon Clipping", Communications of the
 * ACM 17 (1974); E. Catto, "Exact Buoyancy for Polyhedra", Game Programming Gems 6 (2006), with its
 * apex on the line in place of the plane; C. Campbell, "Box2D C++ tutorials – Buoyancy",
 * iforce2d.net (2013), for drag and lift.
 */
#ifndef BUOYANCY_POLYGON_H
#define BUOYANCY_POLYGON_H

#include "buoyancy_mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A polygon. The vertices stay in the caller's memory. */
struct buoy_polygon {
    const float *vertices; /**< x,y of each vertex: 2 × count numbers */
    uint32_t count;        /**< number of vertices, ≥ 2; with two vertices the area is 0 */
};

/** The water surface {x : n·x = d}; n has any length > 0 and points up. */
struct buoy_line {
    float normal[2]; /**< n */
    float d;         /**< offset, in units of n's length */
};

/** Submerged area and its centroid, the centre of buoyancy. */
struct buoy_area {
    double area;      /**< ≥ 0; 0 if dry or too shallow to resolve */
    double centre[2]; /**< centre of buoyancy; the bounding box's centre where area is 0 */
};

/* ----------------------------------------------------------------------- below a line */

/** Polygons, each with its own line. */
struct buoy_polygon_query {
    const struct buoy_polygon *polygons; /**< count polygons */
    const struct buoy_line *lines;       /**< count lines, each in its polygon's frame */
    size_t count;                        /**< number of polygons; may be 0 */
    const struct buoy_kernel *kernel;    /**< the kernel that answers; NULL: the library chooses */
    uint8_t *failed; /**< NULL, or receives for each polygon 1 if it failed, else 0 */
};

/** Computes the submerged area and the centre of buoyancy of each polygon below its own line, by
    `polygon/auto/best`. An answer has the same bits on every machine, at every place in the arrays,
    and whatever else is in them. Polygons with up to eight vertices and a size between 2⁻²⁰ and 2²⁰
    are answered many at a time, in float where that is enough. All others are answered one by one
    in double, and so are those with a submerged area below 3·10⁻⁵ of their size squared.

    Accuracy. For convex polygons the area's relative error is at most 10⁻⁶, and the centre's error
    3·10⁻⁶ of the diagonal D. For other polygons without crossing edges, both bounds are multiplied
    by κ_w = perimeter × D / submerged area. Heights are computed in double, which adds 4·10⁻¹⁵ (R +
    D) × perimeter to the area's error, and that × D / area to the centre's error; R = |x| + |y| +
    |d|/|n| is how far the polygon and the line reach from the origin. Polygons with more than eight
    vertices have only the errors from heights, times a quarter of the number of vertices. If an
    outline crosses itself, its centre is only known to be below the water and in the bounding box.
    kernels/bounds/bounds_polygon.c has the proofs, and a closer bound for each question.

    Returns BUOY_ERROR_ELEMENT (fewer than two vertices or no pointer to them, a number that is not
    finite, a normal that is zero: that polygon gets NaN). */
BUOY_API enum buoy_status buoy_polygon_compute(const struct buoy_polygon_query *query,
                                               struct buoy_area *BUOY_RESTRICT results,
                                               struct buoy_error *error);

/** Properties of a polygon, computed in double. */
struct buoy_polygon_info {
    /** Bounding box, lowest and highest corner. @{ */
    double minimum[2], maximum[2];
    /** @} */
    double diagonal;     /**< diagonal of the bounding box */
    double perimeter;    /**< length of the outline */
    double area;         /**< area of the whole; > 0 if counter-clockwise, < 0 if clockwise */
    double conditioning; /**< κ = perimeter × diagonal / |area|, ∞ if the area is 0 */
    bool convex; /**< whether the outline turns one way only, once around; a corner within 10⁻⁶ rad
                      of straight is no turn, one that turns straight back turns both ways */
};

/** Describes a polygon.
    Returns BUOY_ERROR_ARGUMENT (fewer than two vertices); BUOY_ERROR_NON_FINITE (a number that is
    not finite). */
BUOY_API enum buoy_status buoy_polygon_get_info(const struct buoy_polygon *polygon,
                                                struct buoy_polygon_info *info,
                                                struct buoy_error *error);

/* ------------------------------------------------------------------------- in a pool */

/** The most vertices a convex pool may have. */
#define BUOY_MAX_POOL_VERTICES 64u

/** Computes the area and the centroid of the intersection of a polygon, convex or not, with a
    convex pool of water, by Sutherland and Hodgman's clipping in double. Corners of the
    intersection have errors of some 10⁻¹⁵ of the larger polygon's size and of the distance between
    the two.
    pool: convex, with 3 to BUOY_MAX_POOL_VERTICES vertices, in the polygon's frame. Where a corner
    turns the wrong way, by 10⁻⁶ rad at most (buoy_polygon_info), the lines of its edges decide.
    result: receives the answer; area 0 and the centre of the polygon's bounding box if the two do
    not meet.
    Returns BUOY_ERROR_ARGUMENT (too few or too many vertices, a pool that is not convex);
    BUOY_ERROR_NON_FINITE. */
BUOY_API enum buoy_status buoy_polygon_in_polygon(const struct buoy_polygon *polygon,
                                                  const struct buoy_polygon *pool,
                                                  struct buoy_area *result,
                                                  struct buoy_error *error);

/* --------------------------------------------------------------------------- circles */

/** A disc. */
struct buoy_circle {
    float centre[2]; /**< x and y */
    float radius;    /**< > 0 */
};

/** Computes the submerged area and the centre of buoyancy of each disc below its own line: a
    circular segment, in closed form, in double. A dry disc has area 0 and its centre of buoyancy at
    its own centre.

    Accuracy. If less than half of the disc is submerged, the area's relative error is a few
    roundings, however small it is, as long as the segment is at least 10⁻¹⁵ r high; below that it
    grows by 10⁻¹⁵ r / height. Otherwise the error is a few roundings of the whole disc.

    circles: count discs.
    lines: count lines, each in the frame of the disc with the same index.
    count: number of discs; may be 0.
    Returns BUOY_ERROR_ELEMENT (a radius that is not > 0, a number that is not finite, a normal that
    is zero: that disc gets NaN); after which the results are untouched. */
BUOY_API enum buoy_status buoy_circle_compute(const struct buoy_circle *circles,
                                              const struct buoy_line *lines, size_t count,
                                              struct buoy_area *BUOY_RESTRICT results,
                                              struct buoy_error *error);

/** Computes the area and the centroid of the intersection of two discs, a lens, in closed form. It
    is as accurate as buoy_circle_compute().
    circle: the body.
    pool: the water, in the same frame.
    result: receives the answer; area 0 and the body's centre if the two do not meet.
    Returns BUOY_ERROR_ARGUMENT (a radius that is not > 0); BUOY_ERROR_NON_FINITE (a number that is
    not finite). */
BUOY_API enum buoy_status buoy_circle_in_circle(const struct buoy_circle *circle,
                                                const struct buoy_circle *pool,
                                                struct buoy_area *result, struct buoy_error *error);

/** Computes the area and the centroid of the intersection of a disc with any simple polygon, in
    closed form. The area's error is some 10⁻¹⁵ of the disc's area for each edge of the pool,
    however large the pool is and wherever both lie; the centroid's error is that share times r ×
    disc's area / area.
    circle: the body.
    pool: the water, convex or not, in the same frame.
    result: receives the answer; area 0 and the body's centre if the two do not meet.
    Returns BUOY_ERROR_ARGUMENT (a radius that is not > 0, fewer than two vertices);
    BUOY_ERROR_NON_FINITE. */
BUOY_API enum buoy_status buoy_circle_in_polygon(const struct buoy_circle *circle,
                                                 const struct buoy_polygon *pool,
                                                 struct buoy_area *result,
                                                 struct buoy_error *error);

/** Computes the area and the centroid of the intersection of any simple polygon with a disc, in
    closed form. Corners of the intersection have errors of some 10⁻¹⁵ of the disc's radius and of
    the distance between the two; a polygon wholly inside has no such error.
    polygon: the body, convex or not.
    pool: the water, in the same frame.
    result: receives the answer; area 0 and the centre of the polygon's bounding box if the two do
    not meet.
    Returns as buoy_circle_in_polygon(). */
BUOY_API enum buoy_status buoy_polygon_in_circle(const struct buoy_polygon *polygon,
                                                 const struct buoy_circle *pool,
                                                 struct buoy_area *result,
                                                 struct buoy_error *error);

/* ---------------------------------------------------------------------------- forces */

/** A force and its torque about a point that the caller chose. With a density in kg/m² (the water's
    density times the thickness of the bodies) they are in newtons and newton metres. */
struct buoy_force2d {
    /** The force, and its torque, counter-clockwise. @{ */
    double force[2], torque;
    /** @} */
};

/** How a body moves through water that moves without turning. */
struct buoy_motion2d {
    double point[2];         /**< the body's centre of mass, which torques are about */
    double velocity[2];      /**< velocity of that point, minus the water's, m/s */
    double angular_velocity; /**< ω, rad/s, counter-clockwise */
    /** For drag and lift of edges and discs, the step in s, ≥ 0; 0 for forces as they are now, and
        then the next two members are not used. */
    double dt;
    /** 1/m, m in kg, ≥ 0; 0 for a body that cannot be moved. */
    double inverse_mass;
    /** 1/I about the point, I in kg m², ≥ 0; 0 for a body that cannot be turned. */
    double inverse_inertia;
};

/** Computes the force of buoyancy: density × gravity × area along n, at the centroid. Checks
    nothing.
    wet: an answer of any function above.
    water: the line; only its normal is used, which must not be zero.
    density: density of the water, kg/m².
    gravity: its magnitude, m/s².
    point: the point that the torque is about.
    force: receives the answer. */
BUOY_API void buoy_buoyancy2d(const struct buoy_area *wet, const struct buoy_line *water,
                              double density, double gravity, const double point[2],
                              struct buoy_force2d *force);

/** Computes the tutorial's simple drag. Checks nothing. With u the velocity of the centroid,
      F = −linear × density × √area × |u| u at the centroid, and
      an additional torque −angular × density × area × ω.
    The tutorial has no √area in the force and no density in the torque.
    wet: an answer of any function above.
    motion: how the body moves.
    density: density of the water, kg/m².
    linear: dimensionless; the tutorial has 1.
    angular: m²/s; the tutorial has 1.
    force: receives the answer, with the torque about the motion's point. */
BUOY_API void buoy_simple_drag2d(const struct buoy_area *wet, const struct buoy_motion2d *motion,
                                 double density, double linear, double angular,
                                 struct buoy_force2d *force);

/** A body in the plane, the water and how the body moves through it; all in one frame. One of
    `polygon` and `circle` is given, and one of `line`, `pool` and `basin`. */
struct buoy_drag2d_query {
    const struct buoy_polygon *polygon; /**< the body */
    const struct buoy_circle *circle;   /**< the body */
    const struct buoy_line *line;       /**< the water: what lies below it */
    const struct buoy_polygon *pool;    /**< the water: convex, as for buoy_polygon_in_polygon() */
    const struct buoy_circle *basin;    /**< the water: a disc */
    const struct buoy_motion2d *motion; /**< how the body moves, and the step */
    double density;                     /**< density of the water, kg/m² */
    double drag;                        /**< C_D; the tutorial has 0.25 */
    double lift;                        /**< C_L; the tutorial has 0.25 */
};

/** Computes the tutorial's drag and lift on each leading edge. Take the wetted part of an edge,
    with length l, direction e (counter-clockwise around the polygon) and outward normal n. If its
    middle moves at u through the water with n·u > 0, two forces act there:
      drag −C_D × density × l × |u|² (n·û) û      lift C_L × density × l × |u|² (n·û)(e·û) û⊥
    with û = u/|u|, and û⊥ = û turned by a quarter counter-clockwise. The lift is that of a flat
    plate. If the polygon's area is 0, both sides of an edge count, otherwise only the side that
    faces out. Cuts along a pool's edges are no surface of the body. The middle stands for the whole
    edge, so that a square turning about its centre has neither drag nor lift; the angular part of
    buoy_simple_drag2d() brakes it.

    A disc's wetted leading arc has the same, integrated along the rim. If the arc, seen along the
    motion v of the disc's centre, reaches from −1 ≤ z₁ to z₂ ≤ 1, in radii, from right to left,
      drag −C_D × density × r (z₂ − z₁) |v| v,   lift −C_L × density × r (z₂² − z₁²)/2 |v| v⊥,
    summed over arcs, at the disc's centre. Errors are some 10⁻¹⁵ of the whole disc's; 10⁻⁸ where
    the line hardly cuts the rim.

    Steps. Drag is −k u and lift g û⊥ |u|, with k and g as they are at the beginning of the step.
    With dt > 0, u is the velocity at its end, which three linear equations determine. So the energy
    of the motion through the water never grows, to within 10⁻¹³ of it, and the motion never turns
    round, however long the step (kernels/bodies/resistance.c begins with the proof). Without a
    step, lift alone can throw a light plank that moves fast.

    drag: receives the sum of drags, with the torque about the motion's point.
    lift: receives the sum of lifts, with the torque about the motion's point.
    Returns BUOY_ERROR_ARGUMENT (another number of bodies or waters than one each, a body or a pool
    that is none; a step < 0 and, with a step, an inverse mass, an inverse inertia or C_D × density
    < 0); BUOY_ERROR_NON_FINITE (a number that is not finite, a normal that is zero, with a step
    forces beyond doubles). */
BUOY_API enum buoy_status buoy_drag2d_compute(const struct buoy_drag2d_query *query,
                                              struct buoy_force2d *BUOY_RESTRICT drag,
                                              struct buoy_force2d *BUOY_RESTRICT lift,
                                              struct buoy_error *error);

/** Shrinks a drag so that within a step it stops the body at most, and never drives it back. Checks
    nothing. Within the step, (v, ω) changes by (F/m, torque/I) dt. The force does not reverse the
    velocity along it, the torque does not reverse the angular velocity, and both together, P = (F,
    torque), do not reverse the velocity along P. A drag that would speed the body up becomes 0.
    motion: how the body moves; its point is the centre of mass.
    inverse_mass: 1/m, m in kg; 0 for a body that cannot be moved.
    inverse_inertia: 1/I about the centre of mass, I in kg m²; 0 for a body that cannot be turned.
    dt: the step, s.
    force: the drag, with the torque about the motion's point; changed in place. */
BUOY_API void buoy_limit_drag2d(const struct buoy_motion2d *motion, double inverse_mass,
                                double inverse_inertia, double dt, struct buoy_force2d *force);

#ifdef __cplusplus
}
#endif

#endif
