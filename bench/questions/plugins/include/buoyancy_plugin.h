/**
 * @file buoyancy_plugin.h
 * Kernels from shared objects: how code outside this project is checked and raced by buoybench,
 * beside the library's own kernels.
 *
 *     buoybench run --plugin ./mine.so --mesh hull.obj
 *
 * A plug-in is a shared object that exports one function, buoy_plugin_describe(). It returns a
 * table of kernels. Each kernel belongs to one of the library's families and answers that family's
 * queries, whose structs are those of the public headers; what these say about words, units, frames
 * and queries holds here, too. buoybench lists the kernels, compares their answers with the truth,
 * and ranks those that are as accurate as they say.
 *
 * This header can be used from C11 and from C++11 on. It needs the library's other headers, but a
 * plug-in need not be linked with the library.
 *
 * Ownership. The table, its strings and everything it points to belong to the plug-in and must stay
 * unchanged until the shared object is unloaded. Queries and hulls belong to buoybench and are
 * valid during the call only. What make() prepares belongs to the plug-in; buoybench hands it back
 * to release() before the shared object is unloaded.
 *
 * Threads. buoybench calls a plug-in from one thread at a time. There is no other process between
 * the two: a plug-in that crashes ends the program, which says where, as does one that takes ten
 * seconds to be loaded; a query that never returns has to be interrupted. `run` has written the
 * library's own results by then.
 *
 * Errors. All functions must return normally: no exception, no longjmp(), no exit(), and the
 * processor rounds as before. What they
 * print is not part of any answer. A number that is not finite counts as a wrong answer.
 */
#ifndef BUOYANCY_PLUGIN_H
#define BUOYANCY_PLUGIN_H

#include "buoyancy.h"
#include "buoyancy_forces.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_polygon.h"
#include "buoyancy_pressure.h"
#include "buoyancy_shapes.h"
#include "buoyancy_water.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The version of the structs below. It grows whenever one of them, or one of the query structs
    that kernels receive, changes; buoybench takes plug-ins of its own version only. */
#define BUOY_PLUGIN_ABI 5u

/** The most kernels in a table. */
#define BUOY_PLUGIN_MAX_KERNELS 64u

/** Size of the text in which a plug-in gives a reason, with the terminating 0. */
#define BUOY_PLUGIN_REASON 120

/**
 * @def BUOY_PLUGIN_EXPORT
 * Marks the function that a plug-in exports.
 */
#if defined(_WIN32)
#define BUOY_PLUGIN_EXPORT __declspec(dllexport)
#else
#define BUOY_PLUGIN_EXPORT __attribute__((visibility("default")))
#endif

/** One sinusoid of prepared waves: η = amplitude × sin(kx x + ky y − ω t + phase). */
struct buoy_plugin_wave {
    double amplitude; /**< metres, ≥ 0 */
    /** Wave number along x and y, radians per metre. @{ */
    double kx, ky;
    /** @} */
    double omega; /**< ω, radians per second */
    double phase; /**< radians */
};

/**
 * What queries will be about, for a kernel to prepare. Everything is valid during make() only.
 *
 * For the families `volume`, `hydrostatics` and `pressure` it is a mesh, wound outward and closed;
 * only `buoybench eval --open-ok` has meshes that are not closed, as info->closed says.
 * For `water` it is a sum of waves. For `box`, `polygon` and `forces` nothing is known beforehand:
 * all members are 0 or NULL, except for the function at the end.
 */
struct buoy_plugin_hull {
    const float *positions;               /**< x,y,z of each vertex, metres, in the mesh's frame */
    size_t vertex_count;                  /**< number of vertices */
    const uint32_t *indices;              /**< three vertices of each triangle, counter-clockwise
                                               seen from outside */
    size_t triangle_count;                /**< number of triangles */
    const struct buoy_mesh_info *info;    /**< properties of the mesh */
    const struct buoy_plugin_wave *waves; /**< the waves */
    size_t wave_count;                    /**< number of waves */
    /** buoy_water_sample() of buoyancy_water.h, for `pressure`: heights and slopes of any kind of
        water. May be called as long as the plug-in is loaded. */
    enum buoy_status (*sample)(const struct buoy_water *water, struct buoy_surface *surface,
                               struct buoy_error *error);
};

/**
 * The accuracy that a kernel states: the largest errors it may make, each a share in (0, 1] of the
 * whole. Errors beyond these fail the kernel's check, so that it is not ranked. Errors are shown
 * beside what is stated. If buoybench's truth comes from a reference in double precision, the
 * reference's own bound is added.
 */
struct buoy_plugin_accuracy {
    /** |ΔV| / whole volume; `polygon`: |ΔA| / whole area; `pressure`: |ΔF| / (ρ g × whole volume);
        `water`: |Δη| / Σ amplitudes; `forces`: as buoyancy_forces.h bounds them. */
    double volume;
    /** |Δc| / diagonal, where at least 1/1000 of the body is submerged; `pressure`: |Δτ| / (ρ g ×
        whole volume × diagonal); `water`: |Δslope| / Σ amplitude × k; `forces`: torques. */
    double centre;
    /** `hydrostatics` and `pressure`: of areas, as a share of the whole surface, of the
       waterplane's area × its centroid / (area × diagonal), and of its second moments / (area ×
       diagonal²). */
    double surface;
};

/** What make() hands back. buoybench initialises it before the call. */
struct buoy_plugin_prepared {
    void *hull; /**< the kernel's own data, handed to queries and to release(); initially NULL */
    struct buoy_plugin_accuracy accuracy; /**< for this hull; initially the kernel's */
    char reason[BUOY_PLUGIN_REASON];      /**< if declined or failed: a few words that say why, such
                                               as "only boxes"; initially "" */
};

/** What make() returns. */
enum buoy_plugin_status {
    BUOY_PLUGIN_READY = 0,    /**< the hull is prepared */
    BUOY_PLUGIN_DECLINED = 1, /**< the kernel does not answer queries about this hull, which is no
                                   fault: it is left out, and the reason is shown */
    BUOY_PLUGIN_FAILED = 2,   /**< it should, but could not: its check fails */
};

/**
 * A kernel. Every function pointer that is NULL unless said otherwise may stay so. Initialise all
 * members, best by name or from zeros: `struct buoy_plugin_kernel kernel = {0}`.
 *
 * All functions receive the kernel's `context`. Those that answer receive what make() prepared
 * (NULL if there is no make()), the query, and room for query->count answers, which overlaps
 * nothing else. `query->mesh` is only good for telling meshes apart: it is an object of buoybench's
 * own copy of the library. All numbers of a query are finite, no normal is zero, no half extent is
 * ≤ 0. Scratch memory, where a query has any, is buoybench's and not for the kernel; `planes64` of
 * a query, if not NULL, are the planes in double, with normals that are floats: `planes` are then
 * those with d rounded to float. They return 0, or any other number if they could not answer, which
 * fails the kernel's check.
 */
struct buoy_plugin_kernel {
    const char *family; /**< "volume", "box", "hydrostatics", "polygon", "water", "forces" or
                             "pressure" */
    /** The other two parts of the id family/method/isa: 1 to 20 lower-case letters, digits,
        underscores, plus signs, hyphens and full stops each. The id must be new. If `isa` is an
        instruction set of the library ("avx2", "neon+fma", …), the machine must have it and
       BUOY_ISA allow it; "best" and "tuned" are the library's own. Other words are free, such as
       "double".
        @{ */
    const char *method, *isa;
    /** @} */
    bool deterministic; /**< whether it promises the same bits as all other kernels of the same
                             family and method that promise them, the library's included */
    struct buoy_plugin_accuracy accuracy; /**< for every hull, unless make() states another */

    void *context; /**< the kernel's own, such as its settings; may be NULL */

    /** Returns why the kernel cannot run on this machine, in a few words, or NULL if it can. NULL:
        it runs everywhere. The text must stay valid. */
    const char *(*why_not)(void *context);

    /** Prepares a hull. Called once for each hull, never while anything is timed. NULL: there is
        nothing to prepare. */
    enum buoy_plugin_status (*make)(void *context, const struct buoy_plugin_hull *hull,
                                    struct buoy_plugin_prepared *prepared);
    /** Frees what make() prepared when it returned BUOY_PLUGIN_READY. NULL: nothing to free. */
    void (*release)(void *context, void *hull);

    /** The function of the kernel's own family; the others must be NULL. @{ */
    int (*volume)(void *context, void *hull, const struct buoy_volume_query *query,
                  struct buoy_volume *results);
    int (*box)(void *context, void *hull, const struct buoy_shapes_query *query,
               struct buoy_volume *results);
    int (*hydrostatics)(void *context, void *hull, const struct buoy_hydrostatics_query *query,
                        struct buoy_hydrostatics *results);
    int (*polygon)(void *context, void *hull, const struct buoy_polygon_query *query,
                   struct buoy_area *results);
    /** @} */
    /** `water`: writes heights, and slopes if asked for, into the arrays of the query, at `time` in
        seconds, for the waves that make() saw. */
    int (*water)(void *context, void *hull, double time, struct buoy_surface *query);
    int (*forces)(void *context, void *hull, const struct buoy_forces_query *query,
                  struct buoy_forces *results); /**< `forces` */
    /** `pressure`: one answer. The water's patch and waves are only good for sample(). */
    int (*pressure)(void *context, void *hull, const struct buoy_pressure_query *query,
                    struct buoy_pressure *result);
};

/** What a plug-in exports. */
struct buoy_plugin {
    uint32_t abi;         /**< BUOY_PLUGIN_ABI */
    uint32_t kernel_size; /**< sizeof(struct buoy_plugin_kernel) */
    const char *name;     /**< of the plug-in or what it wraps, with its version: 1 to 80 printable
                               characters, e.g. "CGAL 5.5.1" */
    const struct buoy_plugin_kernel *kernels; /**< the table */
    size_t kernel_count;                      /**< 1 to BUOY_PLUGIN_MAX_KERNELS */
};

/**
 * Describes the plug-in: the one function that it must define, and export by that name.
 *
 * @return the description, never NULL
 */
BUOY_PLUGIN_EXPORT const struct buoy_plugin *buoy_plugin_describe(void);

/**
 * Defines buoy_plugin_describe() for an array of kernels.
 *
 * @param title  the plug-in's name, a string literal
 * @param table  a constant array of struct buoy_plugin_kernel
 */
#define BUOY_PLUGIN_DEFINE(title, table)                                                           \
    const struct buoy_plugin *buoy_plugin_describe(void) {                                         \
        static const struct buoy_plugin described = {                                              \
            BUOY_PLUGIN_ABI, (uint32_t)sizeof(struct buoy_plugin_kernel), title, table,            \
            sizeof(table) / sizeof((table)[0])};                                                   \
        return &described;                                                                         \
    }

#ifdef __cplusplus
}
#endif

#endif
