// The arithmetic that answers depend on: every operation is rounded once, in the order written.
// Every source of the library includes this first, so that no flag is needed for it.
#ifndef BUOY_ARITHMETIC_H
#define BUOY_ARITHMETIC_H

#include <float.h>

// 16: all but _Float16, which nothing here uses. 32-bit x86 needs -msse2 -mfpmath=sse.
_Static_assert(FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 16,
               "float and double must be rounded to their own width");

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) ||     \
    defined(__NO_SIGNED_ZEROS__) || defined(_M_FP_FAST)
#error "answers would be wrong: compile without -ffast-math, -Ofast and /fp:fast"
#endif

// NaN would get an answer and BUOY_OK.
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0
#error "NaN would not be noticed: compile without -ffinite-math-only"
#endif

_Static_assert(sizeof 1.0 == sizeof(double),
               "answers would be wrong: compile without -fsingle-precision-constant");

// No fused multiply-add unless the source has one. Clang's -ffp-contract=fast ignores this;
// buoy_kernel_get_info() says so (simd/contraction_fma.c).
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#endif

// What cl.exe, Microsoft's own compiler, lacks or calls otherwise. Written by its documentation and
// never tried: clang compiles for the same ABI. It takes /std:c11 /experimental:c11atomics.
#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>

#define __attribute__(list)
#define __builtin_prefetch(p) _mm_prefetch((const char *)(p), _MM_HINT_T0)
#define __builtin_popcount(bits) __popcnt(bits)

typedef double max_align_t;

static inline int __builtin_ctz(unsigned bits) {
    unsigned long index;
    _BitScanForward(&index, bits);
    return (int)index;
}
#endif

#endif
