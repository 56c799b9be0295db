/**
 * @file buoyancy_mesh.h
 * Meshes, and what is submerged of them; errors, frames, planes and memory, which all headers need.
 * buoyancy.h, which includes this one, has the conventions.
 */
#ifndef BUOYANCY_MESH_H
#define BUOYANCY_MESH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @def BUOY_API
 * Marks what the library exports. Programs that link the library as a Windows DLL define BUOY_DLL;
 * the library itself is then compiled with BUOY_DLL_EXPORTS as well.
 */
#if defined(_WIN32) && defined(BUOY_DLL_EXPORTS)
#define BUOY_API __declspec(dllexport)
#elif defined(_WIN32) && defined(BUOY_DLL)
#define BUOY_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define BUOY_API __attribute__((visibility("default")))
#else
#define BUOY_API
#endif

/**
 * @def BUOY_RESTRICT
 * C's restrict, by the name that C++ compilers know.
 */
#ifdef __cplusplus
#define BUOY_RESTRICT __restrict
#else
#define BUOY_RESTRICT restrict
#endif

/** What went wrong. */
enum buoy_status {
    BUOY_OK = 0,             /**< no error */
    BUOY_ERROR_ARGUMENT,     /**< a null pointer, an unknown flag, a value that is not allowed */
    BUOY_ERROR_MEMORY,       /**< out of memory */
    BUOY_ERROR_NON_FINITE,   /**< a coordinate or plane is infinite or NaN, or a normal is zero */
    BUOY_ERROR_INDEX,        /**< a triangle names a vertex that does not exist */
    BUOY_ERROR_OPEN,         /**< an edge has a triangle on one side only: the mesh is not closed */
    BUOY_ERROR_WINDING,      /**< two triangles run along their common edge the same way */
    BUOY_ERROR_INWARD,       /**< the mesh is closed, but wound inward: all of it, a part that is
                                  not a cavity, or a lobe of a part that crosses itself */
    BUOY_ERROR_ZERO_VOLUME,  /**< the mesh is closed, but flat: it encloses nothing */
    BUOY_ERROR_TOO_LARGE,    /**< more than BUOY_MAX_TRIANGLES triangles or vertices; or parts too
                                  tangled to tell which are cavities; or too many
                                  bodies */
    BUOY_ERROR_UNKNOWN_NAME, /**< no kernel or instruction set has that name */
    BUOY_ERROR_NOT_RUNNABLE, /**< the kernel or instruction set was not built, cannot run on this
                                  CPU or OS, or is beyond BUOY_ISA or buoy_set_isa() */
    BUOY_ERROR_SCRATCH,      /**< the caller's scratch memory is too small or misaligned */
    BUOY_ERROR_RANGE,        /**< a volume below 0 or above that of the whole body */
    BUOY_ERROR_PRECISION,    /**< the body is too ill-conditioned for double precision */
    BUOY_ERROR_PROFILE,      /**< a tuning profile that cannot be read, is damaged, or was measured
                                  with another library, compiler or processor */
    BUOY_ERROR_IMAGE,        /**< an image of a mesh is foreign, newer or damaged */
    BUOY_ERROR_LAYOUT,       /**< the mesh does not keep what the function reads: a flag
                                  BUOY_MESH_KEEP_… is missing */
    BUOY_ERROR_ELEMENT,      /**< some elements of an array have no answer; all others have */
};

/** What went wrong, for programs and for people. */
struct buoy_error {
    enum buoy_status status; /**< BUOY_OK after success */
    char message[240];       /**< a sentence that names the first offending element, or "" */
};

/** A caller's frame: which axis is up, and which hand. The library's own is BUOY_Z_UP. Others are
    exchanged for it, exactly, where meshes and models are made and where states are read and
    results written: by the permutation of axes given below, and, under a left hand, by the sign of
    what turns (the vector part of a quaternion, spins, torques). */
enum buoy_frame {
    BUOY_Z_UP, /**< right-handed: ROS, MuJoCo, Blender, Bullet */
    BUOY_Y_UP, /**< right-handed: Godot, Jolt, three.js, Bevy; (x, y, z) is (x, −z, y) here */
    BUOY_Y_UP_LEFT, /**< left-handed: Unity; (x, z, y) */
    BUOY_Z_UP_LEFT, /**< left-handed: Unreal; (x, −y, z) */
    BUOY_Z_DOWN,    /**< right-handed, north, east, down: ships, aircraft; (x, −y, −z) */
};

/** The water surface {x : n·x = d}; n has any length > 0 and points up. */
struct buoy_plane {
    float normal[3]; /**< n */
    float d;         /**< offset, in units of n's length */
};

/** A water surface {x : n·x = d} in double, for frames whose origin is far away. */
struct buoy_plane64 {
    double normal[3]; /**< n */
    double d;         /**< offset, in units of n's length */
};

/** Submerged volume and centre of buoyancy, in the mesh's frame. */
struct buoy_volume {
    double volume;    /**< cubic length units; 0 if dry or too shallow to resolve */
    double centre[3]; /**< centre of buoyancy; the mesh's centre where volume is 0 */
};

/* ------------------------------------------------------------------------------- meshes */

/** An immutable mesh. */
struct buoy_mesh;

/** The most triangles, or vertices, a mesh may have. */
#define BUOY_MAX_TRIANGLES (UINT32_C(1) << 27)

/** What buoy_mesh_create() may accept or mend. With no flag, meshes that are not closed, or not
    wound outward, are refused. */
enum buoy_mesh_flags {
    /** Accept open or inconsistently wound meshes. A query that wets an open edge answers NaN. */
    BUOY_MESH_ACCEPT_OPEN = 1u << 0,
    /** Merge vertices at equal positions (−0 equals +0). If the mesh is open even so, also merge
       ends of open edges, as long as the box around those that become one has a diagonal no longer
       than `weld_tolerance`, if fewer edges are open then: files often have 0 and 3e-17 for one
       corner. */
    BUOY_MESH_WELD = 1u << 1,
    /** Drop triangles that use a vertex twice. */
    BUOY_MESH_DROP_DEGENERATE = 1u << 2,
    /** Make the winding of each connected part consistent and outward (inward for cavities). */
    BUOY_MESH_FIX_WINDING = 1u << 3,
    /** Drop triangles that have the vertices and the winding of another, if all their edges run one
        way more often than the other. */
    BUOY_MESH_DROP_REPEATED = 1u << 6,
    /** The four repairs, all of which are safe. */
    BUOY_MESH_REPAIR = BUOY_MESH_WELD | BUOY_MESH_DROP_DEGENERATE | BUOY_MESH_FIX_WINDING |
                       BUOY_MESH_DROP_REPEATED,
    /** Close a mesh that would be refused because it is not closed or not wound outward: do the
        repairs, drop all but one of the triangles that have the same vertices, and put a lid
        on each loop of open edges. A mesh that would not be refused is left alone.
        buoy_mesh_get_closing() says what was done. Takes precedence over BUOY_MESH_ACCEPT_OPEN. */
    BUOY_MESH_CLOSE = 1u << 4,
    /** Accept closed meshes that are inside out in part. Answers are then the volume that is wound
        outward less the volume that is wound inward, negative ones included, and they have no error
        bounds. buoy_mesh_get_info() says how much is inside out. The total volume must be above 0.
     */
    BUOY_MESH_ACCEPT_INSIDE_OUT = 1u << 5,
    /** Fill a mesh that encloses its own material: what BUOY_MESH_CLOSE does, for any mesh; then
        sealed cavities, and pockets that are open at the top, along +z of the library's frame, such
        as the inside of a hull of thick plates, become part of the body if they hold more than a
        hundredth of its volume. A lid covers a pocket's rim. buoy_mesh_get_closing() counts what
       was dropped and added. A body within a cavity stays, and then counts twice. */
    BUOY_MESH_FILL = 1u << 10,
    /** Keep the vertices and triangles, for copying them out, for finding hidden triangles, and for
        baselines: 24 bytes a triangle, 36 if they were doubles. This flag and the next three
        are for what most programs do not need beside 40 bytes a triangle. A function that needs
        what a mesh does not keep fails with BUOY_ERROR_LAYOUT and names the flag. */
    BUOY_MESH_KEEP_TRIANGLES = 1u << 7,
    /** Keep triangles in blocks of 16, for the kernels `blocks` and `batch`: 86 bytes a triangle.
     */
    BUOY_MESH_KEEP_BLOCKS = 1u << 8,
    /** Keep facets, for pressure: 19 bytes a triangle. It implies the two above. */
    BUOY_MESH_KEEP_FACETS = 1u << 9,
    /** Keep the tree of a small mesh, too, which is otherwise kept by its vertices alone: for the
        kernels `hierarchy`, `hierarchy64` and `blocks64`, 100 bytes a triangle. Others always keep
        it, and what is not asked by a kernel's name does not need it. */
    BUOY_MESH_KEEP_TREE = 1u << 11,
    /** Keep all of these. */
    BUOY_MESH_KEEP_ALL = BUOY_MESH_KEEP_TRIANGLES | BUOY_MESH_KEEP_BLOCKS | BUOY_MESH_KEEP_FACETS |
                         BUOY_MESH_KEEP_TREE,
};

/** How far apart BUOY_MESH_WELD merges vertices unless told otherwise: a share of the diagonal. */
#define BUOY_WELD_TOLERANCE 1e-7

/** The most spheres that a mesh may be packed with. */
#define BUOY_MAX_SPHERES 1024u

/** The caller's vertices and triangles. They are copied, and may be freed once the mesh is made.
    Vertices that no triangle uses are left out of the mesh; the others keep their order.

    Positions are given as floats or as doubles. Doubles that are all floats make the same mesh as
    these floats. Others are rounded to float once, relative to the centre of the triangles'
    bounding box, before anything is compared or merged, so that a hull of a metre may lie millions
    of metres from its origin. */
struct buoy_mesh_input {
    const float *positions;  /**< x,y,z of each vertex: 3 × vertex_count numbers; or NULL */
    size_t vertex_count;     /**< number of vertices */
    const uint32_t *indices; /**< three vertices of each triangle: 3 × triangle_count indices; or
                                  NULL */
    size_t triangle_count;   /**< number of triangles */
    unsigned flags;          /**< bits of enum buoy_mesh_flags */
    /** The number of spheres to pack into a closed mesh, at most BUOY_MAX_SPHERES, which takes some
        milliseconds. Only `volume/spheres` uses them; without spheres it answers like
        `volume/pontoons`. 0 costs nothing. */
    unsigned spheres;
    /** How far apart BUOY_MESH_WELD merges vertices where that closes edges, as a share of the
        diagonal, below 1; 0 stands for BUOY_WELD_TOLERANCE; below 0, only equal positions are
        merged. */
    double weld_tolerance;
    const double *positions64; /**< the positions in double, where `positions` is NULL */
    uint32_t stride; /**< bytes from a vertex's position to the next one's, as in vertices that have
                          more than a position; at any address; 0: positions are adjacent */
    const uint16_t *indices16; /**< the indices in 16 bits, where `indices` is NULL */
    /** The frame of the positions. The mesh is made in the library's. Under a left hand, triangles
        are clockwise from outside, as they are in Unity and Unreal. */
    enum buoy_frame frame;
    /** What coordinates are multiplied by as they are read, one factor for each of the axes of the
        positions, each > 0; all 0: they stay as they are. So a body's part has a scale of its own:
        make a mesh for each. Products are of doubles, rounded as these. */
    double scale[3];
};

/** Makes a mesh, after checking the caller's: coordinates must be finite and, relative to the
    mesh's centre, within float's range, indices in range, the surface closed (each edge is used as
    often in one direction as in the other) and wound outward, and the volume not 0.

    A closed surface may cross itself. Space then counts as often as the surface winds around it,
    and counts negatively where the surface winds around it backwards. A mesh is refused if more
    than a thousandth of its volume counts negatively, however thin that is (kernels/soup/lobes.c),
    unless BUOY_MESH_ACCEPT_INSIDE_OUT is set. What is less is part of the bounds on errors. If a
    surface crosses itself so often, or so nearly along its own faces, that a thousandth can be
    neither shown nor excluded, the mesh is made, and bounds on errors are infinite. Folds thinner
    than 2⁻³⁸ of the mesh's size are not looked for.

    If a part is wound inward, the function finds out which parts lie inside which others. That
    takes time in proportion to n log n for n triangles, if parts lie inside one another or apart.
    If thousands of parts cross each other, or lie within 2⁻¹⁸ of the mesh's height of each other,
    the search may be given up with BUOY_ERROR_TOO_LARGE, after 15 s or up to a minute for each
    million triangles. If all parts are wound outward there is no search.

    mesh: receives the mesh, to be freed by buoy_mesh_destroy(); NULL on error.
    Returns BUOY_ERROR_ARGUMENT, BUOY_ERROR_MEMORY, BUOY_ERROR_NON_FINITE, BUOY_ERROR_INDEX,
    BUOY_ERROR_OPEN, BUOY_ERROR_WINDING, BUOY_ERROR_INWARD, BUOY_ERROR_ZERO_VOLUME or
    BUOY_ERROR_TOO_LARGE. The message names the first offending triangle or vertex by the caller's
    index, and the flag that would mend the mesh, if any. */
BUOY_API enum buoy_status buoy_mesh_create(const struct buoy_mesh_input *input,
                                           struct buoy_mesh **mesh, struct buoy_error *error);

/** Frees a mesh.
    mesh: no query may be using it; may be NULL. */
BUOY_API void buoy_mesh_destroy(struct buoy_mesh *mesh);

/** Properties of a mesh, computed in double precision when it was made. */
struct buoy_mesh_info {
    size_t vertex_count;    /**< number of vertices after repairs */
    size_t triangle_count;  /**< number of triangles after repairs */
    size_t bytes;           /**< memory that the mesh takes, without its spheres */
    bool closed;            /**< false only with BUOY_MESH_ACCEPT_OPEN */
    double centre[3];       /**< centre of the bounding box */
    double half_extent[3];  /**< half extents of the bounding box */
    double diagonal;        /**< diagonal of the bounding box */
    double volume;          /**< total; an open mesh counts as closed by a fan around its centre */
    double centroid[3];     /**< centroid of the total volume; the centre if the volume is 0 */
    double area;            /**< area of the whole surface */
    double conditioning;    /**< κ = area × diagonal / |volume|, ∞ if that is 0 */
    double inverted_volume; /**< volume that a closed mesh winds around backwards, as often as it
                                 does; 0 for open meshes */
    double inverted_doubt;  /**< how far that may be off; ∞ if the search was given up */
    size_t merged_vertices; /**< vertices that BUOY_MESH_WELD merged into one at another position */
    double merged_distance; /**< how far at most a merged vertex was moved: the longest diagonal of
                                 a box around vertices that became one */
    double rounding;        /**< how far at most a vertex was moved to make it a float relative to
                                 the centre; 0 for meshes given as floats */
};

/** Describes a mesh. */
BUOY_API enum buoy_status buoy_mesh_get_info(const struct buoy_mesh *mesh,
                                             struct buoy_mesh_info *info, struct buoy_error *error);

/** What BUOY_MESH_CLOSE did to a mesh. All members are 0 if the mesh was left alone. */
struct buoy_closing {
    size_t merged_vertices;   /**< vertices merged into another at the same position */
    size_t dropped_triangles; /**< triangles that used a vertex twice, or the vertices of another */
    size_t turned_triangles;  /**< how often a triangle's winding was reversed */
    size_t loops;             /**< loops of open edges, each of which got a lid */
    size_t edges;             /**< edges of all loops; an edge counts once for each
                                   missing triangle */
    size_t added_triangles;   /**< triangles of all lids; they are the mesh's last ones */
    double length;            /**< length of all loops */
    double added_area;        /**< area of all lids */
    double added_volume;      /**< volume between all lids and the mesh's centre; may be negative.
                                   With BUOY_MESH_ACCEPT_OPEN the mesh's volume is less by this */
    double inverted_volume;   /**< volume wound around backwards */
};

/** Describes what BUOY_MESH_CLOSE did to a mesh. Any set of triangles can be closed: the edges that
    its triangles use more often one way than the other make up closed loops. A loop of three edges
    gets one triangle, a longer one a fan around its centroid. The shape of a lid is a guess, and
    `added_volume` says how much depends on it. A closed mesh that is inside out in part is refused
    like any other, unless BUOY_MESH_ACCEPT_INSIDE_OUT is set.
    closing: receives what was done to it. */
BUOY_API enum buoy_status buoy_mesh_get_closing(const struct buoy_mesh *mesh,
                                                struct buoy_closing *closing,
                                                struct buoy_error *error);

/** What is right and wrong with a mesh, before or instead of making one. */
struct buoy_diagnosis {
    size_t vertex_count;         /**< as given */
    size_t distinct_vertices;    /**< after merging equal positions */
    size_t triangle_count;       /**< as given */
    size_t degenerate_triangles; /**< triangles of zero area: a vertex twice, or three on a line */
    size_t repeated_triangles;   /**< triangles that BUOY_MESH_DROP_REPEATED would drop */
    size_t edges;                /**< undirected edges between distinct vertices */
    size_t open_edges;           /**< edges with a single triangle */
    size_t inconsistent_edges;   /**< edges with exactly two triangles, which run the same way */
    size_t non_manifold_edges;   /**< edges with more than two triangles */
    size_t unbalanced_edges;     /**< non-manifold edges used more often one way than the other */
    size_t parts;                /**< sets of triangles that are connected over edges */
    size_t inward_parts;         /**< closed parts with negative volume (cavities or mistakes) */
    bool closed;                 /**< whether buoy_mesh_create() finds it closed, after welding */
    bool outward;                /**< whether the total volume is > 0 */
    bool overlap_hint;           /**< some space is enclosed twice or inside out, or may be */
    double inverted_volume;      /**< volume wound around backwards, of a closed mesh */
    double inverted_doubt;       /**< how far that may be off; ∞ if the search was given up */
    /** Bounding box, lowest and highest corner. @{ */
    double minimum[3], maximum[3];
    /** @} */
    /** Enclosed volume and surface area. @{ */
    double volume, area;
    /** @} */
    double centroid[3];   /**< centroid of the volume */
    double inertia[3][3]; /**< ∫ (|r|² δij − ri rj) dV about the centroid, unit density */
    double conditioning;  /**< κ = area × diagonal / |volume| */
};

/** Examines a mesh without making one. Vertices at equal positions count as one.
    input: the mesh; its flags are not used.
    diagnosis: receives what was found.
    Returns BUOY_OK also for broken meshes; else BUOY_ERROR_ARGUMENT, BUOY_ERROR_MEMORY,
   BUOY_ERROR_NON_FINITE, BUOY_ERROR_INDEX or BUOY_ERROR_TOO_LARGE if the mesh cannot be examined at
   all. */
BUOY_API enum buoy_status buoy_mesh_diagnose(const struct buoy_mesh_input *input,
                                             struct buoy_diagnosis *diagnosis,
                                             struct buoy_error *error);

/** Copies a mesh's vertices and triangles, as they are after repairs, into the caller's arrays.
    mesh: the mesh; buoy_mesh_get_info() tells the counts.
    positions: receives x,y,z of each vertex: 3 × vertex_count numbers.
    indices: receives three vertices of each triangle: 3 × triangle_count indices.
    Returns BUOY_ERROR_LAYOUT without BUOY_MESH_KEEP_TRIANGLES. */
BUOY_API enum buoy_status buoy_mesh_copy_out(const struct buoy_mesh *mesh, float *positions,
                                             uint32_t *indices, struct buoy_error *error);

/** Like buoy_mesh_copy_out(), in double: the numbers that the mesh was given. Only vertices that
    BUOY_MESH_CLOSE added are rounded. buoy_mesh_copy_out() rounds each of them to float: to ±∞
    beyond FLT_MAX.
    positions: receives x,y,z of each vertex.
    indices: receives three vertices of each triangle.
    Returns as buoy_mesh_copy_out(). */
BUOY_API enum buoy_status buoy_mesh_copy_out64(const struct buoy_mesh *mesh, double *positions,
                                               uint32_t *indices, struct buoy_error *error);

/** Returns the size of a mesh's image.
    Returns bytes, about buoy_mesh_info.bytes; SIZE_MAX on error: BUOY_ERROR_ARGUMENT (no mesh). */
BUOY_API size_t buoy_mesh_image_bytes(const struct buoy_mesh *mesh, struct buoy_error *error);

/** Writes a mesh's image, to be kept in a file or elsewhere. It is the same wherever it is written,
    and good for libraries of the same version on machines of the same byte order and word size.
    image: receives the image.
    bytes: room for it, buoy_mesh_image_bytes() or more.
    Returns BUOY_ERROR_ARGUMENT (too little room). */
BUOY_API enum buoy_status buoy_mesh_save(const struct buoy_mesh *mesh, void *image, size_t bytes,
                                         struct buoy_error *error);

/** Makes a mesh of an image in some fiftieth of the time that buoy_mesh_create() takes. The mesh
    answers with the bits of the one that was saved. Its arrays stay in the image, which must
    neither change nor go before the mesh is destroyed; it may be read-only, and serve several
    meshes.

    An image is checked, so that not even a crafted one makes a query read or write where it must
    not. Whether its numbers are those of a body is not checked.

    image: the image, aligned to 64 bytes.
    bytes: its size, or more.
    mesh: receives the mesh, to be freed by buoy_mesh_destroy(); NULL on error.
    Returns BUOY_ERROR_ARGUMENT (an image that is not aligned); BUOY_ERROR_IMAGE, whose message
    begins with "foreign", "newer", "older" or "damaged"; BUOY_ERROR_MEMORY. */
BUOY_API enum buoy_status buoy_mesh_load(const void *image, size_t bytes, struct buoy_mesh **mesh,
                                         struct buoy_error *error);

/* ------------------------------------------------------------------------------ queries */

/** A kernel: one method compiled for one instruction set; and bounds on an answer's error
    (buoyancy_kernels.h). @{ */
struct buoy_kernel;
struct buoy_volume_error;
/** @} */

/** The finest grid of the `voxel` methods, in cells per axis. */
#define BUOY_MAX_VOXELS 4096u

/** A mesh, and planes of water. */
struct buoy_volume_query {
    const struct buoy_mesh *mesh;     /**< the body */
    const struct buoy_plane *planes;  /**< count planes in the mesh's frame */
    size_t count;                     /**< number of planes; may be 0 */
    const struct buoy_kernel *kernel; /**< the kernel that answers; NULL: the library chooses */
    void *scratch;                    /**< 64-byte aligned; NULL if none is needed */
    size_t scratch_bytes;             /**< size of scratch, buoy_volume_scratch_bytes() or more */
    unsigned voxels; /**< cells per axis, `voxel` methods only; 0: 64; ≤ BUOY_MAX_VOXELS */
    bool cold;       /**< whether the mesh is hardly in the caches, because many others were queried
                          since; only auto/tuned uses it, for its choice */
    struct buoy_volume_error *errors;    /**< NULL, or receives an error bound for each answer, NaN
                                              where the answer is NaN. Must not overlap anything. Costs
                                              another query, on volume/hierarchy64, and where vertices
                                              or planes were rounded or merged, one on
                                              hydrostatics/auto/best */
    const struct buoy_plane64 *planes64; /**< NULL, or count planes in place of `planes`, which is
                                              NULL then: each is moved to the mesh's centre in
                                              double before its normal is rounded to floats, so that
                                              it keeps its digits however far the frame's origin
                                              is */
    uint8_t *failed; /**< NULL, or receives for each plane 1 if it failed, else 0 */
};

/** Computes the submerged volume and the centre of buoyancy of a mesh below each of some planes, by
    `volume/auto/best`: `volume/hierarchy`, but `volume/blocks` for bodies with κ ≤ 60 and at most
    16 triangles, one of which is large for the volume, such as planks and tetrahedra
    (kernels/mesh/mesh.h has the rule). The mesh alone decides the method, and the machine only the
    instruction set, so that the bits are the same on every machine.

    Accuracy, for closed meshes with no part inside out. The error of the volume is within a bound
    that is proven for each mesh and plane (kernels/bounds/bounds_volume.c; `buoybench verify`
    prints it): the change that follows from moving every vertex by a few float roundings of its
    distance from the mesh's centre, plus a dozen roundings of the terms that are added up. On
    ordinary bodies (κ ≤ 60) the bound is 10⁻⁶ of the total volume below a hundred triangles and
    10⁻⁵ above. Observed errors are a tenth of the bound or less, 10⁻⁸ in the median. Bodies with
    less than 2⁻¹² of their volume submerged are answered in double. The centre has a bound of its
    own: as a share of the diagonal it is, on ordinary bodies, about the volume's bound divided by
    the submerged share of the volume, and a few times that on thin bodies. A vertex less deep than
    2⁻¹⁰⁰ of the body's size counts as dry.

    Returns BUOY_ERROR_ELEMENT (a plane is not finite or its normal is zero: it gets NaN);
    BUOY_ERROR_ARGUMENT (a kernel of another family, too many voxels); BUOY_ERROR_UNKNOWN_NAME or
    BUOY_ERROR_NOT_RUNNABLE if the environment variable BUOY_ISA names no instruction set, or one
    that cannot run here, or if the kernel cannot; BUOY_ERROR_LAYOUT or BUOY_ERROR_SCRATCH (the
    kernel lacks what it needs). */
BUOY_API enum buoy_status buoy_volume_compute(const struct buoy_volume_query *query,
                                              struct buoy_volume *BUOY_RESTRICT results,
                                              struct buoy_error *error);

/* ----------------------------------------------------------------------------- statuses */

/** Describes a status in words.
    status: any number.
    Returns static text, never NULL. */
BUOY_API const char *buoy_status_text(enum buoy_status status);

/* ------------------------------------------------------------------------------- memory */

/** Where the library's memory comes from: two functions, and a context that both receive. Memory is
    allocated only to make or examine things: meshes, diagnoses, waves, patches, models, profiles,
    and the search for hidden triangles. Queries work in memory that their callers hand over.

    The functions are called on the thread that makes or destroys something, and on several threads
    at once if several of them do so. They must return normally: no exception, no longjmp(). */
struct buoy_allocator {
    /**
     * Returns memory for a block, or NULL if there is not enough. The function that needed it then
     * fails with BUOY_ERROR_MEMORY and releases everything else that it had allocated. `bytes`, the
     * size of the block, is above 0 and a multiple of `alignment`. The block's address must be a
     * multiple of `alignment`, too, which is that of max_align_t, or 64.
     */
    void *(*allocate)(void *context, size_t bytes, size_t alignment);
    /**
     * Takes a block back: `memory` is what allocate() returned, never NULL; `bytes` and `alignment`
     * are what allocate() was called with.
     */
    void (*release)(void *context, void *memory, size_t bytes, size_t alignment);
    void *context; /**< handed to both functions; the library does not look at it */
};

/** Sets the allocator of the library, for all threads. Call it before anything is made. All memory
    comes from the allocator: functions of the C library that may allocate by themselves, such as
    qsort(), are not called.

    Each block goes back to the allocator that it came from, because the allocator cannot be changed
    while the library holds memory: while there is a mesh, waves, a patch, a model or a loaded
    profile, or while another thread is making one.

    allocator: the allocator, which is copied; its context must last until another allocator is set.
    NULL for the C library's memory, which is the default.
    Returns BUOY_ERROR_ARGUMENT, and no change, if one of the functions is NULL or the library holds
    memory. */
BUOY_API enum buoy_status buoy_set_allocator(const struct buoy_allocator *allocator,
                                             struct buoy_error *error);

#ifdef __cplusplus
}
#endif

#endif
