// CPUID and XGETBV of x86-64, in the words of gcc, clang (for any ABI) and MSVC.
#ifndef BUOY_CPUID_H
#define BUOY_CPUID_H

#include <stdbool.h>

#if defined(__GNUC__) || defined(__clang__)

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
