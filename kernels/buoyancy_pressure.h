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
 * buoy_volume(). A vertex at height 0 is dry. Torques are about the pose's position, in the world's
 * frame, newton metres.
 *
 * Open meshes (BUOY_MESH_ACCEPT_OPEN) are answered while their open edges are dry; else every
 * number of the answer is NaN.
 *
 * Source: J. Kerner, "Water interaction model for boats in video games", Gamasutra 2015, whose
 * approximate force at the centre of each part is replaced by the integral.
 */
#ifndef BUOYANCY_PRESSURE_H
#define BUOYANCY_PRESSURE_H

#include "buoyancy.h"
#include "buoyancy_water.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Where a body is: a point x of the mesh's frame lies at position + R x in the world. */
struct buoy_pose {
    double position[3];
    /** The rotation R as a quaternion: x, y, z (the axis times the sine of half the angle), w (the
        cosine). Of unit length to 1 %, and normalised here. */
    double rotation[4];
};

/** The pose of a mesh that was not moved. */
BUOY_API struct buoy_pose buoy_pose_identity(void);

/** A body in water. */
struct buoy_pressure_query {
    const struct buoy_mesh *mesh;
    struct buoy_pose pose;
    const struct buoy_water *water;
    void *scratch; /**< 64-byte aligned; overwritten; must overlap nothing */
    size_t scratch_bytes;
};

/** What the water does to it. */
struct buoy_pressure {
    double force[3];    /**< newtons */
    double torque[3];   /**< newton metres, about the pose's position */
    double wetted_area; /**< square metres */
};

/** Scratch memory that queries about a mesh need, on any kernel, in bytes: 8 a vertex. */
BUOY_API size_t buoy_pressure_scratch_bytes(const struct buoy_mesh *mesh);

/**
 * Force, torque and wetted area by `pressure/auto/best`: the method is `kerner`, the instruction
 * set is the machine's, the bits are the same on every machine.
 *
 * @return BUOY_OK; BUOY_ERROR_ARGUMENT (a null pointer, no unit quaternion, what
 *         buoy_water_check() says), BUOY_ERROR_NON_FINITE (a number that is not finite, or a
 *         position beyond 1e18), BUOY_ERROR_SCRATCH; BUOY_ERROR_UNKNOWN_NAME or _NOT_RUNNABLE as
 *         buoy_volume(). After an error the result is untouched
 */
BUOY_API enum buoy_status buoy_pressure(const struct buoy_pressure_query *query,
                                        struct buoy_pressure *restrict result);

/**
 * Like buoy_pressure(), on a chosen kernel.
 *
 * @return also BUOY_ERROR_ARGUMENT (not a pressure kernel), BUOY_ERROR_NOT_RUNNABLE
 */
BUOY_API enum buoy_status buoy_pressure_with(const struct buoy_kernel *kernel,
                                             const struct buoy_pressure_query *query,
                                             struct buoy_pressure *restrict result);

#ifdef __cplusplus
}
#endif

#endif
