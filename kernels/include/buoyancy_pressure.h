/**
 * @file buoyancy_pressure.h
 * Forces of the water on the surface of a body, triangle by triangle: the `pressure` family of
 * libbuoyancy's public interface. What buoyancy.h says about words, errors, arrays, threads and
 * floating point holds here, too.
 *
 * The family `volume` takes one plane for the water; this family takes any water
 * (buoyancy_water.h). Each vertex has its own height above the water, and heights are linear over a
 * triangle. Each edge that crosses the water is cut once, at the point that its two heights give.
 * The pressure of still water is integrated exactly over the submerged part of each triangle.
 *
 * Conventions. Heights above waves and patches are vertical, z − η(x, y), and gravity points along
 * −z. A plane stands for still water whose upward direction is its normal n: heights are distances,
 * and gravity points along −n. The force is then ρ g V n and the torque c × force, with V and c as
 * buoy_volume_compute() finds them. This is called the convention of the normal; waves and patches
 * follow the convention of the vertical. On a patch of slope .3 a body has the vertical force 1.000
 * ρ g V here (its force is ρ g V n/n_z), but .958 ρ g V from buoy_water_forces_compute(), which
 * takes the normal of its best-fit plane for upward (ρ g V n). A vertex at height 0 is dry. Torques
 * are about the pose's position, in the world's frame, in newton metres.
 *
 * Waves. By default the pressure below waves is that of still water up to the surface right above,
 * at any depth: a cube of 1 m, 200 m below waves with a = 0.5 m and λ = 10 m, is pushed aside by
 * up to 3 kN. With wave_pressure = BUOY_WAVES_DECAY each wave's part dies away as e^{kz}, and the
 * cube feels nothing. A depth is then the pressure divided by ρ g, linear over a triangle as
 * before. For a Wigley hull in head waves, that changes the first harmonic of the heaving force,
 * as a share of ρ g a × the waterplane, from .076, .304 and .774 to .046, .235 and .680 (λ/L = ½,
 * 1, 2). Queries of `kerner` are then answered by `kerner64`, which takes about 0.4 µs for each
 * vertex and wave. Neither kind of pressure includes added mass, damping by radiated waves, or the
 * body's effect on the waves.
 *
 * Pools (struct buoy_region). The body is cut at the pool's walls, and the pressure acts on the
 * surface of the part inside, closed by the cuts, as if the water pressed on the cuts, too. So in
 * still water the force is ρ g times the volume inside, upward, at its centroid: nothing is pushed
 * aside, and the force does not jump when a body enters. In waves it may jump when a flat face
 * enters at once, by the error of linear water within its triangles (2 % of ρ g V for a cube in
 * waves of twice its length). The forces on both sides of a wall add up to the force without it. A
 * cut is not a surface of the body: it adds nothing to the wetted area, drag or friction, and
 * waterlines end at walls. A pool inside a body has force, but no wetted area. The pressure on a
 * cut is found from triangles with a common apex on the wall, above the water; in waves it is as
 * precise as for a triangle of that size. Energy: a body that enters pays nothing for the water
 * that it displaces, and a body that leaves gets nothing back. While a body reaches beyond a wall,
 * queries of `kerner` are answered by `kerner64`.
 *
 * Open meshes (BUOY_MESH_ACCEPT_OPEN) are answered while their open edges are dry, or outside of
 * the pool; otherwise every number of the answer is NaN, and the status is BUOY_OK.
 *
 * Methods. `kerner` does this in float where that is enough. `kerner64` does the same in double;
 * `kerner` passes thin bodies with a few vertices to it. `centre` and `appendix` are the source's
 * own methods, to show what its simplification costs: `centre` lets the force act at the centre of
 * each part, so that torques are wrong and jump; `appendix` lets it act at the centre of pressure
 * of the source's appendix A, which is exact.
 *
 * Accuracy. Heights are rounded to float, triangle by triangle, and these errors may add up. With
 * u = 2⁻²⁴ and P = ∫ ρ g × depth dA over the submerged surface, `kerner` is within these bounds,
 * besides the errors of double precision: the force within 5 u P where triangles are not cut and 15
 * u P where they are; the torque about the mesh's centre within 10 u and 25 u of P times the
 * distance of each triangle's farthest corner; the wetted area within 10 u. A triangle at the
 * waterline adds the change of its submerged share when its corners' heights change by a relative
 * u, which matters only if the triangle is parallel to the water to within that error. Patches of
 * water add 8 u of their range to heights; buoyancy_water.h says what waves add. For a box in
 * random poses the bound is about 10⁻⁶ ρ g V, and observed errors are a tenth of it.
 * kernels/bounds/bounds_forces.c has the bound of each query. `kerner64` has 2⁻⁵³ in place of u.
 *
 * Linear water. The bounds above are for heights that are linear over a triangle. Waves are not
 * linear, which costs about 1.6 (edge/wavelength)² of ρ g V × steepness/0.3 with any method. A cube
 * of 1 m in waves with a = 0.5 m and λ = 10 m is off by up to .016 ρ g V with 12 triangles, .0040
 * with 48, .00095 with 192 and .0002 with 768 (tests/test_wave_decay.c). Give bodies in short waves
 * edges of a twentieth of the wavelength or less, or call buoy_pressure_in_detail(), which cuts
 * triangles until that error is within a given bound.
 *
 * Source: J. Kerner, "Water interaction model for boats in video games", Gamasutra 2015.
 */
#ifndef BUOYANCY_PRESSURE_H
#define BUOYANCY_PRESSURE_H

#include "buoyancy_mesh.h"
#include "buoyancy_water.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How a body moves, and the coefficients of the forces that resist its motion: the
    three-dimensional form of buoy_polygon_drag(). The submerged part of a triangle, with area A,
    outward unit normal n and centre x, moves at u = v + ω × (x − position) − the water's velocity
    there. The forces on it are
      drag           −C_D ρ A |u|² (n·û) û                 where n·u > 0,
      lift           −C_L ρ A |u|² (n·û) (n − (n·û) û)     where n·u > 0,
      skin friction  −C_S ρ A |t| t                        everywhere,
    with û = u/|u| and t = u − (n·u) n. Drag is quadratic and acts against the motion. Lift acts
    across the motion, in proportion to sin × cos of the angle of attack, as for a flat plate.
    Friction acts along the surface.

    Steps. These forces can turn a light or fast body round within a step, and throw it back faster
    than it came. With dt > 0 they have limits: each is −k u + g × u (k from drag and friction, g
    from lift and friction, as they are now), where u is the velocity at the end of the step, when
    the force and torque have changed v of the centre of mass by F dt/m and ω by I⁻¹ × torque × dt.
    Six linear equations determine that motion. So the energy of the motion through the water never
    grows, to within 10⁻¹³ of it, and the motion never turns round, however strong the forces and
    however long the step; kernels/bodies/resistance.c has the proof. This does not hold for a body
    that turns although its inverse inertia is 0: what keeps it turning does work. As dt goes to 0,
    the forces become those of the formulas above. In a current that varies from place to place this
    holds relative to the motion with which the current would carry the body along. */
struct buoy_surface_motion {
    double velocity[3];         /**< v of the pose's position, world, m/s */
    double angular_velocity[3]; /**< ω, world, rad/s */
    /** C_D, C_L and C_S, 0 to 1e6. @{ */
    double drag, lift, skin;
    /** @} */
    /** NULL, or a byte for each triangle, in the order of buoy_mesh_copy_out(): not 0 if the water
        does not reach the triangle, which then has no drag, lift or friction. See
        buoy_mesh_find_hidden(). */
    const uint8_t *hidden;
    double dt;   /**< the step, s, 0 to 1e30; 0: forces as they are now, and the next three do not
                      count */
    double mass; /**< m, kg, 1e-30 to 1e30 */
    double centre_of_mass[3];  /**< in the mesh's frame */
    double inverse_inertia[9]; /**< I⁻¹, 3 × 3 by rows, about the centre of mass, mesh's axes,
                                    1/(kg m²), to 1e30, with Ixx = ∫ (y² + z²) dm,
                                    Ixy = −∫ x y dm; 0 for a body that cannot be turned */
};

/** Where the water meets a body: a segment for each triangle that has corners above and below the
    water. Seen from above, the body is on the left of each segment from start to end, so that the
    waterline runs counter-clockwise around it. Segments of neighbouring triangles share their ends
    to the bit; at a pool's walls they are cut. */
struct buoy_waterline {
    double *points;  /**< 6 × capacity: x,y,z of a segment's start, then of its end; world */
    size_t capacity; /**< number of segments that there is room for */
    size_t count;    /**< receives their number; segments beyond the capacity are not written */
};

/** A body in water. */
struct buoy_pressure_query {
    const struct buoy_mesh *mesh;             /**< made with BUOY_MESH_KEEP_FACETS */
    struct buoy_pose pose;                    /**< where the mesh's frame lies in the world */
    const struct buoy_water *water;           /**< the water */
    const struct buoy_surface_motion *motion; /**< NULL for pressure alone, which is cheaper */
    void *scratch;        /**< 64-byte aligned; overwritten; must not overlap anything */
    size_t scratch_bytes; /**< size of scratch, buoy_pressure_scratch_bytes() or more */
    const struct buoy_kernel *kernel; /**< the kernel that answers; NULL: the library chooses */
};

/** Returns a struct to start from: no mesh, no water, at the origin, at rest. */
BUOY_API struct buoy_pressure_query buoy_pressure_query_default(void);

/** Forces of the water on a body's surface. */
struct buoy_pressure {
    double force[3];    /**< newtons */
    double torque[3];   /**< newton metres, about the pose's position */
    double wetted_area; /**< square metres */
    /** Force and torque of drag, lift and skin friction together, newtons and newton metres, about
        the same point. They are not contained in the above; 0 without a motion. @{ */
    double drag_force[3], drag_torque[3];
    /** @} */
};

/** Finds the triangles that other parts of a mesh hide, for struct buoy_surface_motion. A part is a
    set of triangles connected over edges. A triangle is hidden if its centre lies inside the other
    parts: inside more closed parts wound outward than cavities. A triangle that lies in the surface
    of another part may count as hidden or not.
    hidden: receives 1 or 0 for each triangle, in the order of buoy_mesh_copy_out().
    Returns BUOY_ERROR_LAYOUT (without BUOY_MESH_KEEP_TRIANGLES); BUOY_ERROR_MEMORY;
    BUOY_ERROR_TOO_LARGE if too many parts cross each other, as for buoy_mesh_create(). */
BUOY_API enum buoy_status buoy_mesh_find_hidden(const struct buoy_mesh *mesh, uint8_t *hidden,
                                                struct buoy_error *error);

/** Returns the size of the scratch memory that pressure queries on a mesh need, with any kernel: 8
    bytes for each vertex, their number rounded up to a multiple of 16.
    Returns bytes; SIZE_MAX on error: BUOY_ERROR_ARGUMENT (no mesh), BUOY_ERROR_LAYOUT (without
    BUOY_MESH_KEEP_FACETS). */
BUOY_API size_t buoy_pressure_scratch_bytes(const struct buoy_mesh *mesh, struct buoy_error *error);

/** Computes force, torque and wetted area of a body, by `pressure/auto/best`: the method is
    `kerner`, the machine decides the instruction set, and the bits are the same on every machine.
    waterline: receives where the water meets the body; may be NULL.
    Returns BUOY_ERROR_ARGUMENT (a rotation that is not a unit quaternion, a coefficient below 0 or
    above 1e6, a step < 0, with a step a mass below 1e-30 or an inverse inertia that is not
    symmetric with eigenvalues ≥ 0, or as buoy_water_check()); BUOY_ERROR_NON_FINITE (a number that
    is not finite, a position beyond 1e18, a velocity beyond 1e9 of any part of the body or the
    water, current_at() included, with a step a number beyond the limits of buoy_surface_motion or
    forces beyond doubles); BUOY_ERROR_LAYOUT; BUOY_ERROR_SCRATCH. */
BUOY_API enum buoy_status buoy_pressure_compute(const struct buoy_pressure_query *query,
                                                struct buoy_waterline *waterline,
                                                struct buoy_pressure *BUOY_RESTRICT result,
                                                struct buoy_error *error);

/* --------------------------------------------------------------------- triangle by triangle */

/** The most cuts that buoy_pressure_in_detail() makes. */
#define BUOY_MOST_CUTS 1048576u

/** What the water does to one triangle of a body. World axes; newtons, newton metres about the
    pose's position. */
struct buoy_triangle_force {
    /** Where the force acts, the centre of pressure, in the world, metres; for a dry triangle its
        centre. */
    double position[3];
    double normal[3]; /**< outward, of unit length; 0 for a triangle without area */
    double depth;    /**< mean depth of the submerged part, metres; 0 if there is none. The pressure
                          there is ρ g × this on average */
    double area;     /**< area of the submerged part, square metres */
    double force[3]; /**< force of the pressure: −ρ g × depth × area × normal */
    double torque[3]; /**< torque of the pressure: (position − the pose's) × force */
    /** Drag, lift and friction as they are now, also if the motion has a step; 0 without
        a motion. @{ */
    double drag_force[3], drag_torque[3];
    /** @} */
};

/** What buoy_pressure_in_detail() is asked for, and what it finds beside force and torque. */
struct buoy_pressure_detail {
    /** The largest allowed error of the water's level within a triangle, metres: triangles are cut
        until a proven bound is within it. 0: none is cut. */
    double tolerance;
    /** NULL, or room for one per triangle of the mesh, in the order of buoy_mesh_copy_out():
        receives what the water does to each triangle. */
    struct buoy_triangle_force *triangles;
    /** Receives the largest bound on the level's error within any piece that may be wet, metres:
        within the tolerance if that is not 0. Pressures are off by ρ g × this or less. */
    double level_error;
    size_t pieces; /**< receives the number of pieces: without cuts, one for each triangle */
};

/** Computes force, torque and wetted area like buoy_pressure_compute(), and on request also the
    forces on each triangle, or with triangles cut into pieces until the water is linear enough over
    each piece.

    Tolerance. For each piece of a triangle there is a proven bound on the error of the interpolated
    water level (kernels/water/bend.c): for linear levels, a (k s)²/8 for a wave and a piece that
    spans s along it. Pieces are cut in two until the bound is within the tolerance. Then the
    pressure is off by ρ g × tolerance at most, and the force by that × the area that may be wet; in
    practice by a fortieth of it or less. Patches are flat between their creases: only pieces that
    cross them are cut. A pool's cuts along its walls are met to within twice the tolerance. In
    still water nothing is cut. Roundings come on top: heights of waves and patches are rounded to
    float (buoyancy_water.h).

    Second order. In waves, with any tolerance above 0, levels within a piece are interpolated by
    the quadratic through its corners and the middles of its edges. The bound of a piece that is
    wholly under water is then a (k s)³/18; the water's surface cuts a piece where linear levels put
    the cut. Quadratic levels alone, with a tolerance so large that nothing is cut, reduce the error
    for a cube of 1 m in waves with a = 0.5 m and λ = 10 m from .021 to .0006 ρ g V, at twice the
    time of linear levels, which need 200 cuts for as much. With a tolerance of 1 cm the error is
    .00014, with 1 mm .00001. The mean of `kerner` and twice `centre`, which was a rule of thumb,
    has an error of .0022, and needs both.

    Triangles. Forces and torques of all triangles add up to the body's, with roundings in double.
    There are two exceptions: drag within a step is found for the whole body, and the pressure on
    the cuts along a pool's walls acts on no triangle. Drag, lift and friction of a piece are taken
    at its centre.

    Cost. Scalar code in double on every machine takes 0.1 to 0.4 µs for each piece and, in waves,
    for each wave and corner.

    detail: tolerance and room for triangles; receives the rest.
    Returns as buoy_pressure_compute(), except that there is no kernel; BUOY_ERROR_ARGUMENT (no
    detail, a tolerance below 0); BUOY_ERROR_NON_FINITE (a tolerance that is not finite);
    BUOY_ERROR_TOO_LARGE if the tolerance would need more than BUOY_MOST_CUTS cuts. After an error
    what the detail receives is undefined. */
BUOY_API enum buoy_status buoy_pressure_in_detail(const struct buoy_pressure_query *query,
                                                  struct buoy_pressure_detail *detail,
                                                  struct buoy_pressure *BUOY_RESTRICT result,
                                                  struct buoy_error *error);

#ifdef __cplusplus
}
#endif

#endif
