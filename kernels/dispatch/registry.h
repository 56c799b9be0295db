// The one table of kernels that list, run, eval, verify, tests and dispatch all read.
#ifndef BUOY_REGISTRY_H
#define BUOY_REGISTRY_H

#include "base/axes.h"
#include "buoyancy_forces.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_mesh.h"
#include "buoyancy_polygon.h"
#include "buoyancy_pressure.h"
#include "buoyancy_shapes.h"
#include "buoyancy_step.h"
#include "buoyancy_water.h"

// A step as its kernels see it: bodies that share a water.
struct buoy_fit; // water/water.h
struct buoy_footprint;
struct buoy_step_batch {
    const struct buoy_step_pass *pass; // what was checked; its water has its region in this frame:
    const struct buoy_axes *axes;      // of the caller's frame; NULL if it is the library's
    double up[3], offset;              // of plane water, of unit length, in the library's frame
    double current[3];                 // likewise; without current_at
    const uint32_t *bodies;            // their numbers; NULL: from `first` on
    size_t first, count;
    // For a single body in waves: their fit below its footprint; NULL for the kernel's own way.
    void (*fit)(const struct buoy_water *water, const struct buoy_footprint *footprint,
                struct buoy_fit *fit);
};

static inline size_t buoy_batch_body(const struct buoy_step_batch *batch, size_t i) {
    return batch->bodies ? batch->bodies[i] : batch->first + i;
}

// Some of the bodies, from the i-th on.
static inline struct buoy_step_batch buoy_batch_part(const struct buoy_step_batch *batch, size_t i,
                                                     size_t count) {
    struct buoy_step_batch part = *batch;
    part.bodies = batch->bodies ? batch->bodies + i : NULL;
    part.first = batch->first + i;
    part.count = count;
    return part;
}

static inline const struct buoy_step_options *
buoy_step_options_of(const struct buoy_step_query *query) {
    static const struct buoy_step_options none = {0};
    return query->options ? query->options : &none;
}

static inline bool buoy_pass_has_effects(const struct buoy_step_pass *pass) {
    return pass->query->effects.linear.first || pass->query->effects.angular.first;
}

// Answers query->count volume queries. The caller has checked everything: planes are finite,
// normals non-zero, scratch large enough and aligned. Allocates nothing, prints nothing.
typedef void buoy_volume_function(const struct buoy_volume_query *query,
                                  struct buoy_volume *restrict results);

// Answers query->count box queries, and returns true. If a question is invalid, leaves the
// results alone and returns false. Allocates nothing, prints nothing.
typedef bool buoy_box_function(const struct buoy_shapes_query *query,
                               struct buoy_volume *restrict results);

// Answers query->count queries about shapes, and returns true; or false if a question is invalid:
// then the results are unspecified, and the caller fills them with NaN. The caller has checked that
// every shape is of a kind that the method answers. Allocates nothing, prints nothing.
typedef bool buoy_shapes_function(const struct buoy_shapes_query *query,
                                  struct buoy_volume *restrict results);

// Answers query->count polygon queries, and returns true; or false if a question is invalid
// (polygon.h): the caller finds out which one, and why. Allocates nothing, prints nothing.
typedef bool buoy_polygon_function(const struct buoy_polygon_query *query,
                                   struct buoy_area *restrict results);

// Answers `count` polygons, each in a basin of its own: a pool that is a disc. Returns true; or
// false if a question is invalid, as buoy_polygon_in_circle() says. Prints nothing.
typedef bool buoy_basin_function(const struct buoy_polygon *polygons,
                                 const struct buoy_circle *basins, size_t count,
                                 struct buoy_area *restrict results);

// Heights and slopes of waves. The caller has checked everything.
typedef void buoy_water_function(const struct buoy_waves *waves, double time,
                                 struct buoy_surface *query);

// Answers query->count hydrostatics queries, checked as those for volumes are.
typedef void buoy_hydrostatics_function(const struct buoy_hydrostatics_query *query,
                                        struct buoy_hydrostatics *restrict results);

// Answers a pressure query. The caller has checked everything except the results of the water's
// current_at: if one is invalid, returns false and leaves the result alone.
typedef bool buoy_pressure_function(const struct buoy_pressure_query *query,
                                    struct buoy_waterline *waterline,
                                    struct buoy_pressure *restrict result);

// Answers query->count force queries, as buoy_buoyancy_force() and buoy_drag_force() do, and
// returns true; or false if a question or an answer may be invalid (forces.h): the caller finds
// out. Coefficients are checked. Allocates nothing, prints nothing.
typedef bool buoy_forces_function(const struct buoy_forces_query *query,
                                  struct buoy_forces *restrict results);

// Answers a step, and returns the number of bodies answered: fewer than there are if a model is
// missing, or if a state or an answer may be invalid, which the caller finds out; no effect of such
// a body is stored. All but models and states is checked. `volumes` answers meshes; NULL for blocks
// and hierarchy of the kernel's own instruction set. Allocates nothing, prints nothing.
typedef size_t buoy_step_function(const struct buoy_step_batch *batch,
                                  buoy_volume_function *volumes);

// Bounds on all errors of a volume and its centroid: |ΔV| / V_total, |Δc| / diagonal.
struct buoy_volume_bounds {
    double volume, centroid;
};

// Documented bounds for a closed mesh and a plane. For a method that counts voxels, `voxels` is
// their number along each axis.
typedef struct buoy_volume_bounds buoy_volume_bounds_function(const struct buoy_mesh *mesh,
                                                              const struct buoy_plane *plane,
                                                              unsigned voxels);

// Properties shared by the variants of a `volume` method.
struct buoy_volume_traits {
    // Scratch bytes for queries on a mesh; NULL means none.
    size_t (*scratch_bytes)(const struct buoy_mesh *mesh);
    buoy_volume_bounds_function *bounds;
    // Triangles examined one by one for a plane; NULL means all of them.
    size_t (*examined)(const struct buoy_mesh *mesh, const struct buoy_plane *plane);
};

// Properties shared by the variants of a `box` method: documented bounds on |ΔV| as a share of the
// box's volume, and on |Δc| / diagonal where at least 0.1 % of the box is submerged.
typedef struct buoy_volume_bounds buoy_box_bounds_function(unsigned voxels);
struct buoy_box_traits {
    buoy_box_bounds_function *bounds;
};

// Error bounds of the answer to a question about a shape: of the volume, as a share of the whole
// volume; of the centre, as a share of the bounding box's diagonal where at least 0.1 % of the
// shape is submerged; of the wetted area, as a share of the whole surface; and of the waterplane,
// its area, area × the length of its centroid's error / diagonal, and second moments / diagonal²,
// each as a share of the whole surface.
struct buoy_shapes_bounds {
    double volume, centroid, wetted_area, waterplane;
};

// Properties shared by the variants of a `shapes` method: documented bounds, for a valid question.
typedef void buoy_shapes_bounds_function(const struct buoy_shape *shape,
                                         const struct buoy_plane *plane,
                                         struct buoy_shapes_bounds *bounds);
struct buoy_shapes_traits {
    unsigned kinds; // the set of kinds that it answers (mesh/kinds.h)
    buoy_shapes_bounds_function *bounds;
};

// Bounds on |ΔA| and, for outlines that do not cross themselves, on |Δc|, for the answer to one
// question, in the polygon's own units.
struct buoy_polygon_bounds {
    double area, centroid;
};

// Properties shared by the variants of a `polygon` method: documented bounds.
typedef struct buoy_polygon_bounds buoy_polygon_bounds_function(const struct buoy_polygon *polygon,
                                                                const struct buoy_line *line);
struct buoy_polygon_traits {
    buoy_polygon_bounds_function *bounds;
};

// Error bounds of areas and waterplane, in metres to the power of each quantity: of the areas; of
// the waterplane's area × the length of its centroid's error; of each of its second moments.
struct buoy_surface_bounds {
    double wetted_area, waterplane_area, centroid, moments;
};

// Properties shared by the variants of a `hydrostatics` method: documented bounds, those of
// surfaces for a closed mesh below a plane whose offset is d in place of its own.
typedef void buoy_surface_bounds_function(const struct buoy_mesh *mesh,
                                          const struct buoy_plane *plane, double d,
                                          struct buoy_surface_bounds *bounds);
struct buoy_hydrostatics_traits {
    buoy_volume_bounds_function *bounds; // as for `volume`; `voxels` is ignored
    buoy_surface_bounds_function *surface_bounds;
    size_t (*examined)(const struct buoy_mesh *mesh, const struct buoy_plane *plane); // as above
};

// Error bounds of the answer to a pressure query: for the length of the force's error, in newtons;
// of the torque's about the mesh's centre, in newton metres; for the wetted area's error, in square
// metres.
struct buoy_pressure_bounds {
    double force, torque, area;
};

// Properties shared by the variants of a `pressure` method: documented bounds at a query that has
// been checked, whose scratch is overwritten. For open meshes: where their open edges are dry. Drag
// and lift have no part in them.
typedef void buoy_pressure_bounds_function(const struct buoy_pressure_query *query,
                                           struct buoy_pressure_bounds *bounds);
struct buoy_pressure_traits {
    buoy_pressure_bounds_function *bounds;
};

// Properties shared by the variants of a `step` method: what answers meshes in place of kernels of
// the variant's instruction set, and the scratch memory that it needs for one; NULL: nothing does.
// Named here, so that programs which choose no kernel are not linked with it.
struct buoy_step_traits {
    buoy_volume_function *volumes;
    size_t (*scratch_bytes)(const struct buoy_mesh *mesh);
};

// An algorithm for a family's questions. Only the member for its own family's traits is set.
struct buoy_method {
    const char *family, *name;
    bool many;        // for many queries a call; may be slow for a few
    bool approximate; // an approximation, however exact its arithmetic: never recommended
    bool unproven;    // and no bound on its error is known: its bounds allow any possible answer
    unsigned reads;   // what the mesh must keep, flags BUOY_MESH_KEEP_…
    struct buoy_volume_traits volume;
    struct buoy_box_traits box;
    struct buoy_shapes_traits shapes;
    struct buoy_polygon_traits polygon;
    struct buoy_hydrostatics_traits hydrostatics;
    struct buoy_pressure_traits pressure;
    struct buoy_step_traits step;
};

struct buoy_kernel {
    const char *id, *isa;
    const struct buoy_method *method;
    unsigned width;        // floats in a register; 0 for a method in plain C
    unsigned needs;        // CPU features, enum buoy_cpu_feature
    bool deterministic;    // the bits of the method's other deterministic variants
    const char *not_built; // why there is no function, else NULL
    union {                // the member of the method's family; NULL if not built
        buoy_volume_function *volume;
        buoy_box_function *box;
        buoy_shapes_function *shapes;
        buoy_polygon_function *polygon;
        buoy_basin_function *basin;
        buoy_water_function *water;
        buoy_hydrostatics_function *hydrostatics;
        buoy_pressure_function *pressure;
        buoy_forces_function *forces;
        buoy_step_function *step;
    };
};

// Whether this build and this machine can run it and the instruction set in use allows it.
bool buoy_kernel_runs(const struct buoy_kernel *kernel);

// Whether a kernel that a query chooses is one of the family and runs; without one, whether the
// library can choose.
enum buoy_status buoy_check_kernel(const struct buoy_kernel *kernel, const char *family,
                                   struct buoy_error *error);
// Whether there is a kernel, of the family.
enum buoy_status buoy_check_family(const struct buoy_kernel *kernel, const char *family,
                                   struct buoy_error *error);

// A family's kernels in the table that buoy_kernel_at() and buoy_kernel_find() read.
struct buoy_kernel_part {
    const struct buoy_kernel *kernels;
    size_t count;
};

// Adds kernels of one family to the table, after the others of that family: those that a library
// does without and a benchmark does not. At start-up, before anyone asks.
void buoy_kernels_add(struct buoy_kernel_part part);

#endif
