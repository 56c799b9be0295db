// For sources whose time counts, after base/arithmetic.h: whoever optimises gets them at -O3. At
// -O2, gcc unrolls and inlines so little that kernels take up to half as long again. Sanitizers'
// builds stay as they are, since -O3 would take them minutes.
#ifndef BUOY_HOT_H
#define BUOY_HOT_H

#if defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__) &&                           \
    !defined(__OPTIMIZE_SIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#pragma GCC optimize("O3")
#endif

#endif
