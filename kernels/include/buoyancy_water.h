/**
 * @file buoyancy_water.h
 * Water: where its surface is, how it moves, what it weighs.
 *
 * Frame. The world's: right-handed, z up, metres, seconds, radians. Gravity points along −z, except
 * for plane water, whose normal is its up: there gravity points along −n.
 *
 * The surface is a plane, a sum of waves, or a grid of heights that follows a body about (a patch,
 * after J. Kerner, "Water interaction model for boats in video games", 2015). Of waves and patches
 * the height η(x, y) is asked; a point is submerged where z < η.
 *
 * Threads. Any number of threads may read the same waves or patch at once; filling or moving a
 * patch needs it alone. Nothing here changes the caller's floating-point modes, and all heights
 * have the same bits on every instruction set, compiler and optimisation level: sines are computed
 * from + − × ÷ alone.
 */
#ifndef BUOYANCY_WATER_H
#define BUOYANCY_WATER_H

#include "buoyancy.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Density of sea water, kg/m³. */
#define BUOY_SEA_WATER 1025.0
/** Standard magnitude of gravity here, m/s². */
#define BUOY_GRAVITY 9.81

/* -------------------------------------------------------------------------------- waves */

/**
 * One sinusoid: η = a sin(k (x cos θ + y sin θ) − ω t + φ), k = 2π / wavelength. Without a period
 * it runs as deep water disperses it: ω² = g k.
 */
struct buoy_wave {
    float amplitude;  /**< a, metres, ≥ 0 */
    float wavelength; /**< metres, > 0 */
    float direction;  /**< θ: where it runs to, radians from +x towards +y */
    float phase;      /**< φ, radians */
    float period;     /**< seconds, > 0; 0: of deep water */
};

/** A wave without height, 1 m long, that runs along x as deep water has it. Programs that start
   from it keep compiling, and keep their meaning, when a later version adds a member. */
BUOY_API struct buoy_wave buoy_wave_default(void);

/** The most sinusoids a sum may have. */
#define BUOY_MAX_WAVES 1024u

/** A sum of sinusoids, prepared. Never changes after it is made. */
struct buoy_waves;

/**
 * Prepares waves.
 *
 * @param waves   count of them; copied
 * @param count   0 (calm water at height 0) to BUOY_MAX_WAVES
 * @param gravity magnitude, m/s², > 0; for the periods of deep water
 * @param result  receives the waves; NULL on error
 * @param error   names the first wave that is wrong; may be NULL
 * @return BUOY_OK; BUOY_ERROR_ARGUMENT (amplitude < 0, wavelength or gravity ≤ 0, period < 0, more
 *         than the most, amplitude or slope beyond 1e18), BUOY_ERROR_NON_FINITE, BUOY_ERROR_MEMORY
 */
BUOY_API enum buoy_status buoy_waves_create(const struct buoy_wave *waves, size_t count,
                                            double gravity, struct buoy_waves **result,
                                            struct buoy_error *error);

/** Frees waves; NULL is fine. */
BUOY_API void buoy_waves_destroy(struct buoy_waves *waves);

/** Points of the horizontal plane, and what is found out there. */
struct buoy_surface {
    const double *x, *y; /**< count of each, metres */
    size_t count;
    float *height;            /**< receives η, metres */
    float *slope_x, *slope_y; /**< receive ∂η/∂x and ∂η/∂y; both NULL: not wanted. The upward
                                   normal is (−∂η/∂x, −∂η/∂y, 1), not of unit length */
};

/**
 * Heights and slopes of waves at a time. Each is within 1e-6 of the sum of the amplitudes (of
 * amplitude × k for slopes), at any |x|, |y| up to 1e6 m and |time| up to 1e6 s, for wavelengths
 * and periods from 0.1 up and directions and phases up to 1e6 rad; within twice that if the
 * processor does not round to the nearest.
 *
 * @return BUOY_OK; BUOY_ERROR_NON_FINITE if a point or the time is not finite, or 1e18 m away
 * (nothing is written), BUOY_ERROR_ARGUMENT; BUOY_ERROR_UNKNOWN_NAME or _NOT_RUNNABLE as
 * buoy_volume_compute()
 */
BUOY_API enum buoy_status buoy_waves_sample(const struct buoy_waves *waves, double time,
                                            struct buoy_surface *surface, struct buoy_error *error);

/**
 * Like buoy_waves_sample(), on a chosen kernel of the family `water`.
 *
 * @return also BUOY_ERROR_ARGUMENT (not a water kernel), BUOY_ERROR_NOT_RUNNABLE
 */
BUOY_API enum buoy_status buoy_waves_sample_with(const struct buoy_kernel *kernel,
                                                 const struct buoy_waves *waves, double time,
                                                 struct buoy_surface *surface,
                                                 struct buoy_error *error);

/* -------------------------------------------------------------------------------- patch */

/** Where a patch lies: sample (i, j) is at origin + (i spacing[0], j spacing[1]). */
struct buoy_patch_grid {
    double origin[2];       /**< x and y of sample (0, 0), metres */
    float spacing[2];       /**< along x and y, metres, ≥ 1e-9 */
    uint32_t columns, rows; /**< samples along x and y, 2 … BUOY_MAX_PATCH_SIDE */
};

/** One cell of 1 m² at the origin. Programs that start from it keep compiling, and keep
    their meaning, when a later version adds a member. */
BUOY_API struct buoy_patch_grid buoy_patch_grid_default(void);

#define BUOY_MAX_PATCH_SIDE 4096u

/**
 * A grid of heights. Each cell is split along the diagonal from its lowest (x, y) corner to its
 * highest into two triangles, on which the surface is flat. Outside the grid the height of the
 * nearest border point holds.
 */
struct buoy_patch;

/** Gives heights of the water at `count` points, for a patch to hold. */
typedef void buoy_height_function(void *context, const double *x, const double *y, size_t count,
                                  float *height);

/**
 * Makes a patch of height 0.
 *
 * @return BUOY_OK; BUOY_ERROR_ARGUMENT (sides or spacing out of range, a sample 2⁵⁰ cells or more
 *         from the world's axes), BUOY_ERROR_NON_FINITE, BUOY_ERROR_MEMORY
 */
BUOY_API enum buoy_status buoy_patch_create(const struct buoy_patch_grid *grid,
                                            struct buoy_patch **patch, struct buoy_error *error);

/** Frees a patch; NULL is fine. */
BUOY_API void buoy_patch_destroy(struct buoy_patch *patch);

/** Where the patch lies now. Neither may be NULL. */
BUOY_API enum buoy_status buoy_patch_get_grid(const struct buoy_patch *patch,
                                              struct buoy_patch_grid *grid,
                                              struct buoy_error *error);

/**
 * Sets all heights: columns × rows of them, rows of constant y one after another.
 *
 * @return BUOY_OK; BUOY_ERROR_NON_FINITE, and no change, if one is not finite or beyond 1e18;
 *         BUOY_ERROR_ARGUMENT (a null pointer)
 */
BUOY_API enum buoy_status buoy_patch_set(struct buoy_patch *patch, const float *heights,
                                         struct buoy_error *error);

/** Sets all heights by asking for them; as buoy_patch_set(). */
BUOY_API enum buoy_status buoy_patch_fill(struct buoy_patch *patch, buoy_height_function *function,
                                          void *context, struct buoy_error *error);

/** Sets all heights to those of waves at a time; as buoy_patch_set(). */
BUOY_API enum buoy_status buoy_patch_fill_waves(struct buoy_patch *patch,
                                                const struct buoy_waves *waves, double time,
                                                struct buoy_error *error);

/**
 * Moves the patch by whole cells so that its middle lies within a cell of (x, y). Samples that stay
 * keep their heights, bit for bit, so that nothing jumps; only those of the columns and rows gained
 * are asked for. To let the water itself move on, fill the patch again.
 *
 * @return BUOY_OK; BUOY_ERROR_NON_FINITE, and no change, if (x, y) or a height is not finite, a
 *         height is beyond 1e18, or a sample would be 2⁵⁰ cells or more from the world's axes;
 *         BUOY_ERROR_ARGUMENT (a null pointer); BUOY_ERROR_UNKNOWN_NAME or _NOT_RUNNABLE, of waves,
 *         as buoy_volume_compute()
 */
BUOY_API enum buoy_status buoy_patch_follow(struct buoy_patch *patch, double x, double y,
                                            buoy_height_function *function, void *context,
                                            struct buoy_error *error);

/** The same, from waves at a time. */
BUOY_API enum buoy_status buoy_patch_follow_waves(struct buoy_patch *patch, double x, double y,
                                                  const struct buoy_waves *waves, double time,
                                                  struct buoy_error *error);

/**
 * Heights and slopes of the patch's surface; on an edge or a corner the slopes are of one of the
 * triangles that meet there.
 *
 * @return BUOY_OK; BUOY_ERROR_NON_FINITE if a point is not finite, or 1e18 m away,
 *         BUOY_ERROR_ARGUMENT; nothing is written then
 */
BUOY_API enum buoy_status buoy_patch_sample(const struct buoy_patch *patch,
                                            struct buoy_surface *surface, struct buoy_error *error);

/* -------------------------------------------------------------------------------- water */

/** Where a body is: a point x of the mesh's frame lies at position + R x in the world. */
struct buoy_pose {
    double position[3];
    /** The rotation R as a quaternion: x, y, z (the axis times the sine of half the angle), w (the
        cosine). Of unit length to 1 %, and normalised here. */
    double rotation[4];
};

/** The pose of a mesh that was not moved. */
BUOY_API struct buoy_pose buoy_pose_identity(void);

/** An axis-aligned part of space; bounds may be infinite. */
struct buoy_region {
    double low[3], high[3];
};

enum buoy_water_kind {
    BUOY_WATER_PLANE,
    BUOY_WATER_PATCH,
    BUOY_WATER_WAVES,
};

/** Gives the water's velocity, world frame, m/s: x,y,z of each of `count` points. */
typedef void buoy_current_function(void *context, const double *points, size_t count,
                                   double *velocities);

/** Water as bodies meet it. Owns nothing: what it points to must outlive its use. */
struct buoy_water {
    enum buoy_water_kind kind;
    struct buoy_plane plane;        /**< of BUOY_WATER_PLANE, world frame */
    const struct buoy_patch *patch; /**< of BUOY_WATER_PATCH */
    const struct buoy_waves *waves; /**< of BUOY_WATER_WAVES */
    double time;                    /**< of BUOY_WATER_WAVES, seconds */

    double density; /**< kg/m³, > 0 */
    double gravity; /**< magnitude, m/s², ≥ 0 */

    double current[3];                 /**< velocity everywhere, unless current_at is set */
    buoy_current_function *current_at; /**< velocity by place, or NULL */
    void *current_context;

    /** A pool: NULL, or where there is water at all. Nothing floats outside it: `pressure` takes
        triangles whose centre lies outside for dry, buoy_body_forces_compute() bodies whose box's
       does. */
    const struct buoy_region *region;
};

/** Calm sea water at height 0: density 1025 kg/m³, gravity 9.81 m/s², at rest, everywhere. */
BUOY_API struct buoy_water buoy_calm_sea(void);

/**
 * Whether water can be used: finite and none of density, gravity and current beyond 1e12, a normal
 * that is not zero, what its kind needs, density > 0, gravity ≥ 0, low ≤ high.
 */
BUOY_API enum buoy_status buoy_water_check(const struct buoy_water *water,
                                           struct buoy_error *error);

/**
 * Heights and slopes of any kind of water. A plane steeper than 1e9 has none: BUOY_ERROR_ARGUMENT.
 * Else as buoy_waves_sample().
 */
BUOY_API enum buoy_status buoy_water_sample(const struct buoy_water *water,
                                            struct buoy_surface *surface, struct buoy_error *error);

#ifdef __cplusplus
}
#endif

#endif
