// Converts what CPUID and XGETBV report of an x86 processor and its operating system to the
// features of instruction sets. A pure function, apart from the instructions that ask, so that
// tests can imitate processors that are not at hand.
#ifndef BUOY_CPU_X86_H
#define BUOY_CPU_X86_H

#include <stdbool.h>

#include "dispatch/isas.h"

// Registers, 0 where the processor has no such leaf or instruction.
struct buoy_x86_registers {
    unsigned leaf1_c; // CPUID 1, ecx
    unsigned leaf7_b; // CPUID 7 subleaf 0, ebx
    unsigned xcr0;    // XGETBV 0, eax: the register sets that the operating system saves
};

// Whether XGETBV exists and the operating system uses it (OSXSAVE).
static inline bool buoy_x86_has_xgetbv(unsigned leaf1_c) {
    return (leaf1_c & 1u << 27) != 0;
}

// Sources: Intel, Software Developer's Manual, volume 1, 13.3 (XCR0), 14.3 and 15.2 to 15.4 (AVX,
// FMA, AVX-512: processor and operating system).
static inline unsigned buoy_x86_features(const struct buoy_x86_registers *registers) {
    const unsigned avx = 1u << 28, fma = 1u << 12;                     // leaf 1, ecx
    const unsigned avx2 = 1u << 5;                                     // leaf 7, ebx
    const unsigned avx512 = 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31; // leaf 7, ebx: F DQ BW VL
    const unsigned ymm_states = 1u << 1 | 1u << 2;                     // XCR0: XMM, upper YMM
    const unsigned zmm_states = ymm_states | 7u << 5; // opmasks, upper halves of ZMM0–15, ZMM16–31

    unsigned features = BUOY_CPU_SSE2; // part of x86-64
    if (!buoy_x86_has_xgetbv(registers->leaf1_c) || !(registers->leaf1_c & avx) ||
        (registers->xcr0 & ymm_states) != ymm_states) {
        return features;
    }
    if (registers->leaf1_c & fma) {
        features |= BUOY_CPU_FMA;
    }
    if (registers->leaf7_b & avx2) {
        features |= BUOY_CPU_AVX2;
    }
    if ((features & BUOY_CPU_AVX2) && (registers->leaf7_b & avx512) == avx512 &&
        (registers->xcr0 & zmm_states) == zmm_states) {
        features |= BUOY_CPU_AVX512;
    }
    return features;
}

#if !defined(__x86_64__) && !defined(__i386__) && !defined(_M_X64) && !defined(_M_IX86)
// For tests elsewhere, which have the registers of others.
#elif defined(__GNUC__) || defined(__clang__)

#include <cpuid.h>

// Registers eax to edx of a leaf; false if the processor does not have it.
static inline bool buoy_cpuid(unsigned leaf, unsigned r[4]) {
    return __get_cpuid_count(leaf, 0, &r[0], &r[1], &r[2], &r[3]);
}

// The register sets that the operating system saves; for processors with XGETBV.
static inline unsigned buoy_xgetbv(void) {
    unsigned low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

#elif defined(_MSC_VER)

#include <intrin.h>

static inline bool buoy_cpuid(unsigned leaf, unsigned r[4]) {
    int registers[4];
    __cpuid(registers, (int)(leaf & 0x80000000u));
    if ((unsigned)registers[0] < leaf) {
        return false;
    }
    __cpuidex(registers, (int)leaf, 0);
    for (int i = 0; i < 4; ++i) {
        r[i] = (unsigned)registers[i];
    }
    return true;
}

static inline unsigned buoy_xgetbv(void) {
    return (unsigned)_xgetbv(0);
}

#else
#error "without CPUID, kernels would run in plain C only"
#endif

#endif
