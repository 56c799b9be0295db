// The table of kernels for benchmarks alone: methods as published, baselines, approximations and
// references. A program that is linked with this source has them; the library does without.
#include "base/arithmetic.h"

#include "dispatch/methods.h"
#include "dispatch/table.h"
#include "mesh/kinds.h"

// Approximations: `has_no_bound`, or a bound that shrinks with the cells.
#define VOLUME_APPROXIMATION(method, keeps, bound, has_no_bound)                                   \
    {                                                                                              \
        .family = "volume", .name = method, .approximate = true, .unproven = has_no_bound,         \
        .reads = keeps, .volume = {                                                                \
            .bounds = buoy_bound_##bound                                                           \
        }                                                                                          \
    }

#define BOX_APPROXIMATION(method, bound, has_no_bound)                                             \
    {                                                                                              \
        .family = "box", .name = method, .approximate = true, .unproven = has_no_bound, .box = {   \
            .bounds = buoy_bound_box_##bound                                                       \
        }                                                                                          \
    }

static const struct buoy_method volume_catto =
    VOLUME_METHOD("catto", TRIANGLES, buoy_volume_catto_scratch_bytes, catto, NULL);
static const struct buoy_method volume_catto64 =
    VOLUME_METHOD("catto64", TRIANGLES, buoy_volume_catto64_scratch_bytes, catto64, NULL);
static const struct buoy_method volume_voxel =
    VOLUME_APPROXIMATION("voxel", TRIANGLES, voxel, false);
static const struct buoy_method volume_refined =
    VOLUME_APPROXIMATION("refined", TRIANGLES, voxel, false);
static const struct buoy_method volume_boundingbox =
    VOLUME_APPROXIMATION("boundingbox", 0, possible, true);
static const struct buoy_method volume_points =
    VOLUME_APPROXIMATION("points", TRIANGLES, possible, true);
static const struct buoy_method volume_pontoons =
    VOLUME_APPROXIMATION("pontoons", 0, possible, true);
static const struct buoy_method volume_spheres = VOLUME_APPROXIMATION("spheres", 0, possible, true);
static const struct buoy_method box_celis = BOX_APPROXIMATION("celis", celis, true);
static const struct buoy_method box_columns = BOX_APPROXIMATION("columns", columns, false);
static const struct buoy_method box_deeter = BOX_APPROXIMATION("deeter", celis, true);
static const struct buoy_method box_voxel = BOX_APPROXIMATION("voxel", voxel, false);
static const struct buoy_method shapes_reference =
    SHAPES_METHOD("reference", BUOY_KINDS, buoy_bound_shapes_reference);
static const struct buoy_method hydrostatics_clip64 =
    HYDROSTATICS_METHOD("clip64", TRIANGLES, catto64, clip64, NULL);
static const struct buoy_method pressure_appendix = PRESSURE_METHOD("appendix", appendix);
static const struct buoy_method pressure_centre = PRESSURE_METHOD("centre", centre);

static const struct buoy_kernel volume[] = {
    KERNEL(volume, catto, "scalar", buoy_volume_catto_scalar),
    KERNEL(volume, catto, "autovec", buoy_volume_catto_autovec),
    KERNEL(volume, catto64, "scalar", buoy_volume_catto64_scalar),
    KERNEL(volume, voxel, "scalar", buoy_volume_voxel_scalar),
    KERNEL(volume, refined, "scalar", buoy_volume_refined_scalar),
    KERNEL(volume, boundingbox, "scalar", buoy_volume_boundingbox_scalar),
    KERNEL(volume, points, "scalar", buoy_volume_points_scalar),
    KERNEL(volume, pontoons, "scalar", buoy_volume_pontoons_scalar),
    KERNEL(volume, spheres, "scalar", buoy_volume_spheres_scalar),
};
static const struct buoy_kernel box[] = {
    KERNEL(box, celis, "scalar", buoy_box_celis_scalar),
    KERNEL(box, columns, "scalar", buoy_box_columns_scalar),
    KERNEL(box, deeter, "scalar", buoy_box_deeter_scalar),
    KERNEL(box, voxel, "scalar", buoy_box_voxel_scalar),
};
static const struct buoy_kernel shapes[] = {
    KERNEL(shapes, reference, "scalar", buoy_shapes_reference_scalar),
};
static const struct buoy_kernel hydrostatics[] = {
    KERNEL(hydrostatics, clip64, "scalar", buoy_hydrostatics_clip64_scalar),
};
static const struct buoy_kernel pressure[] = {
    KERNEL(pressure, appendix, "scalar", buoy_pressure_appendix_scalar),
    KERNEL(pressure, centre, "scalar", buoy_pressure_centre_scalar),
};

#define PART(kernels)                                                                              \
    { kernels, sizeof(kernels) / sizeof *(kernels) }

__attribute__((constructor)) static void add_published(void) {
    static const struct buoy_kernel_part parts[] = {
        PART(volume), PART(box), PART(shapes), PART(hydrostatics), PART(pressure),
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        buoy_kernels_add(parts[i]);
    }
}
