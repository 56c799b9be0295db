// What cl.exe, Microsoft's own compiler, lacks or calls otherwise. Written by its documentation and
// never tried: clang compiles for the same ABI. It takes /std:c11 /experimental:c11atomics.
#ifndef BUOY_MSVC_H
#define BUOY_MSVC_H

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
