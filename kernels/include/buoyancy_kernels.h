/**
 * @file buoyancy_kernels.h
 * What benchmarks and tuning need: kernels by name, instruction sets, tuning profiles, bounds on
 * errors. Engines can do without it: the functions `…_compute()` choose a kernel by themselves.
 * What buoyancy.h says about errors and threads holds here, too.
 */
#ifndef BUOYANCY_KERNELS_H
#define BUOYANCY_KERNELS_H

#include "buoyancy_mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Properties of a kernel. Strings are static. */
struct buoy_kernel_info {
    const char *id;     /**< family/method/isa */
    const char *family; /**< the job, e.g. "volume" */
    const char *method; /**< the algorithm, e.g. "blocks" */
    const char *isa;    /**< the instruction set, e.g. "avx2", "avx2+fma", "scalar" */
    bool deterministic; /**< whether it returns the bits of the method's scalar kernel */
    bool runnable;      /**< whether it was built, and this CPU and OS, and BUOY_ISA or
                             buoy_set_isa(), allow it */
    const char *reason; /**< why it is not runnable, or "" */
};

/** Counts the kernels that the library knows.
    Returns number of kernels, runnable or not. */
BUOY_API size_t buoy_kernel_count(void);

/** Returns a kernel by its place.
    index: place in the registry's order, from 0 on.
    Returns the kernel; NULL if index is not below buoy_kernel_count(). */
BUOY_API const struct buoy_kernel *buoy_kernel_at(size_t index);

/** Finds a kernel by its id.

    The id family/method/best stands for the method's best deterministic kernel that may run at the
    time of the call, under BUOY_ISA or buoy_set_isa(). It can be found on every machine, and its
    bits are the same on all of them. For methods that answer many questions side by side, such as
    box/corners, it is the family's auto/best, which chooses the instruction set at every query by
    the number of questions: one box is fastest in scalar code. The methods auto/best and auto/tuned
    of a family choose the method, too, at every query: auto/best by the family and the shape alone,
    with the same bits everywhere; auto/tuned also by the number of queries, by whether the mesh is
    cold, and by the tuning profile (buoy_profile_load()), so that the bits of an answer may depend
    on the machine and on how many queries were asked at once.

    id: family/method/isa, e.g. "volume/blocks/avx2"; may be NULL.
    Returns the kernel; NULL if none has that id. */
BUOY_API const struct buoy_kernel *buoy_kernel_find(const char *id);

/** Describes a kernel as of now: buoy_set_isa() may change what is runnable. */
BUOY_API enum buoy_status buoy_kernel_get_info(const struct buoy_kernel *kernel,
                                               struct buoy_kernel_info *info,
                                               struct buoy_error *error);

/** Returns the size of the scratch memory that a kernel needs for queries on a mesh.
    kernel: a kernel of the family `volume`.
    Returns bytes, often 0; SIZE_MAX on error: BUOY_ERROR_ARGUMENT (not a volume kernel). */
BUOY_API size_t buoy_volume_scratch_bytes(const struct buoy_kernel *kernel,
                                          const struct buoy_mesh *mesh, struct buoy_error *error);

/** Restricts the library to an instruction set and those that it includes. Overrides the
    environment variable BUOY_ISA.
    isa: a name as in kernel ids ("scalar", "avx2", "avx512+fma", "neon", "sve256", …); NULL for all
    that this machine has.
    Returns BUOY_ERROR_UNKNOWN_NAME or BUOY_ERROR_NOT_RUNNABLE, and no change, if this machine or
    this build cannot run exactly that instruction set. */
BUOY_API enum buoy_status buoy_set_isa(const char *isa, struct buoy_error *error);

/** Reports the instruction set in use: the best one that this machine has, or the one that BUOY_ISA
    or buoy_set_isa() names.
    isa: receives the name, which is static; may be NULL.
    Returns BUOY_ERROR_UNKNOWN_NAME or BUOY_ERROR_NOT_RUNNABLE if BUOY_ISA names no instruction set,
    or one that cannot run here. */
BUOY_API enum buoy_status buoy_get_isa(const char **isa, struct buoy_error *error);

/* ------------------------------------------------------------------------------- tuning */

/** Makes volume/auto/tuned follow a tuning profile: a file that `buoybench tune` writes. It says
    which kernel is fastest on this machine for a number of triangles and a number of planes, with
    the mesh in the caches or not. No other kernel follows it; answers of auto/tuned stay within the
    bounds of all methods that a profile may choose. It replaces the profile in use; at first that
    is the file that the environment variable BUOY_PROFILE names when auto/tuned is first asked, or
    else a built-in rule.

    May be called at any time, also while other threads query. Each profile takes about four
    kilobytes from the library's allocator until buoy_profile_unload(), even after another has
    replaced it.

    path: path of the file, which has at most 64 KiB.
    Returns BUOY_ERROR_MEMORY, or BUOY_ERROR_PROFILE if the file cannot be read, is no profile, or
    was measured with another version of the library, another compiler, processor or set of
    instruction sets. After an error the profile in use stays. */
BUOY_API enum buoy_status buoy_profile_load(const char *path, struct buoy_error *error);

/** Like buoy_profile_load(), with the file's contents in memory.
    text: the contents; need not end with a null character, and may be freed afterwards.
    bytes: length of the text.
    Returns as buoy_profile_load(). */
BUOY_API enum buoy_status buoy_profile_load_text(const char *text, size_t bytes,
                                                 struct buoy_error *error);

/** Returns to the built-in rule and frees all profiles that were loaded. BUOY_PROFILE is not looked
    at again, and buoy_profile_get() no longer complains about it. No query of volume/auto/tuned and
    no buoy_profile_load() may be running. */
BUOY_API void buoy_profile_unload(void);

/** Reports what volume/auto/tuned follows.
    source: receives "built-in", "BUOY_PROFILE" or "loaded", which are static; may be NULL.
    Returns BUOY_ERROR_PROFILE, with the reason as message, while the built-in rule is in use
    because the file that BUOY_PROFILE names is ignored. */
BUOY_API enum buoy_status buoy_profile_get(const char **source, struct buoy_error *error);

/* ------------------------------------------------------------------------------- bounds */

/** Bounds on the error of an answer, in the mesh's units. They always hold for closed meshes, in
    round-to-nearest mode; in other modes errors may be twice as large. They are infinite if the
    mesh is inside out by more than a thousandth of its volume, or may be. They come from a second
    answer in double (`volume/hierarchy64`), whose own error is proven to be tiny: some 10⁻¹⁴ of
    area × diagonal, times the number of triangles / 32 where there are many
    (kernels/bounds/bounds_certificate.c). So the bounds of answers computed in float are tight: on
    ordinary bodies they exceed the true errors by less than a percent. Answers that were themselves
    computed in double, such as those for barely wet bodies, are better than their bounds say. For
    an open mesh whose open edges are dry, the bounds hold as if it were closed.

    The bounds are against the positions and planes as given. Where these are doubles, that includes
    what rounding them to float costs, and half a last place of each double, as of decimals that
    were read: the largest move of vertices or water times the area that is wet. Floats cost
    nothing. So does BUOY_MESH_WELD where it merged vertices at different positions: they count as
    moved by `merged_distance` of buoy_mesh_get_info(). */
struct buoy_volume_error {
    double volume; /**< |V − exact V| is at most this */
    double centre; /**< the distance to the exact centre of buoyancy is at most this; the bounding
                        box's diagonal or more if next to nothing is submerged; 0 if certainly
                        nothing is, so that there is no centre */
};

#ifdef __cplusplus
}
#endif

#endif
