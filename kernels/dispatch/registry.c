// The table of kernels.
#include "base/arithmetic.h"

#include "dispatch/registry.h"

#include "dispatch/cpu.h"
#include "dispatch/methods.h"
#include "solids/kinds.h"

// ---------------------------------------------------------------------------------- methods

#define VOLUME_METHOD(method, scratch, bound, count_examined)                                      \
    {                                                                                              \
        .family = "volume", .name = method, .volume = {                                            \
            .scratch_bytes = scratch,                                                              \
            .bounds = buoy_bound_##bound,                                                          \
            .examined = count_examined,                                                            \
        }                                                                                          \
    }

static const struct buoy_method volume_catto =
    VOLUME_METHOD("catto", buoy_volume_catto_scratch_bytes, catto, NULL);
static const struct buoy_method volume_catto64 =
    VOLUME_METHOD("catto64", buoy_volume_catto64_scratch_bytes, catto64, NULL);
static const struct buoy_method volume_blocks =
    VOLUME_METHOD("blocks", NULL, blocks, buoy_volume_blocks_examined);
static const struct buoy_method volume_hierarchy =
    VOLUME_METHOD("hierarchy", NULL, hierarchy, buoy_volume_hierarchy_examined);
// Both clip the same leaves of the tree.
static const struct buoy_method volume_blocks64 =
    VOLUME_METHOD("blocks64", NULL, in_double, buoy_volume_hierarchy_examined);
static const struct buoy_method volume_hierarchy64 =
    VOLUME_METHOD("hierarchy64", NULL, in_double, buoy_volume_hierarchy_examined);
static const struct buoy_method volume_batch = {
    .family = "volume",
    .name = "batch",
    .many = true,
    .volume =
        {
            .scratch_bytes = buoy_volume_batch_scratch_bytes,
            .bounds = buoy_bound_batch,
        },
};

// Approximations, with a bound that shrinks with the cells, or with none.
#define VOLUME_APPROXIMATION(method, bound, has_no_bound)                                          \
    {                                                                                              \
        .family = "volume", .name = method, .approximate = true, .unproven = has_no_bound,         \
        .volume = {                                                                                \
            .bounds = buoy_bound_##bound                                                           \
        }                                                                                          \
    }

static const struct buoy_method volume_voxel = VOLUME_APPROXIMATION("voxel", voxel, false);
static const struct buoy_method volume_refined = VOLUME_APPROXIMATION("refined", voxel, false);
static const struct buoy_method volume_boundingbox =
    VOLUME_APPROXIMATION("boundingbox", possible, true);
static const struct buoy_method volume_points = VOLUME_APPROXIMATION("points", possible, true);
static const struct buoy_method volume_pontoons = VOLUME_APPROXIMATION("pontoons", possible, true);
static const struct buoy_method volume_spheres = VOLUME_APPROXIMATION("spheres", possible, true);

// `hierarchy`, or `blocks` where buoy_auto_is_blocks(): both examine all of such a body.
static const struct buoy_method volume_auto =
    VOLUME_METHOD("auto", NULL, auto, buoy_volume_hierarchy_examined);

// Depends on the number of queries, too: a body's bits depend on how many are answered at once.
static const struct buoy_method volume_auto_tuned =
    VOLUME_METHOD("auto", buoy_volume_tuned_scratch_bytes, tuned, NULL);

#define BOX_METHOD(method, bound)                                                                  \
    {                                                                                              \
        .family = "box", .name = method, .box = {                                                  \
            .volume_bound = buoy_bound_box_##bound##_volume,                                       \
            .centroid_bound = buoy_bound_box_##bound##_centroid,                                   \
        }                                                                                          \
    }

static const struct buoy_method box_corners = BOX_METHOD("corners", corners);

#define BOX_APPROXIMATION(method, bound, has_no_bound)                                             \
    {                                                                                              \
        .family = "box", .name = method, .approximate = true, .unproven = has_no_bound, .box = {   \
            .volume_bound = buoy_bound_box_##bound##_volume,                                       \
            .centroid_bound = buoy_bound_box_##bound##_centroid,                                   \
        }                                                                                          \
    }

static const struct buoy_method box_celis = BOX_APPROXIMATION("celis", celis, true);
static const struct buoy_method box_columns = BOX_APPROXIMATION("columns", columns, false);
static const struct buoy_method box_deeter = BOX_APPROXIMATION("deeter", celis, true);
static const struct buoy_method box_voxel = BOX_APPROXIMATION("voxel", voxel, false);
// Fixed to `corners`.
static const struct buoy_method box_auto = BOX_METHOD("auto", corners);

#define SHAPES_METHOD(method, set_of_kinds)                                                        \
    {                                                                                              \
        .family = "shapes", .name = #method, .shapes = {                                           \
            .kinds = set_of_kinds,                                                                 \
            .bounds = buoy_bound_shapes_##method,                                                  \
        }                                                                                          \
    }

static const struct buoy_method shapes_box = SHAPES_METHOD(box, BUOY_KIND(BUOY_SHAPE_BOX));
static const struct buoy_method shapes_sphere = SHAPES_METHOD(sphere, BUOY_KIND(BUOY_SHAPE_SPHERE));
static const struct buoy_method shapes_ellipsoid =
    SHAPES_METHOD(ellipsoid, BUOY_KIND(BUOY_SHAPE_ELLIPSOID));
static const struct buoy_method shapes_capsule =
    SHAPES_METHOD(capsule, BUOY_KIND(BUOY_SHAPE_CAPSULE));
static const struct buoy_method shapes_cylinder =
    SHAPES_METHOD(cylinder, BUOY_KIND(BUOY_SHAPE_CYLINDER));
static const struct buoy_method shapes_cone = SHAPES_METHOD(cone, BUOY_KIND(BUOY_SHAPE_CONE));
static const struct buoy_method shapes_reference = SHAPES_METHOD(reference, BUOY_KINDS);
// Each kind's own method.
static const struct buoy_method shapes_auto = SHAPES_METHOD(auto, BUOY_KINDS);

#define POLYGON_METHOD(method, bound)                                                              \
    {                                                                                              \
        .family = "polygon", .name = method, .polygon = {                                          \
            .area_bound = buoy_bound_polygon_##bound##_area,                                       \
            .centroid_bound = buoy_bound_polygon_##bound##_centroid,                               \
        }                                                                                          \
    }

static const struct buoy_method polygon_batch = POLYGON_METHOD("batch", batch);
static const struct buoy_method polygon_clip = POLYGON_METHOD("clip", clip);
// Fixed to `batch`, which leaves what it cannot answer to `clip`.
static const struct buoy_method polygon_auto = POLYGON_METHOD("auto", batch);
static const struct buoy_method basin_arcs = {.family = "basin", .name = "arcs"};
static const struct buoy_method water_waves = {.family = "water", .name = "waves"};
// Fixed to `waves`.
static const struct buoy_method water_auto = {.family = "water", .name = "auto"};

#define HYDROSTATICS_METHOD(method, volume, surface, count_examined)                               \
    {                                                                                              \
        .family = "hydrostatics", .name = method, .hydrostatics = {                                \
            .bounds = buoy_bound_##volume,                                                         \
            .surface_bounds = buoy_bound_##surface##_surface,                                      \
            .examined = count_examined,                                                            \
        }                                                                                          \
    }

static const struct buoy_method hydrostatics_blocks =
    HYDROSTATICS_METHOD("blocks", blocks, blocks, buoy_volume_blocks_examined);
static const struct buoy_method hydrostatics_clip64 =
    HYDROSTATICS_METHOD("clip64", catto64, clip64, NULL);
// Fixed to `blocks`.
static const struct buoy_method hydrostatics_auto =
    HYDROSTATICS_METHOD("auto", blocks, blocks, buoy_volume_blocks_examined);

#define PRESSURE_METHOD(method, bound)                                                             \
    {                                                                                              \
        .family = "pressure", .name = method, .pressure = {                                        \
            .bounds = buoy_bound_pressure_##bound,                                                 \
        }                                                                                          \
    }

static const struct buoy_method pressure_kerner = PRESSURE_METHOD("kerner", kerner);
static const struct buoy_method pressure_kerner64 = PRESSURE_METHOD("kerner64", kerner64);
static const struct buoy_method pressure_appendix = PRESSURE_METHOD("appendix", appendix);
static const struct buoy_method pressure_centre = PRESSURE_METHOD("centre", centre);
// Fixed to `kerner`.
static const struct buoy_method pressure_auto = PRESSURE_METHOD("auto", kerner);

static const struct buoy_method forces_batch = {.family = "forces", .name = "batch", .many = true};
static const struct buoy_method forces_catto = {.family = "forces", .name = "catto"};
// Fixed to `batch`.
static const struct buoy_method forces_auto = {.family = "forces", .name = "auto"};

static const struct buoy_method step_fused = {.family = "step", .name = "fused"};
// Fixed to `fused`; tuned: the same, with meshes by volume/auto/tuned.
static const struct buoy_method step_auto = {.family = "step", .name = "auto"};

// ---------------------------------------------------------------------------------- kernels

// One line of the table: a method's only variant of that name.
#define KERNEL(family, name_of_method, isa_name, function)                                         \
    {                                                                                              \
        .id = #family "/" #name_of_method "/" isa_name, .isa = isa_name,                           \
        .method = &family##_##name_of_method, .deterministic = true, .family = function,           \
    }

// All variants of a template method, one for each instruction set; each ends in its own comma.
#define VARIANT(family, name_of_method, suffix, option, name, processor, vector, features,         \
                same_bits)                                                                         \
    {                                                                                              \
        .id = #family "/" #name_of_method "/" name,                                                \
        .isa = name,                                                                               \
        .method = &family##_##name_of_method,                                                      \
        .width = vector,                                                                           \
        .needs = features,                                                                         \
        .deterministic = same_bits,                                                                \
        IF_BUILT(BUOY_BUILT_##option, .family = buoy_##family##_##name_of_method##_##suffix,       \
                 #option, processor),                                                              \
    },
#define IF_BUILT(built, function, option, processor) CHOOSE(built, function, option, processor)
#define CHOOSE(built, function, option, processor) IF_BUILT_##built(function, option, processor)
#define IF_BUILT_1(function, option, processor) function
#define IF_BUILT_0(function, option, processor)                                                    \
    .not_built = "not built: switched off (BUOY_" option ")"
#define IF_BUILT_2(function, option, processor) .not_built = "not built: it needs " processor

const struct buoy_kernel buoy_kernels[] = {
    KERNEL(volume, auto, "best", buoy_volume_auto_best),
    {
        .id = "volume/auto/tuned",
        .isa = "tuned",
        .method = &volume_auto_tuned,
        .volume = buoy_volume_auto_tuned,
    },
    // Each line of variants ends in its own comma.
    // clang-format off
    BUOY_FOR_EACH_ISA(VARIANT, volume, blocks)
    BUOY_FOR_EACH_ISA(VARIANT, volume, hierarchy)
    BUOY_FOR_EACH_ISA(VARIANT, volume, batch)
    BUOY_FOR_EACH_ISA(VARIANT, volume, blocks64)
    BUOY_FOR_EACH_ISA(VARIANT, volume, hierarchy64)
    KERNEL(volume, catto, "scalar", buoy_volume_catto_scalar),
    KERNEL(volume, catto, "autovec", buoy_volume_catto_autovec),
    KERNEL(volume, catto64, "scalar", buoy_volume_catto64_scalar),
    KERNEL(volume, voxel, "scalar", buoy_volume_voxel_scalar),
    KERNEL(volume, refined, "scalar", buoy_volume_refined_scalar),
    KERNEL(volume, boundingbox, "scalar", buoy_volume_boundingbox_scalar),
    KERNEL(volume, points, "scalar", buoy_volume_points_scalar),
    KERNEL(volume, pontoons, "scalar", buoy_volume_pontoons_scalar),
    KERNEL(volume, spheres, "scalar", buoy_volume_spheres_scalar),
    KERNEL(box, auto, "best", buoy_box_auto_best),
    BUOY_FOR_EACH_ISA(VARIANT, box, corners)
    KERNEL(box, celis, "scalar", buoy_box_celis_scalar),
    KERNEL(box, columns, "scalar", buoy_box_columns_scalar),
    KERNEL(box, deeter, "scalar", buoy_box_deeter_scalar),
    KERNEL(box, voxel, "scalar", buoy_box_voxel_scalar),
    KERNEL(shapes, auto, "best", buoy_shapes_auto_best),
    BUOY_FOR_EACH_ISA(VARIANT, shapes, box)
    BUOY_FOR_EACH_ISA(VARIANT, shapes, sphere)
    BUOY_FOR_EACH_ISA(VARIANT, shapes, ellipsoid)
    BUOY_FOR_EACH_ISA(VARIANT, shapes, capsule)
    BUOY_FOR_EACH_ISA(VARIANT, shapes, cylinder)
    BUOY_FOR_EACH_ISA(VARIANT, shapes, cone)
    KERNEL(shapes, reference, "scalar", buoy_shapes_reference_scalar),
    KERNEL(polygon, auto, "best", buoy_polygon_auto_best),
    BUOY_FOR_EACH_ISA(VARIANT, polygon, batch)
    KERNEL(polygon, clip, "scalar", buoy_polygon_clip_scalar),
    KERNEL(basin, arcs, "scalar", buoy_basin_arcs_scalar),
    KERNEL(water, auto, "best", buoy_water_auto_best),
    BUOY_FOR_EACH_ISA(VARIANT, water, waves)
    KERNEL(hydrostatics, auto, "best", buoy_hydrostatics_auto_best),
    BUOY_FOR_EACH_ISA(VARIANT, hydrostatics, blocks)
    KERNEL(hydrostatics, clip64, "scalar", buoy_hydrostatics_clip64_scalar),
    KERNEL(pressure, auto, "best", buoy_pressure_auto_best),
    BUOY_FOR_EACH_ISA(VARIANT, pressure, kerner)
    KERNEL(pressure, kerner64, "scalar", buoy_pressure_kerner64_scalar),
    KERNEL(pressure, appendix, "scalar", buoy_pressure_appendix_scalar),
    KERNEL(pressure, centre, "scalar", buoy_pressure_centre_scalar),
    KERNEL(forces, auto, "best", buoy_forces_auto_best),
    BUOY_FOR_EACH_ISA(VARIANT, forces, batch)
    KERNEL(forces, catto, "scalar", buoy_forces_catto_scalar),
    KERNEL(step, auto, "best", buoy_step_auto_best),
    {
        .id = "step/auto/tuned",
        .isa = "tuned",
        .method = &step_auto,
        .step = buoy_step_auto_tuned,
    },
    BUOY_FOR_EACH_ISA(VARIANT, step, fused)
    // clang-format on
};
const size_t buoy_kernels_count = sizeof buoy_kernels / sizeof *buoy_kernels;

size_t buoy_kernel_count(void) {
    return buoy_kernels_count;
}

const struct buoy_kernel *buoy_kernel_at(size_t index) {
    return index < buoy_kernels_count ? &buoy_kernels[index] : NULL;
}
