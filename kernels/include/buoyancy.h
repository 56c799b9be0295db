/**
 * @file buoyancy.h
 * Exact buoyancy of closed triangle meshes: the public interface of libbuoyancy.
 *
 * Words. The **height** of a point x above the plane {x : n·x = d} is (n·x − d)/|n|; negative
 * heights are submerged, a point exactly on the plane is dry. n points up, out of the water, and
 * may have any length > 0. The **mesh's centre** is the centre of its bounding box, its
 * **diagonal** the length of that box's diagonal.
 *
 * Units and frames. Lengths are in metres (any unit works: nothing here has a scale), planes and
 * results are in the mesh's own frame, the one its vertices were given in. Triangles are wound
 * counter-clockwise seen from outside, in a right-handed frame.
 *
 * Threads. A mesh never changes after it is made: any number of threads may query it at once.
 * buoy_set_isa() may be called at any time; calls already running are not affected. All threads
 * that query have one SVE vector length, as they do unless one asks Linux for another.
 *
 * Floating point. No function changes the caller's rounding, trap or flush-to-zero modes. Every
 * kernel marked deterministic returns the same bits on every instruction set, compiler and
 * optimisation level, in round-to-nearest mode. In the other modes bits may differ, and answers
 * are within twice the documented bounds. Compiled by gcc, or by clang with
 * -ffp-exception-behavior=maytrap, ordinary questions raise no flags but those of inexact results
 * and of underflow, so that the other traps may be unmasked; numbers near the largest float, which
 * nothing real has, may overflow on the way.
 */
#ifndef BUOYANCY_H
#define BUOYANCY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whoever links the library as a Windows DLL defines BUOY_DLL; the library itself is then compiled
 * with BUOY_DLL_EXPORTS, too. */
#if defined(_WIN32) && defined(BUOY_DLL_EXPORTS)
#define BUOY_API __declspec(dllexport)
#elif defined(_WIN32) && defined(BUOY_DLL)
#define BUOY_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define BUOY_API __attribute__((visibility("default")))
#else
#define BUOY_API
#endif

/* C++ has no restrict; its compilers have it by this name. */
#ifdef __cplusplus
#define BUOY_RESTRICT __restrict
#else
#define BUOY_RESTRICT restrict
#endif

/** What went wrong. */
enum buoy_status {
    BUOY_OK = 0,
    BUOY_ERROR_ARGUMENT,     /**< a null pointer, a zero count, an unknown flag */
    BUOY_ERROR_MEMORY,       /**< out of memory */
    BUOY_ERROR_NON_FINITE,   /**< a coordinate or plane is infinite or NaN, or a normal is zero */
    BUOY_ERROR_INDEX,        /**< a triangle names a vertex that does not exist */
    BUOY_ERROR_OPEN,         /**< a triangle has no partner at an edge: the mesh is not closed */
    BUOY_ERROR_WINDING,      /**< two triangles run along their common edge the same way */
    BUOY_ERROR_INWARD,       /**< closed, but all of it, a part that is no cavity, or a lobe of a
                                  part that crosses itself is wound inward */
    BUOY_ERROR_ZERO_VOLUME,  /**< closed, but flat: it encloses nothing */
    BUOY_ERROR_TOO_LARGE,    /**< more than BUOY_MAX_TRIANGLES triangles or vertices; or parts too
                                  tangled to tell which are cavities */
    BUOY_ERROR_UNKNOWN_NAME, /**< no kernel or instruction set of that name */
    BUOY_ERROR_NOT_RUNNABLE, /**< not built, or this CPU or OS cannot run it, or capped */
    BUOY_ERROR_SCRATCH,      /**< the caller's scratch memory is too small */
    BUOY_ERROR_RANGE,        /**< more than the whole body, or less than nothing */
    BUOY_ERROR_PRECISION, /**< the body is so ill-conditioned that double precision does not do */
};

/** A status with a sentence for people: names the first offending element. */
struct buoy_error {
    enum buoy_status status;
    char message[240];
};

/** The water surface {x : n·x = d}; n has any length > 0 and points up. */
struct buoy_plane {
    float normal[3]; /**< n */
    float d;
};

/** Submerged volume and centre of buoyancy, in the mesh's frame. */
struct buoy_volume {
    double volume;    /**< cubic length units; 0 if dry or too shallow to resolve */
    double centre[3]; /**< of buoyancy; the mesh's centre where volume is 0 */
};

/* ------------------------------------------------------------------------------- meshes */

/** An immutable mesh, baked for all kernels. */
struct buoy_mesh;

/** The most triangles, or vertices, a mesh may have. */
#define BUOY_MAX_TRIANGLES (UINT32_C(1) << 27)

/** What buoy_mesh_create() may accept or mend. Zero means: refuse anything not closed. */
enum buoy_mesh_flags {
    /** Accept open or inconsistently wound meshes. A query that wets an open edge answers NaN. */
    BUOY_MESH_ACCEPT_OPEN = 1u << 0,
    /** Merge vertices at bit-for-bit equal positions (−0 equals +0). */
    BUOY_MESH_WELD = 1u << 1,
    /** Drop triangles that use a vertex twice. */
    BUOY_MESH_DROP_DEGENERATE = 1u << 2,
    /** Make the winding of each connected part consistent and outward (inward for cavities). */
    BUOY_MESH_FIX_WINDING = 1u << 3,
    /** All that is safe to mend. */
    BUOY_MESH_REPAIR = BUOY_MESH_WELD | BUOY_MESH_DROP_DEGENERATE | BUOY_MESH_FIX_WINDING,
};

/**
 * Vertices and triangles as the caller has them. Nothing is kept: all is copied. Vertices that no
 * triangle uses are left out of the mesh; the others keep their order.
 */
struct buoy_mesh_input {
    const float *positions; /**< x,y,z of each vertex, 3 × vertex_count, any alignment ≥ 4 */
    size_t vertex_count;
    const uint32_t *indices; /**< three vertices of each triangle, 3 × triangle_count */
    size_t triangle_count;
    unsigned flags; /**< of enum buoy_mesh_flags */
};

/** No vertices, no triangles, no flags. Programs that start from it keep compiling, and keep
    their meaning, when a later version adds a member. */
BUOY_API struct buoy_mesh_input buoy_mesh_input_default(void);

/**
 * Validates and bakes a mesh: finite coordinates, indices in range, closed (every directed edge
 * is met by as many opposite ones), wound outward, non-zero volume.
 *
 * A closed surface may cross itself. Space then counts as often as the surface winds around it, and
 * less than nothing where it winds around it backwards. Such a mesh is refused if, along sample
 * lines through it, a thousandth of its volume or more is wound around backwards: the lines are 16
 * to 64 by as many, of the bounding box, along z. Pockets that lie between the lines, or are
 * smaller than that, remain; an answer may be wrong by twice their volume, and is held between 0
 * and the total volume.
 *
 * If a part is wound inward, it is looked for in which others each part lies. That takes time in
 * proportion to n log n for n triangles in parts that lie in one another or apart. Where thousands
 * of parts cross each other, or lie within 2⁻¹⁸ of the height of the mesh of each other, it may be
 * given up with BUOY_ERROR_TOO_LARGE: after some 15 s, and up to a minute for each million
 * triangles. Parts all wound outward are never searched.
 *
 * @param input  the mesh
 * @param mesh   receives the mesh; NULL on error
 * @param error  receives status and message; may be NULL
 * @return BUOY_OK or why not; the message names the first offending element
 */
BUOY_API enum buoy_status buoy_mesh_create(const struct buoy_mesh_input *input,
                                           struct buoy_mesh **mesh, struct buoy_error *error);

/** Frees a mesh; NULL is fine. No query may be using it. */
BUOY_API void buoy_mesh_destroy(struct buoy_mesh *mesh);

/** What a mesh is, computed once in double precision when it was made. */
struct buoy_mesh_info {
    size_t vertex_count;   /**< after repairs */
    size_t triangle_count; /**< after repairs */
    size_t bytes;          /**< memory held */
    bool closed;           /**< false only with BUOY_MESH_ACCEPT_OPEN */
    double centre[3];      /**< of the bounding box */
    double half_extent[3]; /**< of the bounding box */
    double diagonal;       /**< of the bounding box */
    double volume;         /**< total; of an open mesh: as closed by a fan around its centre */
    double centroid[3];    /**< of the total volume; the centre if that is 0 */
    double area;           /**< whole surface */
    double conditioning;   /**< κ = area × diagonal / |volume|, ∞ if that is 0 */
};

/** Describes a mesh. */
BUOY_API enum buoy_status buoy_mesh_get_info(const struct buoy_mesh *mesh,
                                             struct buoy_mesh_info *info, struct buoy_error *error);

/** What is right and wrong with a mesh, before or instead of making one. */
struct buoy_diagnosis {
    size_t vertex_count;
    size_t distinct_vertices; /**< after merging equal positions */
    size_t triangle_count;
    size_t degenerate_triangles; /**< of zero area: a vertex twice, or three on a line */
    size_t edges;                /**< undirected, between distinct vertices */
    size_t open_edges;           /**< a single triangle */
    size_t inconsistent_edges;   /**< exactly two triangles, both the same way */
    size_t non_manifold_edges;   /**< more than two triangles */
    size_t unbalanced_edges;     /**< of these, not as many one way as the other */
    size_t parts;                /**< connected over edges */
    size_t inward_parts;         /**< closed parts of negative volume (cavities or mistakes) */
    bool closed;                 /**< as buoy_mesh_create() judges it, after welding */
    bool outward;                /**< total volume > 0 */
    bool overlap_hint;           /**< sample lines saw space covered twice or turned inside out */
    double inverted_volume;      /**< of space wound around backwards, as sample lines saw it */
    double minimum[3], maximum[3];
    double volume, area;
    double centroid[3];
    double inertia[3][3]; /**< ∫ (|r|² δij − ri rj) dV about the centroid, unit density */
    double conditioning;  /**< κ = area × diagonal / |volume| */
};

/**
 * Examines a mesh without making one. Vertices at equal positions count as one.
 *
 * @return BUOY_OK, also for broken meshes; an error only if it cannot be examined at all
 *         (argument, memory, non-finite, index, too large)
 */
BUOY_API enum buoy_status buoy_mesh_diagnose(const struct buoy_mesh_input *input,
                                             struct buoy_diagnosis *diagnosis,
                                             struct buoy_error *error);

/** Copies a mesh's vertices (3 × vertex_count floats) and triangles (3 × triangle_count) out. */
BUOY_API enum buoy_status buoy_mesh_copy_out(const struct buoy_mesh *mesh, float *positions,
                                             uint32_t *indices, struct buoy_error *error);

/* ------------------------------------------------------------------------------ queries */

/**
 * Submerged volume and centre of buoyancy for each plane, by `volume/auto/best`: the method is
 * fixed by the mesh alone, the instruction set by the machine, so that the bits are the same on
 * every machine.
 *
 * Accuracy, for closed meshes no part of which is inside out. The volume is within a bound that is
 * known for each mesh and plane, and proven (kernels/bounds/bounds_volume.c; `buoybench verify`
 * shows it): it is what moving every vertex by a few roundings to float of its distance from the
 * mesh's centre can change, and some dozen roundings of the terms added up. On ordinary bodies, κ ≤
 * 60, that is 10⁻⁶ of V_total below a hundred triangles and 10⁻⁵ above; errors met are a tenth of
 * it and less, 10⁻⁸ in the median. Bodies wet by less than 2⁻²⁰ are answered in double. The centre
 * has a bound of its own: in diagonals, on ordinary bodies some that of the volume divided by the
 * submerged share V / V_total, and a few times that on thin ones. A vertex less deep than 2⁻¹⁰⁰ of
 * the body counts as dry.
 *
 * @param planes  count planes in the mesh's frame
 * @param results receives count answers; must not overlap planes
 * @return BUOY_OK; BUOY_ERROR_NON_FINITE if a plane is not finite or its normal is zero (results
 *         are then untouched); BUOY_ERROR_UNKNOWN_NAME or BUOY_ERROR_NOT_RUNNABLE if the
 *         environment variable BUOY_ISA names nothing or nothing runnable
 */
BUOY_API enum buoy_status buoy_volume_compute(const struct buoy_mesh *mesh,
                                              const struct buoy_plane *planes, size_t count,
                                              struct buoy_volume *BUOY_RESTRICT results,
                                              struct buoy_error *error);

/** A kernel: one method compiled for one instruction set. */
struct buoy_kernel;

/** What the registry says of a kernel. Strings are static. */
struct buoy_kernel_info {
    const char *id;     /**< family/method/isa */
    const char *family; /**< the job, e.g. "volume" */
    const char *method; /**< the algorithm, e.g. "blocks" */
    const char *isa;    /**< the instruction set, e.g. "avx2", "avx2+fma", "scalar" */
    bool deterministic; /**< same bits as the method's other deterministic variants */
    bool runnable;      /**< built, and this CPU, OS and cap allow it */
    const char *reason; /**< why it is not runnable, or "" */
};

/** Number of kernels known, runnable or not. */
BUOY_API size_t buoy_kernel_count(void);

/** The index-th kernel, in the registry's order. */
BUOY_API const struct buoy_kernel *buoy_kernel_at(size_t index);

/**
 * Finds a kernel by its id; NULL if there is none.
 *
 * family/method/best is the method's best deterministic kernel that may run at the time of the
 * call, under BUOY_ISA or buoy_set_isa(): it can be found on every machine, and its bits are the
 * same on all. auto/best and auto/tuned of a family choose the method, too, at every query.
 */
BUOY_API const struct buoy_kernel *buoy_kernel_find(const char *id);

/** Describes a kernel as of now (the cap may change what is runnable). */
BUOY_API enum buoy_status buoy_kernel_get_info(const struct buoy_kernel *kernel,
                                               struct buoy_kernel_info *info,
                                               struct buoy_error *error);

/** The finest grid of the `voxel` method, in cells per axis. */
#define BUOY_MAX_VOXELS 4096u

/** A volume query on a chosen kernel. */
struct buoy_volume_query {
    const struct buoy_mesh *mesh;
    const struct buoy_plane *planes; /**< count of them, in the mesh's frame */
    const double *offsets;           /**< NULL, or count of them, to replace the planes' d: of
                                          meshes far from the origin of their frame */
    size_t count;
    void *scratch; /**< 64-byte aligned; buoy_volume_scratch_bytes() of it */
    size_t scratch_bytes;
    unsigned voxels; /**< cells per axis, `voxel` only; 0 means 64; ≤ BUOY_MAX_VOXELS */
};

/** No mesh and no planes. Programs that start from it keep compiling, and keep
    their meaning, when a later version adds a member. */
BUOY_API struct buoy_volume_query buoy_volume_query_default(void);

/** Scratch memory a kernel needs for queries on a mesh, in bytes; often 0. */
BUOY_API size_t buoy_volume_scratch_bytes(const struct buoy_kernel *kernel,
                                          const struct buoy_mesh *mesh, struct buoy_error *error);

/**
 * Like buoy_volume_compute(), on a chosen kernel.
 *
 * @return also BUOY_ERROR_ARGUMENT (not a volume kernel, null mesh), BUOY_ERROR_NOT_RUNNABLE,
 *         BUOY_ERROR_SCRATCH
 */
BUOY_API enum buoy_status buoy_volume_with(const struct buoy_kernel *kernel,
                                           const struct buoy_volume_query *query,
                                           struct buoy_volume *BUOY_RESTRICT results,
                                           struct buoy_error *error);

/** One body of a crowd: its mesh, and the water {x : n·x = d} in that mesh's frame. */
struct buoy_job {
    const struct buoy_mesh *mesh;
    float normal[3]; /**< n */
    double d;
};

/**
 * Scratch memory buoy_volume_jobs() needs for these jobs, in bytes: some 100 a job, and what the
 * kernel needs for the largest mesh. 0 if count is 0 or an argument is wrong.
 */
BUOY_API size_t buoy_volume_jobs_scratch_bytes(const struct buoy_kernel *kernel,
                                               const struct buoy_job *jobs, size_t count,
                                               struct buoy_error *error);

/**
 * Answers a crowd of bodies with any meshes in any order. They are grouped by mesh first, so that
 * `volume/batch/…` and `volume/auto/tuned` find many planes for each. Allocates nothing. An answer
 * is the kernel's for that mesh and plane alone, whatever else is in the crowd, unless the kernel
 * is not deterministic.
 *
 * @param jobs    count bodies
 * @param scratch 64-byte aligned; buoy_volume_jobs_scratch_bytes() of it; overwritten
 * @param results receives count answers, in the order of the jobs; must overlap nothing
 * @return as buoy_volume_with(); after an error the results are untouched
 */
BUOY_API enum buoy_status buoy_volume_jobs(const struct buoy_kernel *kernel,
                                           const struct buoy_job *jobs, size_t count, void *scratch,
                                           size_t scratch_bytes,
                                           struct buoy_volume *BUOY_RESTRICT results,
                                           struct buoy_error *error);

/**
 * Caps the instruction sets used to those that `isa` implies, by the names that kernels have:
 * "scalar", "avx2", "avx512+fma", "neon", "sve256"…; NULL for all this machine has. Overrides
 * BUOY_ISA.
 *
 * @return BUOY_ERROR_UNKNOWN_NAME or BUOY_ERROR_NOT_RUNNABLE, and no change, if this machine
 *         cannot run exactly that
 */
BUOY_API enum buoy_status buoy_set_isa(const char *isa, struct buoy_error *error);

/**
 * Reports the instruction sets in use: what the machine has, or the cap.
 *
 * @param error says what is wrong with BUOY_ISA, if anything; may be NULL
 */
BUOY_API enum buoy_status buoy_get_isa(const char **isa, struct buoy_error *error);

/** A status in words. */
BUOY_API const char *buoy_status_text(enum buoy_status status);

/* ------------------------------------------------------------------------------- memory */

/**
 * Where the library's memory comes from: two functions, and a context that both are given. Only
 * making allocates (meshes, diagnoses, waves, patches, the search for hidden triangles); queries
 * work in memory that their callers hand over.
 *
 * Any thread that makes or destroys something calls the functions, several at once if several do
 * so at once: they must be safe to call from all of these. They must return (no exception, no
 * longjmp()).
 */
struct buoy_allocator {
    /**
     * Returns memory for a block, or NULL if there is not enough: what needed it then fails with
     * BUOY_ERROR_MEMORY, and releases all else that it had allocated.
     *
     * @param bytes      size of the block: above 0, a multiple of alignment
     * @param alignment  the block must begin at a multiple of it: that of max_align_t, or 64
     */
    void *(*allocate)(void *context, size_t bytes, size_t alignment);
    /**
     * Takes a block back.
     *
     * @param memory     what allocate() returned, never NULL
     * @param bytes      as allocate() was asked for it
     * @param alignment  as allocate() was asked for it
     */
    void (*release)(void *context, void *memory, size_t bytes, size_t alignment);
    void *context; /**< handed to both; the library does not look at it */
};

/**
 * Has all memory of the library come from here, which is best called before anything is made. It
 * holds for all threads. Nothing goes by it: what of the C library may allocate by itself, such as
 * qsort(), is not called.
 *
 * Each block goes back to the allocator that it came from, since none can be set while the library
 * holds memory: while there is a mesh, waves or a patch, or while another thread is making one.
 *
 * @param allocator  is copied; its context must last until another is set. NULL for the C library's
 *                   memory, as it is at first.
 * @param error      receives status and message; may be NULL
 * @return BUOY_OK; BUOY_ERROR_ARGUMENT, and no change, if one of the functions is NULL or memory
 *         is held
 */
BUOY_API enum buoy_status buoy_set_allocator(const struct buoy_allocator *allocator,
                                             struct buoy_error *error);

/* ------------------------------------------------------------------------------ version */

/* The one place that says which version this is: CMakeLists.txt reads these three lines. */
#define BUOY_VERSION_MAJOR 0
#define BUOY_VERSION_MINOR 1
#define BUOY_VERSION_PATCH 0

/** The version of this header as a number that grows with it: 1002003 is 1.2.3. #if can ask it. */
#define BUOY_VERSION (BUOY_VERSION_MAJOR * 1000000 + BUOY_VERSION_MINOR * 1000 + BUOY_VERSION_PATCH)

/** The version of this header as text: "1.2.3". */
#define BUOY_VERSION_TEXT                                                                          \
    BUOY_VERSION_JOIN(BUOY_VERSION_MAJOR, BUOY_VERSION_MINOR, BUOY_VERSION_PATCH)
#define BUOY_VERSION_JOIN(major, minor, patch) BUOY_VERSION_QUOTE(major.minor.patch)
#define BUOY_VERSION_QUOTE(text) #text

/**
 * The version of the library that is linked or loaded, to be compared with BUOY_VERSION. Before
 * 1.0.0 a library serves programs compiled with headers of the same minor version.
 */
BUOY_API uint32_t buoy_version(void);

#ifdef __cplusplus
}
#endif

#endif
