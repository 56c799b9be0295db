/**
 * @file buoyancy_water.h
 * Water: where its surface is, how it moves, what it weighs. What buoyancy.h says about errors,
 * arrays, threads and floating point holds here, too.
 *
 * Units and frames. The world's frame is right-handed with z up; metres, seconds, radians. Gravity
 * points along −z, except for plane water, where it points along −n, against the plane's normal.
 *
 * The surface is a plane, a sum of waves, or a patch: a grid of heights that follows a body. Waves
 * and patches have a height η(x, y), and a point is submerged if z < η.
 *
 * Threads. Any number of threads may read the same waves or the same patch at once. While a thread
 * fills or moves a patch, no other thread may use it.
 *
 * Floating point. All heights have the same bits on every instruction set, with every compiler and
 * at every optimisation level: sines are computed from + − × ÷ alone.
 *
 * Sources: J. D. Wheeler, "Method for calculating forces produced by irregular waves", Journal of
 * Petroleum Technology 22 (1970); for patches, J. Kerner, "Water interaction model for boats in
 * video games", Gamasutra 2015.
 */
#ifndef BUOYANCY_WATER_H
#define BUOYANCY_WATER_H

#include "buoyancy_mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Density of sea water, kg/m³. */
#define BUOY_SEA_WATER 1025.0
/** Default magnitude of gravity, m/s². */
#define BUOY_GRAVITY 9.81

/* -------------------------------------------------------------------------------- waves */

/** One sinusoid: η = a sin(k (x cos θ + y sin θ) − ω t + φ), with k = 2π / wavelength and ω = 2π /
    period. If the period is 0, ω follows from gravity and depth: ω² = g k tanh k h, in deep water g
   k. */
struct buoy_wave {
    float amplitude;  /**< a, metres, ≥ 0 */
    float wavelength; /**< metres, > 0 */
    float direction;  /**< θ, where the wave runs to, radians from +x towards +y */
    float phase;      /**< φ, radians */
    float period;     /**< seconds, > 0; 0 for what follows from the wavelength */
};

/** Returns a struct to start from: a wave without height, 1 m long, that runs along x with the
 * period of deep water. */
BUOY_API struct buoy_wave buoy_wave_default(void);

/** The most sinusoids a sum may have. */
#define BUOY_MAX_WAVES 1024u

/** An irregular sea: JONSWAP's spectrum. */
struct buoy_sea {
    double significant_height; /**< Hs = 4 √m₀, metres, ≥ 0 */
    double peak_period;        /**< Tp, where the spectrum has its peak, seconds, 1e-3 to 1e6 */
    double peakedness;         /**< γ, 1 to 20; 1 is Pierson and Moskowitz's spectrum; 0 for 3.3 */
    double direction;          /**< where the waves run to, radians from +x towards +y */
    double spreading; /**< s: directions δ off are as frequent as cos²ˢ(δ/2); 0: all waves run along
                           the direction. Wind seas have 5 to 30, swell 50 and more */
    uint64_t seed; /**< another number gives another sea of the same spectrum */
};

/** Finds waves of an irregular sea, for buoy_waves_create() with the same gravity and depth. Their
    energies and frequencies are such that 4 √(Σ a²/2) is Hs to 1e-6, and that they have the
    spectrum's m₂ and with it its mean period Tz = 2π √(m₀/m₂) to 1e-4, whatever their number.
    Frequencies are drawn so that no two differences agree: with 50 waves and more, a sea of periods
    up to 20 s does not repeat within an hour. 100 to 200 waves do for most purposes; the shortest
    ones, some Tp/5, are the first to go. Bits are the same everywhere.
    sea: the sea.
    gravity: magnitude, m/s², > 0.
    depth: of the water at rest, metres; 0 for deep water.
    count: number of waves, 0 to BUOY_MAX_WAVES.
    waves: receives count waves, from the longest to the shortest, with their periods.
    Returns BUOY_ERROR_ARGUMENT (a number out of its range); BUOY_ERROR_NON_FINITE.
    Sources: K. Hasselmann et al., "Measurements of wind-wave growth and swell decay during the
    Joint North Sea Wave Project (JONSWAP)", Deutsche Hydrographische Zeitschrift A8, 12 (1973);
    M. S. Longuet-Higgins, D. E. Cartwright and N. D. Smith (1963) for the spreading. */
BUOY_API enum buoy_status buoy_sea_state(const struct buoy_sea *sea, double gravity, double depth,
                                         size_t count, struct buoy_wave *waves,
                                         struct buoy_error *error);

/** A prepared sum of sinusoids. Never changes after it is made. */
struct buoy_waves;

/** Prepares waves.
    waves: count sinusoids; copied.
    count: 0 (calm water at height 0) to BUOY_MAX_WAVES.
    gravity: magnitude, m/s², > 0; for periods that are 0.
    depth: h of the water at rest, below the waves' level, metres; 0 for deep water. In water so
    deep ω² = g k tanh k h, and pressure and velocities are by cosh k(z + h) in place of e^{kz}.
    Below the bottom they are what they are there: nothing keeps bodies out of it.
    result: receives the waves, to be freed by buoy_waves_destroy(); NULL on error.
    Returns BUOY_ERROR_ARGUMENT (amplitude < 0, wavelength or gravity ≤ 0, period or depth < 0, more
    than BUOY_MAX_WAVES, amplitude or slope beyond 1e18); BUOY_ERROR_NON_FINITE; BUOY_ERROR_MEMORY.
 */
BUOY_API enum buoy_status buoy_waves_create(const struct buoy_wave *waves, size_t count,
                                            double gravity, double depth,
                                            struct buoy_waves **result, struct buoy_error *error);

/** Frees waves.
    waves: nothing may be using them; may be NULL. */
BUOY_API void buoy_waves_destroy(struct buoy_waves *waves);

/** Points of the horizontal plane, and the water's heights and slopes there. */
struct buoy_surface {
    /** Points: count numbers each, metres. @{ */
    const double *x, *y;
    /** @} */
    size_t count;  /**< number of points; may be 0 */
    float *height; /**< receives η of each point, metres */
    /** Receive ∂η/∂x and ∂η/∂y of each point; both NULL if slopes are not wanted. The upward normal
        is (−∂η/∂x, −∂η/∂y, 1), not of unit length. @{ */
    float *slope_x, *slope_y;
    /** @} */
    uint8_t *failed; /**< NULL, or receives for each point 1 if it failed, else 0 */
    const struct buoy_kernel *kernel; /**< for waves: the kernel that answers; NULL: the library
                                           chooses */
};

/** Computes heights and slopes of waves at a time, by `water/auto/best`.

    Accuracy. Heights are within 1e-6 of the sum of the amplitudes, slopes within 1e-6 of the sum of
    amplitude × k, for |x| and |y| up to 1e6 m, |time| up to 1e6 s, wavelengths and periods from 0.1
    up, and directions and phases up to 1e6 rad; within twice that if the processor does not round
    to the nearest.

    time: t, seconds.
    surface: the points; its arrays receive the answers.
    Returns BUOY_ERROR_ELEMENT (a point is not finite or beyond 1e18 m: its height and slopes are
    NaN); BUOY_ERROR_ARGUMENT (an array for one slope alone); BUOY_ERROR_NON_FINITE (the time is not
    finite). */
BUOY_API enum buoy_status buoy_waves_sample(const struct buoy_waves *waves, double time,
                                            struct buoy_surface *surface, struct buoy_error *error);

/** Waves that move the water: the context of buoy_waves_orbital_velocity(). */
struct buoy_orbital_motion {
    const struct buoy_waves *waves; /**< the waves */
    double time;                    /**< t, seconds */
    double current[3];              /**< velocity to which the waves' is added, m/s */
    double level;                   /**< the water's, metres */
};

/** Computes the velocity of the water in waves: in deep water a ω e^{kz} (sin θ along the wave,
   −cos θ upward) for each wave with phase θ (Airy), in water of the depth h a ω (cosh k(z + h) sin
   θ, −sinh k(z + h) cos θ)/sinh k h, z being the height above the level; above z = 0, the velocity
   at z = 0, so that short waves do not grow in the crests of long ones. Its mean at a fixed point
   is 0, and what drifts with the water moves along each wave at Stokes' speed a² k ω e^{2kz}; at
   the surface itself, where crests have the velocity at z = 0, at 3/4 of that. It is a
    buoy_current_function, for the member `current_at` of struct buoy_water, so that drag follows
    from the motion through the waves. Bits are the same everywhere; errors are some 10⁻¹⁵ of a ω,
    besides the effect of rounded places and times. Without waves all velocities are NaN, which
    functions that call it report. Checks nothing else.
    context: a struct buoy_orbital_motion.
    points: x,y,z of count points, world, metres.
    count: number of points.
    velocities: receives x,y,z of each velocity, m/s. */
BUOY_API void buoy_waves_orbital_velocity(void *context, const double *points, size_t count,
                                          double *velocities);

/* -------------------------------------------------------------------------------- patch */

/** Where a patch lies: sample (i, j) is at origin + (i spacing[0], j spacing[1]). */
struct buoy_patch_grid {
    double origin[2]; /**< x and y of sample (0, 0), metres */
    float spacing[2]; /**< along x and y, metres, ≥ 1e-9 */
    /** Number of samples along x and along y, 2 to BUOY_MAX_PATCH_SIDE. @{ */
    uint32_t columns, rows;
    /** @} */
};

/** Returns a struct to start from: one cell of 1 m² at the origin. */
BUOY_API struct buoy_patch_grid buoy_patch_grid_default(void);

/** The most samples along one side of a patch. */
#define BUOY_MAX_PATCH_SIDE 4096u

/** A grid of heights. Each cell is split into two flat triangles along the diagonal from its lowest
    (x, y) corner to its highest. Outside the grid the height is that of the nearest border point.
 */
struct buoy_patch;

/** The caller's function that computes `height`, the water's heights at `count` points, for a
    patch. */
typedef void buoy_height_function(void *context, const double *x, const double *y, size_t count,
                                  float *height);

/** Makes a patch whose heights are 0.
    grid: where the patch lies.
    patch: receives the patch, to be freed by buoy_patch_destroy(); NULL on error.
    Returns BUOY_ERROR_ARGUMENT (sides or spacing out of range, a sample 2⁵⁰ cells or more from the
    world's axes); BUOY_ERROR_NON_FINITE; BUOY_ERROR_MEMORY. */
BUOY_API enum buoy_status buoy_patch_create(const struct buoy_patch_grid *grid,
                                            struct buoy_patch **patch, struct buoy_error *error);

/** Frees a patch.
    patch: nothing may be using it; may be NULL. */
BUOY_API void buoy_patch_destroy(struct buoy_patch *patch);

/** Reports where a patch lies now.
    grid: receives its place. */
BUOY_API enum buoy_status buoy_patch_get_grid(const struct buoy_patch *patch,
                                              struct buoy_patch_grid *grid,
                                              struct buoy_error *error);

/** Sets all heights of a patch.
    heights: columns × rows heights, metres, in rows of constant y.
    Returns BUOY_ERROR_NON_FINITE if a height is not finite or beyond 1e18. */
BUOY_API enum buoy_status buoy_patch_set(struct buoy_patch *patch, const float *heights,
                                         struct buoy_error *error);

/** How numbers of a texture are stored: IEEE 754, in the machine's byte order. */
enum buoy_texel_type {
    BUOY_TEXEL_FLOAT, /**< 32 bits */
    BUOY_TEXEL_HALF,  /**< 16 bits */
};

/** One number of each sample of a grid, where another program or a GPU has put it, such as one
    channel of a texture that was read back: {&texels[0].height, sizeof texels[0], bytes_per_row,
    BUOY_TEXEL_HALF}. */
struct buoy_texels {
    const void *first;         /**< the number of sample (0, 0), at any address */
    ptrdiff_t stride;          /**< bytes from a sample to the next along x, of any sign */
    ptrdiff_t pitch;           /**< bytes from a row to the next along y, of any sign */
    enum buoy_texel_type type; /**< their type */
};

/** Sets some heights of a patch, from a texture.
    first: column and row of the part's first sample.
    count: number of its columns and rows, 1 or more each.
    heights: the part's heights, metres; its sample (0, 0) is the patch's sample `first`.
    Returns as buoy_patch_set(); BUOY_ERROR_ARGUMENT also for a part that is not in the patch and
    for an unknown type. */
BUOY_API enum buoy_status buoy_patch_update(struct buoy_patch *patch, const uint32_t first[2],
                                            const uint32_t count[2],
                                            const struct buoy_texels *heights,
                                            struct buoy_error *error);

/** Sets all heights of a patch to those of a surface whose points move sideways, too: Gerstner's
    waves, or choppy waves of a Fourier transform. Each sample's rest place is that of the patch's
    sample, and moves by the displacement; its triangles move with it. The place at rest of what is
    above each sample is found by iteration: to 1e-4 of a cell where nothing is compressed to less
    than a tenth of its length; where the surface folds, the height is that of some point about
    there. Beyond the grid the displacement of its border holds.
    displacement: along x, along y and upwards, metres, of columns × rows samples.
    Returns as buoy_patch_update(); BUOY_ERROR_NON_FINITE also for a displacement that is not finite
    or beyond 1e18. */
BUOY_API enum buoy_status buoy_patch_displace(struct buoy_patch *patch,
                                              const struct buoy_texels displacement[3],
                                              struct buoy_error *error);

/** Velocities of the water at the places of a patch's samples, wherever the water there was at
   rest: the context of buoy_flow_grid_velocity(). */
struct buoy_flow_grid {
    const struct buoy_patch *patch; /**< where the samples lie */
    /** Along x, along y and upwards, m/s, of columns × rows samples; 0 where `first` is NULL. */
    struct buoy_texels velocity[3];
    enum buoy_frame frame; /**< the frame of places and velocities: that of the step's query */
};

/** Finds the velocity of the water in a grid at any depth: linear on the triangles of the patch's
    cells, and beyond the grid that of its border. It is a buoy_current_function, for the member
    `current_at` of struct buoy_water. Without a patch, or in an unknown frame, all velocities are
    NaN, which functions that call it report. Checks nothing else.
    context: a struct buoy_flow_grid.
    points: x,y,z of count points, metres.
    count: number of points.
    velocities: receives x,y,z of each velocity, m/s. */
BUOY_API void buoy_flow_grid_velocity(void *context, const double *points, size_t count,
                                      double *velocities);

/** Sets all heights of a patch by asking the caller's function for them.
    function: computes heights; called several times.
    context: handed to the function.
    Returns as buoy_patch_set(). */
BUOY_API enum buoy_status buoy_patch_fill(struct buoy_patch *patch, buoy_height_function *function,
                                          void *context, struct buoy_error *error);

/** Sets all heights of a patch to those of waves at a time.
    time: t, seconds.
    Returns as buoy_patch_set(), for samples beyond 1e18 m, too, and buoy_waves_sample(). */
BUOY_API enum buoy_status buoy_patch_fill_waves(struct buoy_patch *patch,
                                                const struct buoy_waves *waves, double time,
                                                struct buoy_error *error);

/** Moves a patch by whole cells so that its middle lies within a cell of (x, y). Samples that stay
    keep their heights, bit for bit, so that nothing jumps. The caller's function is asked for the
    heights of new columns and rows only. To let time pass, fill the patch again.
    x: where the patch's middle is to be, metres.
    y: where the patch's middle is to be, metres.
    function: computes heights; called several times.
    context: handed to the function.
    Returns BUOY_ERROR_NON_FINITE if (x, y) or a height is not finite, a height is beyond 1e18, or a
    sample would be 2⁵⁰ cells or more from the world's axes. */
BUOY_API enum buoy_status buoy_patch_follow(struct buoy_patch *patch, double x, double y,
                                            buoy_height_function *function, void *context,
                                            struct buoy_error *error);

/** Moves a patch like buoy_patch_follow(), with heights from waves at a time.
    x: where the patch's middle is to be, metres.
    y: where the patch's middle is to be, metres.
    time: t, seconds.
    Returns as buoy_patch_follow(), for samples beyond 1e18 m, too, and buoy_waves_sample(). */
BUOY_API enum buoy_status buoy_patch_follow_waves(struct buoy_patch *patch, double x, double y,
                                                  const struct buoy_waves *waves, double time,
                                                  struct buoy_error *error);

/** Computes heights and slopes of a patch's surface. On an edge or a corner, slopes are those of
    one of the triangles that meet there.
    surface: the points; its arrays receive the answers.
    Returns as buoy_waves_sample(), but that there is neither a time nor a kernel. */
BUOY_API enum buoy_status buoy_patch_sample(const struct buoy_patch *patch,
                                            struct buoy_surface *surface, struct buoy_error *error);

/* -------------------------------------------------------------------------------- water */

/** Where a body is: a point x of the mesh's frame lies at position + R x in the world. */
struct buoy_pose {
    double position[3]; /**< position of the mesh's origin in the world, metres */
    /** The rotation R as a quaternion x, y, z, w: the axis times the sine of half the angle, and
        the cosine of half the angle. Its length is 1 to within 1 %; the library normalises it. */
    double rotation[4];
};

/** Returns the pose of a mesh that was not moved.
    Returns position 0, rotation (0, 0, 0, 1). */
BUOY_API struct buoy_pose buoy_pose_identity(void);

/** An axis-aligned box of the world. */
struct buoy_region {
    /** Lowest and highest corner, metres; may be infinite. @{ */
    double low[3], high[3];
    /** @} */
};

/** What the water's surface is. */
enum buoy_water_kind {
    BUOY_WATER_PLANE, /**< a plane */
    BUOY_WATER_PATCH, /**< a grid of heights */
    BUOY_WATER_WAVES, /**< a sum of sinusoids */
};

/** The caller's function that computes the water's `velocities`, m/s, at `count` `points`, metres:
    x,y,z of each, in the world. */
typedef void buoy_current_function(void *context, const double *points, size_t count,
                                   double *velocities);

/** What the pressure below waves is. */
enum buoy_wave_pressure {
    /** The pressure of still water as high as the wave at each place: quasi-static, as in the
        sources. Short waves then push at any depth, and a small float overshoots: without drag a
        draught T heaves 1/(1 − k T) times as far as the wave, 1.26 for a box of .4 m in waves of 6
        m; with decay e^{−kT}/(1 − k T), 1.03. */
    BUOY_WAVES_STATIC,
    /** The pressure of waves that die away with depth, as they do: p = ρ g (Σ a e^{k (z − η)} sin θ
        − z), or with cosh k(z − η + h)/cosh k h in place of the exponential in water of the depth
       h, with θ a wave's phase (Airy; Wheeler's stretching, so that p = 0 at the surface: else
       forces would jump where bodies touch it). At a fixed point the mean of each wave's part is −ρ
       g k a² e^{kz}/2. That of Bernoulli's −ρ |u|²/2, which Airy leaves out, is −ρ g k a²
       e^{2kz}/2. Neither pushes along the waves. What is as heavy as water and has no drag slowly
       rises or sinks, by g (k a)² (e^{kz}/2 − e^{2kz}). */
    BUOY_WAVES_DECAY,
};

/** Water as bodies meet it. Owns nothing: what it points to must outlive its use. */
struct buoy_water {
    enum buoy_water_kind kind;      /**< which of the next members count */
    struct buoy_plane plane;        /**< for BUOY_WATER_PLANE, in the world */
    const struct buoy_patch *patch; /**< for BUOY_WATER_PATCH */
    const struct buoy_waves *waves; /**< for BUOY_WATER_WAVES */
    double time;                    /**< t, for BUOY_WATER_WAVES, seconds */

    double density; /**< ρ, kg/m³, > 0 */
    double gravity; /**< g, magnitude, m/s², ≥ 0 */

    double current[3];                 /**< velocity everywhere, m/s, unless current_at is set */
    buoy_current_function *current_at; /**< velocity by place, or NULL */
    void *current_context;             /**< handed to current_at */

    /** A pool: the part of the world that has water; NULL for everywhere. Nothing floats outside.
        At a wall, `pressure` cuts bodies (buoyancy_pressure.h). The step finds volumes below one
        plane, and a wall would be a second plane. So there, along each axis of the world, a body
       keeps the same share of its volume as the pool holds of its box's wet part, and its centre of
       buoyancy moves likewise. Forces grow without a jump as a body enters, from nothing while its
       box is outside to the same bits as without a pool once its box is inside; buoyancy acts along
       the water's normal. Volume and centre are exact for boxes that are level in level water. For
       a ball at a wall the volume is off by up to 10 % of the whole, at a fifth of the way in. A
       pool without extent along an axis holds no water. */
    const struct buoy_region *region;

    /** For BUOY_WATER_WAVES. For BUOY_WAVES_DECAY, buoyancy_pressure.h says which kernel answers,
        and buoy_water_forces_compute() how it acts on bodies that meet waves as a plane. */
    enum buoy_wave_pressure wave_pressure;

    /** For BUOY_WATER_PLANE: the plane in double. Unless its normal is 0 it counts, and `plane`,
        which buoy_calm_sea(BUOY_Z_UP) sets, is not looked at. Its normal's largest component must
       be between 1e-30 and 1e30. */
    struct buoy_plane64 plane64;

    /** For BUOY_WATER_WAVES and BUOY_WATER_PATCH: how high in the world, along its axis up, the
        waves' or samples' height 0 lies: a lake's level, a tide's; metres, at most 1e18 either way.
        Forces far up keep the precision that they have at 0. */
    double level;
};

/** Returns calm sea water at height 0: density 1025 kg/m³, gravity 9.81 m/s², at rest, everywhere.
    frame: the caller's frame; an unknown one stands for BUOY_Z_UP.
    Returns plane water whose normal is the frame's upward axis, for the caller to change. */
BUOY_API struct buoy_water buoy_calm_sea(enum buoy_frame frame);

/** Checks whether water can be used: density > 0, gravity ≥ 0, and both and the current finite and
    not beyond 1e12; a finite plane with a normal that is not zero, a patch, or waves with a finite
    time and a known pressure, whichever its kind needs; a pool with low ≤ high. Functions that
    compute forces check their water.
    Returns BUOY_ERROR_ARGUMENT; BUOY_ERROR_NON_FINITE. */
BUOY_API enum buoy_status buoy_water_check(const struct buoy_water *water,
                                           struct buoy_error *error);

/** Computes heights and slopes of any kind of water. Only the surface is checked, not density,
    gravity, current and pool.
    surface: the points; its arrays receive the answers.
    Returns as buoy_waves_sample(); BUOY_ERROR_ARGUMENT for a plane steeper than 1e9, which has no
    heights. */
BUOY_API enum buoy_status buoy_water_sample(const struct buoy_water *water,
                                            struct buoy_surface *surface, struct buoy_error *error);

#ifdef __cplusplus
}
#endif

#endif
