/**
 * @file buoyancy_pressure.h
 * Forces of the water on the surface of a body, triangle by triangle: the `pressure` family of
 * libbuoyancy's public interface. Threads and floating point are those of buoyancy.h.
 *
 * Where `volume` takes one plane for the water, this takes any water (buoyancy_water.h): each
 * vertex has a height above the water of its own, heights are linear over a triangle, each edge
 * that crosses the water is cut once, where its two heights say, and the pressure of still water
 * is integrated over what is submerged of each triangle, exactly.
 *
 * Conventions. Heights above waves and patches are vertical, z − η(x, y), and gravity points along
 * −z. A plane stands for still water whose up is its normal: heights are distances, and gravity
 * points along −n, so that the force is ρ g V n and the torque c × force, V and c being those of
 * buoy_volume_compute(). A vertex at height 0 is dry. Torques are about the pose's position, in the
 * world's frame, newton metres.
 *
 * Open meshes (BUOY_MESH_ACCEPT_OPEN) are answered while their open edges are dry; else every
 * number of the answer is NaN.
 *
 * Methods. `kerner` is this, in float where that is enough; `kerner64` the same in double, and what
 * `kerner` leaves thin bodies of a few vertices to. `centre` and `appendix` are the source's own,
 * for what its simplification costs: the force at the centre of each part, whose torque is off and
 * jumps, and at the centre of pressure of its appendix A, which is exact.
 *
 * Accuracy. The force is found from heights that are rounded to float, triangle by triangle, and
 * what rounding does may add up: with u = 2^-24, the force of `kerner` is within 5 u of ∫ ρ g ×
 * depth dA over the submerged surface that is not cut and 15 u of that where it is, the torque
 * about the mesh's centre within 10 u and 25 u of that × the distance of each triangle's farthest
 * corner, and the wetted area within 10 u, besides what double precision does. A triangle at the
 * water's edge adds what rounding its corners' heights, by u of themselves, does to its submerged
 * share: nothing to speak of, unless the triangle is parallel to the water to within that. Patches
 * of water add 8 u of their range to heights, waves what buoyancy_water.h says of them. On a box in
 * random poses that is some 10^-6 of ρ g V, of which a tenth is met (bounds_pressure.c, where the
 * bound is that of the query). `kerner64` has 2^-53 in place of u.
 *
 * Source: J. Kerner, "Water interaction model for boats in video games", Gamasutra 2015.
 */
#ifndef BUOYANCY_PRESSURE_H
#define BUOYANCY_PRESSURE_H

#include "buoyancy.h"
#include "buoyancy_water.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * How a body moves, and what the water does against it besides pressing: the three-dimensional form
 * of buoy_polygon_drag(). What is submerged of a triangle, of area A, outward unit normal n and
 * centre x, moves at u = v + ω × (x − position) − the water's velocity there, and feels
 *   drag           −C_D ρ A |u|² (n·û) û                 where n·u > 0,
 *   lift           −C_L ρ A |u|² (n·û) (n − (n·û) û)     where n·u > 0,
 *   skin friction  −C_S ρ A |t| t                        everywhere,
 * with û = u/|u| and t = u − (n·u) n: drag is quadratic and against the motion, lift across it and
 * in proportion to sin × cos of the angle of attack, as of a flat plate, friction along the
 * surface.
 */
struct buoy_surface_motion {
    double velocity[3];         /**< v of the pose's position, world, m/s */
    double angular_velocity[3]; /**< ω, world, rad/s */
    double drag, lift, skin;    /**< C_D, C_L and C_S, ≥ 0 */
    /** A byte for each triangle, in the order of buoy_mesh_copy_out(): not 0 if the water does not
        get there, so that it feels none of the above; or NULL. See buoy_mesh_find_hidden(). */
    const uint8_t *hidden;
};

/** At rest, without drag, lift or friction. Programs that start from it keep compiling, and keep
    their meaning, when a later version adds a member. */
BUOY_API struct buoy_surface_motion buoy_surface_motion_default(void);

/**
 * Where the water meets a body: a segment for each triangle that has corners on both sides. Going
 * from start to end, seen from above, the body is on the left: around a body once,
 * counter-clockwise. Where triangles meet, their segments do, to the bit. In a pool only the
 * triangles inside have one.
 */
struct buoy_waterline {
    double *points;  /**< 6 × capacity: x,y,z of a segment's start, then of its end; world */
    size_t capacity; /**< segments that there is room for */
    size_t count;    /**< receives how many there are; those beyond the capacity are not written */
};

/** A body in water. */
struct buoy_pressure_query {
    const struct buoy_mesh *mesh;
    struct buoy_pose pose;
    const struct buoy_water *water;
    const struct buoy_surface_motion *motion; /**< NULL: pressure alone, which then costs no more */
    void *scratch; /**< 64-byte aligned; overwritten; must overlap nothing */
    size_t scratch_bytes;
};

/** No mesh, no water, at the origin, at rest. Programs that start from it keep compiling, and keep
    their meaning, when a later version adds a member. */
BUOY_API struct buoy_pressure_query buoy_pressure_query_default(void);

/** What the water does to it. */
struct buoy_pressure {
    double force[3];    /**< newtons */
    double torque[3];   /**< newton metres, about the pose's position */
    double wetted_area; /**< square metres */
    /** Of drag, lift and skin friction together, in the same terms, not contained in the above; 0
        without a motion. */
    double drag_force[3], drag_torque[3];
};

/**
 * Finds the triangles that other parts of a mesh hide, for struct buoy_surface_motion: those whose
 * centre lies inside the rest of the mesh, a part being what is connected over edges, and space
 * being inside where closed parts wound outward hold it more often than cavities do. A triangle
 * that lies in the surface of another part counts either way.
 *
 * @param hidden receives 1 or 0 for each triangle, in the order of buoy_mesh_copy_out()
 * @return BUOY_OK, BUOY_ERROR_ARGUMENT, BUOY_ERROR_MEMORY; BUOY_ERROR_TOO_LARGE if too many parts
 *         cross each other, as for buoy_mesh_create()
 */
BUOY_API enum buoy_status buoy_mesh_find_hidden(const struct buoy_mesh *mesh, uint8_t *hidden,
                                                struct buoy_error *error);

/** Scratch memory that queries about a mesh need, on any kernel, in bytes: 8 a vertex, and as many
    for each that is lacking to a multiple of 16. */
BUOY_API size_t buoy_pressure_scratch_bytes(const struct buoy_mesh *mesh, struct buoy_error *error);

/**
 * Force, torque and wetted area by `pressure/auto/best`: the method is `kerner`, the instruction
 * set is the machine's, the bits are the same on every machine.
 *
 * @return BUOY_OK; BUOY_ERROR_ARGUMENT (a null pointer, no unit quaternion, a coefficient below 0
 * or above 1e6, what buoy_water_check() says), BUOY_ERROR_NON_FINITE (a number that is not finite,
 * a position beyond 1e18, a velocity, of whatever part of the body or of the water, beyond 1e9,
 * what current_at gives included), BUOY_ERROR_SCRATCH; BUOY_ERROR_UNKNOWN_NAME or _NOT_RUNNABLE as
 *         buoy_volume_compute(). After an error the result is untouched
 */
BUOY_API enum buoy_status buoy_pressure_compute(const struct buoy_pressure_query *query,
                                                struct buoy_waterline *waterline,
                                                struct buoy_pressure *BUOY_RESTRICT result,
                                                struct buoy_error *error);

/**
 * Like buoy_pressure_compute(), on a chosen kernel.
 *
 * @return also BUOY_ERROR_ARGUMENT (not a pressure kernel), BUOY_ERROR_NOT_RUNNABLE
 */
BUOY_API enum buoy_status buoy_pressure_with(const struct buoy_kernel *kernel,
                                             const struct buoy_pressure_query *query,
                                             struct buoy_waterline *waterline,
                                             struct buoy_pressure *BUOY_RESTRICT result,
                                             struct buoy_error *error);

#ifdef __cplusplus
}
#endif

#endif
