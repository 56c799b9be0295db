/**
 * @file buoyancy.h
 * Exact buoyancy: the public interface of libbuoyancy, and the conventions of all its headers. It
 * includes what an engine needs: meshes and volumes (buoyancy_mesh.h), shapes, water, and the step
 * with its models (buoyancy_step.h). Further subjects have headers of their own.
 *
 * Words. The **height** of a point x above the plane {x : n·x = d} is (n·x − d)/|n|. A point with
 * a negative height is submerged, a point exactly on the plane is dry. n points up, out of the
 * water, and may have any length > 0. The **mesh's centre** is the centre of its bounding box, the
 * **diagonal** is the length of that box's diagonal. κ = area × diagonal / volume is the mesh's
 * **conditioning**: 10 to 60 for ordinary bodies, hundreds for thin ones.
 *
 * Units and frames. Lengths are in metres (any unit works: nothing here has a scale), planes and
 * results are in the mesh's own frame, the one its vertices were given in. Triangles are wound
 * counter-clockwise seen from outside, in a right-handed frame.
 *
 * Errors. These rules hold in all headers.
 * - Every function that can fail takes a `struct buoy_error *error` as its last parameter. It may
 *   be NULL. It receives the status and a message that names the first offending element, or
 *   BUOY_OK and an empty message. Most functions return the same status. Their descriptions name
 *   the statuses that are their own. Besides, every function may return BUOY_ERROR_ARGUMENT for a
 *   null pointer or a kernel of another family, what makes something BUOY_ERROR_MEMORY, and what
 *   answers questions BUOY_ERROR_UNKNOWN_NAME or BUOY_ERROR_NOT_RUNNABLE, if BUOY_ISA names no
 *   instruction set or one that cannot run here, or if the chosen kernel cannot.
 * - A null pointer is an error (BUOY_ERROR_ARGUMENT) unless the parameter's description allows it;
 *   arrays of 0 elements may be NULL everywhere. A kernel of another family is an error, too.
 * - Formulas (functions that compute a force and return void) check nothing. Their arguments must
 *   be finite, and no pointer may be NULL.
 * - After an error a result is what it was before the call, or NaN in all its numbers, but never
 *   anything that could be taken for an answer. A function that makes an object stores NULL.
 * - **An array's element fails alone**: of each function that answers a question for each of
 *   `count` elements. An element whose own numbers are at fault gets NaN in all numbers of its
 *   answer, or, where effects are added, nothing. Every other element gets its answer, bit for bit
 *   as without it (by auto/tuned, an answer within its bounds). The status is BUOY_ERROR_ELEMENT,
 * for one element, too. The message names the first that failed by the caller's number, says why,
 * and how many failed. Where there is a query struct, its member `failed`, NULL or a byte for each
 * element, receives 1 for elements that failed and 0 for the others. All other errors (null
 * pointers, counts, types, and what all elements share) refuse the whole call before anything is
 * written, `failed` included.
 * - A function that returns a size of scratch memory returns SIZE_MAX after an error.
 * - A query that wets an open edge of a mesh made with BUOY_MESH_ACCEPT_OPEN is answered with NaN;
 *   the status is BUOY_OK, since the other queries of the array have answers.
 *   For buoy_water_forces_compute() such a body fails.
 *
 * Limits. What bodies, water and motion are described by has limits by quantity, in SI units,
 * beyond which a number is refused by a message that names both. Lengths, places, velocities,
 * spins, times and steps, densities, gravity and coefficients of drag: 1e12. Areas, volumes,
 * masses, inertias and their inverses, forces, torques, and matrices of drag and added mass: 1e30.
 * Places on water's surfaces, and bodies' for pressure: 1e18; velocities for pressure: 1e9, because
 * it computes in float. Planes, meshes and shapes on their own have the limits of their numbers'
 * type.
 *
 * Structs. What a query or an input leaves at 0 asks for nothing, or for what is usual, so that a
 * designated initialiser (C) or `= {}` (C++) needs only the members that matter, and keeps its
 * meaning when a later version adds one. Where 0 is no usual value, such as a rotation, a function
 * buoy_X_default() returns a struct to start from.
 *
 * Arrays. Results must not overlap anything that the function reads. Unless a description says
 * otherwise, pointers need the alignment of their type only; scratch memory is aligned to 64 bytes.
 *
 * Threads. A mesh never changes after it is made: any number of threads may query it at once.
 * Two threads that write answers into the same cache line slow each other down (by 15 %, measured
 * at 100 triangles): give each thread a block of results that is aligned to 64 bytes, or an array
 * of its own. buoy_set_isa() may be called at any time; calls that are already running are not
 * affected. All threads that query must have the same SVE vector length, as they do unless a thread
 * asks Linux for another.
 *
 * Floating point. No function changes the caller's rounding, trap or flush-to-zero modes. In
 * round-to-nearest mode, every kernel that is marked deterministic returns the same bits on every
 * instruction set, with every compiler and at every optimisation level. In the other modes bits may
 * differ, and answers are within twice the documented bounds. If the library was compiled by gcc,
 * or by clang with -ffp-exception-behavior=maytrap, ordinary questions raise only the flags for
 * inexact results and underflow, so that the other traps may be unmasked. Numbers near the largest
 * float may overflow in intermediate results. In a mode that takes denormals for zeros, numbers
 * below 1.2e-38 count as 0, the offset of a plane too, which matters to bodies below 1e-30 m.
 *
 * Stack. Compiled with optimisation, functions take up to 96 KiB of it for shapes
 * (buoyancy_shapes.h), 40 KiB for a step, of which one body of a single part takes 20 at most, 32
 * KiB for buoy_equilibria(), and 24 KiB for all else.
 */
#ifndef BUOYANCY_H
#define BUOYANCY_H

#include "buoyancy_mesh.h"
#include "buoyancy_shapes.h"
#include "buoyancy_step.h"
#include "buoyancy_water.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------ version */

/* The one place that says which version this is: CMakeLists.txt reads these three lines. */
/** First number of this header's version. */
#define BUOY_VERSION_MAJOR 0
/** Second number of this header's version. */
#define BUOY_VERSION_MINOR 1
/** Third number of this header's version. */
#define BUOY_VERSION_PATCH 0

/** The version of this header as a number, for the preprocessor to compare: 1002003 is 1.2.3. */
#define BUOY_VERSION (BUOY_VERSION_MAJOR * 1000000 + BUOY_VERSION_MINOR * 1000 + BUOY_VERSION_PATCH)

/** The version of this header as text: "1.2.3". */
#define BUOY_VERSION_TEXT                                                                          \
    BUOY_VERSION_JOIN(BUOY_VERSION_MAJOR, BUOY_VERSION_MINOR, BUOY_VERSION_PATCH)
/** Part of BUOY_VERSION_TEXT. */
#define BUOY_VERSION_JOIN(major, minor, patch) BUOY_VERSION_QUOTE(major.minor.patch)
/** Part of BUOY_VERSION_TEXT. */
#define BUOY_VERSION_QUOTE(text) #text

/** Returns the version of the library that is linked or loaded, to compare with BUOY_VERSION.
    Before 1.0.0 a library serves programs that were compiled with headers of the same minor
    version.
    Returns a number like BUOY_VERSION. */
BUOY_API uint32_t buoy_version(void);

#ifdef __cplusplus
}
#endif

#endif
