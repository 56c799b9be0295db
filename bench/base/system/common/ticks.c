// The cheapest clock that there is.
#include "ticks.h"

#include <stdbool.h>

#include "clock.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#include <x86intrin.h>
#endif

#define CALIBRATION_SECONDS 0.01

#ifndef __aarch64__
static uint64_t read_system(void) {
    return (uint64_t)(1e9 * clock_wall());
}
#endif

#if defined(__x86_64__) || defined(__i386__)

// Bit 8 of EDX: the counter's rate does not change with that of the core ("invariant TSC").
static bool is_constant(void) {
    static int known; // 0: not yet
    unsigned a, b, c, d = 0;
    if (known == 0) {
        known = __get_cpuid(0x80000007u, &a, &b, &c, &d) && (d >> 8 & 1u) ? 1 : -1;
    }
    return known > 0;
}

uint64_t ticks_now(void) {
    if (!is_constant()) {
        return read_system();
    }
    _mm_lfence();
    const uint64_t ticks = __rdtsc();
    _mm_lfence();
    return ticks;
}

#elif defined(__aarch64__)

uint64_t ticks_now(void) {
    uint64_t ticks;
    __asm__ volatile("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(ticks)::"memory");
    return ticks;
}

#else

uint64_t ticks_now(void) {
    return read_system();
}

#endif

double ticks_nanoseconds(void) {
    static double nanoseconds;
    if (nanoseconds == 0.0) {
        const double began = clock_wall();
        const uint64_t first = ticks_now();
        double seconds = 0.0;
        while (seconds < CALIBRATION_SECONDS) {
            seconds = clock_wall() - began;
        }
        nanoseconds = 1e9 * seconds / (double)(ticks_now() - first);
    }
    return nanoseconds;
}
