// Every instruction set there is a lanes header for, on any processor.
#ifndef BUOY_ISAS_H
#define BUOY_ISAS_H

// CPU features that instruction sets are made of.
enum buoy_cpu_feature {
    BUOY_CPU_SSE2 = 1u << 0,
    BUOY_CPU_AVX2 = 1u << 1,
    BUOY_CPU_FMA = 1u << 2,
    BUOY_CPU_AVX512 = 1u << 3,  // F, VL, BW and DQ together
    BUOY_CPU_NEON = 1u << 4,    // of AArch64
    BUOY_CPU_SIMD128 = 1u << 5, // of WebAssembly
};

#define BUOY_AVX2_FEATURES (BUOY_CPU_SSE2 | BUOY_CPU_AVX2)
#define BUOY_AVX512_FEATURES (BUOY_AVX2_FEATURES | BUOY_CPU_AVX512)

// X(of, suffix, name, features, built, same bits) for each: the suffix of its sources and
// functions, its name, all features its code may use, whether this build has it (1 or 0, from
// cmake/instruction_sets.cmake), and whether it returns the bits of the scalar twin. Better ones
// come later: dispatch takes the last it may.
#define BUOY_FOR_EACH_ISA(X, of)                                                                   \
    X(of, scalar, "scalar", 0u, 1, true)                                                           \
    X(of, sse2, "sse2", BUOY_CPU_SSE2, BUOY_BUILT_SSE2, true)                                      \
    X(of, avx2, "avx2", BUOY_AVX2_FEATURES, BUOY_BUILT_AVX2, true)                                 \
    X(of, avx2_fma, "avx2+fma", BUOY_AVX2_FEATURES | BUOY_CPU_FMA, BUOY_BUILT_AVX2_FMA, false)     \
    X(of, avx512, "avx512", BUOY_AVX512_FEATURES, BUOY_BUILT_AVX512, true)                         \
    X(of, avx512_fma, "avx512+fma", BUOY_AVX512_FEATURES | BUOY_CPU_FMA, BUOY_BUILT_AVX512_FMA,    \
      false)                                                                                       \
    X(of, neon, "neon", BUOY_CPU_NEON, BUOY_BUILT_NEON, true)                                      \
    X(of, neon_fma, "neon+fma", BUOY_CPU_NEON | BUOY_CPU_FMA, BUOY_BUILT_NEON_FMA, false)          \
    X(of, simd128, "simd128", BUOY_CPU_SIMD128, BUOY_BUILT_SIMD128, true)

#endif
