// Every kernel function in the registry. Declared here, defined in scalar/ and simd/, so that
// those include kernels/ and never the other way round.
#ifndef BUOY_METHODS_H
#define BUOY_METHODS_H

#include "buoyancy_kernels.h"
#include "dispatch/isas.h"
#include "dispatch/registry.h"
#include "mesh/mesh.h"

// scalar/
buoy_volume_function buoy_volume_catto_scalar;
buoy_volume_function buoy_volume_catto_autovec;
buoy_volume_function buoy_volume_catto64_scalar;
buoy_volume_function buoy_volume_refined_scalar;
buoy_volume_function buoy_volume_voxel_scalar;
buoy_volume_function buoy_volume_boundingbox_scalar;
buoy_volume_function buoy_volume_points_scalar;
buoy_volume_function buoy_volume_pontoons_scalar;
buoy_volume_function buoy_volume_spheres_scalar;
size_t buoy_volume_catto_scratch_bytes(const struct buoy_mesh *mesh);
size_t buoy_volume_catto64_scratch_bytes(const struct buoy_mesh *mesh);
buoy_polygon_function buoy_polygon_clip_scalar;
buoy_basin_function buoy_basin_arcs_scalar;
buoy_hydrostatics_function buoy_hydrostatics_clip64_scalar;

buoy_pressure_function buoy_pressure_kerner64_scalar;
buoy_pressure_function buoy_pressure_centre_scalar;
buoy_pressure_function buoy_pressure_appendix_scalar;

buoy_forces_function buoy_forces_catto_scalar;

buoy_box_function buoy_box_celis_scalar;
buoy_box_function buoy_box_columns_scalar;
buoy_box_function buoy_box_deeter_scalar;
buoy_box_function buoy_box_voxel_scalar;

buoy_shapes_function buoy_shapes_reference_scalar;

// kernels/dispatch/dispatch.c: the deterministic method for the query on the best instruction set
// allowed.
buoy_volume_function buoy_volume_auto_best;
buoy_volume_function buoy_volume_in_double_best; // indexed64 or hierarchy64
buoy_box_function buoy_box_auto_best;
buoy_hydrostatics_function buoy_hydrostatics_auto_best;

// kernels/queries/volume.c: answers a query on a kernel of the family that runs, with the scratch
// memory that it needs; all of it was checked. Wet open edges make NaN.
void buoy_volume_answer(const struct buoy_kernel *kernel, const struct buoy_volume_query *query,
                        struct buoy_volume *restrict results);

// kernels/queries/shapes.c: each kind by its own method. kernels/dispatch/dispatch.c: the
// same for questions that are all of one kind that has kernels.
buoy_shapes_function buoy_shapes_auto_best;
buoy_shapes_function buoy_shapes_best_of_kind;

// kernels/dispatch/profile.c: what the tuning profile says, by mesh and number of planes.
buoy_volume_function buoy_volume_auto_tuned;

// kernels/dispatch/dispatch.c: `batch` on the best instruction set allowed.
buoy_polygon_function buoy_polygon_auto_best;
buoy_water_function buoy_water_auto_best;
buoy_pressure_function buoy_pressure_auto_best; // `kerner`

// kernels/dispatch/dispatch.c: `fused` on the best instruction set for machine and count.
buoy_step_function buoy_step_auto_best;
buoy_step_function buoy_step_auto_tuned; // profile.c: with meshes by volume/auto/tuned

// simd/step_plain.h: one plain body in plain C, in a water without a region and waves that die
// away: what it covers, for a water that is not plane, and its answer in the fit to that; fit: NULL
// in plane water. False if the state or the answer may be invalid: no effect is stored.
void buoy_step_look_scalar(const struct buoy_step_pass *pass, const struct buoy_model *model,
                           size_t body, struct buoy_footprint *footprint);
bool buoy_step_plain_scalar(const struct buoy_step_pass *pass, const struct buoy_model *model,
                            size_t body, const struct buoy_fit *fit);

// simd/: X(family, method) for each template, of which each instruction set has a variant.
#define BUOY_FOR_EACH_TEMPLATE(X)                                                                  \
    X(volume, indexed)                                                                             \
    X(volume, indexed64)                                                                           \
    X(volume, blocks)                                                                              \
    X(volume, blocks64)                                                                            \
    X(volume, hierarchy64)                                                                         \
    X(volume, hierarchy)                                                                           \
    X(volume, batch)                                                                               \
    X(box, corners)                                                                                \
    X(shapes, box)                                                                                 \
    X(shapes, sphere)                                                                              \
    X(shapes, ellipsoid)                                                                           \
    X(shapes, capsule)                                                                             \
    X(shapes, cylinder)                                                                            \
    X(shapes, cone)                                                                                \
    X(polygon, batch)                                                                              \
    X(water, waves)                                                                                \
    X(hydrostatics, indexed)                                                                       \
    X(hydrostatics, blocks)                                                                        \
    X(hydrostatics, hierarchy)                                                                     \
    X(pressure, kerner)                                                                            \
    X(step, fused)

#define BUOY_DECLARE(family, method, suffix, option, name, processor, width, features, same_bits)  \
    buoy_##family##_function buoy_##family##_##method##_##suffix;
#define BUOY_DECLARE_VARIANTS(family, method) BUOY_FOR_EACH_ISA(BUOY_DECLARE, family, method)
BUOY_FOR_EACH_TEMPLATE(BUOY_DECLARE_VARIANTS)
#undef BUOY_DECLARE_VARIANTS
#undef BUOY_DECLARE

// Their kernels, in the order of buoy_isas and without their methods: a table for each template, so
// that a program is linked with those alone that it asks (dispatch.c).
#define BUOY_DECLARE_TABLE(family, method)                                                         \
    extern const struct buoy_kernel buoy_variants_##family##_##method[BUOY_ISAS];
BUOY_FOR_EACH_TEMPLATE(BUOY_DECLARE_TABLE)
#undef BUOY_DECLARE_TABLE

size_t buoy_volume_batch_scratch_bytes(const struct buoy_mesh *mesh);
size_t buoy_volume_tuned_scratch_bytes(const struct buoy_mesh *mesh);

// Counts the triangles in the blocks that are neither dry nor wet; the same for all variants.
size_t buoy_volume_blocks_examined(const struct buoy_mesh *mesh, const struct buoy_plane *plane);
size_t buoy_volume_hierarchy_examined(const struct buoy_mesh *mesh, const struct buoy_plane *plane);

// kernels/bounds/bounds_<family>.c: documented error bounds, with their derivation.
buoy_volume_bounds_function buoy_bound_indexed;
buoy_volume_bounds_function buoy_bound_blocks;
buoy_volume_bounds_function buoy_bound_hierarchy;
buoy_volume_bounds_function buoy_bound_batch;
buoy_volume_bounds_function buoy_bound_in_double; // blocks64, hierarchy64, indexed64
buoy_volume_bounds_function buoy_bound_auto;
buoy_volume_bounds_function buoy_bound_tuned;
buoy_volume_bounds_function buoy_bound_catto;
buoy_volume_bounds_function buoy_bound_catto64;
buoy_volume_bounds_function buoy_bound_voxel;
buoy_volume_bounds_function buoy_bound_possible; // of approximations without a bound

// kernels/bounds/bounds_certificate.c: the conditioning floor of a query, the caller's units.
// `slopes`: room for a double per vertex.
double buoy_conditioning_floor(const struct buoy_mesh *mesh, const struct buoy_plane *plane,
                               double *slopes);

// kernels/bounds/bounds_certificate.c: how far an answer of volume/hierarchy64 may be from the
// truth, the caller's units. d: the offset, in place of the plane's.
// How far vertices and water were moved before, relative to each other, and at most the area that
// is wet meanwhile; metres.
struct buoy_displacement {
    double by, area;
};
struct buoy_volume_error buoy_bound_certificate(const struct buoy_mesh *mesh,
                                                const struct buoy_plane *given, double d,
                                                const struct buoy_displacement *displacement,
                                                const struct buoy_volume *answer);

buoy_box_bounds_function buoy_bound_box_corners;
buoy_box_bounds_function buoy_bound_box_celis;
buoy_box_bounds_function buoy_bound_box_columns;
buoy_box_bounds_function buoy_bound_box_voxel;

buoy_shapes_bounds_function buoy_bound_shapes;
buoy_shapes_bounds_function buoy_bound_shapes_reference;

buoy_surface_bounds_function buoy_bound_blocks_surface;
buoy_surface_bounds_function buoy_bound_hierarchy_surface;
buoy_surface_bounds_function buoy_bound_indexed_surface;
buoy_surface_bounds_function buoy_bound_clip64_surface;

buoy_pressure_bounds_function buoy_bound_pressure_kerner;
buoy_pressure_bounds_function buoy_bound_pressure_kerner64;
buoy_pressure_bounds_function buoy_bound_pressure_centre;
buoy_pressure_bounds_function buoy_bound_pressure_appendix;

buoy_polygon_bounds_function buoy_bound_polygon_batch;
buoy_polygon_bounds_function buoy_bound_polygon_clip;

// On |ΔA|, in the polygon's own units. |Δc| is at most that × diagonal / A.
double buoy_bound_basin(const struct buoy_polygon *polygon, const struct buoy_circle *basin);

// Bounds for all methods of a family and all questions: shares of the measures of error in
// buoyancy_forces.h and buoyancy_water.h; the last is for heights and slopes.
double buoy_bound_forces_force(void);
double buoy_bound_forces_torque(void);
double buoy_bound_water_waves(void);

// The step's: errors of planes fit to waves are shares of the sums of amplitudes (heights) and of
// amplitude × k (slopes); errors of forces from what is submerged, in the measures of
// buoyancy_forces.h.
double buoy_bound_step_fit(void);
double buoy_bound_step_force(void);
double buoy_bound_step_torque(void);

#endif
