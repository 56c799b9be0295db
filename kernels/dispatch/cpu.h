// Which instruction sets this CPU and operating system can run, and which the caller allows; and
// which library, compiler and processor timings belong to.
#ifndef BUOY_CPU_H
#define BUOY_CPU_H

#include <stdbool.h>
#include <stddef.h>

#include "buoyancy_mesh.h"
#include "dispatch/isas.h"

// The features of this machine: the CPU has the instructions and the operating system saves the
// registers.
unsigned buoy_cpu_features(void);

// Whether code for FMA or wider was compiled to round products and sums once, as clang's
// -ffp-contract=fast does: its bits are not those of others (simd/contraction_fma.c).
bool buoy_contracts(void);

// An instruction set by name, with the processors that have it and all features its kernels may
// use.
struct buoy_isa {
    const char *name, *processor;
    unsigned features;
    const char *not_built; // why this build has no kernels of it; NULL if it has
};

// All instruction sets, each after those it includes.
extern const struct buoy_isa buoy_isas[];
extern const size_t buoy_isa_count;

// The instruction set of that name, or NULL.
const struct buoy_isa *buoy_isa_find(const char *name);

// Printable ASCII without quotes and backslashes, so that files can hold the texts as they are.
struct buoy_identity {
    char library[24];  // its version
    char compiler[72]; // that made the library
    char cpu[72]; // as it names itself; "unknown" where that takes more than a file to find out
    char features[160]; // the instruction sets that were built and that this machine has
};

// Finds out; allocates nothing.
void buoy_identify(struct buoy_identity *identity);

// -------------------------------------------------------------------------------------------- x86

// Features from what CPUID and XGETBV report of an x86 processor and its operating system: apart
// from the instructions that ask, so that tests can imitate processors that are not at hand.

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
