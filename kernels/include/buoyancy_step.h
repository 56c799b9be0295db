/**
 * @file buoyancy_step.h
 * The step: forces of the water on an array of bodies, which a simulation needs each frame. What
 * buoyancy.h, buoyancy_shapes.h, buoyancy_water.h and buoyancy_forces.h say about words, errors,
 * arrays, threads and floating point holds here, too.
 *
 * Words. A **body** is one or more parts. A **part** is a shape (a primitive or a mesh) at a place
 * in the body. A **model** is what bodies of one kind share: parts, mass, centre of mass, inertia,
 * drag. It never changes after it is made, and serves any number of bodies and threads. A body's
 * **state** is its pose and its velocities, in the caller's own arrays. The **body's box** is the
 * part's bounding box, in the part's frame, if the body is a single part; else the bounding box,
 * along the body's axes, of its parts' bounding boxes. The body's **middle** and **diagonal** are
 * this box's.
 *
 * Units and frames. Metres, seconds, kilograms, radians. Parts and mass properties are given in the
 * body's frame, states and results in the world's. Torques are about the centre of mass. Space
 * where parts overlap counts twice.
 *
 * Formulas are those of buoyancy_forces.h: buoyancy ρ V g n at the centre of buoyancy, Catto's
 * linear and angular drag and quadratic drag, limited by the step so that drag reverses no motion.
 * V, c and S are for all parts together, V_T is the sum of the parts' volumes, and L, unless it is
 * given, is the mean of the three extents of the box that has the second moments of the parts'
 * volume about its centroid. For a box these are its own extents, as in Catto's formula; for a
 * sphere L is .775 of its diameter. It depends on the body alone, not on how its frame is turned.
 * For meshes with open edges, and for second moments that no body has, L is the mean extent of the
 * bounding box.
 */
#ifndef BUOYANCY_STEP_H
#define BUOYANCY_STEP_H

#include "buoyancy_forces.h"
#include "buoyancy_shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------- parts */

/** The most parts a body may have. */
#define BUOY_MAX_PARTS 256u

/** A shape of a body. */
struct buoy_part {
    struct buoy_shape shape;      /**< kind and size */
    const struct buoy_mesh *mesh; /**< for BUOY_SHAPE_MESH, else NULL; must outlive the model; may
                                     be shared; open edges must stay dry */
    /** Where the shape's frame lies in the body's: a point x of the shape is at position + R x. */
    struct buoy_pose place;
};

/** Returns a struct to start from: a box without size, whose frame is the body's; no mesh. */
BUOY_API struct buoy_part buoy_part_default(void);

/** Mass properties, in the body's frame. */
struct buoy_mass {
    double mass;              /**< kg, > 0 */
    double centre_of_mass[3]; /**< m */
    double inertia[9]; /**< I, the tensor of inertia, 3 × 3 by rows, about the centre of mass,
                            kg m²: Ixx = ∫ (y² + z²) dm, Ixy = −∫ x y dm, positive definite; all
                            0 with BUOY_BODY_DOES_NOT_TURN */
};

/** Computes the mass properties of a body whose parts have uniform densities. Space where parts
    overlap counts twice.

    Accuracy. Mass, centre of mass and inertia are those of the exact shapes to within 1e-12 of the
    mass, of the body's size and of mass × size², the size being the distance of the farthest point
    of a part's bounding box from the body's origin.

    parts: count parts.
    densities: count densities, kg/m³, each ≥ 0 and one of them > 0.
    count: 1 to BUOY_MAX_PARTS.
    mass: receives the properties.
    Returns BUOY_ERROR_ARGUMENT (no parts or too many, a density < 0, no mass, a size that is not
    allowed, an unknown kind, a part without its mesh or with one it should not have, a rotation
    that is not a unit quaternion); BUOY_ERROR_NON_FINITE (a number not finite or beyond its limit,
    a mass or inertia, too, or an inertia below doubles); BUOY_ERROR_ZERO_VOLUME (a mesh that
    encloses nothing). */
BUOY_API enum buoy_status buoy_mass_of_parts(const struct buoy_part *parts, const double *densities,
                                             size_t count, struct buoy_mass *mass,
                                             struct buoy_error *error);

/* ------------------------------------------------------------------------------ models */

/** What a body does not do. */
enum buoy_body_flags {
    BUOY_BODY_DOES_NOT_TURN = 1u << 0, /**< its inertia is all 0, which stands for infinity */
};

/** What a model is made of. */
struct buoy_model_input {
    const struct buoy_part *parts; /**< part_count parts; copied, except meshes */
    size_t part_count;             /**< 1 to BUOY_MAX_PARTS */
    struct buoy_mass mass;         /**< mass properties of the body, whatever its parts */
    struct buoy_drag drag;         /**< the body's own coefficients */
    double length;                 /**< L of angular drag, m; 0: from the parts'
                                        volume, see above */
    unsigned flags;                /**< bits of enum buoy_body_flags */
    /** kg/m³, one per part: the mass is that of buoy_mass_of_parts(); NULL: `mass` counts. */
    const double *densities;
    /** The frame of parts and mass. Meshes were made in the same (struct buoy_mesh_input). The axis
        of capsules, cylinders and cones is the frame's upward one. */
    enum buoy_frame frame;
    /** Closed meshes among the parts become one mesh of the model's own (28 to 50 bytes a
       triangle), in which the water is looked for once: a compound of 30 hulls is answered three
       times as fast. The body's box fits more closely, and last digits are others. The meshes given
       may be destroyed afterwards if no part with open edges has them. */
    bool merge;
};

/** What alike bodies share, prepared for the step. */
struct buoy_model;

/** Makes a model.

    A mesh of 12 triangles that is a box, axis-aligned in its own frame, is recognised and answered
    in closed form, as BUOY_SHAPE_BOX is: faster, and as exact, but with other last digits than the
    mesh's own kernels return.

    model: receives the model, to be freed by buoy_model_destroy(); NULL on error.
    Returns BUOY_ERROR_ARGUMENT (no parts or too many, a mass ≤ 0, an inertia that is not symmetric
    to within 1e-9 of its largest number, not positive definite, or has a principal moment larger
    than the sum of the two others by more than 2e-6 of its largest number, which no body has; a
    coefficient < 0, or what buoy_mass_of_parts() says about parts); BUOY_ERROR_NON_FINITE (a number
    that is not finite or beyond its limit (buoyancy.h), the inverse of an inertia beyond doubles);
    BUOY_ERROR_ZERO_VOLUME (a mesh that encloses nothing); BUOY_ERROR_MEMORY. */
BUOY_API enum buoy_status buoy_model_create(const struct buoy_model_input *input,
                                            struct buoy_model **model, struct buoy_error *error);

/** Frees a model.
    model: no step may be using it; may be NULL. */
BUOY_API void buoy_model_destroy(struct buoy_model *model);

/** Properties of a model. */
struct buoy_model_info {
    struct buoy_mass mass; /**< as given */
    struct buoy_drag drag; /**< as given */
    double volume;         /**< V_T, the sum of the parts' volumes, m³ */
    double length;         /**< L, as given or from the volume, m */
    double diagonal;       /**< diagonal of the body's box, m */
    double middle[3];      /**< middle of the body's box, in the body's frame */
    size_t part_count;     /**< as given */
    size_t bytes;          /**< memory that the model holds, without its meshes */
    bool is_box;           /**< a single part that is a box, or a mesh recognised as one */
};

/** Describes a model. */
BUOY_API enum buoy_status buoy_model_get_info(const struct buoy_model *model,
                                              struct buoy_model_info *info,
                                              struct buoy_error *error);

/* ----------------------------------------------------------------------------- forces */

/** What the numbers of an array are. Floats are widened exactly. */
enum buoy_number {
    BUOY_DOUBLE, /**< doubles */
    BUOY_FLOAT,  /**< floats */
};

/** Vectors of bodies where the caller keeps them. */
struct buoy_array {
    const void *first;     /**< the first body's: 3 or 4 adjacent numbers */
    uint32_t stride;       /**< bytes from a body's to the next one's; 0: all bodies share it */
    enum buoy_number type; /**< of the numbers */
};

/** Vectors of bodies that are written where the caller keeps them. */
struct buoy_output {
    void *first;           /**< the first body's: 3 numbers; or NULL: not wanted */
    uint32_t stride;       /**< bytes from a body's to the next one's; 0 for a single body only */
    enum buoy_number type; /**< of the numbers; what is stored as float is rounded once */
};

/** Arrays of doubles and of floats, the first body's at `first`. @{ */
static inline struct buoy_array buoy_doubles(const double *first, uint32_t stride) {
    const struct buoy_array array = {first, stride, BUOY_DOUBLE};
    return array;
}
static inline struct buoy_array buoy_floats(const float *first, uint32_t stride) {
    const struct buoy_array array = {first, stride, BUOY_FLOAT};
    return array;
}
static inline struct buoy_output buoy_to_doubles(double *first, uint32_t stride) {
    struct buoy_output output;
    output.first = first;
    output.stride = stride;
    output.type = BUOY_DOUBLE;
    return output;
}
static inline struct buoy_output buoy_to_floats(float *first, uint32_t stride) {
    struct buoy_output output;
    output.first = first;
    output.stride = stride;
    output.type = BUOY_FLOAT;
    return output;
}
/** @} */

/** Where bodies' states lie. Nothing is read but the 13 numbers of each body. */
struct buoy_states {
    struct buoy_array position; /**< of the body's origin in the world, m */
    /** Rotation of the body: a quaternion x, y, z, w (or w, x, y, z, see struct buoy_step_query)
        whose length is 1 to within 1 %; the library normalises it. */
    struct buoy_array rotation;
    struct buoy_array velocity; /**< of the centre of mass, m/s; NULL: at rest */
    struct buoy_array spin;     /**< rad/s, in the world; NULL: none */
};

/** What the water does to a body, all of it in one force. */
enum buoy_effect_kind {
    BUOY_FORCES,   /**< a force, N, and its torque about the centre of mass, N m */
    BUOY_IMPULSES, /**< dt times that: N s and N m s */
    BUOY_VELOCITIES, /**< what that changes within dt: velocity, m/s, and spin, rad/s, I⁻¹ about the
                          world's axes at the step's begin */
};

/** Where effects are stored. */
struct buoy_effects {
    struct buoy_output linear;  /**< force, impulse or change of velocity */
    struct buoy_output angular; /**< torque, its impulse or change of spin */
    enum buoy_effect_kind kind; /**< which */
    bool add; /**< they are added to what is there; a sum beyond the numbers of the
                   array is stored as infinity */
};

/** What few questions need. */
struct buoy_step_options {
    /** A kernel of the family `step`; NULL: `step/auto/best`. `step/auto/tuned` leaves meshes to
        `volume/auto/tuned`: among up to 32 bodies, those that share a mesh are answered together,
        as the tuning profile says, so that bits may depend on the other bodies and on the machine.
     */
    const struct buoy_kernel *kernel;
    void *scratch;        /**< 64-byte aligned; overwritten; NULL where none is needed */
    size_t scratch_bytes; /**< size of scratch, buoy_step_scratch_bytes() or more */
    /** The water of each body, by its number in `water`; NULL: the first for all. */
    const uint32_t *water_of;
    size_t water_count; /**< number of waters; not looked at without `water_of` */
    /** NULL, or receives 1 for each body asked about that failed, else 0, at the body's number. */
    uint8_t *failed;
};

/** Bodies in water. Bodies are numbered by their places in the caller's arrays. */
struct buoy_step_query {
    const struct buoy_model *const *models; /**< one per body; may be shared */
    struct buoy_states states;              /**< states of the bodies */
    struct buoy_effects effects;            /**< effects to store; none by default */
    /** The water; a whole array of them if there is `options->water_of`. */
    const struct buoy_water *water;
    double dt; /**< the step, s, within which drag reverses no motion; 0: drag as it is */
    /** The `count` bodies asked about, in any order, each once (what is added to a body that is
        listed twice is lost in part); NULL: the first `count`. */
    const uint32_t *bodies;
    size_t count; /**< number of bodies asked about; may be 0 */
    /** The frame of states, results and the water (planes, currents, pools). The horizontal axes of
        waves and patches are +x and the caller's axis that becomes +y in struct buoy_frame; heights
        are upward. Models are made in the same frame (struct buoy_model_input). */
    enum buoy_frame frame;
    bool w_first;                            /**< quaternions of states are w, x, y, z */
    const struct buoy_step_options *options; /**< NULL: none of them */
};

/** Computes the forces of still, flowing or wavy water on bodies. An answer's bits are a function
    of the body's model and state, its water, dt, the frame and what is asked alone: the same on
    every machine, alone, in a crowd of any bodies, in any order, and in any layout of the arrays.
    Nothing is allocated.

    Answers. What is asked for is stored: `effects` of the query, `results`, or both. `buoyancy` and
    `drag` are as buoyancy_forces.h defines them. `volume` and `centre` are for the submerged parts
    together; the centre is in the world, and the body's middle if the body is dry. `wetted_area` is
    0 unless the model has quadratic drag.

    Waves and patches. For a body they are replaced by a best-fit plane: the least-squares fit to
    the heights under an ellipsoid, weighted by how much of the ellipsoid is above and below each
    place. The ellipsoid has uniform density, and the centroid and second moments of the parts'
    volume. So length and beam count, each along its own axis, whatever the heading; forces change
    without a jump as the body, a wave or a patch moves; and short waves average out. For waves the
    fit has a closed form (kernels/water/fit.c), for patches it is a quadrature rule of 16 places,
    which is exact for heights of degree 7. For meshes with open edges the ellipsoid is that of the
    bounding box. At the walls of a pool, a body keeps a share of its volume (struct buoy_water),
    found from the body's box.

    Limits of the fit. On a Wigley hull in waves of any heading, heave and pitch are within .01 of
    `pressure` on a fine mesh if the waves are at least half as long as the hull, and within .025 if
    they are at least a quarter as long, as shares of ρ g a × the waterplane and of ρ g a k × its
    second moment (tests/test_plane_fit.c). A box has ends, which an ellipsoid lacks: in waves of 2,
    1 and ½ of its length the fit gives .64, .08 and .02 instead of .64, 0 and 0. The ellipsoid
    represents the whole volume: a spar that lies half on its side averages waves over its length,
    not over its waterplane. And a plane has one slope: if the water's slope differs by more than
    about .3 between one end of the body and the other, or if the deck or the keel cuts through the
    water in waves, use the family `pressure` (buoyancy_pressure.h), which meets the surface itself.

    Waves that die away with depth (BUOY_WAVES_DECAY). The submerged part is the same. Buoyancy is ρ
    g V (ẑ − ∇ζ) with ζ = Σ a e^{kz'} sin θ averaged over that part, plus a torque, because waves
    pull unevenly along the body (kernels/bodies/pose.c). This follows the convention of the
    vertical (buoyancy_pressure.h). A ball below the surface is not turned, the heave of a
    wall-sided body decays as e^{-k × draught}, and far below the waves their effect vanishes.
    Compared with `pressure` on fine meshes (tests/test_step_decay.c): on the same hull in waves of
    half its length or more, of any heading, forces, pitch and yaw are within .011 as shares of the
    same quantities, and roll within .07 of ρ g a k × its own second moment. On balls and boxes in
    waves no shorter than they are, errors are at most .012 of ρ g V a k for forces, and .009 of
    that × the body's length for torques, if they are wholly submerged; .05 and .025 for a ball that
    floats half submerged, .1 and .035 for a flat raft. The water's velocity for drag is still the
    current, for which current_at can be buoy_waves_orbital_velocity().

    Otherwise buoyancy follows the convention of the normal: ρ g V n along the best-fit plane's
    normal n. On a patch of slope .3 its vertical part is .958 ρ g V, whereas `pressure`, by the
    convention of the vertical, has 1.000 ρ g V: its force is ρ g V n/n_z.

    A patch must reach one cell beyond the body: outside the patch the heights of its border hold,
    which jump when the patch follows the body.

    Currents. current_at is asked about the centres of buoyancy of up to 32 bodies in each call, on
    the caller's thread; after an error it may be asked again.

    Threads. Any number of threads may ask at once, each about its own part of the arrays: results
    and states are arrays that a loop over blocks of bodies can split anywhere.

    Accuracy. V and c of each part are within the bounds of the kernel that answers it, for the
    plane that the body meets: for primitives as buoyancy_shapes.h documents them, for meshes as
    buoy_volume_compute() does; for a mesh that is a box, V is within 8·10⁻⁷ of the box. With what
    is submerged, errors of forces are within twice what buoy_forces_compute() documents, at any
    distance from the world's origin. The height of a plane fit to waves, at the body's centroid, is
    within 3·10⁻⁶ of the sum of their amplitudes, its slopes within 3·10⁻⁶ of the sum of amplitude ×
    k.

    results: receives a whole answer for each body, at its number; NULL: not wanted.
    Returns BUOY_ERROR_ELEMENT (a body without a model or with a water that there is not, a rotation
    that is not a unit quaternion, a number of its state not finite or beyond 1e12, the water's
    height or current at its place not finite, an open edge that is wet, forces beyond doubles, or
    beyond floats where these are stored: what is stored for that body is NaN, and nothing is added
    to it); BUOY_ERROR_ARGUMENT (nothing asked for, an unknown frame, type or kind, impulses or
    changes of velocity without a step, dt < 0, or as buoy_water_check()); BUOY_ERROR_NON_FINITE
    (dt, or a water, as that says); with a kernel, BUOY_ERROR_ARGUMENT (not of the family `step`)
    and BUOY_ERROR_SCRATCH. */
BUOY_API enum buoy_status buoy_water_forces_compute(const struct buoy_step_query *query,
                                                    struct buoy_body_forces *BUOY_RESTRICT results,
                                                    struct buoy_error *error);

/** A step that was checked, for bodies that are asked about one by one. Its members are the
    library's own. It holds addresses of the query, of its arrays and of its water: as long as these
    stand unchanged (states may change, and so may what is at the addresses of effects), any number
    of threads may use it. */
struct buoy_step_pass {
    /** The library's own. @{ */
    const struct buoy_step_query *query;
    const struct buoy_water *water;
    struct buoy_body_forces *results;
    size_t result_step;
    double up[3], offset, flow[3], weight, sign[2];
    bool y_is_up, usual, at_once, trusted;
    /** @} */
};

/** Begins to ask about bodies one by one, from within an engine's own loop over them: checks all of
    the query that does not depend on the body.
    query: as buoy_water_forces_compute() takes it; some effects are asked for; its count, its list
    of bodies, and of its options a kernel and `failed` are not looked at.
    pass: receives what buoy_step_one() needs.
    Returns as buoy_water_forces_compute(), and `pass` must not be used. */
BUOY_API enum buoy_status buoy_step_begin(const struct buoy_step_query *query,
                                          struct buoy_step_pass *pass, struct buoy_error *error);

/** Stores the effects of the water on one body: the same bits as buoy_water_forces_compute(), which
    also says in words why a body has no answer.
    pass: from buoy_step_begin().
    body: its number.
    Returns BUOY_OK or BUOY_ERROR_ELEMENT: the body has no answer (what is stored for it is NaN, and
   nothing is added to it). */
BUOY_API enum buoy_status buoy_step_one(const struct buoy_step_pass *pass, size_t body);

/** Returns the size of the scratch memory that a step needs on the kernel of its options: what
    `volume/batch` needs for the mesh that needs most. It depends on the models alone, not on the
    states.
    query: the bodies and options->kernel; states, water and scratch are not used.
    Returns bytes; 0 unless the kernel is `step/auto/tuned`; SIZE_MAX on error: BUOY_ERROR_ARGUMENT
    (not a step kernel). */
BUOY_API size_t buoy_step_scratch_bytes(const struct buoy_step_query *query,
                                        struct buoy_error *error);

#ifdef __cplusplus
}
#endif

#endif
