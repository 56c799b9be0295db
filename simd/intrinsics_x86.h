// The intrinsics of x86, and every standard header that the templates need: those must come before
// the lanes header asks for its target, or their functions would get that target, too.
#ifndef BUOY_INTRINSICS_X86_H
#define BUOY_INTRINSICS_X86_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// With MSVC's ABI, clang before version 19 declares intrinsics only for the sets that the
// compiler's flags name.
#if defined(_MSC_VER) && defined(__clang__) && __clang_major__ < 19
#define __SSE3__ 1
#define __SSSE3__ 1
#define __SSE4_1__ 1
#define __SSE4_2__ 1
#define __AVX__ 1
#define __AVX2__ 1
#define __FMA__ 1
#define __AVX512F__ 1
#define __AVX512VL__ 1
#define __AVX512BW__ 1
#define __AVX512DQ__ 1
#endif
#include <immintrin.h>

#endif
