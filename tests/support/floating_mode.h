// The caller's floating-point mode as one number: rounding, traps, flush-to-zero.
#ifndef TESTS_FLOATING_MODE_H
#define TESTS_FLOATING_MODE_H

#include <stdint.h>

#if defined(__SSE__)
#include <xmmintrin.h>

#define FLOATING_MODE_FLUSH UINT64_C(0x8040)   // flush results and denormal operands to zero
#define FLOATING_MODE_NO_TRAPS UINT64_C(0x680) // of what is invalid, divided by zero, overflown

static inline uint64_t floating_mode(void) {
    return _mm_getcsr() & ~UINT64_C(0x3f); // without the flags of what has happened
}

static inline void floating_mode_set(uint64_t mode) {
    _mm_setcsr((unsigned)mode);
}

#elif defined(__aarch64__)

#define FLOATING_MODE_FLUSH (UINT64_C(1) << 24)

static inline uint64_t floating_mode(void) {
    uint64_t mode;
    __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
    return mode;
}

static inline void floating_mode_set(uint64_t mode) {
    __asm__ volatile("msr fpcr, %0" : : "r"(mode));
}

#else // another processor: only the rounding mode is known
#include <fenv.h>

static inline uint64_t floating_mode(void) {
    return (uint64_t)fegetround();
}

static inline void floating_mode_set(uint64_t mode) {
    fesetround((int)mode);
}

#endif

#endif
