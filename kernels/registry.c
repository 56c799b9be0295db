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

#define SSE2 BUOY_CPU_SSE2
#define AVX2 (SSE2 | BUOY_CPU_AVX2)
#define AVX512 (AVX2 | BUOY_CPU_AVX512)
#define FMA BUOY_CPU_FMA

#define BUILT(function) .volume = function
#define NOT_BUILT(option)                                                                          \
    .not_built = "not in this build: " option " is off or of another processor"

// A variant's function where its instruction set is built (cmake/instruction_sets.cmake).
#ifdef BUOY_BUILT_SSE2
#define ON_SSE2(name) BUILT(name##_sse2)
#else
#define ON_SSE2(name) NOT_BUILT("BUOY_SSE2")
#endif
#ifdef BUOY_BUILT_AVX2
#define ON_AVX2(name) BUILT(name##_avx2)
#else
#define ON_AVX2(name) NOT_BUILT("BUOY_AVX2")
#endif
#ifdef BUOY_BUILT_AVX2_FMA
#define ON_AVX2_FMA(name) BUILT(name##_avx2_fma)
#else
#define ON_AVX2_FMA(name) NOT_BUILT("BUOY_AVX2_FMA")
#endif
#ifdef BUOY_BUILT_AVX512
#define ON_AVX512(name) BUILT(name##_avx512)
#else
#define ON_AVX512(name) NOT_BUILT("BUOY_AVX512")
#endif
#ifdef BUOY_BUILT_AVX512_FMA
#define ON_AVX512_FMA(name) BUILT(name##_avx512_fma)
#else
#define ON_AVX512_FMA(name) NOT_BUILT("BUOY_AVX512_FMA")
#endif

// One line of the table, and all lines of a template method; better instruction sets come later,
// dispatch takes the last it may.
#define KERNEL(method, isa, needs, same_bits, function)                                            \
    { "volume/" #method "/" isa, isa, &method, needs, same_bits, function }
#define VARIANTS(method, name)                                                                     \
    KERNEL(method, "scalar", 0, true, BUILT(name##_scalar)),                                       \
        KERNEL(method, "sse2", SSE2, true, ON_SSE2(name)),                                         \
        KERNEL(method, "avx2", AVX2, true, ON_AVX2(name)),                                         \
        KERNEL(method, "avx2+fma", AVX2 | FMA, false, ON_AVX2_FMA(name)),                          \
        KERNEL(method, "avx512", AVX512, true, ON_AVX512(name)),                                   \
        KERNEL(method, "avx512+fma", AVX512 | FMA, false, ON_AVX512_FMA(name))

const struct buoy_kernel buoy_kernels[] = {
    {"volume/auto/best", "best", &automatic, 0, true, BUILT(buoy_volume_auto_best)},
    VARIANTS(blocks, buoy_volume_blocks),
    KERNEL(catto, "scalar", 0, true, BUILT(buoy_volume_catto_scalar)),
    KERNEL(catto, "autovec", 0, true, BUILT(buoy_volume_catto_autovec)),
    KERNEL(catto64, "scalar", 0, true, BUILT(buoy_volume_catto64_scalar)),
    KERNEL(voxel, "scalar", 0, true, BUILT(buoy_volume_voxel_scalar)),
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
