// The table of kernels.
#include "registry.h"

#include <string.h>

#include "cpu.h"
#include "methods.h"

static const struct buoy_method catto = {
    .family = "volume",
    .name = "catto",
    .scratch_bytes = buoy_volume_catto_scratch_bytes,
    .volume_bound = buoy_bound_catto_volume,
    .centroid_bound = buoy_bound_catto_centroid,
};
static const struct buoy_method catto64 = {
    .family = "volume",
    .name = "catto64",
    .scratch_bytes = buoy_volume_catto64_scratch_bytes,
    .volume_bound = buoy_bound_catto64_volume,
    .centroid_bound = buoy_bound_catto64_centroid,
};
static const struct buoy_method blocks = {
    .family = "volume",
    .name = "blocks",
    .volume_bound = buoy_bound_blocks_volume,
    .centroid_bound = buoy_bound_blocks_centroid,
    .examined = buoy_volume_blocks_examined,
};
static const struct buoy_method voxel = {
    .family = "volume",
    .name = "voxel",
    .volume_bound = buoy_bound_voxel_volume,
    .centroid_bound = buoy_bound_voxel_centroid,
};
// Fixed to `blocks` at every mesh size.
static const struct buoy_method automatic = {
    .family = "volume",
    .name = "auto",
    .volume_bound = buoy_bound_blocks_volume,
    .centroid_bound = buoy_bound_blocks_centroid,
    .examined = buoy_volume_blocks_examined,
};

// One line of the table, and all variants of a template method.
#define KERNEL(method, isa, function)                                                              \
    { "volume/" #method "/" isa, isa, &method, 0, true, NULL, function }
#define VARIANT(method, suffix, name, features, built, same_bits)                                  \
    {"volume/" #method "/" name,                                                                   \
     name,                                                                                         \
     &method,                                                                                      \
     features,                                                                                     \
     same_bits,                                                                                    \
     IF_BUILT(built, buoy_volume_##method##_##suffix)},
#define IF_BUILT(built, function) IF_BUILT_EXPANDED(built, function)
#define IF_BUILT_EXPANDED(built, function) IF_BUILT_##built(function)
#define IF_BUILT_1(function) NULL, function
#define IF_BUILT_0(function) "not in this build: switched off, or of another processor", NULL

const struct buoy_kernel buoy_kernels[] = {
    {"volume/auto/best", "best", &automatic, 0, true, NULL, buoy_volume_auto_best},
    BUOY_FOR_EACH_ISA(VARIANT, blocks) // each line ends in its own comma
    KERNEL(catto, "scalar", buoy_volume_catto_scalar),
    KERNEL(catto, "autovec", buoy_volume_catto_autovec),
    KERNEL(catto64, "scalar", buoy_volume_catto64_scalar),
    KERNEL(voxel, "scalar", buoy_volume_voxel_scalar),
};
const size_t buoy_kernels_count = sizeof buoy_kernels / sizeof *buoy_kernels;

size_t buoy_kernel_count(void) {
    return buoy_kernels_count;
}

const struct buoy_kernel *buoy_kernel_at(size_t index) {
    return index < buoy_kernels_count ? &buoy_kernels[index] : NULL;
}

const struct buoy_kernel *buoy_kernel_find(const char *id) {
    for (size_t i = 0; id && i < buoy_kernels_count; ++i) {
        if (strcmp(buoy_kernels[i].id, id) == 0) {
            return &buoy_kernels[i];
        }
    }
    return NULL;
}
