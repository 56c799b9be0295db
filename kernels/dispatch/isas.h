// All instruction sets that have a lanes header, on any processor.
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
    BUOY_CPU_SVE256 = 1u << 6,  // SVE at just this length: its code is wrong at any other
    BUOY_CPU_SVE512 = 1u << 7,
    BUOY_CPU_RVV256 = 1u << 8, // RISC-V's V at just this length, likewise
};

#define BUOY_AVX2_FEATURES (BUOY_CPU_SSE2 | BUOY_CPU_AVX2)
#define BUOY_AVX512_FEATURES (BUOY_AVX2_FEATURES | BUOY_CPU_AVX512)
#define BUOY_SVE256_FEATURES (BUOY_CPU_NEON | BUOY_CPU_SVE256)
#define BUOY_SVE512_FEATURES (BUOY_CPU_NEON | BUOY_CPU_SVE512)

// BUOY_BUILT_<SET>: 1 if the set is built, 0 if it is switched off, 2 if the target processor does
// not have it. All of the target's sets are built except those that the library never chooses
// (+fma) and those that take a flag (SVE and RVV, for the length of their vectors). For all sources
// alike, -DBUOY_NO_<SET> switches a set off, -DBUOY_WITH_<SET> switches one of the others on, and
// -DBUOY_OTHER_PROCESSOR leaves plain C alone.
#define BUOY_IF(macro, then, otherwise) BUOY_IF_VALUE(macro, then, otherwise)
#define BUOY_IF_VALUE(value, then, otherwise) BUOY_IF_COMMA(BUOY_IS_##value, then, otherwise)
#define BUOY_IF_COMMA(comma, then, otherwise) BUOY_SECOND(comma then, otherwise, )
#define BUOY_SECOND(first, second, ...) second
#define BUOY_IS_1 ,

#if !defined(BUOY_OTHER_PROCESSOR) && (defined(__x86_64__) || defined(_M_X64))
#define BUOY_ON_X86(built) built
#else
#define BUOY_ON_X86(built) 2
#endif
#if !defined(BUOY_OTHER_PROCESSOR) && (defined(__aarch64__) || defined(_M_ARM64))
#define BUOY_ON_ARM(built) built
#else
#define BUOY_ON_ARM(built) 2
#endif
#if !defined(BUOY_OTHER_PROCESSOR) && defined(__riscv) && __riscv_xlen == 64
#define BUOY_ON_RISCV(built) built
#else
#define BUOY_ON_RISCV(built) 2
#endif
#if !defined(BUOY_OTHER_PROCESSOR) && defined(__wasm__)
#define BUOY_ON_WASM(built) built
#else
#define BUOY_ON_WASM(built) 2
#endif
#define BUOY_BUILT_SCALAR 1
#define BUOY_BUILT_SSE2 BUOY_ON_X86(BUOY_IF(BUOY_NO_SSE2, 0, 1))
#define BUOY_BUILT_AVX2 BUOY_ON_X86(BUOY_IF(BUOY_NO_AVX2, 0, 1))
#define BUOY_BUILT_AVX2_FMA BUOY_ON_X86(BUOY_IF(BUOY_WITH_AVX2_FMA, 1, 0))
#define BUOY_BUILT_AVX512 BUOY_ON_X86(BUOY_IF(BUOY_NO_AVX512, 0, 1))
#define BUOY_BUILT_AVX512_FMA BUOY_ON_X86(BUOY_IF(BUOY_WITH_AVX512_FMA, 1, 0))
#define BUOY_BUILT_NEON BUOY_ON_ARM(BUOY_IF(BUOY_NO_NEON, 0, 1))
#define BUOY_BUILT_NEON_FMA BUOY_ON_ARM(BUOY_IF(BUOY_WITH_NEON_FMA, 1, 0))
#define BUOY_BUILT_SVE256 BUOY_ON_ARM(BUOY_IF(BUOY_WITH_SVE256, 1, 0))
#define BUOY_BUILT_SVE256_FMA BUOY_ON_ARM(BUOY_IF(BUOY_WITH_SVE256_FMA, 1, 0))
#define BUOY_BUILT_SVE512 BUOY_ON_ARM(BUOY_IF(BUOY_WITH_SVE512, 1, 0))
#define BUOY_BUILT_SVE512_FMA BUOY_ON_ARM(BUOY_IF(BUOY_WITH_SVE512_FMA, 1, 0))
#define BUOY_BUILT_RVV256 BUOY_ON_RISCV(BUOY_IF(BUOY_WITH_RVV256, 1, 0))
#define BUOY_BUILT_SIMD128 BUOY_ON_WASM(BUOY_IF(BUOY_NO_SIMD128, 0, 1))

// Why a set is not built, of BUOY_BUILT_<SET>, its option and the processors that have it; NULL if
// it is. And what there is only if it is.
#define BUOY_WHY_NOT_BUILT(built, option, processor) BUOY_WHY_NOT_BUILT_OF(built, option, processor)
#define BUOY_WHY_NOT_BUILT_OF(built, option, processor)                                            \
    BUOY_WHY_NOT_BUILT_##built(option, processor)
#define BUOY_WHY_NOT_BUILT_0(option, processor) "not built: switched off (BUOY_" #option ")"
#define BUOY_WHY_NOT_BUILT_1(option, processor) NULL
#define BUOY_WHY_NOT_BUILT_2(option, processor) "not built: it needs " processor
#define BUOY_IF_BUILT(built, ...) BUOY_IF_BUILT_AS(built, __VA_ARGS__)
#define BUOY_IF_BUILT_AS(built, ...) BUOY_IF_BUILT_##built(__VA_ARGS__)
#define BUOY_IF_BUILT_0(...)
#define BUOY_IF_BUILT_1(...) __VA_ARGS__
#define BUOY_IF_BUILT_2(...)

// X(family, method, suffix, option, name, processor, width, features, same bits) for each
// instruction set. family and method are passed through. suffix is that of its sources and
// functions, option the suffix in capitals, as in BUOY_BUILT_AVX2 and in the CMake option
// BUOY_AVX2. Then its name, the processors that have it, the floats in one of its registers
// (LANES_WIDTH), all features its code may use, and whether it returns the bits of the scalar twin.
// Better sets come later: dispatch takes the last one allowed.
#define BUOY_FOR_EACH_ISA(X, family, method)                                                       \
    X(family, method, scalar, SCALAR, "scalar", "any processor", 1, 0u, true)                      \
    X(family, method, sse2, SSE2, "sse2", "x86-64", 4, BUOY_CPU_SSE2, true)                        \
    X(family, method, avx2, AVX2, "avx2", "x86-64", 8, BUOY_AVX2_FEATURES, true)                   \
    X(family, method, avx2_fma, AVX2_FMA, "avx2+fma", "x86-64", 8,                                 \
      BUOY_AVX2_FEATURES | BUOY_CPU_FMA, false)                                                    \
    X(family, method, avx512, AVX512, "avx512", "x86-64", 16, BUOY_AVX512_FEATURES, true)          \
    X(family, method, avx512_fma, AVX512_FMA, "avx512+fma", "x86-64", 16,                          \
      BUOY_AVX512_FEATURES | BUOY_CPU_FMA, false)                                                  \
    X(family, method, neon, NEON, "neon", "AArch64", 4, BUOY_CPU_NEON, true)                       \
    X(family, method, neon_fma, NEON_FMA, "neon+fma", "AArch64", 4, BUOY_CPU_NEON | BUOY_CPU_FMA,  \
      false)                                                                                       \
    X(family, method, sve256, SVE256, "sve256", "AArch64", 8, BUOY_SVE256_FEATURES, true)          \
    X(family, method, sve256_fma, SVE256_FMA, "sve256+fma", "AArch64", 8,                          \
      BUOY_SVE256_FEATURES | BUOY_CPU_FMA, false)                                                  \
    X(family, method, sve512, SVE512, "sve512", "AArch64", 16, BUOY_SVE512_FEATURES, true)         \
    X(family, method, sve512_fma, SVE512_FMA, "sve512+fma", "AArch64", 16,                         \
      BUOY_SVE512_FEATURES | BUOY_CPU_FMA, false)                                                  \
    X(family, method, rvv256, RVV256, "rvv256", "64-bit RISC-V", 8, BUOY_CPU_RVV256, true)         \
    X(family, method, simd128, SIMD128, "simd128", "WebAssembly", 4, BUOY_CPU_SIMD128, true)

// How many there are.
#define BUOY_COUNT_ISA(...) +1
enum {
    BUOY_ISAS = 0 BUOY_FOR_EACH_ISA(BUOY_COUNT_ISA, , )
};
#undef BUOY_COUNT_ISA

#endif
